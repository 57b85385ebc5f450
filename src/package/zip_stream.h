// The bytes of one member of a ZIP archive: stored or compressed, checked against the size and the
// CRC-32 that the directory has.
#pragma once

#include <memory>
#include <string_view>

#include "package/package.h"
#include "package/unpacker.h"

namespace lectern {

/// ENCRYPTED, UNSUPPORTED_FORMAT. \param memory  must outlive the stream
Result<std::unique_ptr<MemberStream>> open_zip_stream(ByteWindow& window, const Member& member,
                                                      std::string_view password,
                                                      UnpackerMemory& memory);

}  // namespace lectern
