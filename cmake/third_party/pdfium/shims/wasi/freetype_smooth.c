/* FreeType's rasteriser jumps out of a full cell pool to retry with a smaller band. WASI cannot jump there: the outline
 * is followed to its end, with what does not fit left out, and then reported as too large, which leads to the same
 * retry. */

#include <ft2build.h>

#include <freetype/ftoutln.h>
#include <freetype/internal/ftdebug.h>

#include FT_CONFIG_STANDARD_LIBRARY_H

/* In gray_set_cell(), which has counted the cell that there is no room for. */
#undef ft_longjmp
#define ft_longjmp(environment, value) \
  do {                                 \
    ras.cell = ras.cell_null;          \
    return;                            \
  } while (0)

#undef ft_setjmp
#define ft_setjmp(environment) 0

#define FT_Outline_Decompose(outline, functions, user)                     \
  ((FT_Outline_Decompose)((outline), (functions), (user)) != 0             \
       ? FT_THROW(Invalid_Outline)                                         \
       : (ras.cell_free > ras.cell_null ? FT_THROW(Raster_Overflow) : 0))

#include "../src/src/smooth/smooth.c"
