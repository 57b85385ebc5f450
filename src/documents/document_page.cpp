#include "documents/document_page.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/format.h"
#include "text/kernels.h"
#include "text/line_selection.h"
#include "text/made_text.h"
#include "text/tokens.h"
#include "text/utf8.h"

namespace lectern {
namespace {

/// Headings that an outline keeps.
constexpr std::size_t kMaxHeadings = 20'000;
constexpr std::size_t kMaxHeadingChars = 200;
/// Short lines go on together: they are looked through, or passed over, at once.
constexpr std::size_t kPieceBytes = std::size_t{16} << 10;
/// Of an outline, for the lines that close it.
constexpr std::uint64_t kOutlineEndChars = 140;
constexpr std::uint64_t kOutlineEndTokens = 40;
/// Of each range of lines that they name.
constexpr std::uint64_t kRangeChars = 16;

/// The lines of a document have no numbers and are as long as its paragraphs; only the room of the
/// result cuts them.
ReadOptions line_options(const ReadOptions& options) {
  ReadOptions own = made_text_options(options);
  own.limits.max_line_chars = own.limits.max_content_chars;
  own.limits.max_lines =
      std::max<std::uint64_t>(own.limits.max_lines, own.limits.max_content_chars);
  return own;
}

bool is_within(const std::vector<LineRange>& ranges, std::uint64_t line) {
  const auto next = std::upper_bound(
      ranges.begin(), ranges.end(), line,
      [](std::uint64_t wanted, const LineRange& range) { return wanted < range.first; });
  return next != ranges.begin() && line <= std::prev(next)->last.value_or(line);
}

std::uint64_t less_closing(std::uint64_t most, std::uint64_t closing) {
  return most - std::min(most / 2, closing);
}

}  // namespace

DocumentPage::DocumentPage(const ReadContext& context)
    : context_(context),
      options_(line_options(context.options)),
      session_(context.request, options_),
      selection_(select_lines(context.request, options_.limits, std::nullopt)) {}

void DocumentPage::append(std::string_view lines) {
  lines_ += count_line_ends(as_bytes(lines), false).lf;
  if (context_.request.outline) return;
  pending_ += lines;
  if (pending_.size() >= kPieceBytes) pass_on();
}

void DocumentPage::pass_on() {
  session_.push(as_bytes(std::string_view(pending_)));
  pending_.clear();
}

void DocumentPage::heading(unsigned level, std::string_view text) {
  if (!context_.request.outline || headings_.size() == kMaxHeadings ||
      !is_within(selection_.ranges, lines_ + 1))
    return;
  headings_.push_back(
      {lines_ + 1, level, std::string(text.substr(0, utf8_prefix_size(text, kMaxHeadingChars)))});
}

ToolResult DocumentPage::outline() const {
  ToolResult result;
  result.success = true;
  const Limits& limits = options_.limits;
  const ReadRequest& request = context_.request;
  const std::vector<LineRange> ranges = select_lines(request, limits, lines_).ranges;
  const bool is_part =
      request.offset || request.limit || request.from_end || !request.lines.empty();
  const std::uint64_t named = std::min(ranges.size(), kMaxNamedRanges);
  const std::uint64_t room =
      less_closing(limits.max_content_chars, kOutlineEndChars + named * kRangeChars);
  const std::uint64_t tokens =
      less_closing(limits.max_tokens.value_or(~0ULL), kOutlineEndTokens + named * kRangeChars / 2);
  std::uint64_t chars = 0;
  std::uint64_t quarters = 0;
  for (const Heading& heading : headings_) {
    if (!is_within(ranges, heading.line)) continue;
    std::string line =
        compose({"line {}: {} {}\n", heading.line, std::string(heading.level, '#'), heading.text});
    const bool is_last = headings_.size() == kMaxHeadings && &heading == &headings_.back();
    chars += utf8_length(line);
    quarters += estimate_token_quarters(line);
    const bool has_room = chars <= room && tokens_from_quarters(quarters) <= tokens;
    if ((is_last || !has_room) && !result.content.empty()) {
      result.truncated = true;
      const bool is_of_tokens = chars <= room && !has_room;
      result.truncation =
          Truncation{is_of_tokens ? TruncationCause::kTokens : TruncationCause::kBytes,
                     request_for(request, ranges_after(ranges, heading.line - 1))};
      append_to(result.content, {"(More headings follow. Next: outline, {})\n",
                                 selection_text(*result.truncation->next)});
      break;
    }
    result.content += line;
  }
  if (result.content.empty())
    result.content =
        is_part ? "(no headings in these lines)\n" : "(the document has no headings)\n";
  append_to(result.content, {"({line} in all; offset reads from a line)", lines_});
  result.short_result = compose({"Outline of {heading}", headings_.size()});
  result.total_lines = static_cast<std::int64_t>(lines_);
  return result;
}

Result<ToolResult> DocumentPage::finish(DocumentInfo info, std::vector<std::string> warnings,
                                        DocumentPictures* pictures) {
  if (!pending_.empty()) pass_on();
  ToolResult result = context_.request.outline ? outline() : session_.finish();
  if (result.error) return tl::unexpected<Error>(*std::move(result.error));
  Metadata metadata;
  metadata.document = std::move(info);
  metadata.warnings = std::move(warnings);
  if (!context_.request.pages.empty() || !context_.request.range.empty()) {
    metadata.warnings.push_back(
        "this document has neither pages nor cells to select: use offset and limit");
  }
  metadata.warnings.insert(metadata.warnings.end(), result.metadata.warnings.begin(),
                           result.metadata.warnings.end());
  result.metadata = std::move(metadata);
  result.content_type = ContentType::kDocument;
  if (pictures != nullptr) pictures->deliver(result);
  return result;
}

}  // namespace lectern
