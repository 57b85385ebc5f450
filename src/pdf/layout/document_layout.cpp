#include "pdf/layout/document_layout.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "base/format.h"
#include "base/message.h"
#include "pdf/layout/characters.h"
#include "pdf/layout/divided.h"
#include "pdf/layout/figures.h"
#include "pdf/layout/footnotes.h"
#include "pdf/layout/geometry.h"
#include "pdf/layout/inline_text.h"
#include "pdf/layout/markdown.h"
#include "pdf/layout/notes.h"
#include "pdf/layout/table_markdown.h"
#include "text/utf8.h"

namespace lectern {
namespace {

using Kind = PageElement::Kind;

// Of the font size of the text.
constexpr float kLargerHeading = 1.12f;
constexpr float kLeastHeading = 0.93f;
constexpr std::uint32_t kMostHeadingLines = 4;
constexpr std::uint32_t kMostHeadingLetters = 220;
constexpr std::uint32_t kLongSentence = 48;  ///< letters
constexpr std::uint32_t kMostBoldLetters = 140;
constexpr std::uint32_t kMostBoldLines = 3;
constexpr std::uint32_t kDeepestHeading = 6;
/// Of the largest size of a level.
constexpr float kSameLevel = 0.94f;
/// Of the page's height: where lines that repeat are looked for.
constexpr float kMargin = 0.13f;
constexpr std::uint32_t kMostRepeatedLines = 3;
constexpr float kSamePlace = 8;  ///< points

float rounded(float size) { return std::round(size * 2) / 2; }

std::size_t letters_in(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t at = 0; at < text.size();) {
    const DecodedCharacter decoded = utf8_character_at(text, at);
    if (is_letter(decoded.code_point)) ++count;
    at = decoded.next;
  }
  return count;
}

bool is_in_capitals(std::string_view text) {
  std::size_t capitals = 0;
  for (std::size_t at = 0; at < text.size();) {
    const DecodedCharacter decoded = utf8_character_at(text, at);
    if (is_lower_case(decoded.code_point)) return false;
    if (is_letter(decoded.code_point)) ++capitals;
    at = decoded.next;
  }
  return capitals >= 4;
}

bool is_at_edge(const PageElement& element, float height) {
  return element.box.bottom < kMargin * height || element.box.top > (1 - kMargin) * height;
}

/// "2.1. Methods" or "A. Results" in slanted letters over a paragraph. What has deeper numbers is
/// as often a clause.
bool is_numbered_title(const PageElement& element, const PageElement* next) {
  if (!element.italic || element.lines != 1 || next == nullptr || next->italic ||
      next->kind != Kind::kParagraph || next->lines < 2)
    return false;
  const std::string_view text = element.text;
  const std::string_view number =
      element.kind == Kind::kItem ? element.marker : text.substr(0, text.find(' '));
  if (number.empty()) return false;
  const char first = number[0];
  const std::string_view inner = number.substr(0, number.size() - 1);
  const bool is_deep = std::count(inner.begin(), inner.end(), '.') > 1;
  return is_item_number(number) && !is_deep &&
         ((first >= '0' && first <= '9') || (first >= 'A' && first <= 'Z'));
}

/// "Page 1 of 23" at the foot of a page.
bool is_page_line(const PageElement& element, float height) {
  constexpr std::size_t kMostLetters = 8;
  return element.lines == 1 && element.box.top > (1 - kMargin) * height &&
         element.text.find_first_of("0123456789") != std::string::npos &&
         letters_in(element.text) <= kMostLetters;
}

/// Whether an element is one of three or more short ones side by side, as the headings of columns
/// are, or one of two at the head or foot of the page.
bool stands_in_row(const std::vector<PageElement>& elements, std::size_t i, float height) {
  constexpr std::size_t kMostApart = 4;
  const PageElement& element = elements[i];
  if (element.lines != 1) return false;
  std::size_t beside = 0;
  const std::size_t first = i - std::min(i, kMostApart);
  for (std::size_t k = first; k < std::min(elements.size(), i + kMostApart + 1); ++k) {
    const PageElement& other = elements[k];
    if (k != i && other.lines == 1 && !other.turned && other.kind != Kind::kTable &&
        shared_height(element.box, other.box) > height_of(element.box) / 2 &&
        shared_width(element.box, other.box) < 0)
      ++beside;
  }
  return beside >= (is_at_edge(element, height) ? 1 : 2);
}

/// With each number as one sign: "Page 3 of 9" is the same line on every page.
std::string repeated_key(const PageElement& element) {
  std::string key;
  for (const char c : element.marker + " " + element.text) {
    const bool digit = c >= '0' && c <= '9';
    if (digit && key.ends_with('#')) continue;
    key += digit ? '#' : c;
  }
  return key;
}

std::vector<std::uint64_t> numbers_in(std::string_view text) {
  constexpr std::uint64_t kLargest = 1'000'000'000;
  std::vector<std::uint64_t> numbers;
  bool inside = false;
  for (const char c : text) {
    const bool digit = c >= '0' && c <= '9';
    if (digit && !inside) numbers.push_back(0);
    if (digit && numbers.back() < kLargest)
      numbers.back() = numbers.back() * 10 + static_cast<std::uint64_t>(c - '0');
    inside = digit;
  }
  return numbers;
}

/// Whether a line differs from the one with `numbers` in nothing but those that count pages:
/// "Chapter 3" and "Chapter 4" say different things.
bool says_the_same(const std::vector<std::uint64_t>& numbers, std::uint64_t page,
                   const PageElement& other, std::uint64_t other_page) {
  const std::vector<std::uint64_t> others = numbers_in(other.text);
  if (numbers.size() != others.size()) return false;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (numbers[i] != others[i] && numbers[i] + other_page != others[i] + page) return false;
  }
  return true;
}

}  // namespace

