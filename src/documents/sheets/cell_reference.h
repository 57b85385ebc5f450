// Addresses of cells in the A1 style.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lectern {

/// The most rows and columns that a program has: Excel's rows and LibreOffice's columns.
inline constexpr std::uint32_t kMostRows = 1048576;
inline constexpr std::uint32_t kMostColumns = 16384;

/// A cell: both count from 1.
struct CellAddress {
  std::uint32_t row = 1;
  std::uint32_t column = 1;
  /// Member by member.
  bool operator==(const CellAddress&) const = default;
};

/// A rectangle of cells, inclusive. It is open to the last row or column when that is kMostRows or
/// kMostColumns.
struct CellArea {
  CellAddress first = {1, 1};
  CellAddress last = {kMostRows, kMostColumns};
  /// Member by member.
  bool operator==(const CellArea&) const = default;

  bool has_row(std::uint32_t row) const { return first.row <= row && row <= last.row; }
  bool has_column(std::uint32_t column) const {
    return first.column <= column && column <= last.column;
  }
  bool has(CellAddress cell) const { return has_row(cell.row) && has_column(cell.column); }
  bool overlaps(const CellArea& other) const {
    return first.row <= other.last.row && other.first.row <= last.row &&
           first.column <= other.last.column && other.first.column <= last.column;
  }
  bool is_whole() const { return *this == CellArea(); }
};

/// 1 is "A", 27 is "AA".
std::string column_name(std::uint32_t column);
/// "B7".
std::string address_text(CellAddress cell);
/// "A1:F200", "B7" for one cell, "A:C" and "3:5" for whole columns and rows, "A5:" and "5:" when it
/// is open to the last row.
std::string area_text(const CellArea& area);

/// The corners of an area, whatever they are: "A1:F200", "B7".
std::string corners_text(const CellArea& area);

/// Reads "B7", also "$B$7". Nothing when it is anything else, or beyond kMostRows and kMostColumns.
std::optional<CellAddress> parse_address(std::string_view text);
/// Reads what `area_text` writes, "A5:F" for columns A to F from row 5 on, and corners in any
/// order.
std::optional<CellArea> parse_area(std::string_view text);
/// True for "R1C1", "R[-1]C" and ranges of them, which are no A1 addresses as well.
bool is_r1c1(std::string_view text);

}  // namespace lectern
