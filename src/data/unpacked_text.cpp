#include "data/unpacked_text.h"

#include <array>

#include "base/honest_ratio.h"

namespace lectern {
namespace {

/// What stands between words: brackets, quotes, commas, line ends. Outlines look at each.
constexpr std::array<bool, 256> kMarks = [] {
  std::array<bool, 256> marks{};
  for (unsigned c = 0; c < 0x80; ++c) {
    const bool is_word = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') ||
                         (c >= 'a' && c <= 'z') || c == ' ' || c == '\r';
    marks[c] = !is_word;
  }
  return marks;
}();

std::uint64_t count_of_marks(std::string_view text) {
  std::uint64_t count = 0;
  for (const char c : text) count += kMarks[static_cast<unsigned char>(c)] ? 1U : 0U;
  return count;
}

}  // namespace

bool UnpackedText::takes(std::string_view text) {
  constexpr std::uint64_t kByteWork = 10;
  constexpr std::uint64_t kMarkWork = 400;
  seen_ += text.size();
  if (packed_bytes_ == nullptr || seen_ <= kHonestRatio * *packed_bytes_) return true;
  constexpr std::string_view kWhat = "the text that was unpacked";
  return work_.spend(kWhat, text.size(), kByteWork) &&
         work_.spend(kWhat, count_of_marks(text), kMarkWork);
}

}  // namespace lectern
