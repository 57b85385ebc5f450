// Takes the place of the C library's memchr, which looks at four bytes at once.
#include <bit>
#include <cstddef>
#include <cstdint>

#include "text/word_kernels.h"

extern "C" void* memchr(const void* start, int value, std::size_t size) {
  using namespace lectern;
  const auto byte = static_cast<std::uint8_t>(value);
  const auto* at = static_cast<const std::uint8_t*>(start);
  const std::uint8_t* const end = at + size;
  for (; static_cast<std::size_t>(end - at) >= words::kBytes; at += words::kBytes) {
    const std::uint64_t found = words::first_zero(words::load(at) ^ words::all_of(byte));
    if (found != 0) return const_cast<std::uint8_t*>(at + std::countr_zero(found) / 8);
  }
  while (at != end && *at != byte) ++at;
  return at == end ? nullptr : const_cast<std::uint8_t*>(at);
}
