#include "data/data_reading.h"
#include "media/binary_reader.h"
#include "read/data_engine.h"

namespace lectern {
namespace {

constexpr DataEngine kDataEngine{open_text_data, read_binary};

}  // namespace

const DataEngine* data_engine() { return &kDataEngine; }

}  // namespace lectern
