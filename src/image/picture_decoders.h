// The decoders of pictures.wasm: all that the core leaves out but drawings.
#pragma once

#include "image/picture_engine.h"

namespace lectern {

const PictureEngine& picture_decoders();

}  // namespace lectern
