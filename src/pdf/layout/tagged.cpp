#include "pdf/layout/tagged.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "pdf/layout/characters.h"
#include "pdf/layout/geometry.h"
#include "pdf/layout/lines.h"
#include "pdf/layout/table.h"
#include "pdf/layout/table_markdown.h"
#include "text/utf8.h"

namespace lectern {
namespace {

/// Of the words that are not marked as none of the content.
constexpr std::size_t kLeastCovered = 85;  ///< percent
constexpr std::uint32_t kMaxTaggedColumns = 200;
constexpr std::uint32_t kMaxTaggedRows = 10'000;
constexpr std::size_t kMaxTaggedPlaces = 100'000;

bool is_one_of(std::string_view role, std::initializer_list<std::string_view> roles) {
  return std::find(roles.begin(), roles.end(), role) != roles.end();
}

bool is_inline(std::string_view role) {
  return is_one_of(role, {"Span",  "Link", "Quote", "Reference", "Em",   "Strong", "Sub",
                          "Annot", "Form", "Ruby",  "RB",        "RT",   "RP",     "Warichu",
                          "WT",    "WP",   "Lbl",   "BibEntry",  "Code", "FENote"});
}

/// 1 to 6; 0 for what is no heading.
std::uint32_t heading_level(std::string_view role) {
  if (role == "H" || role == "Title") return 1;
  if (role.size() == 2 && role[0] == 'H' && role[1] >= '1' && role[1] <= '9')
    return std::min<std::uint32_t>(static_cast<std::uint32_t>(role[1] - '0'), 6);
  return 0;
}

class TaggedPage {
 public:
  TaggedPage(const PageContent& page, PageVocabulary& vocabulary, std::vector<bool>& used,
             std::vector<PageElement>& elements)
      : page_(page), text_(page, vocabulary), used_(used), elements_(elements) {}

  bool run() {
    if (page_.tags.empty()) return false;
    for (std::size_t i = 0; i < page_.words.size(); ++i) {
      const std::int32_t number = page_.words[i].marked_content;
      if (number < 0) continue;
      const auto at = static_cast<std::size_t>(number);
      if (at >= words_.size()) words_.resize(at + 1);
      words_[at].push_back(static_cast<std::uint32_t>(i));
    }
    if (!is_covered()) return false;
    walk(0, 0);
    flush();
    return true;
  }

 private:
  bool is_covered() const {
    std::vector<bool> tagged(words_.size());
    for (const PageTag& tag : page_.tags) {
      for (const PageTagKid& kid : tag.kids) {
        if (kid.tag < 0 && static_cast<std::size_t>(kid.marked_content) < tagged.size())
          tagged[static_cast<std::size_t>(kid.marked_content)] = true;
      }
    }
    std::size_t all = 0;
    std::size_t covered = 0;
    for (const PageWord& word : page_.words) {
      if (word.artifact) continue;
      ++all;
      if (word.marked_content >= 0 && tagged[static_cast<std::size_t>(word.marked_content)])
        ++covered;
    }
    return all > 0 && covered * 100 >= all * kLeastCovered;
  }

  /// The words of a tag and of all inside of it.
  void collect(std::size_t index, std::vector<std::uint32_t>& words) {
    for (const PageTagKid& kid : page_.tags[index].kids) {
      if (kid.tag >= 0)
        collect(static_cast<std::size_t>(kid.tag), words);
      else
        append_content(kid.marked_content, words);
    }
  }

  /// The words of marked content, once: tags may name it again.
  void append_content(std::int32_t number, std::vector<std::uint32_t>& words) {
    const auto at = static_cast<std::size_t>(number);
    if (at >= words_.size()) return;
    words.insert(words.end(), words_[at].begin(), words_[at].end());
    words_[at].clear();
  }

  void walk(std::size_t index, std::uint32_t depth) {
    for (const PageTagKid& kid : page_.tags[index].kids) {
      if (kid.tag < 0) {
        append_content(kid.marked_content, pending_);
        continue;
      }
      const auto child = static_cast<std::size_t>(kid.tag);
      const PageTag& tag = page_.tags[child];
      if (tag.role == "Lbl" && item_ && pending_.empty()) {
        collect(child, pending_);
        only_label_ = true;
      } else if (tag.role == "LBody" && item_) {
        walk(child, depth);
      } else if (is_inline(tag.role)) {
        walk(child, depth);
      } else if (const std::uint32_t level = heading_level(tag.role); level > 0) {
        flush();
        kind_ = PageElement::Kind::kHeading;
        level_ = level;
        collect(child, pending_);
        flush();
      } else if (tag.role == "Table") {
        flush();
        add_table(child);
      } else if (tag.role == "L") {
        flush();
        add_list(child, depth);
      } else if (tag.role == "Figure") {
        flush();
        add_figure(child);
      } else if (tag.role == "Formula") {
        walk(child, depth);
      } else {
        if (!only_label_) flush();
        walk(child, depth);
        flush();
      }
    }
  }

