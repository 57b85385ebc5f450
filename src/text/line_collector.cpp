#include "text/line_collector.h"

#include <algorithm>

#include "text/kernels.h"
#include "text/tokens.h"
#include "text/utf8.h"

namespace lectern {
namespace {

/// Characters that a search shows of one line.
constexpr std::uint64_t kMaxHitChars = 300;

LineLayout adjusted(LineLayout layout, const LineSelection& selection) {
  if (!selection.words.empty()) {
    layout.max_line_chars = std::min(layout.max_line_chars, kMaxHitChars);
    if (layout.numbers == LineNumbers::kNone) layout.numbers = LineNumbers::kCat;
  }
  // One line never overruns the content's budget by itself.
  layout.max_line_chars =
      std::max<std::uint64_t>(1, std::min(layout.max_line_chars, LinePage::room_chars(layout)));
  return layout;
}

/// The last `count` characters of `text`.
std::string_view last_characters(std::string_view text, std::uint64_t count) {
  std::size_t at = text.size();
  for (; count > 0 && at > 0; --count) {
    do {
      --at;
    } while (at > 0 && is_utf8_continuation(static_cast<std::uint8_t>(text[at])));
  }
  return text.substr(at);
}

}  // namespace

LineCollector::LineCollector(char terminator, std::uint64_t first_line,
                             const LineSelection& selection, const LineLayout& layout)
    : terminator_(terminator),
      selection_(selection),
      layout_(adjusted(layout, selection)),
      page_(layout_),
      line_(first_line) {
  if (selection_.from_end) {
    // With a limit the first of these lines are wanted, else the last.
    const std::uint64_t most = *selection_.from_end;
    tail_.emplace(selection_.from_end_limit ? most : std::min(most, selection_.limit), layout_);
  } else if (!selection_.words.empty()) {
    search_.emplace(Search{WordMatcher(selection_.words, selection_.rules),
                           LineTail(selection_.context, layout_)});
  }
  start_line();
}

void LineCollector::append(std::string_view text, std::uint64_t ends) {
  if (search_) {
    return search(text, ends);
  }
  if (tail_ && ends > tail_->most_lines()) text = skip_all_but(tail_->most_lines(), text, ends);
  collect(text, ends);
}

/// \returns what was not taken, because the page is complete; `ends` is then how often that holds
/// the terminator.
std::string_view LineCollector::collect(std::string_view text, std::uint64_t& ends) {
  while (!text.empty() && !complete_) {
    const std::uint64_t wanted = tail_ ? 1 : selection_.ranges[range_].first;
    if (line_ + ends < wanted) {
      line_ += ends;
      in_line_ = text.back() != terminator_;
      return {};
    }
    if (line_ < wanted) {
      for (; line_ < wanted; ++line_, --ends) text.remove_prefix(text.find(terminator_) + 1);
      start_line();
      continue;
    }
    const std::size_t end = text.find(terminator_);
    take(text.substr(0, end));
    if (end == std::string_view::npos) return {};
    end_line();
    text.remove_prefix(end + 1);
    --ends;
  }
  return text;
}

void LineCollector::search(std::string_view text, std::uint64_t ends) {
  std::uint64_t hit_line = 0;
  bool is_again = false;
  while (!text.empty() && !saw_all()) {
    // What a line holds behind its second hit only counts for what may begin there.
    const std::size_t rest = is_again ? text.find(terminator_) : 0;
    std::string_view piece = text.substr(0, rest);
    for (std::string_view left = piece; !left.empty();) {
      left = left.substr(std::min(search_->matcher.find(left, true), left.size()));
    }
    const std::size_t hit =
        piece.empty() ? search_->matcher.find(text, true) : std::string_view::npos;
    if (piece.empty()) piece = text.substr(0, hit);
    text.remove_prefix(piece.size());
    std::uint64_t piece_ends = text.empty() ? ends : count_ends(piece);
    ends -= piece_ends;
    if (!is_hit_ && search_->context_end <= line_) {
      piece = skip_all_but(selection_.context, piece, piece_ends);
    }
    // A page that is complete leaves its piece, of which the lines still count.
    piece = collect(piece, piece_ends);
    skip_all_but(0, piece, piece_ends);
    is_again = hit != std::string_view::npos && hit_line == line_;
    if (hit == std::string_view::npos) continue;
    hit_line = line_;
    mark_hit();
  }
}

void LineCollector::mark_hit() {
  if (saw_all() || line_ < selection_.ranges[range_].first || search_->last_hit == line_) return;
  search_->last_hit = line_;
  ++hits_;
  if (complete_) return;
  is_hit_ = true;
  if (search_->window.empty()) return;
  // The hit is behind what is kept of the line: what is kept begins shortly before it.
  line_text_ = last_characters(search_->window, layout_.max_line_chars / 2);
  kept_chars_ = utf8_length(line_text_);
  first_column_ = line_chars_ - kept_chars_ + 1;
}

/// Passes over whole lines of `text`, which holds `ends` terminators, but for the last `lines`.
/// \returns the rest of it, `ends` being how often that holds the terminator.
std::string_view LineCollector::skip_all_but(std::uint64_t lines, std::string_view text,
                                             std::uint64_t& ends) {
  std::size_t rest = text.size();
  for (std::uint64_t i = 0; i <= lines; ++i) {
    if (rest == 0) return text;
    rest = text.rfind(terminator_, rest - 1);
    if (rest == std::string_view::npos) return text;
  }
  line_ += ends - lines;
  ends = lines;
  start_line();
  if (search_) search_->before.clear();
  return text.substr(rest + 1);
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
  const std::uint64_t first = is_hit_ ? 0 : first_column_ - 1;
  if (line_chars_ <= first) return;
  if (kept_chars_ < layout_.max_line_chars) {
    if (before < first) text.remove_prefix(utf8_prefix_size(text, first - before));
    const std::uint64_t room = layout_.max_line_chars - kept_chars_;
    const std::string_view kept = text.substr(0, utf8_prefix_size(text, room));
    line_text_ += kept;
    kept_chars_ += kept.size() == text.size() ? line_chars_ - std::max(before, first) : room;
    text.remove_prefix(kept.size());
  }
  if (search_ && !is_hit_ && !text.empty()) keep_window(text);
}

void LineCollector::keep_window(std::string_view text) {
  std::string& window = search_->window;
  const std::uint64_t chars = layout_.max_line_chars / 2;
  const std::string_view last = last_characters(text, chars);
  if (window.empty()) window = line_text_;
  window += last;
  window = last_characters(window, chars);
}

void LineCollector::end_line() {
  if (is_first() && first_column_ > 1 && !is_hit_ && first_column_ > line_chars_) {
    short_line_chars_ = line_chars_;
    complete_ = true;
    return;
  }
  const bool is_fitted = layout_.max_tokens && page_.lines() == 0 && fit_first_line();
  const std::uint64_t next_column = first_column_ + kept_chars_;
  const bool is_cut = next_column <= line_chars_;
  const PageLine line{line_, line_text_, first_column_, is_cut ? next_column : 0, is_hit_};
  if (tail_) {
    tail_->push(line);
  } else if (search_) {
    add_found(line);
  } else {
    const bool has_room = page_.add(line);
    // A line that is read on comes whole before the next ones.
    complete_ = !has_room || page_.lines() == selection_.limit || is_fitted ||
                (is_cut && first_column_ > 1);
  }
  ++line_;
  start_line();
}

void LineCollector::add_found(const PageLine& line) {
  Search& search = *search_;
  if (line.is_hit) {
    complete_ = page_.hits() == selection_.limit;
    for (std::size_t i = 0; i < search.before.size() && !complete_; ++i) {
      const PageLine before = search.before.at(i);
      if (line.number - before.number <= selection_.context) complete_ = !page_.add(before);
    }
    search.before.clear();
    if (!complete_) complete_ = !page_.add(line);
    search.context_end =
        line.number + 1 + std::min(selection_.context, ~std::uint64_t{0} - line.number - 1);
    if (selection_.context == 0) complete_ = complete_ || page_.hits() == selection_.limit;
  } else if (line.number < search.context_end) {
    const bool is_last = line.number + 1 == search.context_end;
    complete_ = !page_.add(line) || (is_last && page_.hits() == selection_.limit);
  } else if (selection_.context > 0) {
    search.before.push(line);
  }
}

/// Cuts a first line that is over the tokens' budget by itself, so that every read gets on.
bool LineCollector::fit_first_line() {
  const std::uint64_t room = 4 * *LinePage::room_line_tokens(layout_);
  std::uint64_t quarters = 0;
  std::uint64_t chars = 0;
  for (std::size_t at = 0; at < line_text_.size(); ++chars) {
    const std::size_t next = utf8_character_at(line_text_, at).next;
    quarters += estimate_token_quarters(std::string_view(line_text_).substr(at, next - at));
    if (quarters > room && chars > 0) {
      line_text_.resize(at);
      kept_chars_ = chars;
      return true;
    }
    at = next;
  }
  return false;
}

/// Line `line_` begins.
void LineCollector::start_line() {
  in_line_ = false;
  pending_cr_ = false;
  is_hit_ = false;
  line_chars_ = 0;
  kept_chars_ = 0;
  first_column_ = is_first() ? selection_.column : 1;
  line_text_.clear();
  if (search_) search_->window.clear();
  if (tail_) return;
  const std::vector<LineRange>& ranges = selection_.ranges;
  while (range_ < ranges.size() && ranges[range_].last && *ranges[range_].last < line_) ++range_;
  if (range_ == ranges.size()) complete_ = true;
}

std::uint64_t LineCollector::count_ends(std::string_view text) const {
  const LineEndCounts ends = count_line_ends(as_bytes(text), false);
  return terminator_ == '\n' ? ends.lf : ends.cr;
}

void LineCollector::finish() {
  const bool wanted = tail_ || (!complete_ && line_ >= selection_.ranges[range_].first);
  if (wanted && in_line_) {
    if (pending_cr_) keep("\r");
    // A whole word may end with the text.
    if (search_ && search_->matcher.find({}) == 0) mark_hit();
    end_line();
  }
  if (tail_) add_tail();
  if (search_) range_ = selection_.ranges.size();
}

void LineCollector::add_tail() {
  const LineRange range =
      range_from_end(*selection_.from_end, selection_.from_end_limit, line_ - 1);
  selection_.ranges = {range};
  for (std::size_t i = 0; i < tail_->size(); ++i) {
    const PageLine line = tail_->at(i);
    if (line.number >= range.first && line.number <= range.last.value_or(line.number)) {
      page_.add(line);
    }
  }
  complete_ = true;
}

std::vector<LineRange> LineCollector::remaining() const {
  const std::vector<LineRange>& ranges = selection_.ranges;
  if (tail_) {
    const std::uint64_t end =
        page_.lines() > 0 ? page_.first_line() - 1 : ranges.front().last.value_or(line_ - 1);
    if (end < ranges.front().first) return {};
    return {{ranges.front().first, end}};
  }
  if (search_ && page_.hits() == hits_ && saw_all()) return {};
  return page_.lines() == 0 ? ranges : ranges_after(ranges, page_.last_line());
}

LineBudget LineCollector::exhausted() const {
  if (!tail_) return page_.exhausted();
  return page_.lines() == tail_->most_lines() ? LineBudget::kNone : tail_->exhausted();
}

}  // namespace lectern
