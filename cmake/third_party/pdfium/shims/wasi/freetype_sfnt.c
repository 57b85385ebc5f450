/* FreeType's cmap validators leave by longjmp, which WASI does not have. Here they note the error and return it; the
 * caller looks at `valid->error` as it does after the jump. */

#include <freetype/freetype.h>
#include <freetype/internal/ftvalid.h>

#undef FT_INVALID_
#define FT_INVALID_(error_code)          \
  do {                                   \
    valid->error = FT_THROW(error_code); \
    return valid->error;                 \
  } while (0)

#include "../src/src/sfnt/sfnt.c"
