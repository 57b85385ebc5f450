// Binary Word documents, made here.
#include <catch2/catch_test_macros.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "read/read.h"
#include "support/doc_writer.h"

namespace lectern {
namespace {

using testing::DocWriter;
using namespace std::string_literals;
using namespace std::string_view_literals;

std::string number(std::uint32_t value, int bytes) { return DocWriter::number(value, bytes); }

std::string doc_text(const DocWriter& document, const ReadOptions& options = {}) {
  const ByteVector file = document.finish();
  ReadRequest request;
  request.file_path = "a.doc";
  const ToolResult result = read(file, request, options);
  return result.success ? result.content + '\n' : result.error->message;
}

/// A level of a list. \param text  with the places of numbers as \0 to \x08.
std::string level(std::uint32_t start, std::uint8_t style, std::string_view text) {
  std::string entry = number(start, 4) + static_cast<char>(style);
  entry.resize(28);
  entry += number(static_cast<std::uint32_t>(text.size()), 2);
  for (const char c : text) entry += number(static_cast<unsigned char>(c), 2);
  return entry;
}

/// A list of one level with that id.
std::string simple_list(std::uint32_t id) {
  std::string entry = number(id, 4);
  entry.resize(26);
  return entry + "\1\0"s;
}

std::string use_of_list(std::uint32_t id, std::uint32_t overrides) {
  std::string entry = number(id, 4);
  entry.resize(12);
  entry += static_cast<char>(overrides);
  entry.resize(16);
  return entry;
}

std::string in_list(std::uint32_t use) { return "\x0A\x26\0"s + "\x0B\x46"s + number(use, 2); }

TEST_CASE("a list of doc that overrides its levels has the numbers of the override", "[doc]") {
  constexpr std::uint8_t kDecimal = 0;
  constexpr std::uint8_t kLowerLetter = 4;
  DocWriter document;
  document.table(73, number(1, 2) + simple_list(7), level(1, kDecimal, "\0."s));
  document.table(74, number(2, 4) + use_of_list(7, 0) + use_of_list(7, 1),
                 number(0xFFFFFFFF, 4) + number(0xFFFFFFFF, 4) + number(1, 4) + number(0x30, 4) +
                     level(3, kLowerLetter, "(\0)"s));
  document.paragraph("one\r", in_list(1)).paragraph("two\r", in_list(1));
  document.paragraph("three\r", in_list(2)).paragraph("four\r", in_list(2));
  CHECK(doc_text(document) == "1. one\n2. two\n- (c) three\n- (d) four\n");
}

/// The end of a row whose cells have these flags.
std::string row_end(const std::vector<std::uint32_t>& flags, std::string_view more = {}) {
  const auto count = static_cast<std::uint32_t>(flags.size());
  std::string definition = number(count, 1);
  for (std::uint32_t i = 0; i <= count; ++i) definition += number(i * 1000, 2);
  for (const std::uint32_t cell : flags) definition += number(cell, 2) + std::string(18, '\0');
  return "\x16\x24\1\x17\x24\1"s + std::string(more) + "\x08\xD6"s +
         number(static_cast<std::uint32_t>(definition.size() + 1), 2) + definition;
}

TEST_CASE("the text of merged cells of doc stands once, at the upper left", "[doc]") {
  const std::string in_table = "\x16\x24\1"s;
  constexpr std::uint32_t kFirstAcross = 2, kAcross = 1, kFirstDown = 3 << 5, kDown = 1 << 5;
  DocWriter document;
  document.paragraph("wide\a", in_table).paragraph("\a", in_table).paragraph("tall\a", in_table);
  document.paragraph("\a", row_end({kFirstAcross, kAcross, kFirstDown}));
  document.paragraph("a\a", in_table).paragraph("b\a", in_table).paragraph("under\a", in_table);
  document.paragraph("\a", row_end({0, 0, kDown}));
  document.paragraph("end\r");
  CHECK(doc_text(document) == "| | | |\n|---|---|---|\n| wide | | tall |\n| a | b | |\n\nend\n");
}

TEST_CASE("a row of doc that is repeated on each page heads its table", "[doc]") {
  const std::string in_table = "\x16\x24\1"s;
  DocWriter document;
  document.paragraph("A\a", in_table).paragraph("B\a", in_table);
  document.paragraph("\a", row_end({0, 0}, "\x04\x34\1"));
  document.paragraph("1\a", in_table).paragraph("2\a", in_table);
  document.paragraph("\a", row_end({0, 0}));
  CHECK(doc_text(document) == "| A | B |\n|---|---|\n| 1 | 2 |\n");
}

constexpr std::string_view kDeletedRun = "\0\x08\1"sv;

TEST_CASE("a row of doc whose end is deleted is left out, unless changes are marked", "[doc]") {
  const std::string in_table = "\x16\x24\1"s;
  DocWriter document;
  document.paragraph("A\a", in_table).paragraph("B\a", in_table);
  document.paragraph("\a", row_end({0, 0}));
  document.paragraph("1\a", in_table, kDeletedRun).paragraph("2\a", in_table, kDeletedRun);
  document.paragraph("\a", row_end({0, 0}), kDeletedRun);
  CHECK(doc_text(document).find("| | |\n|---|---|\n| A | B |\n\n(1 tracked change") == 0);
  ReadOptions options;
  options.document.changes = TrackedChanges::kMarked;
  CHECK(doc_text(document, options).find("| A | B |\n| {--1--} | {--2--} |\n") !=
        std::string::npos);
}

/// A style sheet of these styles.
std::string style_sheet(const std::vector<std::string>& styles) {
  std::string sheet = number(18, 2) + number(static_cast<std::uint32_t>(styles.size()), 2) +
                      number(10, 2) + std::string(14, '\0');
  for (const std::string& style : styles)
    sheet += number(static_cast<std::uint32_t>(style.size()), 2) + style;
  return sheet;
}

constexpr std::uint32_t kNoBase = 0xFFF;

/// A style without a name. \param run  properties of its text, an even number of bytes.
std::string style(std::uint32_t kind, std::uint32_t based_on, const std::string& run) {
  const std::string of_paragraph = kind == 1 ? number(2, 2) + number(0, 2) : "";
  return number(0xFFE, 2) + number(kind | based_on << 4, 2) + std::string(6, '\0') + number(0, 2) +
         number(0, 2) + of_paragraph + number(static_cast<std::uint32_t>(run.size()), 2) + run;
}

TEST_CASE("text of doc that a style hides is marked as hidden", "[doc]") {
  constexpr std::uint32_t kParagraph = 1, kCharacter = 2;
  const std::string hides = "\x3C\x08\1"s;
  const auto run_of = [](std::uint32_t index) { return "\x30\x4A"s + number(index, 2); };
  const std::string plain = style(kParagraph, kNoBase, "");
  SECTION("the style of a run, and one that is based on it") {
    DocWriter document;
    document.table(1, style_sheet({plain, style(kCharacter, kNoBase, hides + '\0'),
                                   style(kCharacter, 1, ""), style(kCharacter, kNoBase, "")}));
    document.paragraph("seen").paragraph("one", {}, run_of(1)).paragraph("two", {}, run_of(2));
    document.paragraph(" and", {}, run_of(3)).paragraph(" told\r", {}, run_of(1) + "\x3C\x08\0"s);
    CHECK(doc_text(document).find("seen[Hidden text: onetwo] and told\n") == 0);
  }
  SECTION("the style of a paragraph, unless its run says otherwise") {
    DocWriter document;
    document.table(1, style_sheet({style(kParagraph, kNoBase, hides + '\0')}));
    document.paragraph("secret").paragraph(" seen", {}, "\x3C\x08\0"s);
    document.paragraph(" too", {}, "\x3C\x08\x81"s).paragraph("as it is\r", {}, "\x3C\x08\x80"s);
    CHECK(doc_text(document).find("[Hidden text: secret] seen too[Hidden text: as it is]\n") == 0);
  }
}

TEST_CASE("changes of doc at other times are others", "[doc]") {
  const auto inserted = [](std::uint32_t time) { return "\1\x08\1\5\x68"s + number(time, 4); };
  DocWriter document;
  document.paragraph("one", {}, inserted(1)).paragraph(" two", {}, inserted(2)).paragraph("\r");
  CHECK(doc_text(document).find("one two\n\n(2 tracked changes") == 0);
}

TEST_CASE("symbols of doc are read where their character is not marked as special", "[doc]") {
  DocWriter document;
  document.paragraph("(", {}, "\x09\x6A\0\0\x61\0"s).paragraph(" (b)\r");
  CHECK(doc_text(document) == "a (b)\n");
}

TEST_CASE("an object of doc without a picture in the file's pictures is named", "[doc]") {
  DocWriter document;
  document.paragraph("a \x13 EMBED \"Equation\" \\* mergeformat \x14");
  document.paragraph("\1", {}, "\x55\x08\1\x03\x6A\1\2\3\4"s).paragraph("\x15 b\r");
  CHECK(doc_text(document) == "a [Embedded object Equation] b\n");
}

/// A record of drawings.
std::string record(std::uint32_t head, std::uint32_t kind, std::string_view inside) {
  return number(head, 2) + number(kind, 2) + number(static_cast<std::uint32_t>(inside.size()), 4) +
         std::string(inside);
}

TEST_CASE("WordArt of doc is text, a watermark a header", "[doc]") {
  const auto shape = [](std::string_view text) {
    std::string wide;
    for (const char c : text) wide += c + "\0"s;
    const std::string properties = number(0x180, 2) + number(7, 4) + number(0xC0C0, 2) +
                                   number(static_cast<std::uint32_t>(wide.size()), 4) + wide;
    return record(0xF, 0xF002, record(0xF, 0xF004, record(0x23, 0xF00B, properties)));
  };
  DocWriter document;
  document.table(50, record(0xF, 0xF000, "shared") + '\0' + shape("# Art") + '\1' + shape("DRAFT"));
  document.paragraph("a\r");
  CHECK(doc_text(document) ==
        "[Header: DRAFT]\n\na\n\n[Text boxes of this document:]\n\n\\# Art\n");
}

TEST_CASE("text of doc that is raised or lowered by points is raised or lowered", "[doc]") {
  DocWriter document;
  document.paragraph("10").paragraph("-4", {}, "\x45\x48\6\0"s);
  document.paragraph(" x").paragraph("i", {}, "\x45\x48\xFA\xFF"s);
  document.paragraph(" y", {}, "\x45\x48\1\0"s).paragraph("\r");
  CHECK(doc_text(document) == "10<sup>-4</sup> x<sub>i</sub> y\n");
}

TEST_CASE("a heading in a cell of doc keeps its level", "[doc]") {
  const std::string in_table = "\x16\x24\1"s;
  DocWriter document;
  document.paragraph("a\a", in_table).paragraph("Title\r", in_table + "\x40\x26\1"s);
  document.paragraph("b\a", in_table).paragraph("\a", row_end({0, 0}));
  CHECK(doc_text(document) == "| | |\n|---|---|\n| a | <h2>Title</h2><br>b |\n");
}

TEST_CASE("what stands in the text boxes of headers is a header", "[doc]") {
  DocWriter document;
  document.paragraph("text\r").boxes_of_headers("CONFIDENTIAL\r\r");
  CHECK(doc_text(document) == "[Header: CONFIDENTIAL]\n\ntext\n");
}

TEST_CASE("paragraphs of doc cost work, and what is left out is a warning", "[doc]") {
  DocWriter document;
  document.paragraph("one\rtwo\rthree\r");
  const ByteVector file = document.finish();
  ReadOptions options;
  options.limits.max_work = 2'000;
  ReadRequest request;
  request.file_path = "a.doc";
  const ToolResult result = read(file, request, options);
  CHECK(result.content == "one\n\ntwo");
  REQUIRE(result.metadata.warnings.size() == 1);
  CHECK(result.metadata.warnings[0] ==
        "the text takes more work than one read may: the rest is left out");
}

TEST_CASE("a field of doc that does not end hides no text", "[doc]") {
  DocWriter open;
  open.paragraph("one \x13 two\rthree\r").paragraph("\x13 X \x14 four\r");
  const std::string shown = doc_text(open);
  for (const std::string_view word : {"one", "two three", "four"})
    CHECK(shown.find(word) != std::string::npos);
}

}  // namespace
}  // namespace lectern
