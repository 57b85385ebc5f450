#include "notebook/embedded_picture.h"

#include <algorithm>
#include <string_view>

#include "base/format.h"
#include "base/message.h"

namespace lectern {
namespace {

constexpr std::string_view kScheme = "data:image/";
constexpr std::string_view kAttachment = "attachment:";
constexpr std::string_view kEncoding = ";base64,";
/// Below this the text is no longer than what would stand for it.
constexpr std::size_t kMinChars = 64;
/// A longer type is none.
constexpr std::size_t kMaxTypeChars = 100;

bool is_base64(char c) {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '+' ||
         c == '/' || c == '=';
}

/// Whether `uri`, with more text behind it, is `name`, of which any character may stand as "%20"
/// (RFC 3986, section 2.1).
/// \param steps  characters that may be compared
bool is_name(std::string_view uri, std::string_view name, std::uint64_t& steps) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  for (const char c : name) {
    if (steps == 0) return false;
    --steps;
    const auto code = static_cast<unsigned char>(c);
    const char escaped[] = {'%', kDigits[code >> 4], kDigits[code & 15], '\0'};
    if (uri.starts_with(c)) {
      uri.remove_prefix(1);
    } else if (uri.starts_with(escaped)) {
      uri.remove_prefix(3);
    } else {
      return false;
    }
  }
  return uri.empty() || uri.find_first_of(" \t\r\n)>\"'") == 0;
}

/// Offset of the next data: URI of a picture, from `at` on; schemes know no case.
std::size_t find_uri(std::string_view text, std::size_t at) {
  for (at = text.find(':', at); at != text.npos; at = text.find(':', at + 1)) {
    const std::size_t start = at - std::min<std::size_t>(at, kScheme.find(':'));
    if (ascii_lower(text.substr(start, kScheme.size())) == kScheme) return start;
  }
  return text.npos;
}

/// Where the base64 from `start` on ends. In quotes, as HTML has it, it may have several lines.
std::size_t base64_end(std::string_view text, std::size_t uri, std::size_t start) {
  const char before = uri > 0 ? text[uri - 1] : '\0';
  const bool quoted = before == '"' || before == '\'';
  std::size_t end = start;
  while (end < text.size() &&
         (is_base64(text[end]) || (quoted && (text[end] == '\n' || text[end] == '\r')))) {
    ++end;
  }
  return end;
}

}  // namespace

std::vector<EmbeddedPicture> take_embedded_pictures(std::string& source) {
  std::vector<EmbeddedPicture> pictures;
  std::string kept;
  const std::string_view text = source;
  std::size_t copied = 0;
  for (std::size_t at = find_uri(text, 0); at != text.npos;
       at = find_uri(text, std::max(at + kScheme.size(), copied))) {
    const std::string_view head = text.substr(at, kMaxTypeChars);
    const std::size_t encoding = head.find(kEncoding);
    if (encoding == head.npos) continue;
    const std::size_t start = at + encoding + kEncoding.size();
    const std::size_t length = base64_end(text, at, start) - start;
    if (length < kMinChars) continue;
    const std::size_t type = at + std::string_view("data:").size();
    pictures.push_back({ascii_lower(text.substr(type, at + encoding - type)),
                        std::string(text.substr(start, length)), 0});
    kept += text.substr(copied, start - copied);
    append_to(kept, {"...{}", human_size(length / 4 * 3)});
    pictures.back().offset = kept.size();
    copied = start + length;
  }
  if (pictures.empty()) return pictures;
  kept += text.substr(copied);
  source = std::move(kept);
  return pictures;
}

std::size_t find_reference(std::string_view markdown, std::string_view name, std::uint64_t& steps) {
  for (std::size_t at = markdown.find(kAttachment); at != markdown.npos;
       at = markdown.find(kAttachment, at + 1)) {
    if (is_name(markdown.substr(at + kAttachment.size()), name, steps)) return at;
  }
  return markdown.size();
}

}  // namespace lectern
