#include "text/line_collector.h"

#include <algorithm>

#include "base/message.h"
#include "text/tokens.h"
#include "text/utf8.h"

namespace lectern {
namespace {

constexpr std::string_view kCutMark = "... (truncated)";
constexpr std::string_view kArrow = "\xE2\x86\x92";
constexpr std::size_t kNumberColumns = 6;
/// Room for the closing note "(Showing … total lines. Next: offset=…)", in characters and tokens.
constexpr std::uint64_t kNoteChars = 150;
constexpr std::uint64_t kNoteTokens = 40;
/// Tokens of a line's number and of the mark that it is cut.
constexpr std::uint64_t kMarkTokens = 8;

std::string line_prefix(LineNumbers style, std::uint64_t number) {
  std::string digits = compose({"{}", number});
  switch (style) {
    case LineNumbers::kCat:
      if (digits.size() < kNumberColumns) digits.insert(0, kNumberColumns - digits.size(), ' ');
      return digits + '\t';
    case LineNumbers::kArrow:
      return digits.append(kArrow);
    case LineNumbers::kNone:
      break;
  }
  return "";
}

/// A limit that leaves room for the note, but never takes more than half for it.
std::uint64_t less_reserve(std::uint64_t limit, std::uint64_t reserve) {
  return limit - std::min(limit / 2, reserve);
}

}  // namespace

LineCollector::LineCollector(char terminator, std::uint64_t first_line,
                             const LineSelection& selection, const LineLayout& layout)
    : terminator_(terminator), selection_(selection), layout_(layout), line_(first_line) {
  // One line never overruns the content's budget by itself.
  const std::uint64_t room = less_reserve(layout_.max_content_chars, kNoteChars);
  layout_.max_line_chars = std::max<std::uint64_t>(1, std::min(layout_.max_line_chars, room));
  complete_ = selection_.limit == 0;
}

void LineCollector::append(std::string_view text, std::uint64_t ends) {
  if (line_ < selection_.offset) text = skip_to_offset(text, ends);
  while (!text.empty() && !complete_) {
    const std::size_t end = text.find(terminator_);
    take(text.substr(0, end));
    if (end == std::string_view::npos) return;
    end_line();
    text.remove_prefix(end + 1);
  }
}

std::string_view LineCollector::skip_to_offset(std::string_view text, std::uint64_t ends) {
  if (text.empty()) return text;
  if (line_ + ends < selection_.offset) {
    line_ += ends;
    in_line_ = text.back() != terminator_;
    return {};
  }
  for (; line_ < selection_.offset; ++line_) text.remove_prefix(text.find(terminator_) + 1);
  in_line_ = false;
  return text;
}

void LineCollector::take(std::string_view text) {
  if (text.empty()) return;
  in_line_ = true;
  if (terminator_ == '\n') {
    // Whether a CR is part of the line shows only in the byte after it.
    if (pending_cr_) keep("\r");
    pending_cr_ = text.back() == '\r';
    if (pending_cr_) text.remove_suffix(1);
  }
  keep(text);
}

void LineCollector::keep(std::string_view text) {
  const std::uint64_t chars = utf8_length(text);
  const std::uint64_t before = line_chars_;
  line_chars_ += chars;
  const std::uint64_t first = line_ == selection_.offset ? selection_.column - 1 : 0;
  if (line_chars_ <= first || kept_chars_ == layout_.max_line_chars) return;
  if (before < first) text.remove_prefix(utf8_prefix_size(text, first - before));
  const std::uint64_t room = layout_.max_line_chars - kept_chars_;
  const std::string_view kept = text.substr(0, utf8_prefix_size(text, room));
  line_text_ += kept;
  kept_chars_ += kept.size() == text.size() ? line_chars_ - std::max(before, first) : room;
}

void LineCollector::end_line() {
  const std::uint64_t first = line_ == selection_.offset ? selection_.column : 1;
  if (first > 1 && first > line_chars_) {
    short_line_chars_ = line_chars_;
    complete_ = true;
    return;
  }
  if (layout_.max_tokens && records_.empty()) fit_first_line();
  const std::uint64_t next_column = first + kept_chars_;
  add_line(next_column <= line_chars_ ? next_column : 0);
  ++line_;
  in_line_ = false;
  pending_cr_ = false;
  line_chars_ = 0;
  kept_chars_ = 0;
  line_text_.clear();
}

/// A first line that is over the tokens' budget by itself is cut, so that every read gets on.
void LineCollector::fit_first_line() {
  const std::uint64_t room = 4 * less_reserve(*layout_.max_tokens, kNoteTokens + kMarkTokens);
  std::uint64_t quarters = 0;
  std::uint64_t chars = 0;
  for (std::size_t at = 0; at < line_text_.size(); ++chars) {
    const std::size_t next = utf8_character_at(line_text_, at).next;
    quarters += estimate_token_quarters(std::string_view(line_text_).substr(at, next - at));
    if (quarters > room && chars > 0) {
      line_text_.resize(at);
      kept_chars_ = chars;
      return;
    }
    at = next;
  }
}

void LineCollector::add_line(std::uint64_t next_column) {
  records_.push_back({content_.size(), chars_, token_quarters_, next_column});
  std::string entry = records_.size() > 1 ? "\n" : "";
  entry += line_prefix(layout_.numbers, line_);
  entry += line_text_;
  if (next_column > 0) entry += kCutMark;
  chars_ += utf8_length(entry);
  if (layout_.max_tokens) token_quarters_ += estimate_token_quarters(entry);
  content_ += entry;

  if (within(layout_.max_content_chars, layout_.max_tokens)) {
    complete_ = records_.size() == selection_.limit;
    return;
  }
  exhausted_ = chars_ > layout_.max_content_chars ? LineBudget::kContentChars : LineBudget::kTokens;
  complete_ = true;
  const std::uint64_t chars_left = less_reserve(layout_.max_content_chars, kNoteChars);
  std::optional<std::uint64_t> tokens_left = layout_.max_tokens;
  if (tokens_left) *tokens_left = less_reserve(*tokens_left, kNoteTokens);
  while (records_.size() > 1 && !within(chars_left, tokens_left)) {
    content_.resize(records_.back().content_size);
    chars_ = records_.back().chars;
    token_quarters_ = records_.back().token_quarters;
    records_.pop_back();
  }
}

bool LineCollector::within(std::uint64_t max_chars, std::optional<std::uint64_t> max_tokens) const {
  return chars_ <= max_chars &&
         (!max_tokens || tokens_from_quarters(token_quarters_) <= *max_tokens);
}

void LineCollector::finish() {
  if (complete_ || line_ < selection_.offset || !in_line_) return;
  if (pending_cr_) keep("\r");
  end_line();
}

std::optional<CutLine> LineCollector::first_cut() const {
  for (std::size_t i = 0; i < records_.size(); ++i) {
    if (records_[i].next_column > 0) return CutLine{selection_.offset + i, records_[i].next_column};
  }
  return std::nullopt;
}

std::uint64_t LineCollector::cut_lines() const {
  return static_cast<std::uint64_t>(
      std::count_if(records_.begin(), records_.end(),
                    [](const Record& record) { return record.next_column > 0; }));
}

}  // namespace lectern
