#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cctype>

#include "documents/mail/mail_header.h"
#include "read/read.h"
#include "text/utf8.h"

namespace lectern {
namespace {

ToolResult read_as(std::string_view name, std::string_view text, ReadRequest request = {}) {
  request.file_path = name;
  return read(as_bytes(text), request);
}

TEST_CASE("a mail has its fields decoded before its text") {
  const ToolResult result =
      read_as("a.eml",
              "From: =?utf-8?q?J=C3=BCrgen?= <j@x.example>\r\nTo: a@b.example,\r\n c@d.example\r\n"
              "Subject: =?iso-8859-1?B?RnL2c2No?= =?iso-8859-1?Q?e_da?=\r\n"
              "Content-Type: text/plain; charset=iso-8859-1\r\n"
              "Content-Transfer-Encoding: quoted-printable\r\n\r\n"
              "Die Fr=F6sche sind=\r\n da.\r\n\r\n> before\r\n");
  REQUIRE(result.success);
  CHECK(result.content.find("# Frösche da\n\nFrom: Jürgen") == 0);
  CHECK(result.content.find("To: a@b.example, c@d.example") != result.content.npos);
  CHECK(result.content.find("Die Frösche sind da.\n\n> before") != result.content.npos);
  REQUIRE(result.metadata.document);
  CHECK(result.metadata.document->kind == DocumentKind::kMail);
  CHECK(result.metadata.document->title == "Frösche da");
}

TEST_CASE("UTF-7 is decoded in fields and in the text") {
  const ToolResult result =
      read_as("a.eml",
              "From: =?utf-7?Q?M+APw-ller?= <m@x.example>\nSubject: =?utf-7?Q?plain?=\n"
              "Content-Type: text/plain; charset=UTF-7\n\n"
              "Die Hasen klagten +APw-ber ihre mi+AN8-liche Lage: 1 +- 1\n");
  REQUIRE(result.success);
  CHECK(result.content.find("# plain\n\nFrom: Müller") == 0);
  CHECK(result.content.find("klagten über ihre mißliche Lage: 1 + 1") != result.content.npos);
}

TEST_CASE("bytes that UTF-7 does not have are shown as damage, never passed on") {
  const ToolResult result = read_as(
      "a.eml", "Subject: =?utf-7?Q?=E4?=\nContent-Type: text/plain; charset=UTF-7\n\na\xE4z\n");
  REQUIRE(result.success);
  CHECK(result.content == "# \uFFFD\n\na\uFFFDz");
}

constexpr std::string_view kMixed =
    "Subject: files\nContent-Type: multipart/mixed; boundary=\"b\"\n\npreamble\n--b\n"
    "Content-Type: multipart/alternative; boundary=c\n\n--c\nContent-Type: text/plain\n\nplain\n"
    "--c\nContent-Type: text/html\n\n<p>Plain\n--c--\n--b\n"
    "Content-Type: application/pdf\nContent-Disposition: attachment;\n"
    " filename*0*=utf-8''r%C3%A9; filename*1=sum.pdf\nContent-Transfer-Encoding: base64\n\n"
    "AAAAAAAA\n--b\nContent-Type: message/rfc822\n\nFrom: inner@x.example\nSubject: inner\n\n"
    "inner text\n--b--\nepilogue\n";

TEST_CASE("lines of a mail that are indented stay as they are") {
  const ToolResult result = read_as("a.eml",
                                    "Subject: patch\r\n\r\nHi,\r\nsee below.\r\n\r\n"
                                    "def f(x):\r\n    if x:\r\n\treturn *x*\r\n\r\n"
                                    "   Only the first line\r\nof a paragraph is indented.\r\n");
  REQUIRE(result.success);
  CHECK(result.content.find("see below.\n\n```\ndef f(x):\n    if x:\n\treturn *x*\n```\n\n"
                            "Only the first line") != result.content.npos);
}

TEST_CASE("plain text is the best of alternatives, attachments are listed, messages are shown") {
  const ToolResult result = read_as("a.eml", kMixed);
  REQUIRE(result.success);
  CHECK(result.content.find("plain") != result.content.npos);
  CHECK(result.content.find("Plain") == result.content.npos);
  CHECK(result.content.find("- `résum.pdf`, application/pdf, 6 bytes") != result.content.npos);
  CHECK(result.content.find("inner\n\nFrom: inner@x.example") != result.content.npos);
  CHECK(result.content.find("inner text") != result.content.npos);
  CHECK(result.metadata.document->attachment_count == 1);
}

TEST_CASE("a mail that ends within a part is read as far as it goes, and says so") {
  const auto is_said = [](const ToolResult& result) {
    const auto& warnings = result.metadata.warnings;
    return std::find(warnings.begin(), warnings.end(),
                     "the last part of the mail has no end: the mail may be cut off") !=
           warnings.end();
  };
  CHECK_FALSE(is_said(read_as("a.eml", kMixed)));
  for (const std::string_view end : {"AAAA", "inner text", "From: inner@x.example"}) {
    const ToolResult result = read_as("a.eml", kMixed.substr(0, kMixed.find(end) + end.size()));
    REQUIRE(result.success);
    CHECK(result.content.find("plain") != result.content.npos);
    CHECK(is_said(result));
  }
}

TEST_CASE("of alternatives whose plain text is empty the page is shown") {
  const ToolResult result =
      read_as("a.eml",
              "Subject: s\nContent-Type: multipart/alternative; boundary=c\n\n--c\n"
              "Content-Type: text/plain\n\n \n--c\nContent-Type: text/html\n\n<p>from "
              "<b>html</b>\n--c--\n");
  CHECK(result.content.find("from **html**") != result.content.npos);
}

TEST_CASE("a mailbox is read mail by mail") {
  constexpr std::string_view kBox =
      "From a Mon Jan  1 00:00:00 2026\nSubject: one\n\nfirst\n\n"
      "From b Mon Jan  1 00:00:00 2026\nSubject: two\n\nsecond\nFrom here it goes on\n";
  const ToolResult all = read_as("a.mbox", kBox);
  REQUIRE(all.success);
  CHECK(all.metadata.document->mail_count == 2);
  CHECK(all.content.find("From here it goes on") != all.content.npos);
  ReadRequest request;
  request.pages = {{2, 2}};
  const ToolResult second = read_as("a.mbox", kBox, request);
  CHECK(second.content.find("second") != second.content.npos);
  CHECK(second.content.find("first") == second.content.npos);
}

TEST_CASE("the outline of a mailbox has one line for each mail, however long its subject is") {
  const std::string box =
      "From a Mon Jan  1 00:00:00 2026\nSubject: =?utf-8?q?x=0Amail_9:_forged?=\n\nfirst\n\n"
      "From b Mon Jan  1 00:00:00 2026\nSubject: " +
      std::string(200'000, 'y') + "\n\nsecond\n";
  ReadRequest request;
  request.outline = true;
  const ToolResult outline = read_as("a.mbox", box, request);
  REQUIRE(outline.success);
  CHECK(outline.content.starts_with("mail 1: x mail 9: forged\nmail 2: yyy"));
  CHECK_FALSE(outline.truncation);
}

TEST_CASE("only a name or a hint makes a text a mail") {
  CHECK(read_as("a.txt", kMixed).content_type == ContentType::kText);
  CHECK(read_as("a.yaml", "Subject: x\n\ny\n").content_type == ContentType::kText);
  CHECK(read_as("a.eml", "#include <x>\nint main() {}\n").content_type == ContentType::kText);
  ReadRequest request;
  request.file_type = "message/rfc822";
  CHECK(read_as("mail", kMixed, request).content_type == ContentType::kDocument);
}

TEST_CASE("a type of bytes that are no characters is not shown") {
  constexpr std::string_view kMail =
      "Subject: s\nContent-Type: multipart/mixed; boundary=b\n\n"
      "--b\nContent-Type: image/\x92\xEAplain\n\nsee below\n"
      "--b\nContent-Type: application/x\xEAy\n\nnot shown\n--b--\n";
  const ToolResult mail = read_as("a.eml", kMail);
  REQUIRE(mail.success);
  CHECK(is_valid_utf8(as_bytes(std::string_view(mail.content))));
  CHECK(mail.content.find("see below\n") != mail.content.npos);
  CHECK(mail.content.find("`part-1.x`, application/x, 9 bytes") != mail.content.npos);
}

TEST_CASE("parts are divided by whole lines that begin with the boundary") {
  for (const std::string boundary : {"b", "--", "aaaa", "=_aXaXaX"}) {
    const std::string line = "--" + boundary;
    const std::string mail = "Subject: s\nContent-Type: multipart/mixed; boundary=\"" + boundary +
                             "\"\n\n" + line + "\n\nfirst\nx" + line + "\n " + line + "\n" + line +
                             "x\n" + line + line + "\n\n" + line + " \t\r\n\nsecond\n" + line +
                             "\nContent-Type: application/x\n\nABC\n" + line + "--\nbehind";
    CAPTURE(boundary);
    const ToolResult result = read_as("a.eml", mail);
    REQUIRE(result.success);
    CHECK(result.content.find("first") != std::string::npos);
    CHECK(result.content.find("second") != std::string::npos);
    CHECK(result.content.find("`part-1.x`, application/x, 3 bytes") != std::string::npos);
    CHECK(result.content.find("behind") == std::string::npos);
  }
}

TEST_CASE("the size of what base64 holds counts its digits alone") {
  std::string text;
  std::uint64_t digits = 0;
  for (int i = 0; i < 2048; ++i) {
    text += static_cast<char>(i % 256);
    const bool is_digit = std::isalnum(i % 256) != 0 || i % 256 == '+' || i % 256 == '/';
    digits += i % 256 < 128 && is_digit ? 1 : 0;
    CHECK(mail_base64_size(text) == digits * 3 / 4);
  }
}

TEST_CASE("parameters come in pieces, with escapes and quotes") {
  const MailValue value =
      mail_value("Text/Plain; name=\"a \\\"b\\\".txt\"; x*=iso-8859-1'de'%FC; charset=utf-8", {});
  CHECK(value.value == "text/plain");
  CHECK(value.parameter("name") == "a \"b\".txt");
  CHECK(value.parameter("x") == "ü");
  CHECK(value.parameter("charset") == "utf-8");
}

TEST_CASE(
    "a mail of more parts than are told apart keeps the first, and says once that some lack") {
  for (const int count : {5000, 5200}) {
    std::string mail =
        "Subject: many\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nthe text\n";
    for (int i = 1; i < count; ++i)
      mail += "--b\nContent-Type: application/x; name=f" + std::to_string(i) + "\n\nx\n";
    const ToolResult result = read_as("a.eml", mail + "--b--\n");
    REQUIRE(result.success);
    CHECK(result.content.find("the text") != result.content.npos);
    REQUIRE(result.metadata.document);
    CHECK(result.metadata.document->attachment_count == 4999);
    CHECK(result.metadata.warnings.size() == (count > 5000 ? 1 : 0));
  }
}

TEST_CASE("parts that nest without end are left out, and said to be") {
  std::string mail = "Subject: deep\n";
  for (int i = 0; i < 100; ++i) {
    const std::string boundary = "b" + std::to_string(i);
    mail += "Content-Type: multipart/mixed; boundary=" + boundary + "\n\n--" + boundary + "\n";
  }
  const ToolResult result = read_as("a.eml", mail + "\nend\n");
  REQUIRE(result.success);
  CHECK_FALSE(result.metadata.warnings.empty());
}

TEST_CASE("words that are begun and never ended stay as they are, those before are decoded") {
  const std::string begun = "=?utf-8?q?open";
  const ToolResult result = read_as(
      "a.eml", "From: a@b\nSubject: =?utf-8?q?J=C3=BC?= " + begun + " " + begun + "\n\ntext\n");
  REQUIRE(result.success);
  CHECK(result.metadata.document->title == "J\u00FC =?utf-8?q?open =?utf-8?q?open");
}

TEST_CASE("words of many character sets are decoded each by its own") {
  std::string subject = "Subject:";
  std::string expected;
  for (int i = 0; i < 30; ++i) {
    subject +=
        " =?gb2312?q?=C4=E3?= =?iso-2022-jp?b?GyRCJCI=?= =?shift_jis?q?=82?= =?iso-2022-jp?q?a?=";
    expected += "\u4F60\u3042\uFFFDa";
  }
  const ToolResult result = read_as("a.eml", "From: a@b\n" + subject + "\n\ntext\n");
  REQUIRE(result.success);
  CHECK(result.metadata.document->title == expected);
}

TEST_CASE("a line that begins like a file in uuencode and names none is text") {
  const ToolResult result = read_as("a.eml", "From: a@b\n\nbegin 644 \nx\nend\n");
  REQUIRE(result.success);
  CHECK(result.content.find("begin 644") != result.content.npos);
  CHECK(result.content.find("Attachments") == result.content.npos);
}

TEST_CASE("a line end that a field's words stand for begins no other field") {
  const ToolResult result =
      read_as("a.eml", "From: =?utf-8?q?x=0ATo:_forged=0D=0A?= <a@b>\nSubject: s\n\ntext\n");
  REQUIRE(result.success);
  CHECK(result.content.find("From: x To: forged") != result.content.npos);
  CHECK(result.content.find("\nTo: forged") == result.content.npos);
}

}  // namespace
}  // namespace lectern
