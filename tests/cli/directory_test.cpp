#include "cli/directory.h"

#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch_test_macros.hpp>
#include <cstdlib>

#include "support/temporary_folder.h"

namespace lectern::cli {
namespace {

/// Somebody who may do everything is nobody until the end of the test.
class WithoutRights {
 public:
  WithoutRights() { is_somebody_ = seteuid(kNobody) == 0; }
  ~WithoutRights() {
    if (is_somebody_ && seteuid(0) != 0) std::abort();
  }

 private:
  static constexpr uid_t kNobody = 65'534;
  bool is_somebody_;
};

}  // namespace

TEST_CASE("what may not be looked at has no facts, not those of an empty file") {
  const TemporaryFolder folder;
  folder.write("locked/file.txt", "text");
  folder.write("locked/deep/other.txt", "text");
  const std::string locked = folder / "locked";
  REQUIRE(chmod(locked.c_str(), 0444) == 0);
  {
    const WithoutRights without_rights;
    const auto listed = list_directory("", locked, {});
    REQUIRE(listed);
    REQUIRE(*listed);
    CHECK((*listed)->size() == 2);
    for (const DirectoryEntry& entry : **listed) {
      CHECK_FALSE(entry.has_facts);
      CHECK((entry.kind == EntryKind::kDirectory) == (entry.name == "deep"));
    }
  }
  REQUIRE(chmod(locked.c_str(), 0755) == 0);
  const auto listed = list_directory("", locked, {});
  REQUIRE(listed);
  REQUIRE(*listed);
  for (const DirectoryEntry& entry : **listed) CHECK(entry.has_facts);
}

TEST_CASE("of more entries than a directory may have one too many is counted") {
  const TemporaryFolder folder;
  for (const char* name : {"a", "bb", "ccc", "d"}) folder.write(std::string("full/") + name, "");
  const auto count = [&](std::uint64_t most) {
    const auto names = count_names("", folder / "full", most);
    REQUIRE(names);
    REQUIRE(*names);
    return **names;
  };
  CHECK(count(2).count == 3);
  CHECK(count(4).count == 4);
  CHECK(count(100).count == 4);
  CHECK(count(100).bytes == 7);
}

TEST_CASE("entries of a directory are looked at until there are enough") {
  const TemporaryFolder folder;
  for (const char* name : {"a", "b", "c"}) folder.write(std::string("full/") + name, "text");
  std::size_t seen = 0;
  const auto visit = [&seen](const std::string& path, std::size_t most) {
    seen = 0;
    return visit_directory("", path, {}, [&](const DirectoryEntry& entry) {
      CHECK(entry.facts.size == 4);
      return ++seen < most;
    });
  };
  CHECK(visit(folder / "full", 2) == true);
  CHECK(seen == 2);
  CHECK(visit(folder / "full", 9) == true);
  CHECK(seen == 3);
  CHECK(visit(folder / "full/a", 9) == false);
}

}  // namespace lectern::cli
