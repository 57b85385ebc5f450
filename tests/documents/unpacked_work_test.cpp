// What a package unpacks to is counted: tags that cost a file nothing are paid for.
#include <catch2/catch_test_macros.hpp>
#include <string>

#include "read/read.h"
#include "support/zip_writer.h"

namespace lectern {
namespace {

ByteVector document_of(std::string_view body) {
  ZipWriter zip;
  zip.add("word/document.xml",
          "<w:document "
          "xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\"><w:body>" +
              std::string(body) + "</w:body></w:document>");
  return zip.finish();
}

ToolResult read_with_work(const ByteVector& bytes, std::uint64_t max_work,
                          std::string_view member = {}) {
  ReadRequest request;
  request.file_path = member.empty() ? "a.docx" : "a.zip";
  ReadOptions options;
  options.host.member = member;
  options.limits.max_work = max_work;
  return read(bytes, request, options);
}

std::string paragraphs(int count, bool are_same) {
  std::string body;
  std::uint32_t random = 1;
  for (int i = 0; i < count; ++i) {
    body += "<w:p><w:r><w:t>";
    for (int k = 0; k < 12; ++k) {
      if (!are_same) random = random * 1'664'525 + 1'013'904'223;
      body += static_cast<char>('a' + random % 7'919 % 26);
    }
    body += "</w:t></w:r></w:p>";
  }
  return body;
}

}  // namespace

TEST_CASE("tags that a package holds a thousand times over are paid for, and what was read stays") {
  constexpr std::uint64_t kWork = 20'000'000;
  const ByteVector bomb = document_of(paragraphs(20'000, true));
  const ToolResult cut = read_with_work(bomb, kWork);
  CHECK(cut.success);
  CHECK(cut.content.starts_with("bbbbbbbbbbbb\n"));
  REQUIRE_FALSE(cut.metadata.warnings.empty());
  CHECK(cut.metadata.warnings[0].find("the tags that the package unpacks to take") !=
        std::string::npos);
  CHECK(read_with_work(bomb, 100 * kWork).metadata.warnings.empty());
}

TEST_CASE("documents that unpack as people's do need no more work than their bytes") {
  const ByteVector honest = document_of(paragraphs(20'000, false));
  const std::uint64_t size = paragraphs(20'000, false).size();
  REQUIRE(size < 16 * honest.size());
  CHECK(read_with_work(honest, 5 * size).metadata.warnings.empty());
}

TEST_CASE("a package that was unpacked itself has nothing for free") {
  const ByteVector honest = document_of(paragraphs(20'000, false));
  ZipWriter outer;
  outer.add("a.docx", as_chars(honest));
  const ToolResult inner = read_with_work(outer.finish(), 20'000'000, "a.docx");
  REQUIRE_FALSE(inner.metadata.warnings.empty());
  CHECK(inner.metadata.warnings[0].find("the tags that the package unpacks to take") !=
        std::string::npos);
}

}  // namespace lectern
