#include "documents/database/value_text.h"

#include <algorithm>

#include "base/format.h"
#include "detect/signatures.h"
#include "documents/database/database_objects.h"
#include "documents/sheets/cells_table.h"
#include "text/utf8.h"

namespace lectern {
namespace {

/// Blobs up to here are shown in full, as SQL writes them: keys, hashes.
constexpr std::uint64_t kMostHexBytes = 32;
constexpr std::string_view kMarks[] = {"[blob ", "[… ", "[not read"};

std::string hex_literal(std::string_view bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text = "x'";
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15];
  }
  return text + '\'';
}

std::string blob_text(const DatabaseValue& value) {
  if (value.size <= kMostHexBytes && value.bytes.size() == value.size)
    return hex_literal(value.bytes);
  std::string text = compose({"[blob {byte}", value.size});
  const ByteSpan bytes = as_bytes(value.bytes);
  if (const auto kind = find_binary_kind(bytes); kind && kind->certain) {
    append_to(text, {": {}", kind->name});
  } else if (is_valid_utf8(bytes) && value.bytes.find('\0') == value.bytes.npos) {
    text += ": text";
  }
  return text + ']';
}

std::string number_text(const DatabaseValue& value) {
  return value.kind == DatabaseValue::Kind::kReal ? real_text(value.real)
                                                  : compose({"{}", value.integer});
}

/// Puts a backslash before what only we write.
std::string without_marks(std::string text) {
  if (text == "NULL" || (text.starts_with("x'") && text.ends_with('\''))) return '\\' + text;
  for (const std::string_view mark : kMarks) {
    for (std::size_t at = text.find(mark); at != text.npos;
         at = text.find(mark, at + mark.size())) {
      std::size_t slashes = 0;
      while (slashes < at && text[at - 1 - slashes] == '\\') ++slashes;
      if (slashes % 2 == 0) text.insert(at++, 1, '\\');
    }
  }
  return text;
}

}  // namespace

std::string value_cell(const DatabaseValue& value, std::uint64_t chars, bool& is_cut) {
  if (value.is_far) {
    is_cut = true;
    return compose({"[not read: {byte} behind others]", value.size});
  }
  switch (value.kind) {
    case DatabaseValue::Kind::kNull:
      return "NULL";
    case DatabaseValue::Kind::kInteger:
    case DatabaseValue::Kind::kReal:
      return number_text(value);
    case DatabaseValue::Kind::kBlob:
      return blob_text(value);
    case DatabaseValue::Kind::kText:
      break;
  }
  const std::size_t size = utf8_prefix_size(value.bytes, chars);
  std::string text = without_marks(escape_cell(std::string_view(value.bytes).substr(0, size)));
  if (size < value.bytes.size() || value.is_cut) {
    is_cut = true;
    append_to(text, {" [… {byte} in all]", value.size});
  }
  return text;
}

std::string value_lines(const DatabaseValue& value) {
  bool is_cut = false;
  const bool is_block = value.kind == DatabaseValue::Kind::kText && !value.is_far &&
                        value.bytes.find_first_of("\n\r") != std::string::npos;
  if (!is_block) return value_cell(value, ~std::uint64_t{0}, is_cut);
  std::string text = "\n" + fenced("text", shown_sql(value.bytes));
  if (value.is_cut) append_to(text, {"[… {byte} in all]\n", value.size});
  text.pop_back();
  return text;
}

std::string fenced(std::string_view kind, std::string_view text) {
  std::size_t longest = 2;
  std::size_t run = 0;
  for (const char c : text) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  const std::string fence(longest + 1, '`');
  return compose({"{}{}\n{}{}{}\n", fence, kind, text, text.ends_with('\n') ? "" : "\n", fence});
}

DatabaseValue excerpt(const DatabaseValue& value, std::size_t at, std::uint64_t chars) {
  DatabaseValue shown = value;
  if (utf8_length(value.bytes) <= chars) return shown;
  // The words end at `at`: most of what is shown stands before.
  std::size_t from = at - std::min<std::size_t>(at, static_cast<std::size_t>(chars * 2 / 3));
  while (from > 0 && is_utf8_continuation(static_cast<std::uint8_t>(value.bytes[from]))) --from;
  shown.bytes.erase(0, from);
  if (from > 0) {
    shown.bytes.insert(0, "… ");
    shown.is_cut = true;
  }
  return shown;
}

}  // namespace lectern
