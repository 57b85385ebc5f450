// What leaves the root and what does not is compared in all programs by run.mjs; here, what only
// the native one can show: that nothing outside is opened, not even to look.
#include "cli/inside.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch_test_macros.hpp>
#include <cerrno>
#include <filesystem>
#include <fstream>

namespace lectern::cli {
namespace {

namespace fs = std::filesystem;

/// A root with a file, and links; it disappears with the test.
class Root {
 public:
  Root() : path_(fs::temp_directory_path() / ("lectern-root-" + std::to_string(getpid()))) {
    fs::create_directories(path_ / "deep");
    std::ofstream(path_ / "deep" / "file") << "x";
    fs::create_symlink("deep/../deep/file", path_ / "link");
    fs::create_symlink(path_ / "deep", path_ / "absolute");
    fs::create_symlink("../../etc", path_ / "out");
    fs::create_symlink("/no-such-directory", path_ / "gone");
    std::string around;
    for (int i = 0; i < 300; ++i) around += "deep/../";
    fs::create_symlink(around + "deep", path_ / "long");
    fs::create_symlink("long/file", path_ / "longer");
    fs::create_symlink(around + "longer", path_ / "longest");
  }
  ~Root() { fs::remove_all(path_); }

  /// The error of opening `segments`, 0 when they can be opened.
  int error(const std::vector<std::string>& segments) const {
    const int descriptor = open_inside(path_, segments, O_RDONLY);
    if (descriptor < 0) return errno;
    close(descriptor);
    return 0;
  }

 private:
  fs::path path_;
};

}  // namespace

TEST_CASE("links are followed inside of the root, and refused as they lead out of it") {
  const Root root;
  CHECK(root.error({"deep", "file"}) == 0);
  CHECK(root.error({"link"}) == 0);
  CHECK(root.error({"absolute", "file"}) == 0);
  CHECK(root.error({"out"}) == EXDEV);
  // There is no such file, but what lies outside is nobody's business.
  CHECK(root.error({"out", "no-such-file"}) == EXDEV);
  CHECK(root.error({"gone"}) == EXDEV);
  CHECK(root.error({"..", "etc"}) == EXDEV);
  CHECK(root.error({"deep", "file", "more"}) == ENOTDIR);
  CHECK(root.error({"missing"}) == ENOENT);
  CHECK(root.error({}) == EISDIR);
}

TEST_CASE("links may lead over a thousand components, which are looked up one by one") {
  const Root root;
  CHECK(root.error({"long", "file"}) == 0);
  CHECK(root.error({"longer"}) == 0);
  CHECK(root.error({"longest"}) == ELOOP);
}

TEST_CASE("a root that is a link serves targets by both of its names") {
  const Root root;
  const fs::path link =
      fs::temp_directory_path() / ("lectern-root-link-" + std::to_string(getpid()));
  fs::create_directory_symlink(
      fs::temp_directory_path() / ("lectern-root-" + std::to_string(getpid())), link);
  const int descriptor = open_inside(link, {"absolute", "file"}, O_RDONLY);
  CHECK(descriptor >= 0);
  if (descriptor >= 0) close(descriptor);
  fs::remove(link);
}

}  // namespace lectern::cli
