#include "notebook/budget.h"

#include <algorithm>

#include "text/utf8.h"

namespace lectern {
namespace {
constexpr std::string_view kCutMark = "... (truncated)";
}  // namespace

void BudgetedText::append_block(std::string_view text) {
  const std::uint64_t chars = utf8_length(text);
  if (chars <= left_) {
    out_ += text;
    out_ += '\n';
    left_ -= chars;
    return;
  }
  if (left_ > 0) {
    out_ += text.substr(0, utf8_prefix_size(text, left_));
    out_ += kCutMark;
    out_ += '\n';
  }
  chars_left_out_ += chars - left_;
  left_ = 0;
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
