// Compound files that are cut short: what is missing is said, and nothing is put in its place. The
// files are those of encrypted/, which are as small as their formats allow.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "package/compound.h"
#include "read/read.h"
#include "support/compound_writer.h"
#include "support/corpus.h"

namespace lectern {
namespace {

using testing::CompoundWriter;
using testing::file_bytes;
using testing::source_path;

ByteVector whole_file(std::string_view name) {
  return file_bytes(source_path("tests/documents/encrypted") / name);
}

ToolResult read_cut(ByteSpan file, std::size_t size, std::string_view name) {
  ReadOptions options;
  options.password = "secret";
  ReadRequest request;
  request.file_path = name;
  request.limit = 1000;
  return read(file.first(size), request, options);
}

/// Without the empty cells at the end of each: a table that is cut may be narrower.
std::vector<std::string> rows_of_table(const ToolResult& result) {
  std::vector<std::string> rows;
  std::string_view text = result.content;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (text.starts_with("| ") && text[2] >= '0' && text[2] <= '9') {
      rows.emplace_back(text.substr(0, end));
      while (rows.back().ends_with(" | |")) rows.back().resize(rows.back().size() - 2);
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return rows;
}

bool is_said(const ToolResult& result) {
  const auto& warnings = result.metadata.warnings;
  return std::any_of(warnings.begin(), warnings.end(), [](const std::string& warning) {
    return warning.find("cut off") != std::string::npos;
  });
}

TEST_CASE("a workbook of Excel 97 that is cut short shows its whole records and says what lacks") {
  for (const std::string_view name : {"plain.xls", "rc4.xls", "xor.xls", "cryptoapi.xls"}) {
    const ByteVector file = whole_file(name);
    const std::vector<std::string> all = rows_of_table(read_cut(file, file.size(), name));
    REQUIRE(all.size() > 100);
    std::size_t shown = 0;
    for (std::size_t size = 1024; size + 64 < file.size(); size += 61) {
      INFO(name << " cut after " << size << " bytes");
      const ToolResult result = read_cut(file, size, name);
      if (!result.success) continue;
      const std::vector<std::string> rows = rows_of_table(result);
      REQUIRE(rows.size() <= all.size());
      CHECK(std::equal(rows.begin(), rows.end(), all.begin()));
      if (rows.size() < all.size()) CHECK(is_said(result));
      shown = std::max(shown, rows.size());
    }
    CHECK(shown > 40);
  }
}

TEST_CASE("documents and presentations of Office 97 that are cut short say what they lack") {
  for (const std::string_view name : {"plain.doc", "rc4.doc", "xor.doc", "plain.ppt"}) {
    const ByteVector file = whole_file(name);
    const std::string all = read_cut(file, file.size(), name).content;
    for (std::size_t size = 512; size < file.size(); size += 61) {
      INFO(name << " cut after " << size << " bytes");
      const ToolResult result = read_cut(file, size, name);
      if (result.success && result.content != all) CHECK(is_said(result));
    }
  }
}

TEST_CASE("an Outlook message that is cut short says which of its streams are") {
  std::string body;
  for (int i = 0; i < 60; ++i) body += "this is line after line of the text\r\n";
  const std::string subject = "Report";
  const std::string kind = "IPM.Note";
  const ByteVector file = CompoundWriter()
                              .add("__properties_version1.0", ByteVector(32))
                              .add("__substg1.0_001A001E", as_bytes(std::string_view(kind)))
                              .add("__substg1.0_0037001E", as_bytes(std::string_view(subject)))
                              .add("__substg1.0_1000001E", as_bytes(std::string_view(body)))
                              .finish();
  const std::string all = read_cut(file, file.size(), "mail.msg").content;
  REQUIRE(all.find("line after line") != std::string::npos);
  CHECK_FALSE(is_said(read_cut(file, file.size(), "mail.msg")));
  const ToolResult result = read_cut(file, file.size() - 1200, "mail.msg");
  REQUIRE(result.success);
  CHECK(result.content.size() < all.size());
  REQUIRE(is_said(result));
  CHECK(result.metadata.warnings.front().find("__substg1.0_1000001E: only ") == 0);
}

TEST_CASE("a workbook of Excel 4 that ends within a record leaves that record out and says so") {
  // BOF, a number in A1, a number in A2, EOF.
  ByteVector file{0x09, 0x04, 6, 0, 0, 0, 0x10, 0, 0, 0};
  for (std::uint8_t row = 0; row < 2; ++row) {
    for (const int byte : {0x03, 0x02, 14, 0, static_cast<int>(row), 0, 0, 0, 0, 0})
      file.push_back(static_cast<std::uint8_t>(byte));
    for (const int byte : {0, 0, 0, 0, 0, 0, 0x45, 0x40})
      file.push_back(static_cast<std::uint8_t>(byte));
  }
  for (const int byte : {0x0A, 0, 0, 0}) file.push_back(static_cast<std::uint8_t>(byte));
  const ToolResult all = read_cut(file, file.size(), "old.xls");
  REQUIRE(all.success);
  CHECK(rows_of_table(all) == std::vector<std::string>{"| 1 | 42 |", "| 2 | 42 |"});
  CHECK_FALSE(is_said(all));
  const ToolResult cut = read_cut(file, file.size() - 10, "old.xls");
  REQUIRE(cut.success);
  CHECK(rows_of_table(cut) == std::vector<std::string>{"| 1 | 42 |"});
  CHECK(is_said(cut));
}

/// A file of two streams of 4,000 bytes, and where its table of small sectors begins.
struct TwoStreams {
  ByteVector file =
      CompoundWriter().add("a", ByteVector(4000, 'a')).add("b", ByteVector(4000, 'b')).finish();
  std::size_t directory = 1024;
  std::size_t small_table = 1536;
};

TEST_CASE("a stream whose sectors lead back ends where they do, and says so") {
  TwoStreams two;
  two.file[two.small_table + 4] = 0;
  const auto compound = CompoundFile::open(two.file);
  REQUIRE(compound);
  const auto bytes = compound->read(*compound->find("a"), 1U << 20);
  REQUIRE(bytes);
  CHECK(bytes->size() == 128);
  REQUIRE(compound->warnings().size() == 1);
  CHECK(compound->warnings()[0].starts_with("a: only 128 of its"));
}

TEST_CASE("streams that share their bytes are read as often as the file is large, and a little") {
  TwoStreams two;
  const auto whole = CompoundFile::open(two.file);
  REQUIRE(whole);
  for (int i = 0; i < 1000; ++i) REQUIRE(whole->read(*whole->find("b"), 1U << 20));
  // The second begins where the first does.
  two.file[two.directory + 2 * 128 + 116] = 0;
  const auto compound = CompoundFile::open(two.file);
  REQUIRE(compound);
  REQUIRE(compound->read(*compound->find("a"), 1U << 20));
  std::size_t reads = 0;
  while (reads < 1000 && compound->read(*compound->find("b"), 1U << 20)) ++reads;
  CHECK(reads > 200);
  CHECK(reads < 300);
  REQUIRE(compound->warnings().size() == 1);
  CHECK(compound->warnings()[0].starts_with("streams that share their bytes"));
  CHECK(compound->read(*compound->find("a"), 1U << 20).error().code == ErrorCode::kLimitExceeded);
}

}  // namespace
}  // namespace lectern
