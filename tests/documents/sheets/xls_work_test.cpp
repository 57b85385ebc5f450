// What records of binary workbooks may make a reader hold or do again and again.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <initializer_list>
#include <string>
#include <vector>

#include "documents/sheets/string_pieces.h"
#include "read/read.h"

namespace lectern {
namespace {

struct XlsNumber {
  int bytes;
  std::uint64_t value;
};

std::string numbers_of(std::initializer_list<XlsNumber> all) {
  std::string out;
  for (const auto& [bytes, value] : all) {
    for (int i = 0; i < bytes; ++i) out += static_cast<char>(value >> 8 * i & 0xFF);
  }
  return out;
}

std::string xls_record(std::uint16_t type, std::string_view body = "") {
  return numbers_of({{2, type}, {2, body.size()}}) + std::string(body);
}

std::string again(std::size_t count, std::string_view text) {
  std::string all;
  for (std::size_t i = 0; i < count; ++i) all += text;
  return all;
}

const std::string kXlsEnd = xls_record(0x000A);
const std::string kXlsTextHead = numbers_of({{4, 1}, {4, 1}, {2, 4}, {1, 0}});

/// A compound file ([MS-CFB]) with the stream "Workbook", in sectors of 4,096 bytes: the tables of
/// sectors, the directory, the stream.
std::string in_compound_file(std::string_view stream) {
  constexpr std::size_t kSector = 4096;
  constexpr std::uint32_t kFree = 0xFFFFFFFF;
  constexpr std::uint32_t kLast = 0xFFFFFFFE;
  const std::size_t sectors = (stream.size() + kSector - 1) / kSector;
  const std::size_t tables = (sectors + 1) / (kSector / 4 - 1) + 1;
  std::string head = "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1" + std::string(16, '\0') +
                     numbers_of({{2, 0x3E}, {2, 4}, {2, 0xFFFE}, {2, 12}, {2, 6}, {6, 0}, {4, 1}}) +
                     numbers_of({{4, tables}, {4, tables}, {4, 0}, {4, 4096}, {4, kLast}, {4, 0}}) +
                     numbers_of({{4, kLast}, {4, 0}});
  for (std::size_t i = 0; i < tables; ++i) head += numbers_of({{4, i}});
  head.resize(512, '\xFF');
  head.resize(kSector);
  std::string table = again(tables, numbers_of({{4, 0xFFFFFFFD}})) + numbers_of({{4, kLast}});
  for (std::size_t i = 1; i < sectors; ++i) table += numbers_of({{4, tables + 1 + i}});
  table += numbers_of({{4, kLast}});
  table.resize(tables * kSector, '\xFF');
  const auto entry = [](std::string_view name, std::uint64_t kind, std::uint64_t child,
                        std::uint64_t start, std::uint64_t size) {
    std::string out;
    for (const char c : name) out += {c, '\0'};
    out.resize(64);
    return out + numbers_of({{2, 2 * name.size() + 2}, {1, kind}, {1, 1}, {4, kFree}, {4, kFree}}) +
           numbers_of({{4, child}}) + std::string(36, '\0') + numbers_of({{4, start}, {8, size}});
  };
  std::string directory = entry("Root Entry", 5, 1, kLast, 0) +
                          entry("Workbook", 2, kFree, tables + 1, sectors * kSector);
  directory.resize(kSector);
  std::string file = head + table + directory + std::string(stream);
  file.resize((1 + tables + 1 + sectors) * kSector);
  return file;
}

/// A workbook with one sheet.
std::string xls_of(std::string_view globals, std::string_view cells) {
  const auto begin = [](std::uint64_t kind) {
    return xls_record(0x0809, numbers_of({{2, 0x600}, {2, kind}, {4, 0}, {4, 0}, {4, 0}}));
  };
  const auto sheet = [](std::uint64_t offset) {
    return xls_record(0x0085, numbers_of({{4, offset}, {2, 0}, {1, 1}, {1, 0}, {1, 'S'}}));
  };
  const std::string head = begin(5) + sheet(0) + std::string(globals) + kXlsEnd;
  const std::string stream = begin(5) + sheet(head.size()) + std::string(globals) + kXlsEnd +
                             begin(16) + std::string(cells) + kXlsEnd;
  return in_compound_file(stream);
}

ToolResult read_binary_workbook(const std::string& file, std::string_view name,
                                const ReadOptions& options = {}, bool outline = false) {
  ReadRequest request;
  request.file_path = name;
  request.outline = outline;
  return read(ByteVector(file.begin(), file.end()), request, options);
}

/// The cell in row 1 with a text that all cells share.
std::string xls_text_cell(std::uint64_t column) {
  return xls_record(0x00FD, numbers_of({{2, 0}, {2, column}, {2, 0}, {4, 0}}));
}

}  // namespace

TEST_CASE("texts that are held in pieces are found by their places, empty and long ones too") {
  StringPieces pieces;
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < 300; ++i) {
    const std::size_t size = i % 7 == 0 ? 0 : i % 50 == 1 ? 300'000 : i * i;
    texts.emplace_back(size, static_cast<char>('a' + i % 26));
    pieces.add(texts.back());
  }
  REQUIRE(pieces.size() == texts.size());
  std::uint64_t bytes = 0;
  bool is_same = true;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    is_same = is_same && pieces.at(i) == texts[i];
    bytes += texts[i].size() + 4;
  }
  CHECK(is_same);
  CHECK(pieces.bytes() == bytes);
}

