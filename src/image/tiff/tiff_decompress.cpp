#include "image/tiff/tiff_decompress.h"

#include <algorithm>
#include <optional>

#include "base/byte_reader.h"
#include "image/tiff/ccitt.h"
#include "inflate/inflater.h"

namespace lectern {
namespace {

tl::unexpected<Error> corrupt(const Message& what) {
  return fail(ErrorCode::kCorruptImage, {"TIFF {}", what});
}

ByteVector with_bits_reversed(ByteSpan bytes) {
  ByteVector reversed(bytes.begin(), bytes.end());
  for (std::uint8_t& byte : reversed) {
    unsigned value = byte;
    value = (value & 0xF0u) >> 4 | (value & 0x0Fu) << 4;
    value = (value & 0xCCu) >> 2 | (value & 0x33u) << 2;
    value = (value & 0xAAu) >> 1 | (value & 0x55u) << 1;
    byte = static_cast<std::uint8_t>(value);
  }
  return reversed;
}

/// False when the data ends before `out` is full.
bool unpack_bits(ByteSpan chunk, std::span<std::uint8_t> out) {
  ByteReader reader(chunk);
  std::size_t at = 0;
  while (at < out.size()) {
    const auto control = reader.u8();
    if (!control) return false;
    if (*control == 0x80) continue;
    const bool literal = *control < 0x80;
    const std::size_t count = literal ? *control + 1u : 257u - *control;
    const std::size_t room = std::min(count, out.size() - at);
    if (literal) {
      const auto bytes = reader.take(count);
      if (!bytes) return false;
      std::copy_n(bytes->begin(), room, out.subspan(at).begin());
    } else {
      const auto byte = reader.u8();
      if (!byte) return false;
      std::fill_n(out.subspan(at).begin(), room, *byte);
    }
    at += room;
  }
  return true;
}

bool inflate_all(ByteSpan chunk, std::span<std::uint8_t> out) {
  Inflater inflater;
  inflater.feed(chunk);
  while (!out.empty()) {
    const auto bytes = inflater.next();
    if (!bytes || bytes->empty()) return false;
    const std::size_t size = std::min(bytes->size(), out.size());
    std::copy_n(bytes->begin(), size, out.begin());
    out = out.subspan(size);
  }
  return true;
}

/// TIFF's LZW: codes from the high bit on, longer one code early (section 13).
class LzwDecoder {
 public:
  LzwDecoder(ByteSpan chunk, std::span<std::uint8_t> out) : chunk_(chunk), out_(out) {
    for (std::uint32_t code = 0; code < kClear; ++code) {
      entries_.push_back({static_cast<std::uint8_t>(code), static_cast<std::uint8_t>(code), 0, 1});
    }
    entries_.resize(kFirst);
  }

  bool decode() {
    std::uint32_t previous = kNone;
    while (at_ < out_.size()) {
      const auto code = next_code();
      if (!code || *code == kEnd) return false;
      if (*code == kClear) {
        entries_.resize(kFirst);
        bits_ = kMinBits;
        previous = kNone;
        continue;
      }
      const std::size_t known = entries_.size();
      if (previous == kNone) {
        if (*code >= kClear) return false;
      } else {
        if (*code > known || known >= kMaxCodes) return false;
        const std::uint8_t first = entries_[previous].first;
        const std::uint8_t last = *code == known ? first : entries_[*code].first;
        entries_.push_back({last, first, previous, entries_[previous].length + 1});
        if (entries_.size() + 1 == std::size_t{1} << bits_ && bits_ < kMaxBits) ++bits_;
      }
      write(*code);
      previous = *code;
    }
    return true;
  }

 private:
  static constexpr std::uint32_t kClear = 256;
  static constexpr std::uint32_t kEnd = 257;
  static constexpr std::uint32_t kFirst = 258;
  static constexpr std::uint32_t kMinBits = 9;
  static constexpr std::uint32_t kMaxBits = 12;
  static constexpr std::size_t kMaxCodes = 4096;
  static constexpr std::uint32_t kNone = 0xFFFF;  ///< no code since the last clear code

  struct Entry {
    std::uint8_t last;
    std::uint8_t first;
    std::uint32_t previous;
    std::uint32_t length;
  };

  std::optional<std::uint32_t> next_code() {
    while (bit_count_ < bits_) {
      if (chunk_.empty()) return std::nullopt;
      pending_ = pending_ << 8 | chunk_.front();
      chunk_ = chunk_.subspan(1);
      bit_count_ += 8;
    }
    bit_count_ -= bits_;
    return pending_ >> bit_count_ & ((1u << bits_) - 1);
  }

  void write(std::uint32_t code) {
    const std::size_t length = entries_[code].length;
    for (std::size_t i = length; i > 0; --i) {
      if (at_ + i - 1 < out_.size()) out_[at_ + i - 1] = entries_[code].last;
      code = entries_[code].previous;
    }
    at_ += length;
  }

