// The table of formats is the architecture; these tests keep it consistent.
#include "read/formats.h"

#include <catch2/catch_test_macros.hpp>
#include <filesystem>
#include <set>
#include <string>

#include "base/format.h"
#include "support/corpus.h"

namespace lectern {

TEST_CASE("no extension and no MIME type belongs to two formats") {
  std::set<std::string_view> seen;
  for (const Format& format : formats()) {
    INFO(format.name);
    CHECK(seen.insert(format.mime_type).second);
    CHECK_FALSE(format.extensions.empty());
    for (const std::string_view extension : format.extensions) {
      INFO(extension);
      CHECK(seen.insert(extension).second);
      CHECK(ascii_lower(extension) == extension);
      CHECK(format_by_extension(extension) == &format);
    }
  }
}

TEST_CASE("no signature matches an empty file or a single byte") {
  for (const Format& format : formats()) {
    if (format.sniff == nullptr) continue;
    INFO(format.name);
    CHECK_FALSE(format.sniff({}));
    for (unsigned byte = 0; byte < 256; ++byte) {
      const ByteVector bytes = {static_cast<std::uint8_t>(byte)};
      REQUIRE_FALSE(format.sniff(bytes));
    }
  }
}

TEST_CASE("the README names every format") {
  const ByteVector readme = testing::file_bytes(testing::source_path("README.md"));
  for (const Format& format : formats()) {
    INFO(format.name);
    // Documents stand together, by their extensions.
    const std::string mention = format.content_type == ContentType::kDocument
                                    ? "`" + std::string(format.extensions.front()) + "`"
                                    : std::string(format.name.substr(0, format.name.find(' ')));
    CHECK(as_chars(readme).find(mention) != std::string_view::npos);
  }
}

}  // namespace lectern
