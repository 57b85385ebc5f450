// The vocabulary for raw bytes: every reader takes a ByteSpan and gives back values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace lectern {

/// A read-only view of bytes that somebody else owns. Valid as long as the owner keeps them.
using ByteSpan = std::span<const std::uint8_t>;

/// Bytes that the holder owns.
using ByteVector = std::vector<std::uint8_t>;

/// The same bytes seen as characters. Same lifetime as `bytes`; no encoding is implied.
inline std::string_view as_chars(ByteSpan bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// The same characters seen as bytes. Same lifetime as `text`.
inline ByteSpan as_bytes(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

/// True when `bytes` holds `expected` at `offset`. Never reads past the end.
inline bool has_bytes_at(ByteSpan bytes, std::size_t offset, std::string_view expected) {
  if (offset > bytes.size() || bytes.size() - offset < expected.size()) return false;
  return as_chars(bytes.subspan(offset, expected.size())) == expected;
}

/// True when `bytes` begins with `expected`.
inline bool starts_with(ByteSpan bytes, std::string_view expected) {
  return has_bytes_at(bytes, 0, expected);
}

}  // namespace lectern
