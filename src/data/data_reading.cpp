#include "data/data_reading.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/file_buffer.h"
#include "base/format.h"
#include "base/sha256.h"
#include "data/block/block_view.h"
#include "data/outline/text_outline.h"
#include "data/place/place_view.h"
#include "data/text_view.h"
#include "data/unpacked_text.h"
#include "read/data_engine.h"
#include "read/read_warnings.h"
#include "read/refusal.h"
#include "text/kernels.h"
#include "text/mime_types.h"
#include "text/text_notes.h"
#include "text/text_session.h"
#include "text/text_stream.h"

namespace lectern {
namespace {

/// An outline behind lines may take one of so many parts of the result.
constexpr std::uint64_t kOutlineShare = 8;
constexpr std::uint64_t kFirstPieceBytes = std::uint64_t{256} << 10;
/// What is looked at several times stays in the processor's cache.
constexpr std::size_t kSliceBytes = std::size_t{64} << 10;
/// Text at the start in which a CR without any LF ends lines.
constexpr std::size_t kLineEndBytes = std::size_t{64} << 10;

/// Between the decoder and the view: counts lines, and turns the line ends of files that have CR
/// alone into LF.
class ViewSink final : public TextStreamSink {
 public:
  ViewSink(TextView& view, UnpackedText work) : view_(view), work_(work) {}

  void append(std::string_view text) override {
    if (text.empty() || is_exhausted_ || view_.is_complete()) return;
    is_exhausted_ = !work_.takes(text);
    if (is_exhausted_) return;
    const LineEndCounts more = count_line_ends(as_bytes(text), ends_.cr > 0 && is_after_cr_);
    is_after_cr_ = text.back() == '\r';
    ends_.lf += more.lf;
    ends_.cr += more.cr;
    ends_.crlf += more.crlf;
    seen_ += text.size();
    if (!splits_at_cr_ && ends_.lf == 0 && ends_.cr > 1 && seen_ <= kLineEndBytes + text.size()) {
      splits_at_cr_ = ends_.lf == 0;
    }
    if (ends_.lf > 0) splits_at_cr_ = false;
    last_ = text.back();
    if (!splits_at_cr_) return view_.append(text);
    std::string lines(text);
    std::replace(lines.begin(), lines.end(), '\r', '\n');
    view_.append(lines);
  }
  void at_line_start(const TextStreamState&) override {}

  /// True when there was no work left for some of the text: it ends before that.
  bool is_exhausted() const { return is_exhausted_; }
  std::uint64_t lines() const {
    const char end = splits_at_cr_ ? '\r' : '\n';
    return (splits_at_cr_ ? ends_.cr : ends_.lf) + (seen_ > 0 && last_ != end ? 1 : 0);
  }
  void describe(Metadata& metadata) const {
    if (seen_ > 0) metadata.final_newline = last_ == (splits_at_cr_ ? '\r' : '\n');
    if (splits_at_cr_) {
      metadata.eol = LineEnd::kCr;
    } else if (ends_.lf > 0) {
      metadata.eol = ends_.crlf == 0          ? LineEnd::kLf
                     : ends_.crlf == ends_.lf ? LineEnd::kCrlf
                                              : LineEnd::kMixed;
    }
  }

 private:
  TextView& view_;
  UnpackedText work_;
  bool is_exhausted_ = false;
  LineEndCounts ends_;
  std::uint64_t seen_ = 0;
  bool splits_at_cr_ = false;
  bool is_after_cr_ = false;
  char last_ = '\n';
};

class DataReading final : public PackageReading {
 public:
  DataReading(const ReadRequest& request, const ReadOptions& options, ByteSpan head,
              const FileKnowledge& file)
      : request_(request),
        options_(options),
        head_(head),
        size_(file.size_bytes),
        packed_bytes_(file.packed_bytes),
        name_(file.name.empty() ? request.file_path : std::string(file.name)) {
    options_.encoding_tables.wanted = &wants_tables_;
    lines_options_ = options_;
    outline_options_ = options_;
    ends_with_outline_ = may_end_with_outline(request, options);
    if (ends_with_outline_) share_room();
    hashing_ = options.hash == HashKind::kSha256 && options.host.content_hash.empty();
    if (!options.text.encoding.empty() && !encoding_for_label(options.text.encoding)) {
      fail_with({ErrorCode::kInvalidArgument,
                 {"encoding must be a label of the WHATWG Encoding Standard, got \"{}\"",
                  options.text.encoding}});
      return;
    }
    start();
  }

  const Question& question() const override { return question_; }

