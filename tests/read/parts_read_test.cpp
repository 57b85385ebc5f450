// Large documents, of which only what is needed is loaded.
#include "read/parts_read.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <string>

#include "read/json.h"
#include "read/read.h"
#include "read/reading.h"
#include "support/zip_writer.h"

namespace lectern {
namespace {

constexpr std::size_t kMib = std::size_t{1} << 20;
constexpr std::string_view kRelationships =
    "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">";

struct ServedParts {
  std::uint64_t bytes = 0;
  std::size_t answers = 0;
};

/// A host that gives ranges.
ServedParts serve(FileReading& reading, ByteSpan bytes) {
  ServedParts served;
  while (reading.question().kind == Question::Kind::kBytes) {
    const auto [kind, from, to, name] = reading.question();
    const auto at = static_cast<std::size_t>(std::min<std::uint64_t>(from, bytes.size()));
    const std::span<std::uint8_t> room = reading.room(static_cast<std::size_t>(to - from));
    const std::size_t got = std::min(room.size(), bytes.size() - at);
    std::copy_n(bytes.begin() + static_cast<std::ptrdiff_t>(at), got, room.begin());
    reading.give(got, at + got == bytes.size());
    served.bytes += got;
    ++served.answers;
  }
  return served;
}

std::string relationship(std::string_view id, std::string_view type, std::string_view target) {
  return "<Relationship Id=\"" + std::string(id) + "\" Type=\"http://x/" + std::string(type) +
         "\" Target=\"" + std::string(target) + "\"/>";
}

/// Bytes that do not compress.
std::string noise(std::size_t size) {
  std::string bytes(size, '\0');
  std::uint32_t seed = 9;
  for (char& byte : bytes) {
    seed = seed * 1664525 + 1013904223;
    byte = static_cast<char>(seed >> 24);
  }
  return bytes;
}

/// A workbook of three sheets, the second of which is large.
ByteVector workbook(std::size_t large_bytes) {
  constexpr std::string_view kMain =
      "xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\"";
  const auto sheet = [&](std::string_view value) {
    return "<worksheet " + std::string(kMain) + "><sheetData><row r=\"1\"><c r=\"A1\" " +
           "t=\"inlineStr\"><is><t>" + std::string(value) +
           "</t></is></c></row></sheetData></worksheet>";
  };
  std::string sheets;
  std::string links;
  for (const char* number : {"1", "2", "3"}) {
    const std::string id = std::string("r") + number;
    sheets += std::string("<sheet name=\"S") + number + "\" sheetId=\"" + number +
              "\" xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\""
              " r:id=\"" +
              id + "\"/>";
    links += relationship(id, "worksheet", std::string("worksheets/sheet") + number + ".xml");
  }
  ZipWriter zip;
  zip.add("_rels/.rels", std::string(kRelationships) +
                             relationship("m", "officeDocument", "xl/workbook.xml") +
                             "</Relationships>");
  zip.add("xl/workbook.xml",
          "<workbook " + std::string(kMain) + "><sheets>" + sheets + "</sheets></workbook>");
  zip.add("xl/_rels/workbook.xml.rels", std::string(kRelationships) + links + "</Relationships>");
  zip.add("xl/worksheets/sheet1.xml", sheet("first"));
  // Stored, so that its bytes are those of the file.
  zip.add("xl/worksheets/sheet2.xml",
          sheet("second") + "<!--" + std::string(large_bytes, 'x') + "-->", false);
  zip.add("xl/worksheets/sheet3.xml", sheet("third"));
  zip.add("xl/media/film.mp4", noise(10 * kMib), false);
  return zip.finish();
}

ToolResult read_range(const ByteVector& file, std::string range, ServedParts* served = nullptr,
                      ReadOptions options = {}) {
  ReadRequest request;
  request.file_path = "book.xlsx";
  request.range = std::move(range);
  FileReading reading(std::move(request), std::move(options), {.size_bytes = file.size()});
  const ServedParts all = serve(reading, file);
  if (served != nullptr) *served = all;
  REQUIRE(reading.question().kind == Question::Kind::kDone);
  return reading.take_result();
}

}  // namespace

TEST_CASE("of a large workbook only the sheet that is asked for is loaded") {
  const ByteVector file = workbook(4 * kMib);
  ServedParts served;
  const ToolResult third = read_range(file, "S3!A1", &served);
  CHECK_FALSE(third.error);
  CHECK(third.content.find("third") != third.content.npos);
  CHECK(served.bytes < 400'000);
  CHECK(served.answers < 8);
  // Not all of the file was seen.
  CHECK(third.content_hash.empty());
  CHECK(third.metadata.size_bytes == file.size());

  const ToolResult second = read_range(file, "S2!A1", &served);
  CHECK(second.content.find("second") != second.content.npos);
  CHECK(served.bytes > 4 * kMib);
  CHECK(served.bytes < 5 * kMib);
}

TEST_CASE("a large document says what the same document says when all of it is loaded") {
  const ByteVector file = workbook(kMib);
  const ToolResult in_parts = read_range(file, "");
  // Of a size that is not known, all has to be loaded.
  FileReading whole(
      [] {
        ReadRequest request;
        request.file_path = "book.xlsx";
        return request;
      }(),
      {}, {});
  serve(whole, file);
  ToolResult result = whole.take_result();
  CHECK_FALSE(result.content_hash.empty());
  result.content_hash.clear();
  CHECK(to_json_text(in_parts) == to_json_text(result));
}

TEST_CASE("the limit of a large document is that of what would be loaded") {
  const ByteVector file = workbook(4 * kMib);
  ReadOptions options;
  options.limits.max_document_bytes = 2 * kMib;
  CHECK_FALSE(read_range(file, "S1!A1", nullptr, options).error);
  const ToolResult refused = read_range(file, "S2!A1", nullptr, options);
  REQUIRE(refused.error);
  CHECK(refused.error->code == ErrorCode::kFileTooLarge);
}

TEST_CASE("a large document that is cut off is refused") {
  ByteVector file = workbook(kMib);
  file.resize(file.size() - 200);
  const ToolResult refused = read_range(file, "");
  REQUIRE(refused.error);
  CHECK(refused.error->code == ErrorCode::kCorruptDocument);
}

}  // namespace lectern
