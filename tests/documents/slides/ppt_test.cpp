// Presentations of PowerPoint 97 to 2003, whose records the tests write out.
#include <catch2/catch_test_macros.hpp>
#include <initializer_list>

#include "read/read.h"
#include "support/compound_writer.h"

namespace lectern {
namespace {

using testing::CompoundWriter;

std::string bytes_of(std::initializer_list<std::uint32_t> numbers, int size) {
  std::string bytes;
  for (const std::uint32_t number : numbers) {
    for (int i = 0; i < size; ++i) bytes += static_cast<char>(number >> (8 * i) & 255U);
  }
  return bytes;
}
std::string words(std::initializer_list<std::uint32_t> numbers) { return bytes_of(numbers, 2); }
std::string longs(std::initializer_list<std::uint32_t> numbers) { return bytes_of(numbers, 4); }

std::string wide(std::string_view text) {
  std::string bytes;
  for (const char c : text) {
    bytes += c;
    bytes += '\0';
  }
  return bytes;
}

std::string record(std::uint16_t type, std::string_view body, std::uint32_t instance = 0) {
  return words({instance << 4, type}) + longs({static_cast<std::uint32_t>(body.size())}) +
         std::string(body);
}
std::string container(std::uint16_t type, std::string_view body, std::uint32_t instance = 0) {
  return words({instance << 4 | 15U, type}) + longs({static_cast<std::uint32_t>(body.size())}) +
         std::string(body);
}

std::string text_box(std::string_view text, std::uint32_t type = 4, std::string_view styles = "") {
  return record(0xF00D, record(3999, longs({type})) + record(4008, text) +
                            (styles.empty() ? std::string() : record(4001, styles)));
}
/// Left, top, right, bottom; among the shapes of a group.
std::string in_group(std::initializer_list<std::uint32_t> box) {
  return record(0xF00F, longs(box));
}
/// Top, left, right, bottom; on the slide.
std::string on_slide(std::initializer_list<std::uint32_t> box) {
  return record(0xF010, words(box));
}

/// A shape of some type: its place, its data, its text.
std::string shape(std::string_view inside, std::uint32_t type = 202) {
  return container(0xF004, record(0xF00A, longs({7, 0}), type) + std::string(inside));
}
std::string group(std::string_view head, std::string_view shapes, std::uint32_t flags = 1) {
  return container(0xF003,
                   container(0xF004, std::string(head) + record(0xF00A, longs({6, flags}))) +
                       std::string(shapes));
}
std::string drawing(std::string_view shapes) {
  constexpr std::uint32_t kTop = 5;
  return container(1036,
                   container(0xF002, group(record(0xF009, longs({0, 0, 0, 0})), shapes, kTop)));
}

constexpr std::uint32_t kMasterId = 0x80000000;

/// A deck with one slide, or the same slide several times, and one master.
struct PptMaker {
  std::string slide;
  std::string master = "";
  std::string document = "";
  std::uint32_t slides = 1;

