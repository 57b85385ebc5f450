#include "inflate/inflater.h"

#include <algorithm>
#include <span>

#include "inflate/inflater_buffers.h"

namespace lectern {
namespace {

/// Those that the fixed codes have; they use fewer.
constexpr std::size_t kFixedSymbols = 288;
constexpr std::size_t kFixedDistances = 32;

/// RFC 1951, section 3.2.7: the order in which they stand, and what they are followed by.
constexpr std::uint8_t kLengthOrder[] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                         11, 4,  12, 3, 13, 2, 14, 1, 15};
constexpr std::uint32_t kRepeatLast = 16;
constexpr std::uint32_t kRepeatZero = 17;
constexpr std::uint32_t kRepeatZeroOften = 18;

constexpr HuffmanEntry code_length(std::uint32_t symbol) {
  if (symbol == kRepeatLast) return {0, symbol, 2};
  if (symbol == kRepeatZero) return {0, symbol, 3};
  if (symbol == kRepeatZeroOften) return {0, symbol, 7};
  return {0, symbol};
}

/// RFC 1951, section 3.2.5.
constexpr HuffmanEntry literal_or_length(std::uint32_t symbol) {
  if (symbol < kEndOfBlock) return {HuffmanEntry::kLiteral, symbol};
  if (symbol == kEndOfBlock) return {HuffmanEntry::kEndOfBlock, 0};
  const std::uint32_t index = symbol - kEndOfBlock - 1;
  if (index < 8) return {0, index + 3};
  if (index < 28) {
    const std::uint32_t extra = index / 4 - 1;
    return {0, ((4 + index % 4) << extra) + 3, extra};
  }
  if (index == 28) return {0, kMaxMatch};
  return {HuffmanEntry::kInvalid, 0};
}

constexpr HuffmanEntry distance(std::uint32_t symbol) {
  if (symbol < 4) return {0, symbol + 1};
  if (symbol >= 30) return {HuffmanEntry::kInvalid, 0};
  const std::uint32_t extra = symbol / 2 - 1;
  return {0, ((2 + symbol % 2) << extra) + 1, extra};
}

template <std::size_t kSymbols>
constexpr std::array<HuffmanEntry, kSymbols> meanings_of(HuffmanEntry (*meaning)(std::uint32_t)) {
  std::array<HuffmanEntry, kSymbols> all;
  for (std::uint32_t symbol = 0; symbol < kSymbols; ++symbol) all[symbol] = meaning(symbol);
  return all;
}
constexpr auto kLengthMeanings = meanings_of<kLengthSymbols>(code_length);
constexpr auto kSymbolMeanings = meanings_of<kFixedSymbols>(literal_or_length);
constexpr auto kDistanceMeanings = meanings_of<kFixedDistances>(distance);

}  // namespace

// The window is not cleared: distances reach behind nothing that was not written.
Inflater::Inflater(Wrapping wrapping)
    : wrapping_(wrapping),
      step_(wrapping == Wrapping::kZlib ? Step::kHeader : Step::kBlock),
      buffers_(new Buffers),
      out_(buffers_->window),
      limit_(out_),
      unsummed_(out_) {}

Inflater::~Inflater() = default;

void Inflater::restart() {
  step_ = wrapping_ == Wrapping::kZlib ? Step::kHeader : Step::kBlock;
  last_block_ = false;
  sum_ = kAdler32Start;
  bits_ = 0;
  bit_count_ = 0;
  reason_ = {};
  out_ = limit_ = unsummed_ = buffers_->window;
  feed({});
}

std::optional<Inflater::Point> Inflater::point() const {
  if (step_ != Step::kBlock || last_block_) return std::nullopt;
  const unsigned count = bit_count_ % 8;
  const auto size =
      std::min<std::size_t>(static_cast<std::size_t>(out_ - buffers_->window), kHistory);
  return Point{count, static_cast<std::uint8_t>(bits_ & ((1U << count) - 1)),
               ByteSpan(out_ - size, size)};
}

void Inflater::resume(const Point& point) {
  restart();
  const std::size_t size = std::min(point.history.size(), kHistory);
  std::copy_n(point.history.begin(), size, buffers_->window);
  out_ = limit_ = unsummed_ = buffers_->window + size;
  bit_count_ = point.bit_count % 8;
  bits_ = point.bits & ((1U << bit_count_) - 1);
}

void Inflater::feed(ByteSpan piece) {
  piece_ = piece;
  in_ = piece.data();
}

std::size_t Inflater::position() const {
  const auto read = static_cast<std::size_t>(in_ - piece_.data());
  return read - std::min<std::size_t>(read, bit_count_ / 8);
}

std::size_t Inflater::unused() const {
  return piece_.size() - static_cast<std::size_t>(in_ - piece_.data()) + bit_count_ / 8;
}

