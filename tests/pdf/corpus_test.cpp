// Every PDF of the corpus against what other tools say about it, and hostile files against the
// limits.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <map>
#include <sstream>
#include <string>

#include "pdf/pdf_engine.h"
#include "read/read.h"
#include "support/corpus.h"

namespace lectern::testing {
namespace {

constexpr int kMaxScoredPages = 20;
constexpr std::size_t kMinScoredChars = 20;
/// What plain PDFium with every page flattened reached on this corpus.
constexpr double kMacroToBeat = 0.885;
constexpr double kWeightedToBeat = 0.961;

std::vector<CorpusEntry> pdfs() {
  if (pdf_engine() == nullptr) SKIP("built without PDFium (LECTERN_WITH_PDF=OFF)");
  std::vector<CorpusEntry> entries = corpus_entries("pdf");
  std::erase_if(entries, [](const CorpusEntry& entry) { return !entry.path.ends_with(".pdf"); });
  return entries;
}

bool is_readable(const CorpusEntry& entry) {
  return entry.verdict() == "valid" || entry.verdict() == "repairable";
}

/// The user password of an encrypted file, as far as the manifest knows it.
std::string password_of(const CorpusEntry& entry) {
  return entry.facts.value("user_password_checked_with_qpdf", "");
}

Result<std::unique_ptr<PdfDocument>> open(const CorpusEntry& entry, ByteSpan bytes) {
  auto document = pdf_engine()->open(bytes, "", Limits());
  return document ? std::move(document) : pdf_engine()->open(bytes, password_of(entry), Limits());
}

std::map<std::string, int> words(const std::string& text, std::size_t& count) {
  std::map<std::string, int> bag;
  std::istringstream stream(text);
  for (std::string word; stream >> word;) {
    ++bag[word];
    ++count;
  }
  return bag;
}

/// Harmonic mean of precision and recall of the words, each counted as often as it occurs.
double word_f1(const std::string& actual, const std::string& expected,
               std::size_t& expected_words) {
  std::size_t actual_words = 0;
  const auto left = words(actual, actual_words);
  const auto right = words(expected, expected_words);
  double common = 0;
  for (const auto& [word, times] : left) {
    const auto found = right.find(word);
    if (found != right.end()) common += std::min(times, found->second);
  }
  const auto all = static_cast<double>(actual_words + expected_words);
  return all == 0 ? 1 : 2 * common / all;
}

}  // namespace

TEST_CASE("page counts of the corpus' PDFs equal the manifest's") {
  for (const CorpusEntry& entry : pdfs()) {
    if (!is_readable(entry) || !entry.facts.contains("pages") || !entry.facts["pages"].is_number())
      continue;
    const ByteVector bytes = corpus_bytes(entry.path);
    INFO(entry.path);
    const auto document = open(entry, bytes);
    REQUIRE(document.has_value());
    CHECK((*document)->facts()->page_count == entry.facts["pages"]);
  }
}

TEST_CASE("the words of the corpus' PDFs are found, more of them than plain PDFium finds") {
  double sum = 0;
  double weighted = 0;
  double files = 0;
  double all_words = 0;
  for (const CorpusEntry& entry : pdfs()) {
    const auto sidecar = corpus_path() / (entry.path + ".pdftotext.txt");
    if (!is_readable(entry) || !std::filesystem::exists(sidecar)) continue;
    if (entry.facts.value("pages", kMaxScoredPages + 1) > kMaxScoredPages) continue;
    const ByteVector expected_bytes = file_bytes(sidecar);
    const std::string expected(expected_bytes.begin(), expected_bytes.end());
    // One for each character: not for the bytes that continue one.
    const auto is_ink = [](unsigned char c) { return c > ' ' && (c & 0xC0) != 0x80; };
    if (static_cast<std::size_t>(std::count_if(expected.begin(), expected.end(), is_ink)) <
        kMinScoredChars)
      continue;
    const ByteVector bytes = corpus_bytes(entry.path);
    const auto document = open(entry, bytes);
    REQUIRE(document.has_value());
    std::string text;
    const std::uint64_t pages = (*document)->facts()->page_count;
    for (std::uint64_t i = 0; i < pages; ++i) {
      if (const auto page = (*document)->page(i, Limits{}, PdfForm::kText))
        text += page->text + "\n";
    }
    std::size_t expected_words = 0;
    const double f1 = word_f1(text, expected, expected_words);
    if (f1 < 0.7) UNSCOPED_INFO(entry.path << ": " << f1);
    sum += f1;
    weighted += f1 * static_cast<double>(expected_words);
    files += 1;
    all_words += static_cast<double>(expected_words);
  }
  INFO(files << " files, macro " << sum / files << ", weighted " << weighted / all_words);
  REQUIRE(files > 0);
  CHECK(sum / files > kMacroToBeat);
  CHECK(weighted / all_words > kWeightedToBeat);
}

TEST_CASE("encrypted PDFs open with their password and with no other") {
  std::size_t opened = 0;
  for (const CorpusEntry& entry : pdfs()) {
    const std::string password = password_of(entry);
    if (password.empty()) continue;
    const ByteVector bytes = corpus_bytes(entry.path);
    INFO(entry.path);
    CHECK(pdf_engine()->open(bytes, password, Limits()).has_value());
    const auto refused = pdf_engine()->open(bytes, "not the password", Limits());
    REQUIRE_FALSE(refused.has_value());
    CHECK(refused.error().code == ErrorCode::kEncrypted);
    ++opened;
  }
  CHECK(opened > 0);
}

TEST_CASE("hostile PDFs end with a result") {
  for (const CorpusEntry& entry : corpus_entries("hostile")) {
    if (!entry.path.ends_with(".pdf")) continue;
    const ByteVector bytes = corpus_bytes(entry.path);
    ReadRequest request;
    request.file_path = entry.path;
    ReadOptions options;
    options.provider = Provider::kAnthropic;
    INFO(entry.path);
    const ToolResult result = read(bytes, request, options);
    CHECK_FALSE(result.content.empty());
    CHECK(result.success == !result.error.has_value());
    if (entry.path.ends_with("flate_bomb.pdf")) {
      REQUIRE(result.error);
      CHECK(result.error->code == ErrorCode::kLimitExceeded);
    }
  }
}

}  // namespace lectern::testing
