// The pure part of the command line for the npm package: the second file that knows Embind. The
// `lectern` program loads it, the library never does.
//
// One instance is one command. JSON goes in and comes out as text. In it, names of files are
// strings in which each character stands for one byte, since they need not be UTF-8; what was on
// the command line, and what is printed, is text.
#include <emscripten/bind.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "command/batch.h"
#include "command/help.h"
#include "command/printable.h"
#include "command/result.h"
#include "text/utf8.h"

namespace lectern::command {
namespace {

/// The state of the command.
struct State {
  Arguments arguments;
  std::optional<Printer> printer;
  Manifest since;
  std::optional<Batch> batch;
};

State& state() {
  static State the_state;
  return the_state;
}

/// The bytes that a string of one character for each stands for.
std::string bytes_of(const std::string& text) {
  std::string bytes;
  for (std::size_t at = 0; at < text.size();) {
    const auto [character, next] = utf8_character_at(text, at);
    bytes += static_cast<char>(character);
    at = next;
  }
  return bytes;
}

std::string text_of(std::string_view bytes) {
  std::string text;
  for (const char byte : bytes) append_utf8(static_cast<unsigned char>(byte), text);
  return text;
}

Json parsed(const std::string& text) { return Json::parse(text, nullptr, false); }

/// Strings, and [medium, first character, characters] for base64.
Json to_json(const Output& output) {
  Json pieces = Json::array();
  for (const Output::Piece& piece : output.pieces()) {
    if (const auto* text = std::get_if<std::string>(&piece)) {
      pieces.push_back(*text);
    } else {
      const auto& slice = std::get<MediaSlice>(piece);
      pieces.push_back({slice.index, slice.begin, slice.size});
    }
  }
  return pieces;
}

std::optional<FileFacts> facts_of(const Json& json) {
  if (!json.is_object()) return std::nullopt;
  return FileFacts{static_cast<std::uint64_t>(number_field(json, "size")),
                   text_field(json, "mtime")};
}

NamedFile file_of(const Json& json) {
  return {bytes_of(text_field(json, "path")), bytes_of(text_field(json, "absolute"))};
}

Json described(const Arguments& arguments) {
  return {{"verb", name_of(arguments.verb)},
          {"files", arguments.files},
          {"input", arguments.input},
          {"options", arguments.options},
          {"isText", arguments.form == Form::kText},
          {"jobs", arguments.jobs},
          {"root", arguments.own("root")},
          {"symlinks", arguments.own("symlinks", "follow-inside")},
          {"archives", arguments.has("archives")},
          {"manifest", arguments.own("manifest")},
          {"since", arguments.own("since")}};
}

/// {words, environment, isTerminal} becomes the arguments, {print} or {error}.
std::string parse(const std::string& call_text) {
  const Json call = parsed(call_text);
  const auto words = field(call, "words").get<std::vector<std::string>>();
  const std::vector<std::string_view> views(words.begin(), words.end());
  auto arguments = parse_arguments(views);
  if (!arguments) return json_text({{"error", arguments.error().message}});
  if (const auto text = text_asked_for(*arguments)) return json_text({{"print", *text}});
  const Json& environment = field(call, "environment");
  const Environment lookup = [&environment](const char* name) {
    const Json& value = field(environment, name);
    return value.is_string() ? value.get_ref<const std::string&>().c_str() : nullptr;
  };
  apply_environment(*arguments, lookup);
  State& now = state();
  now.arguments = *std::move(arguments);
  now.printer.emplace(now.arguments, image_protocol(now.arguments.own("preview"),
                                                    is_set(call, "isTerminal"), lookup));
  return json_text(described(now.arguments));
}

/// {path, absolute, result} becomes {messages, output}.
std::string print(const std::string& call_text) {
  const Json call = parsed(call_text);
  const auto printed = state().printer->print(file_of(call), field(call, "result"));
  return json_text({{"messages", printed.messages}, {"output", to_json(printed.output)}});
}

/// {path, absolute, result, facts} becomes {output, entry, success, bytes}.
std::string batch_line_of(const std::string& call_text) {
  const Json call = parsed(call_text);
  const BatchLine line = batch_line(file_of(call), field(call, "result"),
                                    facts_of(field(call, "facts")), state().arguments);
  return json_text({{"output", to_json(line.output)},
                    {"entry", line.entry},
                    {"success", line.success},
                    {"bytes", line.bytes}});
}

/// The bytes of the manifest of --since become {wholeBytes} or {error}.
std::string load_manifest(const std::string& bytes) {
  auto manifest = Manifest::parse(bytes);
  if (!manifest) return json_text({{"error", manifest.error().message}});
  state().since = *std::move(manifest);
  return json_text({{"wholeBytes", state().since.whole_bytes()}});
}

void open_batch() {
  State& now = state();
  now.batch.emplace(now.arguments, std::move(now.since));
}

constexpr const char* kSteps[] = {"ask", "read", "write", "writeOut", "note", "say", "wait", "end"};
constexpr const char* kQuestions[] = {"start", "list", "exists", "loadFile", "load"};

/// The next step of the batch.
std::string next() {
  const Step step = state().batch->next();
  const bool is_path = step.kind == Step::Kind::kRead;
  Json json = {{"kind", kSteps[static_cast<std::size_t>(step.kind)]},
               {"text", is_path ? text_of(step.text) : step.text},
               {"ticket", step.ticket},
               {"status", static_cast<int>(step.status)}};
  if (step.line) json["line"] = to_json(*step.line);
  if (step.question) {
    json["question"] = kQuestions[static_cast<std::size_t>(step.question->kind)];
    json["text"] = text_of(step.question->path);
    json["most"] = kMaxIgnoreBytes;
  }
  return json_text(json);
}

DirectoryEntry entry_of(const Json& json) {
  DirectoryEntry entry;
  entry.name = bytes_of(text_field(json, "name"));
  const std::string kind = text_field(json, "kind");
  if (kind != "file") entry.kind = kind == "directory" ? EntryKind::kDirectory : EntryKind::kOther;
  entry.facts = facts_of(field(json, "facts")).value_or(FileFacts());
  entry.is_written = is_set(json, "isWritten");
  return entry;
}

/// {entries, absolute, facts, failure}: the answer to "start" and "list".
void answer_listing(const std::string& text) {
  const Json json = parsed(text);
  Listing listing;
  listing.absolute = bytes_of(text_field(json, "absolute"));
  listing.facts = facts_of(field(json, "facts"));
  listing.failure = field(json, "failure");
  if (const Json& entries = field(json, "entries"); entries.is_array()) {
    listing.entries.emplace();
    for (const Json& entry : entries) listing.entries->push_back(entry_of(entry));
  }
  state().batch->answer(std::move(listing));
}

/// "absent", "present" or "outside": the answer to "exists".
void answer_presence(const std::string& text) {
  const Presence other = text == "present" ? Presence::kPresent : Presence::kOutsideRoot;
  state().batch->answer(text == "absent" ? Presence::kAbsent : other);
}

/// The bytes of a file, or the reason why there are none: the answer to "loadFile" and "load".
void answer_patterns(const std::string& bytes, bool exists, const std::string& error) {
  state().batch->answer(Patterns{bytes, exists, error});
}

/// {ticket, entry, success, bytes, members, membersFailure}
void finished(const std::string& text) {
  const Json json = parsed(text);
  state().batch->finished(static_cast<std::size_t>(number_field(json, "ticket")),
                          {text_field(json, "entry"), is_set(json, "success"),
                           static_cast<std::uint64_t>(number_field(json, "bytes")),
                           text_field(json, "members"), text_field(json, "membersFailure")});
}

std::string progress() { return state().batch->progress(); }

/// \param size  of the file in bytes; negative when nobody knows.
std::string reading_progress(const std::string& path, double done, double size) {
  const auto known = size < 0 ? std::nullopt : std::optional(static_cast<std::uint64_t>(size));
  const auto bytes = static_cast<std::uint64_t>(done);
  if (known.value_or(bytes) < kLargeFileBytes) return "";
  return reading_line(path, bytes, known);
}

std::string message(const std::string& text) {
  return message_line(in_words_of_flags(text, state().arguments));
}

}  // namespace
}  // namespace lectern::command

EMSCRIPTEN_BINDINGS(lectern_command) {
  emscripten::function("parse", &lectern::command::parse);
  emscripten::function("print", &lectern::command::print);
  emscripten::function("batchLine", &lectern::command::batch_line_of);
  emscripten::function("loadManifest", &lectern::command::load_manifest);
  emscripten::function("openBatch", &lectern::command::open_batch);
  emscripten::function("next", &lectern::command::next);
  emscripten::function("answerListing", &lectern::command::answer_listing);
  emscripten::function("answerPresence", &lectern::command::answer_presence);
  emscripten::function("answerPatterns", &lectern::command::answer_patterns);
  emscripten::function("finished", &lectern::command::finished);
  emscripten::function("progress", &lectern::command::progress);
  emscripten::function("readingProgress", &lectern::command::reading_progress);
  emscripten::function("message", &lectern::command::message);
}