  void add_list(std::size_t index, std::uint32_t depth) {
    for (const PageTagKid& kid : page_.tags[index].kids) {
      if (kid.tag < 0) {
        append_content(kid.marked_content, pending_);
        continue;
      }
      const auto child = static_cast<std::size_t>(kid.tag);
      if (page_.tags[child].role == "L") {
        add_list(child, depth + 1);
      } else if (page_.tags[child].role == "LI") {
        flush();
        item_ = true;
        item_depth_ = depth;
        kind_ = PageElement::Kind::kItem;
        walk(child, depth + 1);
        flush();
        item_ = false;
        kind_ = PageElement::Kind::kParagraph;
      } else {
        flush();
        walk(child, depth);
        flush();
      }
    }
    flush();
  }

  void add_figure(std::size_t index) {
    std::vector<std::uint32_t> words;
    collect(index, words);
    const std::string& alternate = page_.tags[index].alternate;
    if (!alternate.empty()) {
      PageElement figure;
      figure.kind = PageElement::Kind::kFigure;
      append_escaped(alternate, figure.text);
      elements_.push_back(std::move(figure));
    }
    pending_ = std::move(words);
    flush();
  }

  /// Makes an element of what has been collected.
  void flush() {
    std::vector<std::uint32_t> words = std::move(pending_);
    pending_.clear();
    only_label_ = false;
    const PageElement::Kind kind = kind_;
    if (kind_ == PageElement::Kind::kHeading) kind_ = PageElement::Kind::kParagraph;
    std::erase_if(words, [this](std::uint32_t word) { return used_[word]; });
    if (words.empty()) return;
    for (const std::uint32_t word : words) used_[word] = true;
    PageElement element;
    element.kind = kind;
    if (kind == PageElement::Kind::kHeading) element.level = level_;
    const std::vector<LayoutLine> lines = find_lines(page_, words);
    element.box = lines[0].box;
    element.size = lines[0].size;
    element.bold = lines[0].bold;
    element.lines = static_cast<std::uint32_t>(lines.size());
    std::size_t first = 0;
    if (kind == PageElement::Kind::kItem) {
      element.left = static_cast<float>(item_depth_) * 100;
      const std::string& marker = page_.words[lines[0].words[0].index].text;
      element.marker = "-";
      if (is_list_marker(marker) && (lines[0].words.size() > 1 || lines.size() > 1)) {
        if (!is_bullet(marker)) element.marker = marker;
        first = is_bullet(marker) && !is_plain_bullet(marker) ? 0 : 1;
      }
    }
    for (std::size_t i = 0; i < lines.size(); ++i) {
      text_.add_line(lines[i], i == 0 ? first : 0, false);
      element.box = around(element.box, lines[i].box);
    }
    element.text = text_.take();
    while (element.text.starts_with(" ")) element.text.erase(0, 1);
    element.letters = static_cast<std::uint32_t>(utf8_length(element.text));
    elements_.push_back(std::move(element));
    if (item_) kind_ = PageElement::Kind::kParagraph;
  }

