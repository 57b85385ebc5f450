// The encodings of a Parquet page, read value by value, so that a page costs no memory for what it
// says to hold. https://github.com/apache/parquet-format/blob/master/Encodings.md
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/bytes.h"
#include "base/work_budget.h"

namespace lectern {

/// As the file writes them.
enum class ParquetType : std::uint8_t {
  kBoolean,
  kInt32,
  kInt64,
  kInt96,
  kFloat,
  kDouble,
  kByteArray,
  kFixedByteArray
};

/// Runs of one value and runs of packed bits (RLE, the levels' and the dictionaries' encoding).
class HybridDecoder {
 public:
  HybridDecoder() = default;
  HybridDecoder(ByteSpan bytes, unsigned bit_width) : bytes_(bytes), width_(bit_width) {}

  /// Nothing when the bytes end before.
  std::optional<std::uint32_t> next();
  /// Leaves values out. False when there are fewer.
  bool skip(std::uint64_t count);

 private:
  bool begin_run();

  ByteSpan bytes_;
  std::size_t at_ = 0;
  unsigned width_ = 0;
  std::uint64_t left_ = 0;  ///< of the run
  bool is_packed_ = false;
  std::uint32_t value_ = 0;  ///< of a run of one value
  std::uint64_t bit_ = 0;    ///< of a packed run, in `bytes_`
};

/// DELTA_BINARY_PACKED.
class DeltaDecoder {
 public:
  DeltaDecoder() = default;
  explicit DeltaDecoder(ByteSpan bytes);

  std::optional<std::uint64_t> next();
  /// Values that are left, as the header says.
  std::uint64_t left() const { return left_; }
  /// Where its bytes end, once all values were taken.
  std::size_t end() const { return end_; }
  bool is_valid() const { return is_valid_; }

 private:
  std::optional<std::uint64_t> varint();
  bool begin_miniblock();

  ByteSpan bytes_;
  std::size_t at_ = 0;
  std::size_t end_ = 0;
  bool is_valid_ = false;
  bool is_first_ = true;
  std::uint64_t left_ = 0;
  std::uint64_t miniblocks_ = 0;  ///< of a block
  std::uint64_t values_ = 0;      ///< of a miniblock
  std::uint64_t last_ = 0;
  std::uint64_t least_ = 0;  ///< the smallest difference of the block
  ByteSpan widths_;
  std::uint64_t miniblock_ = 0;  ///< the next one
  std::uint64_t in_block_ = 0;   ///< values left of the miniblock
  std::uint64_t bit_ = 0;
  unsigned width_ = 0;
};

/// A value as it stands in a page.
struct ParquetScalar {
  std::uint64_t bits = 0;  ///< of booleans, integers, floats and doubles
  ByteSpan bytes = {};     ///< of the others; valid until the next value is taken
};

/// The values of a dictionary page.
class ParquetDictionary {
 public:
  /// \returns false when the bytes hold fewer values than stated.
  bool open(ByteVector bytes, ParquetType type, std::size_t width, std::uint64_t count);
  bool get(std::uint32_t index, ParquetScalar& value) const;
  bool is_open() const { return is_open_; }
  std::uint64_t memory() const { return bytes_.capacity() + starts_.capacity() * 4; }

 private:
  ByteVector bytes_;
  std::vector<std::uint32_t> starts_;  ///< of byte arrays: where each begins, and where all end
  ParquetType type_ = ParquetType::kInt32;
  std::size_t width_ = 0;
  std::uint64_t count_ = 0;
  bool is_open_ = false;
};

/// The values of a data page.
class ParquetValues {
 public:
  ParquetValues() = default;
  /// \param bytes       stay where they are
  /// \param encoding    as the file numbers it
  /// \param width       bytes of a value of kFixedByteArray
  /// \param dictionary  stays where it is
  /// \param budget      pays for lengths that are passed over
  /// \returns false when no page of the type can be so, or when the encoding is unknown
  bool open(ByteSpan bytes, std::uint32_t encoding, ParquetType type, std::size_t width,
            const ParquetDictionary* dictionary, WorkBudget& budget);
  /// False when the page does not have it.
  bool next(ParquetScalar& value);
  bool skip(std::uint64_t count);
  /// Values that are skipped take no longer than their bytes.
  bool has_cheap_skips() const { return kind_ <= Kind::kPlainBytes; }
  /// Bytes that were copied to make values out of the ones before them, since the last call.
  std::uint64_t take_copied();

 private:
  enum class Kind : std::uint8_t {
    kPlainBits,
    kPlainFixed,
    kSplit,
    kRuns,
    kDictionary,
    kPlainBytes,
    kDelta,
    kDeltaLengths,
    kDeltaBytes
  };
  bool open_lengths(ByteSpan bytes, WorkBudget& budget);
  bool next_suffix(ByteSpan& value);

  Kind kind_ = Kind::kPlainFixed;
  ParquetType type_ = ParquetType::kInt32;
  ByteSpan bytes_;
  std::size_t width_ = 0;
  std::uint64_t at_ = 0;  ///< a byte, a bit or a value, by kind
  HybridDecoder runs_;
  DeltaDecoder deltas_;
  DeltaDecoder prefixes_;
  const ParquetDictionary* dictionary_ = nullptr;
  ByteVector made_;
  std::uint64_t copied_ = 0;
};

/// Bytes of a value of that type; `width` for kFixedByteArray, 0 for those of no fixed size.
std::size_t parquet_width(ParquetType type, std::size_t width);

}  // namespace lectern
