#include "package/member_name.h"

#include "base/message.h"
#include "text/utf8.h"

namespace lectern {
namespace {

/// Code page 437 from 0x80 on.
constexpr char16_t kCodePage437[] =
    u"ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄"
    u"▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00A0";

/// A character that does not show, moves what follows it, or ends a line.
bool is_hiding(char32_t c) {
  const auto within = [c](char32_t from, char32_t to) { return c >= from && c <= to; };
  return c < 0x20 || within(0x7F, 0x9F) || c == 0xAD || c == 0x61C || c == 0x180E ||
         within(0x200B, 0x200F) || within(0x2028, 0x202E) || within(0x2060, 0x206F) ||
         c == 0xFEFF || within(0xFFF9, 0xFFFD) || within(0xE0000, 0xE0FFF);
}

void append_escape(std::string& text, std::uint32_t unit) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  text += "\\u";
  for (int shift = 12; shift >= 0; shift -= 4) text += kDigits[unit >> shift & 0xF];
}

void append_number(std::string& text, std::uint64_t value, std::size_t digits) {
  const std::string number = compose({"{}", value});
  text.append(digits - std::min(digits, number.size()), '0');
  text += number;
}

}  // namespace

std::string decode_member_name(ByteSpan raw) {
  if (is_valid_utf8(raw)) return std::string(as_chars(raw));
  std::string name;
  for (const std::uint8_t byte : raw) {
    append_utf8(byte < 0x80 ? char32_t{byte} : char32_t{kCodePage437[byte - 0x80]}, name);
  }
  return name;
}

std::string decode_utf16_name(ByteSpan raw) {
  std::string name;
  std::optional<std::uint32_t> high;
  const auto put = [&name](std::uint32_t code_point) { append_utf8(code_point, name); };
  for (std::size_t i = 0; i + 1 < raw.size(); i += 2) {
    const std::uint32_t unit = raw[i] | std::uint32_t{raw[i + 1]} << 8;
    const bool is_low = unit >= 0xDC00 && unit < 0xE000;
    if (high) put(is_low ? 0x10000 + ((*high - 0xD800) << 10) + (unit - 0xDC00) : 0xFFFD);
    const bool is_used = high && is_low;
    high.reset();
    if (is_used) continue;
    if (unit >= 0xD800 && unit < 0xDC00) {
      high = unit;
    } else {
      put(is_low ? 0xFFFD : unit);
    }
  }
  if (high) put(0xFFFD);
  return name;
}

std::optional<std::string> path_in_package(std::string_view name) {
  if (name.find('\0') != name.npos) return std::nullopt;
  std::string path;
  while (!name.empty()) {
    const std::size_t end = std::min(name.find('/'), name.size());
    const std::string_view component = name.substr(0, end);
    name.remove_prefix(std::min(end + 1, name.size()));
    if (component == "..") return std::nullopt;
    if (component.empty() || component == ".") continue;
    if (!path.empty()) path += '/';
    path += component;
  }
  if (path.empty()) return std::nullopt;
  return path;
}

std::string quoted_text(std::string_view text) {
  if (!is_valid_utf8(as_bytes(text))) return quoted_text(decode_member_name(as_bytes(text)));
  std::string quoted = "\"";
  for (std::size_t at = 0; at < text.size();) {
    const auto [c, next] = utf8_character_at(text, at);
    if (is_hiding(c)) {
      if (c > 0xFFFF) append_escape(quoted, 0xD7C0 + (c >> 10));
      append_escape(quoted, c > 0xFFFF ? 0xDC00 + (c & 0x3FF) : c);
    } else {
      if (c == '"' || c == '\\') quoted += '\\';
      quoted += text.substr(at, next - at);
    }
    at = next;
  }
  return quoted + '"';
}

std::string shown_name(std::string_view name) {
  if (!is_valid_utf8(as_bytes(name))) return shown_name(decode_member_name(as_bytes(name)));
  bool is_plain = !name.starts_with('"') && !name.starts_with(' ') && !name.ends_with(' ');
  for (std::size_t at = 0; is_plain && at < name.size();) {
    const auto [c, next] = utf8_character_at(name, at);
    is_plain = !is_hiding(c);
    at = next;
  }
  return is_plain ? std::string(name) : quoted_text(name);
}

std::string told_name(std::string_view name) {
  constexpr std::size_t kMostBytes = 500;
  if (name.size() <= kMostBytes) return shown_name(name);
  std::size_t end = kMostBytes;
  while (end > 0 && is_utf8_continuation(static_cast<std::uint8_t>(name[end]))) --end;
  return compose({"{}... (a name of {byte})", shown_name(name.substr(0, end)), name.size()});
}

// Days of the proleptic Gregorian calendar, in years that begin in March.
std::int64_t seconds_of(std::int64_t year, unsigned month, unsigned day, unsigned hour,
                        unsigned minute, unsigned second) {
  if (month <= 2) --year;
  const std::int64_t era = (year >= 0 ? year : year - 399) / 400;
  const std::int64_t year_of_era = year - era * 400;
  const std::int64_t day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
  const std::int64_t days =
      era * 146097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719468;
  return days * 86400 + hour * 3600 + minute * 60 + second;
}

std::string time_text(std::int64_t seconds, bool is_utc) {
  constexpr std::int64_t kFirst = -62167219200;
  constexpr std::int64_t kLast = 253402300799;
  if (seconds < kFirst || seconds > kLast) return "";
  const auto since = static_cast<std::uint64_t>(seconds - kFirst + std::int64_t{86400} * 146097);
  const std::uint64_t day_seconds = since % 86400;
  // Days since the first of March of the year -400.
  const std::uint64_t days = since / 86400 - 60;
  const std::uint64_t era = days / 146097;
  const std::uint64_t day_of_era = days % 146097;
  const std::uint64_t year_of_era =
      (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
  const std::uint64_t day_of_year =
      day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  const std::uint64_t shifted_month = (5 * day_of_year + 2) / 153;
  const std::uint64_t month = shifted_month < 10 ? shifted_month + 3 : shifted_month - 9;
  std::string text;
  append_number(text, year_of_era + era * 400 + (month <= 2 ? 1 : 0) - 400, 4);
  text += '-';
  append_number(text, month, 2);
  text += '-';
  append_number(text, day_of_year - (153 * shifted_month + 2) / 5 + 1, 2);
  text += 'T';
  append_number(text, day_seconds / 3600, 2);
  text += ':';
  append_number(text, day_seconds / 60 % 60, 2);
  text += ':';
  append_number(text, day_seconds % 60, 2);
  if (is_utc) text += 'Z';
  return text;
}

}  // namespace lectern
