#include "image/animation.h"

#include <zlib.h>
#include <catch2/catch_test_macros.hpp>

#include "image/codecs.h"
#include "image/fit/contact_sheet.h"
#include "image/fit/deliver.h"
#include "image/png/apng.h"
#include "image/png/png.h"
#include "image/png/png_chunks.h"
#include "support/pictures.h"

namespace lectern::testing {
namespace {

constexpr std::uint32_t kRed = 0xFF0000FF;
constexpr std::uint32_t kBlue = 0x0000FFFF;
constexpr std::uint32_t kHalfGreen = 0x00FF0080;
constexpr std::uint32_t kDark = 0x202020FF;
constexpr std::uint32_t kLight = 0xC0C0C0FF;
constexpr std::uint32_t kClear = 0;

std::uint32_t color_at(PixelView view, std::uint32_t x, std::uint32_t y) {
  const ByteSpan pixel = view.row(y).subspan(x * kRgbaBytes, kRgbaBytes);
  return std::uint32_t{pixel[0]} << 24 | std::uint32_t{pixel[1]} << 16 |
         std::uint32_t{pixel[2]} << 8 | pixel[3];
}

AnimationFrame frame_of(const Pixels& pixels, std::uint32_t x, std::uint32_t y,
                        FrameDisposal disposal = FrameDisposal::kKeep, bool blended = true) {
  return {pixels.view(), x, y, blended, disposal, 100};
}

AnimationCanvas canvas_of(Dimensions size) {
  auto canvas = AnimationCanvas::create(size, 1 << 20);
  REQUIRE(canvas.has_value());
  return *std::move(canvas);
}

/// One frame of an APNG as its chunks.
struct ApngPart {
  Pixels pixels;
  std::uint32_t x, y;
  std::uint8_t disposal, blending;
};

void append_u32(std::uint32_t value, ByteVector& to) {
  for (int shift = 24; shift >= 0; shift -= 8)
    to.push_back(static_cast<std::uint8_t>(value >> shift));
}

void append_chunk(std::string_view type, ByteSpan data, ByteVector& to) {
  append_u32(static_cast<std::uint32_t>(data.size()), to);
  const std::size_t start = to.size();
  to.insert(to.end(), type.begin(), type.end());
  to.insert(to.end(), data.begin(), data.end());
  append_u32(
      static_cast<std::uint32_t>(crc32(0, to.data() + start, static_cast<uInt>(to.size() - start))),
      to);
}

/// An APNG of opaque gray frames of 1/10 s; the first is the default image and covers it.
ByteVector apng_of(const std::vector<ApngPart>& parts) {
  ByteVector file;
  std::uint32_t sequence = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const ByteVector png = png_of(parts[i].pixels);
    ByteVector control;
    append_u32(sequence++, control);
    for (const std::uint32_t value :
         {parts[i].pixels.size().width, parts[i].pixels.size().height, parts[i].x, parts[i].y}) {
      append_u32(value, control);
    }
    control.insert(control.end(), {0, 1, 0, 10, parts[i].disposal, parts[i].blending});
    PngChunks chunks(png);
    for (;;) {
      const PngChunk chunk = chunks.next().value();
      if (chunk.type == "IEND") break;
      if (i == 0 && chunk.type == "IHDR") {
        file.assign(png.begin(), png.begin() + 8);
        append_chunk(chunk.type, chunk.data, file);
        ByteVector animation;
        append_u32(static_cast<std::uint32_t>(parts.size()), animation);
        append_u32(0, animation);
        append_chunk("acTL", animation, file);
        append_chunk("fcTL", control, file);
      } else if (i > 0 && chunk.type == "IHDR") {
        append_chunk("fcTL", control, file);
      } else if (chunk.type == "IDAT") {
        ByteVector data;
        if (i > 0) append_u32(sequence++, data);
        data.insert(data.end(), chunk.data.begin(), chunk.data.end());
        append_chunk(i > 0 ? "fdAT" : "IDAT", data, file);
      }
    }
  }
  append_chunk("IEND", {}, file);
  return file;
}

/// Where a text stands for the nth time.
std::size_t find_in(const ByteVector& file, std::string_view text, int skip = 0) {
  std::size_t at = as_chars(file).find(text);
  for (; skip > 0; --skip) at = as_chars(file).find(text, at + 1);
  return at;
}

/// Bytes of the data of the chunk whose type stands at `type_at`.
std::size_t chunk_bytes(const ByteVector& file, std::size_t type_at) {
  return std::size_t{file[type_at - 2]} * 256 + file[type_at - 1];
}

/// Sets a byte in the data of a chunk, and its checksum anew.
void set_chunk_byte(ByteVector& file, std::size_t type_at, std::size_t offset, std::uint8_t value) {
  const std::size_t size = chunk_bytes(file, type_at);
  file[type_at + 4 + offset] = value;
  const auto crc =
      static_cast<std::uint32_t>(crc32(0, file.data() + type_at, static_cast<uInt>(size + 4)));
  for (std::size_t i = 0; i < 4; ++i) {
    file[type_at + 4 + size + i] = static_cast<std::uint8_t>(crc >> (24 - 8 * i));
  }
}

/// What a viewer shows at each frame, at two points of the canvas.
class Watcher final : public FrameSink {
 public:
  explicit Watcher(Dimensions size) : canvas_(canvas_of(size)) {}
  Result<void> frame(const AnimationFrame& frame) override {
    LECTERN_CHECK(canvas_.draw(frame));
    corner.push_back(color_at(canvas_.view(), 0, 0));
    inside.push_back(color_at(canvas_.view(), 2, 2));
    return {};
  }
  std::vector<std::uint32_t> corner, inside;

