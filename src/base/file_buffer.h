// Bytes of a file that arrive one after the other, in memory that is not cleared first.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <memory>
#include <span>

#include "base/bytes.h"

namespace lectern {

class FileBuffer {
 public:
  /// Room for `size` more bytes behind those that are there; empty when memory is exhausted. Valid
  /// until the next call.
  std::span<std::uint8_t> room(std::size_t size) {
    if (size > capacity_ - size_) {
      const std::uint64_t needed = std::uint64_t{size_} + size;
      if (!reserve(std::max(needed, 2 * std::uint64_t{capacity_})) && !reserve(needed)) return {};
    }
    return {bytes_.get() + size_, size};
  }
  /// The first `size` bytes of the room have been written.
  void commit(std::size_t size) { size_ += size; }

  /// Takes memory for `size` bytes in all. False when there is not enough.
  bool reserve(std::uint64_t size) {
    if (size <= capacity_) return true;
    if (size > std::numeric_limits<std::size_t>::max() / 2) return false;
    const auto capacity = static_cast<std::size_t>(size);
    void* grown = std::realloc(bytes_.get(), capacity);
    if (grown == nullptr) return false;
    (void)bytes_.release();
    bytes_.reset(static_cast<std::uint8_t*>(grown));
    capacity_ = capacity;
    return true;
  }

  ByteSpan bytes() const { return {bytes_.get(), size_}; }
  void clear() { size_ = 0; }

 private:
  struct Free {
    void operator()(std::uint8_t* bytes) const { std::free(bytes); }
  };
  std::unique_ptr<std::uint8_t, Free> bytes_;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace lectern
