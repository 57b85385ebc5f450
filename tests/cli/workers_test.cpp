#include "cli/workers.h"

#include <signal.h>
#include <unistd.h>

#include <catch2/catch_test_macros.hpp>
#include <map>

namespace lectern::cli {

TEST_CASE("several workers give each file its own answer") {
  Workers workers(3, [](const std::string& path) {
    return Reading{std::string(1'000'000, path[0]), "entry of " + path, path != "b", path.size()};
  });
  std::map<std::size_t, Reading> readings;
  for (std::size_t i = 0; i < 3; ++i) workers.start(i, std::string(1, static_cast<char>('a' + i)));
  CHECK_FALSE(workers.has_idle());
  for (int i = 0; i < 3; ++i) {
    auto finished = workers.wait();
    REQUIRE(finished.reading);
    readings[finished.ticket] = *finished.reading;
  }
  CHECK(workers.has_idle());
  CHECK(readings[0].line == std::string(1'000'000, 'a'));
  CHECK(readings[1].entry == "entry of b");
  CHECK_FALSE(readings[1].success);
  CHECK(readings[2].success);
  CHECK(readings[2].bytes == 1);
}

TEST_CASE("a worker says what an archive holds, or why nobody knows") {
  Workers workers(1, [](const std::string& path) {
    return path == "a" ? Reading{"", "", true, 0, std::string("b\0", 2)}
                       : Reading{"", "", true, 0, "", "too many"};
  });
  workers.start(0, "a");
  const Reading known = workers.wait().reading.value();
  CHECK(known.members == std::string("b\0", 2));
  CHECK(known.members_failure.empty());
  workers.start(1, "c");
  const Reading unknown = workers.wait().reading.value();
  CHECK(unknown.members.empty());
  CHECK(unknown.members_failure == "too many");
}

TEST_CASE("a file that ends its worker ends nothing else") {
  Workers workers(1, [](const std::string& path) {
    if (path == "bad") raise(SIGKILL);
    if (path == "exit") _exit(3);
    return Reading{path, "", true, 0};
  });
  workers.start(7, "bad");
  const auto killed = workers.wait();
  CHECK(killed.ticket == 7);
  CHECK_FALSE(killed.reading);
  CHECK(killed.death == "its process ended with signal 9");
  workers.start(8, "exit");
  CHECK(workers.wait().death == "its process ended with status 3");
  workers.start(9, "good");
  CHECK(workers.wait().reading->line == "good");
}

}  // namespace lectern::cli
