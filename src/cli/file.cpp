#include "cli/file.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <utility>

#include "cli/inside.h"
#include "cli/paths.h"
#include "read/refusal.h"

namespace lectern::cli {
namespace {

/// Bytes asked for at a time.
constexpr std::size_t kChunkBytes = std::size_t{1} << 18;
/// O_NONBLOCK: opening a FIFO that nobody writes to must not wait.
constexpr int kOpenFlags = O_RDONLY | O_NONBLOCK | O_CLOEXEC;

/// Standard input may be set not to block by whoever shares it. A file that has to be waited for,
/// as some of the kernel's, may never have more. False when there is no waiting.
bool wait_for_bytes(int descriptor) {
  if (descriptor != STDIN_FILENO) return false;
  pollfd wanted = {descriptor, POLLIN, 0};
  return poll(&wanted, 1, -1) > 0;
}

/// A number in decimal, with zeros in front of it up to `digits`.
std::string padded(long number, std::size_t digits) {
  std::string text = std::to_string(number);
  text.insert(0, digits - std::min(digits, text.size()), '0');
  return text;
}

/// "" for a time that no file was changed at: its year has not four digits.
std::string iso_time(const timespec& time) {
  std::tm parts{};
  if (gmtime_r(&time.tv_sec, &parts) == nullptr) return "";
  const long year = parts.tm_year + 1900L;
  if (year < 0 || year > 9999) return "";
  std::array<char, 40> text;
  const std::size_t size = std::strftime(text.data(), text.size(), "-%m-%dT%H:%M:%S.", &parts);
  return padded(year, 4) + std::string(text.data(), size) + padded(time.tv_nsec / 1'000'000, 3) +
         "Z";
}

/// An open descriptor with its facts; `path` names it in errors.
Result<OpenFile> open_file_of(int descriptor, const std::string& path) {
  if (descriptor < 0) return tl::unexpected<Error>(system_error(path, errno));
  OpenFile file;
  file.descriptor = descriptor;
  struct stat facts;
  if (fstat(file.descriptor, &facts) != 0) {
    return tl::unexpected<Error>(system_error(path, errno));
  }
  if (S_ISDIR(facts.st_mode))
    return tl::unexpected<Error>(file_error(ErrorCode::kIsDirectory, path));
  if (!S_ISREG(facts.st_mode)) return tl::unexpected<Error>(file_error(ErrorCode::kNotAFile, path));
  file.size = static_cast<std::uint64_t>(facts.st_size);
  file.modified = iso_time(facts.st_mtim);
  file.mtime = mtime_text(facts.st_mtim);
  return file;
}

}  // namespace

Error system_error(const std::string& path, int number) {
  switch (number) {
    case ENOENT:
    case ENOTDIR:
    case ENAMETOOLONG:
      return file_error(ErrorCode::kFileNotFound, path);
    case EACCES:
    case EPERM:
      return file_error(ErrorCode::kPermissionDenied, path);
    case EISDIR:
      return file_error(ErrorCode::kIsDirectory, path);
    case ENXIO:
    case ELOOP:
      return file_error(ErrorCode::kNotAFile, path);
    case EXDEV:
      return file_error(ErrorCode::kOutsideRoot, path);
#ifdef __wasi__
    case ENOTCAPABLE:
      return {ErrorCode::kOutsideRoot,
              "Not within a preopened directory: " + path + " (give the runtime --dir)"};
#endif
    default:
      return file_error(ErrorCode::kIoError, path);
  }
}

std::string mtime_text(const timespec& time) {
  const std::string nanoseconds = std::to_string(time.tv_nsec);
  return std::to_string(time.tv_sec) + "." + std::string(9 - nanoseconds.size(), '0') + nanoseconds;
}

OpenFile::OpenFile(OpenFile&& other) noexcept
    : descriptor(std::exchange(other.descriptor, -1)),
      size(other.size),
      modified(std::move(other.modified)),
      mtime(std::move(other.mtime)) {}

OpenFile::~OpenFile() {
  if (descriptor >= 0) close(descriptor);
}

Result<OpenFile> open_file(const std::string& path) {
  return open_file_of(open(path.c_str(), kOpenFlags), path);
}

Result<OpenFile> open_file_inside(const std::string& root, const std::string& path) {
  const std::string directory = absolute_path(root);
  const auto segments = segments_below(directory, absolute_path(path));
  if (!segments) return tl::unexpected<Error>(file_error(ErrorCode::kOutsideRoot, path));
  // "a.txt/" is no file.
  const int flags = names_directory(path) ? kOpenFlags | O_DIRECTORY : kOpenFlags;
  return open_file_of(open_inside(directory, *segments, flags), path);
}

Result<OpenFile> open_file_below(const std::string& root, const std::string& path) {
  return root.empty() ? open_file(path) : open_file_inside(root, path);
}

OpenFile open_standard_input() {
  OpenFile file;
  file.descriptor = STDIN_FILENO;
  return file;
}

bool is_directory(const std::string& path) {
  const int descriptor = open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor >= 0) close(descriptor);
  return descriptor >= 0;
}

Result<std::size_t> read_bytes(const OpenFile& file, std::uint64_t from,
                               std::span<std::uint8_t> room) {
  ssize_t got = 0;
  do {
    got = file.size > 0
              ? ::pread(file.descriptor, room.data(), room.size(), static_cast<off_t>(from))
              : ::read(file.descriptor, room.data(), room.size());
  } while (got < 0 && (errno == EINTR || (errno == EAGAIN && wait_for_bytes(file.descriptor))));
  if (got < 0) return fail(ErrorCode::kIoError, std::strerror(errno));
  return static_cast<std::size_t>(got);
}

Result<void> read_chunk(const OpenFile& file, ByteVector& chunk) {
  chunk.resize(kChunkBytes);
  ssize_t got = 0;
  do {
    got = ::read(file.descriptor, chunk.data(), chunk.size());
  } while (got < 0 && (errno == EINTR || (errno == EAGAIN && wait_for_bytes(file.descriptor))));
  chunk.resize(static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
  if (got < 0) return fail(ErrorCode::kIoError, std::strerror(errno));
  return {};
}

}  // namespace lectern::cli
