// What a listing holds of the rows before those that are asked for.
#include "package/listing.h"

#include <catch2/catch_test_macros.hpp>
#include <memory>
#include <string>

#include "support/archives.h"

namespace lectern {

using testing::read_place;
using testing::TarWriter;

TEST_CASE("the lines of a listing before those asked for may not have names without end") {
  const auto added = [](std::uint64_t keep, bool from_end, int count) {
    ListingRows rows(keep, from_end, SameName::kLastCounts, 5000);
    Result<void> result;
    for (int i = 0; i < count && result; ++i) {
      ListingRows::Row row;
      row.name = std::string(60, 'a') + std::to_string(1000 + i);
      row.tail = std::make_unique<ListingRows::Tail>(ListingRows::Tail{"", std::string(6, 'c')});
      result = rows.add(std::move(row));
    }
    return result;
  };
  for (const bool from_end : {false, true}) {
    CHECK(added(100, from_end, 71));
    CHECK(added(10, from_end, 1000));
    const auto refused = added(100, from_end, 72);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == ErrorCode::kLimitExceeded);
    CHECK(refused.error().message ==
          "the lines of the listing up to those asked for have more than 5,000 bytes of names, the "
          "limit");
  }
}

TEST_CASE("the first lines of a listing are shown however little memory there is") {
  TarWriter tar;
  for (int i = 0; i < 20; ++i) tar.add(std::string(70, 'a') + std::to_string(1000 + i), "");
  ReadOptions options;
  options.limits.max_decoded_bytes = 100;
  CHECK(read_place(tar.finish(), "logs.tar", "", {}, options).total_lines == 20);
}

}  // namespace lectern
