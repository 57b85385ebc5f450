// What the host stored for a call: as JSON, and back to the allocator.
#pragma once

#include <cstdlib>
#include <span>
#include <string>

#include "component/canonical.h"
#include "read/json.h"

namespace lectern::component {

inline void set(Json& json, const char* name, const String& text) {
  json[name] = std::string(text.data, text.size);
}

inline void set(Json& json, const char* name, std::uint32_t number) { json[name] = number; }
inline void set(Json& json, const char* name, std::uint64_t number) { json[name] = number; }
inline void set(Json& json, const char* name, std::int64_t number) { json[name] = number; }
inline void set(Json& json, const char* name, bool flag) { json[name] = flag; }

/// A record.
template <typename Record>
void set(Json& json, const char* name, const Record& record) {
  json[name] = to_json(record);
}

template <typename T>
void set(Json& json, const char* name, const Option<T>& value) {
  if (value.present) set(json, name, value.value);
}

/// \param names  of the enum's cases, in their order.
inline void set(Json& json, const char* name, const Option<Case>& choice,
                std::span<const char* const> names) {
  if (choice.present) json[name] = names[choice.value];
}

/// Frees what the host stored. Nothing is stored for what is empty.
template <typename T>
void release(const List<T>& stored) {
  if (stored.size > 0) std::free(const_cast<void*>(static_cast<const void*>(stored.data)));
}

template <typename T>
void release(const Option<T>& stored) {
  if (stored.present) release(stored.value);
}

}  // namespace lectern::component