 private:
  AnimationCanvas canvas_;
};

}  // namespace

TEST_CASE("a frame is drawn over the canvas or replaces what is there") {
  AnimationCanvas canvas = canvas_of({4, 4});
  CHECK(color_at(canvas.view(), 0, 0) == kClear);
  REQUIRE(canvas.draw(frame_of(plain({4, 4}, kRed), 0, 0)).has_value());
  REQUIRE(canvas.draw(frame_of(plain({2, 2}, kHalfGreen), 2, 2)).has_value());
  CHECK(color_at(canvas.view(), 1, 1) == kRed);
  CHECK(color_at(canvas.view(), 3, 3) == 0x7F8000FF);
  REQUIRE(canvas.draw(frame_of(plain({2, 2}, kHalfGreen), 2, 2, FrameDisposal::kKeep, false))
              .has_value());
  CHECK(color_at(canvas.view(), 3, 3) == kHalfGreen);
}

TEST_CASE("a frame is taken away before the next one as it asks") {
  AnimationCanvas canvas = canvas_of({4, 4});
  const Pixels small = plain({2, 2}, kBlue);
  REQUIRE(canvas.draw(frame_of(plain({4, 4}, kRed), 0, 0)).has_value());
  REQUIRE(canvas.draw(frame_of(small, 0, 0, FrameDisposal::kPrevious)).has_value());
  CHECK(color_at(canvas.view(), 0, 0) == kBlue);
  REQUIRE(canvas.draw(frame_of(small, 2, 2, FrameDisposal::kBackground)).has_value());
  CHECK(color_at(canvas.view(), 0, 0) == kRed);
  CHECK(color_at(canvas.view(), 2, 2) == kBlue);
  REQUIRE(canvas.draw(frame_of(small, 3, 3)).has_value());
  CHECK(color_at(canvas.view(), 2, 2) == kClear);
  CHECK(color_at(canvas.view(), 3, 3) == kBlue);
}

