#include "documents/columnar/columnar_table.h"
namespace lectern {
std::unique_ptr<ColumnarTable> open_arrow_table(const ColumnarTools& tools) { return open_parquet_table(tools); }
}