void DocumentLayout::add(std::uint64_t number, PageContent content) {
  Page page;
  page.number = number;
  std::vector<PageTable> tables;
  page.elements = page_elements(content, tables);
  name_figures(page.elements);
  continue_table(number, content, tables, page.elements);
  find_footnotes(content.height, page.elements);
  // What stood between the two pieces of a paragraph may be a footnote.
  if (std::none_of(page.elements.begin(), page.elements.end(),
                   [](const PageElement& element) { return element.tagged; })) {
    PageVocabulary vocabulary(content);
    join_divided(page.elements, 0, vocabulary);
  }
  add_notes(content, page.elements);
  hyphenated_.add(content);
  page.width = content.width;
  page.height = content.height;
  keep_last_table(number, std::move(content), std::move(tables), page.elements);
  pages_.push_back(std::move(page));
}

void DocumentLayout::continue_table(std::uint64_t number, const PageContent& content,
                                    const std::vector<PageTable>& tables,
                                    std::vector<PageElement>& elements) {
  if (!last_table_ || last_table_->page + 1 != number) return;
  const auto first = std::find_if(elements.begin(), elements.end(), [](const PageElement& element) {
    return element.kind == Kind::kTable;
  });
  if (first == elements.end() || first->table == 0) return;
  PageTable table = tables[first->table - 1];
  const TableContinuation found =
      table_continuation(last_table_->content, last_table_->table, content, table);
  if (!found.continues || found.repeated_rows >= table.rows) return;
  // With a header of its own it is another table.
  if (found.repeated_rows == 0 && table.header_rows > 0) return;
  if (found.repeated_rows > 0) {
    drop_rows(table, found.repeated_rows);
    table.header_rows = 0;
    first->text = table_markdown(content, table);
    while (first->text.ends_with('\n')) first->text.pop_back();
  }
  PageElement line;
  line.kind = Kind::kNote;
  line.text = compose({"[The table of page {} goes on]", last_table_->page});
  elements.insert(first, std::move(line));
}

void DocumentLayout::keep_last_table(std::uint64_t number, PageContent content,
                                     std::vector<PageTable> tables,
                                     const std::vector<PageElement>& elements) {
  const auto last =
      std::find_if(elements.rbegin(), elements.rend(),
                   [](const PageElement& element) { return element.kind == Kind::kTable; });
  if (last == elements.rend() || last->table == 0) {
    last_table_.reset();
    return;
  }
  PageTable& table = tables[last->table - 1];
  last_table_ = LastTable{number, std::move(content), std::move(table)};
}

void DocumentLayout::settle_hyphens() {
  for (Page& page : pages_) {
    for (PageElement& element : page.elements) {
      hyphenated_.settle(element.text);
      hyphenated_.settle(element.labels);
    }
  }
}

void DocumentLayout::find_headings() {
  std::map<float, std::uint64_t> letters_by_size;
  std::uint64_t bold = 0;
  std::uint64_t all = 0;
  for (const Page& page : pages_) {
    for (const PageElement& element : page.elements) {
      if (element.kind != Kind::kParagraph && element.kind != Kind::kItem) continue;
      letters_by_size[rounded(element.size)] += element.letters;
      all += element.letters;
      if (element.bold) bold += element.letters;
    }
  }
  if (all == 0) return;
  const float body =
      std::max_element(letters_by_size.begin(), letters_by_size.end(),
                       [](const auto& one, const auto& other) { return one.second < other.second; })
          ->first;
  const bool body_is_bold = bold * 2 > all;
  const auto is_heading = [&](const PageElement& element, const PageElement* next, float height) {
    if (element.kind != Kind::kParagraph && element.kind != Kind::kItem) return false;
    if (element.kind == Kind::kItem && element.marker == "-") return false;
    if (element.turned || element.tagged || element.aside || element.contents ||
        element.lines > kMostHeadingLines || element.letters > kMostHeadingLetters ||
        letters_in(element.text) < 2 || is_page_number(element.text) ||
        is_page_line(element, height))
      return false;
    if (element.size >= kLargerHeading * body)
      return (element.bold || element.letters <= kLongSentence || !element.text.ends_with(".")) &&
             !element.text.ends_with(",") && !element.text.ends_with(";");
    if (element.size < kLeastHeading * body || element.lines > kMostBoldLines ||
        element.letters > kMostBoldLetters)
      return false;
    const bool stands_out = (element.bold && !body_is_bold) || is_numbered_title(element, next) ||
                            (is_in_capitals(element.text) && element.lines <= 2 &&
                             next != nullptr && next->lines > 1 && !is_in_capitals(next->text));
    if (!stands_out) return false;
    const char end = element.text.empty() ? ' ' : element.text.back();
    return end != '.' && end != ',' && end != ';';
  };
  std::map<float, std::uint32_t, std::greater<>> levels;
  for (Page& page : pages_) {
    for (std::size_t i = 0; i < page.elements.size(); ++i) {
      PageElement& element = page.elements[i];
      const PageElement* next = i + 1 < page.elements.size() ? &page.elements[i + 1] : nullptr;
      if (!is_heading(element, next, page.height) || stands_in_row(page.elements, i, page.height))
        continue;
      if (element.kind == Kind::kItem) element.text = element.marker + " " + element.text;
      element.kind = Kind::kHeading;
      element.marker.clear();
      levels.emplace(rounded(element.size), 0);
    }
  }
  std::uint32_t level = 0;
  float first = 0;  // of the level
  for (auto& [size, rank] : levels) {
    if (level == 0 || size < kSameLevel * first) {
      first = size;
      ++level;
    }
    rank = std::min(level, kDeepestHeading);
  }
  for (Page& page : pages_) {
    for (PageElement& element : page.elements) {
      if (element.kind == Kind::kHeading && element.level == 0)
        element.level = levels[rounded(element.size)];
    }
  }
}

