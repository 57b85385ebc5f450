#include "package/listing.h"

#include <algorithm>
#include <cstring>
#include <tuple>

#include "base/format.h"
#include "package/member_name.h"
#include "text/line_page.h"
#include "text/utf8.h"

namespace lectern {
namespace {

/// An archive of so many members is shown with all its levels.
constexpr std::uint64_t kSmallArchive = 200;
/// Width of the column of sizes: "1,234,567,890".
constexpr std::size_t kSizeWidth = 13;
/// "2026-01-04 10:22"
constexpr std::size_t kTimeWidth = 16;
/// What a row keeps of a name: no path that is longer can be asked for.
constexpr std::size_t kMaxRowNameBytes = 4096;
/// What is shown of a comment, which may have 64 KiB: of the archive's, and of one behind a name,
/// whose line should not be cut.
constexpr std::size_t kMaxCommentBytes = 1000;
constexpr std::size_t kMaxRowCommentBytes = 200;
/// Bytes of text that the rows of a page may have in any case.
constexpr std::uint64_t kPageBytes = std::uint64_t{8} << 20;
/// What stands between a name and a comment.
constexpr std::string_view kBeforeComment = "  \"";
/// Marks of members that no path leads to.
constexpr char kLeadsOut = '!';
constexpr char kSameName = '=';
constexpr char kIgnored = 'i';

/// By components, so that what is in a folder follows it.
int compare_paths(std::string_view a, std::string_view b) {
  // Long names of one beginning are compared many bytes at a time.
  constexpr std::size_t kStride = 32;
  std::size_t same = 0;
  const std::size_t shorter = std::min(a.size(), b.size());
  while (shorter - same >= kStride && std::memcmp(a.data() + same, b.data() + same, kStride) == 0)
    same += kStride;
  const auto skipped = static_cast<std::ptrdiff_t>(same);
  const auto [at_a, at_b] =
      std::mismatch(a.begin() + skipped, a.end(), b.begin() + skipped, b.end());
  const auto rank = [](std::string_view text, std::string_view::iterator at) {
    if (at == text.end()) return -2;
    return *at == '/' ? -1 : static_cast<int>(static_cast<unsigned char>(*at));
  };
  return rank(a, at_a) - rank(b, at_b);
}

char letter_of(MemberKind kind) {
  switch (kind) {
    case MemberKind::kFile:
      return '-';
    case MemberKind::kDirectory:
      return 'd';
    case MemberKind::kLink:
      return 'l';
    case MemberKind::kHardLink:
      return 'h';
    case MemberKind::kOther:
      return 'o';
  }
  return 'o';
}

/// \param number  of the member, which tells names apart that begin alike
std::string row_name(std::string_view name, std::uint64_t number) {
  if (name.size() <= kMaxRowNameBytes) return std::string(name);
  std::size_t end = kMaxRowNameBytes;
  while (is_utf8_continuation(static_cast<std::uint8_t>(name[end]))) --end;
  return compose({"{}... (name {} has {byte})", name.substr(0, end), number, name.size()});
}

std::string comment_text(std::string_view comment, std::size_t most) {
  if (comment.size() <= most) return quoted_text(comment);
  while (most > 0 && is_utf8_continuation(static_cast<std::uint8_t>(comment[most]))) --most;
  return compose({"{}... ({byte} in all)", quoted_text(comment.substr(0, most)), comment.size()});
}

/// "-      1,204  2026-01-04 10:22  a.log"
std::string row_text(const ListingRows::Row& row) {
  std::string text = {letter_of(row.kind), row.mark};
  std::string size;
  if (row.has_size && row.kind == MemberKind::kDirectory) {
    size = counted(row.size, "file");
  } else if (row.has_size) {
    size = with_thousands(row.size);
  }
  text.append(kSizeWidth - std::min(kSizeWidth, size.size()), ' ');
  text += size;
  text += "  ";
  std::string time = row.has_time ? time_text(row.modified, false).substr(0, kTimeWidth) : "";
  if (time.empty()) {
    time.assign(kTimeWidth, ' ');
  } else {
    time[10] = ' ';
  }
  text += time;
  text += "  ";
  // No name seems to have a comment.
  const bool is_odd = row.name.empty() || row.name.find(kBeforeComment) != row.name.npos;
  text += is_odd ? quoted_text(row.name) : shown_name(row.name);
  if (row.kind == MemberKind::kDirectory) text += '/';
  if (!row.tail) return text;
  const auto& [target, comment] = *row.tail;
  if (!target.empty()) append_to(text, {" -> {}", shown_name(target)});
  if (!comment.empty()) append_to(text, {"  {}", comment});
  return text;
}

std::uint64_t text_bytes(const ListingRows::Row& row) {
  const std::size_t tail = row.tail ? row.tail->target.size() + row.tail->comment.size() : 0;
  return row.name.size() + tail;
}

/// How many rows a selection needs at most.
std::uint64_t needed_rows(const LineSelection& selection) {
  if (selection.from_end) return *selection.from_end;
  std::uint64_t needed = 1;
  for (const LineRange& range : selection.ranges) {
    const std::uint64_t most =
        range.first + std::min(selection.limit, ~std::uint64_t{0} - range.first);
    needed = std::max(needed, std::min(range.last.value_or(most), most));
  }
  return needed;
}

std::uint64_t most_row_bytes(const Limits& limits) {
  return std::max(most_name_bytes(limits), kPageBytes);
}

/// Names are searched for words, the listing itself is not.
LineSelection rows_of(ReadRequest request, const Limits& limits,
                      std::optional<std::uint64_t> total) {
  request.search.clear();
  request.column.reset();
  return select_lines(request, limits, total);
}

/// The first `levels` components of a path.
std::string_view top_of(std::string_view path, std::uint64_t levels) {
  std::size_t end = 0;
  for (; levels > 0; --levels) {
    end = path.find('/', end);
    if (end == path.npos) return path;
    ++end;
  }
  return path.substr(0, end - 1);
}

}  // namespace

std::uint64_t hash_of_name(std::string_view name) {
  std::uint64_t hash = 0xCBF29CE484222325;
  for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3;
  // The low bits choose a slot: they take part of all others.
  hash ^= hash >> 29;
  hash *= 0xBF58476D1CE4E5B9;
  hash ^= hash >> 32;
  return std::max<std::uint64_t>(hash, 1);
}

void SeenNames::add(std::string_view name) {
  hashes_.push_back(hash_of_name(name));
  if (hashes_.size() > 2 * settled_ + 64) count();
}

std::uint64_t SeenNames::count() {
  std::sort(hashes_.begin(), hashes_.end());
  hashes_.erase(std::unique(hashes_.begin(), hashes_.end()), hashes_.end());
  settled_ = hashes_.size();
  return settled_;
}

Result<void> ListingRows::add(Row row) {
  if (row.kind == MemberKind::kDirectory) {
    folders_.add(row.name);
  } else {
    ++members_;
  }
  const int behind = limit_ ? compare_paths(row.name, *limit_) : 0;
  if (from_end_ ? behind < 0 : behind > 0) return {};
  row.number = ++number_;
  bytes_ += text_bytes(row);
  rows_.push_back(std::move(row));
  const bool is_too_much = bytes_ > most_bytes_;
  if (is_too_much || rows_.size() > 2 * keep_ + 64) prune();
  // To sort them all again for a few more would take long.
  if (!is_too_much || bytes_ <= most_bytes_ - most_bytes_ / 4) return {};
  return fail(ErrorCode::kLimitExceeded,
              {"the lines of the listing up to those asked for have more than {byte} of names, the "
               "limit",
               most_bytes_});
}

void ListingRows::prune() {
  const auto is_folder = [](const Row& row) { return row.kind == MemberKind::kDirectory; };
  std::sort(rows_.begin(), rows_.end(), [is_folder](const Row& a, const Row& b) {
    const int order = compare_paths(a.name, b.name);
    if (order != 0 || is_folder(a) != is_folder(b))
      return order < 0 || (order == 0 && is_folder(a));
    return a.number < b.number;
  });
  std::size_t kept = 0;
  for (Row& row : rows_) {
    const bool is_again = kept > 0 && rows_[kept - 1].name == row.name &&
                          is_folder(rows_[kept - 1]) == is_folder(row);
    if (is_again && !is_folder(row)) {
      mark_hidden(rows_[kept - 1], row);
    } else if (is_again) {
      const Row& before = rows_[kept - 1];
      row.size += before.size;
      row.has_size = row.has_size || before.has_size;
      if (!row.has_time)
        std::tie(row.has_time, row.modified) = std::tie(before.has_time, before.modified);
      --kept;
    }
    if (&rows_[kept] != &row) rows_[kept] = std::move(row);
    ++kept;
  }
  rows_.resize(kept);
  if (kept > keep_ && from_end_) {
    rows_.erase(rows_.begin(), rows_.end() - static_cast<std::ptrdiff_t>(keep_));
    limit_ = rows_.front().name;
  } else if (kept > keep_) {
    rows_.resize(static_cast<std::size_t>(keep_));
    limit_ = rows_.back().name;
  }
  bytes_ = 0;
  for (const Row& row : rows_) bytes_ += text_bytes(row);
}

void ListingRows::ignore_none() {
  for (Row& row : rows_)
    if (row.mark == kIgnored) row.mark = ' ';
}

/// Of two members of one name a path leads to one.
void ListingRows::mark_hidden(Row& before, Row& row) const {
  Row& hidden = same_name_ == SameName::kFirstCounts ? row : before;
  if (hidden.mark != kLeadsOut) hidden.mark = kSameName;
}

const std::vector<ListingRows::Row>& ListingRows::sorted() {
  prune();
  return rows_;
}

Listing::Listing(const ReadRequest& request, const ReadOptions& options, std::string_view folder,
                 SameName same_name)
    : request_(request),
      options_(options),
      folder_(folder),
      rows_(needed_rows(rows_of(request, options.limits, {})),
            rows_of(request, options.limits, {}).from_end.has_value(), same_name,
            most_row_bytes(options.limits)),
      has_folder_(folder.empty()) {
  const bool shows_all = !request.depth && request.search.empty() && !options.host.directory;
  if (shows_all) deep_.emplace(kSmallArchive, false, same_name, most_row_bytes(options.limits));
  if (!request.search.empty()) matcher_.emplace(request);
}

bool Listing::is_wanted(std::string_view name) {
  if (!matcher_) return true;
  matcher_->restart();
  return matcher_->find(name) != std::string_view::npos;
}

Result<void> Listing::add(const Member& member, const std::optional<std::string>& path) {
  // The archive's own folder, which tar writes as "./", is none of its members.
  if (member.kind == MemberKind::kDirectory && (member.name == "./" || member.name == "."))
    return {};
  std::string_view below;
  if (path) {
    below = *path;
    if (!folder_.empty()) {
      if (below == folder_) {
        has_folder_ = has_folder_ || member.kind == MemberKind::kDirectory;
        return {};
      }
      if (!below.starts_with(folder_) || below[folder_.size()] != '/') return {};
      below.remove_prefix(folder_.size() + 1);
    }
  } else if (folder_.empty()) {
    below = member.name;
    ++climbing_;
  } else {
    return {};
  }
  has_folder_ = true;
  ++members_;
  const bool is_file = member.kind == MemberKind::kFile;
  if (is_file) {
    ++files_;
    bytes_ += std::min(member.size_bytes.value_or(0), ~std::uint64_t{0} - bytes_);
  }
  if (path && member.kind != MemberKind::kDirectory) {
    ++named_;
    different_.add(below);
  }
  if (member.is_encrypted) ++encrypted_;
  if (member.is_locked) ++locked_;
  if (base_name(below).starts_with('.')) ++hidden_;
  if (member.is_ignored) ++ignored_;
  if (!member.comment.empty()) ++commented_;
  if (options_.host.members && is_file && path) {
    name_bytes_ += below.size() + 1;
    if (name_bytes_ <= options_.limits.max_decoded_bytes) names_.emplace_back(below);
  }
  if (!is_wanted(below)) return {};

  const auto row_at = [&](std::string_view name) {
    ListingRows::Row row;
    row.name = row_name(name, members_);
    if (name.size() < below.size()) {
      row.kind = MemberKind::kDirectory;
      row.size = is_file ? 1 : 0;
      row.has_size = is_file;
      return row;
    }
    row.kind = member.kind;
    row.mark = member.is_encrypted ? 'e' : member.is_ignored ? kIgnored : path ? ' ' : kLeadsOut;
    row.has_size = member.size_bytes && member.kind != MemberKind::kDirectory;
    if (row.has_size) row.size = *member.size_bytes;
    row.has_time = member.modified.has_value();
    row.modified = member.modified.value_or(0);
    const bool has_comment = !member.comment.empty();
    if (member.target.empty() && !has_comment) return row;
    row.tail = std::make_unique<ListingRows::Tail>(
        ListingRows::Tail{row_name(member.target, members_),
                          has_comment ? comment_text(member.comment, kMaxRowCommentBytes) : ""});
    return row;
  };
  if (deep_) {
    LECTERN_CHECK(deep_->add(row_at(below)));
    if (deep_->is_cut()) deep_.reset();
  }
  const bool is_whole = !path || !request_.search.empty();
  return rows_.add(row_at(is_whole ? below : top_of(below, request_.depth.value_or(1))));
}

std::string Listing::heading(std::string_view noun, bool has_rows) {
  std::string text = compose({"({}: {file}", noun, files_});
  if (members_ > files_) append_to(text, {" and {other member}", members_ - files_});
  if (bytes_ > 0) append_to(text, {", {byte}", bytes_});
  if (hidden_ > 0) append_to(text, {", {,} hidden by a dot", hidden_});
  if (ignored_ > 0) append_to(text, {", {,} ignored by .gitignore (i)", ignored_});
  if (encrypted_ > 0)
    append_to(text, {", {,} encrypted (e{})", encrypted_,
                     encrypted_ == locked_       ? " in a way that is not read"
                     : options_.password.empty() ? ": the option `password`"
                                                 : ""});
  if (commented_ > 0)
    append_to(text, {", {,} with a comment in quotes behind the name", commented_});
  if (climbing_ > 0)
    append_to(text, {", {,} with a name that leads out and cannot be read (!)", climbing_});
  if (const std::uint64_t same = named_ - different_.count(); same > 0)
    append_to(text, {", {,} with the name of another and not read (=)", same});
  if (!request_.search.empty())
    append_to(text, {"; {} {}", has_rows ? "shown are names with" : "no name has",
                     shown_name(request_.search)});
  std::string_view path = request_.file_path;
  while (path.ends_with('/')) path.remove_suffix(1);
  if (files_ > 0) append_to(text, {"; read one as {}/NAME", shown_name(path)});
  return text + ")";
}

void Listing::ignore_none() {
  ignored_ = 0;
  rows_.ignore_none();
  if (deep_) deep_->ignore_none();
}

Result<ToolResult> Listing::finish_names() {
  if (name_bytes_ > options_.limits.max_decoded_bytes) {
    return fail(ErrorCode::kLimitExceeded,
                {"the archive has {byte} of names, more than the limit of {,}", name_bytes_,
                 options_.limits.max_decoded_bytes});
  }
  std::sort(names_.begin(), names_.end(),
            [](const auto& a, const auto& b) { return compare_paths(a, b) < 0; });
  // Of members of one name the last counts: it is read once.
  names_.erase(std::unique(names_.begin(), names_.end()), names_.end());
  ToolResult result;
  result.success = true;
  result.content_type = ContentType::kArchive;
  result.metadata.member_count = members_;
  for (const std::string& name : names_) result.content.append(name).push_back('\0');
  return result;
}

Result<ToolResult> Listing::finish(std::string_view noun, std::string_view comment) {
  if (options_.host.members) return finish_names();
  // A small archive is shown whole: what was asked for is chosen of its rows.
  if (deep_) (void)deep_->sorted();
  if (deep_ && deep_->is_cut()) deep_.reset();
  ListingRows& rows = deep_ ? *deep_ : rows_;
  const std::vector<ListingRows::Row>& sorted = rows.sorted();
  const std::uint64_t total = rows.count();
  const std::uint64_t first_kept = rows.from_end() ? total - sorted.size() + 1 : 1;
  const LineSelection selection = rows_of(request_, options_.limits, total);

  ToolResult result;
  result.content_type = ContentType::kArchive;
  result.total_lines = static_cast<std::int64_t>(total);
  result.metadata.member_count = members_;
  if (total > 0 && lines_within(selection.ranges, total) == 0) {
    return fail(ErrorCode::kOutOfRange,
                {"offset {} is past the end: the listing has {line}", selection.first(), total});
  }
  const Limits& limits = options_.limits;
  std::string described;
  if (!comment.empty()) {
    // Escapes take up to six characters.
    const auto most = std::min<std::uint64_t>(kMaxCommentBytes, limits.max_content_chars / 16);
    described = compose({"\n(comment: {})", comment_text(comment, static_cast<std::size_t>(most))});
  }
  const std::uint64_t most_chars =
      limits.max_content_chars -
      std::min<std::uint64_t>(utf8_length(described), limits.max_content_chars / 2);
  LinePage page({LineNumbers::kNone, limits.max_line_chars, most_chars, limits.max_tokens});
  bool is_full = false;
  for (const LineRange& range : selection.ranges) {
    for (std::uint64_t number = std::max(range.first, first_kept);
         !is_full && number <= total && number <= range.last.value_or(total); ++number) {
      const std::uint64_t at = number - first_kept;
      is_full = page.lines() == selection.limit || at >= sorted.size() ||
                !page.add({number, row_text(sorted[static_cast<std::size_t>(at)])});
    }
  }
  std::string after;
  const auto close = [&] {
    after.clear();
    std::vector<LineRange> rest = ranges_after(selection.ranges, page.last_line());
    std::erase_if(rest, [&](const LineRange& range) { return range.first > total; });
    result.truncation.reset();
    const bool is_all = page.lines() == total;
    if (!rest.empty()) {
      const auto cause = page.exhausted() == LineBudget::kContentChars ? TruncationCause::kBytes
                         : page.exhausted() == LineBudget::kTokens     ? TruncationCause::kTokens
                                                                       : TruncationCause::kLines;
      result.truncation = Truncation{cause, request_for(request_, rest)};
      after = compose({"\n(Showing {,} of {,} lines. Next: {})", page.lines(), total,
                       selection_text(*result.truncation->next)});
    } else if (!is_all) {
      after = compose({"\n(Showing {,} of {,} lines", page.lines(), total});
      if (page.last_line() < total) append_to(after, {". Next: offset={}", page.last_line() + 1});
      after += ')';
    }
  };
  close();
  const std::string before = heading(noun, total > 0) + described;
  if (!page.has_room_for(before + after)) {
    page.make_room();
    close();
  }
  result.success = true;
  result.truncated = result.truncation.has_value();
  result.line_count = page.lines();
  result.start_line = page.first_line();
  result.end_line = page.last_line();
  result.content = before;
  if (page.lines() > 0) result.content += "\n" + page.content();
  result.content += after;
  result.short_result = compose({"Listed {,} of {line}", page.lines(), total});
  if (climbing_ > 0) {
    add_to(result.metadata.warnings, {"{name} of the archive would lead out of it", climbing_});
  }
  return result;
}

}  // namespace lectern
