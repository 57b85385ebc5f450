// What a read of a table file shows: what it is with its columns and first rows, rows by their
// numbers, one row in full, or the rows with words in them.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/request.h"
#include "base/tool_result.h"
#include "documents/columnar/columnar_table.h"
#include "documents/database/table_view.h"
#include "text/word_matcher.h"

namespace lectern {

class ColumnarForm {
 public:
  /// \param request, options, table  must outlive this
  ColumnarForm(const ReadRequest& request, const ReadOptions& options,
               std::vector<std::string>& warnings, std::unique_ptr<ColumnarTable> table);

  /// Goes on. kNeedsBytes: call it again; kDone: the result is there.
  ColumnarStep step();
  ToolResult take_result() { return *std::move(result_); }

 private:
  enum class Shape : std::uint8_t { kOverview, kOutline, kRows, kRecord, kSearch };

  void begin();
  ColumnarStep run_rows();
  bool take_row(std::uint64_t number, std::vector<DatabaseValue>& values);
  bool matches(std::vector<DatabaseValue>& values);
  void add_record(std::uint64_t number, const std::vector<DatabaseValue>& values);
  std::string row_text(std::uint64_t number, const std::vector<DatabaseValue>& values,
                       std::uint64_t chars, bool& is_cut) const;
  std::string header_text() const;
  void add_columns();
  void leave_out(std::size_t column);
  std::uint64_t text_bytes() const;
  std::string file_name() const;
  void finish_rows();
  void close_rows();
  void finish(Error error);
  void finish(ToolResult result);

  const ReadRequest& request_;
  const ReadOptions& options_;
  std::vector<std::string>& warnings_;
  std::unique_ptr<ColumnarTable> table_;
  TextRoom room_;
  Shape shape_ = Shape::kRows;
  std::optional<WordMatcher> matcher_;
  bool is_open_ = false;

  std::uint64_t at_ = 0;  ///< the next row, from 0
  std::uint64_t limit_ = 0;
  std::string content_;
  std::string lines_;
  std::uint64_t shown_ = 0;
  std::uint64_t first_ = 0;
  std::uint64_t last_ = 0;
  std::optional<std::uint64_t> next_;  ///< from 1
  std::optional<std::uint64_t> next_column_;
  bool is_full_ = false;
  bool has_cut_ = false;
  bool is_out_of_work_ = false;
  std::optional<Truncation> truncation_;
  std::optional<ToolResult> result_;
};

}  // namespace lectern
