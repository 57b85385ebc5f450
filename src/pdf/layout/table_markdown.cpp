#include "pdf/layout/table_markdown.h"

#include <cstddef>
#include <cstdint>

#include "pdf/layout/inline_text.h"

namespace lectern {
namespace {

void append_cell_text(std::string_view text, std::string& to) {
  for (const char c : text) {
    if (c == '|' || c == '\\') to += '\\';
    to += c == '\n' || c == '\r' ? ' ' : c;
  }
}

/// Whether a word ends its line with a hyphen and the other begins the next line.
bool is_hyphenated(const PageWord& word, const PageWord& next) {
  if (word.soft_hyphen) return true;
  return word.text.size() > 1 && word.text.back() == '-' &&
         word.direction == WordDirection::kRight && next.box.left < word.box.left &&
         next.baseline > word.baseline;
}

}  // namespace

std::string table_cell_text(const PageContent& page, const TableCell& cell) {
  std::string text;
  const PageWord* base = nullptr;  // the word that raised ones stand at
  std::int32_t link = -1;
  std::size_t link_start = 0;
  const auto end_link = [&](std::int32_t next) {
    if (link >= 0) close_link_text(page.links[static_cast<std::size_t>(link)], link_start, text);
    link = next;
  };
  for (std::size_t i = 0; i < cell.words.size(); ++i) {
    const PageWord& word = page.words[cell.words[i]];
    if (word.link != link) end_link(-1);
    if (i > 0 && !word.joined && !is_hyphenated(page.words[cell.words[i - 1]], word)) text += ' ';
    if (word.link != link) {
      link = word.link;
      link_start = text.size();
    }
    if (base != nullptr && word.joined && word.direction == WordDirection::kRight &&
        base->direction == WordDirection::kRight) {
      if (const std::string moved = raised_text(word, base->baseline, base->font_size);
          !moved.empty()) {
        text += moved;
        continue;
      }
    }
    base = &word;
    append_cell_text(word.text, text);
  }
  end_link(-1);
  return text;
}

std::string table_markdown(const PageContent& page, const PageTable& table) {
  return table_markdown(table,
                        [&page](const TableCell& cell) { return table_cell_text(page, cell); });
}

std::string table_markdown(const PageTable& table,
                           const std::function<std::string(const TableCell&)>& cell_text) {
  std::string text;
  std::size_t next = 0;
  const auto add_row = [&](std::uint32_t row) {
    text += '|';
    for (std::uint32_t column = 0; column < table.columns; ++column) {
      if (next < table.cells.size() && table.cells[next].row == row &&
          table.cells[next].column == column) {
        text += ' ';
        text += cell_text(table.cells[next++]);
      }
      text += " |";
    }
    text += '\n';
  };
  if (table.header_rows == 0) {
    text += '|';
    for (std::uint32_t column = 0; column < table.columns; ++column) text += "  |";
    text += '\n';
  } else {
    add_row(0);
  }
  text += '|';
  for (std::uint32_t column = 0; column < table.columns; ++column) text += "---|";
  text += '\n';
  for (std::uint32_t row = table.header_rows == 0 ? 0 : 1; row < table.rows; ++row) add_row(row);
  return text;
}

}  // namespace lectern
