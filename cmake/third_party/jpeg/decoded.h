/* For jdhuff.c: the coefficients of a block. A code and the bits after it are taken by one look, six bytes of the file by one
 * load. The bit buffer is filled when the portable code fills it, so that both meet markers at the same place.
 */
#include <stdint.h>
#include <string.h>

/* An entry of the table is the coefficient, how far it is from the last one, and the length of the code and the bits: 16, 8 and
 * 8 bits. It is 0 where more bits are needed than are looked at, and for runs of zeros. The end of a block is far away. Of a
 * first coefficient, only how much it differs from the last one and the length are taken. */
#define kEndOfBlock 128

static void fill_whole(d_derived_tbl *table, const unsigned int *codes)
{
  const JHUFF_TBL *const huffman = table->pub;
  int at = 0;
  memset(table->whole, 0, sizeof(table->whole));
  for (int length = 1; length <= WHOLE_LOOKAHEAD; length++) {
    for (int i = 0; i < huffman->bits[length]; i++, at++) {
      const int bits = huffman->huffval[at] & 15, zeros = huffman->huffval[at] >> 4;
      const int left = WHOLE_LOOKAHEAD - length - bits;
      if (left < 0 || (bits == 0 && zeros == 15)) continue;
      int *const entries = &table->whole[codes[at] << (WHOLE_LOOKAHEAD - length)];
      for (int look = 0; look < 1 << (WHOLE_LOOKAHEAD - length); look++) {
        int value = look >> left;
        if (value < 1 << bits >> 1) value -= (1 << bits) - 1;
        entries[look] = value * (1 << 16) | (bits == 0 ? kEndOfBlock : zeros + 1) << 8 | (length + bits);
      }
    }
  }
}

/* Six bytes of which one may be 0xFF. */
static __attribute__((noinline)) JOCTET *fill_carefully(j_decompress_ptr cinfo, JOCTET *buffer, bit_buf_type *bits)
{
  bit_buf_type get_buffer = *bits;
  int bits_left = 0;
  for (int i = 0; i < 6; i++) GET_BYTE
  *bits = get_buffer;
  return buffer;
}

/* In fewer steps than the compiler's own. */
static inline uint64_t turned_around(uint64_t bytes)
{
  const uint64_t odd = 0x00FF00FF00FF00FF, pairs = 0x0000FFFF0000FFFF;
  bytes = (bytes & odd) << 8 | (bytes >> 8 & odd);
  bytes = (bytes & pairs) << 16 | (bytes >> 16 & pairs);
  return bytes << 32 | bytes >> 32;
}

/* Two of the eight bytes that are loaded stay: decode_mcu() has made sure that 512 follow for each block, of which the
 * longest takes 496 and leaves 4 in the buffer. `fill` takes six bytes that are held above sixteen bits of others. */
#define FILL(careful, fill) \
  if (bits_left <= 16) { \
    uint64_t next; \
    memcpy(&next, buffer, sizeof(next)); \
    if ((~next - 0x010101010101) & next & 0x808080808080) { \
      careful; \
    } else { \
      next = turned_around(next); \
      fill; \
      buffer += 6; \
    } \
    bits_left += 48; \
  }
#undef FILL_BIT_BUFFER_FAST
#define FILL_BIT_BUFFER_FAST \
  FILL(bit_buf_type filled = get_buffer; buffer = fill_carefully(cinfo, buffer, &filled); get_buffer = filled, \
       get_buffer = get_buffer << 48 | next >> 16)

/* The bits as the highest ones of a word, zeros below them, and back: 0 to 63, and up to 64. Of none, anything may come back. */
#define TO_TOP top = get_buffer << (63 - bits_left) << 1
#define FROM_TOP get_buffer = top >> (-bits_left & 63)
#define FILL_TOP \
  FILL(bit_buf_type filled = top >> (-bits_left & 63); buffer = fill_carefully(cinfo, buffer, &filled); \
       top = filled << (16 - bits_left), \
       top |= (next & ~(uint64_t)0xFFFF) >> bits_left)

/* In place of what decode_mcu_fast() does for the first one. The buffer would be filled once more between the code and the bits
 * after it; DECODE_COEFFICIENTS does so. */
#define DECODE_FIRST { \
  FILL_BIT_BUFFER_FAST \
  s = dctbl->whole[PEEK_BITS(WHOLE_LOOKAHEAD)]; \
  if (s != 0) { \
    DROP_BITS(s & 63); \
    s >>= 16; \
  } else { \
    if (bits_left <= 16) __builtin_unreachable(); \
    HUFF_DECODE_FAST(s, l, dctbl); \
    if (s) { \
      FILL_BIT_BUFFER_FAST \
      r = GET_BITS(s); \
      s = HUFF_EXTEND(r, s); \
    } \
  } \
}

/* In place of decode_mcu_fast()'s loops. What nobody needs goes into a block of its own. Behind the last place of a block,
 * jpeg_natural_order has the last one again. */
#define DECODE_COEFFICIENTS { \
  JCOEF *const coefficients = entropy->ac_needed[blkn] && block ? *block : unneeded; \
  uint64_t TO_TOP; \
  int whole; \
  k = 0; \
  for (;;) { \
    FILL_TOP \
    whole = actbl->whole[top >> (64 - WHOLE_LOOKAHEAD)]; \
    if (whole != 0) { \
      top <<= whole & 63; \
      bits_left -= whole & 63; \
      k += whole >> 8 & 0xFF; \
      s = whole >> 16; \
    } else { \
      FROM_TOP; \
      if (bits_left <= 16) __builtin_unreachable(); \
      HUFF_DECODE_FAST(s, l, actbl); \
      r = s >> 4; \
      s &= 15; \
      if (s) { \
        k += r + 1; \
        FILL_BIT_BUFFER_FAST \
        r = GET_BITS(s); \
        s = HUFF_EXTEND(r, s); \
      } else { \
        k += r == 15 ? 16 : kEndOfBlock; \
      } \
      TO_TOP; \
    } \
    if (k >= DCTSIZE2 - 1) break; \
    coefficients[jpeg_natural_order[k]] = (JCOEF)s; \
  } \
  FROM_TOP; \
  if (k < kEndOfBlock) { \
    coefficients[jpeg_natural_order[k]] = (JCOEF)s; \
    /* As it would have been between the code and the bits after it. */ \
    if (whole != 0 && bits_left + 32 - __builtin_clz(abs(s)) <= 16) FILL_BIT_BUFFER_FAST \
  } \
}
