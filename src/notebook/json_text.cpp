#include "notebook/json_text.h"

#include <algorithm>

#include "base/bytes.h"
#include "text/utf8.h"

namespace lectern {
namespace {

constexpr std::size_t kMaxLabelChars = 80;
constexpr std::size_t kMaxPrettyIndent = 64;

/// Replaces what is not UTF-8 from `start` on.
void repair_utf8(std::string& text, std::size_t start) {
  const std::string_view added = std::string_view(text).substr(start);
  if (is_valid_utf8(as_bytes(added))) return;
  std::string repaired;
  for (std::size_t at = 0; at < added.size();) {
    const ByteSpan rest = as_bytes(added.substr(at));
    const std::size_t size = utf8_sequence_size(rest);
    repaired += size == 0 ? kReplacementCharacter : added.substr(at, size);
    at += size == 0 ? invalid_utf8_at(rest).size : size;
  }
  text.resize(start);
  text += repaired;
}

void append_scalar(JsonValue value, std::string& out) {
  if (value.kind == JsonKind::kString) {
    append_unescaped(value.raw, out);
  } else if (value.kind != JsonKind::kNull) {
    out += value.raw;
  }
}

bool ends_line(std::string_view text) { return text.ends_with('\n') || text.ends_with('\r'); }

}  // namespace

void append_text(JsonValue value, std::string& out, LineJoin join) {
  const std::size_t start = out.size();
  if (value.kind == JsonKind::kArray) {
    JsonScanner scanner(value.raw, value.raw.size());
    bool first = true;
    scanner.enter();
    while (scanner.next_element()) {
      if (!first && join == LineJoin::kLines) out += '\n';
      append_scalar(scanner.value().value_or(JsonValue{}), out);
      if (first && join == LineJoin::kOldLines && !ends_line(std::string_view(out).substr(start))) {
        join = LineJoin::kLines;
      }
      first = false;
    }
  } else {
    append_scalar(value, out);
  }
  repair_utf8(out, start);
}

std::string text_of(JsonValue value, LineJoin join) {
  std::string text;
  append_text(value, text, join);
  return text;
}

std::string clean_label(std::string_view text) {
  std::string label(text.substr(0, 4 * kMaxLabelChars));
  repair_utf8(label, 0);
  label.resize(utf8_prefix_size(label, kMaxLabelChars));
  std::replace_if(
      label.begin(), label.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; }, ' ');
  return label;
}

std::string label_of(JsonValue value) {
  std::string text;
  append_scalar(value, text);
  return clean_label(text);
}

std::string word_of(JsonValue value) {
  std::string word = label_of(value);
  std::replace_if(
      word.begin(), word.end(),
      [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        const bool is_letter = (byte | 0x20) >= 'a' && (byte | 0x20) <= 'z';
        const bool is_digit = byte >= '0' && byte <= '9';
        return byte < 0x80 && !is_letter && !is_digit && c != '_' && c != '-' && c != '.' && c != ' ';
      },
      '?');
  return word;
}

std::string pretty_json(std::string_view raw, std::size_t max_bytes) {
  std::string out;
  std::size_t depth = 0;
  bool in_string = false;
  const auto new_line = [&out, &depth] {
    out += '\n';
    out.append(2 * std::min(depth, kMaxPrettyIndent), ' ');
  };
  for (std::size_t at = 0; at < raw.size() && out.size() < max_bytes; ++at) {
    const char c = raw[at];
    if (in_string) {
      out += c;
      if (c == '\\' && at + 1 < raw.size()) out += raw[++at];
      in_string = c != '"';
    } else if (c == '{' || c == '[') {
      out += c;
      const std::size_t next = raw.find_first_not_of(" \t\r\n", at + 1);
      if (next != std::string_view::npos && (raw[next] == '}' || raw[next] == ']')) {
        out += raw[next];
        at = next;
      } else {
        ++depth;
        new_line();
      }
    } else if (c == '}' || c == ']') {
      --depth;
      new_line();
      out += c;
    } else if (c == ',') {
      out += c;
      new_line();
    } else if (c == ':') {
      out += ": ";
    } else if (c != ' ' && c != '\t' && c != '\r' && c != '\n') {
      out += c;
      in_string = c == '"';
    }
  }
  repair_utf8(out, 0);
  return out;
}

std::string_view without_final_newlines(std::string_view text) {
  return text.substr(0, text.find_last_not_of("\r\n") + 1);
}

void normalize_line_ends(std::string& text) {
  std::size_t from = text.find("\r\n");
  if (from == std::string::npos) return;
  std::size_t to = from;
  for (; from < text.size(); ++from) {
    if (text[from] == '\r' && from + 1 < text.size() && text[from + 1] == '\n') continue;
    text[to++] = text[from];
  }
  text.resize(to);
}

}  // namespace lectern
