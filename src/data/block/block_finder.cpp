#include "data/block/block_finder.h"

#include <algorithm>
#include <array>

namespace lectern {
namespace {

constexpr std::size_t kTabWidth = 4;
constexpr std::size_t kMaxHeads = 64;

bool begins_with_any(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::any_of(words.begin(), words.end(),
                     [text](std::string_view word) { return text.starts_with(word); });
}

/// Conditions of a preprocessor stand at the left edge wherever they belong.
bool is_directive(std::string_view text) {
  return begins_with_any(text,
                         {"#if", "#el", "#endif", "#define", "#undef", "#include", "#pragma"});
}

/// It belongs to the line of the same indentation before it.
bool goes_on(std::string_view text) {
  if (begins_with_any(text, {")", "]", "}", "{"})) return true;
  constexpr std::array<std::string_view, 9> kWords = {
      "else", "elif", "elsif", "except", "finally", "catch", "rescue", "ensure", "end"};
  for (const std::string_view word : kWords) {
    if (!text.starts_with(word)) continue;
    const char next = text.size() > word.size() ? text[word.size()] : ' ';
    const bool is_word = (next >= 'a' && next <= 'z') || (next >= 'A' && next <= 'Z') ||
                         (next >= '0' && next <= '9') || next == '_' || next == '=' || next == '.';
    if (!is_word) return true;
  }
  return false;
}

/// What goes on does so behind this line, too.
bool goes_further(std::string_view text) {
  const char last = text.back();
  const bool opens = last == '{' || last == '(' || last == '[' || last == ':';
  return opens || !begins_with_any(text, {")", "]", "}", "end"});
}

/// A comment, a decorator or an attribute, which belongs to what comes after it.
bool is_lead(std::string_view text) {
  return begins_with_any(text, {"//", "#", "@", "/*", "*", "--", "[[", "[assembly"});
}

}  // namespace

void BlockFinder::line(std::string_view text) {
  ++number_;
  if (is_done_) return;
  std::size_t indent = 0;
  std::size_t start = 0;
  for (; start < text.size() && (text[start] == ' ' || text[start] == '\t'); ++start) {
    indent += text[start] == '\t' ? kTabWidth - indent % kTabWidth : 1;
  }
  std::string_view rest = text.substr(start);
  while (!rest.empty() && (rest.back() == ' ' || rest.back() == '\t' || rest.back() == '\r'))
    rest.remove_suffix(1);
  if (rest.empty()) {
    is_after_blank_ = true;
    if (is_paragraph_) is_done_ = true;
    if (number_ >= wanted_ && last_ == 0) wanted_ = number_ + 1;
    return;
  }
  if (number_ > wanted_ && indent == 0 && is_directive(rest)) return;
  // A blank line stands for the one before it.
  if (number_ > wanted_ && !has_block_) decide(indent);
  if (!is_done_) number_ > wanted_ ? after(indent, rest) : before(indent, rest);
  is_after_blank_ = false;
  last_ = number_;
}

void BlockFinder::before(std::size_t indent, std::string_view text) {
  if (is_after_blank_) paragraph_ = number_;
  if (is_directive(text)) return;
  if (is_lead(text) && number_ < wanted_) {
    if (lead_ == 0 || lead_indent_ != indent || is_after_blank_) lead_ = number_;
    lead_indent_ = indent;
    return;
  }
  const bool has_lead = lead_ > 0 && lead_indent_ == indent && !is_after_blank_;
  const std::uint64_t lead = has_lead ? lead_ : number_;
  lead_ = 0;
  while (!heads_.empty() && heads_.back().indent > indent) heads_.pop_back();
  if (!heads_.empty() && heads_.back().indent == indent) {
    if (goes_on(text)) return;
    heads_.pop_back();
  }
  if (heads_.size() < kMaxHeads) heads_.push_back({indent, lead, number_});
}

/// The line is there, and the indentation of the next one is known.
void BlockFinder::decide(std::size_t next_indent) {
  has_block_ = true;
  block_last_ = last_;
  if (heads_.empty()) {
    first_ = last_;
    is_done_ = true;
    return;
  }
  // What the line heads, or what it stands in.
  std::size_t head = heads_.size() - 1;
  const bool is_head = next_indent > heads_.back().indent || heads_.back().line != last_;
  if (!is_head) {
    if (head == 0) {
      is_paragraph_ = true;
      first_ = paragraph_;
      return;
    }
    --head;
  }
  first_ = heads_[head].lead;
  indent_ = heads_[head].indent;
  for (std::size_t i = 0; i < head; ++i) around_.push_back(heads_[i].line);
}

void BlockFinder::after(std::size_t indent, std::string_view text) {
  if (is_paragraph_) {
    if (is_after_blank_) {
      is_done_ = true;
    } else {
      block_last_ = number_;
    }
    return;
  }
  if (indent > indent_) {
    block_last_ = number_;
    return;
  }
  // Whether a comment is the block's shows what comes after it.
  if (is_lead(text)) return;
  if (indent == indent_ && goes_on(text)) {
    block_last_ = number_;
    if (goes_further(text)) return;
  }
  is_done_ = true;
}

void BlockFinder::finish() {
  if (!has_block_ && last_ > 0 && number_ >= wanted_) decide(0);
  is_done_ = true;
}

std::vector<LineRange> BlockFinder::ranges() const {
  if (!has_block_) return {};
  std::vector<LineRange> ranges;
  for (const std::uint64_t line : around_) ranges.push_back({line, line});
  std::uint64_t first = first_;
  if (block_last_ - first_ >= most_) {
    // The line itself must be among those that are shown.
    const std::uint64_t half = most_ / 2;
    if (wanted_ > first_ + half) {
      ranges.push_back({first_, first_});
      first = wanted_ - half;
    }
  }
  ranges.push_back({first, block_last_});
  std::vector<LineRange> merged;
  for (const LineRange& range : ranges) {
    if (!merged.empty() && range.first <= *merged.back().last + 1) {
      merged.back().last = std::max(*merged.back().last, *range.last);
    } else {
      merged.push_back(range);
    }
  }
  return merged;
}

}  // namespace lectern
