#include "image/pnm/pnm.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <string_view>

#include "base/byte_reader.h"
#include "image/checks.h"

namespace lectern {
namespace {

constexpr std::uint32_t kMostMaximum = 65'535;
constexpr std::size_t kMaxHeaderLines = 1000;

tl::unexpected<Error> corrupt_pnm(const Message& what) {
  return fail(ErrorCode::kCorruptImage, {"PNM {}", what});
}

struct Layout {
  Dimensions size;
  std::uint32_t samples = 1;  ///< of a pixel: gray or RGB, with or without alpha
  std::uint32_t maximum = 1;  ///< of a sample
  bool plain = false;         ///< numbers are written out
  bool bits = false;          ///< a bit is a pixel, and 1 is black

  bool is_packed() const { return bits && !plain; }
};

bool is_space(std::uint8_t byte) { return byte == ' ' || (byte >= '\t' && byte <= '\r'); }

/// Numbers and words between white space; from # on a line is a comment.
class Tokens {
 public:
  explicit Tokens(ByteSpan bytes) : bytes_(bytes) {}

  std::optional<std::uint32_t> number() {
    skip_spaces();
    std::uint64_t value = 0;
    const std::size_t start = at_;
    for (; at_ < bytes_.size() && bytes_[at_] >= '0' && bytes_[at_] <= '9'; ++at_) {
      value = std::min<std::uint64_t>(value * 10 + (bytes_[at_] - '0'), 0xFFFF'FFFF);
    }
    if (at_ == start) return std::nullopt;
    return static_cast<std::uint32_t>(value);
  }

  /// A pixel of a plain bitmap, which needs no space before the next one.
  std::optional<std::uint32_t> digit() {
    skip_spaces();
    if (at_ >= bytes_.size() || bytes_[at_] < '0' || bytes_[at_] > '1') return std::nullopt;
    return bytes_[at_++] - std::uint32_t{'0'};
  }

  std::string_view word() {
    skip_spaces();
    const std::size_t start = at_;
    while (at_ < bytes_.size() && !is_space(bytes_[at_])) ++at_;
    return as_chars(bytes_.subspan(start, at_ - start));
  }

  /// The rest of the line, without spaces around it; the next token is on the next line.
  std::string_view line() {
    const std::string_view rest = as_chars(bytes_.subspan(at_));
    std::string_view line = rest.substr(0, rest.find('\n'));
    at_ += std::min(line.size() + 1, rest.size());
    while (!line.empty() && is_space(static_cast<std::uint8_t>(line.front())))
      line.remove_prefix(1);
    while (!line.empty() && is_space(static_cast<std::uint8_t>(line.back()))) line.remove_suffix(1);
    return line;
  }

  /// What is behind the one white space that ends a header.
  ByteSpan data() const { return bytes_.subspan(std::min(at_ + 1, bytes_.size())); }
  ByteSpan rest() const { return bytes_.subspan(at_); }

 private:
  void skip_spaces() {
    while (at_ < bytes_.size()) {
      if (bytes_[at_] == '#') {
        while (at_ < bytes_.size() && bytes_[at_] != '\n') ++at_;
      } else if (is_space(bytes_[at_])) {
        ++at_;
      } else {
        return;
      }
    }
  }

  ByteSpan bytes_;
  std::size_t at_ = 0;
};

Result<void> check_layout(const Layout& layout, const Limits& limits) {
  LECTERN_CHECK(check_pixels(layout.size, limits));
  if (layout.maximum == 0 || layout.maximum > kMostMaximum) {
    return corrupt_pnm({"header has {} as the most of a sample", layout.maximum});
  }
  return {};
}

/// The header of P1 to P6.
Result<Layout> read_short_header(unsigned kind, Tokens& tokens) {
  const auto width = tokens.number();
  const auto height = tokens.number();
  const bool bits = kind == 1 || kind == 4;
  const auto maximum = bits ? std::optional<std::uint32_t>(1) : tokens.number();
  if (!width || !height || !maximum) return corrupt_pnm("header is cut off or damaged");
  return Layout{{*width, *height}, kind % 3 == 0 ? 3u : 1u, *maximum, kind <= 3, bits};
}

/// The header of P7: lines of a name and a value.
Result<Layout> read_pam_header(Tokens& tokens) {
  Layout layout;
  layout.maximum = 0;
  for (std::size_t lines = 0; lines < kMaxHeaderLines; ++lines) {
    const std::string_view name = tokens.word();
    if (name == "ENDHDR") {
      if (layout.samples < 1 || layout.samples > 4) {
        return fail(
            ErrorCode::kUnsupportedFormat,
            {"PAM with {} samples a pixel is not supported; convert it to PNG", layout.samples});
      }
      return layout;
    }
    if (name == "TUPLTYPE") {
      const std::string_view type = tokens.line();
      constexpr std::string_view kKnown[] = {"BLACKANDWHITE",       "GRAYSCALE",       "RGB",
                                             "BLACKANDWHITE_ALPHA", "GRAYSCALE_ALPHA", "RGB_ALPHA"};
      if (std::find(std::begin(kKnown), std::end(kKnown), type) == std::end(kKnown)) {
        return fail(ErrorCode::kUnsupportedFormat,
                    {"PAM of type \"{}\" is not supported; convert it to PNG", type.substr(0, 40)});
      }
      continue;
    }
    const auto value = tokens.number();
    if (!value) break;
    if (name == "WIDTH") layout.size.width = *value;
    if (name == "HEIGHT") layout.size.height = *value;
    if (name == "DEPTH") layout.samples = *value;
    if (name == "MAXVAL") layout.maximum = *value;
  }
  return corrupt_pnm("header is cut off or damaged");
}

/// The samples of a file, one after the other.
class Samples {
 public:
  Samples(const Layout& layout, const Tokens& tokens)
      : layout_(layout), tokens_(tokens), data_(layout.plain ? ByteSpan() : tokens.data()) {}

