#include <algorithm>
#include <cstdlib>
#include <optional>

#include "base/format.h"
#include "documents/sheets/number_format.h"
#include "text/utf8.h"

namespace lectern {
namespace {

using Token = NumberFormat::Token;
using Piece = NumberFormat::Piece;

constexpr std::string_view kHalfDayNames[] = {"AM/PM", "A/P", "上午/下午", "午前/午後",
                                              "오전/오후"};

/// Reads one section of a format code.
class SectionParser {
 public:
  SectionParser(std::string_view code, std::size_t& at) : code_(code), at_(at) {}

  NumberFormat::Section parse() {
    while (at_ < code_.size() && code_[at_] != ';') next();
    settle();
    return std::move(section_);
  }

 private:
  void add(Piece piece, unsigned count, std::string_view text) {
    section_.tokens.push_back({piece, count, std::string(text)});
  }

  void literal(std::string_view text) {
    if (!section_.tokens.empty() && section_.tokens.back().piece == Piece::kLiteral) {
      section_.tokens.back().text += text;
    } else {
      add(Piece::kLiteral, 0, text);
    }
  }

  std::size_t character_size() const {
    const std::size_t size = utf8_sequence_size(as_bytes(code_.substr(at_)));
    return size == 0 ? 1 : size;
  }

  bool starts_with(std::string_view name) const {
    return ascii_lower(code_.substr(at_, name.size())) == ascii_lower(name);
  }

  /// The letters of one kind from here on.
  unsigned run(char lower) {
    const std::size_t from = at_;
    while (at_ < code_.size() && (code_[at_] | 0x20) == lower) ++at_;
    return static_cast<unsigned>(at_ - from);
  }

  void next() {
    const char c = code_[at_];
    for (const std::string_view name : kHalfDayNames) {
      if (!starts_with(name)) continue;
      add(Piece::kHalfDay, 0, code_.substr(at_, name.size()));
      section_.half_days = true;
      at_ += name.size();
      return;
    }
    switch (c) {
      case '"':
        return quoted();
      case '\\':
      case '!':
        ++at_;
        if (at_ < code_.size()) take_character();
        return;
      case '_':
        ++at_;
        if (at_ < code_.size()) at_ += character_size();
        return add(Piece::kSpace, 0, " ");
      case '*':
        ++at_;
        if (at_ < code_.size()) at_ += character_size();
        return;
      case '[':
        return bracket();
      case '0':
      case '#':
      case '?':
        ++at_;
        return add(Piece::kDigit, static_cast<unsigned char>(c), {});
      case '.':
        return point();
      case ',':
        ++at_;
        return add(Piece::kGroup, 0, ",");
      case '%':
        ++at_;
        return add(Piece::kPercent, 0, "%");
      case '/':
        ++at_;
        return add(Piece::kSlash, 0, "/");
      case '@':
        ++at_;
        section_.has_text = true;
        return add(Piece::kText, 0, "@");
      default:
        return letter(c);
    }
  }

  void take_character() {
    const std::size_t size = character_size();
    literal(code_.substr(at_, size));
    at_ += size;
  }

  void quoted() {
    const std::size_t end = std::min(code_.find('"', at_ + 1), code_.size());
    literal(code_.substr(at_ + 1, end - at_ - 1));
    at_ = std::min(end + 1, code_.size());
  }

  /// A point is one of fractions of seconds when it stands behind them.
  void point() {
    ++at_;
    const auto last =
        std::find_if(section_.tokens.rbegin(), section_.tokens.rend(),
                     [](const Token& token) { return token.piece != Piece::kLiteral; });
    const bool behind_seconds =
        last != section_.tokens.rend() &&
        (last->piece == Piece::kSecond || last->piece == Piece::kElapsedSeconds);
    if (behind_seconds && at_ < code_.size() && code_[at_] == '0') {
      const std::size_t from = at_;
      while (at_ < code_.size() && code_[at_] == '0') ++at_;
      return add(Piece::kFraction, static_cast<unsigned>(at_ - from), {});
    }
    add(Piece::kPoint, 0, ".");
  }

  void bracket() {
    const std::size_t end = code_.find(']', at_);
    if (end == std::string_view::npos) {
      literal("[");
      ++at_;
      return;
    }
    const std::string_view inside = code_.substr(at_ + 1, end - at_ - 1);
    at_ = end + 1;
    if (inside.empty()) return;
    if (inside[0] == '$') return currency(inside.substr(1));
    if (inside[0] == '<' || inside[0] == '>' || inside[0] == '=') return condition(inside);
    const char first = static_cast<char>(inside[0] | 0x20);
    const bool all_same =
        std::all_of(inside.begin(), inside.end(), [&](char c) { return (c | 0x20) == first; });
    if (!all_same) return;  // a colour, or [DBNum1]
    const auto count = static_cast<unsigned>(inside.size());
    if (first == 'h') add(Piece::kElapsedHours, count, {});
    if (first == 'm') add(Piece::kElapsedMinutes, count, {});
    if (first == 's') add(Piece::kElapsedSeconds, count, {});
  }

