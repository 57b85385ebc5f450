#include "pdf/pdf_check.h"

#include <algorithm>
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

std::string_view after_spaces(std::string_view text) {
  const std::size_t at = text.find_first_not_of(kWhiteSpace);
  return at == std::string_view::npos ? std::string_view() : text.substr(at);
}

/// "/Encrypt" followed by a reference or a dictionary, as a trailer has it.
bool names_encryption(std::string_view text) {
  constexpr std::string_view kName = "/Encrypt";
  for (std::size_t at = text.find(kName); at != std::string_view::npos;
       at = text.find(kName, at + kName.size())) {
    const std::string_view rest = after_spaces(text.substr(at + kName.size(), kMaxDictionary));
    if (rest.starts_with("<<") || (!rest.empty() && is_digit(rest.front()))) return true;
  }
  return false;
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

/// /Count of the last root of a page tree: a later one replaces an earlier one. An object goes from
/// "obj" to the next "obj", with which "endobj" ends: each is looked at once.
std::optional<std::uint64_t> count_pages(std::string_view text) {
  constexpr std::string_view kObject = "obj";
  constexpr std::string_view kType = "/Type";
  constexpr std::string_view kCount = "/Count";
  std::optional<std::uint64_t> count;
  for (std::size_t from = text.find(kObject); from != std::string_view::npos;) {
    const std::size_t to = text.find(kObject, from + kObject.size());
    const std::string_view object = text.substr(from, to - from);
    from = to;
    const std::size_t type = object.substr(0, kMaxDictionary).find(kType);
    if (type == std::string_view::npos ||
        !after_spaces(object.substr(type + kType.size())).starts_with("/Pages"))
      continue;
    const std::size_t field = object.find(kCount);
    if (field == std::string_view::npos || object.find("/Parent") != std::string_view::npos)
      continue;
    if (const auto number = number_at(object.substr(field + kCount.size()))) count = number;
  }
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
