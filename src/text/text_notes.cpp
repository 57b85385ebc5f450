#include "text/text_notes.h"

#include <algorithm>

#include "base/format.h"
#include "base/message.h"
#include "text/utf8.h"

namespace lectern {
namespace {

/// A guess less sure than this, in percent, is named.
constexpr std::uint32_t kSureEnough = 55;
/// Characters of the words searched for that a note repeats.
constexpr std::uint64_t kMaxQuotedChars = 100;

/// "3,7-9", and how many more there are.
std::string named(const std::vector<CutLine>& cuts) {
  std::vector<LineRange> ranges;
  std::size_t named = 0;
  for (const CutLine& cut : cuts) {
    if (!ranges.empty() && *ranges.back().last + 1 == cut.line) {
      ranges.back().last = cut.line;
    } else if (ranges.size() == kMaxNamedRanges) {
      break;
    } else {
      ranges.push_back({cut.line, cut.line});
    }
    ++named;
  }
  std::string text = ranges_text(ranges);
  if (named < cuts.size()) append_to(text, {" and {,} more", cuts.size() - named});
  return text;
}

std::string quoted(std::string_view words) {
  const std::string_view shown = words.substr(0, utf8_prefix_size(words, kMaxQuotedChars));
  return compose({"\"{}{}\"", shown, shown.size() < words.size() ? "..." : ""});
}

TruncationCause cause_of(LineBudget budget) {
  switch (budget) {
    case LineBudget::kContentChars:
      return TruncationCause::kBytes;
    case LineBudget::kTokens:
      return TruncationCause::kTokens;
    case LineBudget::kNone:
      break;
  }
  return TruncationCause::kLines;
}

/// Reads on in a line; alone in it, or with the lines after it up to `last`.
ReadRequest rest_of(const ReadRequest& request, const CutLine& cut) {
  ReadRequest rest = request;
  rest.from_end.reset();
  rest.lines.clear();
  rest.search.clear();
  rest.offset = cut.line;
  rest.column = cut.next_column;
  rest.limit = 1;
  return rest;
}

}  // namespace

std::string encoding_doubt(const Metadata& metadata) {
  if (!metadata.encoding) return "";
  std::string doubt;
  const std::uint32_t sure = metadata.encoding_confidence_percent.value_or(100);
  if (sure < kSureEnough) append_to(doubt, {", a guess that is {} % sure", sure});
  const std::uint64_t invalid = metadata.replacements.value_or(0);
  if (invalid > 0) append_to(doubt, {", with {invalid sequence} shown as U+FFFD", invalid});
  if (doubt.empty()) return "";
  return compose({"read as {}{}", *metadata.encoding, doubt});
}

TextNotes::TextNotes(const ReadRequest& request, const LineCollector& taken,
                     const Metadata& metadata, std::optional<std::uint64_t> total_lines)
    : request_(request),
      taken_(taken),
      page_(taken.page()),
      total_lines_(total_lines),
      remaining_(taken.remaining()) {
  if (total_lines_) {
    std::erase_if(remaining_, [&](const LineRange& range) { return range.first > *total_lines_; });
  }
  if (!remaining_.empty()) {
    truncation_ = Truncation{cause_of(taken.exhausted()), request_for(request, remaining_)};
  }
  if (!request.search.empty()) {
    search_notes();
  } else if (page_.lines() == 0 && total_lines_ == 0U) {
    after_ = "(empty file)";
    short_result_ = "Read empty file";
  } else {
    short_result_ = total_lines_ ? compose({"Read {} of {} lines", page_.lines(), *total_lines_})
                                 : compose({"Read {} lines", page_.lines()});
  }
  cut_notes();
  range_notes();
  if (const std::string doubt = encoding_doubt(metadata); !doubt.empty()) {
    note({"(Encoding: {}. The option encoding sets another.)", doubt});
    add_to(warnings_, {"{}; the option encoding sets another", doubt});
  }
  if (page_.escaped() > 0) {
    add_to(warnings_, {"{line} of the file would look like a note of this tool; a backslash before "
                       "each tells them apart",
                       page_.escaped()});
  }
  closing_note();
}

void TextNotes::note(const Message& text) {
  if (page_.lines() > 0 || !before_.empty() || !after_.empty()) after_ += '\n';
  append_to(after_, text);
}

void TextNotes::search_notes() {
  const std::uint64_t hits = taken_.hits();
  std::string found =
      hits == 0
          ? compose({"No line holds {}", quoted(request_.search)})
          : compose({"{line} {} {}", hits, hits == 1 ? "holds" : "hold", quoted(request_.search)});
  if (!total_lines_) found += " in what was read";
  short_result_ = found;
  if (total_lines_) {
    append_to(found, {" (searched {line})", lines_within(taken_.ranges(), *total_lines_)});
  }
  if (hits == 0 && request_.search.find_first_of("*|\\^$[+") != std::string::npos)
    found += "; search takes words as they stand, no patterns";
  before_ = std::move(found);
  if (page_.lines() > 0) before_ += '\n';
}

/// Cut lines do not hold up `next`: what is missing of them is a call of its own. Only a line that
/// is all of a page goes on at once.
void TextNotes::cut_notes() {
  const std::vector<CutLine> cuts = page_.cuts();
  if (cuts.empty()) return;
  ReadRequest rest = rest_of(request_, cuts.front());
  const bool by_offset = request_.lines.empty() && !request_.from_end && request_.search.empty();
  const bool goes_on = page_.lines() == 1 && (by_offset || remaining_.empty());
  if (goes_on && request_.lines.empty() && request_.search.empty()) {
    const auto last = taken_.ranges().back().last;
    rest.limit =
        request_.limit && last ? std::optional(*last - cuts.front().line + 1) : std::nullopt;
  }
  if (cuts.size() == 1) {
    note({"(Line {,} goes on. Next: {})", cuts.front().line, selection_text(rest)});
  } else {
    note({"(Cut lines: {}. The rest of the first: {})", named(cuts), selection_text(rest)});
  }
  if (!request_.search.empty()) return;
  add_to(warnings_, {"{line} cut: the first goes on at {}", cuts.size(), selection_text(rest)});
  if (goes_on || remaining_.empty()) truncation_ = Truncation{TruncationCause::kColumns, rest};
}

/// Ranges of which the file has nothing.
void TextNotes::range_notes() {
  if (!total_lines_ || request_.lines.empty()) return;
  std::vector<LineRange> beyond = ranges_after(taken_.ranges(), *total_lines_);
  std::erase_if(beyond, [&](const LineRange& range) {
    return std::find(taken_.ranges().begin(), taken_.ranges().end(), range) ==
           taken_.ranges().end();
  });
  if (beyond.empty()) return;
  ReadRequest unread = request_;
  unread.at.clear();
  unread.cells.clear();
  unread.lines = beyond;
  const std::string text = selection_text(unread).substr(std::string_view("lines=").size());
  note({"(Lines {} are past the end: the file has {line})", text, *total_lines_});
  add_to(warnings_, {"lines {} are past the end: the file has {line}", text, *total_lines_});
}

std::string TextNotes::total_text() const {
  return total_lines_ ? compose({"{,} total lines", *total_lines_}) : "an unknown number of lines";
}

void TextNotes::closing_note() {
  if (!request_.search.empty()) {
    if (remaining_.empty()) return;
    note({"(Showing {,} of {,} lines with hits. Next: {}, with the same search)", page_.hits(),
          taken_.hits(), selection_text(request_for(request_, remaining_))});
    return;
  }
  const bool earlier = !remaining_.empty();
  if (!has_more_lines() && !earlier) return;
  std::string next;
  if (earlier) {
    next = selection_text(request_for(request_, remaining_));
  } else if (request_.lines.empty()) {
    ReadRequest rest;
    rest.at = request_.at;
    rest.cells = request_.cells;
    rest.offset = page_.last_line() + 1;
    next = selection_text(rest);
  }
  note({"(Showing {,} of {}{}{})", page_.lines(), total_text(),
        next.empty() ? "" : ". Next: ", next});
}

}  // namespace lectern
