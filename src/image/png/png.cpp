#include "image/png/png.h"

#include "base/byte_reader.h"
#include "image/exif.h"
#include "image/png/png_chunks.h"
#include "image/png/png_proof.h"

namespace lectern {

bool sniff_png(ByteSpan bytes) { return starts_with(bytes, "\x89PNG\r\n\x1A\n"); }

Result<ImageInfo> inspect_png(ByteSpan bytes, const Limits& limits) {
  PngProof proof(bytes, limits);
  LECTERN_CHECK(proof.read_header());
  ImageInfo info = proof.info();
  // The proof finds what is wrong with them.
  PngChunks chunks(bytes);
  while (const auto chunk = chunks.next_unproven()) {
    if (chunk->type == "IEND") break;
    if (chunk->type == "eXIf") info.orientation = read_exif(chunk->data).orientation;
    if (chunk->type == "acTL") info.frames = ByteReader(chunk->data).u32_be().value_or(1);
  }
  return info;
}

Result<ImageInfo> verify_png(ByteSpan bytes, const Limits& limits) {
  PngProof proof(bytes, limits);
  LECTERN_CHECK(proof.read_header());
  LECTERN_CHECK(proof.finish());
  return proof.info();
}

}  // namespace lectern
