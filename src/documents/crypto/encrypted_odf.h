// Members of OpenDocument packages that are encrypted with a password (ODF 1.3 part 2, 3.4): the
// manifest says how each of them is. AES in CBC and, of OpenOffice.org, Blowfish in CFB; keys by
// PBKDF2. Packages that are encrypted as a whole (AES-GCM, Argon2; LibreOffice 24) are refused.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "base/error.h"
#include "base/work_budget.h"
#include "documents/xml/xml_reader.h"
#include "package/crypto.h"

namespace lectern {

class EncryptedOdf {
 public:
  /// Reads META-INF/manifest.xml. \param kind  of the document, for messages; must outlive this
  void read_manifest(XmlReader& xml, std::string_view kind);

  /// True when the member of that name is encrypted.
  bool has(std::string_view name) const { return members_.find(name) != members_.end(); }
  /// Bytes of a member before it was compressed and encrypted.
  std::uint64_t size_of(std::string_view name) const;

  /// ENCRYPTED when the document's text is encrypted, and cannot be opened by any password or is to
  /// be opened without one.
  Result<void> check(std::string_view password) const;

  /// Decrypts a member in place; what is left is deflated. \returns ENCRYPTED when the password is
  /// wrong, LIMIT_EXCEEDED when the file asks for too much hashing, CORRUPT_DOCUMENT.
  Result<void> decrypt(std::string_view name, std::string_view password, ByteVector& bytes,
                       WorkBudget& work);

 private:
  enum class Cipher : std::uint8_t { kAes, kBlowfish };
  struct Member {
    std::uint64_t size = 0;
    std::string unread;  ///< what of the method is not read
    Cipher cipher = Cipher::kBlowfish;
    DigestKind password_digest = DigestKind::kSha1;
    DigestKind check_digest = DigestKind::kSha1;
    bool checks_start = false;  ///< of the first 1,024 bytes only
    std::uint64_t rounds = 0;
    std::size_t key_bytes = 16;
    ByteVector start;
    ByteVector salt;
    ByteVector check;
  };

  void read_member(XmlReader& xml, std::string_view name);
  Result<ByteVector> key_of(const Member& member, std::string_view name, std::string_view password,
                            WorkBudget& work);

  std::string_view kind_;
  std::map<std::string, Member, std::less<>> members_;
  /// Keys that were made, by what they were made of.
  std::map<std::string, ByteVector> keys_;
};

}  // namespace lectern
