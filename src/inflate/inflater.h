// Inflates zlib and bare deflate streams (RFC 1950 and 1951) into a window. Most of the time that a
// PNG takes is inflating it, and zlib, whose loop takes a code at a time and copies byte by byte,
// needs 1.6 to 5 times as long (bench/inflate). The shape of the loop and of the tables is
// libdeflate's, which wants the whole result in memory at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <tl/expected.hpp>

#include "base/bytes.h"
#include "inflate/adler32.h"

namespace lectern {

class Inflater {
 public:
  /// The most that next() gives at a time.
  static constexpr std::size_t kMaxOutput = 32u << 10;

  /// What stands around the deflated data.
  enum class Wrapping : std::uint8_t { kZlib, kNone };

  explicit Inflater(Wrapping wrapping = Wrapping::kZlib);
  ~Inflater();
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  /// Begins with another stream, in the memory that is there.
  void restart();

  /// Between two blocks: what it takes to go on there.
  struct Point {
    unsigned bit_count = 0;  ///< bits of the byte before that belong to the next block, 0 to 7
    std::uint8_t bits = 0;
    ByteSpan history;  ///< the last 32 KiB of what was inflated, or all of it
  };
  /// Whether next() ends where a block does, when it has something to give.
  void stop_at_blocks(bool stops) { stops_at_blocks_ = stops; }
  /// Valid until the next call; nothing within a block, and behind the last one. The bytes of the
  /// next block begin where those do that are `unused`.
  std::optional<Point> point() const;
  /// Goes on at a point of a stream without a wrapping.
  void resume(const Point& point);

  /// The next piece of the stream, when next() has used up the one before; it must outlive that.
  void feed(ByteSpan piece);
  /// What comes next of the inflated data: valid until the next call. Empty when the piece is used
  /// up, and when the stream has ended. An error says what is wrong with the stream, when all that
  /// stands before has been given.
  tl::expected<ByteSpan, std::string_view> next();
  /// The stream has ended, and its checksum is right if it has one.
  bool ended() const { return step_ == Step::kEnd; }
  /// How much of the piece was read.
  std::size_t position() const;
  /// How many of the last bytes of all pieces were not used. At the end of a stream what stands
  /// behind it begins with them, and may have come with an earlier piece.
  std::size_t unused() const;

 private:
  enum class Step : std::uint8_t {
    kHeader,
    kBlock,
    kStoredSize,
    kStored,
    kCounts,
    kLengthCode,
    kLengths,
    kCodes,
    kChecksum,
    kEnd,
    kFailed
  };
  /// Why a step is left.
  enum class Stop : std::uint8_t { kDone, kInput, kOutput, kError };

  /// What was inflated, and the codes that are in force.
  struct Buffers;

  Stop run_step();
  Stop read_header();
  Stop read_block();
  Stop read_stored_size();
  Stop copy_stored();
  Stop read_counts();
  Stop read_length_code();
  Stop read_lengths();
  Stop make_tables();
  Stop read_codes();
  Stop read_codes_fast();
  Stop read_checksum();
  Stop fail(std::string_view reason);
  void make_fixed_tables();
  void move_window();
  void sum_output();
  bool need(unsigned bits);
  void fill();
  std::uint32_t take(unsigned bits);

  Wrapping wrapping_;
  Step step_;
  bool last_block_ = false;
  bool stops_at_blocks_ = false;
  bool fixed_codes_ = false;  ///< the tables are those of the fixed codes
  std::uint32_t sum_ = kAdler32Start;
  ByteSpan piece_;
  const std::uint8_t* in_ = nullptr;  ///< what is next of the piece
  std::uint64_t bits_ = 0;            ///< read and not yet used, the next one lowest
  unsigned bit_count_ = 0;
  std::string_view reason_;

  std::unique_ptr<Buffers> buffers_;
  std::uint8_t* out_;    ///< where the next byte goes
  std::uint8_t* limit_;  ///< from where on next() gives what there is
  std::uint8_t* unsummed_;

  std::uint32_t stored_left_ = 0;
  std::uint32_t symbols_ = 0;
  std::uint32_t distances_ = 0;
  std::uint32_t length_codes_ = 0;
  std::uint32_t lengths_read_ = 0;
};

}  // namespace lectern
