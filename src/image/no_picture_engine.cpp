// Without the decoders: the host is asked for pixels.
#include "image/picture_engine.h"

namespace lectern {

const PictureEngine* picture_engine() { return nullptr; }

}  // namespace lectern
