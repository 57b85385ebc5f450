#include "notebook/budget.h"

#include <algorithm>

#include "notebook/fences.h"
#include "text/utf8.h"

namespace lectern {
namespace {
constexpr std::string_view kCutMark = "... (truncated)";
}  // namespace

void BudgetedText::append_block(std::string_view text) {
  const std::uint64_t chars = utf8_length(text);
  const bool is_cut = chars > left_;
  if (!is_cut || left_ > 0) {
    const std::string_view shown = is_cut ? text.substr(0, utf8_prefix_size(text, left_)) : text;
    const bool is_fenced = looks_like_structure(shown);
    std::string fence = is_fenced ? fence_for(shown) : "";
    fence.resize(std::min(fence.size(), most_fence_chars_));
    has_fenced_ = has_fenced_ || is_fenced;
    if (is_fenced) append_to(out_, {"{}\n", fence});
    append_to(out_, {"{}{}\n", shown, is_cut ? kCutMark : std::string_view()});
    if (is_fenced) append_to(out_, {"{}\n", fence});
  }
  const std::uint64_t shown_chars = std::min(chars, left_);
  chars_shown_ += shown_chars;
  chars_left_out_ += chars - shown_chars;
  left_ -= shown_chars;
}

void BudgetedText::append_note(const Message& note) {
  const std::string text = compose(note);
  const std::uint64_t chars = utf8_length(text);
  if (chars > left_for_notes_) {
    chars_left_out_ += chars;
    return;
  }
  left_for_notes_ -= chars;
  out_ += text;
  out_ += '\n';
}

void BudgetedText::reserve(std::uint64_t chars) { left_ = std::max(left_, chars); }

}  // namespace lectern
