#include "text/text_session.h"

#include <algorithm>
#include <utility>

#include "base/format.h"
#include "text/mime_types.h"
#include "text/text_notes.h"
#include "text/word_matcher.h"

namespace lectern {
namespace {

/// What the request cannot ask of text, or an option that cannot be.
std::optional<Error> refuse(const ReadRequest& request, const ReadOptions& options) {
  constexpr auto kCode = ErrorCode::kInvalidArgument;
  if (!options.text.encoding.empty() && !encoding_for_label(options.text.encoding)) {
    return Error{kCode,
                 {"encoding must be a label of the WHATWG Encoding Standard, got \"{}\"",
                  options.text.encoding}};
  }
  if (!request.search.empty()) {
    if (WordMatcher(request).empty()) {
      return Error{kCode, "search must hold a word, got white space"};
    }
    if (request.from_end || request.column) {
      return Error{kCode, "search goes with a positive offset, limit and lines only"};
    }
  }
  if (request.from_end && request.column) {
    return Error{kCode, {"column needs a positive offset, got -{}", *request.from_end}};
  }
  return std::nullopt;
}

std::optional<std::uint64_t> lines_of(const LineIndex& index) {
  if (!index.totals()) return std::nullopt;
  return index.totals()->lines;
}

LineLayout layout_of(const ReadOptions& options) {
  return {options.text.line_numbers, options.limits.max_line_chars,
          options.limits.max_content_chars, options.limits.max_tokens};
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
      selection_(select_lines(request, options.limits, lines_of(index_))),
      start_(selection_.from_end ? std::nullopt : index_.before(selection_.first())),
      lines_(selection_, layout_of(options), start_, index_),
      stream_(make_stream(options, start_, lines_)),
      hashing_(options.hash == HashKind::kSha256 && options.host.content_hash.empty() && !start_),
      position_(start()) {
  if (!source.is_cell) request_.cells.clear();
  error_ = refuse(request_, options_);
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
  // A search counts the hits to the end.
  const bool counts_hits = !selection_.words.empty() && !lines_.taken().saw_all();
  if (index_.totals() && !counts_hits) return is_complete();
  const auto count_up_to = options_.text.count_lines_up_to_bytes;
  if (!count_up_to) return false;
  if (position_ > *count_up_to) return lines_.taken().complete();
  return size_bytes_.value_or(0) > *count_up_to && !counts_hits && is_complete();
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
    return Error{
        ErrorCode::kFileTooLarge,
        {"Text file exceeds {}", limit_text(*options_.limits.max_text_bytes, size_bytes_)}};
  }
  if (stream_.is_binary()) {
    return Error{ErrorCode::kBinaryFile, "Binary files cannot be read as text"};
  }
  if (stream_.lacks_tables()) return stream_.missing_tables();
  const LineCollector& taken = lines_.taken();
  if (taken.page().lines() > 0) return std::nullopt;
  if (const auto chars = taken.short_line_chars()) {
    return Error{ErrorCode::kOutOfRange,
                 {"column {} is past the end: line {} has {character}", selection_.column,
                  selection_.first(), *chars}};
  }
  const bool from_start = selection_.first() == 1 && selection_.column == 1;
  if (lines_.count() == 0 && from_start) return std::nullopt;
  // A search finds nothing, and lines counted from the end may need a call of their own.
  const auto& ranges = taken.ranges();
  if (lines_within(ranges, lines_.count()) > 0) return std::nullopt;
  return past_the_end();
}

Error TextSession::past_the_end() const {
  if (!request_.lines.empty()) {
    return {ErrorCode::kOutOfRange,
            {"lines {} are past the end: the file has {line}", ranges_text(selection_.ranges),
             lines_.count()}};
  }
  return {ErrorCode::kOutOfRange,
          {"offset {} is past the end: the file has {line}", selection_.first(), lines_.count()}};
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
}

std::optional<std::uint64_t> TextSession::total_lines() const { return lines_of(index_); }

void TextSession::add_lines(ToolResult& result) {
  const auto total = total_lines();
  const LineCollector& taken = lines_.taken();
  result.success = true;
  result.content_type = ContentType::kText;
  result.total_lines = total ? static_cast<std::int64_t>(*total) : -1;
  std::optional<TextNotes> notes(std::in_place, request_, taken, result.metadata, total);
  if (!taken.page().has_room_for(notes->before() + notes->after())) {
    lines_.make_room();
    notes.emplace(request_, taken, result.metadata, total);
  }
  const LinePage& page = taken.page();
  result.line_count = page.lines();
  result.start_line = page.first_line();
  result.end_line = page.last_line();
  result.content.reserve(notes->before().size() + page.content().size() + notes->after().size());
  result.content += notes->before();
  result.content += page.content();
  result.content += notes->after();
  result.short_result = notes->short_result();
  result.truncation = notes->truncation();
  result.truncated = result.truncation.has_value();
  for (const std::string& warning : notes->warnings()) result.metadata.warnings.push_back(warning);
}

}  // namespace lectern
