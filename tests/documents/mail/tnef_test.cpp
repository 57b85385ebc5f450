// What Outlook wraps: TNEF, compressed RTF, and the HTML in it.
#include <catch2/catch_test_macros.hpp>

#include "base/base64.h"
#include "documents/mail/outlook_body.h"
#include "support/archives.h"

namespace lectern {
namespace {

using testing::read_place;

std::string number(std::uint32_t value, int size) {
  std::string bytes;
  for (int i = 0; i < size; ++i) bytes += static_cast<char>(value >> (8 * i));
  return bytes;
}

std::string tnef_attribute(int level, std::uint32_t id, const std::string& data) {
  return number(static_cast<std::uint32_t>(level), 1) + number(id, 4) +
         number(static_cast<std::uint32_t>(data.size()), 4) + data + number(0, 2);
}

std::string property(std::uint32_t type, std::uint32_t id, std::string data) {
  std::string bytes = number(type, 2) + number(id, 2) + number(1, 4) +
                      number(static_cast<std::uint32_t>(data.size()), 4);
  data.resize((data.size() + 3) / 4 * 4);
  return bytes + data;
}

std::string some_tnef(const std::string& body) {
  return number(0x223E9F78, 4) + number(1, 2) +
         tnef_attribute(1, 0x00018004, std::string("wrapped\0", 8)) +
         tnef_attribute(1, 0x00069003, number(1, 4) + property(0x1E, 0x1000, body)) +
         tnef_attribute(2, 0x00069002, std::string(14, '\0')) +
         tnef_attribute(2, 0x00018010, std::string("REPORT~1.TXT\0", 13)) +
         tnef_attribute(2, 0x0006800F, "all is well\n") +
         tnef_attribute(2, 0x00069005,
                        number(1, 4) + property(0x1E, 0x3707, "report of today.txt"));
}

std::string mail_with(const std::string& tnef) {
  return "Subject: s\nContent-Type: multipart/mixed; boundary=b\n\n"
         "--b\nContent-Type: text/plain\n\nhello there\n"
         "--b\nContent-Type: application/ms-tnef; name=winmail.dat\n"
         "Content-Transfer-Encoding: base64\n\n" +
         base64_encode(as_bytes(std::string_view(tnef))) + "\n--b--\n";
}

/// Compressed RTF that holds nothing but single bytes.
std::string compressed(std::string_view rtf) {
  std::string data;
  for (std::size_t at = 0; at < rtf.size(); at += 8) {
    data += '\0';
    data += rtf.substr(at, 8);
  }
  return number(static_cast<std::uint32_t>(data.size() + 12), 4) +
         number(static_cast<std::uint32_t>(rtf.size()), 4) + number(0x75465A4C, 4) + number(0, 4) +
         data;
}

}  // namespace

TEST_CASE("winmail.dat is opened: its text once, its files by path") {
  const std::string mail = mail_with(some_tnef("hello there"));
  const ToolResult result = read_place(mail, "a.eml");
  REQUIRE(result.success);
  CHECK(result.content.find("hello there") == result.content.rfind("hello there"));
  CHECK(result.content.find("- `winmail.dat/report of today.txt`, file, 12 bytes") !=
        result.content.npos);
  CHECK(result.metadata.document->attachment_count == 1);
  CHECK(read_place(mail, "a.eml/winmail.dat/report of today.txt", "winmail.dat/report of today.txt")
            .content == "     1\tall is well");
  const ToolResult other = read_place(mail_with(some_tnef("something else")), "a.eml");
  CHECK(other.content.find("something else") != other.content.npos);
}

TEST_CASE("a TNEF file is read as a message, and by the path of a file in it") {
  const std::string tnef = some_tnef("the text");
  const ToolResult result = read_place(tnef, "winmail.dat");
  REQUIRE(result.success);
  CHECK(result.content.starts_with("# wrapped\n\nthe text\n"));
  CHECK(result.content.find("Attachments (read one as `winmail.dat/NAME`):\n\n"
                            "- `report of today.txt`, 12 bytes") != result.content.npos);
  CHECK(result.metadata.mime_type == "application/ms-tnef");
}

TEST_CASE("a TNEF that is cut off gives what is there, and says so") {
  const std::string tnef = some_tnef("the text");
  for (std::size_t size = 6; size < tnef.size(); ++size) {
    const ToolResult result = read_place(tnef.substr(0, size), "winmail.dat");
    CHECK(result.success);
    if (size > 80) CHECK(result.content.starts_with("# wrapped"));
  }
  CHECK(testing::warns_of(read_place(tnef.substr(0, tnef.size() - 20), "winmail.dat"), "cut off"));
}

TEST_CASE("damaged properties of a TNEF are told of, and a file may lack its first attribute") {
  const std::string start = number(0x223E9F78, 4) + number(1, 2);
  const std::string cut = property(0x1E, 0x1000, "the text") + property(0x1E, 0x0037, "lost");
  const ToolResult damaged = read_place(
      start + tnef_attribute(1, 0x00069003, number(2, 4) + cut.substr(0, cut.size() - 4)),
      "winmail.dat");
  CHECK(damaged.content.find("the text") != damaged.content.npos);
  CHECK(testing::warns_of(damaged, "properties of the TNEF are damaged"));
  const ToolResult file =
      read_place(start + tnef_attribute(2, 0x00018010, std::string("a.txt\0", 6)) +
                     tnef_attribute(2, 0x0006800F, "hello\n"),
                 "winmail.dat/a.txt", "a.txt");
  CHECK(file.content == "     1\thello");
}

TEST_CASE("compressed RTF refers to what stands before, and to its dictionary") {
  // The example of [MS-OXRTFCP], section 3.1.
  constexpr unsigned char kExample[] = {0x2d, 0x00, 0x00, 0x00, 0x2b, 0x00, 0x00, 0x00, 0x4c, 0x5a,
                                        0x46, 0x75, 0xf1, 0xc5, 0xc7, 0xa7, 0x03, 0x00, 0x0a, 0x00,
                                        0x72, 0x63, 0x70, 0x67, 0x31, 0x32, 0x35, 0x42, 0x32, 0x0a,
                                        0xf3, 0x20, 0x68, 0x65, 0x6c, 0x09, 0x00, 0x20, 0x62, 0x77,
                                        0x05, 0xb0, 0x6c, 0x64, 0x7d, 0x0a, 0x80, 0x0f, 0xa0};
  const auto rtf = uncompressed_rtf(kExample, 1000);
  REQUIRE(rtf);
  CHECK(*rtf == "{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n");
  CHECK_FALSE(uncompressed_rtf(kExample, 10));
}

TEST_CASE("HTML is taken out of the RTF that Outlook put around it") {
  const auto html = html_of_rtf(
      "{\\rtf1\\ansi\\ansicpg1251\\fromhtml1 \\deff0{\\fonttbl{\\f0 Arial;}}"
      "{\\*\\htmltag19 <html>}{\\*\\htmltag64 <p>}\\htmlrtf {\\htmlrtf0 \\'cf\\'f0 a < b \\u8364 ?"
      "{\\*\\htmltag84 <b>}\\htmlrtf {\\b \\htmlrtf0 bold\\htmlrtf }\\htmlrtf0{\\*\\htmltag92 </b>}"
      "\\htmlrtf }\\htmlrtf0{\\*\\mhtmltag84 <i>}\\par}",
      {});
  REQUIRE(html);
  CHECK(html->find("a &lt; b \xE2\x82\xAC<b>bold</b>") != html->npos);
  CHECK(html->starts_with("<html><p>"));
  CHECK(html->find("<i>") == html->npos);
  CHECK_FALSE(html_of_rtf("{\\rtf1 plain}", {}));
}

TEST_CASE("a text that is there as RTF only is read") {
  const std::string rtf = compressed("{\\rtf1\\ansi {\\b bold} text\\par}");
  const std::string tnef =
      number(0x223E9F78, 4) + number(1, 2) +
      tnef_attribute(1, 0x00069003, number(1, 4) + property(0x102, 0x1009, rtf));
  CHECK(read_place(tnef, "winmail.dat").content.find("**bold** text") != std::string::npos);
}

TEST_CASE("a message whose other form says something else shows both, with a warning") {
  const auto message = [](std::string_view rtf) {
    return number(0x223E9F78, 4) + number(1, 2) +
           tnef_attribute(1, 0x00069003,
                          number(2, 4) + property(0x1E, 0x1000, "Pay by Friday.") +
                              property(0x102, 0x1009, compressed(rtf)));
  };
  struct Case {
    std::string_view rtf;
    std::string_view type;  ///< "" where nothing is to be said
  };
  for (const auto& [rtf, type] :
       {Case{"{\\rtf1\\ansi\\fromhtml1 {\\*\\htmltag64 <p>}Pay by Friday.}", ""},
        Case{"{\\rtf1\\ansi{\\fonttbl{\\f0 Arial;}}{\\b Pay} by Friday.\\par}", ""},
        Case{"{\\rtf1\\ansi\\fromhtml1 {\\*\\htmltag64 <p>}Pay nothing, to nobody, at no time.}",
             "text/html"},
        Case{"{\\rtf1\\ansi{\\fonttbl{\\f0 Arial;}}{\\b Pay nothing}, to nobody, at no time.\\par}",
             "application/rtf"}}) {
    const ToolResult result = read_place(message(rtf), "winmail.dat");
    INFO(result.content);
    REQUIRE(result.success);
    CHECK(result.content.starts_with("# (no subject)\n\nPay by Friday."));
    const std::string mark = "[Other version of this text, " + std::string(type);
    CHECK((result.content.find(mark) != result.content.npos) == !type.empty());
    CHECK((result.content.find("to nobody") != result.content.npos) == !type.empty());
    CHECK(result.metadata.warnings.size() == (type.empty() ? 0U : 1U));
  }
}

}  // namespace lectern
