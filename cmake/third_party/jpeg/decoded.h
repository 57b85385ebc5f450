/* For jdhuff.c: a short code of a coefficient and the bits after it by one look. An entry of the table is the coefficient, the
 * zeros before it, the length of the code and the number of bits after it: 16, 8, 4 and 4 bits. It is 0 where more bits are
 * needed than are looked at, and for codes of no coefficient. */
static void fill_whole(d_derived_tbl *table)
{
  for (int look = 0; look < 1 << HUFF_LOOKAHEAD; look++) {
    const int code_bits = table->lookup[look] >> HUFF_LOOKAHEAD, symbol = table->lookup[look] & 0xFF;
    const int bits = symbol & 15, left = HUFF_LOOKAHEAD - code_bits - bits;
    table->whole[look] = 0;
    if (bits == 0 || left < 0) continue;
    int value = look >> left & ((1 << bits) - 1);
    if (value < 1 << (bits - 1)) value -= (1 << bits) - 1;
    table->whole[look] = value * (1 << 16) | symbol >> 4 << 8 | code_bits << 4 | bits;
  }
}

/* The buffer is filled where HUFF_DECODE_FAST and what follows it fill it. */
#define TAKE_WHOLE(table, store) { \
  FILL_BIT_BUFFER_FAST; \
  const int whole = table->whole[PEEK_BITS(HUFF_LOOKAHEAD)]; \
  if (whole != 0) { \
    DROP_BITS(whole >> 4 & 15); \
    FILL_BIT_BUFFER_FAST; \
    DROP_BITS(whole & 15); \
    k += whole >> 8 & 15; \
    store; \
    continue; \
  } \
}
