// The JavaScript boundary: the only file of the library that knows Embind.
//
// Calls are few and fat. Bytes come in through one copy into memory that the caller got from
// `allocate`. Results leave as plain JavaScript objects whose fields have the order of
// read/result_json.cpp, so that JSON.stringify gives what `to_json_text` gives. Strings are decoded
// from memory in one piece; nothing that leaves points into memory, and nothing has to be deleted.
#include <emscripten/bind.h>
#include <emscripten/em_js.h>
#include <emscripten/emscripten.h>
#include <emscripten/val.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/base64.h"
#include "read/detect.h"
#include "read/json.h"
#include "read/refusal.h"
#include "text/utf8.h"
#include "wasm/encoding_tables.h"

using emscripten::val;

// A JavaScript string from UTF-8 in memory. One decoder serves all calls; it keeps a byte order
// mark as a character.
EM_JS(emscripten::EM_VAL, lectern_decode_utf8, (const char* data, std::size_t size), {
  if (!lectern_decode_utf8.decoder) {
    lectern_decode_utf8.decoder = new TextDecoder('utf-8', {ignoreBOM : true});
  }
  return Emval.toHandle(lectern_decode_utf8.decoder.decode(HEAPU8.subarray(data, data + size)));
});

// The value that a Packing holds, in one call: each crossing of the border costs as much as a
// field.
// clang-format off
EM_JS(emscripten::EM_VAL, lectern_unpack,
      (const std::uint8_t* kinds, const double* numbers, std::size_t count, const char* text,
       std::size_t size),
      {
        if (!lectern_unpack.decoder) lectern_unpack.decoder = new TextDecoder();
        const values = new Float64Array(HEAPU8.buffer, numbers, count);
        const all = lectern_unpack.decoder.decode(HEAPU8.subarray(text, text + size));
        let next = 0;
        let at = 0;
        const string = () => {
          const from = at;
          return all.slice(from, (at += values[next++]));
        };
        const value = () => {
          switch (HEAPU8[kinds++]) {
            case 0:
              return null;
            case 1:
              return false;
            case 2:
              return true;
            case 3:
              return values[next++];
            case 4:
              return string();
            case 5:
              return Emval.toValue(values[next++]);
            case 6:
              return Array.from({length : values[next++]}, value);
            default:
              const object = {};
              for (let left = values[next++]; left > 0; left--) {
                const name = string();
                object[name] = value();
              }
              return object;
          }
        };
        return Emval.toHandle(value());
      });
// clang-format on

// Whether the host makes a string of UTF-16 by copying it: V8 takes ten times as long to decode
// UTF-8 that is not ASCII alone.
EM_JS(bool, lectern_copies_utf16, (), { return typeof Buffer !== 'undefined'; });
EM_JS(emscripten::EM_VAL, lectern_copy_utf16, (const char16_t* data, std::size_t units),
      { return Emval.toHandle(Buffer.from(HEAPU8.buffer, data, units * 2).toString('utf16le')); });

// The bytes in base64 by the host's own encoder, which needs no second copy in memory; null where
// there is none.
EM_JS(emscripten::EM_VAL, lectern_host_base64, (const std::uint8_t* data, std::size_t size), {
  const bytes = HEAPU8.subarray(data, data + size);
  if (bytes.toBase64) return Emval.toHandle(bytes.toBase64());
  if (typeof Buffer === 'undefined') return 0;
  return Emval.toHandle(Buffer.from(bytes.buffer, bytes.byteOffset, size).toString('base64'));
});

