#include "documents/columnar/parquet_values.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/byte_reader.h"

namespace lectern {
namespace {

constexpr std::uint32_t kPlain = 0;
constexpr std::uint32_t kPlainDictionary = 2;
constexpr std::uint32_t kRle = 3;
constexpr std::uint32_t kDeltaBinaryPacked = 5;
constexpr std::uint32_t kDeltaLengthByteArray = 6;
constexpr std::uint32_t kDeltaByteArray = 7;
constexpr std::uint32_t kRleDictionary = 8;
constexpr std::uint32_t kByteStreamSplit = 9;
/// Values of a block of deltas: more than any writer makes.
constexpr std::uint64_t kMostBlockValues = std::uint64_t{1} << 24;

std::uint64_t le_bits(ByteSpan bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = std::min<std::size_t>(bytes.size(), 8); i > 0; --i)
    value = value << 8 | bytes[i - 1];
  return value;
}

/// `width` bits from bit `at` on, 64 at most. What lies behind the end is 0.
std::uint64_t bits_at(ByteSpan bytes, std::uint64_t at, unsigned width) {
  const std::uint64_t first = at / 8;
  if (width == 0 || first >= bytes.size()) return 0;
  const auto shift = static_cast<unsigned>(at % 8);
  const ByteSpan rest = bytes.subspan(static_cast<std::size_t>(first));
  std::uint64_t value = le_bits(rest) >> shift;
  if (shift + width > 64 && rest.size() > 8) value |= std::uint64_t{rest[8]} << (64 - shift);
  return width == 64 ? value : value & ((std::uint64_t{1} << width) - 1);
}

/// Two bytes may stand for millions of deltas.
bool passed_over(DeltaDecoder& deltas, WorkBudget& budget) {
  constexpr std::uint64_t kDeltaWork = 20;
  // What is not done is not paid for: the rows have other columns.
  const std::uint64_t room = budget.max_units() - std::min(budget.spent(), budget.max_units());
  if (deltas.left() > room / kDeltaWork) return false;
  if (!budget.spend("the table's values", deltas.left(), kDeltaWork)) return false;
  while (deltas.next()) {
  }
  return deltas.is_valid() && deltas.left() == 0;
}

}  // namespace

std::size_t parquet_width(ParquetType type, std::size_t width) {
  switch (type) {
    case ParquetType::kInt32:
    case ParquetType::kFloat:
      return 4;
    case ParquetType::kInt64:
    case ParquetType::kDouble:
      return 8;
    case ParquetType::kInt96:
      return 12;
    case ParquetType::kFixedByteArray:
      return width;
    case ParquetType::kBoolean:
    case ParquetType::kByteArray:
      break;
  }
  return 0;
}

// Runs.

bool HybridDecoder::begin_run() {
  std::uint64_t head = 0;
  for (unsigned shift = 0;; shift += 7) {
    if (at_ >= bytes_.size() || shift > 35) return false;
    const std::uint8_t byte = bytes_[at_++];
    head |= std::uint64_t{byte & 0x7FU} << shift;
    if ((byte & 0x80) == 0) break;
  }
  is_packed_ = (head & 1) != 0;
  const std::uint64_t count = head >> 1;
  if (!is_packed_) {
    const std::size_t size = (width_ + 7) / 8;
    if (size > bytes_.size() - at_) return false;
    value_ = static_cast<std::uint32_t>(le_bits(bytes_.subspan(at_, size)));
    at_ += size;
    left_ = count;
    return true;
  }
  const std::uint64_t here = bytes_.size() - at_;
  bit_ = std::uint64_t{at_} * 8;
  left_ = count * 8;
  const std::uint64_t size = count * width_;
  if (size > here) {
    // The last run may be cut after its last value.
    left_ = std::min(left_, here * 8 / width_);
    at_ = bytes_.size();
  } else {
    at_ += static_cast<std::size_t>(size);
  }
  return true;
}

std::optional<std::uint32_t> HybridDecoder::next() {
  while (left_ == 0) {
    if (!begin_run()) return std::nullopt;
  }
  --left_;
  if (!is_packed_) return value_;
  const auto value = static_cast<std::uint32_t>(bits_at(bytes_, bit_, width_));
  bit_ += width_;
  return value;
}

bool HybridDecoder::skip(std::uint64_t count) {
  while (count > 0) {
    if (left_ == 0 && !begin_run()) return false;
    const std::uint64_t some = std::min(left_, count);
    left_ -= some;
    count -= some;
    if (is_packed_) bit_ += some * width_;
  }
  return true;
}

// Deltas.

std::optional<std::uint64_t> DeltaDecoder::varint() {
  std::uint64_t value = 0;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    if (at_ >= bytes_.size()) return std::nullopt;
    const std::uint8_t byte = bytes_[at_++];
    value |= std::uint64_t{byte & 0x7FU} << shift;
    if ((byte & 0x80) == 0) return value;
  }
  return std::nullopt;
}

