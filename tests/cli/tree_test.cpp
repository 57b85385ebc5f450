// Trees are walked by all programs in batch.mjs; here, the walk and the file system together.
#include "cli/tree.h"

#include <sys/stat.h>

#include <catch2/catch_test_macros.hpp>

#include "support/temporary_folder.h"

namespace lectern::cli {
namespace {

using command::Found;
using command::Walk;

/// The next file of a walk in the file system.
std::optional<Found> next(Walk& walk, const Tree& tree) {
  while (auto step = walk.next()) {
    if (auto* found = std::get_if<Found>(&*step)) return std::move(*found);
    const auto& question = std::get<command::Question>(*step);
    switch (question.kind) {
      case command::Question::Kind::kStart:
      case command::Question::Kind::kList:
        walk.answer(tree.list(question));
        break;
      case command::Question::Kind::kExists:
        walk.answer(tree.presence(question.path));
        break;
      default:
        walk.answer(tree.load(question));
    }
  }
  return std::nullopt;
}

/// The paths that a walk of the folder finds, below it.
std::vector<std::string> paths_in(const TemporaryFolder& folder, bool ignores = true) {
  Walk walk({folder.path()}, ignores);
  const Tree tree("", {});
  std::vector<std::string> paths;
  while (const auto found = next(walk, tree)) {
    paths.push_back(found->path.substr(folder.path().size() + 1));
  }
  return paths;
}

using Paths = std::vector<std::string>;

}  // namespace

TEST_CASE("a walk goes by the bytes of names, with directories in place") {
  const TemporaryFolder folder;
  for (const char* name :
       {"b", "a.txt", "a/z", "a/b/c", "a-b", "B", "\xF0\x9F\x98\x80", "\xEF\xBD\x9E", "\xFF"}) {
    folder.write(name);
  }
  CHECK(paths_in(folder) == Paths{"B", "a/b/c", "a/z", "a-b", "a.txt", "b", "\xEF\xBD\x9E",
                                  "\xF0\x9F\x98\x80", "\xFF"});
}

TEST_CASE("links and special files in a tree are left out and counted") {
  const TemporaryFolder folder;
  folder.write("a/file");
  std::filesystem::create_directory_symlink(".", folder / "a/loop");
  std::filesystem::create_symlink("file", folder / "a/link");
  REQUIRE(mkfifo((folder / "a/fifo").c_str(), 0600) == 0);
  Walk walk({folder.path()}, true);
  const Tree tree("", {});
  CHECK(next(walk, tree)->path == (folder / "a/file").string());
  CHECK_FALSE(next(walk, tree));
  CHECK(walk.left_out() == 3);
}

TEST_CASE("a file has the size and time that reading it will find") {
  const TemporaryFolder folder;
  folder.write("a", "12345");
  Walk walk({folder.path(), folder / "a", folder / "missing"}, true);
  const Tree tree("", {});
  const auto in_tree = next(walk, tree);
  const auto given = next(walk, tree);
  REQUIRE(in_tree->facts);
  CHECK(in_tree->facts->size == 5);
  CHECK(given->facts == in_tree->facts);
  CHECK_FALSE(next(walk, tree)->facts);
}

TEST_CASE("patterns count in a tree, in what is below and not in a repository of its own") {
  const TemporaryFolder folder;
  folder.write(".git/config");
  folder.write(".gitignore", "*.log\n");
  folder.write("a.log");
  folder.write("sub/.gitignore", "!b.log\n");
  folder.write("sub/a.log");
  folder.write("sub/b.log");
  folder.write("other/.git/config");
  folder.write("other/a.log");
  CHECK(paths_in(folder) == Paths{".gitignore", "other/a.log", "sub/.gitignore", "sub/b.log"});
  CHECK(paths_in(folder, false).size() == 6);
}

TEST_CASE("patterns above the root do not count") {
  const TemporaryFolder folder;
  folder.write(".git/config");
  folder.write(".gitignore", "a\n");
  folder.write("sub/a");
  Walk inside({folder / "sub"}, true);
  CHECK(next(inside, Tree(folder / "sub", {})));
  Walk below({folder / "sub"}, true);
  CHECK_FALSE(next(below, Tree(folder.path(), {})));
}

}  // namespace lectern::cli