namespace lectern {
namespace {

/// A place in WebAssembly memory as JavaScript knows it: an offset in bytes.
using Address = std::uintptr_t;

/// Bytes from which on it counts how a text is handed over.
constexpr std::size_t kLongText = 4096;

ByteSpan span_at(Address address, std::size_t size_bytes) {
  return {reinterpret_cast<const std::uint8_t*>(address), size_bytes};
}

val js_string(std::string_view text) {
  if (text.size() > kLongText && lectern_copies_utf16()) {
    const std::size_t characters = utf8_length(text);
    if (characters < text.size()) {
      const std::unique_ptr<char16_t[]> units(new char16_t[std::min(2 * characters, text.size())]);
      return val::take_ownership(lectern_copy_utf16(units.get(), utf8_to_utf16(text, units.get())));
    }
  }
  return val::take_ownership(lectern_decode_utf8(text.data(), text.size()));
}

/// JSON on its way to JavaScript, which `lectern_unpack` reads: the kinds of all values in their
/// order, their numbers and lengths, and names and short texts, in ASCII, one behind the other.
class Packing {
 public:
  void add(const Json& json) {
    switch (json.type()) {
      case Json::value_t::object:
        start(Kind::kObject, json.size());
        for (const auto& [name, value] : json.items()) {
          add_text(name);
          add(value);
        }
        return;
      case Json::value_t::array:
        start(Kind::kArray, json.size());
        for (const Json& value : json) add(value);
        return;
      case Json::value_t::string:
        return add_string(json.get_ref<const std::string&>());
      case Json::value_t::boolean:
        return add_kind(json.get<bool>() ? Kind::kTrue : Kind::kFalse);
      case Json::value_t::number_integer:
      case Json::value_t::number_unsigned:
      case Json::value_t::number_float:
        add_kind(Kind::kNumber);
        return numbers_.push_back(json.get<double>());
      default:
        return add_kind(Kind::kNull);
    }
  }
  val unpacked() const {
    return val::take_ownership(lectern_unpack(kinds_.data(), numbers_.data(), numbers_.size(),
                                              text_.data(), text_.size()));
  }

 private:
  enum class Kind : std::uint8_t {
    kNull,
    kFalse,
    kTrue,
    kNumber,
    kShortText,
    kText,
    kArray,
    kObject
  };
  void add_kind(Kind kind) { kinds_.push_back(static_cast<std::uint8_t>(kind)); }
  void start(Kind kind, std::size_t size) {
    add_kind(kind);
    numbers_.push_back(static_cast<double>(size));
  }
  void add_text(std::string_view text) {
    numbers_.push_back(static_cast<double>(text.size()));
    text_ += text;
  }
  void add_string(std::string_view text) {
    const auto is_ascii = [](char c) { return static_cast<unsigned char>(c) < 0x80; };
    if (text.size() <= kLongText && std::all_of(text.begin(), text.end(), is_ascii)) {
      add_kind(Kind::kShortText);
      return add_text(text);
    }
    add_kind(Kind::kText);
    texts_.push_back(js_string(text));
    numbers_.push_back(
        static_cast<double>(reinterpret_cast<std::uintptr_t>(texts_.back().as_handle())));
  }

