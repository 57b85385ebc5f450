#include "cli/manifest_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "cli/file.h"

namespace lectern::cli {
namespace {

constexpr mode_t kFileMode = 0666;

}  // namespace

ManifestFile::ManifestFile(ManifestFile&& other) noexcept
    : path_(std::move(other.path_)), descriptor_(std::exchange(other.descriptor_, -1)) {}

ManifestFile& ManifestFile::operator=(ManifestFile&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

ManifestFile::~ManifestFile() {
  if (descriptor_ >= 0) close(descriptor_);
}

Result<ManifestFile> ManifestFile::open(const std::string& path, std::uint64_t kept_bytes) {
  ManifestFile file;
  file.path_ = path;
  file.descriptor_ = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, kFileMode);
  const auto kept = static_cast<off_t>(kept_bytes);
  if (file.descriptor_ < 0 || ftruncate(file.descriptor_, kept) != 0 ||
      lseek(file.descriptor_, kept, SEEK_SET) < 0) {
    return tl::unexpected<Error>(system_error(path, errno));
  }
  return file;
}

Result<void> ManifestFile::add(std::string_view line) {
  while (descriptor_ >= 0 && !line.empty()) {
    const ssize_t written = write(descriptor_, line.data(), line.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return fail(ErrorCode::kIoError, "Cannot write file: " + path_);
    line.remove_prefix(static_cast<std::size_t>(written));
  }
  return {};
}

}  // namespace lectern::cli
