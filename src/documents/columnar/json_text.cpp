#include "documents/columnar/json_text.h"

#include "base/format.h"
#include "documents/database/row_record.h"

namespace lectern {

void JsonText::add(std::string_view text) {
  size_ += text.size();
  if (text_.size() < most_) text_ += text.substr(0, static_cast<std::size_t>(most_ - text_.size()));
}

void JsonText::add_string(std::string_view text) {
  std::string made = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      made += '\\';
      made += c;
    } else if (c == '\n') {
      made += "\\n";
    } else if (byte < 0x20) {
      append_to(made, {"\\u00{}{}", byte >> 4, "0123456789abcdef"[byte & 15]});
    } else {
      made += c;
    }
  }
  add(made + '"');
}

void JsonText::add_value(const ColumnarType& type, const DatabaseValue& value) {
  const bool is_number = type.kind == ColumnarKind::kUnsigned ||
                         type.kind == ColumnarKind::kDecimal || type.kind == ColumnarKind::kFloat ||
                         type.kind == ColumnarKind::kDouble || type.kind == ColumnarKind::kHalf ||
                         type.kind == ColumnarKind::kBoolean;
  switch (value.kind) {
    case DatabaseValue::Kind::kNull:
      return add("null");
    case DatabaseValue::Kind::kInteger:
      return add(compose({"{}", value.integer}));
    case DatabaseValue::Kind::kBlob: {
      std::string hex = "x'";
      for (const char c : value.bytes) {
        const auto byte = static_cast<unsigned char>(c);
        hex += "0123456789abcdef"[byte >> 4];
        hex += "0123456789abcdef"[byte & 15];
      }
      if (value.is_cut) cut();
      return add_string(hex + '\'');
    }
    default:
      break;
  }
  if (value.is_cut) cut();
  const bool is_finite = value.bytes.find_first_of("NI") == value.bytes.npos;
  if (is_number && is_finite) return add(value.bytes);
  add_string(value.bytes);
}

DatabaseValue JsonText::take() {
  DatabaseValue value;
  value.kind = DatabaseValue::Kind::kText;
  value.size = size_;
  value.is_cut = is_cut_ || size_ > text_.size();
  value.bytes = decode_database_text(as_bytes(text_), 1, value.is_cut);
  return value;
}

}  // namespace lectern