TEST_CASE("what of a frame lies outside of the canvas is left out") {
  AnimationCanvas canvas = canvas_of({4, 4});
  REQUIRE(canvas.draw(frame_of(plain({9, 9}, kRed), 3, 3, FrameDisposal::kPrevious)).has_value());
  REQUIRE(canvas.draw(frame_of(plain({1, 1}, kRed), 4, 0)).has_value());
  CHECK(color_at(canvas.view(), 3, 3) == kClear);
}

TEST_CASE("the frames of an APNG are those that a viewer shows") {
  std::vector<ApngPart> parts;
  parts.push_back({plain({4, 4}, kDark), 0, 0, 0, 0});
  parts.push_back({plain({2, 2}, kLight), 2, 2, 2, 0});
  parts.push_back({plain({1, 1}, kLight), 0, 0, 0, 1});
  const ByteVector file = apng_of(parts);
  const auto info = codec_for(file)->verify(file, {Limits{}});
  REQUIRE(info.has_value());
  CHECK(info->frames == 3);
  Watcher watcher({4, 4});
  REQUIRE(animate_png(file, Limits{}, watcher).has_value());
  CHECK(watcher.corner == std::vector{kDark, kDark, kLight});
  CHECK(watcher.inside == std::vector{kDark, kLight, kDark});
}

TEST_CASE("a contact sheet shows frames from the first to the last in a grid") {
  ReadOptions options;
  options.image.animation = Animation::kContactSheet;
  const ByteVector file = gif_of({20, 10}, 20);
  const auto delivered = deliver_image(Media::view(file), options);
  REQUIRE(delivered.has_value());
  REQUIRE(delivered->sheet.has_value());
  const SheetLayout& sheet = *delivered->sheet;
  CHECK(sheet.cell == Dimensions{20, 10});
  CHECK(sheet.columns == 2);
  CHECK(delivered->image.size == Dimensions{2 * 20 + kSheetGap, 5 * 10 + 4 * kSheetGap});
  std::vector<std::uint64_t> numbers;
  for (const SheetFrame& frame : sheet.frames) numbers.push_back(frame.number);
  CHECK(numbers == std::vector<std::uint64_t>{1, 3, 5, 8, 10, 12, 15, 17, 20});
}

TEST_CASE("a contact sheet fits its provider, and one of few frames shows them all") {
  ReadOptions options;
  options.image.animation = Animation::kContactSheet;
  options.provider = Provider::kAnthropic;
  const ByteVector file = gif_of({1200, 900}, 3);
  const auto delivered = deliver_image(Media::view(file), options);
  REQUIRE(delivered.has_value());
  REQUIRE(delivered->sheet.has_value());
  CHECK(delivered->sheet->frames.size() == 3);
  CHECK(std::max(delivered->image.size.width, delivered->image.size.height) <= 1568);
  CHECK(delivered->scale > 1.0);
}

TEST_CASE("a still picture has no contact sheet") {
  ReadOptions options;
  options.image.animation = Animation::kContactSheet;
  const ByteVector file = png_of(plain({4, 4}, kRed));
  const auto delivered = deliver_image(Media::view(file), options);
  REQUIRE(delivered.has_value());
  CHECK_FALSE(delivered->sheet.has_value());
  CHECK_FALSE(delivered->changed);
}

