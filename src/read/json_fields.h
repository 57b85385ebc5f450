// Writing the fields of a JSON object.
#pragma once

#include <cmath>
#include <optional>
#include <utility>

#include "read/json.h"

namespace lectern {

/// A field. One function for all of a type: written out in place, the fields would be a twentieth
/// of the WebAssembly module.
template <typename T>
[[gnu::noinline]] void set(Json& json, const char* name, const T& value) {
  json[name] = value;
}

[[gnu::noinline]] inline void set(Json& json, const char* name, Json&& value) {
  json[name] = std::move(value);
}

template <typename T>
[[gnu::noinline]] void set_if(Json& json, const char* name, const std::optional<T>& value) {
  if (value) set(json, name, *value);
}

/// Whole numbers without a fraction, as JavaScript prints them.
inline Json number(double value) {
  const auto integer = static_cast<std::int64_t>(value);
  if (static_cast<double>(integer) == value) return integer;
  return value;
}

/// Points with two decimals: finer is noise.
inline Json points(double value) { return number(std::round(value * 100) / 100); }

// Generated from schema/.
Json to_json(const PixelRegion& from);
Json to_json(const Dimensions& from);
Json to_json(const PageInfo& from);
Json to_json(const OutlineItem& from);
Json to_json(const Metadata& from);

}  // namespace lectern
