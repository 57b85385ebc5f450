// Labelled text of the corpus: what is called text, and whether it decodes to its UTF-8 sidecar.
#include <catch2/catch_test_macros.hpp>
#include <filesystem>
#include <map>
#include <string>

#include "read/detect.h"
#include "support/corpus.h"
#include "text/text_stream.h"
#include "text/text_test.h"

namespace lectern {
namespace {

class Collector final : public TextStreamSink {
 public:
  void append(std::string_view text) override { all += text; }
  void at_line_start(const TextStreamState&) override {}
  std::string all;
};

/// As a reading does: by the head alone where the file is longer.
Detection detect_file(ByteSpan bytes, std::string_view name) {
  const ByteSpan head = bytes.first(std::min(bytes.size(), kSignatureBytes));
  return detect({.head = head, .at_end = head.size() == bytes.size(), .name = name});
}

std::string decoded(ByteSpan bytes) {
  Collector collector;
  TextStream stream({}, collector);
  stream.push(bytes);
  stream.finish();
  return collector.all;
}

/// Labelled text that is binary data all the same: the contract calls a NUL outside UTF-16 and
/// UTF-32 never text.
const std::map<std::string, std::string> kTextWithNul = {
    {"text/synthetic/dev_nul_in_text.txt", "one NUL in ASCII"},
    {"text/synthetic/dev_nul_late.txt", "a NUL after 20 kB of ASCII"},
    {"text/utf8tests/utf8tests.bin", "tests the NUL character"},
    {"text/utf8tests/utf8tests.html", "tests the NUL character"},
    {"text/utf8tests/artifacts__utf8.replace.ref.txt", "tests the NUL character"},
    {"text/utf8tests/artifacts__utf8.skip.ref.txt", "tests the NUL character"},
    {"text/JSONTestSuite/test_parsing__n_structure_null-byte-outside-string.json", "a lone NUL"},
};

/// Files of the MIME collection that are readable text, whatever their type is called.
const std::map<std::string, std::string> kReadableText = {
    {"mime/file-type/fixture__.gitattributes", "git's attributes"},
    {"mime/file-type/fixture__fixture.unicorn", "a sentence"},
    {"mime/file-type/fixture__fixture-json.webp", "JSON under another name"},
    {"mime/file-type/fixture__fixture.rtf", "RTF is printable"},
    {"mime/file-type/fixture__fixture.ps", "PostScript is a programming language"},
    {"mime/file-type/fixture__fixture2.eps", "PostScript is a programming language"},
    {"mime/file-type/fixture__fixture.pgp", "ASCII armour"},
    {"mime/file-type/fixture__fixture.stl", "an ASCII model"},
};

}  // namespace

TEST_CASE("at least 97 percent of the labelled text files decode to exactly their sidecar") {
  // Misses, each with its reason: none.
  const std::map<std::string, std::string> known_misses;
  std::size_t files = 0;
  std::size_t hits = 0;
  for (const testing::CorpusEntry& entry : testing::corpus_entries("text")) {
    const bool labelled =
        entry.whole.contains("expect") && entry.whole["expect"].contains("encoding");
    if (!labelled || !std::filesystem::exists(testing::corpus_path() / (entry.path + ".utf8"))) {
      continue;
    }
    ++files;
    const bool hit = decoded(testing::corpus_bytes(entry.path)) ==
                     as_chars(testing::corpus_bytes(entry.path + ".utf8"));
    hits += hit ? 1 : 0;
    INFO(entry.path);
    CHECK((hit || known_misses.contains(entry.path)));
  }
  CHECK(files >= 27);
  CHECK(hits * 100 >= files * 97);
}

TEST_CASE("no labelled text is called binary, but for NUL bytes") {
  for (const testing::CorpusEntry& entry : testing::corpus_entries("text")) {
    INFO(entry.path);
    CHECK(test_text(testing::corpus_bytes(entry.path)).is_text !=
          kTextWithNul.contains(entry.path));
  }
}

TEST_CASE("text that begins like binary data is text") {
  for (const testing::CorpusEntry& entry : testing::corpus_entries("text")) {
    if (entry.path.find("dev_starts_") == std::string::npos) continue;
    INFO(entry.path);
    CHECK(detect_file(testing::corpus_bytes(entry.path), entry.path).kind == ContentType::kText);
  }
}

TEST_CASE("no image, PDF or other binary kind is called text") {
  for (const char* kind : {"mime", "png", "jpeg", "gif", "webp", "bmp", "tiff", "ico", "avif",
                           "heic", "pdf", "office"}) {
    for (const testing::CorpusEntry& entry : testing::corpus_entries(kind)) {
      // Extracted text lies beside some PDFs.
      if (kReadableText.contains(entry.path) || entry.path.ends_with(".txt")) continue;
      const ByteVector bytes = testing::corpus_bytes(entry.path);
      const Detection detection = detect_file(bytes, entry.path);
      // Whether a header makes a PDF is the PDF reader's to say; three fragments are ASCII
      // otherwise.
      const bool has_pdf_header = as_chars(bytes).substr(0, 1024).find("%PDF") != std::string::npos;
      INFO(entry.path);
      CHECK((detection.kind != ContentType::kText || has_pdf_header));
    }
  }
}

TEST_CASE("random bytes without NUL are no text") {
  testing::corpus_entries("text");
  CHECK_FALSE(test_text(testing::corpus_bytes("hostile/d_random_high_nonul.bin")).is_text);
  CHECK_FALSE(test_text(testing::corpus_bytes("hostile/d_random_4k.bin")).is_text);
}

TEST_CASE("the kinds of the MIME collection are named as libmagic or file-type name them") {
  std::size_t files = 0;
  std::size_t hits = 0;
  for (const testing::CorpusEntry& entry : testing::corpus_entries("mime")) {
    if (kReadableText.contains(entry.path)) continue;
    const std::string mime = detect_file(testing::corpus_bytes(entry.path), entry.path).mime_type;
    const bool hit =
        entry.facts["libmagic_mime"] == mime || entry.facts["file_type_npm_mime"] == mime;
    ++files;
    hits += hit ? 1 : 0;
    UNSCOPED_INFO(entry.path << " is called " << mime << (hit ? "" : " (other)"));
  }
  CHECK(hits * 100 >= files * 95);
}

}  // namespace lectern