  std::span<std::uint8_t> room(std::size_t size) override {
    buffer_.clear();
    const std::span<std::uint8_t> room = buffer_.room(
        static_cast<std::size_t>(std::min<std::uint64_t>(size, question_.to - question_.from)));
    if (room.empty()) {
      fail_with({ErrorCode::kLimitExceeded,
                 {"there is no memory for {byte} of the file", std::uint64_t{size}}});
    }
    return room;
  }

  void give(std::size_t size, bool at_end) override {
    buffer_.commit(size);
    if (at_end) size_ = position_ + size;
    push(buffer_.bytes());
  }
  void give_table(ByteSpan table) override {
    options_.encoding_tables.packed = table;
    start();
  }
  void give_pixels(const HostPicture&) override {}
  void fail_pixels(Error) override {}
  void decline(std::string_view) override { finish(); }
  ByteSpan bytes() const override { return head_; }
  ToolResult take_result() override { return *std::move(result_); }
  /// The result has all that results have.
  bool is_of_member() const override { return true; }

 private:
  /// The lines of a text that is cut leave room for its outline.
  void share_room() {
    const auto share = [](std::uint64_t all) { return all / kOutlineShare; };
    Limits& lines = lines_options_.limits;
    Limits& outline = outline_options_.limits;
    outline.max_content_chars = share(lines.max_content_chars);
    lines.max_content_chars -= outline.max_content_chars;
    if (!lines.max_tokens) return;
    outline.max_tokens = share(*lines.max_tokens);
    *lines.max_tokens -= *outline.max_tokens;
  }

  void start() {
    wants_tables_ = false;
    position_ = 0;
    piece_bytes_ = kFirstPieceBytes;
    hash_ = Sha256();
    auto view = open_view();
    if (!view) return fail_with(std::move(view).error());
    stream_.reset();
    view_ = *std::move(view);
    sink_.emplace(*view_, UnpackedText(options_.limits, packed_bytes_));
    stream_.emplace(
        TextStreamOptions{encoding_for_label(options_.text.encoding), options_.encoding_tables},
        *sink_);
    push(head_);
  }

  Result<std::unique_ptr<TextView>> open_view() const {
    if (!request_.at.empty() && request_.block) {
      return fail(ErrorCode::kInvalidArgument, "at and block do not go together");
    }
    if (!request_.at.empty()) return open_place(request_, options_, name_);
    if (request_.block) return open_block(request_, options_);
    return open_text_outline(request_, outline_options_, name_);
  }

  bool at_end() const { return size_ && position_ >= *size_; }
  bool too_large() const {
    const auto most = options_.limits.max_text_bytes;
    return most && std::max(position_, size_.value_or(0)) > *most;
  }

  void push(ByteSpan bytes) {
    if (lines_) return push_lines(bytes);
    position_ += bytes.size();
    for (std::size_t at = 0; at < bytes.size(); at += kSliceBytes) {
      const ByteSpan slice = bytes.subspan(at, std::min(kSliceBytes, bytes.size() - at));
      if (hashing_) hash_.update(slice);
      stream_->push(slice);
    }
    const bool is_over = stream_->is_binary() || stream_->lacks_tables() || too_large() ||
                         view_->is_complete() || sink_->is_exhausted();
    if (is_over || at_end()) return end();
    ask();
  }

  void ask() {
    std::uint64_t to = position_ + piece_bytes_;
    if (size_) to = std::min(to, *size_);
    piece_bytes_ = std::min(piece_bytes_ * 4, kMaxQuestionBytes);
    question_ = {Question::Kind::kBytes, position_, to, {}};
  }

  void end() {
    if (at_end()) stream_->finish();
    if (wants_tables_ && !std::exchange(asked_for_tables_, true)) {
      question_ = {Question::Kind::kTable, 0, 0, "encodings"};
      return;
    }
    finish();
  }

