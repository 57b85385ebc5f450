// A page's words and rules from bytes: the search for tables must keep what table.h promises, and
// the Markdown of the page must have each of its letters as often as its words do.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "pdf/layout/document_layout.h"
#include "pdf/layout/table.h"
#include "pdf/layout/table_markdown.h"

namespace {

using namespace lectern;

constexpr std::size_t kRecord = 6;
constexpr const char* kTexts[] = {
    "Total", "12", "1,234.5", "-", "the",        "(a)", "1.", ".....",
    "2010",  "$",  "a|b",     "=", "----------", "of",  "x",  "\xD7\x90\xD7\x91"};

void require(bool holds) {
  if (!holds) std::abort();
}

/// Six bytes each: what it is, its place on a coarse grid with a fine shift, its length.
PageContent page_from(const std::uint8_t* data, std::size_t size) {
  PageContent page;
  page.width = 612;
  page.height = 792;
  for (; size >= kRecord; data += kRecord, size -= kRecord) {
    const float x = static_cast<float>(data[1]) * 2.5f + static_cast<float>(data[4] & 15) / 4;
    const float y = static_cast<float>(data[2]) * 3 + static_cast<float>(data[4] >> 4) / 4;
    const auto length = static_cast<float>(data[3]);
    switch (data[0] % 8) {
      case 0:
        page.rules.push_back({{x, y, x + 2 * length, y}, 1});
        break;
      case 1:
        page.rules.push_back({{x, y, x, y + 2 * length}, 1});
        break;
      case 2:
        page.drawings.push_back({x, y, x + length, y + length});
        if ((data[5] & 1) != 0) page.slants.push_back(page.drawings.back());
        if ((data[5] & 2) != 0)
          page.areas.push_back({page.drawings.back(), data[5], data[4], (data[5] & 4) != 0});
        break;
      default: {
        PageWord word;
        word.text = kTexts[data[5] % 16];
        word.font_size = 4 + static_cast<float>(data[3] % 16);
        word.box = {x, y - word.font_size, x + length / 2, y + 2};
        word.baseline = y;
        word.bold = (data[5] & 16) != 0;
        word.joined = (data[5] & 32) != 0;
        if (data[0] > 240) word.direction = static_cast<WordDirection>(data[0] % 4);
        page.words.push_back(word);
        break;
      }
    }
  }
  return page;
}

void check_table(const PageContent& page, const PageTable& table, std::vector<bool>& used) {
  require(table.rows > 0 && table.columns > 0 && table.header_rows <= table.rows);
  std::vector<bool> covered(std::size_t{table.rows} * table.columns);
  std::uint64_t last = 0;
  for (const TableCell& cell : table.cells) {
    require(cell.row_span > 0 && cell.column_span > 0 && cell.row + cell.row_span <= table.rows &&
            cell.column + cell.column_span <= table.columns);
    const std::uint64_t place = std::uint64_t{cell.row} * table.columns + cell.column;
    require(place >= last);
    last = place;
    for (std::uint32_t row = cell.row; row < cell.row + cell.row_span; ++row) {
      for (std::uint32_t column = cell.column; column < cell.column + cell.column_span; ++column) {
        const std::size_t at = std::size_t{row} * table.columns + column;
        require(!covered[at]);
        covered[at] = true;
      }
    }
    for (const std::uint32_t word : cell.words) {
      require(word < page.words.size() && !used[word]);
      used[word] = true;
    }
  }
  for (const std::uint32_t word : table.line_words) {
    require(word < page.words.size() && !used[word]);
    used[word] = true;
  }
  // Every row of the Markdown has the table's columns.
  const std::string text = table_markdown(page, table);
  std::size_t bars = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\') {
      ++i;
    } else if (text[i] == '|') {
      ++bars;
    } else if (text[i] == '\n') {
      require(bars == std::size_t{table.columns} + 1);
      bars = 0;
    }
  }
}

using Counts = std::array<std::uint64_t, 26>;

/// Small letters: no marker of a list and no raised digit takes one away.
void count_small(std::string_view text, Counts& counts) {
  for (const char c : text) {
    if (c >= 'a' && c <= 'z') ++counts[static_cast<std::size_t>(c - 'a')];
  }
}

void check_letters(const PageContent& page, const std::vector<PageTable>& tables) {
  Counts drawn{};
  for (const PageWord& word : page.words) count_small(word.text, drawn);
  // Rows of hyphens have no letters; all else of a table is shown.
  for (const PageTable& table : tables) {
    for (const std::uint32_t word : table.line_words) {
      Counts none{};
      count_small(page.words[word].text, none);
      require(none == Counts{});
    }
  }
  DocumentLayout layout;
  layout.add(1, page);
  std::vector<std::string> warnings;
  const std::vector<LaidOutPage> texts = layout.write(HeadersFooters::kKeep, warnings);
  require(texts.size() == 1);
  Counts shown{};
  const std::string_view text(texts[0].text);
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t end = std::min(text.find('\n', from), text.size());
    const std::string_view line = text.substr(from, end - from);
    if (!line.starts_with("[Figure ")) count_small(line, shown);
    from = end + 1;
  }
  require(drawn == shown);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const PageContent page = page_from(data, size);
  std::vector<bool> used(page.words.size());
  const std::vector<PageTable> tables = find_tables(page);
  for (const PageTable& table : tables) check_table(page, table, used);
  if (!tables.empty()) table_continuation(page, tables.back(), page, tables.front());
  check_letters(page, tables);
  return 0;
}
