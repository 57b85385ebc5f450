// What is attached to a mail, read by the path that the mail's listing prints.
#include <catch2/catch_test_macros.hpp>

#include "base/base64.h"
#include "support/archives.h"
#include "support/storage_writer.h"
#include "text/utf8.h"

namespace lectern {
namespace {

using testing::Host;
using testing::read_place;
using testing::StorageWriter;
using testing::text_of;

constexpr std::string_view kLetter =
    "From: a@x.example\r\nSubject: files\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n"
    "--b\r\nContent-Type: text/plain\r\n\r\nsee below\r\n"
    "--b\r\nContent-Type: text/csv\r\nContent-Disposition: attachment; filename=\"a/b.csv\"\r\n"
    "Content-Transfer-Encoding: base64\r\n\r\nYSxiCjEsMgo=\r\n"
    "--b\r\nContent-Type: text/plain\r\nContent-Disposition: attachment; filename=note.txt\r\n\r\n"
    "first note\r\n"
    "--b\r\nContent-Type: text/plain\r\nContent-Disposition: attachment; filename=note.txt\r\n\r\n"
    "second note\r\n"
    "--b\r\nContent-Type: message/rfc822\r\n\r\n"
    "From: c@x.example\r\nSubject: inner\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n"
    "--c\r\nContent-Type: text/plain\r\n\r\ninner text\r\n"
    "--c\r\nContent-Type: text/x-log\r\nContent-Disposition: attachment; filename=deep.log\r\n\r\n"
    "deep line\r\n--c--\r\n"
    "--b--\r\n";

}  // namespace

TEST_CASE("a mail prints the path of each attachment, and what is printed can be read") {
  const ToolResult mail = read_place(kLetter, "in/letter.eml");
  REQUIRE(mail.success);
  CHECK(mail.content.find("Attachments (read one as `in/letter.eml/NAME`):\n\n"
                          "- `a_b.csv`, text/csv, 8 bytes\n- `note.txt`, text/plain, 10 bytes\n"
                          "- `note (2).txt`, text/plain, 11 bytes") != mail.content.npos);
  CHECK(mail.content.find("read one as `in/letter.eml/part-4.eml/NAME`") != mail.content.npos);
  const ToolResult csv = read_place(kLetter, "in/letter.eml/a_b.csv", "a_b.csv");
  REQUIRE(csv.success);
  CHECK(csv.content == "     1\ta,b\n     2\t1,2");
  const ToolResult second = read_place(kLetter, "in/letter.eml/note (2).txt", "note (2).txt");
  CHECK(second.content == "     1\tsecond note");
}

TEST_CASE(
    "a part whose type is none has the type that stands where none is said, and no byte of it is "
    "shown") {
  const ToolResult mail = read_place(
      "Subject: files\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n"
      "--b\r\nContent-Type: x/\xB1[hidden]`\r\nContent-Disposition: attachment; filename=a\r\n\r\n"
      "12345678\r\n--b--\r\n",
      "letter.eml");
  REQUIRE(mail.success);
  CHECK(mail.content.find("- `a`, text/plain, 8 bytes") != mail.content.npos);
}

TEST_CASE("the size of an attachment is that of its bytes, also where its base64 is damaged") {
  const auto mail_with = [](std::string_view body) {
    return "Subject: s\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n"
           "Content-Type: text/csv\r\nContent-Disposition: attachment; filename=a.csv\r\n"
           "Content-Transfer-Encoding: base64\r\n\r\n" +
           std::string(body) + "\r\n--b--\r\n";
  };
  const std::pair<std::string_view, std::string_view> kBodies[] = {{"YWJj\r\nZGVm", "abcdef"},
                                                                   {"YW-Jj!ZA", "abcd"},
                                                                   {"YWJj ZGU", "abcde"},
                                                                   {"YWJjZ", "abc"},
                                                                   {"YW==YWJj", "af\x16&"}};
  for (const auto& [body, bytes] : kBodies) {
    INFO(body);
    const std::string mail = mail_with(body);
    CHECK(read_place(mail, "m.eml")
              .content.find("- `a.csv`, text/csv, " + std::to_string(bytes.size()) + " bytes") !=
          std::string::npos);
  }
  const ToolResult read = read_place(mail_with("YW-Jj!ZA"), "m.eml/a.csv", "a.csv");
  REQUIRE(read.success);
  CHECK(read.content == "     1\tabcd");
}

TEST_CASE("a message in a mail is read by path as a mail, and what is attached to it as well") {
  const ToolResult inner = read_place(kLetter, "letter.eml/part-4.eml", "part-4.eml");
  REQUIRE(inner.success);
  CHECK(inner.content.starts_with("# inner\n\nFrom: c@x.example"));
  const ToolResult deep =
      read_place(kLetter, "letter.eml/part-4.eml/deep.log", "part-4.eml/deep.log");
  REQUIRE(deep.success);
  CHECK(deep.content == "     1\tdeep line");
}

TEST_CASE("a mail's slash lists what is attached, and a wrong name names what is near") {
  const ToolResult all = read_place(kLetter, "letter.eml/", "/");
  REQUIRE(all.success);
  CHECK(all.content_type == ContentType::kArchive);
  CHECK(all.content.starts_with("(mail: 4 files, "));
  CHECK(all.content.find("  note (2).txt") != all.content.npos);
  const ToolResult wrong = read_place(kLetter, "letter.eml/nite.txt", "nite.txt");
  REQUIRE_FALSE(wrong.success);
  CHECK(wrong.error->code == ErrorCode::kFileNotFound);
  CHECK(wrong.content.find("letter.eml/note.txt") != wrong.content.npos);
  const ToolResult other = read_place(kLetter, "letter.eml/invoice", "invoice");
  CHECK(other.content.starts_with("File does not exist: letter.eml/invoice\nIt has letter.eml/"));
}

TEST_CASE("attachments come the same in pieces of any size, and within archives") {
  const std::string large = std::string(kLetter.substr(0, kLetter.size() - 7)) +
                            "--b\r\nContent-Type: text/plain\r\nContent-Disposition: attachment; "
                            "filename=long.txt\r\n\r\n" +
                            [] {
                              std::string lines;
                              for (int i = 0; i < 20'000; ++i)
                                lines += "line " + std::to_string(i) + "\r\n";
                              return lines;
                            }() +
                            "--b--\r\n";
  ReadRequest request;
  request.offset = 19'000;
  const ToolResult whole = read_place(large, "l.eml/long.txt", "long.txt", request);
  REQUIRE(whole.success);
  CHECK(whole.content.starts_with(" 19000\tline 18999"));
  for (const bool knows_size : {true, false}) {
    Host host{.most_bytes = 1000, .knows_size = knows_size};
    CHECK(read_place(large, "l.eml/long.txt", "long.txt", host, request).content == whole.content);
  }
  const std::string zip = text_of(ZipWriter().add("mails/l.eml", large).finish());
  CHECK(read_place(zip, "a.zip/mails/l.eml/long.txt", "mails/l.eml/long.txt", request).content ==
        whole.content);
}

TEST_CASE("a mailbox is read mail by mail, by number, and so are their attachments") {
  const std::string box =
      "From a Mon Jan  1 00:00:00 2026\nSubject: one\n\nfirst\n\n"
      "From b Mon Jan  1 00:00:00 2026\n" +
      std::string(kLetter);
  const ToolResult all = read_place(box, "box.mbox");
  CHECK(all.content.find("read one as `box.mbox/2/NAME`") != all.content.npos);
  const ToolResult second = read_place(box, "box.mbox/2", "2");
  REQUIRE(second.success);
  CHECK(second.content.starts_with("# files\n"));
  CHECK(second.content.find("read one as `box.mbox/2/NAME`") != second.content.npos);
  const ToolResult note = read_place(box, "box.mbox/2/note.txt", "2/note.txt");
  CHECK(note.content == "     1\tfirst note");
  CHECK_FALSE(read_place(box, "box.mbox/3", "3").success);
}

TEST_CASE("files in uuencode between lines of text are attachments with a path") {
  constexpr std::string_view kMail =
      "Subject: old\n\nhello\nbegin 644 cat.txt\n#0V%T\n`\nend\nbye\nbegin 644 cat.txt\n#1&]G\n`\n"
      "end\n";
  const ToolResult mail = read_place(kMail, "a.eml");
  CHECK(mail.content.find("- `cat.txt`, uuencode, 3 bytes\n- `cat (2).txt`") != mail.content.npos);
  CHECK(read_place(kMail, "a.eml/cat.txt", "cat.txt").content == "     1\tCat");
  CHECK(read_place(kMail, "a.eml/cat (2).txt", "cat (2).txt").content == "     1\tDog");
}

TEST_CASE("a file in uuencode has its whole name, whatever stands before it") {
  const ToolResult mail = read_place(
      "Subject: old\nContent-Type: multipart/mixed; boundary=none\n\nbegin 7\xC3\xA9\xE2\x82\xAC "
      "a.txt\n`\nend\n",
      "a.eml");
  REQUIRE(mail.success);
  CHECK(mail.content.find("- `a.txt`, uuencode") != mail.content.npos);
  CHECK(is_valid_utf8(as_bytes(std::string_view(mail.content))));
}

TEST_CASE("names of attachments lead nowhere and forge nothing") {
  constexpr std::string_view kMail =
      "Subject: s\nContent-Type: multipart/mixed; boundary=b\n\n"
      "--b\nContent-Type: application/x-a; name=\"..\"\n\none\n"
      "--b\nContent-Type: application/x-a; name=\"=?utf-8?q?x=E2=80=AEfdp.exe?=\"\n\ntwo\n"
      "--b\nContent-Type: application/x-a; name=\"a`b\\\\c\"\n\nthree\n--b--\n";
  const ToolResult mail = read_place(kMail, "a.eml");
  CHECK(mail.content.find("- `_`, ") != mail.content.npos);
  CHECK(mail.content.find("- `x_fdp.exe`, ") != mail.content.npos);
  CHECK(mail.content.find("- `a_b_c`, ") != mail.content.npos);
  CHECK(read_place(kMail, "a.eml/_", "_").content == "     1\tone");
  CHECK_FALSE(read_place(kMail, "a.eml/..", "..").success);
}

TEST_CASE("mails nest only so deep by path") {
  std::string mail = "Subject: core\n\ntext\n";
  std::string path;
  for (int i = 0; i < 8; ++i) {
    mail = "Subject: s\nContent-Type: message/rfc822\n\n" + mail;
    path += (i == 0 ? "" : "/") + std::string("part-1.eml");
  }
  const ToolResult result = read_place(mail, "a.eml/" + path, path);
  REQUIRE_FALSE(result.success);
  CHECK(result.error->code == ErrorCode::kLimitExceeded);
}

TEST_CASE("an Outlook message shows messages in it, and its files are read by path") {
  const std::string attachment = "__attach_version1.0_#00000000/";
  const std::string inner = "__attach_version1.0_#00000001/__substg1.0_3701000D/";
  const auto padded = [](std::string text) {
    text.resize(5000, ' ');
    return text;
  };
  const std::string msg =
      StorageWriter()
          .add("__properties_version1.0", padded(""))
          .add("__substg1.0_0037001E", padded("outer"))
          .add("__substg1.0_1000001E", padded("outer text"))
          .add("__recip_version1.0_#00000000/__substg1.0_3001001E", padded("Ann"))
          .add("__recip_version1.0_#00000000/__substg1.0_39FE001E", padded("ann@x.example"))
          .add("__recip_version1.0_#00000000/__properties_version1.0",
               padded(std::string("\0\0\0\0\0\0\0\0\x03\0\x15\x0C\0\0\0\0\1", 17)))
          .add(attachment + "__substg1.0_3707001E", padded("plan.txt"))
          .add(attachment + "__substg1.0_37010102", padded("the plan\n"))
          .add(inner + "__properties_version1.0", padded(""))
          .add(inner + "__substg1.0_0037001E", padded("inner"))
          .add(inner + "__substg1.0_1000001E", padded("inner text"))
          .add(inner + attachment + "__substg1.0_3707001E", padded("deep.txt"))
          .add(inner + attachment + "__substg1.0_37010102", padded("deep\n"))
          .finish();
  const ToolResult mail = read_place(msg, "m.msg");
  REQUIRE(mail.success);
  CHECK(mail.content.find("# outer") != mail.content.npos);
  CHECK(mail.content.find("To: Ann") != mail.content.npos);
  CHECK(mail.content.find("- `plan.txt`, 5 KB\n- `inner`, a message, shown below") !=
        mail.content.npos);
  CHECK(mail.content.find("## inner\n\ninner text") != mail.content.npos);
  CHECK(mail.content.find("read one as `m.msg/inner/NAME`") != mail.content.npos);
  CHECK(read_place(msg, "m.msg/plan.txt", "plan.txt").content.starts_with("     1\tthe plan\n"));
  CHECK(read_place(msg, "m.msg/inner/deep.txt", "inner/deep.txt")
            .content.starts_with("     1\tdeep\n"));
}

TEST_CASE("Outlook messages that lie too deep in each other are missed aloud") {
  const auto nested = [](int depth) {
    StorageWriter writer;
    std::string folder;
    for (int i = 0; i <= depth; ++i) {
      if (i > 0) folder += "__attach_version1.0_#00000000/__substg1.0_3701000D/";
      std::string subject = "message " + std::to_string(i);
      subject.resize(5000, ' ');
      writer.add(folder + "__properties_version1.0", std::string(5000, '\0'))
          .add(folder + "__substg1.0_0037001E", subject);
    }
    return writer.finish();
  };
  const std::string deep = nested(9);
  const ToolResult all = read_place(deep, "m.msg");
  CHECK(all.content.find("message 9") != all.content.npos);
  CHECK(all.metadata.warnings.empty());

  const std::string deeper = nested(10);
  const ToolResult result = read_place(deeper, "m.msg");
  CHECK(result.content.find("message 9") != result.content.npos);
  CHECK(result.content.find("message 10") == result.content.npos);
  CHECK(result.metadata.warnings ==
        std::vector<std::string>{"what is attached to messages in 9 others is left out"});
}

TEST_CASE("an Outlook message whose page says something else shows both, with a warning") {
  const auto message = [](std::string page) {
    page.resize(5000, ' ');
    std::string plain = "Pay by Friday.";
    plain.resize(5000, ' ');
    return StorageWriter()
        .add("__properties_version1.0", std::string(5000, '\0'))
        .add("__substg1.0_1000001E", plain)
        .add("__substg1.0_10130102", page)
        .finish();
  };
  const ToolResult same = read_place(message("<p>Pay <b>by</b> Friday."), "m.msg");
  CHECK(same.content.find("[Other version") == same.content.npos);
  const ToolResult other = read_place(message("<p>Pay nothing, to nobody, at no time."), "m.msg");
  INFO(other.content);
  CHECK(other.content.find("[Other version of this text, text/html: 6 more words") !=
        other.content.npos);
  CHECK(other.content.find("to nobody") != other.content.npos);
  CHECK(other.metadata.warnings.size() == 1);
}

TEST_CASE("an Outlook message whose RTF says something else than its page shows both") {
  const auto message = [](std::string page, const std::string& rtf) {
    const auto number = [](std::size_t value) {
      return std::string{static_cast<char>(value & 0xFF), static_cast<char>(value >> 8), 0, 0};
    };
    page.resize(5000, ' ');
    return StorageWriter()
        .add("__properties_version1.0", std::string(5000, '\0'))
        .add("__substg1.0_10130102", page)
        .add("__substg1.0_10090102",
             number(rtf.size() + 12) + number(rtf.size()) + "MELA" + number(0) + rtf)
        .finish();
  };
  const auto rtf = [](std::string text) {
    text = "{\\rtf1 " + text;
    text.resize(5000, ' ');
    return text + "}";
  };
  const ToolResult same =
      read_place(message("<p>Pay <b>by</b> Friday.", rtf("Pay by Friday.")), "m.msg");
  CHECK(same.content.find("[Other version") == same.content.npos);
  const ToolResult other =
      read_place(message("<p>Pay by Friday.", rtf("Pay nothing, to nobody, at no time.")), "m.msg");
  INFO(other.content);
  CHECK(other.content.find("[Other version of this text, application/rtf: 6 more words") !=
        other.content.npos);
  CHECK(other.content.find("to nobody") != other.content.npos);
}

TEST_CASE("an Outlook message names its first thousand recipients in their order, and counts all") {
  StorageWriter message;
  message.add("__properties_version1.0", std::string(5000, '\0'));
  for (int i = 0; i < 1'003; ++i) {
    std::string number = std::to_string(i);
    number.insert(0, 8 - number.size(), '0');
    const std::string folder = "__recip_version1.0_#" + number + "/";
    std::string name = "P" + std::to_string(i);
    name.resize(4100, '\0');
    std::string properties("\0\0\0\0\0\0\0\0\x03\0\x15\x0C\0\0\0\0\1", 17);
    properties.resize(4100, '\0');
    message.add(folder + "__properties_version1.0", properties)
        .add(folder + "__substg1.0_3001001E", name);
  }
  const ToolResult result = read_place(message.finish(), "m.msg");
  CHECK(result.content.find("To: P0, P1, P2, P3, ") != result.content.npos);
  CHECK(result.content.find("P999 (3 more recipients)") != result.content.npos);
}

TEST_CASE("what S/MIME has signed is opened, what it has encrypted is named") {
  const auto value = [](char tag, const std::string& content) {
    return std::string(1, tag) + '\x82' + static_cast<char>(content.size() >> 8) +
           static_cast<char>(content.size()) + content;
  };
  const std::string entity =
      "Content-Type: multipart/mixed; boundary=i\r\n\r\n--i\r\nContent-Type: text/plain\r\n\r\n"
      "signed words\r\n--i\r\nContent-Type: text/plain; name=a.txt\r\n"
      "Content-Disposition: attachment\r\n\r\nattached\r\n--i--\r\n";
  const std::string signed_data = value(
      0x30,
      std::string("\x06\x09\x2A\x86\x48\x86\xF7\x0D\x01\x07\x02", 11) +
          value('\xA0', value(0x30, std::string("\x02\x01\x01\x31\x00", 5) +
                                        value(0x30, std::string("\x06\x01\x2A") +
                                                        value('\xA0', value(0x04, entity))))));
  const auto mail = [](const std::string& body) {
    return "Subject: s\nContent-Type: application/pkcs7-mime; name=smime.p7m\n"
           "Content-Transfer-Encoding: base64\n\n" +
           base64_encode(as_bytes(std::string_view(body))) + "\n";
  };
  const ToolResult opened = read_place(mail(signed_data), "a.eml");
  REQUIRE(opened.success);
  CHECK(opened.content.find("(signed with S/MIME; not verified)\n\nsigned words") !=
        opened.content.npos);
  CHECK(opened.content.find("read one as `a.eml/smime.p7m/NAME`") != opened.content.npos);
  CHECK(read_place(mail(signed_data), "a.eml/smime.p7m/a.txt", "smime.p7m/a.txt").content ==
        "     1\tattached");
  std::string sealed = signed_data;
  sealed[14] = 3;
  const ToolResult named = read_place(mail(sealed), "a.eml");
  CHECK(named.content.find("(encrypted with S/MIME") != named.content.npos);
  CHECK(named.content.find("- `smime.p7m`, application/pkcs7-mime") != named.content.npos);
}

TEST_CASE("what PGP has signed or encrypted is named") {
  constexpr std::string_view kMail =
      "Subject: s\nContent-Type: multipart/encrypted; boundary=b\n\n"
      "--b\nContent-Type: application/pgp-encrypted\n\nVersion: 1\n"
      "--b\nContent-Type: application/octet-stream; name=encrypted.asc\n\n-----BEGIN\n--b--\n";
  const ToolResult mail = read_place(kMail, "a.eml");
  CHECK(mail.content.find("(encrypted with PGP") != mail.content.npos);
  CHECK(mail.content.find("- `encrypted.asc`") != mail.content.npos);
}

}  // namespace lectern
