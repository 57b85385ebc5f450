/* For deflate.c: how many bytes are the same from `one` and `other` on. `end` is a multiple of eight bytes after `one`. */
#include <stdint.h>
#include <string.h>

static unsigned equal_bytes(const unsigned char *one, const unsigned char *other, const unsigned char *end)
{
  const unsigned char *const start = one;
  for (; one < end; one += 8, other += 8) {
    uint64_t a, b;
    memcpy(&a, one, 8);
    memcpy(&b, other, 8);
    if (a != b) return (unsigned)(one - start) + (unsigned)__builtin_ctzll(a ^ b) / 8;
  }
  return (unsigned)(one - start);
}
