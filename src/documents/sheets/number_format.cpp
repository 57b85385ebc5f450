#include "documents/sheets/number_format.h"

#include <algorithm>
#include <cmath>

#include "base/format.h"

namespace lectern {
namespace {

constexpr std::size_t kLongestCode = 1024;
constexpr std::size_t kMostSections = 4;

bool holds(NumberFormat::Comparison comparison, double number, double bound) {
  switch (comparison) {
    case NumberFormat::Comparison::kNone:
      return true;
    case NumberFormat::Comparison::kLess:
      return number < bound;
    case NumberFormat::Comparison::kAtMost:
      return number <= bound;
    case NumberFormat::Comparison::kEqual:
      return number == bound;
    case NumberFormat::Comparison::kUnequal:
      return number != bound;
    case NumberFormat::Comparison::kAtLeast:
      return number >= bound;
    case NumberFormat::Comparison::kMore:
      return number > bound;
  }
  return true;
}

/// Whether only numbers below zero come to a section with this condition.
bool is_negative_only(const NumberFormat::Section& section) {
  return (section.comparison == NumberFormat::Comparison::kLess && section.bound <= 0) ||
         (section.comparison == NumberFormat::Comparison::kAtMost && section.bound < 0);
}

/// Whether all numbers from zero on have been taken by a section with this condition.
bool takes_positive(const NumberFormat::Section& section) {
  return (section.comparison == NumberFormat::Comparison::kAtLeast && section.bound <= 0) ||
         (section.comparison == NumberFormat::Comparison::kMore && section.bound < 0);
}

/// What a section takes, when it is longer than people's.
std::uint64_t work_of(const NumberFormat::Section& section) {
  constexpr std::size_t kUsualTokens = 40;
  constexpr std::size_t kUsualBytes = 256;
  constexpr std::uint64_t kTokenWork = 20;
  constexpr std::uint64_t kGeneralWork = 400;
  std::uint64_t bytes = 0;
  std::uint64_t generals = 0;
  for (const NumberFormat::Token& token : section.tokens) {
    bytes += token.text.size();
    generals += token.piece == NumberFormat::Piece::kGeneral ? 1 : 0;
    // Zeros before a time.
    if (token.piece >= NumberFormat::Piece::kYear) bytes += token.count;
  }
  if (section.tokens.size() <= kUsualTokens && bytes <= kUsualBytes && generals <= 1) return 0;
  return section.tokens.size() * kTokenWork + bytes + generals * kGeneralWork;
}

bool has_piece(const NumberFormat::Section& section,
               std::initializer_list<NumberFormat::Piece> any) {
  return std::any_of(section.tokens.begin(), section.tokens.end(), [&](const auto& token) {
    return std::find(any.begin(), any.end(), token.piece) != any.end();
  });
}

}  // namespace

NumberFormat::NumberFormat(std::string_view code) {
  using enum Piece;
  if (code.empty() || code.size() > kLongestCode) code = "General";
  // The long date of the system, whatever stands behind its mark.
  for (const std::string_view mark : {"[$-f800]", "[$-x-sysdate]"}) {
    if (ascii_lower(code.substr(0, mark.size())) == mark) code = "dddd, mmmm d, yyyy";
  }
  sections_ = number_format::parse_sections(code);
  if (sections_.size() > kMostSections) sections_.resize(kMostSections);
  for (Section& section : sections_) {
    section.plain = number_format::plain_form(section);
    work_ = std::max(work_, work_of(section));
    if (section.comparison != Comparison::kNone) has_conditions_ = true;
    is_date_ = is_date_ || section.is_date;
    if (!section.is_date) continue;
    has_day_ = has_day_ ||
               has_piece(section, {kYear, kEraYear, kEra, kBuddhistYear, kMonth, kDay, kWeekday});
    has_time_ = has_time_ || has_piece(section, {kHour, kMinute, kSecond, kElapsedHours,
                                                 kElapsedMinutes, kElapsedSeconds});
  }
  is_general_ = sections_.size() == 1 && sections_[0].tokens.size() == 1 &&
                sections_[0].tokens[0].piece == kGeneral;
}

const NumberFormat::Section* NumberFormat::section_for(double number, bool& shows_sign) const {
  std::size_t count = sections_.size();
  // A last section with @ is for text; it serves numbers only where it is the only one.
  if (count > 1 && (count == kMostSections || sections_[count - 1].has_text)) --count;
  shows_sign = number < 0;
  if (has_conditions_) {
    for (std::size_t i = 0; i < std::min<std::size_t>(count, 2); ++i) {
      const Section& section = sections_[i];
      // A second section without a condition of its own is for negative numbers if a third follows.
      if (section.comparison == Comparison::kNone) {
        if (i == 1 && count > 2 && number >= 0) continue;
        if (i == 0 && !(number > 0)) continue;
      } else if (!holds(section.comparison, number, section.bound)) {
        continue;
      }
      if (is_negative_only(section) || (i == 1 && takes_positive(sections_[0]))) shows_sign = false;
      return &section;
    }
    if (count <= 2) return nullptr;
    if (takes_positive(sections_[0])) shows_sign = false;
    return &sections_[count - 1];
  }
  if (count == 1 || number > 0) return &sections_[0];
  if (number < 0) {
    shows_sign = false;
    return &sections_[1];
  }
  return &sections_[count > 2 ? 2 : 0];
}

void NumberFormat::append_number(double number, DateSystem dates, std::string& out) const {
  if (is_general_) return append_general(number, out);
  bool shows_sign = false;
  const Section* section = section_for(number, shows_sign);
  const bool is_plain = section != nullptr && section->plain;
  if (is_plain && number_format::append_plain(*section->plain, number, shows_sign, out)) return;
  out += this->number(number, dates);
}

std::string NumberFormat::number(double number, DateSystem dates) const {
  if (is_general_) return general_number(number);
  bool shows_sign = false;
  const Section* chosen = section_for(number, shows_sign);
  if (chosen == nullptr) return general_number(number);
  const Section& section = *chosen;
  if (section.is_date) {
    std::string out;
    const bool elapsed =
        has_piece(section, {Piece::kElapsedHours, Piece::kElapsedMinutes, Piece::kElapsedSeconds});
    const bool negated = number < 0 && (elapsed || !shows_sign);
    if (number_format::write_date(section, negated ? -number : number, dates, out)) {
      return negated && shows_sign ? "-" + out : out;
    }
    return general_number(number);
  }
  // A section for text does not concern numbers.
  if (section.has_text && !has_piece(section, {Piece::kDigit, Piece::kGeneral})) {
    return general_number(number);
  }
  std::string out = number_format::write_number(section, std::fabs(number));
  if (!shows_sign) return out;
  // A number that is rounded to zero has no sign.
  const bool counts = has_piece(section, {Piece::kDigit});
  const std::size_t end = has_piece(section, {Piece::kSlash}) ? out.find('/') : std::string::npos;
  if (counts && out.substr(0, end).find_first_of("123456789") == std::string::npos) return out;
  return "-" + out;
}

const NumberFormat::Section* NumberFormat::section_for_text() const {
  const bool is_for_text = sections_.size() == kMostSections || sections_.back().has_text;
  return is_for_text ? &sections_.back() : nullptr;
}

std::uint64_t NumberFormat::work_of_text(std::size_t bytes) const {
  const Section* section = section_for_text();
  if (section == nullptr) return 0;
  const auto times =
      std::count_if(section->tokens.begin(), section->tokens.end(), [](const Token& token) {
        return token.piece == Piece::kText || token.piece == Piece::kGeneral;
      });
  if (times <= 1) return work_;
  constexpr std::uint64_t kMostShown = std::uint64_t{1} << 20;
  const std::uint64_t shown = static_cast<std::uint64_t>(times) * bytes;
  return shown > kMostShown ? ~std::uint64_t{0} : work_ + shown;
}

std::string NumberFormat::text(std::string_view text) const {
  const Section* section = section_for_text();
  if (section == nullptr) return std::string(text);
  std::string out;
  for (const Token& token : section->tokens) {
    if (token.piece == Piece::kText || token.piece == Piece::kGeneral) {
      out += text;
    } else {
      out += token.text;
    }
  }
  return out;
}

}  // namespace lectern
