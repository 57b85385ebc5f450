#include "documents/markdown/markdown_writer.h"

#include <catch2/catch_test_macros.hpp>
#include <functional>

namespace lectern {
namespace {

class Text final : public MarkdownSink {
 public:
  void append(std::string_view lines) override { text += lines; }
  void heading(unsigned level, std::string_view title) override {
    headings += std::to_string(level);
    headings += title;
  }
  std::string text;
  std::string headings;
};

std::string written(const std::function<void(MarkdownWriter&)>& write) {
  Text sink;
  MarkdownWriter writer(sink);
  write(writer);
  writer.finish();
  return sink.text;
}

void cell(MarkdownWriter& writer, std::string_view text, std::uint32_t columns = 1) {
  writer.begin_cell(columns);
  writer.text(text);
  writer.end_cell();
}

TEST_CASE("blocks are divided by a blank line, items of a list are not", "[markdown]") {
  CHECK(written([](MarkdownWriter& writer) {
          writer.begin_heading(2);
          writer.text("Title", kBold);
          writer.begin_paragraph();
          writer.text("One ");
          writer.text("two", kBold);
          writer.text(" three.");
          writer.begin_item(0, "1.");
          writer.text("first");
          writer.begin_item(1, "(a)");
          writer.text("inner");
          writer.begin_item(0, "2.");
          writer.text("second");
          writer.begin_paragraph();
          writer.begin_paragraph();
          writer.text("End");
        }) == "## Title\n\nOne **two** three.\n\n1. first\n   - (a) inner\n2. second\n\nEnd\n");
}

TEST_CASE("blanks stand outside of emphasis", "[markdown]") {
  CHECK(written([](MarkdownWriter& writer) {
          writer.text("a");
          writer.text(" b ", kItalic);
          writer.text("c", kDeleted);
          writer.text(" ", kBold);
          writer.text("x", kCode);
        }) == "a *b* {--c--} `x`\n");
  CHECK(written([](MarkdownWriter& writer) {
          writer.text("a");
          writer.text("\u2002\u2002", kBold);
          writer.text("\u3000b\u00A0", kBold);
          writer.text("c");
          writer.begin_paragraph();
          writer.text("\u00A0 \u2002", kBold);
        }) == "a\u2002\u2002\u3000**b**\u00A0c\n");
}

TEST_CASE("emphasis that goes on stays open where other emphasis begins or ends", "[markdown]") {
  CHECK(written([](MarkdownWriter& writer) {
          writer.text("90", kBold);
          writer.text("th", kBold | kSuperscript);
          writer.text(" level", kBold);
          writer.text(" j");
          writer.text("um", kItalic);
          writer.text("ped", kBold | kItalic);
          writer.text(" a");
          writer.text("x", kBold | kItalic);
          writer.text("y", kItalic);
        }) == "**90<sup>th</sup> level** j*um**ped*** a***x****y*\n");
}

TEST_CASE("what Markdown or a reader of our marks would misread is escaped", "[markdown]") {
  const auto line = [](std::string_view text) {
    return written([text](MarkdownWriter& writer) { writer.text(text); });
  };
  CHECK(line("# no heading") == "\\# no heading\n");
  CHECK(line("1. no list") == "1\\. no list\n");
  CHECK(line("- no list") == "\\- no list\n");
  CHECK(line("a*b* snake_case 2 * 3") == "a\\*b\\* snake_case 2 * 3\n");
  CHECK(line("[Image 2: 1x1 PNG]") == "\\[Image 2: 1x1 PNG]\n");
  CHECK(line("[^1] [1] {++x++}") == "\\[^1] [1] \\{++x++}\n");
  CHECK(line("[Attached message:] [Frame:] [Title: x]") ==
        "\\[Attached message:] \\[Frame:] \\[Title: x]\n");
  CHECK(line("(chapter 2 of 3) (chapter 2)") == "\\(chapter 2 of 3) (chapter 2)\n");
  CHECK(line("<b> 1 < 2 &amp; AT&T") == "\\<b> 1 < 2 \\&amp; AT&T\n");
  CHECK(line("a | b $5") == "a | b $5\n");
}

TEST_CASE("no line of a document looks like one of ours", "[markdown]") {
  const auto line = [](std::string_view text) {
    return written([text](MarkdownWriter& writer) { writer.text(text); });
  };
  CHECK(line("Notes:") == "Notes\\:\n");
  CHECK(line("Notes: none") == "Notes: none\n");
  CHECK(line("Connections:") == "Connections\\:\n");
  CHECK(line("Attachments (read one as x/NAME):") == "Attachments \\(read one as x/NAME):\n");
  CHECK(line("(More rows follow. Next: offset=9)") == "\\(More rows follow. Next: offset=9)\n");
  CHECK(line("(Showing slides 1 of 9. Next: pages=2)") ==
        "\\(Showing slides 1 of 9. Next: pages=2)\n");
  CHECK(line("(warning: none)") == "\\(warning: none)\n");
  CHECK(line("(hidden:) (hidden fees)") == "\\(hidden:) (hidden fees)\n");
  CHECK(line("(12 tracked changes: marked)") == "\\(12 tracked changes: marked)\n");
  CHECK(line("(12 apples)") == "(12 apples)\n");
  CHECK(line("(slide 2 of 3) (mail 1 of 2)") == "\\(slide 2 of 3) \\(mail 1 of 2)\n");
  CHECK(line("[Diagram] [Media: x] [Video: x]") == "\\[Diagram] \\[Media: x] \\[Video: x]\n");
  const auto only_column = [](std::string_view text) {
    return written([text](MarkdownWriter& writer) {
      writer.begin_table(0);
      writer.begin_row();
      writer.begin_cell();
      writer.text("first");
      writer.line_break();
      writer.text(text);
      writer.end_cell();
      writer.end_row();
      writer.end_table();
    });
  };
  CHECK(only_column("Notes:") == "first\nNotes\\:\n");
  CHECK(only_column("# Slide 2 of 3") == "first\n\\# Slide 2 of 3\n");
}

TEST_CASE("marks of notes wait for the end of the word that they come in", "[markdown]") {
  const auto note = [](MarkdownWriter& writer, std::string_view mark) {
    writer.raw(mark, MarkKind::kNote);
  };
  CHECK(written([&](MarkdownWriter& writer) {
          writer.text("spe");
          note(writer, "[^1]");
          writer.text("ci", kBold);
          note(writer, "[Comment: x]");
          writer.text("ális, end");
          note(writer, "[^2]");
          writer.text(" a");
        }) == "spe**ci**ális[^1] [Comment: x], end[^2] a\n");
  CHECK(written([&](MarkdownWriter& writer) {
          writer.begin_link("http://e.org");
          writer.text("lin");
          note(writer, "[^1]");
          writer.text("k");
          writer.end_link();
          writer.text(" x");
          note(writer, "[^2]");
          writer.text("3", kSuperscript);
        }) == "[link](http://e.org)[^1] x[^2]<sup>3</sup>\n");
  CHECK(written([&](MarkdownWriter& writer) {
          writer.text("漢");
          note(writer, "[^1]");
          writer.text("字 co");
          note(writer, "[^2]");
          writer.text("de", kCode);
          note(writer, "[^3]");
          writer.text("s");
        }) == "漢[^1]字 co`de`s[^2] [^3]\n");
}

TEST_CASE("a picture in a heading stands behind the heading", "[markdown]") {
  CHECK(written([](MarkdownWriter& writer) {
          writer.begin_heading(1);
          writer.raw("[Image 1: a]", MarkKind::kPicture);
          writer.text("Ti");
          writer.raw("[Image 2: b]", MarkKind::kPicture);
          writer.text("tle");
          writer.begin_heading(2);
          writer.raw("[Image 3: c]", MarkKind::kPicture);
          writer.begin_paragraph();
          writer.raw("[Image 4: d]", MarkKind::kPicture);
          writer.text("text");
        }) == "# Title\n\n[Image 1: a] [Image 2: b]\n\n[Image 3: c]\n\n[Image 4: d] text\n");
}

TEST_CASE("a link shows its target unless its text does", "[markdown]") {
  CHECK(written([](MarkdownWriter& writer) {
          writer.begin_link("https://example.com/a(b)");
          writer.text("here");
          writer.end_link();
          writer.text(" and ");
          writer.begin_link("https://example.com");
          writer.text("example.com");
          writer.end_link();
        }) == "[here](https://example.com/a\\(b\\)) and example.com\n");
}

TEST_CASE("a table has the columns of its widest row, and cells keep their paragraphs",
          "[markdown]") {
  CHECK(written([](MarkdownWriter& writer) {
          writer.begin_table(1);
          writer.begin_row();
          cell(writer, "A|B");
          cell(writer, "wide", 2);
          writer.end_row();
          writer.begin_row();
          writer.begin_cell();
          writer.begin_paragraph();
          writer.text("one");
          writer.begin_paragraph();
          writer.text("two");
          writer.end_cell();
          writer.end_row();
          writer.end_table();
        }) == "| A\\|B | wide | |\n|---|---|---|\n| one<br>two | | |\n");
}

TEST_CASE("a table without a header has an empty one, a table in a cell is HTML", "[markdown]") {
  CHECK(written([](MarkdownWriter& writer) {
          writer.text("before");
          writer.begin_table(0);
          writer.begin_row();
          cell(writer, "a");
          writer.begin_cell();
          writer.begin_table(0);
          writer.begin_row();
          cell(writer, "in");
          writer.end_row();
          writer.end_table();
          writer.end_cell();
          writer.end_row();
          writer.end_table();
          writer.text("after");
        }) == "before\n\n| | |\n|---|---|\n| a | <table><tr><td>in</td></tr></table> |\n\nafter\n");
}

void heading_cell(MarkdownWriter& writer, unsigned level, std::string_view text) {
  writer.begin_cell();
  writer.begin_heading(level);
  writer.text(text, kBold);
  writer.end_cell();
}

TEST_CASE("a heading in a cell keeps its level and is told with its line", "[markdown]") {
  Text sink;
  MarkdownWriter writer(sink);
  writer.begin_table(0);
  writer.begin_row();
  cell(writer, "<h1>no heading</h1>");
  heading_cell(writer, 2, "A|B");
  writer.end_row();
  writer.begin_row();
  writer.begin_cell();
  writer.begin_paragraph();
  writer.text("text");
  writer.begin_heading(3);
  writer.raw("[Image 1: a]", MarkKind::kPicture);
  writer.text("C\nD");
  writer.end_cell();
  cell(writer, "x");
  writer.end_row();
  writer.finish();
  CHECK(sink.text ==
        "| | |\n|---|---|\n| \\<h1>no heading\\</h1> | <h2>A\\|B</h2> |\n"
        "| text<br><h3>C D</h3><br>[Image 1: a] | x |\n");
  CHECK(sink.headings == "2A\\|B3C D");
}

TEST_CASE("a header row shows headings as text, and a row of headings is one", "[markdown]") {
  CHECK(written([](MarkdownWriter& writer) {
          writer.begin_table(0);
          writer.infer_header();
          writer.begin_row();
          heading_cell(writer, 6, "Name");
          heading_cell(writer, 6, "Sum");
          writer.end_row();
          writer.begin_row();
          heading_cell(writer, 6, "Ann");
          cell(writer, "1");
          writer.end_row();
        }) == "| Name | Sum |\n|---|---|\n| <h6>Ann</h6> | 1 |\n");
}

TEST_CASE("headings in a table of one column are headings, and in a table in a cell HTML",
          "[markdown]") {
  CHECK(written([](MarkdownWriter& writer) {
          writer.begin_table(0);
          writer.begin_row();
          writer.begin_cell();
          writer.text("before");
          writer.begin_heading(2);
          writer.text("Title");
          writer.begin_paragraph();
          writer.text("<h1>after");
          writer.end_cell();
          writer.end_row();
        }) == "before\n\n## Title\n\n\\<h1>after\n");
  CHECK(written([](MarkdownWriter& writer) {
          writer.begin_table(0);
          writer.begin_row();
          cell(writer, "a");
          writer.begin_cell();
          writer.begin_table(0);
          writer.begin_row();
          heading_cell(writer, 1, "in");
          writer.end_row();
          writer.end_table();
          writer.end_cell();
          writer.end_row();
        }) == "| | |\n|---|---|\n| a | <table><tr><td><h1>in</h1></td></tr></table> |\n");
}

TEST_CASE("a marker of a list cannot end its line, forge a mark or divide a cell", "[markdown]") {
  CHECK(written([](MarkdownWriter& writer) {
          writer.begin_item(0, "1\n\n[Image 1: x]");
          writer.text("a");
          writer.begin_item(0, "#");
          writer.text("b");
          writer.begin_table(0);
          writer.begin_row();
          writer.begin_cell();
          writer.begin_item(0, "<h1>|");
          writer.text("c");
          writer.end_cell();
          cell(writer, "d");
          writer.end_row();
        }) == "- 1 \\[Image 1: x] a\n- \\# b\n\n| | |\n|---|---|\n| \\<h1>\\| c | d |\n");
}

TEST_CASE("a formula has no blanks at its ends, an inserted blank is shown", "[markdown]") {
  CHECK(written([](MarkdownWriter& writer) {
          writer.math(" r^{2} ");
          writer.text(" a");
          writer.text(" ", kInserted);
          writer.raw("{>>Ann<<}");
          writer.text("b");
        }) == "$r^{2}$ a{++ ++}{>>Ann<<}b\n");
}

TEST_CASE("bars in code do not divide cells", "[markdown]") {
  CHECK(written([](MarkdownWriter& writer) {
          writer.begin_table(0);
          writer.begin_row();
          writer.begin_cell();
          writer.code_block("a|b");
          writer.end_cell();
          cell(writer, "c");
          writer.end_row();
        }) == "| | |\n|---|---|\n| `a\\|b` | c |\n");
}

TEST_CASE("tables in cells that nest deeper than anyone reads are their text", "[markdown]") {
  const auto nested = [](int depth) {
    return written([depth](MarkdownWriter& writer) {
      for (int i = 0; i < depth; ++i) {
        writer.begin_table(0);
        writer.begin_row();
        cell(writer, "a");
        writer.begin_cell();
      }
      writer.text("deep");
      for (int i = 0; i < depth; ++i) {
        writer.end_cell();
        writer.end_row();
        writer.end_table();
      }
    });
  };
  CHECK(nested(2) == "| | |\n|---|---|\n| a | <table><tr><td>a</td><td>deep</td></tr></table> |\n");
  const std::string deep = nested(300);
  std::size_t tables = 0;
  for (std::size_t at = deep.find("<table>"); at != deep.npos; at = deep.find("<table>", at + 1))
    ++tables;
  CHECK(tables == 15);
  CHECK(deep.find("a<br>a<br>deep</td>") != deep.npos);
}

TEST_CASE("a block, a cell and a row hold no more than a part of a file", "[markdown]") {
  const std::string part(1 << 20, 'x');
  const std::string runs = written([&](MarkdownWriter& writer) {
    for (int i = 0; i < 40; ++i) writer.text(part, i % 2 == 0 ? kPlain : kBold);
  });
  CHECK(runs.size() > 40 * part.size());
  CHECK(runs.find("\n\n") < 20 * part.size());
  const auto row = [&](int cells, int texts) {
    return written([&](MarkdownWriter& writer) {
      writer.begin_table(0);
      writer.begin_row();
      for (int i = 0; i < cells; ++i) {
        writer.begin_cell();
        for (int k = 0; k < texts; ++k) {
          writer.begin_paragraph();
          writer.text(part);
        }
        writer.end_cell();
      }
      writer.end_row();
      writer.end_table();
    });
  };
  for (const std::string& table : {row(40, 1), row(2, 40)}) {
    CHECK(table.size() < 40 * part.size());
    CHECK(table.find("[The rest is left out: it is larger than 16 MiB]") != table.npos);
  }
  CHECK(written([](MarkdownWriter& writer) {
          writer.begin_table(0);
          writer.begin_row();
          for (int i = 0; i < 5'000; ++i) cell(writer, "y");
          writer.end_row();
          writer.end_table();
        }).ends_with("y<br>y |\n"));
}

TEST_CASE("a table of one column is text", "[markdown]") {
  CHECK(written([](MarkdownWriter& writer) {
          writer.begin_table(0);
          writer.begin_row();
          cell(writer, "box");
          writer.end_row();
          writer.end_table();
        }) == "box\n");
}

}  // namespace
}  // namespace lectern
