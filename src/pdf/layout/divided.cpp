#include "pdf/layout/divided.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "pdf/layout/characters.h"
#include "pdf/layout/geometry.h"

namespace lectern {
namespace {

/// Figures and tables that may stand between the two pieces of a word.
constexpr std::size_t kMostFloats = 3;
// Of the font size.
constexpr float kWideLeading = 0.8f;
constexpr float kSameLeftEdge = 0.3f;
constexpr float kLeastColumn = 16;

class DividedParagraphs {
 public:
  DividedParagraphs(std::vector<PageElement>& elements, PageVocabulary& vocabulary)
      : elements_(elements), vocabulary_(vocabulary) {}

  void run(std::size_t first) {
    for (std::size_t i = first; i < elements_.size(); ++i) {
      if (gone(i) || !is_text(elements_[i])) continue;
      std::size_t floats = 0;
      for (std::size_t next = next_text(i, floats); next < elements_.size() && joins(i, next);
           next = next_text(next, floats))
        append(elements_[i], elements_[next]);
    }
    std::erase_if(elements_, [](const PageElement& element) { return is_gone(element); });
  }

 private:
  static bool is_gone(const PageElement& element) {
    return element.kind == PageElement::Kind::kParagraph && element.lines == 0;
  }
  bool gone(std::size_t i) const { return is_gone(elements_[i]); }

  static bool is_text(const PageElement& element) {
    return element.kind == PageElement::Kind::kParagraph ||
           element.kind == PageElement::Kind::kItem;
  }

  /// The next element but for figures and tables, which are counted; the number of elements when
  /// there is none.
  std::size_t next_text(std::size_t i, std::size_t& floats) const {
    for (std::size_t next = i + 1; next < elements_.size(); ++next) {
      if (gone(next)) continue;
      const PageElement::Kind kind = elements_[next].kind;
      if (kind != PageElement::Kind::kFigure && kind != PageElement::Kind::kTable) return next;
      if (++floats > kMostFloats) break;
    }
    return elements_.size();
  }

  bool joins(std::size_t i, std::size_t k) const {
    const PageElement& one = elements_[i];
    const PageElement& other = elements_[k];
    if (other.kind != PageElement::Kind::kParagraph || one.bold != other.bold || one.contents ||
        std::fabs(one.size - other.size) > 0.05f * one.size ||
        !is_lower_case(first_character(other.text)))
      return false;
    if (ends_in_divided_word(one.text)) return true;
    if (k != i + 1) return false;
    const char32_t last = last_character(one.text);
    if (stands_below(one, other) && (is_letter(last) || last == ',')) return true;
    if (one.kind != PageElement::Kind::kParagraph || one.lines < 2) return false;
    const bool is_next_column = other.box.left > one.box.right - one.size &&
                                other.box.top < one.box.bottom - one.size;
    return is_next_column && (is_letter(last) || last == ',');
  }

  /// Whether two pieces of a column of text are parted by no more than a line with a formula parts
  /// lines: above what is higher or lower than the rest of it.
  static bool stands_below(const PageElement& one, const PageElement& other) {
    const float gap = other.box.top - one.box.bottom;
    return gap > -one.size && gap < kWideLeading * one.size &&
           std::fabs(one.box.left - other.box.left) < kSameLeftEdge * one.size &&
           width_of(one.box) > kLeastColumn * one.size &&
           (other.lines < 2 || width_of(other.box) > kLeastColumn * one.size);
  }

  static bool ends_in_divided_word(std::string_view text) {
    return text.size() > 2 && text.ends_with("-") &&
           is_letter(last_character(text.substr(0, text.size() - 1)));
  }

  void append(PageElement& one, PageElement& other) {
    if (ends_in_divided_word(one.text)) {
      one.text.pop_back();
      const std::string_view next(other.text);
      const LineHyphen hyphen = vocabulary_.hyphen_between(
          word_at_end(one.text), next.substr(0, next.find_first_of(" \n")));
      if (hyphen == LineHyphen::kStays) one.text += '-';
      if (hyphen == LineHyphen::kOpen) one.text += kOpenHyphen;
    } else {
      one.text += ' ';
    }
    one.text += other.text;
    if (one.kind == PageElement::Kind::kParagraph && stands_below(one, other))
      one.box = around(one.box, other.box);
    one.lines += other.lines;
    one.letters += other.letters;
    other.lines = 0;
  }

  std::vector<PageElement>& elements_;
  PageVocabulary& vocabulary_;
};

}  // namespace

void join_divided(std::vector<PageElement>& elements, std::size_t first,
                  PageVocabulary& vocabulary) {
  DividedParagraphs(elements, vocabulary).run(first);
}

void join_code(std::vector<PageElement>& elements, std::size_t first) {
  // Of the font size: between lines of code, and with an empty line between them.
  constexpr float kNextLine = 0.9f;
  constexpr float kLargestGap = 4;
  constexpr float kColumn = 0.6f;
  constexpr float kMostColumns = 60;
  std::size_t kept = first;
  for (std::size_t i = first; i < elements.size(); ++i) {
    PageElement& element = elements[i];
    PageElement* last = kept > first ? &elements[kept - 1] : nullptr;
    const bool joins =
        last != nullptr && last->kind == PageElement::Kind::kCode &&
        element.kind == PageElement::Kind::kCode && element.box.top > last->box.top &&
        element.box.top - last->box.bottom < kLargestGap * element.size &&
        element.box.left >= last->box.left - element.size && shared_width(last->box, element.box) > 0;
    if (!joins) {
      if (kept != i) elements[kept] = std::move(element);
      ++kept;
      continue;
    }
    const float columns = (element.box.left - last->box.left) / (kColumn * element.size);
    const std::string indent(
        static_cast<std::size_t>(std::clamp(columns + 0.5f, 0.0f, kMostColumns)), ' ');
    last->text += element.box.top - last->box.bottom > kNextLine * element.size ? "\n\n" : "\n";
    last->text += indent;
    for (const char c : element.text) {
      last->text += c;
      if (c == '\n') last->text += indent;
    }
    last->lines += element.lines;
    last->letters += element.letters;
    last->box = around(last->box, element.box);
  }
  elements.resize(kept);
}

}  // namespace lectern
