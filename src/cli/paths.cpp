#include "cli/paths.h"

#include <unistd.h>

#include <array>

namespace lectern::cli {
namespace {

constexpr std::size_t kMaxPathBytes = 4096;

std::string current_directory() {
  std::array<char, kMaxPathBytes> text;
  return getcwd(text.data(), text.size()) == nullptr ? "/" : text.data();
}

}  // namespace

std::string absolute_path(std::string_view path) {
  return command::absolute_path(path, path.starts_with('/') ? "" : current_directory());
}

}  // namespace lectern::cli
