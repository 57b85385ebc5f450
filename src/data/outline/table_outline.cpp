// Tables of separated values by their columns.
#include <algorithm>
#include <array>

#include "base/message.h"
#include "data/outline/outline.h"
#include "data/shape/value_facts.h"
#include "text/utf8.h"

namespace lectern {
namespace {

constexpr std::size_t kMaxColumns = 1'000;
/// What is looked at of one cell.
constexpr std::size_t kMaxCellBytes = 256;

/// "A" of the first, "AA" of the 27th.
std::string column_letters(std::size_t index) {
  std::string letters;
  for (std::size_t rest = index + 1; rest > 0; rest = (rest - 1) / 26)
    letters.insert(letters.begin(), static_cast<char>('A' + (rest - 1) % 26));
  return letters;
}

std::string_view delimiter_name(char delimiter) {
  switch (delimiter) {
    case '\t':
      return "tabs";
    case ';':
      return "semicolons";
    case '|':
      return "bars";
    default:
      return "commas";
  }
}

class TableOutline final : public Outline {
 public:
  explicit TableOutline(char delimiter) : Outline("table"), delimiter_(delimiter) {
    head_.by_lines = false;
    head_.rest = "range shows cells: A1:F20";
  }

  void append(std::string_view text) override {
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = is_quoted_ ? std::min(text.find_first_of("\"\n", at), text.size())
                                         : end_of_plain(text, at);
      keep(text.substr(at, end - at));
      if (end == text.size()) return;
      take(text[end]);
      at = end + 1;
    }
  }

  bool has_found() const override { return rows_ > 2; }

  void finish(std::uint64_t) override {
    if (is_whole() && (is_in_row_ || !cell_.empty())) end_row();
    if (rows_ == 0) return;
    const std::uint64_t records = rows_ - (has_header_ ? 1 : 0);
    head_.facts.push_back(
        compose({"{row} of {column}, separated by {}; {}", records, std::uint64_t{columns_.size()},
                 delimiter_name(delimiter_), has_header_ ? "names in line 1" : "no names"}));
    if (uneven_ > 0) {
      head_.facts.push_back(compose(
          {"{row} with another number of columns, the first in line {}", uneven_, first_uneven_}));
    }
    if (is_quoted_ && is_whole())
      head_.facts.push_back(compose({"A quote in line {} is not closed", quote_line_}));
    if (too_many_ > 0) {
      head_.facts.push_back(compose({"{more column} not listed", too_many_}));
    }
    for (std::size_t i = 0; i < columns_.size(); ++i) show(i, records);
  }

 private:
  struct Column {
    std::string name;
    ValueFacts facts;
  };

  std::size_t end_of_plain(std::string_view text, std::size_t at) const {
    while (at < text.size() && text[at] != delimiter_ && text[at] != '\n' && text[at] != '"') ++at;
    return at;
  }

  void keep(std::string_view text) {
    if (text.empty()) return;
    is_in_row_ = true;
    bytes_ += text.size();
    cell_ += text.substr(0, kMaxCellBytes - std::min(kMaxCellBytes, cell_.size()));
    if (was_quote_) was_quote_ = false;
  }

  void take(char c) {
    if (c == '"') {
      is_in_row_ = true;
      if (is_quoted_) {
        is_quoted_ = false;
        was_quote_ = true;
      } else if (was_quote_) {
        // "" inside of quotes
        is_quoted_ = true;
        was_quote_ = false;
        keep("\"");
      } else if (cell_.empty()) {
        is_quoted_ = is_text_ = true;
        quote_line_ = line_;
      } else {
        keep("\"");
      }
      return;
    }
    if (is_quoted_) {
      ++line_;
      keep(" ");
      return;
    }
    was_quote_ = false;
    if (c == '\n') {
      end_row();
      ++line_;
      row_line_ = line_;
    } else {
      is_in_row_ = true;
      end_cell();
    }
  }

  void end_cell() {
    std::string_view text = cell_;
    if (bytes_ > text.size()) {
      while (!text.empty() && is_utf8_continuation(static_cast<std::uint8_t>(text.back())))
        text.remove_suffix(1);
      if (!text.empty() && (text.back() & 0x80) != 0) text.remove_suffix(1);
    }
    while (!text.empty() && (text.back() == '\r' || text.back() == ' ')) text.remove_suffix(1);
    while (text.starts_with(' ')) text.remove_prefix(1);
    const std::size_t index = cells_++;
    if (rows_ == 0) {
      if (columns_.size() < kMaxColumns) {
        columns_.push_back({std::string(text), {}});
      } else {
        ++too_many_;
      }
    } else if (index < columns_.size()) {
      columns_[index].facts.add(kind_of_plain(text), text, bytes_);
    }
    cell_.clear();
    bytes_ = 0;
    is_text_ = false;
  }

  void end_row() {
    // A blank line is none.
    if (cells_ == 0 && !is_text_ && (cell_.empty() || cell_ == "\r")) {
      cell_.clear();
      bytes_ = 0;
      is_in_row_ = false;
      return;
    }
    end_cell();
    if (rows_ == 0) {
      decide_header();
    } else if (cells_ != columns_.size() + too_many_) {
      if (uneven_++ == 0) first_uneven_ = row_line_;
    }
    ++rows_;
    cells_ = 0;
    is_in_row_ = false;
  }

  /// Names are words, none is twice.
  void decide_header() {
    has_header_ = true;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      const std::string& name = columns_[i].name;
      const ValueKind kind = kind_of_plain(name);
      const bool is_again = std::any_of(columns_.begin(), columns_.begin() + static_cast<long>(i),
                                        [&](const Column& other) { return other.name == name; });
      // A first column of row labels often has no name.
      const bool may_be_name = kind == ValueKind::kString || (name.empty() && i == 0);
      if (!may_be_name || is_again) has_header_ = false;
    }
    if (!has_header_) take_header_as_row();
  }

  void take_header_as_row() {
    has_header_ = false;
    for (Column& column : columns_) {
      const std::string text = std::move(column.name);
      column.name.clear();
      column.facts.add(kind_of_plain(text), text, text.size());
    }
  }

  void show(std::size_t index, std::uint64_t records) {
    const Column& column = columns_[index];
    std::string text = column_letters(index);
    if (!column.name.empty()) append_to(text, {" {}", column.name});
    const std::string values = column.facts.text_without(ValueKind::kNull);
    append_to(text, {": {}", values.empty() ? std::string("empty") : values});
    const std::uint64_t filled = column.facts.count() - column.facts.count(ValueKind::kNull);
    if (filled > 0 && filled < records)
      append_to(text, {" ({,} of {,} empty)", records - filled, records});
    entries_.add(0, 0, 0, text);
  }

  char delimiter_;
  std::vector<Column> columns_;
  std::string cell_;
  std::uint64_t bytes_ = 0;  ///< of the cell
  std::size_t cells_ = 0;    ///< of the row that are done
  bool is_in_row_ = false;
  bool is_text_ = false;    ///< the cell has quotes
  bool is_quoted_ = false;  ///< inside of them
  bool was_quote_ = false;  ///< the last character was a quote that ended them
  bool has_header_ = false;
  std::uint64_t line_ = 1;
  std::uint64_t row_line_ = 1;
  std::uint64_t quote_line_ = 1;
  std::uint64_t rows_ = 0;
  std::uint64_t uneven_ = 0;
  std::uint64_t first_uneven_ = 0;
  std::uint64_t too_many_ = 0;
};

}  // namespace

std::unique_ptr<Outline> make_table_outline(char delimiter) {
  return std::make_unique<TableOutline>(delimiter);
}

}  // namespace lectern