  ToolResult read() const {
    std::string stream;
    std::vector<std::uint32_t> offsets;
    const auto add = [&](const std::string& bytes) {
      offsets.push_back(static_cast<std::uint32_t>(stream.size()));
      stream += bytes;
    };
    std::string list;
    for (std::uint32_t i = 0; i < slides; ++i) list += record(1011, longs({2, 0, 0, 256 + i, 0}));
    add(container(1000, record(1001, longs({1000, 1000})) + document +
                            container(4080, record(1011, longs({3, 0, 0, kMasterId, 0})), 1) +
                            container(4080, list)));
    add(container(1006, record(1007, longs({0, 0, 0, kMasterId, 0, 7})) + slide));
    add(container(1016, master));
    std::string places = longs({static_cast<std::uint32_t>(offsets.size()) << 20 | 1U});
    for (const std::uint32_t offset : offsets) places += longs({offset});
    const auto directory = static_cast<std::uint32_t>(stream.size());
    stream += record(6002, places);
    const auto edit = static_cast<std::uint32_t>(stream.size());
    stream += record(4085, longs({0, 0, 0, directory, 1, 3, 0}));
    const std::string user = record(4086, longs({20, 0xE391C05F, edit}));
    const auto span = [](const std::string& text) { return as_bytes(std::string_view(text)); };
    const ByteVector file = CompoundWriter()
                                .add("Current User", span(user))
                                .add("PowerPoint Document", span(stream))
                                .finish();
    ReadRequest request;
    request.file_path = "deck.ppt";
    return lectern::read(file, request);
  }
};

TEST_CASE("comments of a ppt are shown, which stand in the data of a tag") {
  const std::string comment =
      container(12000, record(4026, wide("Ann"), 0) + record(4026, wide("Check this"), 1));
  const PptMaker deck{
      drawing(shape(on_slide({0, 0, 100, 100}) + text_box("Hello"))) +
      container(5000, container(5002, record(4026, wide("___PPT10")) + record(5003, comment)))};
  const ToolResult result = deck.read();
  REQUIRE(result.success);
  CHECK(result.content == "## Slide 1 of 1\n\nHello\n\n[Comment by Ann: Check this]\n");
  CHECK(result.metadata.document->comment_count == 1);
}

TEST_CASE(
    "a table of a ppt is a table: its cells are shapes, and one that spans others stands once") {
  const auto cell = [](std::initializer_list<std::uint32_t> box, std::string_view text) {
    return shape(in_group(box) + text_box(text), 1);
  };
  constexpr std::uint32_t kLine = 20;
  const std::string head = record(0xF009, longs({0, 0, 300, 200})) +
                           record(0xF010, words({100, 100, 700, 500})) +
                           record(0xF122, words({0x39F}) + longs({1}), 1);
  const PptMaker deck{drawing(
      group(head, cell({0, 0, 100, 100}, "a") + cell({0, 100, 100, 200}, "d") +
                      cell({100, 0, 300, 100}, "b and c") + cell({200, 100, 300, 200}, "f") +
                      cell({100, 100, 200, 200}, "") + shape(in_group({0, 0, 300, 0}), kLine)))};
  CHECK(deck.read().content ==
        "## Slide 1 of 1\n\n| | | |\n|---|---|---|\n| a | b and c | |\n| d | | f |\n");
}

TEST_CASE("shapes of a ppt that would make a table of empty cells are none, and all are shown") {
  const std::string head = record(0xF009, longs({0, 0, 300, 300})) +
                           record(0xF010, words({0, 0, 300, 300})) +
                           record(0xF122, words({0x39F}) + longs({1}), 1);
  std::string cells;
  for (std::uint32_t i = 0; i < 24; ++i)
    cells += shape(in_group({i, i, i + 1, i + 1}) + text_box("cell " + std::to_string(i)), 1);
  const PptMaker deck{drawing(group(head, cells))};
  const std::string content = deck.read().content;
  CHECK(content.find('|') == content.npos);
  CHECK(content.find("cell 0\n") != content.npos);
  CHECK(content.find("cell 23\n") != content.npos);
}

TEST_CASE("paragraphs of a ppt have the marks of their master, and their numbers") {
  // A style of bodies whose first level has no mark and whose second has one.
  const std::string level = longs({1}) + words({0}) + longs({0});
  const std::string master =
      record(4003, words({2}) + level + longs({1}) + words({1}) + longs({0}), 1);
  // Runs of paragraphs (characters, level, format), then of characters with the number of their
  // format.
  const std::string styles = longs({6}) + words({0}) + longs({0}) + longs({7}) + words({1}) +
                             longs({0}) + longs({8}) + words({0}) + longs({1}) + words({1}) +
                             longs({13}) + longs({0}) + longs({8, 0x400}) + words({1U << 10});
  const std::string numbers =
      longs({0, 0, 0}) + longs({0x3000000}) + words({1, 9, 3}) + longs({0, 0});
  const std::string data =
      container(0xF011, container(5000, container(5002, record(4026, wide("___PPT9")) +
                                                            record(5003, record(4012, numbers)))));
  const PptMaker deck{drawing(shape(on_slide({0, 0, 900, 900}) + data +
                                    text_box("plain\rmarked\rcounted", 1, styles))),
                      master};
  const std::string content = deck.read().content;
  CHECK(content.find("\n\nplain\n") != content.npos);
  CHECK(content.find("- marked\n") != content.npos);
  CHECK(content.find("- c) counted\n") != content.npos);
}

TEST_CASE(
    "what stands on the master of a ppt, its footer and its date are shown where they begin") {
  const auto placeholder = [](std::uint32_t type) {
    return container(0xF011, record(3011, longs({0, type})));
  };
  const std::string number =
      record(0xF00D, record(3999, longs({4})) + record(4008, "- * -") + record(4056, longs({2})));
  const std::string master =
      drawing(shape(on_slide({0, 0, 100, 100}) + placeholder(1) + text_box("Click to edit")) +
              shape(on_slide({900, 0, 100, 999}) + text_box("Confidential")) +
              shape(on_slide({900, 900, 999, 999}) + number));
  const std::string footers =
      container(4057,
                record(4058, words({0, 37})) + record(4026, wide("May 2003"), 0) +
                    record(4026, wide("Annual report"), 2),
                3);
  PptMaker deck{drawing(shape(on_slide({0, 0, 100, 100}) + text_box("Hello"))), master, footers, 2};
  CHECK(deck.read().content ==
        "## Slide 1 of 2\n\nHello\n\nConfidential\n\nMay 2003\n\nAnnual report\n\n"
        "## Slide 2 of 2\n\nHello\n");
}

TEST_CASE("hidden shapes of a ppt and those outside of the slide are marked and counted") {
  const std::string hidden = record(0xF00B, words({0x3BF}) + longs({0x20002}), 1);
  // Far from the slide among the coordinates of its group, but not on the slide.
  const std::string inside =
      group(record(0xF009, longs({5000, 5000, 6000, 6000})) + on_slide({0, 0, 500, 500}),
            shape(in_group({5000, 5000, 6000, 6000}) + text_box("in a group")));
  const PptMaker deck{drawing(inside +
                              shape(on_slide({600, 0, 100, 700}) + hidden + text_box("do this")) +
                              shape(on_slide({800, 2000, 2100, 900}) + text_box("do that")))};
  const ToolResult result = deck.read();
  CHECK(result.content.find("## Slide 1 of 1\n\nin a group\n") == 0);
  CHECK(result.content.find("(hidden:)\n\ndo this\n") != result.content.npos);
  CHECK(result.content.find("(outside of the slide:)\n\ndo that\n") != result.content.npos);
  CHECK(result.metadata.document->hidden_count == 1);
  CHECK(result.metadata.warnings ==
        std::vector<std::string>{"hidden in the presentation, and marked here: 1 shape",
                                 "1 shape outside of the slide, marked here"});
}

TEST_CASE("an embedded object of a ppt is named") {
  const std::string objects =
      container(1033, container(4044, record(4035, longs({1, 0, 5, 0, 9, 0})) +
                                          record(4026, wide("Excel.Sheet.8"), 2)));
  const std::string data = container(0xF011, record(3009, longs({5})));
  const PptMaker deck{drawing(shape(on_slide({0, 0, 100, 100}) + data, 75)), "", objects};
  CHECK(deck.read().content == "## Slide 1 of 1\n\n[Embedded object, Excel.Sheet.8]\n");
}

TEST_CASE("a program's name is bounded, as each object on a slide shows it") {
  const std::string objects =
      container(1033, container(4044, record(4035, longs({1, 0, 5, 0, 9, 0})) +
                                          record(4026, wide(std::string(100'000, 'x')), 2)));
  std::string shapes;
  for (int i = 0; i < 20; ++i)
    shapes += shape(on_slide({0, 0, 100, 100}) + container(0xF011, record(3009, longs({5}))), 75);
  const PptMaker deck{drawing(shapes), "", objects};
  CHECK(deck.read().content.size() < 4'000);
}

TEST_CASE("shapes of a ppt that nest too deep in groups are missed") {
  std::string deep = shape(on_slide({0, 0, 100, 100}) + text_box("deep"));
  for (int i = 0; i < 60; ++i) deep = group(record(0xF009, longs({0, 0, 0, 0})), deep);
  const ToolResult result = PptMaker{drawing(deep + shape(text_box("top")))}.read();
  CHECK(result.content.find("top") != std::string::npos);
  REQUIRE(result.metadata.warnings.size() == 1);
  CHECK(result.metadata.warnings[0] ==
        "slide 1: 1 or more shapes are left out: they are too many, or too deep in groups");
}

}  // namespace
}  // namespace lectern
