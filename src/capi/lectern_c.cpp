#include "capi/lectern_c.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "read/json.h"

/// A reading behind its name in C.
struct lectern_reading {
  std::unique_ptr<lectern::FileReading> reading;
  std::span<std::uint8_t> room = {};  ///< what the host may have written to
  /// What it writes to instead, when it wants more than that.
  std::unique_ptr<std::uint8_t, void (*)(void*)> larger{nullptr, std::free};
  bool is_taken = false;

  bool asks(lectern::Question::Kind kind) const { return reading->question().kind == kind; }
};

namespace {

using Kind = lectern::Question::Kind;

std::string_view options_or_none(const char* options_json, size_t options_size) {
  return options_json == nullptr ? "{}" : std::string_view(options_json, options_size);
}

/// A copy for `lectern_free`, ended by NUL; null when memory is exhausted.
char* copy_of(std::string_view text, size_t* size) {
  auto* const copy = static_cast<char*>(std::malloc(text.size() + 1));
  if (copy == nullptr) return nullptr;
  std::memcpy(copy, text.data(), text.size());
  copy[text.size()] = '\0';
  if (size != nullptr) *size = text.size();
  return copy;
}

}  // namespace

uint32_t lectern_abi_version(void) { return LECTERN_ABI_VERSION; }

const char* lectern_version(void) { return LECTERN_VERSION; }

void* lectern_alloc(size_t size) { return std::malloc(size == 0 ? 1 : size); }

void lectern_free(void* memory) { std::free(memory); }

char* lectern_read(const uint8_t* bytes, size_t size, const char* request_json, size_t request_size,
                   const char* options_json, size_t options_size, size_t* result_size) {
  const std::string_view options = options_or_none(options_json, options_size);
  return copy_of(lectern::to_json_text(lectern::read_json(
                     {bytes, size}, std::string_view(request_json, request_size), options)),
                 result_size);
}

lectern_reading* lectern_open(const char* request_json, size_t request_size,
                              const char* options_json, size_t options_size, uint64_t file_size,
                              const uint8_t* notes, size_t notes_size) {
  lectern::FileKnowledge file{.notes = {notes, notes == nullptr ? 0 : notes_size}};
  if (file_size != LECTERN_UNKNOWN_SIZE) file.size_bytes = file_size;
  return new lectern_reading{lectern::open_reading(
      {request_json, request_size}, options_or_none(options_json, options_size), file)};
}

void lectern_ask(const lectern_reading* reading, lectern_question* question) {
  const lectern::Question& asked = reading->reading->question();
  *question = {static_cast<uint32_t>(asked.kind), asked.from, asked.to, asked.name.data(),
               asked.name.size()};
}

uint8_t* lectern_room(lectern_reading* reading, size_t size) {
  if (!reading->asks(Kind::kBytes)) return nullptr;
  const std::span<std::uint8_t> room = reading->reading->room(std::max<std::size_t>(size, 1));
  reading->room = room;
  reading->larger.reset();
  if (room.empty() || room.size() >= size) return room.data();
  reading->larger.reset(static_cast<std::uint8_t*>(std::malloc(size)));
  return reading->larger.get();
}

void lectern_give(lectern_reading* reading, size_t size, int at_end) {
  const std::span<std::uint8_t> room = std::exchange(reading->room, {});
  if (!reading->asks(Kind::kBytes)) return;
  const std::size_t taken = std::min(size, room.size());
  if (reading->larger != nullptr) std::memcpy(room.data(), reading->larger.get(), taken);
  reading->larger.reset();
  // What is not taken is asked for again.
  reading->reading->give(taken, at_end != 0 && taken == size);
}

const uint8_t* lectern_held(const lectern_reading* reading, size_t* size) {
  const lectern::ByteSpan held = reading->reading->bytes();
  if (size != nullptr) *size = held.size();
  return held.data();
}

void lectern_give_pixels(lectern_reading* reading, const uint8_t* rgba, uint32_t width,
                         uint32_t height) {
  const lectern::Dimensions size{width, height};
  if (!reading->asks(Kind::kPixels) || rgba == nullptr) return;
  reading->reading->give_pixels(
      {{rgba, static_cast<std::size_t>(lectern::rgba_bytes(size))}, size});
}

void lectern_decline(lectern_reading* reading, const char* reason, size_t reason_size) {
  if (reading->asks(Kind::kBytes) || reading->asks(Kind::kDone)) return;
  reading->reading->decline(reason == nullptr ? "" : std::string_view(reason, reason_size));
}

char* lectern_result(lectern_reading* reading, size_t* result_size) {
  if (!reading->asks(Kind::kDone) || std::exchange(reading->is_taken, true)) return nullptr;
  return copy_of(lectern::to_json_text(reading->reading->take_result()), result_size);
}

uint8_t* lectern_notes(const lectern_reading* reading, size_t* notes_size) {
  if (!reading->asks(Kind::kDone)) return nullptr;
  const lectern::ByteVector notes = reading->reading->notes();
  if (notes.empty()) return nullptr;
  return reinterpret_cast<uint8_t*>(copy_of(lectern::as_chars(notes), notes_size));
}

void lectern_close(lectern_reading* reading) { delete reading; }
