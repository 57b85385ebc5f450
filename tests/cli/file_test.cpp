#include "cli/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch_test_macros.hpp>
#include <fstream>

#include "support/temporary_folder.h"

namespace lectern::cli {
namespace {

ErrorCode code_of(const std::string& path) {
  const auto file = open_file(path);
  REQUIRE_FALSE(file);
  return file.error().code;
}

}  // namespace

TEST_CASE("a file is read piece by piece to its end") {
  const TemporaryFolder folder;
  const std::string content(300'000, 'x');
  std::ofstream(folder / "a.txt") << content;
  const auto file = open_file(folder / "a.txt");
  REQUIRE(file);
  CHECK(file->size == content.size());
  CHECK(file->modified.size() == std::string_view("2026-01-01T00:00:00.000Z").size());
  std::string seen;
  ByteVector chunk;
  do {
    REQUIRE(read_chunk(*file, chunk));
    seen += as_chars(chunk);
  } while (!chunk.empty());
  CHECK(seen == content);
}

TEST_CASE("what is no regular file is refused at once, by its own name") {
  const TemporaryFolder folder;
  CHECK(code_of(folder.path()) == ErrorCode::kIsDirectory);
  CHECK(code_of(folder / "missing") == ErrorCode::kFileNotFound);
  REQUIRE(mkfifo((folder / "fifo").c_str(), 0600) == 0);
  CHECK(code_of(folder / "fifo") == ErrorCode::kNotAFile);
  CHECK(code_of("/dev/null") == ErrorCode::kNotAFile);
  CHECK(open_file(folder / "missing").error().message ==
        "File does not exist: " + (folder / "missing").string());
}

TEST_CASE(
    "a file whose bytes have to be waited for is an error, as some of the kernel's never have "
    "more") {
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  REQUIRE(fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0);
  OpenFile file;
  file.descriptor = ends[0];
  std::uint8_t room[8];
  ByteVector chunk;
  CHECK(read_bytes(file, 0, room).error().code == ErrorCode::kIoError);
  CHECK(read_chunk(file, chunk).error().code == ErrorCode::kIoError);
  close(ends[1]);
  CHECK(read_bytes(file, 0, room).value() == 0);
}

}  // namespace lectern::cli
