// What a package unpacks to is counted: tags that cost a file nothing are paid for.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "read/read.h"
#include "support/zip_writer.h"

namespace lectern {
namespace {

ByteVector document_of(std::string_view body) {
  ZipWriter zip;
  zip.add("word/document.xml",
          "<w:document "
          "xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\"><w:body>" +
              std::string(body) + "</w:body></w:document>");
  return zip.finish();
}

ToolResult read_with_work(const ByteVector& bytes, std::uint64_t max_work,
                          std::string_view member = {}) {
  ReadRequest request;
  request.file_path = member.empty() ? "a.docx" : "a.zip";
  ReadOptions options;
  options.host.member = member;
  options.limits.max_work = max_work;
  return read(bytes, request, options);
}

/// What a ZIP archive's member of this content says, when that may take so much work.
ToolResult read_member(std::string_view name, std::string_view content, std::uint64_t max_work) {
  ZipWriter outer;
  outer.add(name, content);
  return read_with_work(outer.finish(), max_work, name);
}

/// The same, when so many bytes may be decoded.
ToolResult read_member_in(std::uint64_t max_decoded, std::string_view name,
                          std::string_view content) {
  ZipWriter outer;
  outer.add(name, content);
  ReadRequest request;
  request.file_path = "a.zip";
  ReadOptions options;
  options.host.member = name;
  options.limits.max_decoded_bytes = max_decoded;
  return read(outer.finish(), request, options);
}

std::string repeated(std::string_view text, int count) {
  std::string all;
  for (int i = 0; i < count; ++i) all += text;
  return all;
}

std::string paragraphs(int count, bool are_same) {
  std::string body;
  std::uint32_t random = 1;
  for (int i = 0; i < count; ++i) {
    body += "<w:p><w:r><w:t>";
    for (int k = 0; k < 12; ++k) {
      if (!are_same) random = random * 1'664'525 + 1'013'904'223;
      body += static_cast<char>('a' + random % 7'919 % 26);
    }
    body += "</w:t></w:r></w:p>";
  }
  return body;
}

}  // namespace

TEST_CASE("tags that a package holds a thousand times over are paid for, and what was read stays") {
  constexpr std::uint64_t kWork = 20'000'000;
  const ByteVector bomb = document_of(paragraphs(20'000, true));
  const ToolResult cut = read_with_work(bomb, kWork);
  CHECK(cut.success);
  CHECK(cut.content.starts_with("bbbbbbbbbbbb\n"));
  REQUIRE_FALSE(cut.metadata.warnings.empty());
  CHECK(cut.metadata.warnings[0].find("of the package take 20,") != std::string::npos);
  CHECK(read_with_work(bomb, 100 * kWork).metadata.warnings.empty());
}

TEST_CASE("documents that unpack as people's do need no more work than their bytes and tags") {
  const ByteVector honest = document_of(paragraphs(20'000, false));
  const std::uint64_t size = paragraphs(20'000, false).size();
  REQUIRE(size < 16 * honest.size());
  CHECK(read_with_work(honest, 5 * size + 20'001 * 6 * 400).metadata.warnings.empty());
}

TEST_CASE("what stands beside a document in its package pays for none of its tags") {
  constexpr std::uint64_t kWork = 20'000'000;
  ZipWriter zip;
  zip.add("word/document.xml",
          "<w:document "
          "xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\"><w:body>" +
              paragraphs(20'000, true) + "</w:body></w:document>");
  zip.add("word/media/large.png", std::string(4'000'000, 'x'), false);
  const ToolResult cut = read_with_work(zip.finish(), kWork);
  REQUIRE_FALSE(cut.metadata.warnings.empty());
  CHECK(cut.metadata.warnings[0].find("the parts that the document unpacks to take") !=
        std::string::npos);
}

TEST_CASE("a package that was unpacked itself has nothing for free") {
  const ByteVector honest = document_of(paragraphs(20'000, false));
  ZipWriter outer;
  outer.add("a.docx", as_chars(honest));
  const ToolResult inner = read_with_work(outer.finish(), 20'000'000, "a.docx");
  REQUIRE_FALSE(inner.metadata.warnings.empty());
  CHECK(inner.metadata.warnings[0].find("the parts that the document unpacks to take") !=
        std::string::npos);
}

TEST_CASE("books and texts in RTF that unpack to more than a read may take are refused") {
  constexpr std::uint64_t kWork = 10'000'000;
  const std::string book =
      "<?xml version=\"1.0\"?><FictionBook xmlns=\"http://www.gribuser.ru/xml/fictionbook/2.0\">"
      "<body><section>" +
      repeated("<p>x</p>", 10'000) + "</section></body></FictionBook>";
  const std::string rtf = "{\\rtf1 " + repeated("x\\par ", 20'000) + "}";
  for (const auto& [name, content] : {std::pair{"a.fb2", &book}, {"a.rtf", &rtf}}) {
    INFO(name);
    const ToolResult refused = read_member(name, *content, kWork);
    REQUIRE(refused.error);
    CHECK(refused.error->code == ErrorCode::kLimitExceeded);
    CHECK(read_member(name, *content, 100 * kWork).success);
  }
}

TEST_CASE("a mail's text that takes too much work is left out, and the mail says so") {
  constexpr std::uint64_t kWork = 10'000'000;
  const std::string mail =
      "From: a@b\nMIME-Version: 1.0\nContent-Type: multipart/mixed; "
      "boundary=x\n\n--x\n\nfirst\n--x\n"
      "Content-Type: text/html\n\n" +
      repeated("<p>y", 20'000) + "\n--x\n\nlast\n--x--\n";
  const ToolResult some = read_member("a.eml", mail, kWork);
  REQUIRE(some.success);
  CHECK(some.content.find("first\n") != std::string::npos);
  CHECK(some.content.find("(a text that takes too much work is left out here)") !=
        std::string::npos);
  CHECK(some.content.find("last") != std::string::npos);
  CHECK_FALSE(some.metadata.warnings.empty());
  CHECK(read_member("a.eml", mail, 100 * kWork).content.find("left out here") == std::string::npos);
}

TEST_CASE("a book's paragraphs take no more memory than their text, and stay as they are") {
  const std::string book =
      "<?xml version=\"1.0\"?><FictionBook xmlns=\"http://www.gribuser.ru/xml/fictionbook/2.0\">"
      "<body><section><title><p>One</p></title>" +
      repeated("<p>text of a book</p>", 20'000) + "<p>end</p></section></body></FictionBook>";
  const ToolResult result = read_member("a.fb2", book, 5'000'000'000);
  CHECK(result.content.find("# One\n\ntext of a book\n\ntext of a book\n") != std::string::npos);
  CHECK(result.truncated);
}

TEST_CASE("a document in one XML that was unpacked may have parts as far as both have room") {
  const std::string letter =
      "<?xml version=\"1.0\"?><office:document "
      "xmlns:office=\"urn:oasis:names:tc:opendocument:xmlns:office:1.0\" "
      "xmlns:text=\"urn:oasis:names:tc:opendocument:xmlns:text:1.0\" "
      "office:mimetype=\"application/vnd.oasis.opendocument.text\"><office:body><office:text>" +
      repeated("<text:p>words of a letter</text:p>", 10'000) +
      "</office:text></office:body></office:document>";
  CHECK(read_member_in(3 * letter.size(), "a.fodt", letter)
            .content.starts_with("words of a letter\n\nwords"));
  const ToolResult refused = read_member_in(letter.size() * 3 / 2, "a.fodt", letter);
  REQUIRE(refused.error);
  CHECK(refused.error->code == ErrorCode::kLimitExceeded);
  CHECK(refused.error->message.find("its parts have more than") != std::string::npos);
}

TEST_CASE("pictures and notes of a book for which there is no room are told of, however small") {
  std::string head =
      "<?xml version=\"1.0\"?><FictionBook xmlns=\"http://www.gribuser.ru/xml/fictionbook/2.0\" "
      "xmlns:l=\"http://www.w3.org/1999/xlink\"><body><section><p>words</p><image "
      "l:href=\"#9999\"/>"
      "<image l:href=\"#none\"/></section></body><body name=\"notes\">";
  std::string notes;
  std::string pictures;
  for (int i = 0; i < 10'000; ++i) {
    notes += "<section id=\"n" + std::to_string(i) + "\"/>";
    pictures += "<binary id=\"" + std::to_string(i) + "\"/>";
  }
  const std::string book = head + notes + "</body>" + pictures + "</FictionBook>";
  const ToolResult whole = read_member_in(20 * book.size(), "a.fb2", book);
  CHECK(whole.content.find("[Image: not in the book, #none]") != std::string::npos);
  CHECK(whole.content.find("too much memory") == std::string::npos);
  const ToolResult some = read_member_in(book.size() * 3 / 2, "a.fb2", book);
  CHECK(some.content.find("words") != std::string::npos);
  const std::vector<std::string>& told = some.metadata.warnings;
  const auto has = [&](std::string_view words) {
    return std::ranges::any_of(
        told, [&](const std::string& each) { return each.find(words) != std::string::npos; });
  };
  CHECK(has("the notes of later chapters are left out: they take too much memory"));
  CHECK(has("the book's pictures take too much memory"));
}

TEST_CASE("encoded words of a mail that was unpacked are paid for before they are decoded") {
  constexpr std::uint64_t kWork = 10'000'000;
  const std::string words = repeated("=?big5?q?=a4=a4?=\n ", 10'000);
  const std::string mail = "From: a@b\nTo: " + words + "\n\nhello\n";
  const ToolResult refused = read_member("a.eml", mail, kWork);
  REQUIRE(refused.error);
  CHECK(refused.error->message.find("the encoded words of the mail") != std::string::npos);
  CHECK(read_member("a.eml", mail, 10 * kWork).success);

  const std::string box = "From a@b Sat Jan  1 00:00:00 2000\nFrom: a@b\n\nhello\n\n";
  const ToolResult first =
      read_member("a.mbox", box + "From a@b Sat Jan  1 00:00:00 2000\n" + mail, kWork);
  REQUIRE(first.success);
  REQUIRE(first.truncation);
  CHECK(first.truncation->next);
}

TEST_CASE(
    "parts of a mail in other parts are paid for, and shown as they are where no work is left") {
  std::string mail = "From: a@b\n";
  for (const std::string name : {"one", "two", "three"})
    mail += "Content-Type: multipart/mixed; boundary=" + name + "\n\n--" + name + "\n";
  mail += "\nhello " + std::string(100'000, 'x') + "\n--three--\n";
  const auto is_divided = [&](std::uint64_t work) {
    const ToolResult result = read_member("a.eml", mail, work);
    REQUIRE(result.success);
    CHECK(result.content.find("hello xx") != result.content.npos);
    const auto& warnings = result.metadata.warnings;
    const bool is_told = std::any_of(warnings.begin(), warnings.end(), [](const auto& warning) {
      return warning.find("its body is shown as it is") != std::string::npos;
    });
    CHECK(is_told == (result.content.find("--three") != result.content.npos));
    return !is_told;
  };
  CHECK(is_divided(10'000'000));
  CHECK_FALSE(is_divided(2'000'000));
}

TEST_CASE("of a book and a mail that unpack to more than there is room for, what lacks is named") {
  const std::string book =
      "<?xml version=\"1.0\"?><FictionBook xmlns=\"http://www.gribuser.ru/xml/fictionbook/2.0\">"
      "<body><section>" +
      repeated("<p>text of a book</p>", 20'000) + "</section></body></FictionBook>";
  const std::string mail =
      "From: a@b\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=x\n\n--x\n\nfirst\n"
      "--x\n\n" +
      repeated("a line of a text\n", 20'000) + "--x\n\nlast\n--x--\n";
  const auto has = [](const ToolResult& result, std::string_view words) {
    for (const std::string& warning : result.metadata.warnings) {
      if (warning.find(words) != std::string::npos) return true;
    }
    return false;
  };
  const ToolResult whole_book = read_member_in(10 * book.size(), "a.fb2", book);
  CHECK(whole_book.content.find("text of a book") != std::string::npos);
  CHECK_FALSE(has(whole_book, "memory"));
  const ToolResult some = read_member_in(book.size() * 3 / 2, "a.fb2", book);
  CHECK(some.content.find("text of a book") != std::string::npos);
  CHECK(has(some, "the rest of the book is left out: it takes too much memory"));

  const ToolResult whole_mail = read_member_in(10 * mail.size(), "a.eml", mail);
  CHECK(whole_mail.content.find("a line of a text") != std::string::npos);
  CHECK_FALSE(has(whole_mail, "memory"));
  const ToolResult rest = read_member_in(2 * mail.size(), "a.eml", mail);
  CHECK(rest.content.find("first\n") != std::string::npos);
  CHECK(rest.content.find("(a text that takes too much memory is left out here)") !=
        std::string::npos);
  CHECK(rest.content.find("last") != std::string::npos);
  CHECK(has(rest, "takes too much memory and is left out"));
}

TEST_CASE("letters that a text in RTF writes as numbers take less than its words of control") {
  constexpr std::uint64_t kWork = 20'000'000;
  const std::string bytes = "{\\rtf1\\ansi " + repeated("\\'e0", 40'000) + "}";
  const std::string numbers = "{\\rtf1\\ansi " + repeated("\\u1086?", 25'000) + "}";
  const std::string words = "{\\rtf1\\ansi " + repeated("\\b x", 25'000) + "}";
  CHECK(read_member("a.rtf", bytes, kWork).success);
  CHECK(read_member("a.rtf", numbers, kWork).success);
  CHECK_FALSE(read_member("a.rtf", words, kWork).success);
  CHECK(read_member("a.rtf", words, 10 * kWork).success);
}

TEST_CASE("what a text in RTF unpacks to is paid for beyond what people's does") {
  const std::string text = "{\\rtf1 " + std::string(1'000'000, 'x') + "}";
  const ToolResult refused = read_member("a.rtf", text, 10'000'000);
  REQUIRE(refused.error);
  CHECK(refused.error->code == ErrorCode::kLimitExceeded);
  CHECK(read_member("a.rtf", text, 100'000'000).success);
  std::string honest = "{\\rtf1 ";
  std::uint32_t random = 1;
  for (int i = 0; i < 100'000; ++i) {
    random = random * 1'664'525 + 1'013'904'223;
    honest += static_cast<char>('a' + random % 7'919 % 26);
  }
  CHECK(read_member("a.rtf", honest + "}", 2'000).success);
}

TEST_CASE(
    "a search in a mailbox that was unpacked, or has short mails, ends where the work does, and "
    "goes on there") {
  constexpr std::uint64_t kWork = 10'000'000;
  const std::string mail = "From a@b Sat Jan  1 00:00:00 2000\nFrom: a@b\nSubject: x\n\nhello\n\n";
  const std::string box = repeated(mail, 5'000);
  ZipWriter outer;
  outer.add("a.mbox", box);
  ReadRequest request;
  request.search = "absent";
  ReadOptions options;
  options.limits.max_work = kWork;
  const bool is_unpacked = GENERATE(true, false);
  request.file_path = is_unpacked ? "a.zip" : "a.mbox";
  if (is_unpacked) options.host.member = "a.mbox";
  const ByteVector bytes = is_unpacked ? outer.finish() : ByteVector(box.begin(), box.end());
  std::uint64_t calls = 0;
  std::uint64_t searched = 0;
  for (bool goes_on = true; goes_on; ++calls) {
    const ToolResult some = read(bytes, request, options);
    REQUIRE(some.success);
    const std::size_t at = some.content.find(" found in ") + 10;
    std::string number;
    for (const char c : some.content.substr(at, some.content.find(' ', at) - at))
      if (c != ',') number += c;
    searched += std::stoull(number);
    goes_on = some.truncation && some.truncation->next;
    CHECK(some.truncated == goes_on);
    if (goes_on) request.pages = some.truncation->next->pages;
    REQUIRE(calls < 20);
  }
  CHECK(calls > 2);
  CHECK(searched == 5'000);
  options.limits.max_work = 100 * kWork;
  request.pages = {};
  CHECK_FALSE(read(bytes, request, options).truncated);
}

TEST_CASE("a search in a mailbox whose mails have people's heads goes through all of them") {
  const std::string mail = "From a@b Sat Jan  1 00:00:00 2000\nReceived: " + std::string(500, 'x') +
                           "\nSubject: x\n\nhello\n\n";
  const std::string box = repeated(mail, 5'000);
  ReadRequest request;
  request.file_path = "a.mbox";
  request.search = "absent";
  ReadOptions options;
  options.limits.max_work = 10'000'000;
  const ToolResult result = read(as_bytes(std::string_view(box)), request, options);
  REQUIRE(result.success);
  CHECK_FALSE(result.truncated);
  CHECK(result.content.find("5,000 mails searched") != result.content.npos);
}

TEST_CASE("blanks that a document states by their number are paid for as they are written") {
  constexpr std::uint64_t kWork = 20'000'000;
  const std::string text = "<text:p>a<text:s text:c=\"1000000000\"/>b</text:p>";
  const std::string row = "<table:table-row><table:table-cell office:value-type=\"string\">" +
                          text + "</table:table-cell></table:table-row>";
  const std::string frame =
      "<draw:frame><draw:text-box>" + repeated(text, 4'000) + "</draw:text-box></draw:frame>";
  const std::string bodies[][2] = {
      {"text", "<office:text>" + repeated(text, 4'000) + "</office:text>"},
      {"spreadsheet", "<office:spreadsheet><table:table table:name=\"A\">" + repeated(row, 4'000) +
                          "</table:table></office:spreadsheet>"},
      {"presentation",
       "<office:presentation><draw:page>" + frame + "</draw:page></office:presentation>"}};
  for (const auto& [kind, body] : bodies) {
    const std::string type = "application/vnd.oasis.opendocument." + kind;
    const std::string root =
        " xmlns:office=\"urn:oasis:names:tc:opendocument:xmlns:office:1.0\" "
        "xmlns:text=\"urn:oasis:names:tc:opendocument:xmlns:text:1.0\" "
        "xmlns:table=\"urn:oasis:names:tc:opendocument:xmlns:table:1.0\" "
        "xmlns:draw=\"urn:oasis:names:tc:opendocument:xmlns:drawing:1.0\" office:mimetype=\"" +
        type + "\"><office:body>" + body + "</office:body></office:document";
    ZipWriter zip;
    zip.add("mimetype", type, false);
    zip.add("content.xml", "<office:document-content" + root + "-content>");
    const ByteVector package = zip.finish();
    const std::string flat = "<office:document" + root + ">";
    for (const ByteSpan file : {ByteSpan(package), as_bytes(flat)}) {
      INFO(kind << (file.data() == package.data() ? "" : " in one XML"));
      const auto is_cut = [&](std::uint64_t work) {
        ReadRequest request;
        request.search = "no such words";
        ReadOptions options;
        options.limits.max_work = work;
        const ToolResult result = read(file, request, options);
        if (result.error) return result.error->code == ErrorCode::kLimitExceeded;
        return std::ranges::any_of(result.metadata.warnings, [](const std::string& warning) {
          return warning.find("(maxWork)") != std::string::npos;
        });
      };
      CHECK(is_cut(kWork));
      CHECK_FALSE(is_cut(10 * kWork));
    }
  }
}

TEST_CASE("unpacking a book and reading its tags are paid for together") {
  constexpr std::uint64_t kWork = 10'000'000;
  const std::string book =
      "<?xml version=\"1.0\"?><FictionBook xmlns=\"http://www.gribuser.ru/xml/fictionbook/2.0\">"
      "<body><section>" +
      repeated("<p>x</p>", 5'000) + "<p>" + std::string(2'200'000, 'x') +
      "</p></section></body></FictionBook>";
  const ByteVector zip = ZipWriter().add("a.fb2", book).finish();
  const auto read_book = [&](std::uint64_t work) {
    ReadRequest request;
    request.file_path = "a.fb2.zip";
    ReadOptions options;
    options.limits.max_work = work;
    return read(zip, request, options);
  };
  REQUIRE(read_book(kWork).error);
  CHECK(read_book(kWork).error->code == ErrorCode::kLimitExceeded);
  CHECK(read_book(2 * kWork).success);
}

}  // namespace lectern
