#include "pdf/pdf_check.h"

#include <catch2/catch_test_macros.hpp>
#include <string>

#include "support/pdf_writer.h"

namespace lectern {

using testing::pdf_with_pages;

TEST_CASE("a PDF header is found after white space, and after junk when it fills its line") {
  CHECK(sniff_pdf(as_bytes("%PDF-1.4 and more")));
  CHECK(sniff_pdf(as_bytes("\n\n  %PDF-1.4\n")));
  CHECK(sniff_pdf(as_bytes("junk\n%PDF-2.0\r\n")));
  CHECK(sniff_pdf(as_bytes(std::string(1000, 'x') + "%PDF-1.7\n")));
}

TEST_CASE("text that speaks of PDF headers is no PDF") {
  CHECK_FALSE(sniff_pdf(as_bytes("if head.startswith(b'%PDF-1.4'):")));
  CHECK_FALSE(sniff_pdf(as_bytes("%PDF-x.y\n")));
  CHECK_FALSE(sniff_pdf(as_bytes(std::string(1024, 'x') + "%PDF-1.7\n")));
}

TEST_CASE("version, end and page count are seen without parsing") {
  const ByteVector bytes = pdf_with_pages({"one", "two", "three"});
  const auto check = check_pdf(bytes);
  REQUIRE(check);
  CHECK(check->version == "1.7");
  CHECK(check->has_end);
  CHECK_FALSE(check->encrypted);
  CHECK(check->page_count == 3);
}

TEST_CASE("a document that is cut off has no end") {
  const ByteVector bytes = pdf_with_pages({"one"});
  const auto check = check_pdf(ByteSpan(bytes).first(bytes.size() - 10));
  REQUIRE(check);
  CHECK_FALSE(check->has_end);
}

TEST_CASE("a trailer with an encryption dictionary marks the document") {
  const auto check =
      check_pdf(as_bytes("%PDF-1.4\ntrailer<</Encrypt 5 0 R>>\nstartxref\n0\n%%EOF\n"));
  REQUIRE(check);
  CHECK(check->encrypted);
}

TEST_CASE("pages are counted in the last root, and in time that grows with the file") {
  const auto count = [](const std::string& objects) {
    const auto check = check_pdf(as_bytes("%PDF-1.4\n" + objects));
    REQUIRE(check);
    return check->page_count;
  };
  CHECK(count("1 0 obj<</Type /Pages/Kids[]/Count  2>>endobj 2 0 obj<</Type/Pages/Count 1/Parent 1 "
              "0 R>>endobj") == 2);
  CHECK(count("1 0 obj<</Type/Pages/Count 2>>endobj 1 0 obj<</Type/Pages/Count 3>>endobj") == 3);
  std::string names;
  std::string objects;
  for (int i = 0; i < 200'000; ++i) {
    names += "/Pages ";
    objects += "obj/Pages";
  }
  CHECK_FALSE(count(names));
  CHECK_FALSE(count(objects));
}

TEST_CASE("bytes without a header are no document") {
  const auto check = check_pdf(as_bytes("<!DOCTYPE html>"));
  REQUIRE_FALSE(check);
  CHECK(check.error().code == ErrorCode::kCorruptPdf);
}

}  // namespace lectern
