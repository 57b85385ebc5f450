// Whether the text of real PDFs comes out whole: no letter lost, none invented, no word broken. The
// PDFs with ground truth are found through LECTERN_CORPUS_PDF, else in ../shared/corpus-pdf beside
// the repository.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "pdf/pdf_engine.h"
#include "read/read.h"
#include "support/corpus.h"
#include "support/pdf_text.h"

namespace lectern::testing {
namespace {

namespace fs = std::filesystem;

struct TruthEntry {
  fs::path file;
  std::vector<fs::path> truth;
};

/// Empty when it is not there.
fs::path pdf_corpus() {
  const char* variable = std::getenv("LECTERN_CORPUS_PDF");
  const fs::path path =
      (variable != nullptr ? fs::path(variable) : source_path("../shared/corpus-pdf")) / "dev";
  return fs::exists(path / "manifest.json") ? path : fs::path();
}

std::vector<TruthEntry> entries_with_truth() {
  if (pdf_engine() == nullptr) SKIP("built without PDFium (LECTERN_WITH_PDF=OFF)");
  // Nothing that holds memory may be alive here: SKIP leaves without destructors.
  if (pdf_corpus().empty()) SKIP("no PDFs with ground truth: set LECTERN_CORPUS_PDF");
  const fs::path root = pdf_corpus();
  std::ifstream stream(root / "manifest.json");
  std::vector<TruthEntry> entries;
  for (const nlohmann::json& entry : nlohmann::json::parse(stream, nullptr, false)) {
    TruthEntry found{root / entry["file"], {}};
    for (const nlohmann::json& path : entry["ground_truth"])
      found.truth.push_back(root / path.get<std::string>());
    entries.push_back(std::move(found));
  }
  REQUIRE_FALSE(entries.empty());
  return entries;
}

/// Each page by a read of its own: in one read, tables that go on do not repeat their header. What
/// one test has read, the next one takes.
const std::vector<std::string>& markdown_pages(const fs::path& file) {
  static std::map<fs::path, std::vector<std::string>> known;
  const auto [place, is_new] = known.try_emplace(file);
  std::vector<std::string>& pages = place->second;
  if (!is_new) return pages;
  const ByteVector bytes = file_bytes(file);
  ReadRequest request;
  request.file_path = "a.pdf";
  ReadOptions options;
  options.pdf.page_images = PageImages::kNever;
  options.hash = HashKind::kNone;
  options.pdf.headers_footers = HeadersFooters::kKeep;
  options.limits.max_content_chars = 1'000'000'000;
  options.limits.max_pages = 1000;
  for (std::uint64_t number = 1, count = 1; number <= count; ++number) {
    request.pages = {{number, number}};
    const ToolResult result = read(bytes, request, options);
    REQUIRE(result.success);
    count = result.metadata.page_count.value_or(0);
    pages.push_back(pages_of(result.content).at(0));
  }
  return pages;
}

std::string drawn_text(const PageContent& page, bool with_fields) {
  std::string text;
  for (const PageWord& word : page.words) {
    if (with_fields || !word.field) text += word.text + " ";
  }
  return text;
}

}  // namespace

TEST_CASE("every letter that a page draws is in its Markdown, and no other") {
  std::size_t pages = 0;
  for (const TruthEntry& entry : entries_with_truth()) {
    // First: a thread may have one document open.
    const std::vector<std::string>& markdown = markdown_pages(entry.file);
    const ByteVector bytes = file_bytes(entry.file);
    const auto document = pdf_engine()->open(bytes, "", Limits());
    REQUIRE(document.has_value());
    REQUIRE(markdown.size() == (*document)->facts()->page_count);
    for (std::size_t i = 0; i < markdown.size(); ++i) {
      INFO(entry.file.filename().string() << ", page " << i + 1);
      const auto content = (*document)->content(i, Limits{});
      const auto plain = (*document)->page(i, Limits{}, PdfForm::kText);
      REQUIRE(content.has_value());
      REQUIRE(plain.has_value());
      const Letters drawn = letters_of(drawn_text(*content, true));
      const Letters shown = letters_of(without_additions(markdown[i]));
      CHECK(missing_letters(drawn, shown) == "");
      CHECK(missing_letters(shown, drawn) == "");
      // What PDFium itself finds on the page, which has no state of fields.
      const Letters found = letters_of(plain->text);
      CHECK(missing_letters(found, drawn) == "");
      CHECK(missing_letters(letters_of(drawn_text(*content, false)), found) == "");
      ++pages;
    }
  }
  CHECK(pages > 0);
}

TEST_CASE("words are not broken where their ground truth has them whole") {
  std::size_t all = 0;
  std::size_t divided = 0;
  std::size_t spaced = 0;
  for (const TruthEntry& entry : entries_with_truth()) {
    std::set<std::string> known;
    for (const fs::path& path : entry.truth) {
      if (path.extension() != ".md" && path.extension() != ".txt") continue;
      const ByteVector bytes = file_bytes(path);
      for (std::string& word : lower_words(
               without_additions({reinterpret_cast<const char*>(bytes.data()), bytes.size()})))
        known.insert(std::move(word));
    }
    if (known.empty()) continue;
    for (const std::string& page : markdown_pages(entry.file)) {
      const std::vector<std::string> words = lower_words(without_additions(page));
      all += words.size();
      for (std::size_t i = 0; i + 1 < words.size(); ++i) {
        const bool hyphen = words[i].ends_with('-');
        const std::string start = hyphen ? words[i].substr(0, words[i].size() - 1) : words[i];
        constexpr std::size_t kLeastWord = 5;  // shorter ones are names of variables
        if (start.size() + words[i + 1].size() < kLeastWord ||
            !known.contains(start + words[i + 1]) ||
            (known.contains(start) && known.contains(words[i + 1])))
          continue;
        UNSCOPED_INFO(entry.file.filename().string() << ": " << words[i] << " " << words[i + 1]);
        ++(hyphen ? divided : spaced);
      }
    }
  }
  INFO(all << " words, " << divided << " divided by a hyphen, " << spaced << " by a space");
  REQUIRE(all > 0);
  CHECK(divided * 10'000 <= all);
  // Ground truths have a few words run together.
  CHECK(spaced * 3'000 <= all);
}

}  // namespace lectern::testing
