#include "pdf/layout/footnotes.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/format.h"
#include "base/message.h"

namespace lectern {
namespace {

constexpr std::array<std::string_view, 10> kRaisedDigits = {"⁰", "¹", "²", "³", "⁴",
                                                            "⁵", "⁶", "⁷", "⁸", "⁹"};
constexpr std::size_t kMostDigits = 3;
/// Of the font size of most of the page: notes are no larger.
constexpr float kMostNoteSize = 1.02f;
/// Plain numbers begin a note only where it is set smaller.
constexpr float kPlainNoteSize = 0.93f;
/// Of the page's height. Above, a number before a text is that of an author's address.
constexpr float kNotesFrom = 0.5f;

struct RaisedNumber {
  std::uint32_t value = 0;
  std::size_t bytes = 0;
};

/// The raised number that begins at `at`; no bytes for none.
RaisedNumber raised_number(std::string_view text, std::size_t at) {
  RaisedNumber number;
  std::size_t digits = 0;
  for (;; ++digits) {
    const auto digit = std::find_if(
        kRaisedDigits.begin(), kRaisedDigits.end(),
        [&](std::string_view known) { return text.substr(at + number.bytes).starts_with(known); });
    if (digit == kRaisedDigits.end()) break;
    number.value =
        number.value % 1000 * 10 + static_cast<std::uint32_t>(digit - kRaisedDigits.begin());
    number.bytes += digit->size();
  }
  if (digits > kMostDigits || number.value == 0) return {};
  return number;
}

std::size_t end_of_raised(std::string_view text, std::size_t at) {
  while (true) {
    const auto digit =
        std::find_if(kRaisedDigits.begin(), kRaisedDigits.end(),
                     [&](std::string_view known) { return text.substr(at).starts_with(known); });
    if (digit == kRaisedDigits.end()) return at;
    at += digit->size();
  }
}

bool is_ascii_sign(char c) {
  constexpr std::string_view kQuotes = " \n\"'([\\<*";
  return static_cast<unsigned char>(c) < 0x80 && !(c >= 'a' && c <= 'z') &&
         !(c >= 'A' && c <= 'Z') && !(c >= '0' && c <= '9') &&
         kQuotes.find(c) == std::string_view::npos;
}

bool is_unit_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// Whether the raised number at `at` stands where notes are marked: not behind a digit or sign, as
/// an exponent, nor behind a unit, as in "m²".
bool is_marker_place(std::string_view text, std::size_t at, std::uint32_t value) {
  if (at == 0) return false;
  const char before = text[at - 1];
  if ((before >= '0' && before <= '9') || before == ' ' || before == '\n') return false;
  if (value != 2 && value != 3) return true;
  std::size_t start = at;
  while (start > 0 && is_unit_letter(text[start - 1])) --start;
  const std::size_t letters = at - start;
  return letters == 0 || letters > 2 ||
         (start > 0 && static_cast<unsigned char>(text[start - 1]) >= 0x80);
}

class FootnoteFinder {
 public:
  FootnoteFinder(float page_height, std::vector<PageElement>& elements)
      : least_top_(kNotesFrom * page_height), elements_(elements) {}

  void run() {
    find_markers();
    if (markers_.empty()) return;
    const float size = usual_size();
    for (std::size_t i = 0; i < elements_.size(); ++i) look_for_notes(i, size);
    if (notes_.empty()) return;
    for (PageElement& element : elements_) {
      if (is_text(element)) mark(element);
    }
    std::vector<PageElement> notes;
    for (auto& [number, note] : notes_) {
      PageElement element = std::move(note.element);
      element.kind = PageElement::Kind::kNote;
      element.marker.clear();
      element.text = compose({"[^{}]: {}", number, note.text});
      notes.push_back(std::move(element));
    }
    std::erase_if(elements_, [](const PageElement& element) {
      return element.text.empty() && element.kind == PageElement::Kind::kNote;
    });
    std::move(notes.begin(), notes.end(), std::back_inserter(elements_));
  }

 private:
  struct Note {
    PageElement element;
    std::string text;
  };

  static bool is_text(const PageElement& element) {
    using Kind = PageElement::Kind;
    return element.kind == Kind::kParagraph || element.kind == Kind::kHeading ||
           element.kind == Kind::kItem || element.kind == Kind::kTable;
  }

