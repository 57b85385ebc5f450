// An Arrow file (Feather, version 2) or stream as a table: what its heading says, and its rows.
// https://arrow.apache.org/docs/format/Columnar.html
#include <algorithm>
#include <memory>
#include <utility>

#include "base/format.h"
#include "documents/columnar/arrow_messages.h"
#include "documents/columnar/arrow_schema.h"
#include "documents/columnar/arrow_values.h"
#include "documents/columnar/columnar_table.h"
#include "documents/sheets/cells_table.h"

namespace lectern {
namespace {

constexpr std::size_t kMostArrowNotesShown = 20;

class ArrowTable final : public ColumnarTable {
 public:
  explicit ArrowTable(const ColumnarTools& tools)
      : ColumnarTable(tools), messages_(tools, content_), values_(tools, content_) {}

  ColumnarStep open() override {
    const ColumnarStep step = messages_.read();
    if (step == ColumnarStep::kFailed) return failed(*messages_.error());
    if (step != ColumnarStep::kDone) return step;
    rows_ = content_.rows;
    describe();
    return ColumnarStep::kDone;
  }

  ColumnarStep row(std::uint64_t index, std::uint64_t text_bytes,
                   std::vector<DatabaseValue>& values) override {
    if (!pay_for_row()) return ColumnarStep::kFailed;
    const auto after = std::upper_bound(
        content_.batches.begin(), content_.batches.end(), index,
        [](std::uint64_t wanted, const auto& batch) { return wanted < batch.first; });
    const std::size_t number = static_cast<std::size_t>(after - content_.batches.begin()) - 1;
    const auto& batch = content_.batches[number];
    values_.enter(batch.batch);
    values.clear();
    bool needs_bytes = false;
    std::uint64_t room = kMostRowBytes;
    for (std::size_t i = 0; i < content_.schema.columns.size(); ++i) {
      DatabaseValue value;
      const ColumnarStep step = values_.cell(content_.schema.columns[i], index - batch.first,
                                             std::min(text_bytes, room), value);
      room -= std::min<std::uint64_t>(room - kLeastRoom, value.bytes.size());
      needs_bytes = needs_bytes || step == ColumnarStep::kNeedsBytes;
      if (step == ColumnarStep::kFailed) {
        if (values_.is_out_of_work())
          return failed(Error{ErrorCode::kLimitExceeded, values_.problem()});
        constexpr std::uint64_t kProblemWork = 1000;
        if (auto spent = tools_.budget.spend("the table's rows", kProblemWork); !spent)
          return failed(std::move(spent).error());
        if (!tools_.has_warned_enough())
          warn({"column {}, record batch {,}, row {,}: {}", escape_line(columns_[i].name),
                std::uint64_t{number + 1}, index + 1, values_.problem()});
        value = unread_value();
      }
      values.push_back(std::move(value));
    }
    if (needs_bytes) return ColumnarStep::kNeedsBytes;
    if (room == kLeastRoom) warn_of_row(index);
    tools_.bytes.trim();
    return pay_for_values(values) ? ColumnarStep::kDone : ColumnarStep::kFailed;
  }

 private:
  void describe() {
    for (const std::uint32_t column : content_.schema.columns) {
      const ArrowField& field = content_.schema.fields[column];
      columns_.push_back({field.name, arrow_type_text(content_.schema, column) +
                                          (field.is_nullable ? "" : " not null")});
    }
    const auto batches = [](std::size_t count, std::string_view of) {
      return compose({"{,} {} {}", std::uint64_t{count}, of, count == 1 ? "batch" : "batches"});
    };
    heading_ = compose({"Arrow {} with {column}, {row} ({}", content_.is_file ? "file" : "stream",
                        std::uint64_t{columns_.size()}, rows_,
                        batches(content_.batches.size(), "record")});
    if (!content_.dictionaries.empty())
      append_to(heading_, {", {}", batches(content_.dictionaries.size(), "dictionary")});
    if (!content_.batches.empty() && content_.batches[0].batch.codec >= 0)
      append_to(heading_, {", {}", content_.batches[0].batch.codec == 0   ? "LZ4"
                                   : content_.batches[0].batch.codec == 1 ? "Zstandard"
                                                                          : "unknown compression"});
    heading_ += ")\n";
    if (!content_.schema.notes.empty()) {
      heading_ += "(Metadata: ";
      for (std::size_t i = 0; i < std::min(content_.schema.notes.size(), kMostArrowNotesShown); ++i)
        append_to(heading_,
                  {"{}{} with {byte}", i == 0 ? "" : ", ",
                   escape_line(content_.schema.notes[i].first), content_.schema.notes[i].second});
      if (content_.schema.notes.size() > kMostArrowNotesShown)
        append_to(heading_, {", and {,} more",
                             std::uint64_t{content_.schema.notes.size() - kMostArrowNotesShown}});
      heading_ += ")\n";
    }
    // Batches without rows have no place among the others.
    std::erase_if(content_.batches,
                  [](const ArrowRecordBatch& batch) { return batch.batch.rows == 0; });
  }

  ArrowContent content_;
  ArrowMessages messages_;
  ArrowValues values_;
};

}  // namespace

std::unique_ptr<ColumnarTable> open_arrow_table(const ColumnarTools& tools) {
  return std::make_unique<ArrowTable>(tools);
}

}  // namespace lectern