  void add_table(std::size_t index) {
    PageTable table;
    std::vector<std::size_t> rows;
    std::vector<std::size_t> others;
    collect_rows(index, rows, others, 0);
    std::vector<std::uint32_t> filled;  // rows that cells above cover, by column
    bool header = true;
    for (const std::size_t row : rows) {
      if (table.rows == kMaxTaggedRows ||
          std::size_t{table.rows} * table.columns > kMaxTaggedPlaces)
        break;
      std::uint32_t column = 0;
      bool all_headers = true;
      for (const PageTagKid& kid : page_.tags[row].kids) {
        if (kid.tag < 0) continue;
        const PageTag& tag = page_.tags[static_cast<std::size_t>(kid.tag)];
        if (!is_one_of(tag.role, {"TD", "TH"})) continue;
        while (column < filled.size() && filled[column] > table.rows) ++column;
        TableCell cell;
        cell.row = table.rows;
        cell.column = column;
        if (column >= kMaxTaggedColumns) break;
        cell.column_span = std::min(tag.column_span, kMaxTaggedColumns - column);
        cell.row_span = tag.row_span;
        collect(static_cast<std::size_t>(kid.tag), cell.words);
        std::erase_if(cell.words, [this](std::uint32_t word) { return used_[word]; });
        for (const std::uint32_t word : cell.words) used_[word] = true;
        all_headers = all_headers && tag.role == "TH";
        if (filled.size() < column + cell.column_span) filled.resize(column + cell.column_span);
        for (std::uint32_t i = 0; i < cell.column_span; ++i)
          filled[column + i] = table.rows + cell.row_span;
        column += cell.column_span;
        table.columns = std::max(table.columns, column);
        table.cells.push_back(std::move(cell));
      }
      if (column == 0) continue;
      ++table.rows;
      header = header && all_headers;
      if (header) table.header_rows = table.rows;
    }
    if (table.header_rows == 0 && table.rows > 1) table.header_rows = 1;
    for (const std::size_t other : others) {
      collect(other, pending_);
      flush();
    }
    if (table.rows == 0 || table.columns == 0) {
      collect(index, pending_);
      flush();
      return;
    }
    drop_empty(table);
    if (table.rows == 0) return;
    PageElement element;
    element.kind = PageElement::Kind::kTable;
    for (const TableCell& cell : table.cells) {
      for (const std::uint32_t word : cell.words) {
        const PageBox& box = page_.words[word].box;
        element.box = area_of(element.box) > 0 ? around(element.box, box) : box;
      }
    }
    element.text = table_markdown(page_, table);
    while (element.text.ends_with('\n')) element.text.pop_back();
    elements_.push_back(std::move(element));
  }

  /// Takes out rows and columns without a word: they only set others apart.
  static void drop_empty(PageTable& table) {
    std::vector<bool> has_row(table.rows);
    std::vector<bool> has_column(table.columns);
    for (const TableCell& cell : table.cells) {
      if (cell.words.empty()) continue;
      has_row[cell.row] = true;
      has_column[cell.column] = true;
    }
    const auto places = [](const std::vector<bool>& kept) {
      std::vector<std::uint32_t> numbers(kept.size() + 1);
      for (std::size_t i = 0; i < kept.size(); ++i) numbers[i + 1] = numbers[i] + (kept[i] ? 1 : 0);
      return numbers;
    };
    const std::vector<std::uint32_t> rows = places(has_row);
    const std::vector<std::uint32_t> columns = places(has_column);
    std::erase_if(table.cells, [&](const TableCell& cell) {
      return !has_row[cell.row] || !has_column[cell.column];
    });
    const auto last = [](std::uint32_t first, std::uint32_t span,
                         const std::vector<std::uint32_t>& numbers) {
      return numbers[std::min<std::size_t>(std::size_t{first} + span, numbers.size() - 1)];
    };
    for (TableCell& cell : table.cells) {
      const std::uint32_t row = rows[cell.row];
      const std::uint32_t column = columns[cell.column];
      cell.row_span = std::max<std::uint32_t>(last(cell.row, cell.row_span, rows) - row, 1);
      cell.column_span =
          std::max<std::uint32_t>(last(cell.column, cell.column_span, columns) - column, 1);
      cell.row = row;
      cell.column = column;
    }
    table.header_rows = rows[table.header_rows];
    table.rows = rows.back();
    table.columns = columns.back();
    if (table.header_rows == 0 && table.rows > 1) table.header_rows = 1;
  }

  void collect_rows(std::size_t index, std::vector<std::size_t>& rows,
                    std::vector<std::size_t>& others, int depth) const {
    for (const PageTagKid& kid : page_.tags[index].kids) {
      if (kid.tag < 0) continue;
      const auto child = static_cast<std::size_t>(kid.tag);
      const std::string& role = page_.tags[child].role;
      if (role == "TR")
        rows.push_back(child);
      else if (is_one_of(role, {"THead", "TBody", "TFoot"}) && depth < 4)
        collect_rows(child, rows, others, depth + 1);
      else
        others.push_back(child);
    }
  }

  const PageContent& page_;
  InlineText text_;
  std::vector<bool>& used_;
  std::vector<PageElement>& elements_;
  std::vector<std::vector<std::uint32_t>> words_;  ///< by their marked content
  std::vector<std::uint32_t> pending_;
  PageElement::Kind kind_ = PageElement::Kind::kParagraph;
  std::uint32_t level_ = 0;
  std::uint32_t item_depth_ = 0;
  bool item_ = false;
  bool only_label_ = false;  ///< all that has been collected is the marker of an item
};

}  // namespace

bool append_tagged(const PageContent& page, PageVocabulary& vocabulary, std::vector<bool>& used,
                   std::vector<PageElement>& elements) {
  return TaggedPage(page, vocabulary, used, elements).run();
}

}  // namespace lectern
