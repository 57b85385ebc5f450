#include "command/paths.h"

#include <algorithm>

namespace lectern::command {
namespace {

/// Characters that a URI's path takes as they are: those that JavaScript's encodeURIComponent
/// leaves alone, and the slash.
bool is_plain_in_uri(char c) {
  const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  return is_letter || (c >= '0' && c <= '9') ||
         std::string_view("-_.!~*'()/").find(c) != std::string_view::npos;
}

}  // namespace

std::vector<std::string> path_segments(std::string_view path) {
  std::vector<std::string> segments;
  while (!path.empty()) {
    const std::size_t slash = std::min(path.find('/'), path.size());
    if (slash > 0) segments.emplace_back(path.substr(0, slash));
    path.remove_prefix(std::min(slash + 1, path.size()));
  }
  return segments;
}

std::string absolute_path(std::string_view path, std::string_view directory) {
  std::string full(path);
  if (!full.starts_with('/')) full = std::string(directory) + "/" + full;
  std::vector<std::string> kept;
  for (std::string& segment : path_segments(full)) {
    if (segment == ".") continue;
    if (segment != "..") {
      kept.push_back(std::move(segment));
    } else if (!kept.empty()) {
      kept.pop_back();
    }
  }
  std::string absolute;
  for (const std::string& segment : kept) absolute += "/" + segment;
  return absolute.empty() ? "/" : absolute;
}

bool names_directory(std::string_view path) {
  return path.ends_with('/') || path == "." || path == ".." || path.ends_with("/.") ||
         path.ends_with("/..");
}

std::optional<std::vector<std::string>> segments_below(std::string_view directory,
                                                       std::string_view path) {
  const std::vector<std::string> outer = path_segments(directory);
  std::vector<std::string> inner = path_segments(path);
  if (inner.size() < outer.size() || !std::equal(outer.begin(), outer.end(), inner.begin())) {
    return std::nullopt;
  }
  inner.erase(inner.begin(), inner.begin() + static_cast<std::ptrdiff_t>(outer.size()));
  return inner;
}

std::string file_uri(std::string_view path) {
  constexpr std::string_view kHexDigits = "0123456789ABCDEF";
  std::string uri = "file://";
  for (const char c : path) {
    if (is_plain_in_uri(c)) {
      uri += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    uri += '%';
    uri += kHexDigits[byte >> 4];
    uri += kHexDigits[byte & 15];
  }
  return uri;
}

}  // namespace lectern::command
