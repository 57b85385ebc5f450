#include "command/output.h"

#include <optional>
#include <utility>

namespace lectern::command {
namespace {

/// Bytes of a size or an index in what stands for a medium.
constexpr std::size_t kNumberBytes = 8;

void append_number(Json::binary_t& bytes, std::uint64_t number) {
  for (std::size_t i = 0; i < kNumberBytes; ++i) {
    bytes.push_back(static_cast<std::uint8_t>(number >> (8 * i)));
  }
}

std::size_t number_at(const Json::binary_t& bytes, std::size_t at) {
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < kNumberBytes; ++i) {
    number |= std::uint64_t{bytes[at + i]} << (8 * i);
  }
  return static_cast<std::size_t>(number);
}

}  // namespace

// JSON read from text has no binary values: nothing in a file can look like one.
Json media_value(std::size_t index, std::size_t size, std::string_view before) {
  Json::binary_t bytes;
  append_number(bytes, index);
  append_number(bytes, size);
  bytes.insert(bytes.end(), before.begin(), before.end());
  return Json::binary(std::move(bytes));
}

std::string json_text(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string json_string(std::string_view text) { return json_text(Json(text)); }

void Output::add(std::string_view text) {
  if (text.empty()) return;
  if (pieces_.empty() || !std::holds_alternative<std::string>(pieces_.back())) {
    pieces_.emplace_back(std::string());
  }
  std::get<std::string>(pieces_.back()) += text;
}

void Output::add(MediaSlice slice) { pieces_.emplace_back(slice); }

void Output::add_json(const Json& json) {
  if (json.is_binary()) {
    const Json::binary_t& bytes = json.get_binary();
    const std::string before(bytes.begin() + 2 * kNumberBytes, bytes.end());
    const std::string quoted = json_string(before);
    add(std::string_view(quoted).substr(0, quoted.size() - 1));
    add(MediaSlice{number_at(bytes, 0), 0, number_at(bytes, kNumberBytes)});
    add("\"");
  } else if (json.is_object()) {
    std::string_view separator = "{";
    for (const auto& [name, value] : json.items()) {
      add(separator);
      add(json_string(name));
      add(":");
      add_json(value);
      separator = ",";
    }
    add(json.empty() ? "{}" : "}");
  } else if (json.is_array()) {
    std::string_view separator = "[";
    for (const Json& value : json) {
      add(separator);
      add_json(value);
      separator = ",";
    }
    add(json.empty() ? "[]" : "]");
  } else {
    add(json_text(json));
  }
}

std::string Output::text(const std::function<std::string(std::size_t index)>& base64) const {
  std::string all;
  std::string medium;
  std::optional<std::size_t> index;
  std::size_t size = 0;
  for (const Piece& piece : pieces_) {
    const auto* text = std::get_if<std::string>(&piece);
    size += text != nullptr ? text->size() : std::get<MediaSlice>(piece).size;
  }
  all.reserve(size);
  for (const Piece& piece : pieces_) {
    if (const auto* text = std::get_if<std::string>(&piece)) {
      all += *text;
      continue;
    }
    const auto& slice = std::get<MediaSlice>(piece);
    if (index != slice.index) medium = base64(slice.index);
    index = slice.index;
    all.append(medium, slice.begin, slice.size);
  }
  return all;
}

}  // namespace lectern::command
