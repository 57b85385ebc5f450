// The one entry point of the core: bytes in, result out.
#pragma once

#include "base/bytes.h"
#include "base/request.h"
#include "base/tool_result.h"
#include "image/pixels.h"

namespace lectern {

/// Reads one file for a model.
/// \param bytes    the whole file; images that are delivered unchanged view into it, so it must
///                 live as long as the result.
/// \param request  what the model asked for.
/// \param options  what the host's programmer set.
/// \returns a result in every case: a failure is a value with `success == false`, a message in
///          `content` and a code in `error`. Never throws; keeps no state.
ToolResult read(ByteSpan bytes, const ReadRequest& request, const ReadOptions& options = {});

/// The same for a picture file that the host has decoded because `read` answered
/// UNSUPPORTED_FORMAT: AVIF, HEIC, or an SVG that options.image.svg wants as a picture.
/// \param bytes    as for `read`.
/// \param pixels   all of the picture, upright.
/// \param request  as for `read`.
/// \param options  as for `read`.
/// \returns as `read`, and as `read` itself for a file of another format.
ToolResult read_decoded(ByteSpan bytes, PixelView pixels, const ReadRequest& request,
                        const ReadOptions& options = {});

/// FILE_TOO_LARGE when a file of `size_bytes` is over its kind's limit. `read` checks this itself;
/// a host calls it to refuse a file before loading it.
Result<void> check_file_size(ContentType kind, std::uint64_t size_bytes, const Limits& limits);

/// The largest limit of any kind, in bytes: nothing above it needs to be loaded to be refused.
std::uint64_t max_file_bytes(const Limits& limits);

}  // namespace lectern
