#include "read/reading.h"

#include <algorithm>
#include <utility>

#include "base/file_size.h"
#include "base/format.h"
#include "base/module_names.h"
#include "base/sha256.h"
#include "detect/signatures.h"
#include "image/codecs_apart.h"
#include "image/image_reader.h"
#include "image/picture_engine.h"
#include "read/data_engine.h"
#include "read/document_engine.h"
#include "read/package_reading.h"
#include "read/packages.h"
#include "read/read_warnings.h"
#include "read/refusal.h"

namespace lectern {
namespace {

/// The first piece: it tells what a file is, and most files are no larger.
constexpr std::uint64_t kHeadBytes = kSignatureBytes;
/// The first piece of text whose lines are known: the range begins within it, or soon after.
constexpr std::uint64_t kNearBytes = (std::uint64_t{1} << 20) + kHeadBytes;
/// Each piece is so many times as long as the one before it, for most reads end early in a file...
constexpr std::uint64_t kPieceGrowth = 4;
/// ...up to this many bytes.
constexpr std::uint64_t kMaxPieceBytes = std::uint64_t{4} << 20;

/// Ends of one file that are told, each before the other.
constexpr unsigned kMostEnds = 16;

constexpr std::string_view kEncodings = "encodings";
constexpr std::string_view kNotesMark = "LNOTES1\n";

}  // namespace

FileReading::FileReading(ReadRequest request, ReadOptions options, const FileKnowledge& file)
    : request_(std::move(request)),
      options_(std::move(options)),
      size_bytes_(file.size_bytes),
      takes_turns_(file.takes_turns),
      name_(file.name.empty() ? path_before(request_.file_path, options_.host.member) : file.name),
      file_(file) {
  file_.notes = {};
  file_.name = {};
  if (file.package_depth == 0 && size_bytes_.value_or(0) > kMostFileBytes) {
    result_ =
        refusal({ErrorCode::kFileTooLarge,
                 {"File exceeds the limit of {,} bytes: no host counts further", kMostFileBytes}},
                request_.file_path);
    ask(Question::Kind::kDone, {});
    return;
  }
  if (starts_with(file.notes, kPackageNotesMark))
    package_notes_.assign(file.notes.begin(), file.notes.end());
  options_.encoding_tables.wanted = &wants_tables_;
  piece_bytes_ = kHeadBytes;
  const bool is_of_lines = !wants_data(request_) && !may_end_with_outline(request_, options_);
  if (is_of_lines && take_notes(file.notes)) {
    start_text();
    return;
  }
  at_end_ = size_bytes_ == 0;
  step();
}

FileReading::FileReading(ToolResult refusal) : result_(std::move(refusal)) {}

FileReading::~FileReading() = default;

ByteSpan FileReading::bytes() const { return package_ ? package_->bytes() : own_bytes(); }

void FileReading::ask(Question::Kind kind, std::string_view name) {
  question_ = {kind, 0, 0, name};
}

void FileReading::ask_bytes() {
  std::uint64_t to = position_ + piece_bytes_;
  if (stage_ == Stage::kHead) to = kHeadBytes;
  // Who knows the size can have it all in one piece.
  if (stage_ == Stage::kWhole && size_bytes_) to = *size_bytes_;
  if (size_bytes_) to = std::min(to, *size_bytes_);
  question_ = {Question::Kind::kBytes, position_, to, {}};
}

std::span<std::uint8_t> FileReading::room(std::size_t size) {
  if (package_) {
    const std::span<std::uint8_t> room = package_->room(size);
    if (room.empty()) follow_package();
    return room;
  }
  const auto wanted =
      static_cast<std::size_t>(std::min<std::uint64_t>(size, question_.to - question_.from));
  if (stage_ == Stage::kText) buffer_.clear();
  const bool fits = stage_ != Stage::kWhole || !size_bytes_ || buffer_.reserve(*size_bytes_);
  const std::span<std::uint8_t> room = fits ? buffer_.room(wanted) : std::span<std::uint8_t>();
  if (room.empty()) finish_out_of_memory(size_bytes_.value_or(position_ + wanted));
  return room;
}

void FileReading::give(std::size_t size, bool at_end) {
  if (package_) {
    // What is said to be longer than it is would be looked for before each end that it tells.
    if (size == 0 && at_end && ++ends_ > kMostEnds) return finish_without_end();
    package_->give(size, at_end);
    return follow_package();
  }
  const std::size_t before = buffer_.bytes().size();
  buffer_.commit(size);
  take(buffer_.bytes().subspan(before), at_end);
}

void FileReading::give_view(ByteSpan bytes, bool at_end) {
  bytes = bytes.first(static_cast<std::size_t>(
      std::min<std::uint64_t>(bytes.size(), question_.to - question_.from)));
  if (package_) {
    const std::span<std::uint8_t> room = this->room(bytes.size());
    std::copy_n(bytes.begin(), room.size(), room.begin());
    if (question_.kind == Question::Kind::kBytes) give(room.size(), at_end);
    return;
  }
  if (stage_ != Stage::kText) hold(bytes);
  if (question_.kind == Question::Kind::kBytes) take(bytes, at_end);
}

/// Keeps a view as long as the pieces lie behind each other, which those of a file in memory do.
void FileReading::hold(ByteSpan bytes) {
  if (bytes.empty()) return;
  const bool is_first = view_.empty() && buffer_.bytes().empty();
  if (is_first || (!view_.empty() && view_.data() + view_.size() == bytes.data())) {
    view_ = {is_first ? bytes.data() : view_.data(), view_.size() + bytes.size()};
    return;
  }
  for (const ByteSpan part : {std::exchange(view_, {}), bytes}) {
    const std::span<std::uint8_t> room = buffer_.room(part.size());
    if (room.size() < part.size()) return finish_out_of_memory(position_ + bytes.size());
    std::copy(part.begin(), part.end(), room.begin());
    buffer_.commit(part.size());
  }
}

void FileReading::take(ByteSpan bytes, bool at_end) {
  position_ += bytes.size();
  if (at_end) size_bytes_ = position_;
  at_end_ = position_ == size_bytes_;
  if (stage_ == Stage::kText) return push_text(bytes);
  step();
}

/// Goes on with what has come of a file that is not streamed.
void FileReading::step() {
  if (stage_ == Stage::kHead) {
    if (at_end_ || position_ >= kHeadBytes) return decide();
    return ask_bytes();
  }
  const std::uint64_t size = std::max(position_, size_bytes_.value_or(0));
  if (auto fits = check_file_size(*detection_.format, size, options_.limits); !fits) {
    return finish_over_limit(std::move(fits).error());
  }
  // What is unpacked is decoded, and all of it is held.
  if (const std::uint64_t most = options_.limits.max_decoded_bytes;
      file_.is_sequential && size > most) {
    return finish_over_limit({ErrorCode::kLimitExceeded,
                              {"{}, which has to be held unpacked, exceeds {}",
                               detection_.format->noun, limit_text(most, size)}});
  }
  if (at_end_) return run(nullptr);
  piece_bytes_ = std::min(piece_bytes_ * kPieceGrowth, kMaxPieceBytes);
  ask_bytes();
}

/// Asks for the tables that something has turned out to need; once.
bool FileReading::asks_for_tables() {
  if (!wants_tables_ || asked_for_tables_) return false;
  asked_for_tables_ = true;
  ask(Question::Kind::kTable, kEncodings);
  return true;
}

/// Asks for decoders that something has turned out to need; until the host declines.
bool FileReading::asks_for_codecs() {
  if (!take_missing_codecs() || lacks_codecs_) return false;
  ask(Question::Kind::kModule, kCodecsModule);
  return true;
}

/// Passes on what the package's reading asks for, or takes its result.
void FileReading::follow_package() {
  question_ = package_->question();
  if (question_.kind != Question::Kind::kDone) return;
  const bool is_of_member = package_->is_of_member();
  ToolResult result = package_->take_result();
  if (!is_of_member) return finish(std::move(result));
  auto& warnings = result.metadata.warnings;
  warnings.insert(warnings.begin(), detection_.warnings.begin(), detection_.warnings.end());
  result_ = std::move(result);
}

void FileReading::start_text() {
  stage_ = Stage::kText;
  wants_tables_ = false;
  text_.emplace(request_, options_, TextSource{size_bytes_, std::exchange(index_, {})});
  if (text_->start() > 0) {
    position_ = text_->start();
    piece_bytes_ = kNearBytes;
  }
  push_text(own_bytes());
}

void FileReading::push_text(ByteSpan bytes) {
  const bool is_done = text_->push(bytes) == TextSession::Status::kDone;
  view_ = {};
  if (asks_for_tables()) return;
  if (is_done || at_end_) return finish_text();
  if (!bytes.empty()) piece_bytes_ = std::min(piece_bytes_ * kPieceGrowth, kMaxPieceBytes);
  ask_bytes();
}

void FileReading::finish_text() {
  ToolResult result = text_->finish();
  // Only the end may have shown that there is not enough to tell the encoding by.
  if (asks_for_tables()) return;
  index_ = text_->index();
  if (result.error && result.error->code == ErrorCode::kBinaryFile) {
    result.error = binary_file_error(request_.file_path, kUnknownKind, size_bytes_);
    result.content = result.error->message;
  }
  add_read_warnings(request_, detection_.warnings, result);
  result_ = std::move(result);
  hash_ = result_->content_hash;
  ask(Question::Kind::kDone, {});
}

/// Reads the file, all of which is there.
/// \param pixels  of a picture that the host has decoded; null when it has not.
void FileReading::run(const HostPicture* pixels) {
  wants_tables_ = false;
  const Format& format = *detection_.format;
  if (!lacks_module_ && is_left_to_documents(format, own_bytes()))
    return ask(Question::Kind::kModule, kDocumentsModule);
  if (const WorkBudget* around = file_.work)
    options_.limits.max_work = around->max_units() - std::min(around->max_units(), around->spent());
  const auto read = [&]() -> Result<ToolResult> {
    if (detection_.not_as_named) return tl::unexpected<Error>(*detection_.not_as_named);
    return format.read({own_bytes(), request_, options_, format, detection_.evidence, pixels,
                        takes_turns_ ? &steps_ : nullptr, nullptr, file_.is_sequential,
                        file_.packed_bytes == nullptr ? 0 : *file_.packed_bytes});
  };
  Result<ToolResult> outcome = read();
  if (steps_) return ask(Question::Kind::kTurn, {});
  settle(std::move(outcome), pixels != nullptr);
}

/// The next step of a read that is done in steps; its question stays while there are more.
void FileReading::go_on() {
  std::optional<Result<ToolResult>> outcome = steps_->step();
  if (!outcome) return;
  steps_.reset();
  settle(*std::move(outcome), false);
}

/// \param is_decoded  the host has given the picture's pixels
void FileReading::settle(Result<ToolResult> outcome, bool is_decoded) {
  const Format& format = *detection_.format;
  if (asks_for_codecs() || asks_for_tables()) return;
  result_ = outcome ? *std::move(outcome) : failure(std::move(outcome).error(), detection_.kind);
  // Only the first page could be asked for.
  if (!is_decoded && format.host_decodes && request_.pages.empty() && result_->error &&
      result_->error->code == ErrorCode::kUnsupportedFormat) {
    const PictureEngine* engine = picture_engine();
    if (engine == nullptr || !engine->takes(format.mime_type)) {
      return ask(Question::Kind::kPixels, format.mime_type);
    }
    auto decoded = engine->decode(own_bytes(), format.mime_type, options_.limits, drawing_limits());
    if (!decoded) return fail_picture(std::move(decoded).error());
    const HostPicture picture{decoded->pixels.view(), std::move(decoded->facts), &decoded->pixels};
    return run(&picture);
  }
  finish(*std::exchange(result_, {}));
}

/// Does again what the missing tables have stopped. Text has gone by: it is asked for again.
void FileReading::give_table(ByteSpan table) {
  options_.encoding_tables.packed = table;
  switch (stage_) {
    case Stage::kHead:
      return decide();
    case Stage::kText:
      buffer_.clear();
      position_ = 0;
      piece_bytes_ = kHeadBytes;
      at_end_ = false;
      return start_text();
    case Stage::kWhole:
      return run(nullptr);
    case Stage::kPackage:
      package_->give_table(table);
      return follow_package();
  }
}

void FileReading::give_module() {
  if (!package_) return run(nullptr);
  package_->give_module();
  follow_package();
}

void FileReading::give_pixels(PixelView pixels, DecodedFacts facts) {
  const HostPicture picture{pixels, std::move(facts)};
  if (!package_) return run(&picture);
  package_->give_pixels(picture);
  follow_package();
}

void FileReading::fail_pixels(Error error) {
  if (!package_) return fail_picture(std::move(error));
  package_->fail_pixels(std::move(error));
  follow_package();
}

/// The result says why a picture that others might decode is none.
void FileReading::fail_picture(Error error) {
  ToolResult result = *std::exchange(result_, {});
  // Without a reason the one that is there holds.
  if (error.message.empty()) return finish(std::move(result));
  error.message = compose({"Failed to process image file: {}", error.message});
  result.content = error.message;
  result.error = std::move(error);
  finish(std::move(result));
}

void FileReading::decline(std::string_view reason) {
  if (package_) {
    package_->decline(reason);
    return follow_package();
  }
  switch (question_.kind) {
    case Question::Kind::kModule:
      if (question_.name == kCodecsModule && reason.empty()) {
        lacks_codecs_ = true;
        return run(nullptr);
      }
      if (reason.empty()) {
        lacks_module_ = true;
        return start();
      }
      return finish(
          failure({ErrorCode::kInternal,
                   {"the {} module cannot be loaded: {}", detection_.format->name, reason}},
                  detection_.kind));
    case Question::Kind::kTable:
      if (stage_ == Stage::kHead) return start();
      return stage_ == Stage::kText ? finish_text() : run(nullptr);
    case Question::Kind::kPixels: {
      ToolResult result = *std::exchange(result_, {});
      if (!reason.empty()) {
        result_ = std::move(result);
        return fail_picture({ErrorCode::kCorruptImage, {"the host cannot decode it: {}", reason}});
      }
      auto preview = read_preview({own_bytes(), request_, options_, *detection_.format});
      return finish(preview ? *std::move(preview) : std::move(result));
    }
    case Question::Kind::kTurn:
      return go_on();
    case Question::Kind::kBytes:
    case Question::Kind::kDone:
      return;
  }
}

/// Adds what all results have.
void FileReading::finish(ToolResult result) {
  Metadata& metadata = result.metadata;
  metadata.size_bytes = size_bytes_.value_or(position_);
  metadata.modified = options_.host.modified;
  if (metadata.mime_type.empty()) metadata.mime_type = detection_.mime_type;
  add_read_warnings(request_, detection_.warnings, result);
  const bool is_refused = result.error && result.error->code == ErrorCode::kInvalidArgument;
  const bool is_of_all = at_end_ && options_.host.member.empty() && !options_.host.directory;
  if (options_.hash == HashKind::kSha256 && !is_refused && is_of_all) {
    result.content_hash =
        options_.host.content_hash.empty() ? sha256_hex(own_bytes()) : options_.host.content_hash;
  }
  result_ = std::move(result);
  ask(Question::Kind::kDone, {});
}

void FileReading::finish_over_limit(Error error) {
  at_end_ = false;
  finish(failure(std::move(error), detection_.kind));
}

void FileReading::finish_out_of_memory(std::uint64_t size) {
  at_end_ = false;
  finish(
      failure({ErrorCode::kLimitExceeded, {"there is no memory for {,} bytes of the file", size}},
              detection_.kind));
}

void FileReading::finish_without_end() {
  at_end_ = false;
  finish(failure({ErrorCode::kIoError,
                  {"the file ends before byte {}, although it was said to have {byte}",
                   question_.from, size_bytes_.value_or(question_.from)}},
                 detection_.kind));
}

/// What decides, besides the bytes and the name, what a text's notes say.
std::string FileReading::way() const {
  const auto& counted = options_.text.count_lines_up_to_bytes;
  return compose({"{}\n{}\n{}\n{}\n", request_.file_type, options_.text.encoding,
                  counted ? compose({"{}", *counted}) : std::string(),
                  options_.hash == HashKind::kSha256 ? "sha256" : "none"});
}

/// Notes are a mark, the way of reading, the file's hash and a line index.
ByteVector FileReading::notes() const {
  if (package_) return package_->notes();
  if (index_.empty()) return {};
  const std::string head = compose({"{}{}{}\n", kNotesMark, way(), hash_});
  ByteVector notes(head.begin(), head.end());
  const ByteVector index = index_.to_bytes();
  notes.insert(notes.end(), index.begin(), index.end());
  return notes;
}

bool FileReading::take_notes(ByteSpan notes) {
  std::string_view text = as_chars(notes);
  const std::string start = compose({"{}{}", kNotesMark, way()});
  if (!text.starts_with(start)) return false;
  const std::size_t hash_end = text.find('\n', start.size());
  if (hash_end == std::string_view::npos) return false;
  auto index = LineIndex::from_bytes(notes.subspan(hash_end + 1));
  if (!index || index->empty()) return false;
  const auto& checkpoints = index->checkpoints();
  if (size_bytes_ && !checkpoints.empty() && checkpoints.back().state.byte_offset > *size_bytes_)
    return false;
  if (options_.host.content_hash.empty()) {
    options_.host.content_hash = text.substr(start.size(), hash_end - start.size());
  }
  index_ = *std::move(index);
  detection_.format = &text_format();
  return true;
}

}  // namespace lectern
