#include "notebook/mime_choice.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "base/format.h"
#include "notebook/json_text.h"

namespace lectern {
namespace {

constexpr std::string_view kSvg = "image/svg+xml";

/// Pictures that the image reader delivers, the best first.
constexpr std::array<std::string_view, 7> kImages = {
    "image/png", "image/jpeg", "image/jpg", "image/webp", "image/gif", "image/bmp", "image/tiff"};

struct TextType {
  std::string_view type;
  TextForm form;
};

/// Text, the most useful first. Other types of text/ come after these.
constexpr std::array<TextType, 5> kTexts = {{
    {"text/markdown", TextForm::kPlain},
    {"text/plain", TextForm::kPlain},
    {"text/latex", TextForm::kPlain},
    {"application/json", TextForm::kJson},
    {"text/html", TextForm::kHtml},
}};

/// "image/png" for "IMAGE/PNG; q=1" (RFC 2045, section 5.1).
std::string plain_type(std::string_view type) {
  type = type.substr(0, type.find(';'));
  return ascii_lower(type.substr(0, type.find_last_not_of(' ') + 1));
}

/// Place in the order of preference, or the table's size when the type is not in it.
std::size_t image_rank(std::string_view type) {
  std::size_t rank = 0;
  while (rank < kImages.size() && kImages[rank] != type) ++rank;
  return rank;
}

std::size_t text_rank(std::string_view type) {
  std::size_t rank = 0;
  while (rank < kTexts.size() && kTexts[rank].type != type) ++rank;
  return rank;
}

bool is_text(std::string_view type) {
  return text_rank(type) < kTexts.size() || type.starts_with("text/");
}

/// True for null and for strings without a character: "", [], ["", ""].
bool is_empty(JsonValue value) {
  constexpr std::size_t kLongestBytes = 64;
  return value.raw.size() <= kLongestBytes && text_of(value).empty();
}

/// True for one line in angle brackets, looked at as JSON: "<...>" or ["<...>"].
bool is_object_name(JsonValue value) {
  constexpr std::string_view kAround = "[]\" \t\r\n";
  const std::string_view raw = value.raw;
  const std::size_t first = raw.find_first_not_of(kAround);
  if (first == std::string_view::npos) return false;
  const std::string_view text = raw.substr(first, raw.find_last_not_of(kAround) - first + 1);
  return text.starts_with('<') && text.ends_with('>') && text.find('\\') == std::string_view::npos;
}

}  // namespace

MimeChoice choose(std::span<const MimeEntry> bundle) {
  MimeChoice choice;
  /// Of `text`: the smaller, the better.
  std::pair<bool, std::size_t> best_text;
  for (const MimeEntry& entry : bundle) {
    const std::string type = plain_type(entry.type);
    if (image_rank(type) < kImages.size()) {
      const auto is_worse = [rank = image_rank(type)](const MimeEntry* other) {
        return image_rank(plain_type(other->type)) > rank;
      };
      choice.images.insert(std::find_if(choice.images.begin(), choice.images.end(), is_worse),
                           &entry);
    } else if (type == kSvg) {
      choice.drawing = &entry;
    } else if (type == "text/plain" && is_object_name(entry.value)) {
      choice.object_name = &entry;
    } else if (is_text(type)) {
      const std::pair<bool, std::size_t> rank(is_empty(entry.value), text_rank(type));
      if (choice.text && rank >= best_text) continue;
      best_text = rank;
      choice.text = &entry;
    } else {
      choice.named.push_back(&entry);
    }
  }
  if (choice.drawing && choice.images.empty()) {
    choice.named.push_back(std::exchange(choice.drawing, nullptr));
  }
  if (choice.text && best_text.second < kTexts.size()) {
    choice.text_form = kTexts[best_text.second].form;
  }
  return choice;
}

}  // namespace lectern
