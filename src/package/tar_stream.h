// The bytes of one member of a tar file, a sparse one with its holes.
#pragma once

#include <memory>
#include <string_view>

#include "package/package.h"

namespace lectern {

/// Never fails; a map that makes no sense ends the stream and is named as damage.
/// \param archive  what the members are in, for messages
std::unique_ptr<MemberStream> open_tar_stream(ByteWindow& window, const Member& member,
                                              std::string_view archive = "tar file");

}  // namespace lectern
