#include "notebook/mime_choice.h"

#include <array>
#include <string_view>

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

/// True for one line in angle brackets, looked at as JSON: "<...>" or ["<...>"].
bool is_object_name(const MimeEntry& entry) {
  constexpr std::string_view kAround = "[]\" \t\r\n";
  const std::string_view raw = entry.value.raw;
  const std::size_t first = raw.find_first_not_of(kAround);
  if (entry.type != "text/plain" || first == std::string_view::npos) return false;
  const std::string_view text = raw.substr(first, raw.find_last_not_of(kAround) - first + 1);
  return text.starts_with('<') && text.ends_with('>') && text.find('\\') == std::string_view::npos;
}

}  // namespace

MimeChoice choose(std::span<const MimeEntry> bundle) {
  MimeChoice choice;
  for (const MimeEntry& entry : bundle) {
    if (image_rank(entry.type) < kImages.size()) {
      if (!choice.image || image_rank(entry.type) < image_rank(choice.image->type)) {
        choice.image = &entry;
      }
    } else if (is_object_name(entry)) {
      choice.object_name = &entry;
    } else if (is_text(entry.type)) {
      if (!choice.text || text_rank(entry.type) < text_rank(choice.text->type)) {
        choice.text = &entry;
      }
    }
  }
  if (choice.text) {
    const std::size_t rank = text_rank(choice.text->type);
    choice.text_form = rank < kTexts.size() ? kTexts[rank].form : TextForm::kPlain;
  }
  for (const MimeEntry& entry : bundle) {
    const bool covered = image_rank(entry.type) < kImages.size() || is_text(entry.type) ||
                         (entry.type == kSvg && choice.image);
    if (!covered) choice.named.push_back(&entry);
  }
  return choice;
}

}  // namespace lectern