DeltaDecoder::DeltaDecoder(ByteSpan bytes) : bytes_(bytes) {
  const auto block = varint();
  const auto miniblocks = varint();
  const auto count = varint();
  const auto first = varint();
  if (!first || *block > kMostBlockValues || *miniblocks == 0 || *miniblocks > *block) return;
  miniblocks_ = *miniblocks;
  values_ = *block / *miniblocks;
  left_ = *count;
  last_ = *first >> 1 ^ (0 - (*first & 1));
  miniblock_ = miniblocks_;
  end_ = at_;
  is_valid_ = values_ > 0;
}

bool DeltaDecoder::begin_miniblock() {
  if (miniblock_ == miniblocks_) {
    const auto least = varint();
    if (!least || miniblocks_ > bytes_.size() - at_) return false;
    least_ = *least >> 1 ^ (0 - (*least & 1));
    widths_ = bytes_.subspan(at_, static_cast<std::size_t>(miniblocks_));
    at_ += widths_.size();
    miniblock_ = 0;
  }
  width_ = widths_[static_cast<std::size_t>(miniblock_++)];
  if (width_ > 64) return false;
  bit_ = std::uint64_t{at_} * 8;
  in_block_ = values_;
  const std::uint64_t size = values_ * width_ / 8;
  // The last one may be cut after its last value.
  const std::uint64_t needed = (std::min(values_, left_) * width_ + 7) / 8;
  if (needed > bytes_.size() - at_) return false;
  at_ += static_cast<std::size_t>(std::min<std::uint64_t>(size, bytes_.size() - at_));
  end_ = at_;
  return true;
}

std::optional<std::uint64_t> DeltaDecoder::next() {
  if (!is_valid_ || left_ == 0) return std::nullopt;
  if (is_first_) {
    is_first_ = false;
    --left_;
    return last_;
  }
  if (in_block_ == 0 && !begin_miniblock()) {
    is_valid_ = false;
    return std::nullopt;
  }
  last_ += least_ + bits_at(bytes_, bit_, width_);
  bit_ += width_;
  --in_block_;
  --left_;
  return last_;
}

// Dictionaries.

bool ParquetDictionary::open(ByteVector bytes, ParquetType type, std::size_t width,
                             std::uint64_t count) {
  bytes_ = std::move(bytes);
  type_ = type;
  width_ = parquet_width(type, width);
  count_ = count;
  starts_.clear();
  is_open_ = false;
  if (type == ParquetType::kBoolean) return false;
  if (type == ParquetType::kByteArray) {
    // Each takes four bytes at least.
    if (count > bytes_.size() / 4 || bytes_.size() > std::numeric_limits<std::uint32_t>::max())
      return false;
    starts_.reserve(static_cast<std::size_t>(count));
    ByteReader reader(bytes_);
    for (std::uint64_t i = 0; i < count; ++i) {
      starts_.push_back(static_cast<std::uint32_t>(reader.position()));
      const auto size = reader.u32_le();
      if (!size || !reader.skip(*size)) return false;
    }
  } else if (width_ == 0 || count > bytes_.size() / width_) {
    return false;
  }
  is_open_ = true;
  return true;
}

bool ParquetDictionary::get(std::uint32_t index, ParquetScalar& value) const {
  if (!is_open_ || index >= count_) return false;
  if (type_ == ParquetType::kByteArray) {
    const std::size_t start = starts_[index];
    const auto size = static_cast<std::size_t>(le_bits(ByteSpan(bytes_).subspan(start, 4)));
    value.bytes = ByteSpan(bytes_).subspan(start + 4, size);
    return true;
  }
  value.bytes = ByteSpan(bytes_).subspan(index * width_, width_);
  value.bits = le_bits(value.bytes);
  return true;
}

// Pages.

bool ParquetValues::open(ByteSpan bytes, std::uint32_t encoding, ParquetType type,
                         std::size_t width, const ParquetDictionary* dictionary,
                         WorkBudget& budget) {
  *this = ParquetValues();
  type_ = type;
  bytes_ = bytes;
  width_ = parquet_width(type, width);
  const bool is_integer = type == ParquetType::kInt32 || type == ParquetType::kInt64;
  switch (encoding) {
    case kPlain:
      kind_ = type == ParquetType::kBoolean     ? Kind::kPlainBits
              : type == ParquetType::kByteArray ? Kind::kPlainBytes
                                                : Kind::kPlainFixed;
      return true;
    case kPlainDictionary:
    case kRleDictionary: {
      kind_ = Kind::kDictionary;
      dictionary_ = dictionary;
      if (!dictionary->is_open()) return false;
      const unsigned bits = bytes.empty() ? 0 : bytes[0];
      if (bits > 32) return false;
      runs_ = HybridDecoder(bytes.empty() ? bytes : bytes.subspan(1), bits);
      return true;
    }
    case kRle: {
      kind_ = Kind::kRuns;
      ByteReader reader(bytes);
      const auto rest = reader.take(reader.u32_le().value_or(0));
      if (type != ParquetType::kBoolean || !rest) return false;
      runs_ = HybridDecoder(*rest, 1);
      return true;
    }
    case kDeltaBinaryPacked:
      kind_ = Kind::kDelta;
      deltas_ = DeltaDecoder(bytes);
      return is_integer;
    case kDeltaLengthByteArray:
      kind_ = Kind::kDeltaLengths;
      return type == ParquetType::kByteArray && open_lengths(bytes, budget);
    case kDeltaByteArray: {
      kind_ = Kind::kDeltaBytes;
      prefixes_ = DeltaDecoder(bytes);
      DeltaDecoder all = prefixes_;
      if (!passed_over(all, budget)) return false;
      const bool is_bytes = type == ParquetType::kByteArray || type == ParquetType::kFixedByteArray;
      return is_bytes && open_lengths(bytes.subspan(all.end()), budget);
    }
    case kByteStreamSplit:
      kind_ = Kind::kSplit;
      return width_ > 0 && type != ParquetType::kInt96;
    default:
      return false;
  }
}

