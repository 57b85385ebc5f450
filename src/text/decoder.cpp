#include "text/decoder.h"

#include "text/unicode_decoders.h"

namespace lectern {

std::unique_ptr<Decoder> make_decoder(Encoding encoding) {
  switch (encoding) {
    case Encoding::kUtf8:
      break;
    case Encoding::kUtf16Le:
      return make_utf16_decoder(ByteOrder::kLittle);
    case Encoding::kUtf16Be:
      return make_utf16_decoder(ByteOrder::kBig);
    case Encoding::kUtf32Le:
      return make_utf32_decoder(ByteOrder::kLittle);
    case Encoding::kUtf32Be:
      return make_utf32_decoder(ByteOrder::kBig);
  }
  return make_utf8_decoder();
}

}  // namespace lectern
