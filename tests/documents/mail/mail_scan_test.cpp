// What divides a mail, and what is counted beside it.
#include "documents/mail/mail_scan.h"

#include <catch2/catch_test_macros.hpp>
#include <string>

#include "documents/mail/mail_header.h"
#include "documents/mail/mail_parts.h"

namespace lectern {
namespace {

std::uint64_t digits_one_by_one(std::string_view text) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::uint64_t count = 0;
  for (const char c : text) count += kDigits.find(c) == kDigits.npos ? 0 : 1;
  return count;
}

}  // namespace

TEST_CASE("two dashes are found wherever they stand, with the digits before them") {
  for (std::size_t size = 0; size < 40; ++size) {
    for (std::size_t place = 0; place + 2 <= size; ++place) {
      for (const char around : {'A', '\n', '\xFF'}) {
        std::string text(size, around);
        text[place] = '-';
        text[place + 1] = '-';
        CAPTURE(size, place, around);
        for (std::size_t from = 0; from <= place; ++from) {
          std::uint64_t digits = 0;
          CHECK(find_dashes(text, from, digits) == place);
          CHECK(digits == digits_one_by_one(text.substr(from, place - from)));
        }
        std::uint64_t rest = 0;
        CHECK(find_dashes(text, place + 1, rest) == text.npos);
        CHECK(rest == digits_one_by_one(text.substr(place + 1)));
        CHECK(count_base64_digits(text) == digits_one_by_one(text));
      }
    }
  }
}

TEST_CASE("a dash alone is none of two, and is no digit") {
  std::string text;
  for (int i = 0; i < 100; ++i) text += std::string(static_cast<std::size_t>(i % 7), 'x') + "-\n";
  std::uint64_t digits = 0;
  CHECK(find_dashes(text, 0, digits) == text.npos);
  CHECK(digits == digits_one_by_one(text));
  CHECK(count_base64_digits(text + "-") == digits);
}

TEST_CASE("the size of a part is that of what it decodes to, whatever stands in its base64") {
  for (const std::string body :
       {"", "QUJD", "QUJD\r\nREVG", "QUJD--QUJD", "--\nQUJD", "Q-U-J-D--bQUJDREVGQUJDREVG",
        "==", "QUI=QUI=QUJD", "QQ==\r\nQUI=", "Q=Q=UI"}) {
    for (const std::string line_end : {"\n", "\r\n"}) {
      for (const bool has_end : {true, false}) {
        const std::string mail =
            "Content-Type: multipart/mixed; boundary=b" + line_end + line_end + "--b" + line_end +
            "Content-Transfer-Encoding: base64" + line_end + line_end + body +
            (has_end ? line_end + "--b" + line_end + "X-Two--dashes: a" + line_end + line_end : "");
        CAPTURE(mail);
        const MailPart whole = mail_part(as_bytes(std::string_view(mail)), "text/plain", {});
        std::uint64_t count = 0;
        const std::vector<MailPart> parts = mail_parts(whole, {}, count).parts;
        REQUIRE(parts.size() == (has_end ? 2 : 1));
        CHECK(parts[0].digits == digits_one_by_one(parts[0].body));
        CHECK(parts[0].decoded_size() == mail_base64(parts[0].body).size());
      }
    }
  }
}

TEST_CASE("base64 is decoded the same wherever something else stands between its digits") {
  const std::string digits = "TWFueSBoYW5kcyBtYWtlIGxpZ2h0IHdvcmsu";
  for (std::size_t place = 0; place <= digits.size(); ++place) {
    for (const std::string between : {"\r\n", "=", "-", "\xFF\xFF\xFF"}) {
      // There it fills up three digits.
      if (between == "=" && place % 4 == 3) continue;
      std::string text = digits;
      text.insert(place, between);
      CHECK(mail_base64(text) == "Many hands make light work.");
      CHECK(mail_base64(text + "=") == "Many hands make light work.");
    }
    const std::string cut = mail_base64(digits.substr(0, place));
    CHECK(cut == std::string("Many hands make light work.").substr(0, place * 3 / 4));
  }
}

TEST_CASE("base64 in several pieces, each filled up, is each decoded from its start") {
  CHECK(mail_base64("aGVsbG8=\r\nIHdvcmxk\r\nIQ==\r\nIQ==") == "hello world!!");
  CHECK(mail_base64_size("aGVsbG8=\r\nIHdvcmxk\r\nIQ==\r\nIQ==") == 13);
}

}  // namespace lectern