tl::expected<ByteSpan, std::string_view> Inflater::next() {
  move_window();
  const std::uint8_t* const start = out_;
  limit_ = out_ + (kMaxOutput - kFastOutput);
  Stop stop = Stop::kDone;
  while (stop == Stop::kDone) {
    stop = run_step();
    if (stops_at_blocks_ && step_ == Step::kBlock && out_ != start) break;
  }
  if (stop == Stop::kError && out_ == start) return tl::unexpected(reason_);
  sum_output();
  return ByteSpan(start, out_);
}

/// Keeps what distances can reach, and makes room for what next() gives.
void Inflater::move_window() {
  std::uint8_t* const start = buffers_->window;
  if (out_ + kMaxOutput <= start + kWindowBytes) return;
  std::memcpy(start, out_ - kHistory, kHistory);
  out_ = start + kHistory;
  unsummed_ = out_;
}

void Inflater::sum_output() {
  if (wrapping_ == Wrapping::kZlib) sum_ = adler32_of(sum_, ByteSpan(unsummed_, out_));
  unsummed_ = out_;
}

Inflater::Stop Inflater::run_step() {
  switch (step_) {
    case Step::kHeader:
      return read_header();
    case Step::kBlock:
      return read_block();
    case Step::kStoredSize:
      return read_stored_size();
    case Step::kStored:
      return copy_stored();
    case Step::kCounts:
      return read_counts();
    case Step::kLengthCode:
      return read_length_code();
    case Step::kLengths:
      return read_lengths();
    case Step::kCodes:
      return read_codes();
    case Step::kChecksum:
      return read_checksum();
    case Step::kEnd:
      return Stop::kInput;
    case Step::kFailed:
      break;
  }
  return Stop::kError;
}

Inflater::Stop Inflater::fail(std::string_view reason) {
  step_ = Step::kFailed;
  reason_ = reason;
  return Stop::kError;
}

/// Reads as much as there is room for. Above the bits that count there may be some of the next
/// byte, which are then read once more.
void Inflater::fill() {
  const std::uint8_t* const end = piece_.data() + piece_.size();
  if (end - in_ >= static_cast<std::ptrdiff_t>(sizeof bits_)) {
    bits_ |= load_le64(in_) << bit_count_;
    in_ += (63 - bit_count_) / 8;
    bit_count_ |= 56;
  }
  for (; bit_count_ < 56 && in_ != end; bit_count_ += 8)
    bits_ |= std::uint64_t{*in_++} << bit_count_;
}

/// \returns whether there are so many bits, at most 56.
bool Inflater::need(unsigned bits) {
  if (bit_count_ < bits) fill();
  return bit_count_ >= bits;
}

std::uint32_t Inflater::take(unsigned bits) {
  const auto taken = static_cast<std::uint32_t>(bits_ & ((std::uint64_t{1} << bits) - 1));
  bits_ >>= bits;
  bit_count_ -= bits;
  return taken;
}

/// RFC 1950, section 2.2.
Inflater::Stop Inflater::read_header() {
  if (!need(16)) return Stop::kInput;
  const std::uint32_t method = take(4);
  const std::uint32_t window = take(4);
  const std::uint32_t flags = take(8);
  if ((window << 12 | method << 8 | flags) % 31 != 0) return fail("incorrect header check");
  if (method != 8) return fail("unknown compression method");
  if (window > 7) return fail("invalid window size");
  if ((flags & 0x20) != 0) return fail("a dictionary is needed");
  step_ = Step::kBlock;
  return Stop::kDone;
}

Inflater::Stop Inflater::read_block() {
  if (last_block_) {
    step_ = Step::kChecksum;
    return Stop::kDone;
  }
  if (!need(3)) return Stop::kInput;
  last_block_ = take(1) != 0;
  switch (take(2)) {
    case 0:
      step_ = Step::kStoredSize;
      take(bit_count_ % 8);
      return Stop::kDone;
    case 1:
      make_fixed_tables();
      step_ = Step::kCodes;
      return Stop::kDone;
    case 2:
      step_ = Step::kCounts;
      return Stop::kDone;
    default:
      return fail("invalid block type");
  }
}

Inflater::Stop Inflater::read_stored_size() {
  if (!need(32)) return Stop::kInput;
  stored_left_ = take(16);
  if (take(16) != (stored_left_ ^ 0xFFFF)) return fail("invalid stored block lengths");
  step_ = Step::kStored;
  return Stop::kDone;
}