/// The lengths, then the bytes of all values.
bool ParquetValues::open_lengths(ByteSpan bytes, WorkBudget& budget) {
  deltas_ = DeltaDecoder(bytes);
  DeltaDecoder all = deltas_;
  if (!passed_over(all, budget)) return false;
  bytes_ = bytes.subspan(all.end());
  return true;
}

bool ParquetValues::next_suffix(ByteSpan& value) {
  const auto size = deltas_.next();
  if (!size || *size > bytes_.size() - at_) return false;
  value = bytes_.subspan(static_cast<std::size_t>(at_), static_cast<std::size_t>(*size));
  at_ += *size;
  return true;
}

bool ParquetValues::next(ParquetScalar& value) {
  value = {};
  switch (kind_) {
    case Kind::kPlainBits:
      if (at_ / 8 >= bytes_.size()) return false;
      value.bits = bits_at(bytes_, at_++, 1);
      return true;
    case Kind::kPlainFixed:
      if (width_ > bytes_.size() - at_) return false;
      value.bytes = bytes_.subspan(static_cast<std::size_t>(at_), width_);
      value.bits = le_bits(value.bytes);
      at_ += width_;
      return true;
    case Kind::kPlainBytes: {
      if (bytes_.size() - at_ < 4) return false;
      const std::uint64_t size = le_bits(bytes_.subspan(static_cast<std::size_t>(at_), 4));
      if (size > bytes_.size() - at_ - 4) return false;
      value.bytes =
          bytes_.subspan(static_cast<std::size_t>(at_) + 4, static_cast<std::size_t>(size));
      at_ += 4 + size;
      return true;
    }
    case Kind::kRuns: {
      const auto bit = runs_.next();
      value.bits = bit.value_or(0);
      return bit.has_value();
    }
    case Kind::kDictionary: {
      const auto index = runs_.next();
      return index && dictionary_->get(*index, value);
    }
    case Kind::kDelta: {
      const auto number = deltas_.next();
      value.bits = number.value_or(0);
      return number.has_value();
    }
    case Kind::kDeltaLengths:
      return next_suffix(value.bytes);
    case Kind::kDeltaBytes: {
      const auto prefix = prefixes_.next();
      ByteSpan suffix;
      if (!prefix || *prefix > made_.size() || !next_suffix(suffix)) return false;
      made_.resize(static_cast<std::size_t>(*prefix));
      made_.insert(made_.end(), suffix.begin(), suffix.end());
      copied_ += suffix.size();
      value.bytes = made_;
      return type_ != ParquetType::kFixedByteArray || made_.size() == width_;
    }
    case Kind::kSplit: {
      const std::uint64_t count = bytes_.size() / width_;
      if (at_ >= count) return false;
      made_.resize(width_);
      for (std::size_t i = 0; i < width_; ++i)
        made_[i] = bytes_[static_cast<std::size_t>(i * count + at_)];
      ++at_;
      // Each byte of a long value is far from the one before it.
      constexpr std::size_t kFewBytes = 16;
      constexpr std::uint64_t kFarWork = 16;
      if (width_ > kFewBytes) copied_ += kFarWork * width_;
      value.bytes = made_;
      value.bits = le_bits(made_);
      return true;
    }
  }
  return false;
}

bool ParquetValues::skip(std::uint64_t count) {
  switch (kind_) {
    case Kind::kPlainFixed:
      if (width_ > 0 && count > (bytes_.size() - at_) / width_) return false;
      at_ += count * width_;
      return true;
    case Kind::kPlainBits:
    case Kind::kSplit:
      at_ += count;
      return at_ <= bytes_.size() * 8;
    case Kind::kRuns:
    case Kind::kDictionary:
      return runs_.skip(count);
    default:
      break;
  }
  ParquetScalar value;
  for (; count > 0; --count) {
    if (!next(value)) return false;
  }
  return true;
}

std::uint64_t ParquetValues::take_copied() { return std::exchange(copied_, 0); }

}  // namespace lectern
