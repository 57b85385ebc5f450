#include <catch2/catch_test_macros.hpp>

#include <sstream>

#include "support/archives.h"

namespace lectern {
namespace {

using testing::read_place;

constexpr std::string_view kBook =
    "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
    "<FictionBook xmlns=\"http://www.gribuser.ru/xml/fictionbook/2.0\" "
    "xmlns:l=\"http://www.w3.org/1999/xlink\"><description><title-info>"
    "<author><first-name>Ann</first-name><last-name>Lee</last-name></author>"
    "<book-title>A Tale</book-title></title-info><document-info><author><nickname>scanner"
    "</nickname></author></document-info></description>"
    "<body><title><p>A Tale</p><p>in parts</p></title><epigraph><p>so it goes</p></epigraph>"
    "<section><title><p>One</p></title><p>first <emphasis>word</emphasis>"
    "<a l:href=\"#n1\" type=\"note\">[1]</a></p><image l:href=\"#cat.png\"/>"
    "<section><title><p>Inner</p></title><poem><stanza><v>rose</v><v>nose</v></stanza></poem>"
    "</section></section>"
    "<section><title><p>Two</p></title><table><tr><th>A</th><th>B</th></tr>"
    "<tr><td>1</td><td>2</td></tr></table><subtitle>* * *</subtitle></section></body>"
    "<body name=\"notes\"><section id=\"n1\"><title><p>1</p></title><p>what it means</p></section>"
    "</body><binary id=\"cat.png\" content-type=\"image/png\">"
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=="
    "</binary></FictionBook>";

}  // namespace

TEST_CASE("limit counts the lines of all chapters, and what follows goes on behind them") {
  ReadRequest request;
  request.limit = 1'000;
  const std::string whole = read_place(kBook, "tale.fb2", "", request).content;
  for (const std::uint64_t limit : {1U, 3U, 7U, 11U, 12U, 13U, 14U, 15U, 17U}) {
    CAPTURE(limit);
    request = {};
    request.limit = limit;
    std::string text;
    for (int reads = 0; reads < 40; ++reads) {
      ToolResult result = read_place(kBook, "tale.fb2", "", request);
      REQUIRE(result.success);
      std::istringstream lines(result.content);
      std::uint64_t count = 0;
      for (std::string line; std::getline(lines, line);) {
        if (line.empty() || line.starts_with("(chapter ") || line.starts_with("(Showing "))
          continue;
        ++count;
        text += line + '\n';
      }
      CHECK(count <= limit);
      if (!result.truncation) break;
      request = result.truncation->next.value();
    }
    std::istringstream lines(whole);
    std::string expected;
    for (std::string line; std::getline(lines, line);) {
      if (!line.empty() && !line.starts_with("(chapter ")) expected += line + '\n';
    }
    CHECK(text == expected);
  }
}

TEST_CASE("a FictionBook is a book: chapters, notes, poems, tables, pictures") {
  const ToolResult result = read_place(kBook, "tale.fb2");
  REQUIRE(result.success);
  REQUIRE(result.metadata.document);
  CHECK(result.metadata.document->kind == DocumentKind::kBook);
  CHECK(result.metadata.document->title == "A Tale");
  CHECK(result.metadata.document->author == "Ann Lee");
  CHECK(result.metadata.document->chapter_count == 2);
  CHECK(result.metadata.mime_type == "application/x-fictionbook+xml");
  CHECK(result.content.starts_with("(chapter 1 of 2)\n\n# A Tale in parts\n\n> so it goes\n"));
  CHECK(result.content.find("## One\n\nfirst *word*[^1]") != result.content.npos);
  CHECK(result.content.find("### Inner\n\nrose") != result.content.npos);
  CHECK(result.content.find("[^1]: what it means") != result.content.npos);
  CHECK(result.content.find("[Image 1: 1x1 PNG") != result.content.npos);
  CHECK(result.content.find("(chapter 2 of 2)\n\n## Two\n\n| A | B |\n|---|---|\n| 1 | 2 |") !=
        result.content.npos);
  CHECK(result.content.find("scanner") == result.content.npos);
}

TEST_CASE("chapters of a FictionBook are read one by one, and listed") {
  ReadRequest request;
  request.pages = {{2, 2}};
  const ToolResult second = read_place(kBook, "tale.fb2", "", request);
  CHECK(second.content.starts_with("(chapter 2 of 2)"));
  CHECK(second.content.find("first") == second.content.npos);
  ReadRequest outline;
  outline.outline = true;
  CHECK(read_place(kBook, "tale.fb2", "", outline).content ==
        "chapter 1: A Tale in parts\n  ## One\n  ### Inner\n"
        "chapter 2: Two\n");
}

TEST_CASE("a zipped FictionBook is read as the book in it") {
  const std::string zip =
      testing::text_of(ZipWriter().add("tale.fb2", std::string(kBook)).finish());
  for (const std::string name : {"tale.fb2.zip", "tale.fbz"}) {
    const ToolResult result = read_place(zip, name);
    REQUIRE(result.success);
    CHECK(result.metadata.document->title == "A Tale");
  }
  CHECK(read_place(zip, "books.zip").content_type == ContentType::kArchive);
}

TEST_CASE("a FictionBook that is damaged gives what stands before, and says so") {
  const ToolResult cut = read_place(kBook.substr(0, kBook.find("Inner")), "tale.fb2");
  REQUIRE(cut.success);
  CHECK(cut.content.find("first *word*") != cut.content.npos);
  CHECK(testing::warns_of(cut, "what stands behind is missing"));
  CHECK_FALSE(read_place("<x/>", "tale.fb2").success);
}

}  // namespace lectern
