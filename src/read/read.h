// Reads of files that lie in memory: the conversation (read/reading.h) with a host that has all
// bytes and nothing else.
#pragma once

#include "base/bytes.h"
#include "base/request.h"
#include "base/tool_result.h"
#include "image/pixels.h"

namespace lectern {

/// Reads one file for a model.
/// \param bytes    the whole file; images that are delivered unchanged view into it, so it must
///                 live as long as the result. What was unpacked from it is the result's own.
/// \param request  what the model asked for.
/// \param options  what the host's programmer set.
/// \returns a result in every case: a failure is a value with `success == false`, a message in
///          `content` and a code in `error`. Never throws; keeps no state.
ToolResult read(ByteSpan bytes, const ReadRequest& request, const ReadOptions& options = {});

/// The same with a picture that the host has decoded, for AVIF, HEIC, and an SVG that
/// `options.image.svg` wants as a picture.
/// \param bytes    as for `read`.
/// \param pixels   all of the picture, upright.
/// \param request  as for `read`.
/// \param options  as for `read`.
/// \returns as `read`, and as `read` itself for a file of another format.
ToolResult read_decoded(ByteSpan bytes, PixelView pixels, const ReadRequest& request,
                        const ReadOptions& options = {});

}  // namespace lectern