  void finish() {
    if (too_large()) {
      return fail_with(
          {ErrorCode::kFileTooLarge,
           {"Text file exceeds {}", limit_text(*options_.limits.max_text_bytes, size_)}});
    }
    if (stream_->is_binary()) {
      return fail_with(binary_file_error(request_.file_path,
                                         stream_->binary_kind().value_or(kUnknownKind), size_),
                       ContentType::kBinary);
    }
    if (stream_->lacks_tables()) return fail_with(stream_->missing_tables());
    TextEnd end;
    const bool is_whole = at_end() && !sink_->is_exhausted();
    if (is_whole) {
      end.lines = sink_->lines();
    } else if (sink_->is_exhausted()) {
      end.cut_in = sink_->lines();
      if (!wants_outline()) return fail_with(exhausted(*end.cut_in));
    }
    Result<ToolResult> outcome = view_->finish(end);
    if (!outcome) return fail_with(std::move(outcome).error());
    if (ends_with_outline_) {
      if (outcome->line_count > 0) outline_ = compose({"\n{}", outcome->content});
      return start_lines({});
    }
    if (std::vector<LineRange> ranges = view_->ranges(); !ranges.empty())
      return start_lines(std::move(ranges));
    ToolResult result = *std::move(outcome);
    result.content_type = ContentType::kText;
    // A value has lines of its own.
    if (result.total_lines == 0)
      result.total_lines = end.lines ? static_cast<std::int64_t>(*end.lines) : -1;
    Metadata& metadata = result.metadata;
    const TextFacts facts = stream_->facts();
    metadata.encoding = encoding_name(facts.encoding);
    metadata.encoding_confidence_percent = facts.confidence_percent;
    metadata.bom = facts.bom;
    metadata.replacements = facts.replacements;
    if (is_whole) sink_->describe(metadata);
    if (end.cut_in) metadata.warnings.push_back(exhausted(*end.cut_in).message);
    if (const std::string doubt = encoding_doubt(metadata); !doubt.empty()) {
      add_to(metadata.warnings, {"{}; the option encoding sets another", doubt});
    }
    settle(std::move(result));
  }

  bool wants_outline() const { return request_.at.empty() && !request_.block; }

  Error exhausted(std::uint64_t line) const {
    return {
        ErrorCode::kLimitExceeded,
        {"what stands behind line {,} is not looked at: with the text that a small file unpacks "
         "to it takes more than the limit of {,} units of work (maxWork)",
         line, options_.limits.max_work}};
  }

  /// Goes through the text once more, for the lines that have turned out to be the result.
  void start_lines(std::vector<LineRange> ranges) {
    lines_request_ = request_;
    lines_request_.block.reset();
    lines_options_.encoding_tables = options_.encoding_tables;
    lines_request_.lines = std::move(ranges);
    position_ = 0;
    piece_bytes_ = kFirstPieceBytes;
    lines_.emplace(lines_request_, lines_options_, TextSource{size_, {}});
    push_lines(head_);
  }

  void push_lines(ByteSpan bytes) {
    position_ += bytes.size();
    const bool is_done = lines_->push(bytes) == TextSession::Status::kDone;
    if (!is_done && !at_end()) return ask();
    result_ = lines_->finish();
    // A line that goes on is no reason for an overview.
    const auto& cut = result_->truncation;
    if (ends_with_outline_ && cut && cut->cause != TruncationCause::kColumns) {
      result_->content += outline_;
    }
    add_read_warnings(request_, {}, *result_);
    question_ = {Question::Kind::kDone, 0, 0, {}};
  }

  void fail_with(Error error, ContentType type = ContentType::kText) {
    settle(failure(std::move(error), type));
  }

  void settle(ToolResult result) {
    Metadata& metadata = result.metadata;
    metadata.size_bytes = size_.value_or(position_);
    metadata.modified = options_.host.modified;
    metadata.mime_type = result.content_type == ContentType::kBinary ? "application/octet-stream"
                                                                     : text_mime_type(name_);
    const bool is_read = result.success || result.content_type == ContentType::kBinary;
    if (is_read && options_.hash == HashKind::kSha256) {
      result.content_hash = !hashing_  ? options_.host.content_hash
                            : at_end() ? hash_.finish()
                                       : std::string();
    }
    add_read_warnings(request_, {}, result);
    result_ = std::move(result);
    question_ = {Question::Kind::kDone, 0, 0, {}};
  }

  const ReadRequest& request_;
  ReadOptions options_;
  ReadOptions lines_options_;
  ReadOptions outline_options_;
  ByteSpan head_;
  std::optional<std::uint64_t> size_;
  const std::uint64_t* packed_bytes_;
  std::string name_;
  bool wants_tables_ = false;
  bool asked_for_tables_ = false;
  bool hashing_ = false;
  Sha256 hash_;
  std::uint64_t position_ = 0;
  std::uint64_t piece_bytes_ = 0;
  FileBuffer buffer_;
  std::unique_ptr<TextView> view_;
  std::optional<ViewSink> sink_;
  std::optional<TextStream> stream_;
  ReadRequest lines_request_;
  std::optional<TextSession> lines_;
  bool ends_with_outline_ = false;
  std::string outline_;
  Question question_;
  std::optional<ToolResult> result_;
};

}  // namespace

std::unique_ptr<PackageReading> open_text_data(const ReadRequest& request,
                                               const ReadOptions& options, ByteSpan head,
                                               const FileKnowledge& file) {
  return std::make_unique<DataReading>(request, options, head, file);
}

}  // namespace lectern
