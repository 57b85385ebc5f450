// Under WASI there are no libraries of a system.
#include "cli/heic.h"

namespace lectern::cli {

Result<DecodedPicture> decode_heic(ByteSpan, const Limits&) {
  return fail(ErrorCode::kUnsupportedFormat, "");
}

}  // namespace lectern::cli
