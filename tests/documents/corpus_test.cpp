// Every document of the corpus (LECTERN_CORPUS_OFFICE, else ../shared/corpus-office) against what
// its manifest says: valid ones are read with the words that other tools agree on, and nothing that
// is in the folder makes a bug of ours.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cctype>
#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "base/format.h"
#include "read/read.h"
#include "support/corpus.h"

namespace lectern::testing {
namespace {

namespace fs = std::filesystem;

/// Lowest mean share of the words of valid files, by format: a little below what is reached.
const std::map<std::string, double> kLeastRecall = {{"docx", 0.97}, {"odt", 0.93},  {"rtf", 0.95},
                                                    {"doc", 0.94},  {"pptx", 0.98}, {"odp", 0.96},
                                                    {"ppt", 0.93},  {"html", 0.96}, {"epub", 0.92}};

fs::path office_corpus() {
  const char* const set = std::getenv("LECTERN_CORPUS_OFFICE");
  fs::path path = set != nullptr ? fs::path(set) : source_path("../shared/corpus-office");
  return fs::exists(path / "manifest.json") ? path : fs::path();
}

nlohmann::json office_manifest() {
  const fs::path path = office_corpus();
  if (path.empty()) SKIP("no corpus of documents: LECTERN_CORPUS_OFFICE names one");
  return nlohmann::json::parse(as_chars(file_bytes(path / "manifest.json")));
}

ToolResult read_document_file(const std::string& path, std::uint64_t max_chars) {
  const ByteVector bytes = file_bytes(office_corpus() / path);
  ReadOptions options;
  options.limits.max_content_chars = max_chars;
  options.limits.max_images = 0;
  options.limits.max_pages = 10'000;
  options.document.html = HtmlForm::kMarkdown;
  ReadRequest request;
  request.file_path = path;
  return read(bytes, request, options);
}

/// Words of ASCII letters and digits, in lower case: what is left when form is not compared.
/// Emphasis divides none; other letters do, which costs some of them.
std::map<std::string, int> words_of(const std::string& text) {
  std::map<std::string, int> words;
  std::string word;
  for (const char c : text + ' ') {
    if (c == '*') continue;
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) {
      word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    } else if (!word.empty()) {
      ++words[word];
      word.clear();
    }
  }
  return words;
}

/// Share of the words that two tools agree on which the text has, too; negative without words.
double recall(const std::string& list, const std::string& text) {
  std::istringstream lines(std::string(as_chars(file_bytes(office_corpus() / list))));
  const std::map<std::string, int> found = words_of(text);
  double wanted = 0;
  double had = 0;
  std::string line;
  while (std::getline(lines, line)) {
    const std::size_t tab = line.find('\t');
    const std::string word = line.substr(0, tab);
    const bool is_ascii = std::all_of(word.begin(), word.end(), [](char c) {
      return std::isalnum(static_cast<unsigned char>(c)) != 0;
    });
    if (tab == std::string::npos || !is_ascii) continue;
    const int agreed = std::stoi(line.substr(tab + 1));
    const auto here = found.find(word);
    wanted += agreed;
    had += here == found.end() ? 0 : std::min(agreed, here->second);
  }
  return wanted > 0 ? had / wanted : -1;
}

}  // namespace

TEST_CASE("valid documents of the corpus are read with their words") {
  std::map<std::string, std::pair<double, int>> sums;
  for (const nlohmann::json& entry : office_manifest()) {
    const std::string format = entry.at("format");
    if (entry.at("verdict") != "valid" || !kLeastRecall.contains(format)) continue;
    const std::string path = entry.at("path");
    const ToolResult result = read_document_file(path, 5'000'000);
    INFO(path << ": " << result.content.substr(0, 200));
    CHECK(result.success);
    if (!entry.at("facts").contains("words")) continue;
    const double share = recall(entry["facts"]["words"]["file"], result.content);
    if (share < 0) continue;
    sums[format].first += share;
    ++sums[format].second;
  }
  for (const auto& [format, least] : kLeastRecall) {
    const auto& [sum, count] = sums[format];
    REQUIRE(count > 0);
    INFO(format << ": " << sum / count);
    CHECK(sum / count >= least);
  }
}

TEST_CASE("notes, comments and tracked changes of the corpus are counted") {
  int counted_files = 0;
  for (const nlohmann::json& entry : office_manifest()) {
    const std::string format = entry.at("format");
    const nlohmann::json& facts = entry.at("facts");
    const bool is_known = format == "docx" || format == "odt" || format == "rtf";
    if (!is_known || entry.at("verdict") != "valid" || !facts.contains("footnotes")) continue;
    const std::string path = entry.at("path");
    const ToolResult result = read_document_file(path, 5'000'000);
    INFO(path);
    REQUIRE(result.success);
    REQUIRE(result.metadata.document);
    const DocumentInfo& info = *result.metadata.document;
    const auto fact = [&facts](std::string_view name) -> std::uint64_t {
      const auto found = facts.find(name);
      if (found == facts.end()) return 0;
      if (found->is_number()) return found->get<std::uint64_t>();
      std::uint64_t sum = 0;
      for (const nlohmann::json& kind : *found) sum += kind.get<std::uint64_t>();
      return sum;
    };
    CHECK(info.footnote_count.value_or(0) == fact("footnotes") + fact("endnotes"));
    if (facts.contains("comments")) CHECK(info.comment_count.value_or(0) == fact("comments"));
    if (facts.contains("tracked_changes"))
      CHECK(info.change_count.value_or(0) == fact("tracked_changes"));
    ++counted_files;
  }
  CHECK(counted_files > 100);
}

TEST_CASE("databases of the corpus show their tables with columns and row counts") {
  int tables = 0;
  for (const nlohmann::json& entry : office_manifest()) {
    if (entry.at("format") != "sqlite" || entry.at("verdict") != "valid") continue;
    const ToolResult result = read_document_file(entry.at("path"), 3'000'000);
    INFO(entry.at("path"));
    REQUIRE(result.success);
    CHECK(result.metadata.warnings.empty());
    for (const nlohmann::json& table : entry["facts"]["tables"]) {
      const std::string name = table.at("name");
      const std::size_t at = result.content.find("\n## " + name + " (");
      INFO(name);
      REQUIRE(at != std::string::npos);
      const std::string entry_text =
          result.content.substr(at, result.content.find("\n## ", at + 1) - at);
      for (const nlohmann::json& column : table.at("columns")) {
        CHECK(entry_text.find(column.at(0).get<std::string>()) != std::string::npos);
      }
      // Views and virtual tables are not run, so nobody counts their rows.
      if (entry_text.find("(table ") == std::string::npos) continue;
      CHECK(entry_text.find(", " + counted(table.at("rows").get<std::uint64_t>(), "row") + ")") !=
            std::string::npos);
      ++tables;
    }
  }
  CHECK(tables > 20);
}

TEST_CASE("no file of the corpus of documents is a bug of ours, or more than its result may hold") {
  constexpr std::uint64_t kMaxChars = 20'000;
  for (const nlohmann::json& entry : office_manifest()) {
    const std::string path = entry.at("path");
    const ToolResult result = read_document_file(path, kMaxChars);
    INFO(path << ": " << result.content.substr(0, 200));
    CHECK_FALSE((result.error && result.error->code == ErrorCode::kInternal));
    CHECK_FALSE(result.content.empty());
    // A character has at most four bytes.
    CHECK(result.content.size() <= 4 * kMaxChars);
  }
}

}  // namespace lectern::testing
