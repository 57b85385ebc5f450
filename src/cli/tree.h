// What the walk of a batch asks of the file system.
#pragma once

#include <string>
#include <vector>

#include "cli/directory.h"
#include "command/batch.h"

namespace lectern::cli {

class Tree {
 public:
  /// \param root     directory that nothing is touched outside of; "" is none.
  /// \param written  files that are being written.
  Tree(std::string root, std::vector<FileIdentity> written);

  /// Answers a question of the batch.
  void answer(const command::Question& question, command::Batch& batch) const;

  /// What is at a path that was given, or in a directory.
  command::Listing list(const command::Question& question) const;
  /// Whether anything is at an absolute path.
  command::Presence presence(const std::string& path) const;
  /// A file of patterns.
  command::Patterns load(const command::Question& question) const;

 private:
  std::string root_;
  std::vector<FileIdentity> written_;
};

/// The whole file, or as much as shows that it is larger than `most`. Errors as for `open_file`.
Result<std::string> load_text(const std::string& root, const std::string& path, std::uint64_t most);

}  // namespace lectern::cli
