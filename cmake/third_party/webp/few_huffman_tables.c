// A lossless WebP may have 65,536 groups of codes in 200 KB, whose tables take 700 MB. Encoders make some thousand groups.
#include "src/utils/huffman_utils.h"

int VP8LFewHuffmanTablesAllocate(int size, HuffmanTables* tables);

/// As the decoder's own, for at most 64 MB.
int VP8LFewHuffmanTablesAllocate(int size, HuffmanTables* tables) {
  return size <= (16 << 20) && VP8LHuffmanTablesAllocate(size, tables);
}
