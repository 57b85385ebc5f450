// The corpus of real and hostile files, where it is there: LECTERN_CORPUS, else ../shared/corpus
// beside the repository.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"

namespace lectern::testing {

struct CorpusEntry {
  std::string path;   ///< relative to the corpus, e.g. "png/pngsuite/basn0g01.png"
  std::string kind;   ///< "png", "text" …
  nlohmann::json facts;
  nlohmann::json whole;  ///< the manifest's entry as it is
  /// facts.verdict, or "" when there is none.
  std::string verdict() const;
};

/// A file or folder of this repository.
std::filesystem::path source_path(std::string_view path);

/// The corpus' folder, or an empty path when it is not there.
std::filesystem::path corpus_path();

/// The manifest's entries of one kind. Skips the running test, and says why, without a corpus.
std::vector<CorpusEntry> corpus_entries(std::string_view kind);

/// The bytes of a file of the corpus, or of a sidecar beside it.
ByteVector corpus_bytes(std::string_view relative_path);

/// The bytes of any file; fails the running test when it cannot be read.
ByteVector file_bytes(const std::filesystem::path& path);

}  // namespace lectern::testing
