// The engine of pictures.wasm, which draws nothing.
#include "image/picture_decoders.h"

namespace lectern {

const PictureEngine* picture_engine() { return &picture_decoders(); }

}  // namespace lectern
