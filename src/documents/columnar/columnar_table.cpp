#include "documents/columnar/columnar_table.h"

#include <algorithm>
#include <utility>

#include "base/format.h"

namespace lectern {

void ColumnarTools::warn(const Message& message) const {
  std::string text = compose(message);
  if (has_warned_enough() || std::find(warnings.begin(), warnings.end(), text) != warnings.end())
    return;
  if (warnings.size() == kMostWarnings) text = "there is more damage";
  warnings.push_back(std::move(text));
}

Result<void> ColumnarTools::pay_for_block(std::uint64_t packed) const {
  constexpr std::uint64_t kSharedWork = 400;
  return budget.spend("the table's pages that share their bytes", bytes.again(packed), kSharedWork);
}

Result<void> ColumnarTools::pay_for_long_text(const ColumnarType& type,
                                              const ColumnarScalar& value) const {
  constexpr std::uint64_t kLookWork = 3;
  // Whether it is a text is seen at its end.
  if (type.kind == ColumnarKind::kUnknown)
    return budget.spend("the table's values", value.bytes.size(), kLookWork);
  if (!has_digits(type.kind) || !bytes.has_digits_again()) return {};
  return budget.spend("values that share their bytes", digits_work(type, value));
}

Result<void> ColumnarTools::pay_for_json(std::uint64_t bytes) const {
  constexpr std::uint64_t kJsonWork = 16;
  return budget.spend("the table's values", bytes, kJsonWork);
}

bool ColumnarTable::pay_for_row() {
  constexpr std::uint64_t kCellWork = 150;
  auto spent = tools_.budget.spend("the table's rows", columns_.size() + 1, kCellWork);
  if (!spent) error_ = std::move(spent).error();
  return !error_;
}

bool ColumnarTable::pay_for_values(const std::vector<DatabaseValue>& values) {
  constexpr std::uint64_t kByteWork = 4;
  std::uint64_t bytes = 0;
  for (const DatabaseValue& value : values) bytes += value.bytes.size();
  auto spent = tools_.budget.spend("the table's rows", bytes, kByteWork);
  if (!spent) error_ = std::move(spent).error();
  return !error_;
}

DatabaseValue unread_value() {
  DatabaseValue value;
  value.kind = DatabaseValue::Kind::kBlob;
  value.is_far = true;
  return value;
}

}  // namespace lectern
