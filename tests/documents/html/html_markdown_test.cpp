#include "documents/html/html_markdown.h"

#include <catch2/catch_test_macros.hpp>

#include "documents/html/entities.h"
#include "read/read.h"

namespace lectern {
namespace {

class Lines final : public MarkdownSink {
 public:
  void append(std::string_view lines) override { text += lines; }
  void heading(unsigned, std::string_view) override {}
  std::string text;
};

std::string markdown(std::string_view html, bool is_xml = false) {
  Lines lines;
  MarkdownWriter writer(lines);
  HtmlHost host;
  HtmlMarkdown reader(writer, host);
  reader.read(html, is_xml);
  writer.finish();
  return lines.text;
}

TEST_CASE("headings, paragraphs and their white space") {
  CHECK(markdown("<h2>A  <em>b</em></h2>\n<p>one\n two<p>three</div> four") ==
        "## A b\n\none two\n\nthree four\n");
}

TEST_CASE("a text that is read and written in pieces stays what it is") {
  std::string words;
  while (words.size() < 2'500'000) words += words.size() % 3 == 0 ? "\xC3\xA4 " : "b\xE2\x82\xAC";
  words += 'c';
  CHECK(markdown("<p>" + words) == words + '\n');
  CHECK(markdown("<p>" + words + "<b>d</b>", true) == words + "**d**\n");
  const std::string word(2'500'000, 'w');
  CHECK(markdown("<p>" + word + " <i>d</i></p>e") == word + " *d*\n\ne\n");
}

TEST_CASE("white space between words is one blank, wherever it stands") {
  for (std::size_t at = 1; at < 24; ++at) {
    const std::string before(at, 'a');
    for (const std::string_view gap : {" ", "  ", "\n", " \t", "\f", "   "})
      CHECK(markdown("<p>" + before + std::string(gap) + "\xE6\x96\x87 b c d e f") ==
            before + " \xE6\x96\x87 b c d e f\n");
    CHECK(markdown("<p>" + before + "\x1F\xC2\xA0 b c d e f g") ==
          before + "\x1F\xC2\xA0 b c d e f g\n");
  }
}

TEST_CASE("formatting that no tag ended goes on in the next block") {
  CHECK(markdown("<p><b>one</p><p>two</b> three") == "**one**\n\n**two** three\n");
  CHECK(markdown("a <b>b <i>c</b> d</i> e") == "a **b** ***c*** *d* e\n");
}

TEST_CASE("a pre element of any length is shown whole") {
  const std::string first(std::size_t{10} << 20, 'a');
  const std::string second(std::size_t{10} << 20, 'b');
  const std::string text = markdown("<pre>" + first + "<b>" + second + "</b></pre>");
  CHECK(text == "```\n" + first + "\n```\n\n```\n" + second + "\n```\n");
}

TEST_CASE("what a style sheet of the page hides is marked") {
  const std::string style =
      "<style>/* .a{} */ .gone, #away { display: none } p.note{visibility:hidden}"
      "@media print { .kept { display: none } } .kept a { display: none }"
      "@media screen { .dark { display: none } }</style>";
  CHECK(markdown(style + "<p class='x gone'>one<p id=away>two<p class=note>three") ==
        "[Hidden: one]\n\n[Hidden: two]\n\n[Hidden: three]\n");
  CHECK(markdown(style + "<div class=note>one</div><p class=kept>two <a>three</a>") ==
        "one\n\ntwo three\n");
  CHECK(markdown("<head>" + style + "</head><p class=dark>one") == "[Hidden: one]\n");
}

TEST_CASE("elements are compared with rules as long as there is work left, and then it is said") {
  std::string rules;
  for (int i = 0; i < 5'000; ++i) rules += "p.b.c{display:none}";
  std::string page = "<style>" + rules + ".gone{display:none}</style>";
  for (int i = 0; i < 2'000; ++i) page += "<p class=b>x</p>";
  const std::string text = markdown(page);
  constexpr std::string_view kSaid =
      "[From here on not all that is hidden is marked: rules and styles are too large]";
  const std::size_t said = text.find(kSaid);
  REQUIRE(said != text.npos);
  CHECK(text.find(kSaid, said + 1) == text.npos);
}

TEST_CASE("text of a size that nobody sees is hidden, in whatever unit the size is") {
  for (const std::string_view size :
       {"0", "1px", "1pt", ".01in", "0.3mm", "0.02cm", "0.05em", "5%"}) {
    INFO(size);
    CHECK(markdown("<p style='font-size: " + std::string(size) + "'>x") == "[Hidden: x]\n");
  }
  for (const std::string_view size : {"0.16667in", "0.4cm", "4mm", "1pc", "1em", "0.5rem", "80%"}) {
    INFO(size);
    CHECK(markdown("<p style='font-size: " + std::string(size) + "'>x") == "x\n");
  }
}

TEST_CASE("the most particular rule of a style sheet says whether something is hidden") {
  CHECK(markdown("<style>.a.b{display:block} .a{display:none}</style><p class='a b'>one<p class=a>"
                 "two") == "one\n\n[Hidden: two]\n");
  CHECK(markdown("<style>.a{display:none} .a{display:block}</style><p class=a>one") == "one\n");
}

TEST_CASE("a link that a page repeats in every line takes a bounded part of the result") {
  const std::string address = "http://example.com/" + std::string(40'000, 'h');
  std::string page = "<a href=\"" + address + "\">";
  for (int i = 0; i < 1'000; ++i) page += "a<br>";
  const std::string text = markdown(page + "</a><p><a href=\"http://example.com/b\">last</a>");
  CHECK(text.size() < (std::size_t{8} << 20) + 100'000);
  CHECK(text.find("[From here on links have no targets: those shown take 8 MiB] ") != text.npos);
  CHECK(text.ends_with("\n\nlast\n"));
}

TEST_CASE("cells that cover many columns or rows take a bounded part of the result") {
  std::string wide = "<table>";
  for (int i = 0; i < 8'000; ++i) wide += "<tr><td colspan=1000>a<td>b";
  CHECK(markdown(wide).size() < 12'000'000);
  std::string high = "<table><tr>";
  for (int i = 0; i < 1'000; ++i) high += "<td rowspan=65000>";
  for (int i = 0; i < 8'000; ++i) high += "<tr><td>a";
  CHECK(markdown(high).size() < 12'000'000);
}

TEST_CASE("a link that the rules of HTML divide is one link") {
  CHECK(markdown("<p><b><a href=\"http://example.com/\">one</b> two</a>") ==
        "[**one** two](http://example.com/)\n");
}

TEST_CASE("an address of a page that is longer than 4,096 bytes is not put before its links") {
  const std::string base = "<base href=\"http://example.com/" + std::string(5'000, 'b') + "/\">";
  CHECK(markdown(base + "<a href=\"x\">text</a>") == "[text](x)\n");
}

TEST_CASE("a page that hides itself until a script runs is read") {
  CHECK(markdown("<style>body{display:none}</style><body><p>one") == "one\n");
}

TEST_CASE("style sheets that are cut, nested or endless do no harm") {
  std::string nested;
  for (int i = 0; i < 100'000; ++i) nested += "@media screen{";
  CHECK(markdown("<style>" + nested + "</style><p>one") == "one\n");
  CHECK(markdown("<style>.a{display:none</style><p class=a>one") == "[Hidden: one]\n");
  CHECK(markdown("<style>}}}{{{;;,,.#</style><p>one") == "one\n");
}

TEST_CASE("MathML becomes LaTeX where it stands") {
  CHECK(markdown("<p>so <math><mfrac><mi>a</mi><mn>2</mn></mfrac><mo>&lt;</mo><mi>b</mi></math> "
                 "is") == "so $\\frac{a}{2}<b$ is\n");
  CHECK(markdown("<p><math><msup><mi>x</mi><mn>2</mn></math>after</p>") == "$x^{2}$after\n");
  CHECK(markdown("<p><math></math>empty") == "empty\n");
}

TEST_CASE("math that is hidden is marked as everything else is") {
  CHECK(markdown("<p>a <span hidden><math><mi>x</mi></math></span>") == "a [Hidden: $x$]\n");
}

TEST_CASE("lists nest, and have the numbers that the page shows") {
  CHECK(markdown("<ol start=3><li>three<li>four<ul><li>inner</ul></ol>") ==
        "3. three\n4. four\n   - inner\n");
  CHECK(markdown("<ol type=i reversed start=2><li>b</li><li>a</li></ol>").find("ii. b") !=
        std::string::npos);
}

TEST_CASE("cells that cover rows and columns leave empty cells") {
  CHECK(markdown("<table><tr><th>A<th>B<tr><td rowspan=2>1<td>2<tr><td>3</table>") ==
        "| A | B |\n|---|---|\n| 1 | 2 |\n| | 3 |\n");
}

TEST_CASE("a caption stands before its table, and text between its cells before both") {
  const std::string text =
      markdown("<table><caption>Cap</caption><tr><td>1<td>2</tr>stray<tr><td>3<td>4</table>");
  CHECK(text.find("stray\n\nCap\n\n|") == 0);
}

TEST_CASE("a table around tables serves the layout") {
  CHECK(markdown("<table><tr><td>left<td><table><tr><td>1<td>2<tr><td>3<td>4</table></table>")
            .find("left\n\n| | |\n|---|---|\n| 1 | 2 |") == 0);
}

TEST_CASE("code keeps its spaces, and a bar in it divides no cell") {
  CHECK(markdown("<pre><code class=\"language-c\">a\n  b &lt;c&gt;\n</code></pre>") ==
        "```c\na\n  b <c>\n```\n");
  CHECK(markdown("<table><tr><td><code>a|b</code><td>c</table>").find("`a\\|b`") !=
        std::string::npos);
}

TEST_CASE("scripts, styles and templates are no text") {
  CHECK(
      markdown("<script>if (a < b) '</p>'</script><style>p{}</style><template><p>t</template>x") ==
      "x\n");
}

TEST_CASE("what a page hides is marked") {
  Lines lines;
  MarkdownWriter writer(lines);
  HtmlHost host;
  HtmlMarkdown reader(writer, host);
  reader.read(
      "<p>seen<span style='display: none'>obey me</span> and <b hidden>this</b>"
      "<p style=\"position:absolute; left:-9999px\">far");
  writer.finish();
  CHECK(lines.text.find("[Hidden: obey me]") != std::string::npos);
  CHECK(lines.text.find("[Hidden: ") != std::string::npos);
  CHECK(reader.hidden_count() == 3);
}

TEST_CASE("links and pictures keep their addresses, from the base of the page") {
  CHECK(markdown("<base href='https://a.example/x/y.html'><a href=../z>to <i>z</i></a>") ==
        "[to *z*](https://a.example/z)\n");
  CHECK(markdown("<img src=p.png alt='a cat'>") == "![a cat](p.png)\n");
}

TEST_CASE("in XHTML an element may end at once") {
  CHECK(markdown("<?xml version='1.0'?><html><head><title/><script src='a'/></head><body><p/>x"
                 "<a id='y'/>z</body></html>",
                 true) == "xz\n");
}

TEST_CASE("ruby, forms and definitions are shown as a reader sees them") {
  CHECK(markdown("<ruby>漢<rt>kan</ruby>") == "漢(kan)\n");
  CHECK(markdown("<input type=checkbox checked> yes").find("☑ yes") == 0);
  CHECK(markdown("<dl><dt>T<dd>D</dl>") == "T\n\n- D\n");
}

TEST_CASE("definitions nest in definitions and in items, and lists in definitions") {
  CHECK(markdown("<dl><dt>A<dd>a<dl><dt>B<dd>b<dd>c</dl><dd>d</dl>") ==
        "A\n\n- a\n  B\n  - b\n  - c\n- d\n");
  CHECK(markdown("<ul><li>A<dl><dt>B<dd>b</dl><li>C</ul>") == "- A\n  B\n  - b\n- C\n");
  CHECK(markdown("<dl><dt>A<dd>a<ol><li>b<li>c</ol></dl>") == "A\n\n- a\n  1. b\n  2. c\n");
}

TEST_CASE("character references are those of the standard") {
  const auto unescaped = [](std::string_view text, bool in_attribute) {
    std::string out;
    append_unescaped_html(text, in_attribute, out);
    return out;
  };
  CHECK(unescaped("&amp;&lt&#x41;&#128;&notin;&notit;&bogus;&", false) ==
        "&<A\xE2\x82\xAC\xE2\x88\x89\xC2\xACit;&bogus;&");
  CHECK(unescaped("?a=1&copy=2&reg;", true) == "?a=1&copy=2\xC2\xAE");
  CHECK(unescaped("&#0;&#xD800;&#99999999;", false) == "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
  CHECK(unescaped("&CounterClockwiseContourIntegral;&NotEqualTilde;", false) ==
        "\xE2\x88\xB3\xE2\x89\x82\xCC\xB8");
  CHECK(unescaped("&AMP;&Amp;&zwnj;&frac34x&thorna;&ThickSpace;", false) ==
        "&&Amp;\xE2\x80\x8C\xC2\xBEx\xC3\xBE"
        "a;\xE2\x81\x9F\xE2\x80\x8A");
}

TEST_CASE("markup without ends costs no more than its length") {
  std::string deep;
  for (int i = 0; i < 50'000; ++i) deep += "<div><b><table><tr><td>";
  CHECK(markdown(deep + "x").find('x') != std::string::npos);
  for (const std::string start : {"<a><aside><table><td><a>", "<div><object></div><a>",
                                  "<table><tr><td><a>x</a>", "<marquee><b>x</b>"}) {
    std::string cells;
    for (int i = 0; i < 50'000; ++i) cells += start;
    CHECK(markdown(cells + "last").find("last") != std::string::npos);
  }
  std::string comments;
  for (int i = 0; i < 50'000; ++i) comments += "<!-- - --!-->";
  CHECK(markdown(comments + "y") == "y\n");
}

TEST_CASE("an element that goes on in each paragraph costs no more for what its attributes hold") {
  std::string paragraphs;
  for (int i = 0; i < 20'000; ++i) paragraphs += "<p>x</p>";
  const std::string longest(std::size_t{4} << 20, 'x');
  for (const std::string start :
       {"<b class='", "<b style='", "<b id='", "<a href='", "<code class='"}) {
    const std::string text = markdown("<style>.y { display: none }</style><p>" + start + longest +
                                      "'>x</p>" + paragraphs);
    CHECK(text.size() < 3 * longest.size());
  }
}

TEST_CASE("what hides an element is found at the end of a long attribute as well") {
  const std::string longest(10'000, ' ');
  CHECK(markdown("<p>a<p style='" + longest + "display:none'>b").find("[Hidden") !=
        std::string::npos);
  CHECK(markdown("<style>.y { display: none }</style><p>a<p class='" + longest + "y'>b")
            .find("[Hidden") != std::string::npos);
}

TEST_CASE("a web page stays text, unless the option asks for Markdown") {
  constexpr std::string_view kPage = "<!DOCTYPE html><title>T</title><h1>Head</h1><p>Body";
  ReadRequest request;
  request.file_path = "a.html";
  const ToolResult text = read(as_bytes(kPage), request);
  CHECK(text.content_type == ContentType::kText);
  ReadOptions options;
  options.document.html = HtmlForm::kMarkdown;
  const ToolResult page = read(as_bytes(kPage), request, options);
  REQUIRE(page.success);
  CHECK(page.content.find("[Title: T]\n\n# Head\n\nBody") != page.content.npos);
  REQUIRE(page.metadata.document);
  CHECK(page.metadata.document->kind == DocumentKind::kWeb);
  CHECK(page.metadata.document->title == "T");
}

TEST_CASE("the title of a page stands in one line, in which nothing of ours can be forged") {
  const auto content = [](const std::string& page) {
    ReadRequest request;
    request.file_path = "a.html";
    ReadOptions options;
    options.document.html = HtmlForm::kMarkdown;
    return read(as_bytes(page), request, options).content;
  };
  CHECK(content("<title> One\n two\n\n# three] [Hidden: x]</title><p>body")
            .find("[Title: One two # three] \\[Hidden: x]]\n\nbody") != std::string::npos);
  CHECK(content("<title></title><p>body").find("Title") == std::string::npos);
  CHECK(content("<p>a<iframe srcdoc='<title>inner</title>b'></iframe>").find("Title") ==
        std::string::npos);
  std::string letters;
  for (int i = 0; i < 3'000; ++i) letters += "\u00e9";
  const std::string cut = content("<title>" + letters + "</title>");
  CHECK(cut.find("[Title: " + letters.substr(0, 4'000) + "]") != std::string::npos);
}

}  // namespace
}  // namespace lectern
