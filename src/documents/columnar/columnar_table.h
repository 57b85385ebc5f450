// A table whose values are stored column by column, whatever its format: what it is, and its rows.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/limits.h"
#include "base/work_budget.h"
#include "documents/columnar/columnar_bytes.h"
#include "documents/columnar/columnar_value.h"
#include "documents/database/row_record.h"

namespace lectern {

struct ColumnarColumn {
  std::string name;
  std::string type;
  /// Of the statistics; "" where there are none.
  std::string nulls = {};
  std::string least = {};
  std::string most = {};
};

enum class ColumnarStep : std::uint8_t { kDone, kNeedsBytes, kFailed };

/// What all tables work with.
struct ColumnarTools {
  ColumnarBytes& bytes;
  const Limits& limits;
  WorkBudget& budget;
  /// Told once each.
  std::vector<std::string>& warnings;

  void warn(const Message& message) const;
  /// Pays for a block that is unpacked. Tables have each of theirs once: what is beyond the file's
  /// size is shared, and small blocks and tables of codes take long.
  Result<void> pay_for_block(std::uint64_t packed) const;
  /// Pays for a value whose text is made, or looked through. \param most  bytes that are shown of
  /// it
  Result<void> pay_for_text(const ColumnarType& type, const ColumnarScalar& value,
                            std::uint64_t most) const {
    return has_digits(type.kind) || value.bytes.size() > most ? pay_for_long_text(type, value)
                                                              : Result<void>();
  }
  /// Pays for a value that was written as JSON, names and all.
  Result<void> pay_for_json(std::uint64_t bytes) const;
  /// Whether no more warnings are kept.
  bool has_warned_enough() const { return warnings.size() > kMostWarnings; }

  static constexpr std::size_t kMostWarnings = 20;

 private:
  Result<void> pay_for_long_text(const ColumnarType& type, const ColumnarScalar& value) const;
};

class ColumnarTable {
 public:
  /// What the values of a row may take together; each may have `kLeastRoom`.
  static constexpr std::uint64_t kMostRowBytes = std::uint64_t{16} << 20;
  static constexpr std::uint64_t kLeastRoom = 1000;

  explicit ColumnarTable(const ColumnarTools& tools) : tools_(tools) {}
  ColumnarTable(const ColumnarTable&) = delete;
  ColumnarTable& operator=(const ColumnarTable&) = delete;
  virtual ~ColumnarTable() = default;

  /// Reads what the table is. kNeedsBytes: call it again; kFailed: see `error`.
  virtual ColumnarStep open() = 0;
  /// Reads a row, from 0, in the order of the columns. It is cheapest to take them one after the
  /// other. kFailed: the work is used up; damage is a warning, and a value that says so.
  virtual ColumnarStep row(std::uint64_t index, std::uint64_t text_bytes,
                           std::vector<DatabaseValue>& values) = 0;

  // Once it is open.
  std::uint64_t rows() const { return rows_; }
  const std::vector<ColumnarColumn>& columns() const { return columns_; }
  /// "Parquet table with 3 columns, 12 rows (...)" and lines about it.
  const std::string& heading() const { return heading_; }
  const std::optional<Error>& error() const { return error_; }

 protected:
  ColumnarStep failed(Error error) {
    error_ = std::move(error);
    return ColumnarStep::kFailed;
  }
  void warn(const Message& message) { tools_.warn(message); }
  /// Pays for a row: rows may be stated without number, and share what they hold.
  /// \returns false when the work is used up: see `error`.
  bool pay_for_row();
  /// The same for its values.
  bool pay_for_values(const std::vector<DatabaseValue>& values);
  void warn_of_row(std::uint64_t row) {
    warn({"row {,}: its values are longer than {byte}, the last of them are cut", row + 1,
          kMostRowBytes});
  }

  ColumnarTools tools_;
  std::uint64_t rows_ = 0;
  std::vector<ColumnarColumn> columns_;
  std::string heading_;
  std::optional<Error> error_;
};

/// What stands for a value that could not be read.
DatabaseValue unread_value();

std::unique_ptr<ColumnarTable> open_parquet_table(const ColumnarTools& tools);
std::unique_ptr<ColumnarTable> open_arrow_table(const ColumnarTools& tools);

}  // namespace lectern
