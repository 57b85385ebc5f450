// Bytes of a file that arrive one after the other, in memory that is not cleared first.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <cstring>
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
      const std::size_t most = static_cast<std::size_t>(-1) / 2;
      if (size > most - size_) return {};
      if (!reserve(std::max(size_ + size, std::min(most, 2 * capacity_)))) return {};
    }
    return {bytes_.get() + size_, size};
  }
  /// The first `size` bytes of the room have been written.
  void commit(std::size_t size) { size_ += size; }

  /// Takes memory for `capacity` bytes in all. False when there is not enough.
  bool reserve(std::size_t capacity) {
    if (capacity <= capacity_) return true;
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
