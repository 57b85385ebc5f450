#include "documents/sheets/cell_reference.h"

#include <algorithm>
#include <utility>

#include "base/message.h"

namespace lectern {
namespace {

/// One corner of an area: a column, a row, or both.
struct Corner {
  std::optional<std::uint32_t> column = std::nullopt;
  std::optional<std::uint32_t> row = std::nullopt;
};

std::optional<Corner> parse_corner(std::string_view text) {
  Corner corner;
  std::size_t at = 0;
  const auto dollar = [&] { at += at < text.size() && text[at] == '$'; };
  dollar();
  std::uint32_t column = 0;
  while (at < text.size() && ((text[at] | 0x20) >= 'a' && (text[at] | 0x20) <= 'z')) {
    column = column * 26 + static_cast<std::uint32_t>((text[at] | 0x20) - 'a' + 1);
    if (column > kMostColumns) return std::nullopt;
    ++at;
  }
  if (column > 0) {
    corner.column = column;
    dollar();
  }
  const std::size_t digits = at;
  std::uint32_t row = 0;
  while (at < text.size() && text[at] >= '0' && text[at] <= '9') {
    row = row * 10 + static_cast<std::uint32_t>(text[at] - '0');
    if (row > kMostRows) return std::nullopt;
    ++at;
  }
  if (at > digits) {
    if (row == 0) return std::nullopt;
    corner.row = row;
  }
  if (at != text.size() || (!corner.column && !corner.row)) return std::nullopt;
  if (text.ends_with('$')) return std::nullopt;
  return corner;
}

}  // namespace

std::string column_name(std::uint32_t column) {
  std::string name;
  while (column > 0) {
    name.insert(name.begin(), static_cast<char>('A' + (column - 1) % 26));
    column = (column - 1) / 26;
  }
  return name;
}

std::string address_text(CellAddress cell) {
  return compose({"{}{}", column_name(cell.column), cell.row});
}

std::string area_text(const CellArea& area) {
  const bool all_columns = area.first.column == 1 && area.last.column == kMostColumns;
  const bool all_rows = area.first.row == 1 && area.last.row == kMostRows;
  const bool to_last_row = area.last.row == kMostRows;
  if (all_columns) {
    if (to_last_row) return compose({"{}:", area.first.row});
    return compose({"{}:{}", area.first.row, area.last.row});
  }
  if (area.first == area.last) return address_text(area.first);
  const std::string first = column_name(area.first.column);
  const std::string last = column_name(area.last.column);
  if (all_rows) return compose({"{}:{}", first, last});
  if (to_last_row) return compose({"{}{}:{}", first, area.first.row, last});
  return compose({"{}{}:{}{}", first, area.first.row, last, area.last.row});
}

std::string corners_text(const CellArea& area) {
  const std::string first = address_text(area.first);
  return area.first == area.last ? first : first + ':' + address_text(area.last);
}

std::optional<CellAddress> parse_address(std::string_view text) {
  const std::optional<Corner> corner = parse_corner(text);
  if (!corner || !corner->column || !corner->row) return std::nullopt;
  return CellAddress{*corner->row, *corner->column};
}

std::optional<CellArea> parse_area(std::string_view text) {
  const std::size_t colon = text.find(':');
  const std::optional<Corner> first = parse_corner(text.substr(0, colon));
  if (!first) return std::nullopt;
  CellArea area;
  if (colon == std::string_view::npos) {
    if (!first->column || !first->row) return std::nullopt;
    area.first = area.last = {*first->row, *first->column};
    return area;
  }
  area.first = {first->row.value_or(1), first->column.value_or(1)};
  if (colon + 1 == text.size()) return first->row ? std::optional(area) : std::nullopt;
  const std::optional<Corner> last = parse_corner(text.substr(colon + 1));
  if (!last) return std::nullopt;
  // "A5:F" is open below, "A:5" is nothing.
  if (first->column.has_value() != last->column.has_value()) return std::nullopt;
  if (!first->row && last->row) return std::nullopt;
  if (!first->column && !last->row) return std::nullopt;
  area.last = {last->row.value_or(kMostRows), last->column.value_or(kMostColumns)};
  if (area.first.row > area.last.row) std::swap(area.first.row, area.last.row);
  if (area.first.column > area.last.column) std::swap(area.first.column, area.last.column);
  return area;
}

bool is_r1c1(std::string_view text) {
  const auto number = [&](std::size_t& at) {
    const bool bracket = at < text.size() && text[at] == '[';
    if (bracket) ++at;
    if (bracket && at < text.size() && text[at] == '-') ++at;
    while (at < text.size() && text[at] >= '0' && text[at] <= '9') ++at;
    if (!bracket) return true;
    return at < text.size() && text[at++] == ']';
  };
  std::size_t at = 0;
  for (int corner = 0; corner < 2; ++corner) {
    if (at >= text.size() || (text[at] | 0x20) != 'r') return false;
    if (!number(++at)) return false;
    if (at >= text.size() || (text[at] | 0x20) != 'c') return false;
    if (!number(++at)) return false;
    if (at == text.size()) return !parse_area(text);
    if (text[at++] != ':') return false;
  }
  return false;
}

}  // namespace lectern
