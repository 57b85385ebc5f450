#include "cli/inside.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <optional>
#include <string_view>
#include <utility>

#include "cli/paths.h"

namespace lectern::cli {
namespace {

/// Links followed in one path; as many as Linux follows.
constexpr int kMaxLinks = 40;
/// Components of what they lead to: each is looked up.
constexpr std::size_t kMaxTargetSegments = 1000;
constexpr std::size_t kMaxTargetBytes = 4096;
constexpr int kDirectoryFlags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&&) = delete;
  ~Descriptor() {
    if (number_ < 0) return;
    const int error = errno;
    close(number_);
    errno = error;
  }
  int get() const { return number_; }
  int release() { return std::exchange(number_, -1); }

 private:
  int number_;
};

/// The target of the link `name` in `directory`; nothing when it is no link or not there.
std::optional<std::string> link_target(int directory, const std::string& name) {
  std::array<char, kMaxTargetBytes> target;
  const ssize_t size = readlinkat(directory, name.c_str(), target.data(), target.size());
  if (size < 0) return std::nullopt;
  return std::string(target.data(), static_cast<std::size_t>(size));
}

/// An absolute path without links, as far as there is something at it. WASI has no realpath().
std::string without_links(const std::string& path) {
  std::string resolved;
  std::vector<std::string> pending = path_segments(path);
  std::reverse(pending.begin(), pending.end());
  for (int links = 0; !pending.empty() && links < kMaxLinks;) {
    const std::string name = std::move(pending.back());
    pending.pop_back();
    if (name == ".") continue;
    if (name == "..") {
      if (!resolved.empty()) resolved.resize(resolved.rfind('/'));
      continue;
    }
    std::string below = resolved;
    below += '/';
    below += name;
    const auto target = link_target(AT_FDCWD, below);
    if (!target) {
      resolved = std::move(below);
      continue;
    }
    ++links;
    if (target->starts_with('/')) resolved.clear();
    const auto next = path_segments(*target);
    pending.insert(pending.end(), next.rbegin(), next.rend());
  }
  return resolved;
}

int refuse(int error) {
  errno = error;
  return -1;
}

}  // namespace

int open_inside(const std::string& root, const std::vector<std::string>& segments, int flags) {
  // From the root down to where the walk is.
  std::vector<Descriptor> directories;
  directories.emplace_back(open(root.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (directories.back().get() < 0) return -1;

  std::vector<std::string> pending(segments.rbegin(), segments.rend());
  int links = 0;
  std::size_t led = 0;
  while (!pending.empty()) {
    const std::string name = std::move(pending.back());
    pending.pop_back();
    const std::string_view step = name;
    if (step == ".") continue;
    if (step == "..") {
      if (directories.size() == 1) return refuse(EXDEV);
      directories.pop_back();
      continue;
    }
    const int here = directories.back().get();
    if (const auto target = link_target(here, name)) {
      if (++links > kMaxLinks) return refuse(ELOOP);
      auto next = path_segments(*target);
      if (target->starts_with('/')) {
        const std::string absolute = absolute_path(*target);
        auto below = segments_below(without_links(root), absolute);
        if (!below) below = segments_below(root, absolute);
        if (!below) return refuse(EXDEV);
        next = *std::move(below);
        while (directories.size() > 1) directories.pop_back();
      }
      led += next.size();
      if (led > kMaxTargetSegments) return refuse(ELOOP);
      pending.insert(pending.end(), next.rbegin(), next.rend());
      continue;
    }
    if (pending.empty()) return openat(here, name.c_str(), flags | O_NOFOLLOW);
    const int below = openat(here, name.c_str(), kDirectoryFlags);
    if (below < 0) return -1;
    directories.emplace_back(below);
  }
  return (flags & O_DIRECTORY) != 0 ? directories.back().release() : refuse(EISDIR);
}

}  // namespace lectern::cli
