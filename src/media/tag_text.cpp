#include "media/tag_text.h"

#include <cstdint>
#include <utility>

#include "base/message.h"
#include "text/utf8.h"

namespace lectern {
namespace {

constexpr std::size_t kMostChars = 500;
constexpr char32_t kReplacement = 0xFFFD;

bool is_invisible(char32_t c) {
  return (c >= 0x200B && c <= 0x200F) || (c >= 0x202A && c <= 0x202E) ||
         (c >= 0x2060 && c <= 0x206F) || c == 0xFEFF || (c >= 0xE0000 && c <= 0xE0FFF) ||
         c == 0xAD || c == 0x61C || c == 0x180E;
}

bool is_break(char32_t c) {
  return c < 0x20 || (c >= 0x7F && c <= 0x9F) || c == 0x2028 || c == 0x2029;
}

/// The code units of a text, one after the other.
class TagCharacters {
 public:
  TagCharacters(ByteSpan bytes, TagEncoding encoding) : bytes_(bytes), encoding_(encoding) {}

  bool at_end() const {
    return is_wide() ? bytes_.size() - position_ < 2 : position_ == bytes_.size();
  }

  char32_t next() {
    if (encoding_ == TagEncoding::kLatin1) return bytes_[position_++];
    if (is_wide()) return next_wide();
    const ByteSpan rest = bytes_.subspan(position_);
    if (const std::size_t size = utf8_sequence_size(rest)) {
      const std::size_t at = std::exchange(position_, position_ + size);
      return utf8_character_at(as_chars(bytes_), at).code_point;
    }
    position_ += invalid_utf8_at(rest).size;
    return kReplacement;
  }

 private:
  bool is_wide() const { return encoding_ >= TagEncoding::kUtf16Le; }

  char32_t unit_at(std::size_t at) const {
    const bool is_little = encoding_ == TagEncoding::kUtf16Le;
    return static_cast<char32_t>(bytes_[at + (is_little ? 1 : 0)] << 8 |
                                 bytes_[at + (is_little ? 0 : 1)]);
  }

  char32_t next_wide() {
    const char32_t unit = unit_at(position_);
    position_ += 2;
    if (unit < 0xD800 || unit > 0xDFFF) return unit;
    if (unit > 0xDBFF || at_end()) return kReplacement;
    const char32_t low = unit_at(position_);
    if (low < 0xDC00 || low > 0xDFFF) return kReplacement;
    position_ += 2;
    return 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
  }

  ByteSpan bytes_;
  TagEncoding encoding_;
  std::size_t position_ = 0;
};

}  // namespace

std::string tag_text(ByteSpan bytes, TagEncoding encoding) {
  std::string text;
  std::size_t count = 0;
  std::size_t spaces = 0;  // that stand before the next character, if there is one
  for (TagCharacters characters(bytes, encoding); !characters.at_end();) {
    const char32_t c = characters.next();
    if (c == 0) break;
    if (c == ' ' || is_break(c)) {
      spaces += count > 0 ? 1 : 0;
      continue;
    }
    count += spaces + 1;
    if (count <= kMostChars) {
      text.append(spaces, ' ');
      append_utf8(is_invisible(c) ? kReplacement : c, text);
    }
    spaces = 0;
  }
  if (count > kMostChars) append_to(text, {" [{,} more characters]", count - kMostChars});
  return text;
}

}  // namespace lectern
