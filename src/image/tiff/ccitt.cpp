#include "image/tiff/ccitt.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

namespace lectern {
namespace {

/// Codes of the runs 0, 1, … 63, then 64, 128, … 1728 (T.4, tables 2 and 3a).
constexpr std::string_view kWhiteCodes[] = {
    "00110101",  "000111",    "0111",      "1000",      "1011",      "1100",      "1110",
    "1111",      "10011",     "10100",     "00111",     "01000",     "001000",    "000011",
    "110100",    "110101",    "101010",    "101011",    "0100111",   "0001100",   "0001000",
    "0010111",   "0000011",   "0000100",   "0101000",   "0101011",   "0010011",   "0100100",
    "0011000",   "00000010",  "00000011",  "00011010",  "00011011",  "00010010",  "00010011",
    "00010100",  "00010101",  "00010110",  "00010111",  "00101000",  "00101001",  "00101010",
    "00101011",  "00101100",  "00101101",  "00000100",  "00000101",  "00001010",  "00001011",
    "01010010",  "01010011",  "01010100",  "01010101",  "00100100",  "00100101",  "01011000",
    "01011001",  "01011010",  "01011011",  "01001010",  "01001011",  "00110010",  "00110011",
    "00110100",  "11011",     "10010",     "010111",    "0110111",   "00110110",  "00110111",
    "01100100",  "01100101",  "01101000",  "01100111",  "011001100", "011001101", "011010010",
    "011010011", "011010100", "011010101", "011010110", "011010111", "011011000", "011011001",
    "011011010", "011011011", "010011000", "010011001", "010011010", "011000",    "010011011"};
constexpr std::string_view kBlackCodes[] = {"0000110111",
                                            "010",
                                            "11",
                                            "10",
                                            "011",
                                            "0011",
                                            "0010",
                                            "00011",
                                            "000101",
                                            "000100",
                                            "0000100",
                                            "0000101",
                                            "0000111",
                                            "00000100",
                                            "00000111",
                                            "000011000",
                                            "0000010111",
                                            "0000011000",
                                            "0000001000",
                                            "00001100111",
                                            "00001101000",
                                            "00001101100",
                                            "00000110111",
                                            "00000101000",
                                            "00000010111",
                                            "00000011000",
                                            "000011001010",
                                            "000011001011",
                                            "000011001100",
                                            "000011001101",
                                            "000001101000",
                                            "000001101001",
                                            "000001101010",
                                            "000001101011",
                                            "000011010010",
                                            "000011010011",
                                            "000011010100",
                                            "000011010101",
                                            "000011010110",
                                            "000011010111",
                                            "000001101100",
                                            "000001101101",
                                            "000011011010",
                                            "000011011011",
                                            "000001010100",
                                            "000001010101",
                                            "000001010110",
                                            "000001010111",
                                            "000001100100",
                                            "000001100101",
                                            "000001010010",
                                            "000001010011",
                                            "000000100100",
                                            "000000110111",
                                            "000000111000",
                                            "000000100111",
                                            "000000101000",
                                            "000001011000",
                                            "000001011001",
                                            "000000101011",
                                            "000000101100",
                                            "000001011010",
                                            "000001100110",
                                            "000001100111",
                                            "0000001111",
                                            "000011001000",
                                            "000011001001",
                                            "000001011011",
                                            "000000110011",
                                            "000000110100",
                                            "000000110101",
                                            "0000001101100",
                                            "0000001101101",
                                            "0000001001010",
                                            "0000001001011",
                                            "0000001001100",
                                            "0000001001101",
                                            "0000001110010",
                                            "0000001110011",
                                            "0000001110100",
                                            "0000001110101",
                                            "0000001110110",
                                            "0000001110111",
                                            "0000001010010",
                                            "0000001010011",
                                            "0000001010100",
                                            "0000001010101",
                                            "0000001011010",
                                            "0000001011011",
                                            "0000001100100",
                                            "0000001100101"};
/// Runs 1792, 1856, … 2560 of both colours (T.4, table 3b).
constexpr std::string_view kLongCodes[] = {
    "00000001000",  "00000001100",  "00000001101",  "000000010010", "000000010011",
    "000000010100", "000000010101", "000000010110", "000000010111", "000000011100",
    "000000011101", "000000011110", "000000011111"};

constexpr std::uint32_t kTerminating = 64;
constexpr std::uint32_t kFirstLongRun = 1792;
constexpr std::uint32_t kLongestCode = 13;
constexpr std::uint32_t kEndOfLineZeros = 11;

struct RunCode {
  std::uint16_t run = 0;
  std::uint8_t bits = 0;  ///< 0: no code begins like this
};
/// What the next 13 bits begin with.
using RunTable = std::array<RunCode, 1u << kLongestCode>;

void add_code(RunTable& table, std::string_view code, std::uint32_t run) {
  std::uint32_t first = 0;
  for (const char bit : code) first = first << 1 | (bit == '1' ? 1u : 0u);
  const auto free_bits = static_cast<std::uint32_t>(kLongestCode - code.size());
  first <<= free_bits;
  const RunCode entry{static_cast<std::uint16_t>(run), static_cast<std::uint8_t>(code.size())};
  std::fill_n(std::span(table).subspan(first).begin(), std::size_t{1} << free_bits, entry);
}

template <std::size_t N>
RunTable run_table(const std::string_view (&codes)[N]) {
  RunTable table{};
  for (std::uint32_t i = 0; i < N; ++i) {
    add_code(table, codes[i], i < kTerminating ? i : (i - kTerminating + 1) * kTerminating);
  }
  for (std::uint32_t i = 0; i < std::size(kLongCodes); ++i) {
    add_code(table, kLongCodes[i], kFirstLongRun + i * kTerminating);
  }
  return table;
}

/// Made once: a file may have millions of strips.
const RunTable& runs_of(bool black) {
  static const RunTable kWhite = run_table(kWhiteCodes);
  static const RunTable kBlack = run_table(kBlackCodes);
  return black ? kBlack : kWhite;
}

class BitReader {
 public:
  explicit BitReader(ByteSpan data) : data_(data) {}

