// A walk without a file system: what it asks, and what it makes of the answers.
#include "command/walk.h"

#include <catch2/catch_test_macros.hpp>

namespace lectern::command {
namespace {

using Kind = Question::Kind;

/// What a walk asks next; "" when it asks nothing.
std::string asked(Walk& walk, Kind kind) {
  const auto step = walk.next();
  if (!step || !std::holds_alternative<Question>(*step)) return "";
  const auto& question = std::get<Question>(*step);
  CHECK(question.kind == kind);
  return question.path;
}

/// What it finds next; "" at the end.
std::string found(Walk& walk) {
  const auto step = walk.next();
  if (!step) return "";
  REQUIRE(std::holds_alternative<Found>(*step));
  return std::get<Found>(*step).path;
}

DirectoryEntry file(const char* name) { return {name}; }
DirectoryEntry directory(const char* name) { return {name, EntryKind::kDirectory}; }

}  // namespace

TEST_CASE("a repository is looked for above a directory, and its patterns from the top down") {
  Walk walk({"c//"}, true);
  CHECK(asked(walk, Kind::kStart) == "c//");
  walk.answer(Listing{.entries = {{file("x.log"), file("y")}}, .absolute = "/a/b/c"});
  CHECK(asked(walk, Kind::kExists) == "/a/b/.git");
  walk.answer(Presence::kAbsent);
  CHECK(asked(walk, Kind::kExists) == "/a/.git");
  walk.answer(Presence::kPresent);
  CHECK(asked(walk, Kind::kLoad) == "/a/.git/info/exclude");
  walk.answer(Patterns{.exists = false});
  CHECK(asked(walk, Kind::kLoadFile) == "/a/.gitignore");
  walk.answer(Patterns{"*.log\ny\n"});
  CHECK(asked(walk, Kind::kLoadFile) == "/a/b/.gitignore");
  walk.answer(Patterns{"!y\n"});
  CHECK(found(walk) == "c/y");
  CHECK(found(walk).empty());
}

TEST_CASE("the search for a repository ends at the top and at the root") {
  for (const Presence last : {Presence::kAbsent, Presence::kOutsideRoot}) {
    Walk walk({"/a/b"}, true);
    CHECK(asked(walk, Kind::kStart) == "/a/b");
    walk.answer(Listing{.entries = {{file("x")}}, .absolute = "/a/b"});
    CHECK(asked(walk, Kind::kExists) == "/a/.git");
    walk.answer(last);
    if (last == Presence::kAbsent) {
      CHECK(asked(walk, Kind::kExists) == "/.git");
      walk.answer(Presence::kAbsent);
    }
    CHECK(found(walk) == "/a/b/x");
  }
}

TEST_CASE("what is written and what is neither file nor directory is passed over") {
  Walk walk({"."}, false);
  CHECK(asked(walk, Kind::kStart) == ".");
  DirectoryEntry written = file("out");
  written.is_written = true;
  const DirectoryEntry link = {"link", EntryKind::kOther};
  walk.answer(Listing{.entries = {{link, written, file("a")}}, .absolute = "/"});
  CHECK(found(walk) == "./a");
  CHECK(found(walk).empty());
  CHECK(walk.left_out() == 1);
}

TEST_CASE("a directory that goes away is found as it is") {
  Walk walk({"."}, false);
  CHECK(asked(walk, Kind::kStart) == ".");
  walk.answer(Listing{.entries = {{directory("a"), file("b")}}, .absolute = "/x"});
  CHECK(asked(walk, Kind::kList) == "./a");
  walk.answer(Listing{});
  CHECK(found(walk) == "./a");
  CHECK(found(walk) == "./b");
}

TEST_CASE("files of patterns that do not count are named") {
  const std::string large(kMaxIgnoreBytes + 1, '\n');
  const std::string long_pattern(kMaxPatternBytes + 1, 'a');
  for (const auto& [patterns, warning] : std::initializer_list<std::pair<Patterns, std::string>>{
           {Patterns{.text = large}, "More than 1.0 MB: /x/.gitignore: its patterns do not count"},
           {Patterns{.error = "Permission denied: p"},
            "Permission denied: p: its patterns do not count"},
           {Patterns{.text = long_pattern + "\nb\n"},
            "/x/.gitignore: 1 pattern of more than 4,096 bytes left out"}}) {
    Walk walk({"."}, true);
    CHECK(asked(walk, Kind::kStart) == ".");
    const DirectoryEntry git = {".git", EntryKind::kFile};
    walk.answer(Listing{.entries = {{git, file(".gitignore")}}, .absolute = "/x"});
    CHECK(asked(walk, Kind::kLoad) == "/x/.gitignore");
    walk.answer(patterns);
    CHECK(found(walk) == "./.gitignore");
    CHECK(walk.take_warnings() == std::vector<std::string>{warning});
    CHECK(walk.take_warnings().empty());
  }
}

TEST_CASE("patterns that take too long to compare count no more") {
  std::string patterns;
  while (patterns.size() < kMaxIgnoreBytes - 10) patterns += "**/q\n";
  std::vector<DirectoryEntry> entries = {{".git", EntryKind::kFile}, file(".gitignore")};
  for (int i = 0; i < 40; ++i) entries.push_back(file("name"));
  entries.push_back(file("q"));
  Walk walk({"."}, true);
  CHECK(asked(walk, Kind::kStart) == ".");
  walk.answer(Listing{.entries = std::move(entries), .absolute = "/x"});
  CHECK(asked(walk, Kind::kLoad) == "/x/.gitignore");
  walk.answer(Patterns{patterns});
  for (int i = 0; i < 41; ++i) CHECK(found(walk) != "");
  CHECK(found(walk) == "./q");
  CHECK(found(walk).empty());
  CHECK(walk.take_warnings() ==
        std::vector<std::string>{"/x/name: comparing it with patterns takes too long: none count "
                                 "from here on"});
}

}  // namespace lectern::command
