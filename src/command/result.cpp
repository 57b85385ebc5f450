#include "command/result.h"

namespace lectern::command {

const Json& field(const Json& object, const char* name) {
  static const Json kNull;
  const auto found = object.find(name);
  return found == object.end() ? kNull : *found;
}

std::string text_field(const Json& object, const char* name) {
  const Json& value = field(object, name);
  return value.is_string() ? value.get<std::string>() : "";
}

std::int64_t number_field(const Json& object, const char* name) {
  const Json& value = field(object, name);
  return value.is_number() ? value.get<std::int64_t>() : 0;
}

bool is_set(const Json& object, const char* name) { return field(object, name) == true; }

std::string media_type(const Json& medium) { return text_field(medium, kMediaTypeField); }

std::size_t media_bytes(const Json& medium) {
  return static_cast<std::size_t>(number_field(medium, "data"));
}

std::size_t media_size(const Json& medium) { return (media_bytes(medium) + 2) / 3 * 4; }

}  // namespace lectern::command