  /// The next `count` (at most 24) bits without moving; zeros behind the end.
  std::uint32_t peek(std::uint32_t count) const {
    std::uint32_t value = 0;
    const std::size_t first = position_ / 8;
    for (std::size_t i = 0; i < 4; ++i) {
      value = value << 8 | (first + i < data_.size() ? data_[first + i] : 0u);
    }
    return value << (position_ % 8) >> (32 - count);
  }
  void skip(std::size_t count) { position_ += count; }
  /// Goes to the next bit that is set, or to the end.
  void skip_zeros() {
    while (!at_end() && peek(1) == 0) {
      const bool whole_byte = position_ % 8 == 0 && data_[position_ / 8] == 0;
      position_ += whole_byte ? 8 : 1;
    }
  }
  void to_byte() { position_ = (position_ + 7) / 8 * 8; }
  bool at_end() const { return position_ >= data_.size() * 8; }

 private:
  ByteSpan data_;
  std::size_t position_ = 0;
};

/// Where a row changes its colour, beginning with the first black pixel; ascending.
using Changes = std::vector<std::uint32_t>;

class FaxDecoder {
 public:
  FaxDecoder(ByteSpan data, const CcittSettings& settings)
      : reader_(data), settings_(settings), white_(runs_of(false)), black_(runs_of(true)) {}

  Result<ByteVector> decode() {
    const std::size_t stride = (std::size_t{settings_.size.width} + 7) / 8;
    ByteVector out(stride * settings_.size.height);
    Changes reference;
    Changes row;
    for (std::uint32_t y = 0; y < settings_.size.height; ++y) {
      row.clear();
      if (!decode_row(reference, row)) {
        return fail(ErrorCode::kCorruptImage,
                    {"fax data is damaged or ends in row {} of {}", y, settings_.size.height});
      }
      draw(row, std::span(out).subspan(stride * y, stride));
      std::swap(reference, row);
    }
    return out;
  }

 private:
  std::uint32_t width() const { return settings_.size.width; }

  bool decode_row(const Changes& reference, Changes& row) {
    switch (settings_.coding) {
      case CcittCoding::kRunLengths: {
        const bool done = decode_runs(row);
        reader_.to_byte();
        return done;
      }
      case CcittCoding::kGroup3:
        skip_end_of_line();
        return decode_runs(row);
      case CcittCoding::kGroup3TwoDimensional: {
        skip_end_of_line();
        const bool one_dimension = reader_.peek(1) != 0;
        reader_.skip(1);
        return one_dimension ? decode_runs(row) : decode_by_reference(reference, row);
      }
      case CcittCoding::kGroup4:
        return decode_by_reference(reference, row);
    }
    return false;
  }

