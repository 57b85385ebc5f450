// Values of tables of columns at the ends of their ranges.
#include "documents/columnar/columnar_value.h"

#include <catch2/catch_test_macros.hpp>

namespace lectern {
namespace {

TEST_CASE("the smallest timestamp has a fraction of a second from 0 up") {
  ColumnarType type;
  type.kind = ColumnarKind::kTimestamp;
  type.digits = 9;
  ColumnarScalar smallest;
  smallest.bits = std::uint64_t{1} << 63;
  CHECK(columnar_value(type, smallest, 100).bytes == "1677-09-21T00:12:43.145224192");
}

}  // namespace
}  // namespace lectern
