#include "text/text_session.h"

#include <algorithm>
#include <utility>

#include "base/format.h"
#include "text/hidden_characters.h"
#include "text/mime_types.h"

namespace lectern {
namespace {

LineSelection selection_of(const ReadRequest& request, const ReadOptions& options) {
  return {request.offset.value_or(1), request.column.value_or(1),
          request.limit.value_or(options.limits.max_lines)};
}

LineLayout layout_of(const ReadOptions& options) {
  return {options.text.line_numbers, options.limits.max_line_chars, options.limits.max_content_chars,
          options.limits.max_tokens};
}

TextStream make_stream(const ReadOptions& options, const std::optional<TextCheckpoint>& start,
                       TextLines& lines) {
  const TextStreamOptions stream_options = {encoding_for_label(options.text.encoding),
                                            options.encoding_tables};
  if (start) return {stream_options, start->state, lines};
  return {stream_options, lines};
}

}  // namespace

TextSession::TextSession(const ReadRequest& request, const ReadOptions& options, TextSource source)
    : request_(request),
      options_(options),
      size_bytes_(source.size_bytes),
      index_(std::move(source.index)),
      selection_(selection_of(request, options)),
      start_(index_.before(selection_.offset)),
      lines_(selection_, layout_of(options), start_, index_),
      stream_(make_stream(options, start_, lines_)),
      hashing_(options.hash == HashKind::kSha256 && options.host.content_hash.empty() && !start_),
      position_(start()) {
  if (!options_.text.encoding.empty() && !encoding_for_label(options_.text.encoding)) {
    error_ = Error{ErrorCode::kInvalidArgument,
                   {"encoding must be a label of the WHATWG Encoding Standard, got \"{}\"",
                    options_.text.encoding}};
  }
  done_ = is_done();
}

TextSession::Status TextSession::push(ByteSpan chunk) {
  while (!chunk.empty() && !done_) {
    const auto room = static_cast<std::size_t>(kBlockBytes - position_ % kBlockBytes);
    const ByteSpan block = chunk.first(std::min(chunk.size(), room));
    chunk = chunk.subspan(block.size());
    if (hashing_) hash_.update(block);
    stream_.push(block);
    position_ += block.size();
    // Looking only at fixed places keeps the outcome independent of the chunks.
    if (block.size() == room) done_ = is_done();
  }
  return done_ ? Status::kDone : Status::kMore;
}

bool TextSession::too_large() const {
  const auto limit = options_.limits.max_text_bytes;
  return limit && std::max(position_, size_bytes_.value_or(0)) > *limit;
}

/// True when the lines asked for are all there.
bool TextSession::is_complete() const {
  // Without an LF so far, nobody knows whether CR ends lines.
  const auto& totals = index_.totals();
  const bool certain = !lines_.splits_at_cr() || (totals && totals->line_end == LineEnd::kCr);
  return certain && lines_.taken().complete();
}

bool TextSession::is_done() const {
  if (error_ || stream_.is_binary() || stream_.lacks_tables() || too_large()) return true;
  if (index_.totals()) return is_complete();
  const auto count_up_to = options_.text.count_lines_up_to_bytes;
  if (!count_up_to) return false;
  if (position_ > *count_up_to) return lines_.taken().complete();
  return size_bytes_.value_or(0) > *count_up_to && is_complete();
}

/// True when the last byte of the file was pushed.
bool TextSession::saw_end() const { return !done_ || position_ == size_bytes_; }

ToolResult TextSession::finish() {
  ToolResult result;
  result.metadata.size_bytes = size_bytes_.value_or(position_);
  result.metadata.modified = options_.host.modified;
  const bool at_end = saw_end();
  if (at_end) {
    stream_.finish();
    lines_.finish();
  }
  if (options_.hash == HashKind::kSha256) {
    result.content_hash = hashing_ && at_end ? hash_.finish() : options_.host.content_hash;
  }
  if (stream_.is_binary()) index_ = {};
  if (at_end && !index_.totals() && !stream_.is_binary() && !stream_.lacks_tables()) {
    index_.set_totals({stream_.facts(), lines_.count(), lines_.style(), lines_.final_newline()});
  }
  if (auto error = find_error()) return fail_with(*std::move(error), std::move(result));
  describe(result);
  add_lines(result);
  add_truncation(result);
  return result;
}

/// `known` holds what is known about the file all the same.
ToolResult TextSession::fail_with(Error error, ToolResult known) const {
  const bool binary = error.code == ErrorCode::kBinaryFile;
  ToolResult failed = failure(std::move(error), binary ? ContentType::kBinary : ContentType::kText,
                              std::move(known.metadata));
  const ErrorCode code = failed.error->code;
  const bool is_unread = code == ErrorCode::kFileTooLarge || code == ErrorCode::kInvalidArgument;
  if (!is_unread) failed.content_hash = std::move(known.content_hash);
  const auto& kind = stream_.binary_kind();
  failed.metadata.mime_type = !binary ? text_mime_type(request_.file_path)
                              : kind  ? kind->mime_type
                                      : "application/octet-stream";
  const Encoding encoding = stream_.facts().encoding;
  if (stream_.lacks_tables() && encoding != Encoding::kUtf8) {
    failed.metadata.encoding = encoding_name(encoding);
  }
  return failed;
}

std::optional<Error> TextSession::find_error() const {
  if (error_) return error_;
  if (too_large()) {
    const std::string limit = megabytes_limit(*options_.limits.max_text_bytes);
    if (!size_bytes_)
      return Error{ErrorCode::kFileTooLarge, {"Text file exceeds {}MB limit", limit}};
    return Error{ErrorCode::kFileTooLarge,
                 {"Text file exceeds {}MB limit (actual: {}MB)", limit, megabytes(*size_bytes_)}};
  }
  if (stream_.is_binary()) {
    return Error{ErrorCode::kBinaryFile, "Binary files cannot be read as text"};
  }
  if (stream_.lacks_tables()) return stream_.missing_tables();
  if (lines_.taken().lines_taken() > 0) return std::nullopt;
  if (const auto chars = lines_.taken().short_line_chars()) {
    return Error{ErrorCode::kOutOfRange,
                 {"column {} is past the end: line {} has {character}", selection_.column,
                  selection_.offset, *chars}};
  }
  if (lines_.count() == 0 && selection_.offset == 1 && selection_.column == 1) return std::nullopt;
  return Error{
      ErrorCode::kOutOfRange,
      {"offset {} is past the end: the file has {line}", selection_.offset, lines_.count()}};
}

void TextSession::describe(ToolResult& result) const {
  const auto& totals = index_.totals();
  const TextFacts facts = totals ? totals->facts : stream_.facts();
  Metadata& metadata = result.metadata;
  metadata.mime_type = text_mime_type(request_.file_path);
  metadata.encoding = encoding_name(facts.encoding);
  metadata.encoding_confidence_percent = facts.confidence_percent;
  metadata.bom = facts.bom;
  metadata.eol = totals ? totals->line_end : lines_.style();
  if (totals) metadata.final_newline = totals->final_newline;
  metadata.replacements = facts.replacements;
  metadata.warnings = describe_hidden_characters(lines_.taken().content());
}

void TextSession::add_lines(ToolResult& result) const {
  const auto& totals = index_.totals();
  const LineCollector& taken = lines_.taken();
  result.success = true;
  result.content_type = ContentType::kText;
  result.total_lines = totals ? static_cast<std::int64_t>(totals->lines) : -1;
  result.line_count = taken.lines_taken();
  if (result.line_count == 0) {
    result.content = "(empty file)";
    result.short_result = "Read empty file";
    return;
  }
  result.content = taken.content();
  result.start_line = selection_.offset;
  result.end_line = selection_.offset + result.line_count - 1;
  result.short_result = totals ? compose({"Read {} of {} lines", result.line_count, totals->lines})
                               : compose({"Read {} lines", result.line_count});
}

/// Says what is missing and how to go on: in `truncation` for programs, in the last line of the
/// content for models.
void TextSession::add_truncation(ToolResult& result) const {
  const auto& totals = index_.totals();
  const LineCollector& taken = lines_.taken();
  ReadRequest next = request_;
  next.column.reset();
  std::string how;
  const bool more_lines = !totals || totals->lines > result.end_line;
  if (more_lines) {
    next.offset = result.end_line + 1;
    how = compose(
        {"(Showing {,} of {}. Next: offset={})", result.line_count,
         totals ? compose({"{,} total lines", totals->lines}) : "an unknown number of lines",
         *next.offset});
    if (taken.exhausted() != LineBudget::kNone) {
      const bool by_tokens = taken.exhausted() == LineBudget::kTokens;
      const auto cause = by_tokens ? TruncationCause::kTokens : TruncationCause::kBytes;
      result.truncation = Truncation{cause, next};
    } else if (!request_.limit) {
      result.truncation = Truncation{TruncationCause::kLines, next};
    }
  }
  // A cut line comes before everything else that is missing: going on there loses nothing.
  if (const auto cut = taken.first_cut()) {
    next.offset = cut->line;
    next.column = cut->next_column;
    const std::string where = compose({"offset={}, column={}", cut->line, cut->next_column});
    if (!more_lines) how = compose({"(Line {,} goes on. Next: {})", cut->line, where});
    add_to(result.metadata.warnings,
           {"{line} cut: the first goes on at {}", taken.cut_lines(), where});
    result.truncation = Truncation{TruncationCause::kColumns, next};
  }
  result.truncated = result.truncation.has_value();
  if (!how.empty()) append_to(result.content, {"\n{}", how});
}

}  // namespace lectern
