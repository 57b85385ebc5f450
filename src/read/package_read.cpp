#include "read/package_read.h"

#include <algorithm>
#include <utility>

#include "base/format.h"
#include "package/ar_package.h"
#include "package/compressed_package.h"
#include "package/directory_package.h"
#include "package/gzip_package.h"
#include "package/mail_package.h"
#include "package/member_name.h"
#include "package/seven_zip_package.h"
#include "package/tar_package.h"
#include "package/zip_archive.h"
#include "read/document_engine.h"
#include "read/packages.h"
#include "read/refusal.h"
#include "text/mime_types.h"

namespace lectern {
namespace {

/// Packages in packages.
constexpr std::uint32_t kMaxDepth = 4;
/// Compressed files in compressed files, beside those that hold an archive.
constexpr std::uint32_t kMaxSinglesInARow = 2;
/// A member's first bytes that are kept, for a package in a package is not read from its start on.
constexpr std::size_t kKeptBytes = std::size_t{1} << 20;
/// Texts that people pack unpack to less: the bytes beyond so many times the file, and beyond what
/// any file may unpack to, are paid for, and more when they are read than when they are passed by.
constexpr std::uint64_t kFreeRatio = 64;
constexpr std::uint64_t kFreeBytes = std::uint64_t{64} << 20;
constexpr std::uint64_t kUnpackedWork = 4;
constexpr std::uint64_t kReadWork = 21;
/// A stream without an end has to give something: so many of its bytes may come beside those that
/// are half of what they unpack to, or less.
constexpr std::uint64_t kMostIdleBytes = std::uint64_t{64} << 20;
/// Bytes that are unpacked between two turns of others.
constexpr std::uint64_t kBytesPerTurn = std::uint64_t{8} << 20;

std::unique_ptr<Package> open_package(PackageKind kind, ByteWindow& window,
                                      const ReadOptions& options, UnpackerMemory& memory) {
  const Limits& limits = options.limits;
  switch (kind) {
    case PackageKind::kZip:
      return open_zip_archive(window, limits, options.password, memory);
    case PackageKind::kTar:
      return open_tar_package(window, limits);
    case PackageKind::kAr:
      return open_ar_package(window, limits);
    case PackageKind::kSevenZip:
      return open_seven_zip_package(window, limits, options.password, memory);
    case PackageKind::kGzip:
      return open_gzip_package(window, limits);
    case PackageKind::kBzip2:
    case PackageKind::kXz:
    case PackageKind::kLzma:
    case PackageKind::kZstd:
      return open_compressed_package(kind, window, limits, memory);
    case PackageKind::kMail:
    case PackageKind::kMailbox:
    case PackageKind::kOutlook:
    case PackageKind::kTnef:
      return open_mail_package(kind, window, options);
    case PackageKind::kDirectory:
    case PackageKind::kDatabase:
    case PackageKind::kNone:
      break;
  }
  return open_directory_package(window, limits);
}

}  // namespace

std::unique_ptr<PackageReading> open_package_reading(const ReadRequest& request,
                                                     const ReadOptions& options,
                                                     const Format& format, std::string_view name,
                                                     ByteSpan head, const FileKnowledge& file) {
  if (format.package == PackageKind::kDatabase) {
    const DocumentEngine* engine = document_engine();
    return engine == nullptr ? nullptr : engine->open_database(request, options, head, file);
  }
  return std::make_unique<PackageRead>(request, options, format, name, head, file);
}

PackageRead::PackageRead(const ReadRequest& request, const ReadOptions& options,
                         const Format& format, std::string_view name, ByteSpan head,
                         const FileKnowledge& file)
    : request_(request),
      options_(options),
      format_(format),
      is_single_(is_single(format.package)),
      name_(name),
      file_(file),
      packed_bytes_(file.size_bytes.value_or(head.size())),
      work_(options.limits),
      unpacker_memory_(options.limits.max_decoded_bytes),
      window_(head, file.size_bytes),
      until_turn_(kBytesPerTurn) {
  if (file_.unpacker_memory == nullptr) file_.unpacker_memory = &unpacker_memory_;
  if (file_.work == nullptr) file_.work = &work_;
  package_ = open_package(format.package, window_, options, *file_.unpacker_memory);
  if (file_.unpacked_bytes == nullptr) file_.unpacked_bytes = &unpacked_;
  if (file_.packed_bytes == nullptr) file_.packed_bytes = &packed_bytes_;
  take_notes(std::exchange(file_.notes, {}));
  if (!is_single_) {
    const auto wanted = path_in_package(options.host.member);
    if (wanted) search_.emplace(*wanted);
    for (std::size_t i = 0; wanted && !went_ahead_ && i < known_places_.size(); i += 2) {
      if (known_places_[i] != hash_of_name(*wanted)) continue;
      package_->go_to(known_places_[i + 1]);
      went_ahead_ = true;
    }
    listing_.emplace(request, options, wanted.value_or(""),
                     file.is_sequential ? SameName::kFirstCounts : SameName::kLastCounts);
    // "/" is the package itself; what leads out of it is not there.
    if (!wanted && options.host.member.find_first_not_of('/') != std::string::npos) {
      finish_missing();
      return;
    }
    const bool is_stream = !file.size_bytes && !file.can_go_back;
    if (wanted && is_stream && file.package_depth == 0) window_.keep_all();
  }
  if (file_.package_depth >= kMaxDepth || file_.singles_in_a_row >= kMaxSinglesInARow) {
    finish(Error{ErrorCode::kLimitExceeded,
                 {"{} lies {} packages deep, the limit", told_name(name_),
                  std::max(file_.package_depth, file_.singles_in_a_row)}});
    return;
  }
  run();
}

std::span<std::uint8_t> PackageRead::room(std::size_t size) {
  const std::span<std::uint8_t> room = window_.room(size);
  if (room.empty()) {
    finish(Error{ErrorCode::kLimitExceeded,
                 {"there is no memory for {byte} of the archive", std::uint64_t{size}}});
  }
  return room;
}

void PackageRead::give(std::size_t size, bool at_end) {
  packed_bytes_ = std::max(packed_bytes_, question_.from + size);
  window_.give(size, at_end);
  run();
}

void PackageRead::give_table(ByteSpan table) {
  inner_->give_table(table);
  run();
}

void PackageRead::give_module() {
  inner_->give_module();
  run();
}

void PackageRead::give_pixels(const HostPicture& picture) {
  inner_->give_pixels(picture.pixels, picture.facts);
  run();
}

void PackageRead::fail_pixels(Error error) {
  inner_->fail_pixels(std::move(error));
  run();
}

void PackageRead::decline(std::string_view reason) {
  // A turn of ours, between pieces, is none of the member's.
  const bool is_inner = inner_ && inner_->question().kind != Question::Kind::kBytes;
  if (is_inner) inner_->decline(reason);
  run();
}

/// Goes on until the host is needed, or the result is there.
void PackageRead::run() {
  while (!result_) {
    if (!inner_) {
      if (!walk()) return;
      continue;
    }
    const Question& asked = inner_->question();
    if (asked.kind == Question::Kind::kDone) {
      if (!verify()) return;
      finish_member();
    } else if (asked.kind != Question::Kind::kBytes) {
      question_ = asked;
      return;
    } else if (!answer(asked)) {
      return;
    }
  }
}

// The steps below return false when `question_` is the host's to answer, or the result is there.

bool PackageRead::ask_bytes() {
  const std::uint64_t from = window_.wanted_from();
  question_ = {Question::Kind::kBytes,
               from,
               from + std::min(window_.wanted_to() - from, kMaxQuestionBytes),
               {}};
  return false;
}

/// One member further in the directory.
bool PackageRead::walk() {
  Member member;
  auto step = package_->next(member);
  if (step && *step == Package::Step::kNeedsBytes) return ask_bytes();
  const auto path = path_in_package(member.name);
  const bool is_member = step && *step == Package::Step::kMember;
  if (went_ahead_ && (!is_member || path != path_in_package(options_.host.member)))
    return begin_again();
  if (!step) return finish(std::move(step).error());
  if (!is_member) return end_walk();
  if (is_single_) return open(member, options_.host.member);
  if (file_.is_sequential) keep_place(member, path.value_or(""));
  if (auto added = listing_->add(member, path); !added) return finish(std::move(added).error());
  if (!search_ || !path) return true;
  search_->add(member, *path);
  // Whoever unpacks all that stands before a member does not do so to its end to look for another.
  const bool is_found = file_.is_sequential && search_->is_whole();
  return is_found ? open(*search_->found(), "") : true;
}

/// Keeps where the member of this path was found. What stands behind damage is not gone to at once:
/// the damage has to be told.
void PackageRead::keep_place(const Member& member, const std::string& path) {
  const auto next = package_->place_of_next();
  if (!next || places_.size() == kMostPlaceNumbers || !package_->warnings().empty()) return;
  const std::uint64_t place = std::exchange(next_place_, *next);
  if (went_ahead_ || member.kind == MemberKind::kDirectory) return;
  places_.insert(places_.end(), {hash_of_name(path), place});
}

/// The member is not where an earlier read is said to have found it.
bool PackageRead::begin_again() {
  package_ = open_package(format_.package, window_, options_, *file_.unpacker_memory);
  known_places_.clear();
  went_ahead_ = false;
  return true;
}

bool PackageRead::end_walk() {
  if (!search_) return finish_listing();
  if (search_->found()) return open(*search_->found(), search_->rest());
  return listing_->has_folder() ? finish_listing() : finish_missing();
}

bool PackageRead::open(const Member& member, std::string_view rest) {
  member_ = member;
  if (is_single_ && !member_.size_bytes) member_.size_bytes = known_bytes_;
  if (member.kind != MemberKind::kFile) {
    std::string what = member.kind == MemberKind::kOther ? "a device" : "a link";
    if (!member.target.empty()) append_to(what, {" to {}", told_name(member.target)});
    Error error = file_error(ErrorCode::kNotAFile, request_.file_path);
    append_to(error.message, {" ({} in the archive, which is not followed)", what});
    return finish(std::move(error));
  }
  ReadOptions options = options_;
  options.host.member = rest;
  options.host.content_hash.clear();
  options.host.directory = false;
  if (member.modified) options.host.modified = time_text(*member.modified, member.is_utc);
  // Counting the lines of what is left of a large text must not run into the limit.
  // And a small file is not unpacked for seconds to count what nobody asked for.
  constexpr std::uint64_t kCountedBytes = std::uint64_t{128} << 20;
  constexpr std::uint64_t kCountedTimes = 32;
  const std::uint64_t most =
      std::min(options.limits.max_inflated_bytes / (file_.package_depth + 2),
               std::max(kCountedBytes, kCountedTimes * file_.size_bytes.value_or(0)));
  auto& count_up_to = options.text.count_lines_up_to_bytes;
  count_up_to = std::min(count_up_to.value_or(most), most);
  std::string name(member.kind_name);
  if (name.empty())
    name = is_single_ ? unpacked_name(name_) : path_in_package(member.name).value_or(name_);
  FileKnowledge knowledge{.size_bytes = member_.size_bytes, .takes_turns = file_.takes_turns};
  knowledge.name = name;
  knowledge.package_depth = file_.package_depth + (is_single_ ? 0 : 1);
  knowledge.singles_in_a_row = is_single_ ? file_.singles_in_a_row + 1 : 0;
  knowledge.unpacked_bytes = file_.unpacked_bytes;
  knowledge.unpacker_memory = file_.unpacker_memory;
  knowledge.work = file_.work;
  knowledge.notes = inner_notes_;
  if (!reopen()) return false;
  knowledge.can_go_back = file_.can_go_back || file_.size_bytes;
  knowledge.is_sequential = file_.is_sequential || !stream_->is_stored();
  // What stands beside it in its archive is no reason for what it unpacks to.
  const bool is_apart = !file_.is_sequential && member_.stored_bytes > 0;
  member_packed_bytes_ = std::min(member_.stored_bytes, packed_bytes_);
  member_packed_ = is_apart ? &member_packed_bytes_ : file_.packed_bytes;
  if (knowledge.is_sequential) knowledge.packed_bytes = member_packed_;
  // Of an archive that is cut off it has what is left.
  if (stream_->is_stored() && member_.stored_bytes == member_.size_bytes && window_.size())
    knowledge.size_bytes =
        std::min(member_.stored_bytes, *window_.size() - std::min(*window_.size(), member_.place));
  inner_bytes_ = knowledge.size_bytes;
  inner_ = std::make_unique<FileReading>(request_, std::move(options), knowledge);
  return true;
}

/// Begins with the member again.
bool PackageRead::reopen() {
  auto stream = package_->open(member_);
  if (!stream) return finish(std::move(stream).error());
  if (stream_) {
    (*stream)->take_notes(stream_->notes());
  } else {
    (*stream)->take_notes(stream_notes_);
  }
  stream_ = *std::move(stream);
  piece_ = {};
  position_ = 0;
  at_end_ = false;
  return true;
}

/// The next piece of the member.
bool PackageRead::unpack() {
  if (file_.takes_turns && until_turn_ == 0) {
    until_turn_ = kBytesPerTurn;
    question_ = {Question::Kind::kTurn, 0, 0, {}};
    return false;
  }
  position_ += piece_.size();
  piece_ = {};
  auto next = stream_->next();
  if (!next) return finish(std::move(next).error());
  const std::uint64_t passed = stream_->take_passed();
  if (*next) {
    piece_ = **next;
    at_end_ = piece_.empty();
  } else if (passed == 0) {
    return ask_more();
  }
  const std::uint64_t unpacked = passed + piece_.size();
  until_turn_ -= std::min<std::uint64_t>(until_turn_, unpacked);
  if (position_ == kept_.bytes().size()) keep(piece_);
  // What stands as it is in a package around it was counted when that was unpacked.
  if (stream_->is_stored()) return true;
  *file_.unpacked_bytes += unpacked;
  if (*file_.unpacked_bytes <= options_.limits.max_inflated_bytes)
    return pay_for(unpacked, kUnpackedWork);
  return finish(Error{ErrorCode::kLimitExceeded,
                      {"{} unpacks to more than {byte}, the limit of a read", told_name(name_),
                       options_.limits.max_inflated_bytes}});
}

/// The next bytes of the package, for the member.
bool PackageRead::ask_more() {
  const bool has_end = !is_single_ || window_.size().has_value();
  if (has_end || window_.wanted_from() <= kMostIdleBytes + 2 * position_) return ask_bytes();
  return finish(Error{ErrorCode::kLimitExceeded,
                      {"the first {byte} of {} unpack to {byte}: more are not read without knowing "
                       "where they end",
                       window_.wanted_from(), told_name(name_), position_}});
}

/// Pays for the last `bytes` that were unpacked.
bool PackageRead::pay_for(std::uint64_t bytes, std::uint64_t each) {
  const std::uint64_t all = *file_.unpacked_bytes;
  const std::uint64_t free = std::max(kFreeBytes, kFreeRatio * *member_packed_);
  if (all <= free) return true;
  auto paid = file_.work->spend(compose({"the bytes that {} unpacks to beyond {} times its size",
                                         told_name(name_), kFreeRatio}),
                                std::min(bytes, all - free), each);
  return paid ? true : finish(std::move(paid).error());
}

void PackageRead::keep(ByteSpan piece) {
  const std::size_t size = std::min(piece.size(), kKeptBytes - kept_.bytes().size());
  const std::span<std::uint8_t> room = kept_.room(size);
  std::copy_n(piece.begin(), std::min(size, room.size()), room.begin());
  kept_.commit(std::min(size, room.size()));
}

/// Answers a question of the member's reading, in part at least.
bool PackageRead::answer(const Question& question) {
  const ByteSpan kept = kept_.bytes();
  if (question.from < kept.size()) {
    give_inner(kept.subspan(static_cast<std::size_t>(question.from)));
    return true;
  }
  if (question.from < position_ || (question.from > position_ + piece_.size() && !at_end_)) {
    const bool is_before = question.from < position_;
    const auto place = stream_->seek(question.from, is_before ? 0 : position_ + piece_.size());
    if (place) {
      piece_ = {};
      position_ = *place;
      at_end_ = false;
    } else if (is_before && !reopen()) {
      return false;
    }
  }
  while (!at_end_ && question.from >= position_ + piece_.size()) {
    if (!unpack()) return false;
  }
  if (question.from >= position_ + piece_.size()) {
    inner_->give(0, true);
    return true;
  }
  return pay_for(give_inner(piece_.subspan(static_cast<std::size_t>(question.from - position_))),
                 kReadWork);
}

/// \returns how many of them there was room for.
std::size_t PackageRead::give_inner(ByteSpan bytes) {
  const std::span<std::uint8_t> room = inner_->room(bytes.size());
  const std::size_t size = std::min(room.size(), bytes.size());
  if (size == 0) return 0;
  std::copy_n(bytes.begin(), size, room.begin());
  inner_->give(size, false);
  return size;
}

/// Reads what is behind the member's last byte, where its checksum stands.
bool PackageRead::verify() {
  const bool is_read = inner_bytes_ && position_ + piece_.size() == *inner_bytes_;
  while (is_read && !at_end_) {
    if (!unpack()) return false;
  }
  return true;
}

bool PackageRead::finish(Error error) {
  return finish(failure(std::move(error), format_.content_type));
}

bool PackageRead::finish(ToolResult result) {
  inner_.reset();
  auto& warnings = result.metadata.warnings;
  warnings.insert(warnings.begin(), package_->warnings().begin(), package_->warnings().end());
  result_ = std::move(result);
  question_ = {Question::Kind::kDone, 0, 0, {}};
  return false;
}

bool PackageRead::finish_listing() {
  if (package_->ignores_none()) listing_->ignore_none();
  auto listed = listing_->finish(format_.name, package_->comment());
  return listed ? finish(*std::move(listed)) : finish(std::move(listed).error());
}

/// The path of a member of this package, as the request has it.
std::string PackageRead::path_of(std::string_view member) const {
  return compose({"{}/{}", path_before(request_.file_path, options_.host.member), member});
}

bool PackageRead::finish_missing() {
  Error error = file_error(ErrorCode::kFileNotFound, request_.file_path);
  if (!search_) return finish(std::move(error));
  std::string names;
  const auto add_all = [&](const std::vector<std::string>& paths, std::string_view between) {
    for (const std::string& path : paths)
      append_to(names, {"{}{}", names.empty() ? "" : between, told_name(path_of(path))});
  };
  if (const auto near = search_->near(); !near.empty()) {
    add_all(near, " or ");
    append_to(error.message, {"\nDid you mean {}?", names});
  } else if (const auto& first = search_->first(); !first.empty()) {
    add_all(first, ", ");
    append_to(error.message, {"\nIt has {}", names});
    if (search_->count() > first.size())
      append_to(error.message, {" and {,} more", search_->count() - first.size()});
  }
  return finish(std::move(error));
}

void PackageRead::finish_member() {
  ToolResult result = inner_->take_result();
  const std::string& damage = stream_->damage();
  if (!damage.empty() && position_ == 0 && piece_.empty() && member_.size_bytes != 0U) {
    finish(Error{ErrorCode::kCorruptArchive, damage});
    return;
  }
  std::vector<std::string> warnings = package_->warnings();
  if (!damage.empty()) warnings.push_back(damage);
  if (search_ && search_->same_name() > 0)
    add_to(warnings, {"{} is the last of {member} of that name; the others are not read",
                      told_name(member_.name), search_->same_name() + 1});
  if (is_single_) {
    add_to(warnings, {"the {} was decompressed: this is its content", format_.name});
    if (result.content_type == ContentType::kText) {
      result.metadata.mime_type = text_mime_type(unpacked_name(name_));
    }
  }
  auto& all = result.metadata.warnings;
  all.insert(all.begin(), warnings.begin(), warnings.end());
  if (result.truncation && result.truncation->next) {
    result.truncation->next->file_path = request_.file_path;
  }
  result_ = std::move(result);
  question_ = {Question::Kind::kDone, 0, 0, {}};
}

}  // namespace lectern
