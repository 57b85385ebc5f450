// Delimited text (RFC 4180, and what programs write instead of it) as a workbook of one sheet. It
// is decoded and parsed as a stream, as far as its rows are wanted.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/reader.h"
#include "base/work_budget.h"
#include "documents/sheets/workbook.h"

namespace lectern {

class DelimitedWorkbook final : public Workbook {
 public:
  /// \param context  must outlive the workbook. \returns BINARY_FILE when the bytes are no text.
  static Result<std::unique_ptr<DelimitedWorkbook>> open(const ReadContext& context);

  Result<void> read(std::size_t sheet, const CellArea& area, SheetSink& sink) override;

 private:
  explicit DelimitedWorkbook(const ReadContext& context)
      : context_(context), work_(context.options.limits) {}

  const ReadContext& context_;
  WorkBudget work_;
  bool was_read_ = false;
  char delimiter_ = ',';
};

/// What divides the fields of `text`, the start of a file: a comma, semicolon, tab, bar or colon,
/// the one by which most of its lines have the same number of fields.
char find_delimiter(std::string_view text);

/// Takes text in pieces and gives rows of fields.
class FieldParser {
 public:
  /// Takes the fields of a row, and how many more it has; false when no more are wanted.
  class Rows {
   public:
    virtual ~Rows() = default;
    virtual bool fields(std::vector<std::string>& fields, std::uint64_t more) = 0;
  };

  /// \param most  of the fields of a row that are wanted.
  FieldParser(char delimiter, Rows& rows, std::size_t most = kMostColumns)
      : delimiter_(delimiter), rows_(rows), most_(most) {}
  /// False once no more rows are wanted.
  bool push(std::string_view text);
  /// The text has ended: gives the last row.
  void finish();

 private:
  enum class State : std::uint8_t { kStart, kBare, kQuoted, kAfterQuote };

  void put(char c);
  std::size_t put_run(std::string_view text, std::size_t at);
  void end_field();
  void end_row();

  char delimiter_;
  Rows& rows_;
  State state_ = State::kStart;
  bool after_cr_ = false;
  bool stopped_ = false;
  bool has_field_ = false;
  std::string field_;
  std::vector<std::string> fields_;
  const std::size_t most_;
  std::uint64_t more_ = 0;  ///< fields that are not wanted
};

}  // namespace lectern
