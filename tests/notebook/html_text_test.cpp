#include "notebook/html_text.h"

#include <catch2/catch_test_macros.hpp>

namespace lectern {

TEST_CASE("a table becomes rows with separated cells") {
  CHECK(html_text("<table border=\"1\"><thead><tr><th></th><th>date</th></tr></thead>\n<tbody>"
                  "<tr><th>0</th>\n  <td>2024</td></tr></tbody></table>") == " | date\n0 | 2024");
}

TEST_CASE("blocks become lines and white space collapses") {
  CHECK(html_text("<h1>Title</h1>\n<p>one\n  two</p><ul><li>a<li>b</ul>") ==
        "Title\none two\n- a\n- b");
  CHECK(html_text("a<br/>b") == "a\nb");
}

TEST_CASE("what a browser does not show is left out") {
  CHECK(html_text("<style>td { a: b }</style>x<script>if (1 < 2) y()</script>z<!-- c -->") == "xz");
  CHECK(html_text("<SCRIPT>never closed") == "");
  CHECK(html_text("a<!-- never closed") == "a");
  CHECK(html_text("<div title='a > b'>x</div>") == "x");
}

TEST_CASE("character references become characters, unknown ones stay") {
  CHECK(html_text("a &lt; b &amp;&amp; c&nbsp;&gt; &#233; &#x20AC; &bogus; &") ==
        "a < b && c > \xC3\xA9 \xE2\x82\xAC &bogus; &");
  CHECK(html_text("&#xD800;&#99999999;x") == "x");
}

TEST_CASE("preformatted text keeps its lines and indentation") {
  CHECK(html_text("x<pre>\na\n  b\n\n    c</pre>y  z") == "x\na\n  b\n\n    c\ny z");
}

TEST_CASE("blocks in a cell of a table stay in its row") {
  CHECK(html_text("<table><tr><td><p>1</p></td><td><div>2<br>3</div></td></tr>"
                  "<tr><td>4</td></tr></table><p>after</p>") == "1 | 2 3\n4\nafter");
}

TEST_CASE("titles, summaries and options stand apart") {
  CHECK(html_text("<title>T</title><body>B") == "T\nB");
  CHECK(html_text("<summary>S</summary>B<select><option>a</option><option>b</option>") ==
        "S\nB\na\nb");
}

TEST_CASE("an apostrophe in a value without quotes opens none") {
  CHECK(html_text("<a href=it's>kept</a> <b title = 'x>y'>text</b>") == "kept text");
}

TEST_CASE("a picture that is elsewhere is told by its description, else by its place") {
  CHECK(html_text("<img src=\"a.png\" alt='Sales > 3'> <IMG SRC=\"b.png\">") ==
        "[Image: Sales > 3] [Image: b.png]");
  CHECK(html_text("<img src=\"data:image/png;base64,AAAA\"><img><img alt=x>") == "");
}

TEST_CASE("a lone less-than sign is text") { CHECK(html_text("1 < 2") == "1 < 2"); }

}  // namespace lectern
