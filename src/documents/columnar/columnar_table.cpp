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

DatabaseValue unread_value() {
  DatabaseValue value;
  value.kind = DatabaseValue::Kind::kBlob;
  value.is_far = true;
  return value;
}

}  // namespace lectern