  std::vector<std::uint8_t> kinds_;
  std::vector<double> numbers_;
  std::string text_;
  std::vector<val> texts_;  ///< those that are long or not in ASCII
};

val js_value(const Json& json) {
  Packing packing;
  packing.add(json);
  return packing.unpacked();
}

/// A copy: nothing that leaves points into memory.
val js_bytes(ByteSpan bytes) {
  return val(emscripten::typed_memory_view(bytes.size(), bytes.data())).call<val>("slice");
}

val js_media(const Media& media, bool as_bytes) {
  const ByteSpan bytes = media.bytes();
  if (as_bytes) return js_bytes(bytes);
  if (const auto text = lectern_host_base64(bytes.data(), bytes.size()))
    return val::take_ownership(text);
  return js_string(base64_encode(bytes));
}

/// The result as JSON has it, with its content and the media's base64 set afterwards: replacing a
/// value keeps its place. \param as_bytes  the media are bytes instead
val js_result(ToolResult result, bool as_bytes = false) {
  const std::string content = std::exchange(result.content, {});
  val object = js_value(to_json(result, MediaText::kEmpty));
  object.set("content", js_string(content));
  const auto fill = [&](const char* name, std::size_t i, const Media& media) {
    object[name][i].set("data", js_media(media, as_bytes));
  };
  for (std::size_t i = 0; i < result.images.size(); ++i) fill("images", i, result.images[i].data);
  for (std::size_t i = 0; i < result.documents.size(); ++i) {
    fill("documents", i, result.documents[i].data);
  }
  return object;
}

/// Memory for `size_bytes` bytes of a file; 0 when there is not enough.
Address allocate(std::size_t size_bytes) {
  return reinterpret_cast<Address>(std::malloc(size_bytes == 0 ? 1 : size_bytes));
}

void release(Address address) { std::free(reinterpret_cast<void*>(address)); }

val detect_bytes(Address address, std::size_t size_bytes, bool at_end, const std::string& name,
                 const std::string& hint) {
  const DetectionInput input{
      .head = span_at(address, size_bytes), .at_end = at_end, .name = name, .hint = hint};
  return js_value(to_json(detect(input)));
}

FileReading* reading_at(Address address) { return reinterpret_cast<FileReading*>(address); }

/// Numbers of JavaScript count no further.
constexpr std::uint64_t kMostCounted = std::uint64_t{1} << 53;

/// What the reading needs next, as a plain object.
val js_question(const FileReading& reading) {
  constexpr const char* kKinds[] = {"bytes", "module", "table", "pixels", "done", "turn"};
  const Question& question = reading.question();
  val object = val::object();
  object.set("kind", val(kKinds[static_cast<std::size_t>(question.kind)]));
  if (question.kind == Question::Kind::kBytes) {
    object.set("from", static_cast<double>(question.from));
    object.set("to", static_cast<double>(question.to));
  }
  if (!question.name.empty()) object.set("name", js_string(question.name));
  if (question.kind == Question::Kind::kPixels) {
    const Limits& limits = reading.limits();
    val bounds = val::array();
    bounds.set(0, static_cast<double>(limits.max_pixels));
    bounds.set(1, static_cast<double>(limits.max_decoded_bytes));
    bounds.set(2, static_cast<double>(limits.max_work));
    const FitLimits fit = reading.drawing_limits();
    unsigned place = 3;
    for (const std::uint64_t each : {fit.max_side, fit.max_patches, fit.patch_side}) {
      bounds.set(place++, static_cast<double>(std::min(each, kMostCounted)));
    }
    object.set("bounds", bounds);
  }
  return object;
}

/// A reading; `close_reading` frees it. `size_bytes` is negative when the host does not know it.
/// The bytes at `notes` are what `notes` gave after an earlier read; none when there was none.
Address open_reading_at(const std::string& input_json, const std::string& options_json,
                        double size_bytes, Address notes, std::size_t notes_bytes) {
  FileKnowledge file{.notes = span_at(notes, notes_bytes), .takes_turns = true};
  if (size_bytes >= 0) file.size_bytes = static_cast<std::uint64_t>(size_bytes);
  return reinterpret_cast<Address>(open_reading(input_json, options_json, file).release());
}

val question(Address reading) { return js_question(*reading_at(reading)); }

/// Where the bytes of an answer go, at most `size_bytes`; 0 when memory is exhausted.
Address room(Address reading, std::size_t size_bytes) {
  return reinterpret_cast<Address>(reading_at(reading)->room(size_bytes).data());
}

val give(Address reading, std::size_t size_bytes, bool at_end) {
  reading_at(reading)->give(size_bytes, at_end);
  return question(reading);
}

/// The table has been installed.
val give_table(Address reading) {
  reading_at(reading)->give_table({});
  return question(reading);
}

/// The module has been attached.
val give_module(Address reading) {
  reading_at(reading)->give_module();
  return question(reading);
}

/// `width` x `height` RGBA pixels at `address`, of a picture that may be larger.
/// \param warnings  one a line
val give_pixels(Address reading, Address address, std::uint32_t width, std::uint32_t height,
                std::uint32_t full_width, std::uint32_t full_height, std::uint32_t bit_depth,
                bool alpha, const std::string& warnings) {
  const Dimensions size{width, height};
  DecodedFacts facts{bit_depth, alpha, Dimensions{full_width, full_height}, {}};
  for (std::size_t from = 0, end = 0; (end = warnings.find('\n', from)) != std::string::npos;
       from = end + 1) {
    facts.warnings.push_back(warnings.substr(from, end - from));
  }
  reading_at(reading)->give_pixels(
      {span_at(address, static_cast<std::size_t>(rgba_bytes(size))), size}, std::move(facts));
  return question(reading);
}

/// A decoder's error: its code's name and its message.
val fail_pixels(Address reading, const std::string& code, const std::string& message) {
  Error error(ErrorCode::kInternal, message);
  for (const ErrorCode each :
       {ErrorCode::kCorruptImage, ErrorCode::kUnsupportedFormat, ErrorCode::kLimitExceeded}) {
    if (to_string(each) == code) error.code = each;
  }
  reading_at(reading)->fail_pixels(std::move(error));
  return question(reading);
}

val decline(Address reading, const std::string& reason) {
  reading_at(reading)->decline(reason);
  return question(reading);
}

/// The file as far as it has come.
val held_bytes(Address reading) { return js_bytes(reading_at(reading)->bytes()); }

/// \param as_bytes  pictures and documents as bytes, not in base64
val take_result(Address reading, bool as_bytes) {
  return js_result(reading_at(reading)->take_result(), as_bytes);
}

/// For a later read of the same file; undefined when there is nothing to note.
val notes(Address reading) {
  const ByteVector bytes = reading_at(reading)->notes();
  return bytes.empty() ? val::undefined() : js_bytes(bytes);
}

void close_reading(Address reading) { delete reading_at(reading); }

/// What is wrong with the arguments, before a file is opened; undefined when nothing is.
val refuse_arguments(const std::string& input_json, const std::string& options_json) {
  const auto request = parse_request(input_json);
  if (!request) return js_result(argument_refusal(request.error(), 0));
  const auto options = parse_options(options_json);
  if (!options) return js_result(argument_refusal(options.error(), 0));
  return val::undefined();
}

/// The result for a file that the host could not open. `code` is an ErrorCode's name.
val refuse_file(const std::string& code, const std::string& path) {
  return js_result(refusal(file_error(file_error_code(code), path), path));
}

/// Takes ownership of the tables at `address`, allocated with `allocate`.
void install_encodings(Address address, std::size_t size_bytes) {
  install_encoding_tables(span_at(address, size_bytes));
}

std::string version() { return LECTERN_VERSION; }

}  // namespace
}  // namespace lectern

EMSCRIPTEN_BINDINGS(lectern) {
  emscripten::function("allocate", &lectern::allocate);
  emscripten::function("release", &lectern::release);
  emscripten::function("detect", &lectern::detect_bytes);
  emscripten::function("openReading", &lectern::open_reading_at);
  emscripten::function("question", &lectern::question);
  emscripten::function("room", &lectern::room);
  emscripten::function("give", &lectern::give);
  emscripten::function("giveTable", &lectern::give_table);
  emscripten::function("giveModule", &lectern::give_module);
  emscripten::function("givePixels", &lectern::give_pixels);
  emscripten::function("failPixels", &lectern::fail_pixels);
  emscripten::function("decline", &lectern::decline);
  emscripten::function("heldBytes", &lectern::held_bytes);
  emscripten::function("takeResult", &lectern::take_result);
  emscripten::function("notes", &lectern::notes);
  emscripten::function("closeReading", &lectern::close_reading);
  emscripten::function("refuseArguments", &lectern::refuse_arguments);
  emscripten::function("refuseFile", &lectern::refuse_file);
  emscripten::function("installEncodings", &lectern::install_encodings);
  emscripten::function("version", &lectern::version);
}