void DocumentLayout::drop_repeated(HeadersFooters headers_footers,
                                   std::vector<std::string>& warnings) {
  if (headers_footers == HeadersFooters::kKeep || pages_.size() < 2) return;
  struct Place {
    std::size_t page;
    std::size_t element;
  };
  std::map<std::string, std::vector<Place>> lines;
  for (std::size_t i = 0; i < pages_.size(); ++i) {
    const Page& page = pages_[i];
    std::vector<std::pair<std::string, Place>> found;
    for (std::size_t k = 0; k < page.elements.size(); ++k) {
      const PageElement& element = page.elements[k];
      if (element.turned || element.tagged || element.lines == 0 ||
          element.lines > kMostRepeatedLines || element.kind == Kind::kTable ||
          element.kind == Kind::kFigure || element.kind == Kind::kNote)
        continue;
      const bool head = element.box.bottom < kMargin * page.height;
      const bool foot = element.box.top > (1 - kMargin) * page.height;
      if (!head && !foot) continue;
      found.emplace_back((head ? "h" : "f") + repeated_key(element), Place{i, k});
    }
    // What is all that a page has is its content.
    if (found.size() == page.elements.size()) continue;
    for (auto& [key, place] : found) lines[key].push_back(place);
  }
  std::uint64_t dropped = 0;
  std::uint64_t kinds = 0;
  for (const auto& [key, places] : lines) {
    std::uint64_t gone = 0;
    const PageElement& first = pages_[places[0].page].elements[places[0].element];
    const std::vector<std::uint64_t> numbers = numbers_in(first.text);
    for (std::size_t i = 0; i < places.size(); ++i) {
      PageElement& element = pages_[places[i].page].elements[places[i].element];
      if (i > 0 && std::fabs(element.box.top - first.box.top) > kSamePlace &&
          letters_in(element.text) > 0)
        continue;
      if (i > 0 && first.marker == element.marker &&
          says_the_same(numbers, pages_[places[0].page].number, element,
                        pages_[places[i].page].number)) {
        ++gone;
        element.lines = 0;
      }
    }
    if (gone == 0) continue;
    ++kinds;
    if (headers_footers == HeadersFooters::kDrop) {
      ++gone;
      pages_[places[0].page].elements[places[0].element].lines = 0;
    }
    dropped += gone;
  }
  if (dropped == 0) return;
  for (Page& page : pages_) {
    std::erase_if(page.elements, [](const PageElement& element) {
      return element.lines == 0 && element.kind != Kind::kTable && element.kind != Kind::kFigure &&
             element.kind != Kind::kNote;
    });
  }
  const std::string what = counted(kinds, "line");
  if (headers_footers == HeadersFooters::kDrop) {
    add_to(warnings,
           {"{} that repeat at the head or foot of pages are left out ({} times)", what, dropped});
  } else {
    add_to(
        warnings,
        {"{} that repeat at the head or foot of pages are shown once and left out {} times after "
         "that; headersFooters keep shows them",
         what, dropped});
  }
}

std::vector<LaidOutPage> DocumentLayout::write(HeadersFooters headers_footers,
                                               std::vector<std::string>& warnings) {
  settle_hyphens();
  drop_repeated(headers_footers, warnings);
  find_headings();
  std::vector<LaidOutPage> texts;
  for (const Page& page : pages_) {
    std::uint64_t forged = 0;
    texts.push_back(write_markdown(page.elements, forged));
    if (forged > 0) {
      add_to(warnings,
             {"page {} holds {line} that look like our own; a backslash stands before them",
              page.number, forged});
    }
  }
  pages_.clear();
  hyphenated_ = HyphenatedWords();
  last_table_.reset();
  return texts;
}

}  // namespace lectern