  void currency(std::string_view inside) {
    const std::size_t dash = inside.find('-');
    literal(inside.substr(0, dash));
    if (dash == std::string_view::npos) return;
    const std::string id(inside.substr(dash + 1));
    if (id.find('-') != std::string::npos) {
      section_.locale = number_format::locale_of_tag(id);
      return;
    }
    // The high half tells the numerals and the calendar.
    section_.locale = static_cast<std::uint32_t>(std::strtoul(id.c_str(), nullptr, 16)) & 0xFFFF;
  }

  void condition(std::string_view inside) {
    using enum NumberFormat::Comparison;
    constexpr std::pair<std::string_view, NumberFormat::Comparison> kSigns[] = {
        {"<>", kUnequal}, {"<=", kAtMost}, {">=", kAtLeast},
        {"<", kLess},     {">", kMore},    {"=", kEqual}};
    for (const auto& [sign, comparison] : kSigns) {
      if (!inside.starts_with(sign)) continue;
      section_.comparison = comparison;
      section_.bound = std::strtod(std::string(inside.substr(sign.size())).c_str(), nullptr);
      return;
    }
  }

  void letter(char c) {
    if (starts_with("General")) {
      add(Piece::kGeneral, 0, code_.substr(at_, 7));
      at_ += 7;
      return;
    }
    const std::size_t from = at_;
    switch (c | 0x20) {
      case 'e':
        if (at_ + 1 < code_.size() && (code_[at_ + 1] == '+' || code_[at_ + 1] == '-')) {
          add(Piece::kExponent, code_[at_ + 1] == '+', code_.substr(at_, 2));
          at_ += 2;
          return;
        }
        return date(Piece::kEraYear, run('e'), from);
      case 'y':
        return date(Piece::kYear, run('y'), from);
      case 'm':
        return date(Piece::kMonth, run('m'), from);
      case 'd':
        return date(Piece::kDay, run('d'), from);
      case 'h':
        return date(Piece::kHour, run('h'), from);
      case 's':
        return date(Piece::kSecond, run('s'), from);
      case 'g':
        return date(Piece::kEra, run('g'), from);
      case 'b':
        return date(Piece::kBuddhistYear, run('b'), from);
      case 'a': {
        const unsigned count = run('a');
        if (count >= 3) return add(Piece::kWeekday, count, code_.substr(from, count));
        return literal(code_.substr(from, count));
      }
      default:
        if (c >= '1' && c <= '9') return fixed_digits();
        return take_character();
    }
  }

  /// A denominator that stands in the code: a literal of its own.
  void fixed_digits() {
    const std::size_t from = at_;
    while (at_ < code_.size() && code_[at_] >= '0' && code_[at_] <= '9') ++at_;
    add(Piece::kLiteral, 0, code_.substr(from, at_ - from));
  }

  void date(Piece piece, unsigned count, std::size_t from) {
    add(piece, count, code_.substr(from, count));
  }

  /// Letters behind the places of a number are no date: `0 kg`.
  bool has_unit() {
    bool is_number = false;
    for (Token& token : section_.tokens) {
      is_number = is_number || token.piece == Piece::kDigit || token.piece == Piece::kGeneral;
      if (token.piece < Piece::kYear) continue;
      if (!is_number) return false;
      token.piece = Piece::kLiteral;
    }
    return is_number;
  }

  /// Decides what depends on neighbours: m is minutes behind hours and before seconds.
  void settle() {
    std::vector<Token>& tokens = section_.tokens;
    if (has_unit()) return;
    Piece last = Piece::kLiteral;
    std::optional<std::size_t> waiting;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      Token& token = tokens[i];
      if (token.piece < Piece::kYear) continue;
      section_.is_date = true;
      if (token.piece == Piece::kHalfDay || token.piece == Piece::kFraction) continue;
      if (token.piece == Piece::kMonth && token.count <= 2 &&
          (last == Piece::kHour || last == Piece::kElapsedHours)) {
        token.piece = Piece::kMinute;
      } else if (token.piece == Piece::kSecond || token.piece == Piece::kElapsedSeconds) {
        if (waiting) tokens[*waiting].piece = Piece::kMinute;
      }
      waiting.reset();
      if (token.piece == Piece::kMonth && token.count <= 2) waiting = i;
      last = token.piece;
    }
  }

  std::string_view code_;
  std::size_t& at_;
  NumberFormat::Section section_;
};

}  // namespace

namespace number_format {

std::vector<NumberFormat::Section> parse_sections(std::string_view code) {
  std::vector<NumberFormat::Section> sections;
  std::size_t at = 0;
  for (;;) {
    sections.push_back(SectionParser(code, at).parse());
    if (at >= code.size()) return sections;
    ++at;
  }
}

}  // namespace number_format
}  // namespace lectern
