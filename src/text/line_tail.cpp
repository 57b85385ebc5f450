#include "text/line_tail.h"

#include "text/tokens.h"
#include "text/utf8.h"

namespace lectern {
namespace {

/// Lines that are gone before the memory they took is used again.
constexpr std::size_t kCompactLines = 256;

}  // namespace

LineTail::LineTail(std::uint64_t most_lines, const LineLayout& layout)
    : most_lines_(most_lines), layout_(layout) {}

void LineTail::push(const PageLine& line) {
  const std::string written = written_line(line, layout_.numbers);
  Item item{line, text_.size(), line.text.size(), utf8_length(written) + 1, 0};
  item.line.text = {};
  if (layout_.max_tokens) item.token_quarters = estimate_token_quarters(written) + 1;
  text_ += line.text;
  chars_ += item.chars;
  token_quarters_ += item.token_quarters;
  items_.push_back(item);
  while (size() > 1 && (size() > most_lines_ || !fits())) {
    if (size() <= most_lines_) {
      const bool by_chars = chars_ > LinePage::room_chars(layout_);
      exhausted_ = by_chars ? LineBudget::kContentChars : LineBudget::kTokens;
    }
    chars_ -= items_[first_].chars;
    token_quarters_ -= items_[first_].token_quarters;
    ++first_;
  }
  if (first_ >= kCompactLines && first_ > items_.size() / 2) compact();
}

void LineTail::clear() {
  text_.clear();
  items_.clear();
  first_ = 0;
  chars_ = 0;
  token_quarters_ = 0;
}

bool LineTail::fits() const {
  const auto tokens = LinePage::room_tokens(layout_);
  return chars_ <= LinePage::room_chars(layout_) &&
         (!tokens || tokens_from_quarters(token_quarters_) <= *tokens);
}

void LineTail::compact() {
  const std::size_t gone = items_[first_].offset;
  text_.erase(0, gone);
  items_.erase(items_.begin(), items_.begin() + static_cast<std::ptrdiff_t>(first_));
  for (Item& item : items_) item.offset -= gone;
  first_ = 0;
}

PageLine LineTail::at(std::size_t index) const {
  const Item& item = items_[first_ + index];
  PageLine line = item.line;
  line.text = std::string_view(text_).substr(item.offset, item.size);
  return line;
}

}  // namespace lectern
