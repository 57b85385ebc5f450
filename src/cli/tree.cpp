#include "cli/tree.h"

#include <utility>

#include "cli/file.h"
#include "cli/output.h"
#include "cli/paths.h"
#include "read/refusal.h"

namespace lectern::cli {

using command::FileFacts;
using command::Listing;
using command::Patterns;
using command::Presence;
using command::Question;

Result<std::string> load_text(const std::string& root, const std::string& path,
                              std::uint64_t most) {
  const auto file = open_file_below(root, path);
  if (!file) return tl::unexpected<Error>(file.error());
  std::string text;
  ByteVector chunk;
  do {
    if (!read_chunk(*file, chunk)) {
      return tl::unexpected<Error>(file_error(ErrorCode::kIoError, path));
    }
    text += as_chars(chunk);
  } while (!chunk.empty() && text.size() <= most);
  return text;
}

Tree::Tree(std::string root, std::vector<FileIdentity> written)
    : root_(std::move(root)), written_(std::move(written)) {}

Listing Tree::list(const Question& question) const {
  const bool is_given = question.kind == Question::Kind::kStart;
  auto entries = list_directory(root_, question.path, written_);
  Listing listing;
  if (entries && *entries) {
    listing.entries = **std::move(entries);
    if (is_given) listing.absolute = absolute_path(question.path);
    return listing;
  }
  if (is_given) {
    const auto file = open_file_below(root_, question.path);
    if (file) listing.facts = FileFacts{file->size, file->mtime};
  } else if (!entries) {
    listing.failure = shown(refusal(std::move(entries).error(), question.path));
  }
  return listing;
}

Presence Tree::presence(const std::string& path) const {
  const std::string directory = path.substr(0, path.rfind('/'));
  if (!root_.empty() && !segments_below(absolute_path(root_), directory)) {
    return Presence::kOutsideRoot;
  }
  return kind_at(path) ? Presence::kPresent : Presence::kAbsent;
}

Patterns Tree::load(const Question& question) const {
  if (question.kind == Question::Kind::kLoadFile && kind_at(question.path) != EntryKind::kFile) {
    return {.exists = false};
  }
  auto text = load_text(root_, question.path, command::kMaxIgnoreBytes);
  if (text) return {.text = *std::move(text)};
  if (text.error().code == ErrorCode::kFileNotFound) return {.exists = false};
  return {.error = text.error().message};
}

void Tree::answer(const Question& question, command::Batch& batch) const {
  switch (question.kind) {
    case Question::Kind::kStart:
    case Question::Kind::kList:
      return batch.answer(list(question));
    case Question::Kind::kExists:
      return batch.answer(presence(question.path));
    case Question::Kind::kLoadFile:
    case Question::Kind::kLoad:
      return batch.answer(load(question));
  }
}

}  // namespace lectern::cli
