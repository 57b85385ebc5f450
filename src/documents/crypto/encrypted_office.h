// Office Open XML packages that are encrypted with a password ([MS-OFFCRYPTO] 2.3): the package in
// the stream EncryptedPackage of a compound file, and EncryptionInfo beside it. Agile and standard
// encryption with AES; rights management (IRM), extensible encryption and other ciphers are refused
// by name.
#pragma once

#include "base/reader.h"

namespace lectern {

/// True for the compound file that an encrypted package stands in.
bool is_encrypted_office(ByteSpan file);

struct OpenedOffice {
  ByteVector package;
  /// What is wrong with it although it was opened; "" when nothing is.
  std::string warning;
  /// What it took to open it.
  std::uint64_t work = 0;
};

/// The package in it. \returns ENCRYPTED when the password is missing or wrong, or the method is
/// not read; LIMIT_EXCEEDED when the file asks for too much hashing; CORRUPT_DOCUMENT.
Result<OpenedOffice> open_encrypted_office(const ReadContext& context);

}  // namespace lectern
