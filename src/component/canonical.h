// How the canonical ABI of the component model lays out values in memory (CanonicalABI.md, "Loading"
// and "Storing"): records as C structures (records.h), an option and a variant as a tag of one byte
// before the value, enums in the order of their cases.
#pragma once

#include <cstdint>

namespace lectern::component {

static_assert(sizeof(void*) == 4, "the layout is that of 32-bit WebAssembly");

template <typename T>
struct List {
  T* data = nullptr;
  std::uint32_t size = 0;
};
/// UTF-8; `size` in bytes.
using String = List<const char>;
using Bytes = List<const std::uint8_t>;

template <typename T>
struct Option {
  bool present = false;
  T value = {};
};

/// The index of an enum's case.
using Case = std::uint8_t;

/// `variant piece`: a tag of one byte before the value.
struct Piece {
  enum Kind : std::uint8_t { kText, kImage };
  Kind kind = kText;
  union {
    String text = {};
    std::uint32_t image;
  };
};

}  // namespace lectern::component
