#include "support/pictures.h"

#include <zlib.h>

#include <catch2/catch_test_macros.hpp>

#include "image/fit/encode_jpeg.h"
#include "image/fit/encode_png.h"

namespace lectern::testing {
namespace {

constexpr std::uint64_t kEnough = std::uint64_t{1} << 32;

template <typename Color>
Pixels painted(Dimensions size, Color color) {
  auto pixels = Pixels::create(size, kEnough);
  REQUIRE(pixels.has_value());
  for (std::uint32_t y = 0; y < size.height; ++y) {
    const std::span<std::uint8_t> row = pixels->row(y);
    for (std::uint32_t x = 0; x < size.width; ++x) {
      const std::uint32_t value = color(x, y);
      for (std::size_t i = 0; i < kRgbaBytes; ++i) {
        row[x * kRgbaBytes + i] = static_cast<std::uint8_t>(value >> (24 - 8 * i));
      }
    }
  }
  return *std::move(pixels);
}

void append(ByteVector& bytes, std::string_view text) {
  const ByteSpan more = as_bytes(text);
  bytes.insert(bytes.end(), more.begin(), more.end());
}

void append_u16_le(ByteVector& bytes, std::uint32_t value) {
  bytes.push_back(static_cast<std::uint8_t>(value));
  bytes.push_back(static_cast<std::uint8_t>(value >> 8));
}

/// Codes of three bits, a clear code before every second pixel so that none gets longer.
ByteVector gif_codes(std::uint32_t pixels, std::uint32_t index) {
  ByteVector packed;
  std::uint32_t pending = 0;
  std::uint32_t bits = 0;
  const auto put = [&](std::uint32_t code) {
    pending |= code << bits;
    for (bits += 3; bits >= 8; bits -= 8) {
      packed.push_back(static_cast<std::uint8_t>(pending));
      pending >>= 8;
    }
  };
  constexpr std::uint32_t kClear = 4;
  constexpr std::uint32_t kEnd = 5;
  for (std::uint32_t i = 0; i < pixels; ++i) {
    if (i % 2 == 0) put(kClear);
    put(index);
  }
  put(kEnd);
  if (bits > 0) packed.push_back(static_cast<std::uint8_t>(pending));
  return packed;
}

}  // namespace

Pixels gradient(Dimensions size) {
  return painted(size, [](std::uint32_t x, std::uint32_t y) {
    return (x * 3 & 0xFFu) << 24 | (y * 5 & 0xFFu) << 16 | ((x + y) & 0xFFu) << 8 | 0xFFu;
  });
}

Pixels noise(Dimensions size) {
  std::uint32_t state = 1;
  return painted(size, [&state](std::uint32_t, std::uint32_t) {
    // xorshift32, Marsaglia 2003.
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state | 0xFFu;
  });
}

Pixels plain(Dimensions size, std::uint32_t color) {
  return painted(size, [color](std::uint32_t, std::uint32_t) { return color; });
}

ByteVector png_of(const Pixels& pixels) {
  auto png = encode_png(pixels.view());
  REQUIRE(png.has_value());
  return *std::move(png);
}

ByteVector with_chunk(ByteVector png, std::string_view before, std::string_view type,
                      ByteSpan data) {
  ByteVector chunk;
  const auto append_u32_be = [&chunk](std::size_t value) {
    for (int shift = 24; shift >= 0; shift -= 8) {
      chunk.push_back(static_cast<std::uint8_t>(value >> shift));
    }
  };
  append_u32_be(data.size());
  append(chunk, type);
  append(chunk, as_chars(data));
  append_u32_be(crc32(0, chunk.data() + 4, static_cast<uInt>(chunk.size() - 4)));
  const std::size_t place = position_of(png, before) - 4;
  png.insert(png.begin() + static_cast<std::ptrdiff_t>(place), chunk.begin(), chunk.end());
  return png;
}

ByteVector jpeg_of(const Pixels& pixels, std::uint8_t orientation) {
  auto jpeg = encode_jpeg(pixels.view(), 90);
  REQUIRE(jpeg.has_value());
  if (orientation == 0) return *std::move(jpeg);
  ByteVector exif;
  append(exif, std::string_view("\xFF\xE1\x00\x22"
                                "Exif\0\0",
                                10));
  append(exif, std::string_view("II*\0\x08\0\0\0"
                                "\x01\0"
                                "\x12\x01\x03\0\x01\0\0\0",
                                18));
  append_u16_le(exif, orientation);
  append(exif, std::string_view("\0\0\0\0\0\0", 6));
  jpeg->insert(jpeg->begin() + 2, exif.begin(), exif.end());
  return *std::move(jpeg);
}

ByteVector gif_of(Dimensions size, std::uint32_t frames) {
  ByteVector gif;
  append(gif, "GIF89a");
  append_u16_le(gif, size.width);
  append_u16_le(gif, size.height);
  append(gif, std::string_view("\x80\0\0"
                               "\xFF\0\0"
                               "\0\0\xFF",
                               9));
  for (std::uint32_t i = 0; i < frames; ++i) {
    append(gif, std::string_view("\x21\xF9\x04\0\x0A\0\0\0"
                                 "\x2C\0\0\0\0",
                                 13));
    append_u16_le(gif, size.width);
    append_u16_le(gif, size.height);
    append(gif, std::string_view("\0\x02", 2));
    const ByteVector codes = gif_codes(size.width * size.height, i % 2);
    for (std::size_t at = 0; at < codes.size(); at += 255) {
      const ByteSpan block =
          ByteSpan(codes).subspan(at, std::min<std::size_t>(255, codes.size() - at));
      gif.push_back(static_cast<std::uint8_t>(block.size()));
      gif.insert(gif.end(), block.begin(), block.end());
    }
    gif.push_back(0);
  }
  append(gif, ";");
  return gif;
}

std::size_t position_of(ByteSpan bytes, std::string_view text) {
  const std::size_t at = as_chars(bytes).find(text);
  REQUIRE(at != std::string_view::npos);
  return at;
}

}  // namespace lectern::testing
