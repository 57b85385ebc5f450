// Values of several parts, which are shown as JSON.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "documents/columnar/columnar_value.h"

namespace lectern {

/// JSON that grows up to a bound; beyond it is only counted.
class JsonText {
 public:
  explicit JsonText(std::uint64_t most_bytes) : most_(most_bytes) {}
  void add(std::string_view text);
  /// A value as JSON has it; what has no form of its own is a string.
  void add_value(const ColumnarType& type, const DatabaseValue& value);
  void add_string(std::string_view text);
  bool is_full() const { return size_ > most_; }
  /// Marks it as cut.
  void cut() { is_cut_ = true; }
  DatabaseValue take();

 private:
  std::uint64_t most_;
  std::uint64_t size_ = 0;
  bool is_cut_ = false;
  std::string text_;
};

}  // namespace lectern