Inflater::Stop Inflater::copy_stored() {
  for (; stored_left_ > 0 && bit_count_ > 0; --stored_left_) {
    *out_++ = static_cast<std::uint8_t>(take(8));
  }
  if (stored_left_ > 0) bits_ = 0;  // what may be above those that count is copied now
  const ByteSpan rest = piece_.subspan(static_cast<std::size_t>(in_ - piece_.data()));
  const std::size_t room = out_ < limit_ ? static_cast<std::size_t>(limit_ - out_) : 0;
  const std::size_t size = std::min({std::size_t{stored_left_}, rest.size(), room});
  out_ = std::copy_n(rest.begin(), size, out_);
  in_ += size;
  stored_left_ -= static_cast<std::uint32_t>(size);
  if (stored_left_ > 0) return out_ < limit_ ? Stop::kInput : Stop::kOutput;
  step_ = Step::kBlock;
  return Stop::kDone;
}

Inflater::Stop Inflater::read_counts() {
  if (!need(14)) return Stop::kInput;
  symbols_ = take(5) + 257;
  distances_ = take(5) + 1;
  length_codes_ = take(4) + 4;
  if (symbols_ > kMaxSymbols || distances_ > kMaxDistances) {
    return fail("too many length or distance symbols");
  }
  lengths_read_ = 0;
  buffers_->length_lengths.fill(0);
  step_ = Step::kLengthCode;
  return Stop::kDone;
}

Inflater::Stop Inflater::read_length_code() {
  for (; lengths_read_ < length_codes_; ++lengths_read_) {
    if (!need(3)) return Stop::kInput;
    buffers_->length_lengths[kLengthOrder[lengths_read_]] = static_cast<std::uint8_t>(take(3));
  }
  if (!make_huffman_table(buffers_->length_lengths, kLengthBits, true, kLengthMeanings,
                          buffers_->length_codes)) {
    return fail("invalid code lengths set");
  }
  lengths_read_ = 0;
  step_ = Step::kLengths;
  return Stop::kDone;
}

Inflater::Stop Inflater::read_lengths() {
  const std::uint32_t total = symbols_ + distances_;
  while (lengths_read_ < total) {
    need(2 * kLengthBits);
    const HuffmanEntry entry = buffers_->length_codes[bits_ & ((1u << kLengthBits) - 1)];
    if (entry.bits() > bit_count_) return Stop::kInput;
    const std::uint32_t symbol = entry.value();
    const std::uint32_t extra = entry.value_in(bits_) - symbol;
    take(entry.bits());
    if (symbol < kRepeatLast) {
      buffers_->lengths[lengths_read_++] = static_cast<std::uint8_t>(symbol);
      continue;
    }
    const std::uint32_t times = extra + (symbol == kRepeatZeroOften ? 11 : 3);
    const bool repeats = symbol == kRepeatLast;
    if (times > total - lengths_read_ || (repeats && lengths_read_ == 0)) {
      return fail("invalid bit length repeat");
    }
    std::fill_n(&buffers_->lengths[lengths_read_], times,
                repeats ? buffers_->lengths[lengths_read_ - 1] : std::uint8_t{0});
    lengths_read_ += times;
  }
  return make_tables();
}

Inflater::Stop Inflater::make_tables() {
  const std::span all(buffers_->lengths);
  fixed_codes_ = false;
  if (all[kEndOfBlock] == 0) return fail("invalid code -- missing end-of-block");
  if (!make_huffman_table(all.first(symbols_), kSymbolBits, false, kSymbolMeanings,
                          buffers_->symbols)) {
    return fail("invalid literal/lengths set");
  }
  if (!make_huffman_table(all.subspan(symbols_, distances_), kDistanceBits, false,
                          kDistanceMeanings, buffers_->distances)) {
    return fail("invalid distances set");
  }
  step_ = Step::kCodes;
  return Stop::kDone;
}

/// RFC 1951, section 3.2.6.
void Inflater::make_fixed_tables() {
  if (fixed_codes_) return;  // many small blocks have them
  fixed_codes_ = true;
  std::array<std::uint8_t, kFixedSymbols> lengths;
  std::fill(&lengths[0], &lengths[144], std::uint8_t{8});
  std::fill(&lengths[144], &lengths[256], std::uint8_t{9});
  std::fill(&lengths[256], &lengths[280], std::uint8_t{7});
  std::fill(lengths.begin() + 280, lengths.end(), std::uint8_t{8});
  make_huffman_table(lengths, kSymbolBits, true, kSymbolMeanings, buffers_->symbols);
  lengths.fill(5);
  make_huffman_table(std::span(lengths).first(kFixedDistances), kDistanceBits, true,
                     kDistanceMeanings, buffers_->distances);
}

Inflater::Stop Inflater::read_checksum() {
  take(bit_count_ % 8);
  if (wrapping_ == Wrapping::kNone) {
    step_ = Step::kEnd;
    return Stop::kDone;
  }
  if (!need(32)) return Stop::kInput;
  sum_output();
  std::uint32_t stored = 0;
  for (int i = 0; i < 4; ++i) stored = stored << 8 | take(8);
  if (stored != sum_) return fail("incorrect data check");
  step_ = Step::kEnd;
  return Stop::kDone;
}

}  // namespace lectern
