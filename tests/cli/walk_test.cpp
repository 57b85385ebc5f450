// Trees are walked by all programs in batch.mjs; here, the order and what is touched at all.
#include "cli/walk.h"

#include <sys/stat.h>

#include <catch2/catch_test_macros.hpp>

#include "support/temporary_folder.h"

namespace lectern::cli {
namespace {

/// The paths that a walk of the folder finds, below it.
std::vector<std::string> paths_in(const TemporaryFolder& folder, const WalkOptions& options = {}) {
  Walk walk({folder.path()}, options);
  std::vector<std::string> paths;
  while (const auto found = walk.next()) {
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
  Walk walk({folder.path()}, {});
  CHECK(walk.next()->path == (folder / "a/file").string());
  CHECK_FALSE(walk.next());
  CHECK(walk.left_out() == 3);
}

TEST_CASE("a file has the size and time that reading it will find") {
  const TemporaryFolder folder;
  folder.write("a", "12345");
  Walk walk({folder.path(), folder / "a", folder / "missing"}, {});
  const auto in_tree = walk.next();
  const auto given = walk.next();
  REQUIRE(in_tree->facts);
  CHECK(in_tree->facts->size == 5);
  CHECK(given->facts == in_tree->facts);
  CHECK_FALSE(walk.next()->facts);
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
  CHECK(paths_in(folder, {"", false}).size() == 6);
}

TEST_CASE("patterns above the root do not count") {
  const TemporaryFolder folder;
  folder.write(".git/config");
  folder.write(".gitignore", "a\n");
  folder.write("sub/a");
  Walk walk({folder / "sub"}, {folder / "sub", true});
  CHECK(walk.next());
  CHECK_FALSE(Walk({folder / "sub"}, {folder.path(), true}).next());
}

TEST_CASE("a file of patterns that is too large does not count, and that is said") {
  const TemporaryFolder folder;
  folder.write("a");
  folder.write(".gitignore", "a\n" + std::string(1 << 20, '\n'));
  Walk walk({folder.path()}, {});
  CHECK(walk.next());
  CHECK(walk.next());
  CHECK(walk.take_warnings() == Paths{"More than 1.0 MB: " + (folder / ".gitignore").string() +
                                      ": its patterns do not count"});
  CHECK(walk.take_warnings().empty());
}

}  // namespace lectern::cli
