#include "text/line_page.h"

#include <algorithm>
#include <utility>

#include "base/message.h"
#include "text/tokens.h"
#include "text/utf8.h"

namespace lectern {
namespace {

constexpr std::string_view kCutMark = "... (truncated)";
constexpr std::string_view kArrow = "\xE2\x86\x92";
constexpr std::size_t kNumberColumns = 6;
/// Room for the closing notes, in characters and tokens.
constexpr std::uint64_t kNoteChars = 400;
constexpr std::uint64_t kNoteTokens = 110;
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

/// A limit that leaves room for the notes, but never takes more than half for them.
std::uint64_t less_reserve(std::uint64_t limit, std::uint64_t reserve) {
  return limit - std::min(limit / 2, reserve);
}

bool is_escaped_in(LineNumbers numbers, const PageLine& line) {
  return numbers == LineNumbers::kNone && looks_like_note(line.text);
}

void append_written_line(const PageLine& line, LineNumbers numbers, std::string& out) {
  out += line_prefix(numbers, line.number);
  if (is_escaped_in(numbers, line)) out += '\\';
  out += line.text;
  if (line.next_column > 0) out += kCutMark;
}

}  // namespace

bool looks_like_note(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of('\\'), line.size()));
  for (const std::string_view start : {"(Showing ", "(Line ", "(Lines ", "(Cut lines", "(Encoding",
                                       "(empty file)", "(warning: "}) {
    if (line.starts_with(start)) return true;
  }
  return false;
}

std::string written_line(const PageLine& line, LineNumbers numbers) {
  std::string written;
  append_written_line(line, numbers, written);
  return written;
}

std::uint64_t LinePage::room_chars(const LineLayout& layout) {
  return less_reserve(layout.max_content_chars, kNoteChars);
}

std::optional<std::uint64_t> LinePage::room_tokens(const LineLayout& layout) {
  if (!layout.max_tokens) return std::nullopt;
  return less_reserve(*layout.max_tokens, kNoteTokens);
}

std::optional<std::uint64_t> LinePage::room_line_tokens(const LineLayout& layout) {
  if (!layout.max_tokens) return std::nullopt;
  return less_reserve(*layout.max_tokens, kNoteTokens + kMarkTokens);
}

bool LinePage::add(const PageLine& line) {
  const Record record{line.number,
                      content_.size(),
                      chars_,
                      token_quarters_,
                      line.next_column,
                      line.is_hit,
                      is_escaped_in(layout_.numbers, line)};
  if (!records_.empty()) {
    const std::uint64_t last = records_.back().line;
    const std::uint64_t missing = line.number - last - 1;
    content_ += '\n';
    if (missing == 1) append_to(content_, {"(Line {} left out)\n", line.number - 1});
    if (missing > 1) {
      append_to(content_, {"(Lines {}-{} left out)\n", last + 1, line.number - 1});
    }
  }
  if (line.is_hit && line.first_column > 1) {
    append_to(content_, {"(Line {} from column {} on)\n", line.number, line.first_column});
  }
  append_written_line(line, layout_.numbers, content_);
  records_.push_back(record);
  const std::string_view entry = std::string_view(content_).substr(record.content_size);
  hits_ += line.is_hit ? 1 : 0;
  chars_ += utf8_length(entry);
  if (layout_.max_tokens) token_quarters_ += estimate_token_quarters(entry);
  if (within(layout_.max_content_chars, layout_.max_tokens)) return true;

  exhausted_ = chars_ > layout_.max_content_chars ? LineBudget::kContentChars : LineBudget::kTokens;
  make_room();
  return false;
}

bool LinePage::has_room_for(std::string_view notes) const {
  const auto& [max_chars, max_tokens] = std::pair(layout_.max_content_chars, layout_.max_tokens);
  return chars_ + utf8_length(notes) <= max_chars &&
         (!max_tokens ||
          tokens_from_quarters(token_quarters_ + estimate_token_quarters(notes)) <= *max_tokens);
}

void LinePage::make_room() {
  if (records_.empty() || within(room_chars(layout_), room_tokens(layout_))) return;
  if (exhausted_ == LineBudget::kNone) {
    exhausted_ = chars_ > room_chars(layout_) ? LineBudget::kContentChars : LineBudget::kTokens;
  }
  while (records_.size() > 1 && !within(room_chars(layout_), room_tokens(layout_))) {
    content_.resize(records_.back().content_size);
    chars_ = records_.back().chars;
    token_quarters_ = records_.back().token_quarters;
    hits_ -= records_.back().is_hit ? 1 : 0;
    records_.pop_back();
  }
}

bool LinePage::within(std::uint64_t max_chars, std::optional<std::uint64_t> max_tokens) const {
  return chars_ <= max_chars &&
         (!max_tokens || tokens_from_quarters(token_quarters_) <= *max_tokens);
}

std::vector<CutLine> LinePage::cuts() const {
  std::vector<CutLine> cuts;
  for (const Record& record : records_) {
    if (record.next_column > 0) cuts.push_back({record.line, record.next_column});
  }
  return cuts;
}

std::uint64_t LinePage::escaped() const {
  return static_cast<std::uint64_t>(std::count_if(
      records_.begin(), records_.end(), [](const Record& record) { return record.is_escaped; }));
}

}  // namespace lectern
