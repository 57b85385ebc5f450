// Text of a mail that its division, its encoding or its line ends would hide.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>

#include "read/read.h"

namespace lectern {
namespace {

ToolResult read_mail_text(std::string_view text) {
  ReadRequest request;
  request.file_path = "a.eml";
  return read(as_bytes(text), request);
}

bool says(const ToolResult& result, std::string_view words) {
  return result.content.find(words) != result.content.npos;
}

bool warns(const ToolResult& result, std::string_view words) {
  const auto& warnings = result.metadata.warnings;
  return std::any_of(warnings.begin(), warnings.end(), [words](const std::string& warning) {
    return warning.find(words) != warning.npos;
  });
}

constexpr std::string_view kHead =
    "Subject: s\r\nContent-Type: multipart/mixed; boundary=B\r\n\r\n";

std::string divided(std::string_view before, std::string_view behind) {
  return std::string(kHead) + std::string(before) + "\r\n--B\r\n\r\nbody\r\n--B--" +
         std::string(behind);
}

TEST_CASE("a mail whose lines end with CR alone has its fields and its text") {
  const ToolResult mail = read_mail_text("Received: x\rSubject: old\rFrom: a@b\r\rfirst\rsecond\r");
  REQUIRE(mail.success);
  CHECK(mail.content == "# old\n\nFrom: a@b\n\nfirst\nsecond");
}

TEST_CASE("what ends a mail's first line ends its lines, whatever stands in it later") {
  CHECK(read_mail_text("Subject: old\rFrom: a@b\r\rfirst\r\nsecond\n").content ==
        "# old\n\nFrom: a@b\n\nfirst\nsecond");
  CHECK(says(read_mail_text("Subject: s\r\r\nFrom: a@b\r\r\n\r\r\nbody\r\r\n"), "From: a@b"));
}

TEST_CASE("lines before a mail's fields, and a field with a blank before its colon, are not lost") {
  CHECK(warns(read_mail_text("From a Mon 1:00\nsecret\nFrom: a@b\nSubject: s\n\nbody\n"),
              "6 bytes before the parts"));
  CHECK(
      read_mail_text("From a Mon 1:00\nFrom: a@b\nSubject: s\n\nbody\n").metadata.warnings.empty());
  CHECK(says(read_mail_text("From : a@b\nSubject : s\n\nbody\n"), "# s\n\nFrom: a@b"));
}

TEST_CASE("text before a mailbox's first mail is a mail") {
  ReadRequest request;
  request.file_path = "a.mbox";
  const std::string mails = "From a Mon 1:00\nSubject: s\n\nbody\n";
  const std::string before = "Subject: early\n\nsecret\n\n";
  for (const std::string_view mark : {"", "\xEF\xBB\xBF"}) {
    const std::string box = std::string(mark) + mails + "\n" + mails;
    CHECK(says(read(as_bytes(std::string_view(box)), request), "(mail 2 of 2)"));
  }
  const std::string box = before + mails;
  const ToolResult result = read(as_bytes(std::string_view(box)), request);
  CHECK(says(result, "secret"));
  CHECK(says(result, "(mail 2 of 2)"));
}

TEST_CASE("text around a file in uuencode is shown where the part says that it is all uuencode") {
  const auto mail = [](std::string_view body) {
    return read_mail_text("Subject: s\nContent-Transfer-Encoding: x-uuencode\n\n" +
                          std::string(body));
  };
  constexpr std::string_view kFile = "begin 644 a.txt\n#0V%T\n`\nend\n";
  CHECK(mail("\n" + std::string(kFile)).content == "# s\n\nCat");
  const ToolResult around = mail("before\n" + std::string(kFile) + "behind\n");
  for (const std::string_view words : {"before", "behind", "`a.txt`, uuencode, 3 bytes"})
    CHECK(says(around, words));
  CHECK(says(mail("We begin here\nwith words\n"), "We begin here\nwith words"));
}

TEST_CASE("a file in uuencode is found behind quoted-printable") {
  const std::string_view mail =
      "Subject: s\nContent-Transfer-Encoding: quoted-printable\n\n"
      "=62egin 644 a.txt\n#0V%T\n`\nend\n";
  CHECK(says(read_mail_text(mail), "`a.txt`, uuencode, 3 bytes"));
  ReadRequest request;
  request.file_path = "a.eml/a.txt";
  ReadOptions options;
  options.host.member = "a.txt";
  CHECK(read(as_bytes(mail), request, options).content == "     1\tCat");
}

TEST_CASE("text in Chinese of seven bits is read, and what browsers refuse is shown as it is") {
  const auto mail = [](std::string_view charset, std::string_view body) {
    return read_mail_text("Subject: s\nContent-Type: text/plain; charset=" + std::string(charset) +
                          "\n\n" + std::string(body));
  };
  CHECK(says(mail("iso-2022-cn", "plain words\n"), "plain words"));
  CHECK(says(mail("hz-gb-2312", "a ~~ b\n"), "a ~ b"));
  // The second byte of 0x307E is "~".
  CHECK(says(mail("HZ-GB-2312", "see ~{<:Ky2;S{#,NpJ)SZHK!#~} and ~{0~~} ~\r\non ~{V80~~}.\r\n"),
             "see 己所不欲，勿施于人。 and 剥 on 指剥."));
  const ToolResult page = read_mail_text(
      "Subject: =?HZ-GB-2312?Q?~{VPND~}?=\nContent-Type: text/html; charset=hz-gb-2312\n\n"
      "<p>~{VPND0~~}</p>\n");
  CHECK(page.content == "# 中文\n\n中文剥");
}

TEST_CASE("a line of a mail's text is none that divides a mailbox") {
  ReadRequest request;
  request.file_path = "a.mbox";
  const auto box = [&request](const std::string& text) {
    const std::string mails = "From a Mon 1:00\nSubject: s\n\nbody\n\n" + text;
    return read(as_bytes(std::string_view(mails)), request);
  };
  CHECK(says(box("From the desk of: Bob\n\nmore\n"), "From the desk of: Bob\n\nmore"));
  CHECK(says(box("From me to you: at 12:30\nmore\n"), "From me to you: at 12:30\nmore"));
  CHECK(says(box("From b Mon 1:00\r\n\r\nno head\r\n"), "(mail 2 of 2)"));
  CHECK(says(box("From b Mon 1:00\n>From c Mon 2:00\nSubject: t\n\nx\n"), "(mail 2 of 2)"));
}

TEST_CASE("a field with CR in it keeps its words apart, and fields that are too many are told of") {
  CHECK(says(read_mail_text("From: a@b\nSubject: y\rBcc: z\n\nbody\n"), "# y Bcc: z\n"));
  std::string many;
  for (int i = 0; i < 10'001; ++i) many += "X: y\n";
  CHECK(warns(read_mail_text(many + "Subject: late\n\nbody\n"), "more fields than are read"));
  const std::string subject(1'100'000, 'x');
  CHECK(warns(read_mail_text("Subject: " + subject + "\n\nbody\n"), "or longer ones"));
  CHECK(!warns(read_mail_text("Subject: " + subject.substr(100'000) + "\n\nbody\n"), "longer"));
}

TEST_CASE("text outside of a mail's parts is left out with a warning") {
  constexpr std::string_view kWarning = "before the parts of the mail or behind them are left out";
  CHECK(warns(read_mail_text(divided("secret", "\r\n")), "6 bytes before the parts"));
  for (const std::string_view usual :
       {"This is a multipart message in MIME format.",
        "  This message is in MIME format.  The first part should be readable text,\r\n  while the "
        "remaining parts are likely unreadable without MIME-aware tools."})
    CHECK(read_mail_text(divided(usual, "\r\n")).metadata.warnings.empty());
  CHECK(warns(read_mail_text(divided("This message is in MIME format. Pay 5", "\r\n")), kWarning));
  CHECK(warns(read_mail_text(divided("", "\r\nsecret\r\n--B\r\n\r\nmore\r\n--B--\r\n")), kWarning));
  const std::string inner = std::string(kHead) +
                            "--B\r\nContent-Type: multipart/mixed; boundary=C\r\n\r\nsecret\r\n"
                            "--C\r\n\r\nbody\r\n--C--\r\nmore\r\n--B--\r\n";
  CHECK(warns(read_mail_text(inner), "10 bytes before the parts"));
  for (const std::string_view before :
       {"", " \r\n", "This is a multi-part message in MIME format.\r\n"}) {
    CHECK(read_mail_text(divided(before, "\r\n\r\n")).metadata.warnings.empty());
    CHECK(read_mail_text(divided(before, "")).metadata.warnings.empty());
  }
}

TEST_CASE("a mail that ends with the line between two parts may be cut off") {
  const std::string mail = divided("", "\r\n");
  const std::string_view cut = std::string_view(mail).substr(0, mail.rfind("--"));
  CHECK(warns(read_mail_text(cut), "the last part of the mail has no end"));
}

constexpr std::string_view kBase64Head = "Subject: s\r\nContent-Transfer-Encoding: base64\r\n\r\n";

TEST_CASE("what a mailing list adds behind text in base64 is shown as it stands") {
  const std::string mail = std::string(kBase64Head) + "aGVsbG8=\r\n";
  CHECK(read_mail_text(mail + " \r\n").metadata.warnings.empty());
  for (const std::string_view behind :
       {"_____\r\nlist", "--\r\n", "plain, of course", "plain words\r\nand more"}) {
    INFO(behind);
    const ToolResult read = read_mail_text(mail + std::string(behind));
    CHECK(says(read, "hello"));
    CHECK(says(read, behind.substr(0, behind.find('\r'))));
    CHECK(read.metadata.warnings.empty());
  }
}

TEST_CASE("base64 that is damaged is a warning") {
  std::string line;
  for (int i = 0; i < 16; ++i) line += "YWFh";
  for (const std::string& damaged : {line + "\r\nY-Fh\r\n" + line, std::string("aGVsb_G8=")})
    CHECK(warns(read_mail_text(std::string(kBase64Head) + damaged), "not all base64"));
}

TEST_CASE("a boundary is compared as it stands, with blanks and marks of words") {
  for (const std::string boundary : {"a  b", "=?utf-8?q?a?=", "\xE4"}) {
    const ToolResult mail =
        read_mail_text("Subject: s\nContent-Type: multipart/mixed; boundary=\"" + boundary +
                       "\"\n\n--" + boundary + "\n\nbody\n--" + boundary + "--\n");
    CHECK(mail.content == "# s\n\nbody");
  }
}

TEST_CASE("text between the lines of a file in uuencode makes it text") {
  const auto mail = [](std::string_view between) {
    return read_mail_text("Subject: s\n\nbegin 644 a.txt\n" + std::string(between) + "\nbehind\n");
  };
  for (const std::string_view between :
       {"Secret words\nend", "#0V%T\nSecret words\n`\nend", "#0V%T\n`\nSecret words\nend",
        "#0V%T\n\nSecret words\nend", "#0V%T SECRET WORDS\n`\nend", "#0V%T\n`\nend of it"}) {
    CAPTURE(between);
    CHECK(says(mail(between), "begin 644"));
    CHECK_FALSE(says(mail(between), "uuencode"));
  }
  for (const std::string_view between : {"#0V%T\n`\nend", "#0V%T\r\n \r\nend\r", "#0V%T\n\nend"}) {
    CAPTURE(between);
    CHECK(says(mail(between), "`a.txt`, uuencode, 3 bytes"));
    CHECK(says(mail(between), "behind"));
  }
}

TEST_CASE("of many forms of a text those behind the first few are shown as they are") {
  std::string mail =
      "Subject: s\nContent-Type: multipart/alternative; boundary=B\n\n--B\n\nplain words\n";
  for (int i = 0; i < 12; ++i) mail += "--B\nContent-Type: text/html\n\n<p>plain words</p>\n";
  const ToolResult result = read_mail_text(mail + "--B--\n");
  REQUIRE(result.success);
  std::size_t shown = 0;
  for (std::size_t at = 0; (at = result.content.find("plain words", at)) != result.content.npos;
       ++at)
    ++shown;
  CHECK(shown == 1 + 12 - 8);
}

}  // namespace
}  // namespace lectern
