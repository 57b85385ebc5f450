#include <algorithm>

#include <catch2/catch_test_macros.hpp>

#include "read/read.h"
#include "support/zip_writer.h"
#include "text/utf8.h"

namespace lectern {
namespace {

ToolResult read_book(const ReadRequest& asked, std::string_view encryption = "") {
  ZipWriter zip;
  zip.add("mimetype", "application/epub+zip", false);
  zip.add("META-INF/container.xml",
          "<container><rootfiles><rootfile full-path=\"OPS/book.opf\"/></rootfiles></container>");
  if (!encryption.empty()) zip.add("META-INF/encryption.xml", encryption);
  zip.add("OPS/book.opf",
          "<package xmlns=\"http://www.idpf.org/2007/opf\" "
          "xmlns:dc=\"http://purl.org/dc/elements/1.1/\"><metadata><dc:title>A Book</dc:title>"
          "<dc:creator>Ann</dc:creator></metadata><manifest>"
          "<item id=\"nav\" href=\"nav.xhtml\" properties=\"nav\" "
          "media-type=\"application/xhtml+xml\"/>"
          "<item id=\"two\" href=\"two.xhtml\" media-type=\"application/xhtml+xml\"/>"
          "<item id=\"one\" href=\"o%6Ee.xhtml\" media-type=\"application/xhtml+xml\"/>"
          "</manifest><spine><itemref idref=\"one\"/><itemref idref=\"two\"/></spine></package>");
  zip.add("OPS/nav.xhtml",
          "<html xmlns:epub=\"http://www.idpf.org/2007/ops\"><body><nav epub:type=\"toc\"><ol>"
          "<li><a href=\"one.xhtml\">Beginning</a></li></ol></nav></body></html>");
  zip.add("OPS/one.xhtml",
          "<?xml version=\"1.0\"?><html><head><title/></head><body><h1>One</h1>"
          "<p>first <a href=\"two.xhtml\">next</a></p></body></html>");
  zip.add("OPS/two.xhtml", "<html><body><h2>Two</h2><p>second &nbsp;part</p></body></html>");
  const ByteVector file = zip.finish();
  ReadRequest request = asked;
  request.file_path = "a.epub";
  return read(file, request);
}

TEST_CASE("a book's chapters come in the order of its spine") {
  const ToolResult result = read_book({});
  REQUIRE(result.success);
  CHECK(result.content.find("(chapter 1 of 2)\n\n# One\n\nfirst next\n") == 0);
  CHECK(result.content.find("(chapter 2 of 2)\n\n## Two\n\nsecond") != result.content.npos);
  REQUIRE(result.metadata.document);
  CHECK(result.metadata.document->kind == DocumentKind::kBook);
  CHECK(result.metadata.document->title == "A Book");
  CHECK(result.metadata.document->author == "Ann");
  CHECK(result.metadata.document->chapter_count == 2);
}

TEST_CASE("a book's outline has the titles of its table of contents") {
  ReadRequest request;
  request.outline = true;
  CHECK(read_book(request).content == "chapter 1: Beginning\n  # One\nchapter 2: Two\n");
}

TEST_CASE("a chapter that is longer than may be held beside what is made of it is named") {
  ZipWriter zip;
  zip.add("META-INF/container.xml",
          "<container><rootfiles><rootfile full-path=\"a.opf\"/></rootfiles></container>");
  zip.add("a.opf",
          "<package xmlns=\"http://www.idpf.org/2007/opf\"><manifest>"
          "<item id=\"a\" href=\"a.xhtml\" media-type=\"application/xhtml+xml\"/>"
          "</manifest><spine><itemref idref=\"a\"/></spine></package>");
  zip.add("a.xhtml", "<html><body><p>" + std::string(50'000, 'a') + "</p></body></html>");
  const ByteVector file = zip.finish();
  ReadRequest request;
  request.file_path = "a.epub";
  ReadOptions options;
  options.limits.max_decoded_bytes = 1'000'000;
  CHECK(read(file, request, options).content.find("aaaa") != std::string::npos);
  options.limits.max_decoded_bytes = 200'000;
  const ToolResult result = read(file, request, options);
  CHECK(result.content.find("(not readable)") != std::string::npos);
  REQUIRE_FALSE(result.metadata.warnings.empty());
  CHECK(result.metadata.warnings[0].find("it has more than 40,000 bytes") != std::string::npos);
}

TEST_CASE("chapters that are encrypted are named, scrambled fonts are not") {
  constexpr std::string_view kStart =
      "<encryption xmlns=\"urn:oasis:names:tc:opendocument:xmlns:container\"><EncryptedData>"
      "<EncryptionMethod Algorithm=\"";
  constexpr std::string_view kEnd =
      "\"/><CipherData><CipherReference URI=\"OPS/one.xhtml\"/></CipherData></EncryptedData>"
      "</encryption>";
  const ToolResult locked = read_book(
      {}, std::string(kStart) + "http://www.w3.org/2001/04/xmlenc#aes128-cbc" + std::string(kEnd));
  REQUIRE(locked.error);
  CHECK(locked.error->code == ErrorCode::kEncrypted);
  CHECK(
      read_book({}, std::string(kStart) + "http://www.idpf.org/2008/embedding" + std::string(kEnd))
          .success);
}

TEST_CASE("a part whose name is no UTF-8 is named in UTF-8") {
  for (const std::string_view opf :
       {"<package><spine/>", "<package><spine><itemref idref=\"one\"/></spine></package>"}) {
    ZipWriter zip;
    zip.add("mimetype", "application/epub+zip", false).add("OPS\xFE/book.opf", opf);
    ByteVector file = zip.finish();
    ReadRequest request;
    request.file_path = "a.epub";
    const auto names = [](std::string_view text) {
      return is_valid_utf8(as_bytes(text)) && text.find("OPS\u25A0/book.opf") != text.npos;
    };
    const ToolResult result = read(file, request);
    CHECK((result.error ? names(result.error->message)
                        : std::any_of(result.metadata.warnings.begin(),
                                      result.metadata.warnings.end(), names)));
    // The member's own header is damaged.
    const std::string_view text = as_chars(file);
    const std::size_t name = text.find("OPS");
    file[name - 30] = 0;
    CHECK(is_valid_utf8(as_bytes(read(file, request).content)));
  }
}

}  // namespace
}  // namespace lectern
