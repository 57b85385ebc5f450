#include "cli/manifest.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/format.h"
#include "cli/file.h"
#include "cli/output.h"
#include "read/refusal.h"

namespace lectern::cli {
namespace {

constexpr mode_t kFileMode = 0666;

std::optional<FileFacts> facts_of(const nlohmann::json& entry) {
  const auto size = entry.find("size");
  const auto mtime = entry.find("mtime");
  const bool is_known = size != entry.end() && mtime != entry.end() && size->is_number_unsigned() &&
                        mtime->is_string();
  if (!is_known) return std::nullopt;
  return FileFacts{*size, *mtime};
}

}  // namespace

std::string manifest_line(const std::string& path, const ToolResult& result,
                          const std::optional<FileFacts>& facts) {
  std::string line = "{\"file_path\":" + json_string(path);
  if (facts) {
    line += ",\"size\":" + std::to_string(facts->size) + ",\"mtime\":" + json_string(facts->mtime);
  }
  line += result.success ? ",\"success\":true" : ",\"success\":false";
  if (result.error) line += ",\"errorCode\":" + json_string(to_string(result.error->code));
  if (!result.content_hash.empty()) line += ",\"contentHash\":" + json_string(result.content_hash);
  return line + "}\n";
}

Result<Manifest> Manifest::parse(std::string_view text) {
  Manifest manifest;
  manifest.whole_bytes_ = text.rfind('\n') + 1;
  text = text.substr(0, manifest.whole_bytes_);
  for (std::uint64_t number = 1; !text.empty(); ++number) {
    const std::string_view line = text.substr(0, text.find('\n') + 1);
    text.remove_prefix(line.size());
    const auto entry = nlohmann::json::parse(line, nullptr, false);
    const auto path = entry.is_object() ? entry.find("file_path") : entry.end();
    if (path == entry.end() || !path->is_string()) {
      return fail(ErrorCode::kInvalidArgument,
                  "line " + with_thousands(number) + " is no entry of a manifest");
    }
    manifest.entries_.insert_or_assign(json_string(path->get_ref<const std::string&>()),
                                       Entry{facts_of(entry), std::string(line)});
  }
  return manifest;
}

Result<Manifest> Manifest::load(const std::string& path) {
  const auto file = open_file(path);
  if (!file) return tl::unexpected<Error>(file.error());
  std::string text;
  ByteVector chunk;
  do {
    if (!read_chunk(*file, chunk)) {
      return tl::unexpected<Error>(file_error(ErrorCode::kIoError, path));
    }
    text += as_chars(chunk);
  } while (!chunk.empty());
  return parse(text);
}

std::optional<std::string> Manifest::unchanged(const std::string& path,
                                               const FileFacts& facts) const {
  const auto entry = entries_.find(json_string(path));
  if (entry == entries_.end() || entry->second.facts != facts) return std::nullopt;
  return entry->second.line;
}

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
