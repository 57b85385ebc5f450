#include "documents/mail/mail_header.h"

#include <algorithm>
#include <array>
#include <map>

#include "base/format.h"
#include "documents/html/html_text.h"
#include "documents/mail/mail_scan.h"

namespace lectern {
namespace {

constexpr std::size_t kMaxFields = 10'000;
constexpr std::size_t kMaxFieldNameBytes = 200;
/// Of a field: more than any list of recipients has.
constexpr std::size_t kMaxFieldBytes = std::size_t{1} << 20;
constexpr std::size_t kMaxParameters = 200;

constexpr std::uint8_t kNoDigit = 0xFF;
constexpr auto kBase64Digits = [] {
  std::array<std::uint8_t, 256> digits{};
  digits.fill(kNoDigit);
  std::uint8_t value = 0;
  for (const char c : std::string_view("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                                       "0123456789+/"))
    digits[static_cast<unsigned char>(c)] = value++;
  return digits;
}();

int hexadecimal(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

/// UTF-7 (RFC 2152), which old mails name.
std::string from_utf7(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t plus = text.find('+');
    out += text.substr(0, plus);
    if (plus == text.npos) break;
    text.remove_prefix(plus + 1);
    std::size_t size = 0;
    while (size < text.size() &&
           ((text[size] >= 'a' && text[size] <= 'z') || (text[size] >= 'A' && text[size] <= 'Z') ||
            (text[size] >= '0' && text[size] <= '9') || text[size] == '+' || text[size] == '/'))
      ++size;
    if (size == 0) {
      out += '+';
    } else {
      const std::string bytes = mail_base64(text.substr(0, size));
      const auto decoded = decoded_text(as_bytes(std::string_view(bytes)), Encoding::kUtf16Be, {});
      if (decoded) out += *decoded;
    }
    text.remove_prefix(size);
    if (text.starts_with('-')) text.remove_prefix(1);
  }
  return out;
}

constexpr std::string_view kHz = "hz-gb-2312";

/// HZ (RFC 1843), GB 2312 in seven bits, as GB 2312 in eight.
std::string from_hz(std::string_view text) {
  std::string out;
  bool is_double = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    const std::string_view rest = text.substr(at + 1);
    const char next = rest.empty() ? '\0' : rest[0];
    if (c == '~' && (next == '{' || next == '}')) {
      is_double = next == '{';
      ++at;
    } else if (c == '~' && next == '~') {
      out += c;
      ++at;
    } else if (c == '~' && (next == '\n' || rest.starts_with("\r\n"))) {
      at += next == '\n' ? 1 : 2;
    } else if (is_double && c > ' ' && next > ' ') {
      // The second of a pair may be "~".
      out += {static_cast<char>(c | 0x80), static_cast<char>(next | 0x80)};
      ++at;
    } else {
      out += c;
      is_double = is_double && c != '\n';
    }
  }
  return out;
}

std::string in_utf8(std::string_view bytes, std::string_view charset,
                    const EncodingTables& tables) {
  if (auto text = mail_characters(bytes, charset, tables)) return *std::move(text);
  return decoded_text(as_bytes(bytes), Encoding::kUtf8, tables).value_or("");
}

/// An encoded word that begins at `text`.
struct EncodedWord {
  std::size_t size = 0;  ///< 0 for none
  std::string charset = {};
  std::string bytes = {};
};

EncodedWord encoded_word(std::string_view text) {
  EncodedWord word;
  if (!text.starts_with("=?")) return word;
  const std::size_t charset_end = text.find('?', 2);
  if (charset_end == text.npos || charset_end > 80 || charset_end + 3 >= text.size() ||
      text[charset_end + 2] != '?')
    return word;
  const char kind = static_cast<char>(text[charset_end + 1] | 0x20);
  if (kind != 'b' && kind != 'q') return word;
  const std::size_t end = text.find("?=", charset_end + 3);
  if (end == text.npos) return word;
  const std::string_view data = text.substr(charset_end + 3, end - charset_end - 3);
  if (kind == 'b') {
    word.bytes = mail_base64(data);
  } else {
    word.bytes = quoted_printable(data, true);
  }
  const std::string_view charset = text.substr(2, charset_end - 2);
  word.charset = charset.substr(0, charset.find('*'));
  word.size = end + 2;
  return word;
}

}  // namespace

std::string_view trimmed_view(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

ByteSpan with_line_feeds(ByteSpan mail, std::string& room) {
  const std::string_view text = as_chars(mail);
  const std::size_t first = text.find_first_of("\r\n");
  if (first == text.npos || text[first] == '\n') return mail;
  const std::size_t after = text.find_first_not_of('\r', first);
  if (after != text.npos && text[after] == '\n') return mail;
  room = text;
  for (std::size_t at = first; at != room.npos; at = room.find('\r', at + 1)) {
    if (at + 1 == room.size() || room[at + 1] != '\n') room[at] = '\n';
  }
  return as_bytes(std::string_view(room));
}

Result<std::string> mail_characters(std::string_view bytes, std::string_view charset,
                                    const EncodingTables& tables) {
  const std::string label = ascii_lower(charset);
  if (label == "utf-7" || label == "unicode-1-1-utf-7") {
    // Bytes beyond ASCII are none of it.
    LECTERN_TRY(const std::string text, decoded_text(as_bytes(bytes), Encoding::kUtf8, tables));
    return from_utf7(text);
  }
  if (label == kHz)
    return guessed_text(as_bytes(std::string_view(from_hz(bytes))), "gb2312", tables);
  return guessed_text(as_bytes(bytes), charset, tables);
}

Result<std::string> mail_page(std::string_view bytes, std::string_view charset,
                              const EncodingTables& tables) {
  if (ascii_lower(charset) != kHz) return html_source(as_bytes(bytes), charset, tables);
  return html_source(as_bytes(std::string_view(from_hz(bytes))), "gb2312", tables);
}

std::string_view MailHead::value(std::string_view name) const {
  for (const MailField& field : fields) {
    if (field.name == name) return field.value;
  }
  return {};
}

std::string_view MailValue::parameter(std::string_view name) const {
  for (const auto& [key, text] : parameters) {
    if (key == name) return text;
  }
  return {};
}

MailHead read_mail_head(ByteSpan bytes) {
  MailHead head;
  const std::string_view text = as_chars(bytes);
  std::size_t at = text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
  const std::string_view first = text.substr(at, text.find('\n', at) - at);
  // A mailbox's line, and not "From : somebody".
  if (first.starts_with("From ") && !trimmed_view(first.substr(5)).starts_with(':'))
    at = std::min(at + first.size() + 1, text.size());
  while (at < text.size()) {
    std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    if (line.empty() || line == "\r") {
      at = std::min(end + 1, text.size());
      break;
    }
    // Lines that begin with a blank go on with the field.
    std::size_t next = std::min(end + 1, text.size());
    while (next < text.size() && (text[next] == ' ' || text[next] == '\t')) {
      end = std::min(text.find('\n', next), text.size());
      next = std::min(end + 1, text.size());
    }
    const std::size_t colon = line.find(':');
    if (colon == line.npos || colon > kMaxFieldNameBytes) {
      // What is no field begins the body, if there have been fields.
      if (!head.fields.empty() || at == 0) break;
      head.skipped_bytes += trimmed_view(text.substr(at, end - at)).size();
    } else if (head.fields.size() < kMaxFields) {
      const std::string_view value =
          trimmed_view(text.substr(at + colon + 1, end - at - colon - 1));
      head.fields.push_back(
          {ascii_lower(trimmed_view(line.substr(0, colon))), value.substr(0, kMaxFieldBytes)});
      head.is_cut |= value.size() > kMaxFieldBytes;
    } else {
      head.is_cut = true;
    }
    at = next;
  }
  head.body = at;
  return head;
}

std::string mail_text(std::string_view value, const EncodingTables& tables) {
  std::string out;
  std::string pending;  // bytes of words that stand side by side, in one charset
  std::string charset;
  std::string plain;
  const auto end_words = [&] {
    if (!pending.empty()) out += in_utf8(pending, charset, tables);
    pending.clear();
  };
  const auto end_plain = [&] {
    if (!plain.empty()) out += in_utf8(plain, "", tables);
    plain.clear();
  };
  // Behind it no word ends.
  const std::size_t last_end = value.rfind("?=");
  const char* const last = last_end == value.npos ? nullptr : value.data() + last_end;
  while (!value.empty()) {
    if (value.data() < last && value.starts_with("=?")) {
      EncodedWord word = encoded_word(value);
      if (word.size > 0) {
        end_plain();
        if (!pending.empty() && ascii_lower(word.charset) != ascii_lower(charset)) end_words();
        charset = word.charset;
        pending += word.bytes;
        value.remove_prefix(word.size);
        // Blanks between two words are none of the text.
        const std::size_t gap = std::min(value.find_first_not_of(" \t\r\n"), value.size());
        if (gap > 0 && encoded_word(value.substr(gap)).size > 0) value.remove_prefix(gap);
        continue;
      }
    }
    end_words();
    const char c = value[0];
    value.remove_prefix(1);
    if (c == '\r' || c == '\n' || c == '\t') {
      if (!plain.ends_with(' ')) plain += ' ';
    } else if (c != ' ' || !plain.ends_with(' ')) {
      plain += c;
    }
  }
  end_words();
  end_plain();
  // A field is one line, whatever its words stand for.
  std::replace_if(
      out.begin(), out.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
  return std::string(trimmed_view(out));
}

MailValue mail_value(std::string_view field, const EncodingTables& tables) {
  MailValue result;
  const std::size_t end = std::min(field.find(';'), field.size());
  result.value = ascii_lower(trimmed_view(field.substr(0, end)));
  // A token (RFC 2045, section 5.1): visible ASCII, up to a blank or a comment.
  const auto ends_token = [](char c) { return c <= ' ' || c >= 0x7F || c == '('; };
  const auto token_end = std::find_if(result.value.begin(), result.value.end(), ends_token);
  result.value.erase(token_end, result.value.end());
  field.remove_prefix(end);
  // Pieces of parameters in several: name, number, value, whether it is escaped.
  struct Piece {
    std::string text;
    bool is_escaped = false;
  };
  std::map<std::string, std::map<int, Piece>, std::less<>> pieces;
  while (!field.empty() && result.parameters.size() + pieces.size() < kMaxParameters) {
    field.remove_prefix(std::min(field.find_first_not_of("; \t\r\n"), field.size()));
    const std::size_t equals = field.find('=');
    if (equals == field.npos) break;
    std::string name = ascii_lower(trimmed_view(field.substr(0, equals)));
    field.remove_prefix(equals + 1);
    field.remove_prefix(std::min(field.find_first_not_of(" \t\r\n"), field.size()));
    std::string value;
    if (field.starts_with('"')) {
      std::size_t at = 1;
      for (; at < field.size() && field[at] != '"'; ++at) {
        if (field[at] == '\\' && at + 1 < field.size()) ++at;
        if (field[at] != '\r' && field[at] != '\n') value += field[at];
      }
      field.remove_prefix(std::min(at + 1, field.size()));
      field.remove_prefix(std::min(field.find(';'), field.size()));
    } else {
      const std::size_t stop = std::min(field.find(';'), field.size());
      value = trimmed_view(field.substr(0, stop));
      field.remove_prefix(stop);
    }
    const std::size_t star = name.find('*');
    if (star == name.npos) {
      // Lines are compared with it as it stands.
      const bool is_boundary = name == "boundary";
      result.parameters.emplace_back(std::move(name),
                                     is_boundary ? std::move(value) : mail_text(value, tables));
      continue;
    }
    const bool is_escaped = name.ends_with('*');
    int number = 0;
    for (std::size_t i = star + 1;
         i < name.size() && name[i] >= '0' && name[i] <= '9' && i < star + 4; ++i)
      number = number * 10 + (name[i] - '0');
    pieces[name.substr(0, star)].insert_or_assign(number, Piece{std::move(value), is_escaped});
  }
  for (const auto& [name, parts] : pieces) {
    std::string bytes;
    std::string charset;
    bool is_first = true;
    for (const auto& [number, piece] : parts) {
      std::string_view text = piece.text;
      if (piece.is_escaped && is_first) {
        const std::size_t quote = text.find('\'');
        const std::size_t second = quote == text.npos ? quote : text.find('\'', quote + 1);
        if (second != text.npos) {
          charset = text.substr(0, quote);
          text.remove_prefix(second + 1);
        }
      }
      is_first = false;
      for (std::size_t i = 0; i < text.size(); ++i) {
        if (piece.is_escaped && text[i] == '%' && i + 2 < text.size() &&
            hexadecimal(text[i + 1]) >= 0 && hexadecimal(text[i + 2]) >= 0) {
          bytes += static_cast<char>(hexadecimal(text[i + 1]) * 16 + hexadecimal(text[i + 2]));
          i += 2;
        } else {
          bytes += text[i];
        }
      }
    }
    result.parameters.emplace_back(name, in_utf8(bytes, charset, tables));
  }
  return result;
}

std::string quoted_printable(std::string_view text, bool is_word) {
  std::string bytes;
  bytes.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '_' && is_word) {
      bytes += ' ';
    } else if (c != '=') {
      bytes += c;
    } else if (i + 2 < text.size() + 0 && hexadecimal(text[i + 1]) >= 0 &&
               hexadecimal(text[i + 2]) >= 0) {
      bytes += static_cast<char>(hexadecimal(text[i + 1]) * 16 + hexadecimal(text[i + 2]));
      i += 2;
    } else {
      // A soft line end, with the blanks before it.
      std::size_t at = i + 1;
      while (at < text.size() && (text[at] == ' ' || text[at] == '\t' || text[at] == '\r')) ++at;
      if (at >= text.size()) break;
      if (text[at] == '\n') {
        i = at;
      } else {
        bytes += c;
      }
    }
  }
  return bytes;
}

std::string mail_base64(std::string_view text) {
  std::string bytes(static_cast<std::size_t>(base64_bytes(count_base64_digits(text))), '\0');
  std::uint32_t group = 0;
  unsigned bits = 0;
  auto out = bytes.begin();
  const auto digit_at = [&text](std::size_t at) -> std::uint32_t {
    return kBase64Digits[static_cast<unsigned char>(text[at])];
  };
  for (std::size_t at = 0; at < text.size(); ++at) {
    // Most digits stand four by four.
    while (bits == 0 && text.size() - at >= 4) {
      const std::uint32_t digits[] = {digit_at(at), digit_at(at + 1), digit_at(at + 2),
                                      digit_at(at + 3)};
      if (((digits[0] | digits[1] | digits[2] | digits[3]) & 0x80) != 0) break;
      *out++ = static_cast<char>(digits[0] << 2 | digits[1] >> 4);
      *out++ = static_cast<char>(digits[1] << 4 | digits[2] >> 2);
      *out++ = static_cast<char>(digits[2] << 6 | digits[3]);
      at += 4;
    }
    if (at == text.size()) break;
    const std::uint32_t digit = digit_at(at);
    if (digit == kNoDigit) {
      if (text[at] == '=' && (bits == 2 || (bits == 4 && text.substr(at).starts_with("=="))))
        bits = 0;
      continue;
    }
    group = group << 6 | digit;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    *out++ = static_cast<char>(group >> bits & 0xFF);
  }
  bytes.erase(out, bytes.end());
  return bytes;
}

std::uint64_t mail_base64_size(std::string_view text) {
  return has_inner_padding(text) ? mail_base64(text).size()
                                 : base64_bytes(count_base64_digits(text));
}

bool has_inner_padding(std::string_view text) {
  text.remove_prefix(std::min(text.find('='), text.size()));
  return count_base64_digits(text) > 0;
}

bool is_base64(std::string_view text) {
  bool is_behind_digit = false;
  bool is_behind_blank = false;
  for (const char c : text) {
    const bool is_blank = c == ' ' || c == '\t';
    const bool ends_line = c == '\r' || c == '\n';
    if (!is_blank && !ends_line && c != '=' &&
        kBase64Digits[static_cast<unsigned char>(c)] == kNoDigit)
      return false;
    // Words of a plain text.
    if (is_behind_blank && !is_blank && !ends_line) return false;
    is_behind_blank = is_blank && (is_behind_digit || is_behind_blank);
    is_behind_digit = !is_blank && !ends_line;
  }
  return true;
}

std::string_view text_behind_base64(std::string_view body) {
  constexpr std::size_t kFullLine = 60;
  const auto line_at = [body](std::size_t at) { return body.substr(at, body.find('\n', at) - at); };
  std::string_view behind;
  std::uint64_t digits = 0;
  for (std::size_t at = 0; at < body.size(); at += line_at(at).size() + 1) {
    const std::string_view line = trimmed_view(line_at(at));
    const bool is_encoded = is_base64(line);
    if (!behind.empty()) {
      // It goes on: the line was damaged.
      if (is_encoded && line.size() >= kFullLine) return {};
    } else if (is_encoded) {
      digits += line.size();
    } else {
      if (digits == 0 || digits % 4 != 0) return {};
      behind = body.substr(at);
    }
  }
  return behind;
}

std::string uudecoded(std::string_view text) {
  std::string bytes;
  text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty() || line == "end" || line[0] < ' ' || line[0] > '`') break;
    const auto value = [](char c) { return static_cast<unsigned>(c - ' ') & 63U; };
    const std::size_t count = value(line[0]);
    if (count == 0) continue;
    line.remove_prefix(1);
    std::string piece;
    for (std::size_t i = 0; i < line.size(); i += 4) {
      unsigned group = 0;
      for (std::size_t k = 0; k < 4; ++k)
        group = group << 6U | (i + k < line.size() ? value(line[i + k]) : 0);
      piece += static_cast<char>(group >> 16U & 255U);
      piece += static_cast<char>(group >> 8U & 255U);
      piece += static_cast<char>(group & 255U);
    }
    bytes += piece.substr(0, std::min(count, piece.size()));
  }
  return bytes;
}

}  // namespace lectern
