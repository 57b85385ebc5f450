/* FreeType's rasteriser jumps out of a full cell pool to retry with a smaller band. With this pool no glyph PDFium
 * draws fills it, so the jump, which WASI does not have, is not taken. */

#include <ft2build.h>

#include FT_CONFIG_OPTIONS_H

#undef FT_RENDER_POOL_SIZE
#define FT_RENDER_POOL_SIZE 524288

#include "../src/src/smooth/smooth.c"
