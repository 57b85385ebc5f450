// What a look through a sheet finds: its used range and its first row.
#pragma once

#include <algorithm>
#include <optional>

#include "documents/sheets/cells_table.h"
#include "documents/sheets/workbook.h"

namespace lectern {

/// Counts what a sheet has, and keeps its first row.
class SheetLook final : public SheetSink {
 public:
  /// \param form  knows what formats may take; must outlive this.
  explicit SheetLook(SheetSink& form) : form_(form) {}

  void hide_columns(const CellArea&) override {}
  bool row(const ShownRow& row) override {
    if (row.cells.empty()) return true;
    const CellArea area{{row.row, row.cells.front().column}, {row.row, row.cells.back().column}};
    if (!used_) {
      used_ = area;
      first_ = row;
      if (first_.cells.size() > kHeaderCells) first_.cells.resize(kHeaderCells);
    } else {
      used_->first.column = std::min(used_->first.column, area.first.column);
      used_->last.column = std::max(used_->last.column, area.last.column);
      used_->last.row = std::max(used_->last.row, area.last.row);
    }
    return true;
  }
  bool rows(const ShownRow& row, std::uint32_t count) override {
    ShownRow last = row;
    last.row += count - 1;
    return this->row(row) && this->row(last);
  }
  Repeats repeats_of(std::string_view) override { return Repeats::kEnds; }
  bool has_room_for_note(std::size_t) const override { return false; }
  bool takes_format(std::uint64_t units) override { return form_.takes_format(units); }
  void note(SheetNote) override {}
  void lost_note() override {}
  void formula_without_value() override {}
  void hidden_value() override {}

  const std::optional<CellArea>& used() const { return used_; }
  const ShownRow& first() const { return first_; }

 private:
  static constexpr std::size_t kHeaderCells = 30;

  SheetSink& form_;
  std::optional<CellArea> used_;
  ShownRow first_;
};

}  // namespace lectern
