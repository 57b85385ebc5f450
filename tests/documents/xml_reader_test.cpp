#include "documents/xml/xml_reader.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <string>
#include <string_view>
#include <utility>

#include "support/slow_stream.h"

namespace lectern {
namespace {

using testing::SlowStream;

/// All events as text: "<a>" "</a>", texts as they are, and the error.
std::string events(std::string_view document, std::size_t piece = 1 << 20) {
  SlowStream stream(document, piece);
  XmlReader xml(stream);
  std::string all;
  while (xml.next() != XmlReader::Event::kDone) {
    if (xml.event() == XmlReader::Event::kText) {
      all += xml.text();
    } else {
      all += xml.event() == XmlReader::Event::kStart ? "<" : "</";
      all += xml.name();
      if (const auto value = xml.attribute("v"); value && xml.event() == XmlReader::Event::kStart) {
        all += '=';
        all += *value;
      }
      all += ">";
    }
  }
  if (xml.error()) all += " error: " + xml.error()->message;
  return all;
}

TEST_CASE("elements, text, entities and CDATA come in their order", "[xml]") {
  CHECK(events("<?xml version='1.0'?><!DOCTYPE a [<!ENTITY x 'y'>]><a v='1 &lt; 2'>b &amp; &#x41;"
               "<!-- > --><b/><![CDATA[<c>]]></a>") == "<a=1 < 2>b & A<b></b><c></a>");
}

TEST_CASE("the events are the same however the bytes are cut", "[xml]") {
  const std::string_view document =
      "\xEF\xBB\xBF<?xml version=\"1.0\" encoding=\"UTF-8\"?>\r\n<x:a xmlns:x='u' v=\"&quot;q'\">"
      "one\r\ntwo &#233;\xE2\x82\xAC&unknown; <![CDATA[a ]] b]]]>\rend<!-- c --><x:b "
      "v='2'\n/></x:a>\n";
  const std::string whole = events(document);
  CHECK(whole == "<a=\"q'>one\ntwo \xC3\xA9\xE2\x82\xAC&unknown; a ]] b]\nend<b=2></b></a>");
  for (std::size_t piece = 1; piece < 30; ++piece) CHECK(events(document, piece) == whole);
}

TEST_CASE("brackets in CDATA are given as they come, not held until it ends", "[xml]") {
  constexpr std::size_t kPieceBytes = 1'000;
  const std::string brackets(100 * kPieceBytes, ']');
  const std::string document = "<a><![CDATA[" + brackets + "]]></a>";
  SlowStream stream(document, kPieceBytes);
  XmlReader xml(stream);
  std::string text;
  while (xml.next() != XmlReader::Event::kDone) {
    if (xml.event() != XmlReader::Event::kText) continue;
    CHECK(xml.text().size() <= 2 * kPieceBytes);
    text += xml.text();
  }
  CHECK_FALSE(xml.error());
  CHECK(text == brackets);
}

TEST_CASE("prefixes mean what they are bound to, within their element", "[xml]") {
  const std::string_view document =
      "<a xmlns='http://schemas.openxmlformats.org/wordprocessingml/2006/main'>"
      "<b xmlns:w='http://purl.oclc.org/ooxml/spreadsheetml/main' w:v='1' v='2'/><w:c/></a>";
  MemoryStream stream(as_bytes(document));
  XmlReader xml(stream);
  REQUIRE(xml.next() == XmlReader::Event::kStart);
  CHECK(xml.is(Xmlns::kWord, "a"));
  xml.next();
  CHECK(xml.is(Xmlns::kWord, "b"));
  CHECK(xml.attribute(Xmlns::kSheet, "v") == "1");
  CHECK(xml.value("v") == "2");
  CHECK(xml.depth() == 2);
  xml.skip();
  xml.next();
  CHECK(xml.is(Xmlns::kUnknown, "c"));
}

TEST_CASE("UTF-16 is read with and without a byte order mark", "[xml]") {
  std::string wide;
  for (const char c : std::string_view("<a v='1'>b</a>")) {
    wide += c;
    wide += '\0';
  }
  CHECK(events(wide) == "<a=1>b</a>");
  CHECK(events("\xFF\xFE" + wide) == "<a=1>b</a>");
}

TEST_CASE("what is not well-formed says where, after all that stands before", "[xml]") {
  CHECK(events("<a>b<c></a>") ==
        "<a>b<c> error: not well-formed at byte 11: </a> stands where <c> has to end");
  CHECK(events("<a>b") == "<a>b error: not well-formed at byte 4: it ends inside of <a>");
  CHECK(events("") == " error: not well-formed at byte 0: it has no element");
  CHECK(events("<a b=1/>") == " error: not well-formed at byte 8: the value of b has no quotes");
  CHECK(events("<a/><b/>") ==
        "<a></a> error: not well-formed at byte 8: a second element stands behind the first");
}

TEST_CASE("nesting and tags are bounded", "[xml]") {
  std::string deep;
  for (std::size_t i = 0; i <= XmlReader::kMaxDepth; ++i) deep += "<a>";
  CHECK(events(deep).find("nested more than 1,000 deep") != std::string::npos);
  CHECK(events("<a v='" + std::string(XmlReader::kMaxTagBytes + 10, 'x') + "'/>", 65536)
            .find("a tag has more than 4,194,304 bytes") != std::string::npos);
}

TEST_CASE("a tag means the same however it is written, whole and in pieces", "[xml]") {
  using namespace std::string_view_literals;
  constexpr std::pair<std::string_view, std::string_view> kDocuments[] = {
      {"<a><b v = '1'/></a>", "<a><b=1></b></a>"},
      {"<a><b x='2'v=\"1\"/></a >", "<a><b=1></b></a>"},
      {"<a><b\n\tv='1>2\"<'  ></b\n></a>", "<a><b=1>2\"<></b></a>"},
      {"<a><b v='1\n2&amp;'/></a>", "<a><b=1 2&></b></a>"},
      {"<x:a><x:b xmlns:x='u' x:v='1'/></x:a>", "<a><b=1></b></a>"},
      {"<a><b:c:d v:w='1' v='2'/></a>", "<a><c:d=2></c:d></a>"},
      {"<a>b]]>c&#65;d&amp</a>", "<a>b]]>cAd&amp</a>"},
      {"<a>b\rc\r\n<b/>\nd</a>", "<a>b\nc\n<b></b>\nd</a>"},
      {"<a><b c<d='1'/></a>", "<a> error: not well-formed at byte 3: a tag holds <"},
      {"<a><b c/></a>", "<a> error: not well-formed at byte 9: the attribute c has no value"},
      {"<a><b 'c' v='1'/></a>",
       "<a> error: not well-formed at byte 17: the attribute 'c' has no value"},
      {"<a><b/ v='1'></a>", "<a> error: not well-formed at byte 13: the attribute  has no value"},
      {"<a></ a></a>", "<a> error: not well-formed at byte 8: </> stands where <a> has to end"},
      {"<a><></></a>", "<a> error: not well-formed at byte 5: a tag has no name"},
      {"<a><b v='\0'/>\0</a>"sv, "<a><b=\0></b>\0</a>"sv},
      {"<a><b", "<a> error: not well-formed at byte 3: a tag does not end"},
      {"<a></", "<a> error: not well-formed at byte 3: a tag does not end"},
  };
  for (const auto& [document, expected] : kDocuments) {
    CHECK(events(document) == expected);
    CHECK(events(document, 1) == expected);
  }
}

TEST_CASE("a tag that comes at once is bounded as well", "[xml]") {
  const std::string value(XmlReader::kMaxTagBytes - 12, 'x');
  CHECK(events("<a><b v='" + value + "'/></a>").find("error") == std::string::npos);
  CHECK(events("<a><b v='" + value + "12345'/></a>").find("a tag has more than 4,194,304 bytes") !=
        std::string::npos);
  std::string attributes;
  for (std::size_t i = 0; i <= XmlReader::kMaxAttributes; ++i) attributes += " a=''";
  CHECK(events("<a><b" + attributes + "/></a>").find("more than 4,096 attributes") !=
        std::string::npos);
}

TEST_CASE("what is skipped leaves nothing behind", "[xml]") {
  const std::string_view document =
      "<a xmlns:w='http://schemas.openxmlformats.org/wordprocessingml/2006/main'>"
      "<b><w:c xmlns:w='http://purl.oclc.org/ooxml/spreadsheetml/main' w:v='1'><w:d/></w:c></b>"
      "<w:e w:v='2'/></a>";
  MemoryStream stream(as_bytes(document));
  XmlReader xml(stream);
  xml.next();
  xml.next();
  xml.skip();
  CHECK(xml.is(Xmlns::kNone, "b"));
  REQUIRE(xml.next() == XmlReader::Event::kStart);
  CHECK(xml.is(Xmlns::kWord, "e"));
  CHECK(xml.attribute(Xmlns::kWord, "v") == "2");
}

TEST_CASE("an element is skipped, or taken as text, to its end", "[xml]") {
  const std::string_view document = "<a><b>one<c>two</c></b><d><e/></d>three</a>";
  MemoryStream stream(as_bytes(document));
  XmlReader xml(stream);
  xml.next();
  xml.next();
  CHECK(xml.text_inside(100) == "onetwo");
  xml.next();
  CHECK(xml.name() == "d");
  xml.skip();
  xml.next();
  CHECK(xml.text() == "three");
}

TEST_CASE("of many prefixes each means what the innermost element says that binds it", "[xml]") {
  const std::string word = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
  const std::string drawing = "http://schemas.openxmlformats.org/drawingml/2006/main";
  std::string declared;
  for (int i = 0; i < 100; ++i) declared += " xmlns:p" + std::to_string(i) + "='" + word + "'";
  const std::string document = "<p7:a" + declared + "><p7:b xmlns:p7='" + drawing + "' xmlns:q='" +
                               drawing + "'><p7:c p8:v='1'/></p7:b><p7:c/><q:c/><p99:c/></p7:a>";
  SlowStream stream(document, document.size());
  XmlReader xml(stream);
  std::string spaces;
  while (xml.next() != XmlReader::Event::kDone) {
    if (xml.event() != XmlReader::Event::kStart) continue;
    spaces += xml.space() == Xmlns::kWord ? 'w' : xml.space() == Xmlns::kDrawing ? 'd' : '-';
    if (xml.attribute(Xmlns::kWord, "v")) spaces += 'v';
  }
  CHECK(spaces == "wddvw-w");
}

TEST_CASE("namespaces that mean nothing may be without number, others are bounded", "[xml]") {
  const auto declared = [](int count, std::string_view uri) {
    std::string tag = "<a";
    for (int i = 0; i < count; ++i)
      tag += " xmlns:p" + std::to_string(i) + "='" + std::string(uri) + "'";
    return tag + "><p0:b/></a>";
  };
  const std::string_view word = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
  CHECK(events(declared(4'000, "u")) == "<a><b></b></a>");
  CHECK(events(declared(256, word)) == "<a><b></b></a>");
  CHECK(events(declared(257, word)).find("more than 256 namespaces") != std::string::npos);
}

TEST_CASE("a prefix that is bound to nothing known hides what it meant outside", "[xml]") {
  const std::string_view document =
      "<w:a xmlns:w='http://purl.oclc.org/ooxml/wordprocessingml/main' xmlns='u'>"
      "<w:b xmlns:w='u' xmlns=''><w:c/><c/></w:b><w:b/></w:a>";
  MemoryStream stream(as_bytes(document));
  XmlReader xml(stream);
  std::vector<Xmlns> spaces;
  while (xml.next() != XmlReader::Event::kDone) {
    if (xml.event() == XmlReader::Event::kStart) spaces.push_back(xml.space());
  }
  CHECK(spaces == std::vector<Xmlns>{Xmlns::kWord, Xmlns::kUnknown, Xmlns::kUnknown, Xmlns::kNone,
                                     Xmlns::kWord});
}

}  // namespace
}  // namespace lectern
