// The strings that cells of an Office Open XML workbook share (ECMA-376 part 1, 18.4), read as far
// as they are asked for and kept in one piece of memory.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "documents/office_package.h"

namespace lectern {

class SharedStrings {
 public:
  /// \param part  "" when there is none. \param max_bytes  that all strings together may take.
  SharedStrings(OfficePackage& package, std::string part, std::uint64_t max_bytes)
      : package_(package), part_(std::move(part)), max_bytes_(max_bytes) {}

  /// The string of that number, valid until the next call. \returns LIMIT_EXCEEDED when the strings
  /// before take too much; CORRUPT_DOCUMENT when there is no such string.
  Result<std::string_view> at(std::uint64_t index);

 private:
  Result<void> read_to(std::uint64_t index);

  OfficePackage& package_;
  std::string part_;
  std::uint64_t max_bytes_;
  std::unique_ptr<PartReader> reader_;
  bool is_done_ = false;
  std::string text_;
  std::vector<std::uint32_t> ends_;
};

/// Appends the text of a `si` or `is` whose start `xml` is at, without its phonetic runs.
void append_rich_text(XmlReader& xml, std::string& out, std::size_t max_bytes);

/// Replaces `_x000D_` by the character it stands for (18.18.38, ST_Xstring).
std::string unescaped_string(std::string_view text);

}  // namespace lectern