  /// Any number of zeros from eleven on and a one.
  void skip_end_of_line() {
    if (reader_.peek(kEndOfLineZeros) != 0) return;
    reader_.skip_zeros();
    reader_.skip(1);
  }

  /// One run with its make-up codes; -1 for an unknown code.
  std::int64_t run(bool black) {
    const RunTable& table = black ? black_ : white_;
    std::uint32_t total = 0;
    for (;;) {
      const RunCode code = table[reader_.peek(kLongestCode)];
      if (code.bits == 0 || reader_.at_end()) return -1;
      reader_.skip(code.bits);
      total += code.run;
      if (code.run < kTerminating) return total;
      if (total > width() + kFirstLongRun) return -1;
    }
  }

  bool decode_runs(Changes& row) {
    std::uint32_t at = 0;
    bool black = false;
    while (at < width()) {
      const std::int64_t length = run(black);
      if (length < 0 || length > width() - at) return false;
      at += static_cast<std::uint32_t>(length);
      row.push_back(at);
      black = !black;
    }
    return true;
  }

  /// T.6: each change is told by the changes of the row above.
  bool decode_by_reference(const Changes& reference, Changes& row) {
    std::uint32_t at = 0;
    bool black = false;
    bool started = false;
    while (at < width()) {
      const std::size_t above = first_change(reference, at, black, started);
      const auto change = [&](std::size_t index) {
        return index < reference.size() ? reference[index] : width();
      };
      if (reader_.at_end()) return false;
      started = true;
      if (reader_.peek(4) == 1) {  // pass: 0001
        reader_.skip(4);
        at = change(above + 1);
        continue;
      }
      if (reader_.peek(3) == 1) {  // horizontal: 001
        reader_.skip(3);
        for (int i = 0; i < 2; ++i) {
          const std::int64_t length = run(i == 0 ? black : !black);
          if (length < 0 || length > width() - at) return false;
          at += static_cast<std::uint32_t>(length);
          row.push_back(at);
        }
        continue;
      }
      std::int64_t offset = 0;
      if (!vertical_offset(offset)) return false;
      const std::int64_t target = std::int64_t{change(above)} + offset;
      if (target < at || target > width()) return false;
      at = static_cast<std::uint32_t>(target);
      row.push_back(at);
      black = !black;
    }
    return true;
  }

  /// Index of the first change above, right of `at`, to the colour that the row does not have.
  static std::size_t first_change(const Changes& reference, std::uint32_t at, bool black,
                                  bool started) {
    // Changes at even places turn black.
    auto found =
        started ? std::upper_bound(reference.begin(), reference.end(), at) : reference.begin();
    auto index = static_cast<std::size_t>(found - reference.begin());
    while (index < reference.size() && (index % 2 == 1) != black) ++index;
    return index;
  }

  bool vertical_offset(std::int64_t& offset) {
    struct Mode {
      std::uint32_t code, bits;
      std::int64_t offset;
    };
    constexpr Mode kModes[] = {{1, 1, 0},  {3, 3, 1}, {2, 3, -1}, {3, 6, 2},
                               {2, 6, -2}, {3, 7, 3}, {2, 7, -3}};
    for (const Mode& mode : kModes) {
      if (reader_.peek(mode.bits) != mode.code) continue;
      reader_.skip(mode.bits);
      offset = mode.offset;
      return true;
    }
    return false;
  }

  void draw(const Changes& row, std::span<std::uint8_t> out) const {
    for (std::size_t i = 0; i < row.size(); i += 2) {
      const std::uint32_t end = i + 1 < row.size() ? row[i + 1] : width();
      for (std::uint32_t x = row[i]; x < end; ++x) {
        out[x / 8] = static_cast<std::uint8_t>(out[x / 8] | 0x80u >> (x % 8));
      }
    }
  }

  BitReader reader_;
  const CcittSettings& settings_;
  const RunTable& white_;
  const RunTable& black_;
};

}  // namespace

Result<ByteVector> decode_ccitt(ByteSpan data, const CcittSettings& settings) {
  return FaxDecoder(data, settings).decode();
}

}  // namespace lectern
