#include "image/jpegxl/jpegxl.h"

#include <algorithm>

#include "image/avif/avif_boxes.h"

namespace lectern {
namespace {

/// Bits from the low one of each byte on; zeros behind the end.
class LowBits {
 public:
  explicit LowBits(ByteSpan bytes) : bytes_(bytes) {}

  std::uint32_t take(unsigned count) {
    std::uint32_t value = 0;
    for (unsigned i = 0; i < count; ++i, ++at_) {
      const unsigned byte = at_ / 8 < bytes_.size() ? bytes_[at_ / 8] : 0;
      value |= (byte >> at_ % 8 & 1u) << i;
    }
    return value;
  }
  bool is_over() const { return at_ > bytes_.size() * 8; }

 private:
  ByteSpan bytes_;
  std::size_t at_ = 0;
};

std::uint32_t side(LowBits& bits, bool small) {
  if (small) return (bits.take(5) + 1) * 8;
  constexpr unsigned kSizes[] = {9, 13, 18, 30};
  return bits.take(kSizes[bits.take(2)]) + 1;
}

}  // namespace

Dimensions jpeg_xl_size(ByteSpan bytes) {
  constexpr std::string_view kStart = "\xFF\x0A";
  if (!starts_with(bytes, kStart)) {
    const ByteSpan whole = first_box(bytes, "jxlc");
    const ByteSpan part = first_box(bytes, "jxlp");
    bytes = whole.empty() && part.size() > 4 ? part.subspan(4) : whole;
  }
  if (!starts_with(bytes, kStart)) return {};
  LowBits bits(bytes.subspan(kStart.size()));
  const bool small = bits.take(1) == 1;
  const std::uint32_t height = side(bits, small);
  constexpr std::uint32_t kRatios[8][2] = {{0, 1}, {1, 1},  {12, 10}, {4, 3},
                                           {3, 2}, {16, 9}, {5, 4},   {2, 1}};
  const auto& [across, down] = kRatios[bits.take(3)];
  const std::uint32_t width =
      across == 0 ? side(bits, small)
                  : static_cast<std::uint32_t>(std::uint64_t{height} * across / down);
  return bits.is_over() ? Dimensions{} : Dimensions{width, height};
}

}  // namespace lectern