TEST_CASE("an APNG whose animation is broken is its default image, with a warning") {
  const std::vector<ApngPart> parts = [] {
    std::vector<ApngPart> made;
    for (const std::uint32_t color : {0x202020FFu, 0x808080FFu, 0xE0E0E0FFu}) {
      made.push_back({plain({4, 4}, color), 0, 0, 0, 0});
    }
    return made;
  }();
  const ByteVector sound = apng_of(parts);
  REQUIRE(verify_png(sound, {})->frames == 3);
  const std::size_t last_frame_at = find_in(sound, "fdAT", 1);

  ByteVector miscounted = sound;
  set_chunk_byte(miscounted, find_in(sound, "acTL"), 3, 7);
  ByteVector out_of_order = sound;
  set_chunk_byte(out_of_order, last_frame_at, 3, 9);
  ByteVector damaged = sound;
  damaged[last_frame_at + 10] ^= 0xFF;
  const ByteVector cut(sound.begin(), sound.begin() + std::ptrdiff_t(last_frame_at) + 8);

  for (const ByteVector& file : {miscounted, out_of_order, damaged, cut}) {
    for (const Provider provider : {Provider::kNone, Provider::kAnthropic}) {
      for (const Animation animation : {Animation::kKeep, Animation::kContactSheet}) {
        ReadOptions options;
        options.provider = provider;
        options.image.animation = animation;
        const auto image = deliver_image(Media::view(file), options);
        REQUIRE(image.has_value());
        const auto shown = verify_png(image->image.data.bytes(), {});
        REQUIRE(shown.has_value());
        CHECK(shown->frames == 1);
        CHECK(shown->warnings.empty());
        CHECK(image->original.frames == 1);
        REQUIRE(image->original.warnings.size() == 1);
        CHECK(image->original.warnings[0].find("the animation was left out: ") == 0);
        const Pixels pixels =
            decode_pixels(image->image.data.bytes(), codec_of(ImageFormat::kPng), {}).value();
        CHECK(color_at(pixels.view(), 1, 1) == 0x202020FF);
      }
    }
  }
  // What is shown itself must be sound.
  ByteVector broken = sound;
  broken[find_in(sound, "IDAT") + 8] ^= 0xFF;
  CHECK_FALSE(deliver_image(Media::view(broken), {}).has_value());
}

TEST_CASE("a GIF whose later frame is broken is the frames before it") {
  const ByteVector sound = gif_of({12, 8}, 3);
  const std::size_t size_of_two = gif_of({12, 8}, 2).size();
  ByteVector damaged = sound;
  std::fill(damaged.begin() + std::ptrdiff_t(size_of_two) + 12, damaged.end() - 2, std::uint8_t{0});
  const ByteVector cut(sound.begin(), sound.end() - 9);
  for (const ByteVector& file : {damaged, cut}) {
    for (const Provider provider : {Provider::kNone, Provider::kOpenAi}) {
      ReadOptions options;
      options.provider = provider;
      const auto image = deliver_image(Media::view(file), options);
      REQUIRE(image.has_value());
      CHECK(image->original.frames == 2);
      REQUIRE_FALSE(image->original.warnings.empty());
      CHECK(image->original.warnings[0].find("what follows frame 2 was left out: ") == 0);
      const ImageCodec* codec = codec_for(image->image.data.bytes());
      REQUIRE(codec != nullptr);
      const auto shown = codec->verify(image->image.data.bytes(), {Limits()});
      REQUIRE(shown.has_value());
      CHECK(shown->warnings.empty());
    }
    ReadOptions options;
    options.image.animation = Animation::kContactSheet;
    const auto sheet = deliver_image(Media::view(file), options);
    REQUIRE(sheet.has_value());
    CHECK(sheet->sheet->frames.size() == 2);
  }
}

TEST_CASE("bytes after the end of a picture are cut off for a provider, and named") {
  for (const ByteVector& picture :
       {png_of(plain({20, 10}, kRed)), jpeg_of(plain({20, 10}, kRed)), gif_of({20, 10}, 1)}) {
    ByteVector file = picture;
    file.insert(file.end(), 100, std::uint8_t{'x'});
    ReadOptions options;
    const auto kept = deliver_image(Media::view(file), options);
    REQUIRE(kept.has_value());
    CHECK(kept->image.data.bytes().size() == file.size());
    CHECK(kept->original.warnings ==
          std::vector<std::string>{"100 bytes after the end of the picture"});
    options.provider = Provider::kAnthropic;
    const auto cut = deliver_image(Media::view(file), options);
    REQUIRE(cut.has_value());
    CHECK(cut->image.data.bytes().size() == picture.size());
    CHECK(cut->original.warnings ==
          std::vector<std::string>{"100 bytes after the end of the picture were cut off"});
  }
}

}  // namespace lectern::testing
