/* What a look-up in a table of characters costs that is gone through from its beginning. It is included by FreeType's base. */
#pragma once

#include <freetype/internal/tttypes.h>

#include "../sfnt/ttcmap.h"

static uint64_t search_cost(FT_Face face) {
  enum { kSmall = 4096, kSegments = 6, kGroups = 8204, kEach = 12 };
  const TT_CMap map = (TT_CMap)face->charmap;
  if (!FT_IS_SFNT(face) || ((TT_Face)face)->cmap_size < kSmall) return 0;
  switch (FT_Get_CMap_Format(face->charmap)) {
    case 4:
      return map->flags & TT_CMAP_FLAG_UNSORTED ? kEach * (uint64_t)FT_PEEK_USHORT(map->data + kSegments) / 2 : 0;
    case 8:
      return kEach * (uint64_t)FT_PEEK_ULONG(map->data + kGroups);
    default:
      return 0;
  }
}
