#include "cli/read_file.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "cli/directory.h"
#include "cli/file.h"
#include "cli/heic.h"
#include "cli/ignored.h"
#include "cli/paths.h"
#include "package/directory_package.h"
#include "read/json.h"
#include "read/refusal.h"
#include "text/utf8.h"

namespace lectern::cli {
namespace {

constexpr std::string_view kHeicMimeType = "image/heic";
constexpr std::string_view kDidYouMean = "\nDid you mean ";
/// Bytes asked for at a time: what a processor keeps near while they are looked at again and again.
constexpr std::uint64_t kMaxPieceBytes = std::uint64_t{1} << 18;
/// Archives in archives, and folders in them: no path has more. js/cli/places.ts has the same
/// numbers.
constexpr int kMaxSegments = 64;
/// Directories on the way to all fronts of a path.
constexpr std::ptrdiff_t kMaxPlaces = 16'384;

struct Call {
  ReadRequest request;
  ReadOptions options;
};

Result<Call> call_for(const std::string& path, const Arguments& arguments) {
  Json input = arguments.input;
  input["file_path"] = path;
  auto request = request_from_json(input);
  if (!request) return tl::unexpected<Error>(std::move(request).error());
  auto options = options_from_json(arguments.options, {});
  if (!options) return tl::unexpected<Error>(std::move(options).error());
  return Call{*std::move(request), *std::move(options)};
}

/// Answers kPixels, which only what is not linked in asks for.
void give_pixels(FileReading& reading) {
  if (reading.question().name != kHeicMimeType) return reading.decline("");
  auto decoded = decode_heic(reading.bytes(), reading.limits());
  if (decoded) return reading.give_pixels(decoded->pixels.view(), std::move(decoded->facts));
  // Without libheif the file's own preview is shown.
  if (decoded.error().message.empty()) return reading.decline("");
  reading.fail_pixels(std::move(decoded).error());
}

/// Answers a reading's questions until it is done. IO_ERROR.
Result<void> answer(FileReading& reading, const OpenFile& file, std::optional<std::uint64_t> size,
                    const Progress& progress) {
  while (reading.question().kind != Question::Kind::kDone) {
    const Question question = reading.question();
    if (question.kind == Question::Kind::kPixels) {
      give_pixels(reading);
      continue;
    }
    if (question.kind != Question::Kind::kBytes) {
      reading.decline("");  // all modules and tables are linked in
      continue;
    }
    const auto wanted = std::min<std::uint64_t>(question.to - question.from, kMaxPieceBytes);
    const std::span<std::uint8_t> room = reading.room(static_cast<std::size_t>(wanted));
    if (room.empty()) continue;
    LECTERN_TRY(const std::size_t got, read_bytes(file, question.from, room));
    reading.give(got, got == 0);
    if (progress) progress(question.from + got, size);
  }
  return {};
}

/// A file that a path leads to, and what the path names inside of it.
struct Place {
  OpenFile file;
  std::string member;
};

/// Opens the file of that name, or, when there is none, the one that the path leads into:
/// "logs.zip" for "logs.zip/2026/a.log". Errors as for `open_file`.
Result<Place> find_place(const std::string& root, const std::string& path) {
  auto whole = open_file_below(root, path);
  if (whole) return Place{*std::move(whole), ""};
  std::string_view front = path;
  std::string_view member;
  if (whole.error().code != ErrorCode::kFileNotFound)
    return tl::unexpected<Error>(std::move(whole).error());
  std::ptrdiff_t places = 0;
  for (int segments = 0; segments < kMaxSegments; ++segments) {
    const std::size_t slash = front.rfind('/');
    if (slash == front.npos || slash == 0) break;
    // Of "logs.zip/" the slash is left: it names what is in the file, not the file.
    member = std::string_view(path).substr(slash + 1 == path.size() ? slash : slash + 1);
    const std::string_view below = front.substr(slash + 1);
    if (below == "." || below == "..") break;
    front = front.substr(0, slash);
    places += std::count(front.begin(), front.end(), '/') + 1;
    if (places > kMaxPlaces) break;
    auto file = open_file_below(root, std::string(front));
    if (file) return Place{*std::move(file), std::string(member)};
    if (file.error().code != ErrorCode::kFileNotFound) break;
  }
  return tl::unexpected<Error>(std::move(whole).error());
}

/// A name as UTF-8, with U+FFFD for what is none.
std::string text_of(const std::string& name) {
  ByteSpan rest = as_bytes(name);
  if (is_valid_utf8(rest)) return name;
  std::string text;
  while (!rest.empty()) {
    std::size_t size = utf8_sequence_size(rest);
    text += size == 0 ? kReplacementCharacter : as_chars(rest.first(size));
    if (size == 0) size = invalid_utf8_at(rest).size;
    rest = rest.subspan(size);
  }
  return text;
}

/// Appends an entry as a reading takes it.
void append_entry(const DirectoryEntry& entry, std::string& bytes) {
  const bool is_file = entry.kind == EntryKind::kFile;
  const char other = entry.is_link ? 'l' : 'o';
  bytes += is_file ? '-' : entry.kind == EntryKind::kDirectory ? 'd' : other;
  if (is_file && entry.has_facts) bytes += std::to_string(entry.facts.size);
  bytes += ' ';
  bytes += entry.facts.mtime.substr(0, entry.facts.mtime.find('.'));
  bytes += ' ';
  bytes += text_of(entry.name);
  bytes += '\0';
}

/// Gives a reading bytes, for as long as it wants any. \param at_end  the last ones
void give_bytes(FileReading& reading, std::string_view bytes, bool at_end) {
  while (reading.question().kind == Question::Kind::kBytes && (at_end || !bytes.empty())) {
    const Question question = reading.question();
    const auto wanted = static_cast<std::size_t>(
        std::min<std::uint64_t>(question.to - question.from, bytes.size()));
    const std::span<std::uint8_t> room = reading.room(std::max<std::size_t>(wanted, 1));
    if (room.empty()) continue;
    const std::string_view piece = bytes.substr(0, std::min(room.size(), wanted));
    std::copy(piece.begin(), piece.end(), room.begin());
    bytes.remove_prefix(piece.size());
    reading.give(piece.size(), at_end && bytes.empty());
  }
}

/// Gives a reading the entries of a directory, as they are found. Of too many names, or too many
/// bytes of them, it is told no more than that: to look at them all would take seconds. \returns
/// their bytes. Errors as for `open_file`.
Result<std::uint64_t> give_entries(FileReading& reading, const std::string& root,
                                   const std::string& path) {
  const Limits& limits = reading.limits();
  LECTERN_TRY(const auto names, count_names(root, path, limits.max_members));
  if (!names) return tl::unexpected<Error>(file_error(ErrorCode::kFileNotFound, path));
  std::string bytes;
  if (names->count > limits.max_members || names->bytes > most_name_bytes(limits)) {
    bytes = compose({"#{} {}", names->count, names->bytes}) + '\0';
    give_bytes(reading, bytes, true);
    return bytes.size();
  }
  std::uint64_t size = 0;
  std::uint64_t marks = 0;
  IgnoreRules rules(root, path);
  LECTERN_CHECK(visit_directory(root, path, {}, [&](const DirectoryEntry& entry) {
    if (rules.ignores(entry)) {
      bytes += 'i';
      ++marks;
    }
    append_entry(entry, bytes);
    if (bytes.size() < kMaxPieceBytes) return true;
    give_bytes(reading, bytes, false);
    size += bytes.size();
    bytes.clear();
    return reading.question().kind == Question::Kind::kBytes;
  }));
  size += bytes.size();
  if (rules.has_given_up()) {
    bytes.append("!", 2);
    size -= marks;
  }
  give_bytes(reading, bytes, true);
  return size;
}

/// The names of a directory as a reading takes them. Not all may be compared: those come first that
/// begin like `name`.
std::string names_around(const std::string& root, const std::string& path,
                         const std::string& name) {
  auto names = list_names(root, path);
  const auto is_before = [](const DirectoryEntry& a, const DirectoryEntry& b) {
    return a.name < b.name;
  };
  std::sort(names.begin(), names.end(), is_before);
  const auto place = std::lower_bound(names.begin(), names.end(), DirectoryEntry{name}, is_before);
  auto above = static_cast<std::size_t>(place - names.begin());
  std::size_t below = above;
  std::string bytes;
  while (above > 0 || below < names.size()) {
    if (below < names.size()) append_entry(names[below++], bytes);
    if (above > 0) append_entry(names[--above], bytes);
  }
  return bytes;
}

/// Reads the entries of a directory, or looks for the member of the call in them.
FileRead read_entries(std::string_view entries, Call call) {
  call.options.host.directory = true;
  const ByteSpan bytes = as_bytes(entries);
  auto reading =
      std::make_unique<FileReading>(call.request, call.options, FileKnowledge{bytes.size()});
  while (reading->question().kind == Question::Kind::kBytes) {
    const Question question = reading->question();
    const bool at_end = question.to >= bytes.size();
    reading->give_view(bytes.subspan(static_cast<std::size_t>(question.from)), at_end);
  }
  ToolResult result = reading->take_result();
  return {std::move(reading), std::move(result), std::nullopt};
}

FileRead read_directory(const std::string& path, const Arguments& arguments, Call call) {
  call.options.host.directory = true;
  auto reading = std::make_unique<FileReading>(call.request, call.options);
  auto given = give_entries(*reading, arguments.own("root"), path);
  if (!given) return {nullptr, refusal(std::move(given).error(), path), std::nullopt};
  ToolResult result = reading->take_result();
  result.metadata.size_bytes = *given;
  return {std::move(reading), std::move(result), std::nullopt};
}

/// A line that asks for files whose names are near that of one that does not exist; "" for none.
std::string near_names(const std::string& path, const Arguments& arguments) {
  const std::size_t slash = path.rfind('/');
  if (slash == 0 || slash + 1 == path.size()) return {};
  const bool is_here = slash == path.npos;
  const std::string name = is_here ? path : path.substr(slash + 1);
  const std::string entries =
      names_around(arguments.own("root"), is_here ? "." : path.substr(0, slash), name);
  Call call;
  call.request.file_path = is_here ? "./" + path : path;
  call.options.host.member = name;
  const auto error = read_entries(entries, std::move(call)).result.error;
  const std::size_t line = error ? error->message.find(kDidYouMean) : std::string::npos;
  return line == std::string::npos ? "" : error->message.substr(line);
}

}  // namespace

Result<void> check_arguments(const Arguments& arguments) {
  auto call = call_for("file", arguments);
  if (!call) return tl::unexpected<Error>(std::move(call).error());
  return {};
}

FileRead read_file(const std::string& path, const Arguments& arguments, const Progress& progress) {
  const auto refuse = [&path](Error error) {
    return FileRead{nullptr, refusal(std::move(error), path), std::nullopt};
  };
  auto call = call_for(path, arguments);
  auto place = path == command::kStandardInput ? Result<Place>(Place{open_standard_input(), ""})
                                               : find_place(arguments.own("root"), path);
  if (!call) {
    return {nullptr, argument_refusal(std::move(call).error(), place ? place->file.size : 0),
            std::nullopt};
  }
  if (!place && place.error().code == ErrorCode::kIsDirectory) {
    return read_directory(path, arguments, *std::move(call));
  }
  if (!place) {
    Error error = std::move(place).error();
    // In a batch a directory would be listed for each name that is gone.
    if (error.code == ErrorCode::kFileNotFound && arguments.jobs == 0)
      error.message += near_names(path, arguments);
    return refuse(std::move(error));
  }
  const OpenFile& file = place->file;
  call->options.host.modified = file.modified;
  call->options.host.member = place->member;

  // Standard input, and files that the system makes up as they are read, say that they have no
  // bytes.
  const std::optional<std::uint64_t> size = file.size > 0 ? std::optional(file.size) : std::nullopt;
  auto reading = std::make_unique<FileReading>(call->request, call->options, FileKnowledge{size});
  if (!answer(*reading, file, size, progress)) return refuse(file_error(ErrorCode::kIoError, path));
  ToolResult result = reading->take_result();
  return {std::move(reading), std::move(result), FileFacts{file.size, file.mtime}};
}

}  // namespace lectern::cli