  ByteSpan chunk_;
  std::span<std::uint8_t> out_;
  std::vector<Entry> entries_;
  std::size_t at_ = 0;
  std::uint32_t bits_ = kMinBits;
  std::uint32_t pending_ = 0;
  std::uint32_t bit_count_ = 0;
};

Result<ByteVector> decompress_fax(ByteSpan chunk, const TiffImage& image, Dimensions size) {
  CcittSettings settings;
  constexpr std::uint32_t kTwoDimensional = 1;
  switch (image.compression) {
    case TiffCompression::kCcittRle:
      settings.coding = CcittCoding::kRunLengths;
      break;
    case TiffCompression::kCcittGroup3:
      settings.coding = (image.fax_options & kTwoDimensional) != 0
                            ? CcittCoding::kGroup3TwoDimensional
                            : CcittCoding::kGroup3;
      break;
    default:
      settings.coding = CcittCoding::kGroup4;
      break;
  }
  settings.size = size;
  return decode_ccitt(chunk, settings);
}

template <typename T>
void add_across(std::span<std::uint8_t> row, std::size_t samples, bool little_endian) {
  const auto byte_at = [little_endian](std::size_t i) {
    return little_endian ? i : sizeof(T) - 1 - i;
  };
  const auto load = [&](std::size_t sample) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < sizeof(T); ++i) {
      value |= std::uint64_t{row[sample * sizeof(T) + byte_at(i)]} << (8 * i);
    }
    return value;
  };
  const std::size_t count = row.size() / sizeof(T);
  for (std::size_t sample = samples; sample < count; ++sample) {
    const std::uint64_t value = load(sample) + load(sample - samples);
    for (std::size_t i = 0; i < sizeof(T); ++i) {
      row[sample * sizeof(T) + byte_at(i)] = static_cast<std::uint8_t>(value >> (8 * i));
    }
  }
}

/// Floating point predictor: byte differences, and all high bytes of a row before the lower ones.
void undo_float_predictor(std::span<std::uint8_t> row, std::size_t samples,
                          std::size_t sample_bytes) {
  for (std::size_t i = samples; i < row.size(); ++i) {
    row[i] = static_cast<std::uint8_t>(row[i] + row[i - samples]);
  }
  const ByteVector planes(row.begin(), row.end());
  const std::size_t count = row.size() / sample_bytes;
  for (std::size_t sample = 0; sample < count; ++sample) {
    for (std::size_t byte = 0; byte < sample_bytes; ++byte) {
      row[sample * sample_bytes + byte] = planes[byte * count + sample];
    }
  }
}

}  // namespace

Result<ByteVector> decompress_tiff(ByteSpan chunk, const TiffImage& image, Dimensions size,
                                   std::size_t expected_bytes) {
  ByteVector reversed;
  if (image.low_bit_first) {
    reversed = with_bits_reversed(chunk);
    chunk = reversed;
  }
  ByteVector out(expected_bytes);
  bool full = false;
  switch (image.compression) {
    case TiffCompression::kNone:
      full = chunk.size() >= expected_bytes;
      if (full) std::copy_n(chunk.begin(), expected_bytes, out.begin());
      break;
    case TiffCompression::kPackBits:
      full = unpack_bits(chunk, out);
      break;
    case TiffCompression::kLzw:
      full = LzwDecoder(chunk, out).decode();
      break;
    case TiffCompression::kDeflate:
    case TiffCompression::kOldDeflate:
      full = inflate_all(chunk, out);
      break;
    case TiffCompression::kCcittRle:
    case TiffCompression::kCcittGroup3:
    case TiffCompression::kCcittGroup4:
      return decompress_fax(chunk, image, size);
    default:
      break;
  }
  if (!full) {
    return corrupt({"strip or tile holds less than its {} bytes", expected_bytes});
  }
  return out;
}

Result<void> undo_tiff_predictor(std::span<std::uint8_t> samples, const TiffImage& image,
                                 std::size_t row_bytes) {
  const bool has_predictor = image.compression == TiffCompression::kLzw ||
                             image.compression == TiffCompression::kDeflate ||
                             image.compression == TiffCompression::kOldDeflate;
  if (!has_predictor || image.predictor == 1) return {};
  constexpr std::uint32_t kHorizontal = 2;
  constexpr std::uint32_t kFloat = 3;
  const bool known = (image.predictor == kHorizontal && image.bits % 8 == 0 && image.bits != 24 &&
                      image.bits <= 64) ||
                     (image.predictor == kFloat && image.floating);
  if (!known) {
    return fail(ErrorCode::kUnsupportedFormat,
                {"TIFF with predictor {} on {} bits is not supported; convert it to PNG",
                 image.predictor, image.bits});
  }
  const std::size_t together = image.samples_together();
  for (std::size_t at = 0; at + row_bytes <= samples.size(); at += row_bytes) {
    const std::span<std::uint8_t> row = samples.subspan(at, row_bytes);
    if (image.predictor == kFloat) {
      undo_float_predictor(row, together, image.bits / 8);
    } else if (image.bits == 8) {
      add_across<std::uint8_t>(row, together, image.little_endian);
    } else if (image.bits == 16) {
      add_across<std::uint16_t>(row, together, image.little_endian);
    } else if (image.bits == 32) {
      add_across<std::uint32_t>(row, together, image.little_endian);
    } else {
      add_across<std::uint64_t>(row, together, image.little_endian);
    }
  }
  return {};
}

}  // namespace lectern
