#include "data/data_reading.h"
#include "read/data_engine.h"

namespace lectern {
namespace {

constexpr DataEngine kDataEngine{open_text_data};

}  // namespace

const DataEngine* data_engine() { return &kDataEngine; }

}  // namespace lectern
