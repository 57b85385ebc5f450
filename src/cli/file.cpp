#include "cli/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <utility>

#include "read/refusal.h"

namespace lectern::cli {
namespace {

/// Bytes asked for at a time.
constexpr std::size_t kChunkBytes = std::size_t{1} << 18;

Error system_error(const std::string& path, int number) {
  switch (number) {
    case ENOENT:
    case ENOTDIR:
      return file_error(ErrorCode::kFileNotFound, path);
    case EACCES:
    case EPERM:
      return file_error(ErrorCode::kPermissionDenied, path);
#ifdef __wasi__
    case ENOTCAPABLE:
      return {ErrorCode::kOutsideRoot,
              "Not within a preopened directory: " + path + " (give the runtime --dir)"};
#endif
    default:
      return file_error(ErrorCode::kIoError, path);
  }
}

std::string iso_time(const timespec& time) {
  std::tm parts{};
  if (gmtime_r(&time.tv_sec, &parts) == nullptr) return "";
  std::array<char, 40> text;
  const std::size_t size = std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%S.", &parts);
  std::string milliseconds = std::to_string(time.tv_nsec / 1'000'000);
  milliseconds.insert(0, 3 - milliseconds.size(), '0');
  return std::string(text.data(), size) + milliseconds + "Z";
}

}  // namespace

OpenFile::OpenFile(OpenFile&& other) noexcept
    : descriptor(std::exchange(other.descriptor, -1)),
      size(other.size),
      modified(std::move(other.modified)) {}

OpenFile::~OpenFile() {
  if (descriptor >= 0) close(descriptor);
}

Result<OpenFile> open_file(const std::string& path) {
  OpenFile file;
  // O_NONBLOCK: opening a FIFO that nobody writes to must not wait.
  file.descriptor = open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (file.descriptor < 0) return tl::unexpected<Error>(system_error(path, errno));
  struct stat facts;
  if (fstat(file.descriptor, &facts) != 0) {
    return tl::unexpected<Error>(system_error(path, errno));
  }
  if (S_ISDIR(facts.st_mode))
    return tl::unexpected<Error>(file_error(ErrorCode::kIsDirectory, path));
  if (!S_ISREG(facts.st_mode)) return tl::unexpected<Error>(file_error(ErrorCode::kNotAFile, path));
  file.size = static_cast<std::uint64_t>(facts.st_size);
  file.modified = iso_time(facts.st_mtim);
  return file;
}

Result<void> read_chunk(const OpenFile& file, ByteVector& chunk) {
  chunk.resize(kChunkBytes);
  ssize_t got = 0;
  do {
    got = ::read(file.descriptor, chunk.data(), chunk.size());
  } while (got < 0 && errno == EINTR);
  chunk.resize(static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
  if (got < 0) return fail(ErrorCode::kIoError, std::strerror(errno));
  return {};
}

}  // namespace lectern::cli
