// TIFFs of several pages, made by hand.
#include <catch2/catch_test_macros.hpp>

#include "image/codecs.h"
#include "read/read.h"

namespace lectern::testing {
namespace {

void put(std::uint64_t value, unsigned size, ByteVector& to) {
  for (unsigned i = 0; i < size; ++i) to.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
}

/// Pages of 4x2 gray pixels, all of one value each. 255: the page's data lies behind the file.
ByteVector tiff_of(const std::vector<std::uint8_t>& grays) {
  constexpr std::size_t kDirectoryBytes = 2 + 8 * 12 + 4;
  constexpr std::size_t kPixels = 8;
  ByteVector file;
  put(0x2A4949, 4, file);
  put(8, 4, file);
  for (std::size_t i = 0; i < grays.size(); ++i) {
    const std::size_t data_at = file.size() + kDirectoryBytes;
    const std::size_t offset = grays[i] == 255 ? 1'000'000 : data_at;
    put(8, 2, file);
    const std::pair<unsigned, std::size_t> fields[] = {
        {256, 4}, {257, 2}, {258, 8}, {259, 1}, {262, 1}, {273, offset}, {278, 2}, {279, kPixels}};
    for (const auto& [tag, value] : fields) {
      put(tag, 2, file);
      put(4, 2, file);
      put(1, 4, file);
      put(value, 4, file);
    }
    put(i + 1 == grays.size() ? 0 : data_at + kPixels, 4, file);
    file.insert(file.end(), kPixels, grays[i]);
  }
  return file;
}

ToolResult read_pages_of(const ByteVector& file, std::vector<NumberRange> pages,
                         const ReadOptions& options = {}) {
  ReadRequest request;
  request.file_path = "fax.tif";
  request.pages = std::move(pages);
  return read(file, request, options);
}

unsigned gray_of(const ImageContent& image) {
  const ByteSpan bytes = image.data.bytes();
  return decode_pixels(bytes, *codec_for(bytes), {}).value().view().row(1)[4];
}

}  // namespace

TEST_CASE("pages of a TIFF are delivered in the order asked for") {
  const ToolResult result = read_pages_of(tiff_of({10, 20, 30, 40}), {{4, 4}, {2, 3}});
  REQUIRE(result.success);
  REQUIRE(result.images.size() == 3);
  CHECK(gray_of(result.images[0]) == 40);
  CHECK(gray_of(result.images[1]) == 20);
  CHECK(gray_of(result.images[2]) == 30);
  CHECK(result.images[0].page == 4);
  CHECK(result.metadata.frames == 4);
  CHECK(result.metadata.warnings.empty());
  CHECK(result.content.find("Read image: fax.tif (TIFF, 4 pages, ") == 0);
  CHECK(result.content.find("\nPage 4: 4x2; delivered 4x2 PNG, ") != std::string::npos);
  CHECK_FALSE(result.truncated);
}

TEST_CASE("a TIFF read without pages is its first one, with what the others need") {
  const ToolResult result = read_pages_of(tiff_of({10, 20}), {});
  REQUIRE(result.success);
  REQUIRE(result.images.size() == 1);
  CHECK(gray_of(result.images[0]) == 10);
  CHECK(result.metadata.warnings ==
        std::vector<std::string>{"only the first of 2 pages is delivered; pages selects others"});
}

TEST_CASE("pages of a TIFF beyond the limit of pictures are named for the next read") {
  ReadOptions options;
  options.limits.max_images = 2;
  const ToolResult result = read_pages_of(tiff_of({10, 20, 30, 40}), {{1, 9}}, options);
  REQUIRE(result.images.size() == 2);
  REQUIRE(result.truncation);
  CHECK(result.truncation->next->pages == std::vector<NumberRange>{{3, 4}});
  CHECK(result.content.ends_with("\n(Next: pages=3-4)"));
  CHECK(result.metadata.warnings ==
        std::vector<std::string>{"pages 5-9 asked for: the document has 4 pages"});
}

TEST_CASE("pages of a TIFF that take more work than one read may are for the next one") {
  ReadOptions options;
  options.limits.max_images = 40;
  options.limits.max_work = 5'100;
  const ByteVector file = tiff_of(std::vector<std::uint8_t>(40, 7));
  const ToolResult result = read_pages_of(file, {{1, 40}}, options);
  CHECK(result.images.size() == 22);
  REQUIRE(result.truncation);
  CHECK(result.truncation->next->pages == std::vector<NumberRange>{{23, 40}});
  CHECK(result.content.ends_with("\n(Next: pages=23-40)"));
  const ToolResult rest = read_pages_of(file, result.truncation->next->pages, options);
  CHECK(rest.images.size() == 18);
  CHECK_FALSE(rest.truncated);
}

TEST_CASE("damaged pages of a TIFF that take all work of a read name those behind them") {
  ReadOptions options;
  options.limits.max_work = 5'100;
  std::vector<std::uint8_t> grays(8, 255);
  grays.push_back(7);
  const ToolResult result = read_pages_of(tiff_of(grays), {{1, 9}}, options);
  REQUIRE(result.error);
  CHECK(result.error->message.ends_with("; not read yet: pages 5-9"));
}

TEST_CASE("pages that a TIFF does not have are out of range") {
  const ToolResult result = read_pages_of(tiff_of({10, 20}), {{3, 3}});
  REQUIRE(result.error);
  CHECK(result.error->code == ErrorCode::kOutOfRange);
}

TEST_CASE("a broken page of a TIFF does not keep the others back") {
  const ByteVector file = tiff_of({10, 255, 30});
  const ToolResult result = read_pages_of(file, {{1, 3}});
  REQUIRE(result.success);
  REQUIRE(result.images.size() == 2);
  CHECK(gray_of(result.images[1]) == 30);
  CHECK(result.images[1].page == 3);
  REQUIRE(result.metadata.warnings.size() == 1);
  CHECK(result.metadata.warnings[0].find("Page 2: ") == 0);
  CHECK(result.content.find("\nPage 2: ") != std::string::npos);
  const ToolResult alone = read_pages_of(file, {{2, 2}});
  REQUIRE(alone.error);
  CHECK(alone.error->code == ErrorCode::kCorruptImage);
}

}  // namespace lectern::testing
