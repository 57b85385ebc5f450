#include "pdf/pdf_check.h"

#include <algorithm>
#include <functional>
#include <string_view>

namespace lectern {
namespace {

constexpr std::size_t kHeaderWindow = 1024;
/// Where the end mark may stand; real files carry up to a kilobyte of padding after it.
constexpr std::size_t kEndWindow = 4096;
constexpr std::size_t kMaxDictionary = 4096;
constexpr std::string_view kHeader = "%PDF-";
constexpr std::string_view kWhiteSpace("\0\t\n\f\r \xEF\xBB\xBF", 9);

std::string_view text_of(ByteSpan bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// The header's offset, or npos.
std::size_t find_header(std::string_view text) {
  const std::string_view window = text.substr(0, kHeaderWindow);
  std::size_t at = window.find(kHeader);
  while (at != std::string_view::npos) {
    const std::string_view version = window.substr(at + kHeader.size(), 3);
    if (version.size() == 3 && is_digit(version[0]) && version[1] == '.' && is_digit(version[2])) {
      const bool first =
          window.substr(0, at).find_first_not_of(kWhiteSpace) == std::string_view::npos;
      const std::string_view rest = window.substr(at + kHeader.size() + version.size());
      if (first || rest.starts_with('\r') || rest.starts_with('\n')) return at;
    }
    at = window.find(kHeader, at + 1);
  }
  return std::string_view::npos;
}

/// Calls `visit` with the offset after each `word`, until it returns false.
void for_each(std::string_view text, std::string_view word,
              const std::function<bool(std::size_t)>& visit) {
  for (std::size_t at = text.find(word); at != std::string_view::npos;
       at = text.find(word, at + word.size())) {
    if (!visit(at + word.size())) return;
  }
}

std::string_view after_spaces(std::string_view text) {
  const std::size_t at = text.find_first_not_of(kWhiteSpace);
  return at == std::string_view::npos ? std::string_view() : text.substr(at);
}

/// "/Encrypt" followed by a reference or a dictionary, as a trailer has it.
bool names_encryption(std::string_view text) {
  bool found = false;
  for_each(text, "/Encrypt", [&](std::size_t at) {
    const std::string_view rest = after_spaces(text.substr(at, kMaxDictionary));
    found = rest.starts_with("<<") || (!rest.empty() && is_digit(rest.front()));
    return !found;
  });
  return found;
}

std::optional<std::uint64_t> number_at(std::string_view text) {
  text = after_spaces(text);
  std::uint64_t number = 0;
  std::size_t digits = 0;
  while (digits < text.size() && digits < 9 && is_digit(text[digits])) {
    number = number * 10 + static_cast<std::uint64_t>(text[digits++] - '0');
  }
  return digits == 0 ? std::nullopt : std::optional(number);
}

/// /Count of the last root of a page tree: a later one replaces an earlier one.
std::optional<std::uint64_t> count_pages(std::string_view text) {
  std::optional<std::uint64_t> count;
  for_each(text, "/Pages", [&](std::size_t at) {
    const std::size_t from = text.rfind("obj", at);
    if (from == std::string_view::npos || at - from > kMaxDictionary) return true;
    const std::size_t to = text.find("endobj", at);
    const std::string_view object = text.substr(from, std::min(to, text.size()) - from);
    const std::size_t type = object.find("/Type");
    const std::size_t field = object.find("/Count");
    if (type == std::string_view::npos || field == std::string_view::npos) return true;
    if (!after_spaces(object.substr(type + 5)).starts_with("/Pages")) return true;
    if (object.find("/Parent") != std::string_view::npos) return true;
    if (const auto number = number_at(object.substr(field + 6))) count = number;
    return true;
  });
  return count;
}

}  // namespace

bool sniff_pdf(ByteSpan bytes) { return find_header(text_of(bytes)) != std::string_view::npos; }

Result<PdfCheck> check_pdf(ByteSpan bytes) {
  const std::string_view text = text_of(bytes);
  const std::size_t header = find_header(text);
  if (header == std::string_view::npos) {
    return fail(ErrorCode::kCorruptPdf, "no %PDF- header within the first 1024 bytes");
  }
  PdfCheck check;
  check.version = text.substr(header + kHeader.size(), 3);
  const std::string_view end = text.substr(text.size() - std::min(text.size(), kEndWindow));
  check.has_end = end.find("startxref") != std::string_view::npos &&
                  end.find("%%EOF") != std::string_view::npos;
  check.encrypted = names_encryption(text);
  check.page_count = count_pages(text);
  return check;
}

}  // namespace lectern
