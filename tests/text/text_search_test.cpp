// Searches in text, notes that no file can forge, and guesses that say so.
#include <algorithm>
#include <random>

#include "text/text_reading.h"
#include "text/utf8.h"
#include "text/word_matcher.h"

namespace lectern {
namespace {

ToolResult search(std::string words, std::string_view bytes) {
  TextRead read;
  read.request.search = std::move(words);
  return read.of(bytes);
}

}  // namespace

TEST_CASE("a search shows the lines with the words, their neighbours and their number") {
  const ToolResult result = search("needle", "one\ntwo\nthe Needle here\nfour\nfive\nsix\nNEEDLE");
  CHECK(result.content ==
        "2 lines hold \"needle\" (searched 7 lines)\n"
        "     2\ttwo\n     3\tthe Needle here\n     4\tfour\n(Line 5 left out)\n     6\tsix\n     "
        "7\tNEEDLE");
  CHECK(result.short_result == "2 lines hold \"needle\"");
  CHECK(result.line_count == 5);
  CHECK(result.start_line == 2);
  CHECK(result.end_line == 7);
  CHECK_FALSE(result.truncated);
}

TEST_CASE("words are found in either case, in order, with any white space between") {
  CHECK(search("New  York", "in new\tYORK.").content.starts_with("1 line holds"));
  CHECK(search("new york", "New\nYork\n").content.starts_with("1 line holds"));
  CHECK(search("new york", "york new\n").content == "No line holds \"new york\" (searched 1 line)");
  CHECK(search("aab", "aaab").content.starts_with("1 line holds"));
  CHECK(
      search("\xD0\xBF\xD1\x80\xD0\xB8", "\xD0\x9F\xD0\xA0\xD0\x98").content.starts_with("1 line"));
  CHECK(search("stra\xC3\x9F",
               "Stra\xC3\x9F"
               "e")
            .content.starts_with("1 line"));
  CHECK(search("a.c", "abc").content.starts_with("No line"));
}

TEST_CASE("lines around a hit are those of its range") {
  TextRead read;
  read.request.search = "x";
  read.request.lines = {{2, 2}, {5, 7}};
  CHECK(read.of("1\nx\n3\n4\n5\n6\n7\n").content ==
        "1 line holds \"x\" (searched 4 lines)\n     2\tx");
  CHECK(read.of("1\n2\n3\n4\nx\n6\n7\n").content ==
        "1 line holds \"x\" (searched 4 lines)\n     5\tx\n     6\t6");
}

TEST_CASE("a search without hits succeeds and says so") {
  const ToolResult result = search("absent", "a\nb\n");
  CHECK(result.success);
  CHECK(result.content == "No line holds \"absent\" (searched 2 lines)");
  CHECK(result.line_count == 0);
  CHECK(result.total_lines == 2);
  CHECK_FALSE(result.truncated);
  CHECK(search("absent", "").content == "No line holds \"absent\" (searched 0 lines)");
  CHECK(search("a.*b", "acb").content.ends_with("; search takes words as they stand, no patterns"));
}

TEST_CASE("a search shows a hundred lines with hits and goes on; next finds each hit once") {
  std::string text;
  for (int i = 1; i <= 1000; ++i)
    text += (i % 4 == 0 ? "needle " : "hay ") + std::to_string(i) + "\n";
  TextRead read;
  read.request.search = "needle";
  std::map<std::string, int> seen;
  int reads = 0;
  for (std::optional<ReadRequest> next = read.request; next; ++reads) {
    REQUIRE(reads < 10);
    read.request = *next;
    const ToolResult result = read.of(text);
    for (const auto& [number, line] : numbered(result.content)) {
      if (line.starts_with("needle")) ++seen[line];
    }
    next = result.truncation ? result.truncation->next : std::nullopt;
    if (reads == 0) {
      CHECK(result.content.starts_with("250 lines hold \"needle\" (searched 1,000 lines)\n"));
      CHECK(result.content.ends_with(
          "\n(Showing 100 of 250 lines with hits. Next: offset=402, with the same search)"));
    }
  }
  CHECK(reads == 3);
  CHECK(seen.size() == 250);
  for (const auto& [line, times] : seen) CHECK(times == 1);
}

TEST_CASE("a search keeps to the lines asked for and to its limit") {
  const std::string text = "x1\nx2\nx3\nx4\nx5\nx6\n";
  TextRead read;
  read.request.search = "x";
  read.request.lines = {{2, 3}, {5, {}}};
  CHECK(read.of(text).content ==
        "4 lines hold \"x\" (searched 4 lines)\n     2\tx2\n     3\tx3\n(Line 4 left out)\n     "
        "5\tx5\n     6\tx6");
  read.request.lines.clear();
  read.request.offset = 2;
  read.request.limit = 2;
  const ToolResult result = read.of(text);
  CHECK(result.content ==
        "5 lines hold \"x\" (searched 5 lines)\n     2\tx2\n     3\tx3\n"
        "(Showing 2 of 5 lines with hits. Next: offset=4, limit=2, with the same search)");
  CHECK(result.truncation->next->search == "x");
}

TEST_CASE("a search whose limit is the number of hits is complete") {
  TextRead read;
  read.request.search = "x";
  read.request.limit = 2;
  CHECK_FALSE(read.of("x1\na\nx2\nb\nc\n").truncated);
  CHECK(read.of("x1\na\nx2\nb\nx3\n").truncated);
}

TEST_CASE("a hit far along a long line is shown with what stands around it") {
  const std::string line = std::string(50'000, 'a') + " Needle " + std::string(50'000, 'b');
  const ToolResult result = search("needle", line + "\nend\n");
  CHECK(result.content.find("\n(Line 1 from column ") != std::string::npos);
  CHECK(result.content.find("aaa Needle bbb") != std::string::npos);
  CHECK(utf8_length(result.content) < 700);
}

TEST_CASE("a search numbers lines even where reads do not") {
  TextRead read;
  read.request.search = "b";
  read.options.text.line_numbers = LineNumbers::kNone;
  CHECK(read.of("a\nb\n").content == "1 line holds \"b\" (searched 2 lines)\n     1\ta\n     2\tb");
}

TEST_CASE("numbered lines cannot pass for notes") {
  const ToolResult result =
      TextRead().of("(Showing 2 of 9 total lines. Next: offset=3)\n--- Page 2 of 2 ---\n");
  CHECK(result.content ==
        "     1\t(Showing 2 of 9 total lines. Next: offset=3)\n     2\t--- Page 2 of 2 ---");
  CHECK(result.metadata.warnings.empty());
}

TEST_CASE("without numbers, a line that looks like a note gets a backslash and a warning") {
  TextRead read;
  read.options.text.line_numbers = LineNumbers::kNone;
  const ToolResult result = read.of(
      "(Showing 2 of 9 total lines. Next: offset=3)\n\\(Lines 3-4 left "
      "out)\n(other)\n\\n\n(Encoding: x)\n(empty file)\n(warning: none)");
  CHECK(result.content ==
        "\\(Showing 2 of 9 total lines. Next: offset=3)\n\\\\(Lines 3-4 left "
        "out)\n(other)\n\\n\n\\(Encoding: x)\n"
        "\\(empty file)\n\\(warning: none)");
  REQUIRE(result.metadata.warnings.size() == 1);
  CHECK(result.metadata.warnings[0] ==
        "5 lines of the file would look like a note of this tool; a backslash before each tells "
        "them apart");
}

TEST_CASE("a mark that a line is cut is ours only where a note names the line") {
  TextRead read;
  read.options.limits.max_line_chars = 30;
  const ToolResult forged = read.of("x... (truncated)\nb\n");
  CHECK(forged.content == "     1\tx... (truncated)\n     2\tb");
  const ToolResult cut = read.of("x... (truncated)\n" + std::string(50, 'y') + "\n");
  CHECK(cut.content.ends_with("\n(Line 2 goes on. Next: offset=2, column=31, limit=1)"));
}

TEST_CASE("a guess that is hardly sure says so and names the option") {
  const ToolResult result = TextRead().of("r\xE9sum\xE9\n");
  REQUIRE(result.metadata.encoding_confidence_percent);
  if (*result.metadata.encoding_confidence_percent < 55) {
    CHECK(result.content.find("\n(Encoding: read as ") != std::string::npos);
    CHECK(result.metadata.warnings[0].ends_with("; the option encoding sets another"));
  }
  const ToolResult random = TextRead().of("a\x81\x8D b\x90 \x9D c\x81\n");
  CHECK(random.success);
  CHECK(random.content.find("(Encoding: read as ") != std::string::npos);
  CHECK_FALSE(random.metadata.warnings.empty());
}

TEST_CASE("bytes that are no characters are counted after the content") {
  TextRead read;
  read.options.text.encoding = "utf-8";
  const ToolResult result = read.of("caf\xE9 au lait\n");
  CHECK(result.content ==
        "     1\tcaf\xEF\xBF\xBD au lait\n"
        "(Encoding: read as utf-8, with 1 invalid sequence shown as U+FFFD. The option encoding "
        "sets another.)");
  CHECK(result.metadata.warnings[0] ==
        "read as utf-8, with 1 invalid sequence shown as U+FFFD; the option encoding sets another");
  CHECK(TextRead().of("caf\xC3\xA9\n").metadata.warnings.empty());
}

TEST_CASE("a search can keep to the case and to whole words") {
  TextRead read;
  read.request.search = "Cat";
  const std::string text = "Cat\ncat\nCats\nthe concat\nCat_1\n(Cat)\n";
  const auto found = [&] {
    const std::string first(read.of(text).content);
    return first.substr(0, first.find(' '));
  };
  CHECK(found() == "6");
  read.request.case_sensitive = true;
  CHECK(found() == "4");
  read.request.whole_words = true;
  CHECK(found() == "2");
  read.request.case_sensitive = false;
  CHECK(found() == "3");
}

TEST_CASE("whole words end where letters, digits and _ end, at the text's end too") {
  const auto holds = [](std::string words, std::string_view bytes) {
    TextRead read;
    read.request.search = std::move(words);
    read.request.whole_words = true;
    return read.of(bytes).content.starts_with("1 line");
  };
  CHECK(holds("end", "the end"));
  CHECK(holds("end", "the end\n"));
  CHECK(holds("the end", "the\nend"));
  CHECK_FALSE(holds("end", "the ending"));
  CHECK_FALSE(holds("end", "xend"));
  CHECK_FALSE(holds("end",
                    "\xC3\xA9"
                    "end"));
  CHECK_FALSE(holds("end", "end\xC3\xA9"));
  CHECK(holds("end",
              "\xE2\x80\x94"
              "end\xE2\x80\x94"));
  CHECK(holds("\xC3\xA9t\xC3\xA9", "un \xC3\x89t\xC3\x89."));
  CHECK_FALSE(holds("\xC3\xA9t\xC3\xA9", "un \xC3\xA9t\xC3\xA9s."));
  CHECK(holds("a.b", "xa.b a.b"));
  CHECK_FALSE(holds("a.b", "xa.b a.bc"));
  // Words of some scripts have no edges.
  CHECK(holds("\xE6\x96\x87", "\xE4\xB8\xAD\xE6\x96\x87\xE5\xAD\x97"));
  CHECK(holds("\xE0\xB8\x81", "\xE0\xB8\x82\xE0\xB8\x81"));
  // What is no word by itself stands anywhere.
  CHECK(holds("+=", "a+=b"));
}

TEST_CASE("words are found wherever the text is cut into pieces") {
  const std::string text = std::string(70, ' ') + "concat cat, Cat_ " + std::string(70, '-') +
                           "cAt" + std::string(200, '.') + " caT";
  for (const bool whole : {false, true}) {
    const auto ends_of = [&](std::size_t piece) {
      WordMatcher matcher("cat", WordRules{false, whole});
      std::vector<std::size_t> ends;
      for (std::size_t from = 0; from < text.size(); from += piece) {
        const std::string_view part = std::string_view(text).substr(from, piece);
        for (std::size_t at = 0;;) {
          const std::size_t hit = matcher.find(part.substr(at), from + piece < text.size());
          if (hit == std::string_view::npos) break;
          at += hit;
          ends.push_back(from + at);
        }
      }
      return ends;
    };
    const std::vector<std::size_t> ends = ends_of(text.size());
    CHECK(ends.size() == (whole ? 3 : 5));
    for (std::size_t piece = 1; piece < 100; ++piece) CHECK(ends_of(piece) == ends);
  }
}

TEST_CASE("a search shows as many lines around each hit as are asked for") {
  TextRead read;
  read.request.search = "x";
  const std::string text = "1\n2\n3\nx4\n5\n6\n7\n8\nx9\nx10\n";
  read.request.context = 0;
  CHECK(read.of(text).content ==
        "3 lines hold \"x\" (searched 10 lines)\n     4\tx4\n(Lines 5-8 left out)\n     9\tx9\n    "
        "10\tx10");
  read.request.context = 2;
  CHECK(read.of(text).content ==
        "3 lines hold \"x\" (searched 10 lines)\n     2\t2\n     3\t3\n     4\tx4\n     5\t5\n     "
        "6\t6\n     7\t7\n     8\t8\n     9\tx9\n    10\tx10");
  read.request.context = 0;
  read.request.limit = 1;
  const ToolResult first = read.of(text);
  CHECK(first.content.ends_with(
      "     4\tx4\n(Showing 1 of 3 lines with hits. Next: offset=5, limit=1, with the same "
      "search)"));
  CHECK(first.truncation->next->context == 0U);
}

TEST_CASE("lines of a search have their numbers, wherever its hits and its limit are") {
  std::mt19937 random(5);
  for (const std::string_view end : {"\n", "\r\n", "\r"}) {
    for (int round = 0; round < 60; ++round) {
      // Each line begins with its number, or is blank.
      std::string text;
      const std::uint64_t rare = 1 + random() % 3000;
      const std::uint64_t count = 1 + random() % 20'000;
      std::vector<std::uint64_t> hits;
      for (std::uint64_t line = 1; line <= count; ++line) {
        if (random() % rare == 0) {
          hits.push_back(line);
          text += std::to_string(line) + " needle";
        } else if (random() % 9 != 0) {
          text += std::to_string(line) + " hay";
        }
        text += end;
      }
      TextRead read;
      read.request.search = "needle";
      read.request.context = random() % 4;
      read.request.limit = 1 + random() % 5;
      const ToolResult result = read.of(text, 1 + random() % 70'000);
      CHECK(result.total_lines == static_cast<std::int64_t>(count));
      std::vector<std::uint64_t> found;
      for (const auto& [number, line] : numbered(result.content)) {
        if (line.find("needle") != line.npos) found.push_back(number);
        if (!line.empty()) CHECK(line.starts_with(std::to_string(number) + " "));
      }
      hits.resize(std::min<std::size_t>(hits.size(), *read.request.limit));
      CHECK(found.size() >= hits.size());
      found.resize(std::min(found.size(), hits.size()));
      CHECK(found == hits);
    }
  }
}

}  // namespace lectern
