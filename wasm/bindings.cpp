// The JavaScript boundary: the only file of the library that knows Embind.
//
// Calls are few and fat. Bytes come in through one copy into memory that the caller got from `allocate`. Results leave as
// plain JavaScript objects whose fields have the order of read/result_json.cpp, so that JSON.stringify gives what
// `to_json_text` gives. Strings are decoded from memory in one piece; nothing that leaves points into memory, and
// nothing has to be deleted.
#include <emscripten/bind.h>
#include <emscripten/em_js.h>
#include <emscripten/emscripten.h>
#include <emscripten/val.h>

#include <cstdlib>
#include <optional>
#include <string>
#include <utility>

#include "base/base64.h"
#include "read/detect.h"
#include "read/json.h"
#include "read/read_session.h"
#include "read/refusal.h"
#include "wasm/encoding_tables.h"

using emscripten::val;

// A JavaScript string from UTF-8 in memory. One decoder serves all calls; it keeps a byte order mark as a character.
EM_JS(emscripten::EM_VAL, lectern_decode_utf8, (const char* data, std::size_t size), {
  if (!lectern_decode_utf8.decoder) {
    lectern_decode_utf8.decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  }
  return Emval.toHandle(lectern_decode_utf8.decoder.decode(HEAPU8.subarray(data, data + size)));
});

// The bytes in base64 by the host's own encoder, which needs no second copy in memory; null where there is none.
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

ByteSpan span_at(Address address, std::size_t size_bytes) {
  return {reinterpret_cast<const std::uint8_t*>(address), size_bytes};
}

val js_string(std::string_view text) {
  return val::take_ownership(lectern_decode_utf8(text.data(), text.size()));
}

val js_value(const Json& json) {
  switch (json.type()) {
    case Json::value_t::object: {
      val object = val::object();
      for (const auto& [name, value] : json.items()) object.set(name.c_str(), js_value(value));
      return object;
    }
    case Json::value_t::array: {
      val array = val::array();
      for (std::size_t i = 0; i < json.size(); ++i) array.set(i, js_value(json[i]));
      return array;
    }
    case Json::value_t::string: return js_string(json.get_ref<const std::string&>());
    case Json::value_t::boolean: return val(json.get<bool>());
    case Json::value_t::number_integer:
    case Json::value_t::number_unsigned:
    case Json::value_t::number_float: return val(json.get<double>());
    default: return val::null();
  }
}

val js_base64(const Media& media) {
  const ByteSpan bytes = media.bytes();
  if (const auto text = lectern_host_base64(bytes.data(), bytes.size())) return val::take_ownership(text);
  return js_string(base64_encode(bytes));
}

/// The result as JSON has it, with the media's base64 set afterwards: replacing a value keeps its place.
val js_result(const ToolResult& result) {
  val object = js_value(to_json(result, MediaText::kEmpty));
  for (std::size_t i = 0; i < result.images.size(); ++i) {
    object["images"][i].set("data", js_base64(result.images[i].data));
  }
  for (std::size_t i = 0; i < result.documents.size(); ++i) {
    object["documents"][i].set("data", js_base64(result.documents[i].data));
  }
  return object;
}

/// Memory for `size_bytes` bytes of a file; 0 when there is not enough.
Address allocate(std::size_t size_bytes) {
  return reinterpret_cast<Address>(std::malloc(size_bytes == 0 ? 1 : size_bytes));
}

void release(Address address) { std::free(reinterpret_cast<void*>(address)); }

/// A read of the bytes at `address`, which stay the caller's.
val read_bytes(Address address, std::size_t size_bytes, const std::string& input_json,
               const std::string& options_json) {
  return js_result(read_json(span_at(address, size_bytes), input_json, options_json));
}

/// The same for a picture that the host has decoded: `width` x `height` RGBA pixels at `pixels`.
val read_decoded_bytes(Address address, std::size_t size_bytes, Address pixels, std::uint32_t width,
                       std::uint32_t height, const std::string& input_json,
                       const std::string& options_json) {
  const Dimensions size{width, height};
  const PixelView view{span_at(pixels, static_cast<std::size_t>(rgba_bytes(size))), size};
  return js_result(read_decoded_json(span_at(address, size_bytes), view, input_json, options_json));
}

val detect_bytes(Address address, std::size_t size_bytes, const std::string& name,
                 const std::string& hint) {
  return js_value(to_json(detect(span_at(address, size_bytes), name, hint)));
}

/// A read of a file that arrives in pieces: the session's address and the byte of the file at which
/// pushes start, or the refusal of bad arguments. `size_bytes` is negative when the host does not
/// know it. The bytes at `index` are what `line_index` gave after an earlier read; none when there
/// was none.
val open_session(const std::string& input_json, const std::string& options_json, double size_bytes,
                 Address index, std::size_t index_size_bytes) {
  val opened = val::object();
  const auto request = parse_request(input_json);
  const auto options = parse_options(options_json);
  if (request && options) {
    std::optional<std::uint64_t> size;
    if (size_bytes >= 0) size = static_cast<std::uint64_t>(size_bytes);
    auto known = LineIndex::from_bytes(span_at(index, index_size_bytes)).value_or(LineIndex());
    auto* session = new ReadSession(*request, *options, size, std::move(known));
    opened.set("session", reinterpret_cast<Address>(session));
    opened.set("start", static_cast<double>(session->start()));
  } else {
    opened.set("refusal", js_result(read_json({}, input_json, options_json)));
  }
  return opened;
}

ReadSession* session_at(Address address) { return reinterpret_cast<ReadSession*>(address); }

/// False when more bytes would change nothing.
bool push(Address session, Address address, std::size_t size_bytes) {
  return session_at(session)->push(span_at(address, size_bytes)) == ReadSession::Status::kMore;
}

val finish(Address session) { return js_result(session_at(session)->finish()); }

/// What a finished session knows of the file's lines, for `open_session`; undefined when that is
/// nothing.
val line_index(Address session) {
  const LineIndex index = session_at(session)->index();
  if (index.empty()) return val::undefined();
  const ByteVector bytes = index.to_bytes();
  // A copy: the view's memory is about to be freed.
  return val(emscripten::typed_memory_view(bytes.size(), bytes.data())).call<val>("slice");
}

void close_session(Address session) { delete session_at(session); }

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

/// Takes over the tables at `address`, which come from `allocate`.
void set_encoding_tables(Address address, std::size_t size_bytes) {
  install_encoding_tables(span_at(address, size_bytes));
}

std::string version() { return LECTERN_VERSION; }

}  // namespace
}  // namespace lectern

EMSCRIPTEN_BINDINGS(lectern) {
  emscripten::function("allocate", &lectern::allocate);
  emscripten::function("release", &lectern::release);
  emscripten::function("read", &lectern::read_bytes);
  emscripten::function("readDecoded", &lectern::read_decoded_bytes);
  emscripten::function("detect", &lectern::detect_bytes);
  emscripten::function("openSession", &lectern::open_session);
  emscripten::function("push", &lectern::push);
  emscripten::function("finish", &lectern::finish);
  emscripten::function("lineIndex", &lectern::line_index);
  emscripten::function("closeSession", &lectern::close_session);
  emscripten::function("refuseArguments", &lectern::refuse_arguments);
  emscripten::function("refuseFile", &lectern::refuse_file);
  emscripten::function("setEncodingTables", &lectern::set_encoding_tables);
  emscripten::function("wantsEncodingTables", &lectern::take_wants_encoding_tables);
  emscripten::function("version", &lectern::version);
}
