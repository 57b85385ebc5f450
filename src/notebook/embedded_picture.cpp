#include "notebook/embedded_picture.h"

#include <algorithm>
#include <string_view>

#include "base/format.h"
#include "base/message.h"

namespace lectern {
namespace {

constexpr std::string_view kScheme = "data:image/";
constexpr std::string_view kEncoding = ";base64,";
/// Below this the text is no longer than what would stand for it.
constexpr std::size_t kMinChars = 64;
/// A longer type is none.
constexpr std::size_t kMaxTypeChars = 100;

bool is_base64(char c) {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '+' ||
         c == '/' || c == '=';
}

}  // namespace

std::vector<EmbeddedPicture> take_embedded_pictures(std::string& markdown) {
  std::vector<EmbeddedPicture> pictures;
  std::string kept;
  const std::string_view text = markdown;
  std::size_t copied = 0;
  for (std::size_t at = text.find(kScheme); at != text.npos; at = text.find(kScheme, at + 1)) {
    const std::string_view head = text.substr(at, kMaxTypeChars);
    const std::size_t encoding = head.find(kEncoding);
    if (encoding == head.npos) continue;
    const std::size_t start = at + encoding + kEncoding.size();
    const auto end =
        std::find_if_not(text.begin() + static_cast<std::ptrdiff_t>(start), text.end(), is_base64);
    const auto length = static_cast<std::size_t>(end - text.begin()) - start;
    if (length < kMinChars) continue;
    const std::size_t type = at + std::string_view("data:").size();
    pictures.push_back({std::string(text.substr(type, at + encoding - type)),
                        std::string(text.substr(start, length))});
    kept += text.substr(copied, start - copied);
    append_to(kept, {"...{}", human_size(length / 4 * 3)});
    copied = start + length;
  }
  if (pictures.empty()) return pictures;
  kept += text.substr(copied);
  markdown = std::move(kept);
  return pictures;
}

}  // namespace lectern
