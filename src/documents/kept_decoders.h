// A read whose short texts share their decoders.
#pragma once

#include "base/reader.h"
#include "documents/html/html_text.h"

namespace lectern {

template <ReadFunction kRead>
Result<ToolResult> with_decoders(const ReadContext& context) {
  KeptDecoders kept;
  ReadOptions options = context.options;
  options.encoding_tables.kept = &kept;
  return kRead({.bytes = context.bytes,
                .request = context.request,
                .options = options,
                .format = context.format,
                .evidence = context.evidence,
                .pixels = context.pixels,
                .steps = context.steps,
                .parts = context.parts,
                .is_unpacked = context.is_unpacked,
                .packed_bytes = context.packed_bytes});
}

}  // namespace lectern
