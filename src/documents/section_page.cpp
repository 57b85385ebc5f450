#include "documents/section_page.h"

#include <algorithm>
#include <utility>

#include "base/format.h"
#include "documents/markdown/escape.h"
#include "text/kernels.h"
#include "text/tokens.h"
#include "text/utf8.h"

namespace lectern {
namespace {

/// Room for the line that says how to go on.
constexpr std::uint64_t kClosingChars = 160;
/// What is held of a section that is searched.
constexpr std::size_t kMaxSearchedBytes = std::size_t{64} << 20;
constexpr std::size_t kMaxHitChars = 300;
constexpr std::size_t kBytesBeforeHit = 200;
constexpr std::size_t kMaxTitleChars = 200;
/// Headings of one section that an outline lists.
constexpr std::size_t kMaxOutlineBytes = std::size_t{64} << 10;
constexpr std::string_view kMoreHeadings = "  (more headings than are listed)\n";

void add_number(std::vector<NumberRange>& ranges, std::uint64_t number) {
  if (!ranges.empty() && ranges.back().last + 1 == number) {
    ranges.back().last = number;
  } else {
    ranges.push_back({number, number});
  }
}

std::string numbers_text(const std::vector<std::uint64_t>& numbers) {
  std::vector<NumberRange> ranges;
  for (const std::uint64_t number : numbers) add_number(ranges, number);
  return ranges_text(ranges);
}

std::string_view cut_to(std::string_view text, std::size_t chars) {
  return text.substr(0, utf8_prefix_size(text, chars));
}

}  // namespace

Result<std::unique_ptr<SectionPage>> SectionPage::open(const ReadContext& context,
                                                       std::string_view noun, std::uint64_t count) {
  const ReadRequest& request = context.request;
  if (request.from_end || !request.lines.empty()) {
    return fail(ErrorCode::kInvalidArgument,
                {"the document is read by pages, and has {}: offset is a line of the first of them",
                 counted(count, noun)});
  }
  std::unique_ptr<SectionPage> page(new SectionPage(context, noun, count));
  std::vector<NumberRange> missing;
  std::vector<NumberRange> wanted = request.pages;
  if (wanted.empty() && count > 0) wanted.push_back({1, count});
  for (const NumberRange& range : wanted) {
    if (range.last > count) missing.push_back({std::max(range.first, count + 1), range.last});
    for (std::uint64_t i = range.first; i <= std::min(range.last, count); ++i) {
      if (page->sections_.size() > count * 2 + 1'000) break;
      page->sections_.push_back(i);
    }
  }
  if (page->sections_.empty() && !request.pages.empty()) {
    return fail(ErrorCode::kOutOfRange, {"{} {} asked for: the document has {}", noun,
                                         ranges_text(missing), counted(count, noun)});
  }
  page->missing_ = ranges_text(missing);
  if (page->is_plain()) {
    page->skip_lines_ =
        request.offset.value_or(1) - std::min<std::uint64_t>(request.offset.value_or(1), 1);
    page->skip_chars_ = request.column.value_or(1) - 1;
  }
  return page;
}

std::optional<std::uint64_t> SectionPage::next() {
  if (is_open_) take_section();
  is_open_ = false;
  if (is_full_ || place_ >= sections_.size()) return std::nullopt;
  is_open_ = true;
  title_.clear();
  section_.clear();
  headings_.clear();
  is_overlong_ = false;
  return sections_[place_++];
}

void SectionPage::stop() {
  is_open_ = false;
  leave_from(place_ - 1);
}

void SectionPage::append(std::string_view lines) {
  if (is_outline()) return;
  while (skip_lines_ > 0 && !lines.empty()) {
    const std::size_t end = lines.find('\n');
    if (end == lines.npos) return;
    lines.remove_prefix(end + 1);
    --skip_lines_;
    ++lines_before_;
  }
  if (skip_lines_ == 0 && skip_chars_ > 0 && !lines.empty()) {
    lines.remove_prefix(utf8_prefix_size(lines, std::exchange(skip_chars_, 0)));
  }
  const std::size_t most = is_search() ? kMaxSearchedBytes
                                       : static_cast<std::size_t>(std::min<std::uint64_t>(
                                             limits().max_content_chars, kMaxSearchedBytes)) *
                                                 4 +
                                             4'096;
  if (section_.size() + lines.size() > most) {
    const std::size_t room = most - std::min(most, section_.size());
    lines = cut_to(lines, room / 4);
    if (is_overlong_) return;
    is_overlong_ = true;
  }
  section_ += lines;
}

void SectionPage::heading(unsigned level, std::string_view text) {
  if (!is_outline()) return;
  if (headings_.size() > kMaxOutlineBytes) {
    if (!headings_.ends_with(kMoreHeadings)) headings_ += kMoreHeadings;
    return;
  }
  const std::string_view shown = cut_to(text, kMaxTitleChars);
  // The section's own heading is its line in the outline.
  if (ascii_lower(shown).starts_with(compose({"{} {} of ", noun_, sections_[place_ - 1]}))) return;
  if (title_.empty()) {
    title_ = shown;
    return;
  }
  if (shown == title_) return;
  headings_.append(2, ' ');
  append_to(headings_, {"{} {}\n", std::string(level, '#'), shown});
}

bool SectionPage::fits(std::string_view text) const {
  if (is_overlong_) return false;
  if (content_chars_ + utf8_length(text) + kClosingChars > limits().max_content_chars) return false;
  if (!limits().max_tokens) return true;
  return tokens_from_quarters(token_quarters_ + estimate_token_quarters(text) + kClosingChars) <=
         *limits().max_tokens;
}

void SectionPage::leave_from(std::size_t place) {
  for (std::size_t i = place; i < sections_.size(); ++i) add_number(remaining_, sections_[i]);
  is_full_ = true;
}

/// Shows the beginning of a section that is alone larger than a result.
void SectionPage::cut() {
  std::uint64_t room = limits().max_content_chars -
                       std::min(limits().max_content_chars, content_chars_ + kClosingChars);
  if (limits().max_tokens) room = std::min(room, *limits().max_tokens);
  room = std::max<std::uint64_t>(room, 1);
  std::size_t end = utf8_prefix_size(section_, room);
  std::uint64_t column = 0;
  if (const std::size_t line_end = section_.rfind('\n', end == 0 ? 0 : end - 1);
      line_end != section_.npos && line_end < end) {
    end = line_end + 1;
  } else {
    column = utf8_length(std::string_view(section_).substr(0, end)) +
             (lines_before_ + 1 == context_.request.offset.value_or(1) && context_.request.column
                  ? *context_.request.column - 1
                  : 0);
  }
  section_.resize(end);
  const std::uint64_t lines =
      static_cast<std::uint64_t>(std::count(section_.begin(), section_.end(), '\n'));
  next_line_ = lines_before_ + lines + 1;
  if (column > 0) {
    next_column_ = column + 1;
    section_ += '\n';
  }
  content_ += section_;
  shown_.push_back(sections_[place_ - 1]);
  cause_ = TruncationCause::kBytes;
  leave_from(place_ - 1);
}

void SectionPage::take_section() {
  if (is_outline()) return list_section();
  if (is_search()) return search_section();
  const std::uint64_t number = sections_[place_ - 1];
  const bool is_first = shown_.empty();
  if (is_first && context_.request.offset.value_or(1) > 1) {
    const std::string note =
        compose({"({} {} of {}, from line {})\n\n", noun_, number, count_, lines_before_ + 1});
    content_ += note;
    content_chars_ += utf8_length(note);
    skip_lines_ = 0;
    skip_chars_ = 0;
  }
  bool is_cut = false;
  std::uint64_t lines = 0;
  if (context_.request.limit) {
    const std::uint64_t most = *context_.request.limit - lines_taken_;
    std::size_t at = 0;
    for (; lines < most && at < section_.size(); ++lines)
      at = std::min(section_.find('\n', at), section_.size() - 1) + 1;
    is_cut = at < section_.size();
    if (is_cut && lines == 0) {
      cause_ = TruncationCause::kLines;
      return leave_from(place_ - 1);
    }
    section_.resize(at);
  }
  if (!fits(section_)) {
    if (is_first) return cut();
    return leave_from(place_ - 1);
  }
  // What has more pictures than fit stands in the next result; without room for any it never would.
  const std::uint64_t most = limits().max_images;
  if (!is_first && pictures_ != nullptr && most > 0 && pictures_->count() > most &&
      section_.find("[Image ") != section_.npos)
    return leave_from(place_ - 1);
  if (!is_first) content_ += '\n';
  content_ += section_;
  content_chars_ += utf8_length(section_) + 1;
  if (limits().max_tokens) token_quarters_ += estimate_token_quarters(section_);
  shown_.push_back(number);
  if (is_cut) {
    next_line_ = lines_before_ + lines + 1;
    cause_ = TruncationCause::kLines;
    return leave_from(place_ - 1);
  }
  lines_taken_ += lines;
  lines_before_ = 0;
}

void SectionPage::list_section() {
  const std::uint64_t number = sections_[place_ - 1];
  const std::string title = single_line(cut_to(title_, kMaxTitleChars));
  section_ = compose({"{} {}: {}\n{}", noun_, number,
                      title.empty() ? std::string_view("(no title)") : title, headings_});
  if (!fits(section_)) {
    if (!shown_.empty()) return leave_from(place_ - 1);
    // Every read makes progress.
    const std::uint64_t most = limits().max_content_chars;
    section_.resize(utf8_prefix_size(section_, most - std::min(most, kClosingChars)));
    append_to(section_, {"\n{}", kMoreHeadings});
  }
  content_ += section_;
  content_chars_ += utf8_length(section_);
  if (limits().max_tokens) token_quarters_ += estimate_token_quarters(section_);
  shown_.push_back(number);
}

void SectionPage::search_section() {
  const std::uint64_t number = sections_[place_ - 1];
  if (!matcher_) matcher_.emplace(context_.request);
  matcher_->restart();
  std::string hits;
  std::uint64_t count = 0;
  std::size_t line_start = 0;
  std::size_t last_start = std::string::npos;
  const std::string_view text = section_;
  for (std::size_t at = 0;;) {
    const std::size_t hit = matcher_->find(text.substr(at));
    if (hit == text.npos) break;
    at += hit;
    for (std::size_t end = text.find('\n', line_start); end < at - 1;
         end = text.find('\n', line_start))
      line_start = end + 1;
    if (line_start == last_start) continue;
    last_start = line_start;
    ++count;
    // What has no room is not kept: the section is left to the next read.
    if (hits.size() > 4 * limits().max_content_chars) continue;
    std::string_view line = text.substr(line_start, text.find('\n', line_start) - line_start);
    std::size_t from = 0;
    if (utf8_length(line) > kMaxHitChars && at - line_start > kBytesBeforeHit) {
      from = at - line_start - kBytesBeforeHit;
      while (from < line.size() && is_utf8_continuation(static_cast<std::uint8_t>(line[from])))
        ++from;
    }
    line.remove_prefix(from);
    const std::string_view shown = cut_to(line, kMaxHitChars);
    append_to(hits, {"{} {}: {}{}{}\n", noun_, number, from > 0 ? "..." : "", shown,
                     shown.size() < line.size() ? "..." : ""});
  }
  if (std::exchange(is_overlong_, false))
    append_to(hits, {"({} {}: what is behind {byte} is not searched)\n", noun_, number,
                     std::uint64_t{kMaxSearchedBytes}});
  if (!fits(hits)) {
    if (!shown_.empty()) return leave_from(place_ - 1);
    // Every read makes progress: the others are found by other words.
    std::uint64_t room =
        limits().max_content_chars - std::min(limits().max_content_chars, 2 * kClosingChars);
    if (limits().max_tokens) room = std::min(room, *limits().max_tokens);
    hits.resize(utf8_prefix_size(hits, room));
    hits.resize(hits.rfind('\n') + 1);
    const auto shown = static_cast<std::uint64_t>(std::count(hits.begin(), hits.end(), '\n'));
    append_to(hits, {"({more line} of {} {} not shown: search for more words)\n", count - shown,
                     noun_, number});
    content_ += hits;
    found_ += count;
    shown_.push_back(number);
    return leave_from(place_);
  }
  found_ += count;
  content_ += hits;
  content_chars_ += utf8_length(hits);
  if (limits().max_tokens) token_quarters_ += estimate_token_quarters(hits);
  shown_.push_back(number);
}

void SectionPage::close(ToolResult& result) {
  if (remaining_.empty()) return;
  result.truncated = true;
  result.truncation = Truncation{cause_};
  ReadRequest next = context_.request;
  next.pages = remaining_;
  next.offset = next_line_;
  next.column = next_column_;
  std::string how = compose({"pages={}", ranges_text(remaining_)});
  if (next_line_) append_to(how, {", offset={}", *next_line_});
  if (next_column_) append_to(how, {", column={}", *next_column_});
  result.truncation->next = std::move(next);
  append_to(result.content,
            {"\n(Showing {}s {} of {,}. Next: {})\n", noun_, numbers_text(shown_), count_, how});
}

Result<ToolResult> SectionPage::finish(DocumentInfo info, std::vector<std::string> warnings,
                                       DocumentPictures* pictures) {
  if (is_open_) take_section();
  is_open_ = false;
  ToolResult result;
  result.success = true;
  result.content_type = ContentType::kDocument;
  result.content = std::move(content_);
  const std::string all = counted(count_, noun_);
  if (is_search()) {
    result.content = compose({"{} found in {} searched\n{}", counted(found_, "line"),
                              counted(shown_.size(), noun_), result.content});
    result.short_result = compose({"Found {}", counted(found_, "line")});
  } else if (is_outline()) {
    result.short_result = compose({"Outline of {}", all});
  } else {
    result.short_result =
        shown_.size() == count_
            ? compose({"Read {}", all})
            : compose({"Read {}{} {} of {,}", noun_, shown_.size() == 1 ? "" : "s",
                       numbers_text(shown_), count_});
  }
  if (count_ == 0) result.content = compose({"(the document has no {}s)\n", noun_});
  if (count_ > 0 && result.content.empty()) result.content = "(nothing in the part asked for)\n";
  close(result);
  Metadata metadata;
  metadata.document = std::move(info);
  metadata.warnings = std::move(warnings);
  if (!missing_.empty())
    add_to(metadata.warnings, {"{}s {} asked for: the document has {}", noun_, missing_, all});
  result.metadata = std::move(metadata);
  result.line_count = count_line_ends(as_bytes(result.content), false).lf;
  if (pictures != nullptr && is_plain()) pictures->deliver(result);
  return result;
}

}  // namespace lectern
