#include "image/png/png_proof.h"

#include <algorithm>

#include "base/format.h"
#include "image/checks.h"
#include "image/exif.h"
#include "image/png/apng.h"
#include "image/png/png_text.h"

namespace lectern {
namespace {

constexpr std::size_t kHeaderBytes = 13;
constexpr std::uint64_t kDataOffset = 8;  ///< of a chunk's data: length and type go first
constexpr std::uint32_t kMaxSide = 0x7FFFFFFF;
/// Decoders that unpack text and profiles stop near these (Pillow: 1 MB for one, 64 MB for all).
constexpr std::uint64_t kMaxTextBytes = 1'000'000;
constexpr std::uint64_t kMaxAllTextBytes = 16'000'000;

struct ColorType {
  std::uint8_t code;
  std::string_view name;
  std::uint32_t channels;
  std::uint32_t depths;  ///< bit n set: n bits a sample are allowed
};
constexpr std::uint32_t kDepth8And16 = 1u << 8 | 1u << 16;
constexpr std::uint32_t kDepth1To8 = 1u << 1 | 1u << 2 | 1u << 4 | 1u << 8;
constexpr ColorType kColorTypes[] = {{0, "gray", 1, kDepth1To8 | 1u << 16},
                                     {2, "rgb", 3, kDepth8And16},
                                     {3, "indexed", 1, kDepth1To8},
                                     {4, "gray-alpha", 2, kDepth8And16},
                                     {6, "rgba", 4, kDepth8And16}};

tl::unexpected<Error> corrupt(const PngChunk& chunk, const Message& what) {
  return fail(ErrorCode::kCorruptImage, {"{} {} at byte {}", chunk.type, what, chunk.offset},
              chunk.offset);
}

}  // namespace

Result<void> PngProof::read_header() {
  LECTERN_TRY(const PngChunk chunk, chunks_.next());
  ByteReader reader(chunk.data);
  if (chunk.type != "IHDR" || chunk.data.size() != kHeaderBytes) {
    return corrupt(chunk, "stands where an IHDR of 13 bytes must");
  }
  info_.size = {*reader.u32_be(), *reader.u32_be()};
  const std::uint8_t depth = *reader.u8();
  const std::uint8_t code = *reader.u8();
  const std::uint8_t compression = *reader.u8();
  const std::uint8_t filter = *reader.u8();
  const std::uint8_t interlace = *reader.u8();
  const auto* type = std::find_if(std::begin(kColorTypes), std::end(kColorTypes),
                                  [code](const ColorType& each) { return each.code == code; });
  if (type == std::end(kColorTypes)) {
    return corrupt(chunk, {"has the unknown color type {}", code});
  }
  if (depth > 16 || (type->depths >> depth & 1) == 0) {
    return corrupt(chunk, {"has bit depth {} with color type {}", depth, code});
  }
  if (compression != 0 || filter != 0 || interlace > 1) {
    return corrupt(chunk, "names an unknown compression, filter or interlace method");
  }
  if (info_.size.width > kMaxSide || info_.size.height > kMaxSide) {
    return corrupt(chunk, {"says {} pixels", info_.size});
  }
  LECTERN_CHECK(check_pixels(info_.size, limits_));
  info_.bit_depth = depth;
  info_.color_type = type->name;
  info_.alpha = code >= 4;
  bits_per_pixel_ = depth * type->channels;
  LECTERN_CHECK(spend_on_rows(info_.size));
  interlaced_ = interlace == 1;
  row_format_.push_back(chunk);
  return {};
}

Result<ByteSpan> PngProof::next_rows() {
  for (;;) {
    if (rows_) {
      LECTERN_TRY(const ByteSpan rows, rows_->next());
      if (!rows.empty()) return rows;
    }
    const Result<PngChunk> chunk = chunks_.next();
    if (!chunk) {
      // The picture is whole: what is lost is of the frames behind it.
      if (!declared_frames_ || !rows_ || !rows_->finish()) return tl::unexpected(chunk.error());
      LECTERN_CHECK(or_still(tl::unexpected(chunk.error())));
      return ByteSpan();
    }
    if (chunk->type == "IEND") {
      LECTERN_CHECK(take_end(*chunk));
      return ByteSpan();
    }
    LECTERN_CHECK(take(*chunk));
  }
}

Result<void> PngProof::finish() {
  for (;;) {
    LECTERN_TRY(const ByteSpan rows, next_rows());
    if (rows.empty()) return {};
  }
}

Result<void> PngProof::take(const PngChunk& chunk) {
  if (chunk.type == "IDAT") return take_data(chunk);
  if (place_ == Place::kInData) place_ = Place::kAfterData;
  if (chunk.type == "PLTE") return take_palette(chunk);
  if (chunk.type == "tRNS") take_transparency(chunk);
  LECTERN_CHECK(or_still(take_of_animation(chunk)));
  if (chunk.critical()) return corrupt(chunk, "is not a chunk that PNG knows");
  if (chunk.type == "eXIf") {
    const ExifFacts exif = read_exif(chunk.data);
    info_.orientation = exif.orientation;
    info_.exif = exif.says_more;
  }
  check_text(chunk);
  return {};
}

Result<void> PngProof::take_data(const PngChunk& chunk) {
  if (place_ == Place::kAfterData) return corrupt(chunk, "does not follow the other IDAT chunks");
  if (place_ == Place::kBeforeData && info_.color_type == "indexed" && palette_entries_ == 0) {
    return corrupt(chunk, "comes without a PLTE");
  }
  if (!rows_) rows_.emplace(info_.size, bits_per_pixel_, interlaced_, "IDAT");
  place_ = Place::kInData;
  rows_->feed(chunk.data, chunk.offset + kDataOffset);
  return {};
}

Result<void> PngProof::take_palette(const PngChunk& chunk) {
  const std::size_t entries = chunk.data.size() / 3;
  if (palette_entries_ != 0 || place_ != Place::kBeforeData)
    return corrupt(chunk, "is out of place");
  if (entries == 0 || entries > 256 || chunk.data.size() % 3 != 0) {
    return corrupt(chunk, {"has {} bytes", chunk.data.size()});
  }
  palette_entries_ = entries;
  row_format_.push_back(chunk);
  return {};
}

bool PngProof::is_transparency_size(std::size_t bytes) const {
  if (info_.color_type == "gray") return bytes == 2;
  if (info_.color_type == "rgb") return bytes == 6;
  return info_.color_type == "indexed" && bytes > 0 && bytes <= palette_entries_;
}

void PngProof::take_transparency(const PngChunk& chunk) {
  // Where it does not belong, or with what it cannot hold, decoders ignore it.
  if (place_ != Place::kBeforeData || has_transparency_) return;
  if (!is_transparency_size(chunk.data.size())) return;
  has_transparency_ = true;
  info_.alpha = true;
  row_format_.push_back(chunk);
}

Result<void> PngProof::take_of_animation(const PngChunk& chunk) {
  if (chunk.type == "acTL") return take_animation(chunk);
  if (chunk.type == "fcTL") return take_frame(chunk);
  if (chunk.type == "fdAT") return take_frame_data(chunk);
  return {};
}

/// An animation that is broken leaves the default image, which is what is shown then.
Result<void> PngProof::or_still(Result<void> outcome) {
  if (outcome || outcome.error().code != ErrorCode::kCorruptImage) return outcome;
  add_to(info_.warnings, {"the animation was left out: {}", outcome.error().message});
  animation_is_broken_ = true;
  declared_frames_.reset();
  frame_rows_.reset();
  info_.duration_ms = 0;
  info_.damaged = true;
  return {};
}

Result<void> PngProof::take_animation(const PngChunk& chunk) {
  if (animation_is_broken_) return {};
  ByteReader reader(chunk.data);
  const auto frames = reader.u32_be();
  if (place_ != Place::kBeforeData || declared_frames_ || !frames || !reader.u32_be()) {
    return corrupt(chunk, "is out of place or cut");
  }
  if (*frames == 0) return corrupt(chunk, "says 0 frames");
  declared_frames_ = *frames;
  return {};
}

Result<void> PngProof::take_frame(const PngChunk& chunk) {
  if (!declared_frames_) return {};  // without acTL it is a chunk nobody looks at
  const auto control = parse_frame_control(chunk.data);
  if (!control) return corrupt(chunk, {"has {} bytes", chunk.data.size()});
  LECTERN_CHECK(check_sequence(chunk, control->sequence));
  LECTERN_CHECK(finish_frame());
  const Dimensions size = control->size;
  const bool inside = std::uint64_t{control->x} + size.width <= info_.size.width &&
                      std::uint64_t{control->y} + size.height <= info_.size.height;
  if (size.width == 0 || size.height == 0 || !inside || control->disposal > 2 ||
      control->blending > 1) {
    return corrupt(chunk, "describes a frame outside of the picture");
  }
  frame_pixels_ += std::uint64_t{size.width} * size.height;
  LECTERN_CHECK(check_animation_pixels(frame_pixels_, limits_));
  LECTERN_CHECK(spend_on_rows(size));
  if (place_ == Place::kBeforeData) {
    if (size != info_.size) {
      return corrupt(chunk, "of the first frame is not of the picture's size");
    }
  } else {
    frame_rows_.emplace(size, bits_per_pixel_, interlaced_, "fdAT");
  }
  ++seen_frames_;
  info_.duration_ms += control->delay_ms;
  return {};
}

/// A row is inflated whole, whatever is in the file.
Result<void> PngProof::spend_on_rows(Dimensions size) {
  const std::uint64_t pixels = std::uint64_t{size.width} * size.height;
  return work_.spend("the rows of the PNG", pixels, (bits_per_pixel_ + 7) / 8);
}

Result<void> PngProof::take_frame_data(const PngChunk& chunk) {
  if (!declared_frames_) return {};
  ByteReader reader(chunk.data);
  const auto sequence = reader.u32_be();
  if (!sequence || !frame_rows_) return corrupt(chunk, "is out of place or cut");
  LECTERN_CHECK(check_sequence(chunk, *sequence));
  frame_rows_->feed(chunk.data.subspan(4), chunk.offset + kDataOffset + 4);
  for (;;) {
    LECTERN_TRY(const ByteSpan rows, frame_rows_->next());
    if (rows.empty()) return {};
  }
}

Result<void> PngProof::check_sequence(const PngChunk& chunk, std::uint32_t sequence) {
  if (sequence == next_sequence_++) return {};
  return corrupt(chunk, {"has sequence number {} instead of {}", sequence, next_sequence_ - 1});
}

Result<void> PngProof::finish_frame() {
  if (!frame_rows_) return {};
  LECTERN_CHECK(frame_rows_->finish());
  frame_rows_.reset();
  return {};
}

void PngProof::check_text(const PngChunk& chunk) {
  const bool is_profile = chunk.type == "iCCP" && info_.profile.bytes == 0;
  // Nothing more is to be learned from it.
  if (info_.fragile && !is_profile) return;
  const auto inflated = inflated_text_bytes(chunk, kMaxTextBytes);
  if (is_profile) {
    info_.profile.bytes = inflated.value_or(chunk.data.size());
    info_.profile.icc = inflated_profile(chunk, kMaxProfileBytes);
  }
  all_text_bytes_ += inflated.value_or(0) + chunk.data.size();
  if (inflated && *inflated <= kMaxTextBytes && all_text_bytes_ <= kMaxAllTextBytes) return;
  if (info_.fragile) return;
  info_.fragile = true;
  add_to(info_.warnings,
         {"{} chunk at byte {}{}", chunk.type, chunk.offset,
          inflated ? " unpacks to more than other decoders take" : " does not unpack"});
}

Result<void> PngProof::take_end(const PngChunk& chunk) {
  if (place_ == Place::kBeforeData) return corrupt(chunk, "comes before any IDAT");
  LECTERN_CHECK(rows_->finish());
  LECTERN_CHECK(or_still(finish_frame()));
  if (rows_->has_extra_data()) {
    info_.fragile = true;
    info_.warnings.emplace_back("the image data goes on after the last row");
  }
  if (declared_frames_) {
    if (*declared_frames_ != seen_frames_) {
      return or_still(fail(ErrorCode::kCorruptImage, {"acTL says {frame}, the file holds {}",
                                                      *declared_frames_, seen_frames_}));
    }
    info_.frames = seen_frames_;
  }
  info_.bytes_after = chunks_.bytes_left();
  return {};
}

}  // namespace lectern
