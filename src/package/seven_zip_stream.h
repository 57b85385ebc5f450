// The content of a block of a 7-Zip archive, and the part of it that is one member.
#pragma once

#include <memory>
#include <string_view>

#include "package/package.h"
#include "package/seven_zip_cipher.h"
#include "package/seven_zip_header.h"
#include "package/unpack_stream.h"

namespace lectern {

/// ENCRYPTED, UNSUPPORTED_FORMAT, CORRUPT_ARCHIVE, LIMIT_EXCEEDED. \param what  whose content it
/// is, for messages
Result<UnpackStream> open_seven_zip_folder(ByteWindow& window, const SevenZipFolder& folder,
                                           SevenZipPassword& password, UnpackerMemory& memory,
                                           std::string_view what);

/// \param member  `place` is where it begins in the block's content
std::unique_ptr<MemberStream> make_seven_zip_stream(UnpackStream content, const Member& member,
                                                    bool has_crc);

}  // namespace lectern
