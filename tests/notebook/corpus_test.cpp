// Every notebook of the corpus against the facts that nbformat (Python) found.
#include <catch2/catch_test_macros.hpp>

#include "notebook/notebook_text.h"
#include "notebook/parse.h"
#include "read/read.h"
#include "support/corpus.h"

namespace lectern {
namespace {

using testing::CorpusEntry;

/// Number of cells by type.
nlohmann::json cell_types(const Notebook& notebook) {
  nlohmann::json types = nlohmann::json::object();
  for (std::size_t i = 0; i < notebook.cells.size(); ++i) {
    const std::string type = parse_cell(notebook, i).type;
    types[type] = types.value(type, 0) + 1;
  }
  return types;
}

void check_notebook(const CorpusEntry& entry) {
  INFO(entry.path);
  const ByteVector bytes = testing::corpus_bytes(entry.path);
  ReadRequest request;
  request.file_path = entry.path;
  const ToolResult result = read(bytes, request);
  if (entry.verdict() == "invalid") {
    CHECK_FALSE(result.success);
    CHECK(result.error->code == ErrorCode::kCorruptNotebook);
    return;
  }
  // What only a schema refuses is shown all the same.
  REQUIRE(result.success);
  CHECK(result.metadata.cell_count == entry.facts["cells_total"]);
  const nlohmann::json& minor = entry.facts["nbformat_minor"];
  CHECK(result.metadata.nbformat ==
        entry.facts["nbformat"].dump() + (minor.is_null() ? "" : "." + minor.dump()));

  const NotebookText text = notebook_text(bytes);
  const Result<Notebook> notebook = parse_notebook(text.view(), Limits{});
  REQUIRE(notebook);
  CHECK(cell_types(*notebook) == entry.facts["cells"]);
  // An independent judge of the pictures: these notebooks are real, theirs decode.
  CHECK(result.content.find("[Image could not be used") == std::string::npos);
}

}  // namespace

TEST_CASE("notebooks of the corpus have the cells, kinds and version that nbformat finds") {
  for (const CorpusEntry& entry : testing::corpus_entries("notebook")) check_notebook(entry);
}

TEST_CASE("hostile notebooks of the corpus are read or refused, never more") {
  for (const CorpusEntry& entry : testing::corpus_entries("hostile")) {
    if (!entry.path.ends_with(".ipynb")) continue;
    INFO(entry.path);
    const ByteVector bytes = testing::corpus_bytes(entry.path);
    ReadRequest request;
    request.file_path = entry.path;
    const ToolResult result = read(bytes, request);
    CHECK_FALSE(result.content.empty());
    const nlohmann::json facts = entry.facts.value("notebook", nlohmann::json::object());
    const std::string category = entry.whole["expect"]["category"];
    if (facts.value("verdict", "") == "valid" || category == "tolerate") {
      CHECK(result.success);
      if (facts.contains("cells_total")) CHECK(result.metadata.cell_count == facts["cells_total"]);
    }
    if (category == "truncated" || category == "mislabelled" || category == "deep") {
      CHECK_FALSE(result.success);
    }
  }
}

}  // namespace lectern