TEST_CASE("A text that goes on behind pieces without anything is whole", "[sheets]") {
  const std::string nothing = again(20'000, xls_record(0x003C));
  const std::string globals = xls_record(0x00FC, kXlsTextHead + "ab") + nothing +
                              xls_record(0x003C, std::string("\0c", 2)) + nothing +
                              xls_record(0x003C, std::string("\1d\0", 3));
  const ToolResult result = read_binary_workbook(xls_of(globals, xls_text_cell(0)), "a.xls");
  INFO(result.content);
  CHECK(result.content.find("| 1 | abcd |") != std::string::npos);
}

TEST_CASE("Of a cell that comes 200,000 times the last stays, beside those before", "[sheets]") {
  const auto truth = [](std::uint64_t column, std::uint64_t value) {
    return xls_record(0x0205, numbers_of({{2, 0}, {2, column}, {2, 0}, {1, value}, {1, 0}}));
  };
  const std::string cells = truth(2, 0) + again(200'000, truth(0, 0)) + truth(1, 1) + truth(0, 1);
  const ToolResult result = read_binary_workbook(xls_of("", cells), "a.xls");
  INFO(result.content);
  CHECK(result.content.find("| 1 | TRUE | TRUE | FALSE |") != std::string::npos);
}

TEST_CASE("Columns that are hidden 200,000 times are named once", "[sheets]") {
  const std::string hidden =
      xls_record(0x007D, numbers_of({{2, 1}, {2, 2}, {2, 0}, {2, 0}, {2, 1}, {2, 0}}));
  const ToolResult result = read_binary_workbook(
      xls_of(xls_record(0x00FC, kXlsTextHead + "abcd"), again(200'000, hidden) + xls_text_cell(1)),
      "a.xls");
  INFO(result.content.substr(0, 500));
  CHECK(result.content.find("hidden columns B:C") != std::string::npos);
  CHECK(result.content.size() < 1'000);
}

TEST_CASE("Notes that share a long text are paid for, in an outline, too", "[sheets]") {
  const std::string object =
      xls_record(0x005D, numbers_of({{2, 0x15}, {2, 18}, {2, 0x19}, {2, 1}, {2, 0}})) +
      xls_record(0x01B6, numbers_of({{4, 0}, {4, 0}, {2, 0}, {2, 4'000}})) +
      xls_record(0x003C, std::string(1, '\0') + std::string(4'000, 'x'));
  const auto note =
      xls_record(0x001C, numbers_of({{2, 0}, {2, 0}, {2, 0}, {2, 1}, {2, 0}, {1, 0}}));
  ReadOptions options;
  options.limits.max_work = 10'000'000;
  const ToolResult one = read_binary_workbook(xls_of("", object + note), "a.xls", options);
  CHECK(one.content.find("[Comment: xxxx") != std::string::npos);
  for (const bool outline : {false, true}) {
    const ToolResult many =
        read_binary_workbook(xls_of("", object + again(100, note)), "a.xls", options, outline);
    INFO(many.content.substr(0, 500));
    const bool is_told =
        !many.success || std::any_of(many.metadata.warnings.begin(), many.metadata.warnings.end(),
                                     [](const std::string& warning) {
                                       return warning.find("units of work") != std::string::npos;
                                     });
    CHECK(is_told);
  }
}

TEST_CASE("Texts of cells that have no room beside the workbook are named", "[sheets]") {
  constexpr std::size_t kEach = 8'000;
  constexpr std::size_t kCount = 3'000;
  const std::string text = numbers_of({{2, kEach}, {1, 0}}) + std::string(kEach, '\xE9');
  const std::string globals = xls_record(0x00FC, numbers_of({{4, kCount}, {4, kCount}})) +
                              again(kCount, xls_record(0x003C, text));
  ReadOptions options;
  options.limits.max_decoded_bytes = std::uint64_t{26} << 20;
  const std::string file = xls_of(globals, xls_text_cell(0));
  const ToolResult result = read_binary_workbook(file, "a.xls", options);
  REQUIRE(result.success);
  CHECK(result.content.find("é") != std::string::npos);
  const auto& warnings = result.metadata.warnings;
  CHECK(std::any_of(warnings.begin(), warnings.end(), [](const std::string& warning) {
    return warning.find("are missing") != std::string::npos;
  }));
  CHECK(read_binary_workbook(file, "a.xls").metadata.warnings.empty());
}

TEST_CASE("Numbers behind the cells that are asked for are not written", "[sheets]") {
  // A format that hides them, which counts those that it is asked for.
  const std::string style = xls_record(0x00E0, numbers_of({{2, 0}, {2, 164}}));
  const std::string format = xls_record(0x041E, numbers_of({{2, 164}, {2, 3}, {1, 0}}) + ";;;");
  const auto number = [](std::uint64_t row) {
    return xls_record(0x0203, numbers_of({{2, row}, {2, 0}, {2, 0}, {8, 0x0123456789ABCDEF}}));
  };
  ReadRequest request;
  request.file_path = "a.xls";
  request.range = "A1:A2";
  const std::string file = xls_of(format + style, number(0) + number(1) + again(500, number(2)));
  const ToolResult result = read(ByteVector(file.begin(), file.end()), request, {});
  INFO(result.content);
  CHECK(result.content.find("2 values hidden by a number format") != std::string::npos);
}

TEST_CASE("Records that have no room are refused, without a compound file, too", "[sheets]") {
  const std::string begin = xls_record(0x0209, numbers_of({{2, 0}, {2, 16}, {2, 0}}));
  const std::string cell = xls_record(0x0203, numbers_of({{2, 0}, {2, 0}, {2, 0}, {8, 0}}));
  ReadOptions options;
  options.limits.max_decoded_bytes = 1'000'000;
  const auto read_cells = [&](std::size_t count) {
    return read_binary_workbook(begin + again(count, cell) + kXlsEnd, "a.xls", options);
  };
  CHECK(read_cells(50'000).success);
  const ToolResult refused = read_cells(60'000);
  REQUIRE(refused.error);
  CHECK(refused.error->code == ErrorCode::kLimitExceeded);
}

}  // namespace lectern