  void find_markers() {
    for (std::size_t i = 0; i < elements_.size(); ++i) {
      if (!is_text(elements_[i])) continue;
      const std::string& text = elements_[i].text;
      for (std::size_t at = 0; at < text.size();) {
        const RaisedNumber number = raised_number(text, at);
        if (number.bytes > 0 && is_marker_place(text, at, number.value))
          markers_.emplace(number.value, i);
        at = std::max(end_of_raised(text, at), at + 1);
      }
    }
  }

  float usual_size() const {
    std::map<float, std::uint64_t> letters;
    for (const PageElement& element : elements_) {
      if (element.kind == PageElement::Kind::kParagraph) letters[element.size] += element.letters;
    }
    const auto most = std::max_element(
        letters.begin(), letters.end(),
        [](const auto& one, const auto& other) { return one.second < other.second; });
    return most == letters.end() ? 0 : most->first;
  }

  bool is_marked_before(std::uint32_t number, std::size_t element) const {
    const auto marker = markers_.find(number);
    return marker != markers_.end() && marker->second < element;
  }

  void look_for_notes(std::size_t i, float size) {
    PageElement& element = elements_[i];
    if (element.kind != PageElement::Kind::kParagraph && element.kind != PageElement::Kind::kItem)
      return;
    if (element.size > kMostNoteSize * size || element.box.top < least_top_) return;
    const std::string& text = element.text;
    std::uint32_t number = 0;
    std::size_t start = 0;
    if (const RaisedNumber raised = raised_number(text, 0); raised.bytes > 0) {
      number = raised.value;
      start = raised.bytes;
      // "²/²" is a part of a formula.
      if (start < text.size() && is_ascii_sign(text[start])) return;
    } else if (element.size < kPlainNoteSize * size &&
               element.kind == PageElement::Kind::kParagraph) {
      while (start < text.size() && start < kMostDigits && text[start] >= '0' && text[start] <= '9')
        number = number * 10 + static_cast<std::uint32_t>(text[start++] - '0');
      if (start == text.size() || text[start] != ' ') return;
    }
    if (number == 0 || notes_.contains(number) || !is_marked_before(number, i)) return;
    // Notes that follow without a break of their own are notes as well.
    std::vector<std::pair<std::uint32_t, std::string>> found;
    std::size_t from = start;
    for (std::size_t at = start; at < text.size();) {
      const RaisedNumber next = raised_number(text, at);
      const bool begins = next.bytes > 0 && next.value == number + 1 &&
                          (text[at - 1] == ' ' || text[at - 1] == '\n') &&
                          !notes_.contains(next.value) && is_marked_before(next.value, i);
      if (begins) {
        found.emplace_back(number, trimmed(text.substr(from, at - from)));
        number = next.value;
        from = at + next.bytes;
      }
      at = std::max(end_of_raised(text, at), at + 1);
    }
    found.emplace_back(number, trimmed(text.substr(from)));
    element.text = std::string();
    for (auto& [value, note] : found) notes_.emplace(value, Note{element, std::move(note)});
    element.kind = PageElement::Kind::kNote;
  }

  static std::string trimmed(std::string text) {
    for (char& c : text) {
      if (c == '\n') c = ' ';
    }
    const std::size_t first = text.find_first_not_of(' ');
    if (first == std::string::npos) return "";
    return text.substr(first, text.find_last_not_of(' ') - first + 1);
  }

  void mark(PageElement& element) const {
    std::string text;
    for (std::size_t at = 0; at < element.text.size();) {
      const RaisedNumber number = raised_number(element.text, at);
      if (number.bytes > 0 && is_marker_place(element.text, at, number.value) &&
          notes_.contains(number.value)) {
        append_to(text, {"[^{}]", number.value});
        at += number.bytes;
        continue;
      }
      const std::size_t end = std::max(end_of_raised(element.text, at), at + 1);
      text.append(element.text, at, end - at);
      at = end;
    }
    element.text = std::move(text);
  }

  const float least_top_;
  std::vector<PageElement>& elements_;
  std::map<std::uint32_t, std::size_t> markers_;  ///< by their number: the first element with one
  std::map<std::uint32_t, Note> notes_;
};

}  // namespace

void find_footnotes(float page_height, std::vector<PageElement>& elements) {
  FootnoteFinder(page_height, elements).run();
}

}  // namespace lectern