  /// The next sample as 0-255; nullopt where the data ends or is none.
  std::optional<std::uint8_t> next() {
    const auto value = stored();
    if (!value || *value > layout_.maximum) return std::nullopt;
    const std::uint32_t shown = layout_.bits ? 1 - *value : *value;
    return static_cast<std::uint8_t>((shown * 255u + layout_.maximum / 2) / layout_.maximum);
  }

  /// The next row of packed bits; false where the data ends.
  bool bits(std::span<std::uint8_t> rgba) {
    constexpr std::uint8_t kColors[][kRgbaBytes] = {{255, 255, 255, 255}, {0, 0, 0, 255}};
    const std::size_t width = rgba.size() / kRgbaBytes;
    const auto row = data_.take((width + 7) / 8);
    if (!row) return false;
    for (std::size_t x = 0; x < width; ++x) {
      const unsigned bit = unsigned{(*row)[x / 8]} >> (7 - x % 8) & 1u;
      std::memcpy(&rgba[x * kRgbaBytes], kColors[bit], kRgbaBytes);
    }
    return true;
  }

  std::size_t bytes_after() {
    if (!layout_.plain) return data_.remaining();
    ByteSpan rest = tokens_.rest();
    while (!rest.empty() && is_space(rest.front())) rest = rest.subspan(1);
    return rest.size();
  }

 private:
  std::optional<std::uint32_t> stored() {
    if (layout_.plain) return layout_.bits ? tokens_.digit() : tokens_.number();
    if (layout_.maximum > 255) return data_.u16_be();
    return data_.u8();
  }

  const Layout& layout_;
  Tokens tokens_;
  ByteReader data_;
};

tl::unexpected<Error> damaged_row(std::uint32_t y, const Layout& layout) {
  return corrupt_pnm({"data ends or is damaged in row {} of {}", y + 1, layout.size.height});
}

/// The most pixels that the rest of the file can hold.
std::uint64_t most_pixels(const Layout& layout, std::uint64_t bytes) {
  if (layout.is_packed()) return bytes * 8;
  const std::uint64_t each = layout.plain ? 1 : layout.maximum > 255 ? 2 : 1;
  return bytes / (each * layout.samples);
}

}  // namespace

Result<DecodedPicture> decode_pnm(ByteSpan bytes, const Limits& limits) {
  if (bytes.size() < 3 || bytes[0] != 'P' || bytes[1] < '1' || bytes[1] > '7') {
    return corrupt_pnm("header is missing");
  }
  const unsigned kind = bytes[1] - unsigned{'0'};
  Tokens tokens(bytes.subspan(2));
  LECTERN_TRY(const Layout layout,
              kind == 7 ? read_pam_header(tokens) : read_short_header(kind, tokens));
  LECTERN_CHECK(check_layout(layout, limits));
  const std::uint64_t held = tokens.data().size();
  if (std::uint64_t{layout.size.width} * layout.size.height > most_pixels(layout, held)) {
    return corrupt_pnm({"data of {byte} cannot hold {} pixels", held, layout.size});
  }
  LECTERN_TRY(Pixels pixels, Pixels::create(layout.size, limits.max_decoded_bytes));
  Samples samples(layout, tokens);
  const bool alpha = layout.samples % 2 == 0;
  const std::uint32_t colors = layout.samples - (alpha ? 1 : 0);
  for (std::uint32_t y = 0; y < layout.size.height; ++y) {
    const std::span<std::uint8_t> row = pixels.row(y);
    if (layout.is_packed()) {
      if (!samples.bits(row)) return damaged_row(y, layout);
      continue;
    }
    for (std::size_t at = 0; at < row.size(); at += kRgbaBytes) {
      std::array<std::uint8_t, 4> read = {0, 0, 0, 255};
      for (std::uint32_t i = 0; i < layout.samples; ++i) {
        const auto value = samples.next();
        if (!value) return damaged_row(y, layout);
        read[i < colors ? i : 3] = *value;
      }
      if (colors == 1) read[1] = read[2] = read[0];
      std::copy(read.begin(), read.end(), row.subspan(at).begin());
    }
  }
  DecodedFacts facts;
  facts.bit_depth = layout.maximum == 1 ? 1 : layout.maximum > 255 ? 16 : 8;
  facts.alpha = alpha;
  if (const std::uint64_t after = samples.bytes_after(); after > 0) {
    add_to(facts.warnings, {"{byte} after the end of the picture were left out", after});
  }
  return DecodedPicture{std::move(pixels), std::move(facts)};
}

}  // namespace lectern
