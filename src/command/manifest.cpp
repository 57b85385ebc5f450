#include "command/manifest.h"

#include "base/message.h"
#include "command/output.h"
#include "command/result.h"

namespace lectern::command {
namespace {

std::optional<FileFacts> facts_of(const Json& entry) {
  const auto size = entry.find("size");
  const auto mtime = entry.find("mtime");
  const bool is_known = size != entry.end() && mtime != entry.end() && size->is_number_unsigned() &&
                        mtime->is_string();
  if (!is_known) return std::nullopt;
  return FileFacts{*size, *mtime};
}

}  // namespace

std::string manifest_line(std::string_view path, const Json& result,
                          const std::optional<FileFacts>& facts) {
  Json line = {{"file_path", path}};
  if (facts) {
    line["size"] = facts->size;
    line["mtime"] = facts->mtime;
  }
  for (const char* name : {"success", "errorCode", "contentHash"}) {
    if (const Json& value = field(result, name); !value.is_null()) line[name] = value;
  }
  if (text_field(result, "contentType") == "archive") line["archive"] = true;
  return json_text(line) + "\n";
}

Result<Manifest> Manifest::parse(std::string_view text) {
  Manifest manifest;
  manifest.whole_bytes_ = text.rfind('\n') + 1;
  text = text.substr(0, manifest.whole_bytes_);
  for (std::uint64_t number = 1; !text.empty(); ++number) {
    const std::string_view line = text.substr(0, text.find('\n') + 1);
    text.remove_prefix(line.size());
    const auto entry = Json::parse(line, nullptr, false);
    const auto path = entry.is_object() ? entry.find("file_path") : entry.end();
    if (path == entry.end() || !path->is_string()) {
      return fail(ErrorCode::kInvalidArgument, {"line {,} is no entry of a manifest", number});
    }
    manifest.entries_.insert_or_assign(
        json_string(path->get_ref<const std::string&>()),
        Entry{facts_of(entry), std::string(line), is_set(entry, "archive")});
  }
  return manifest;
}

std::optional<std::string> Manifest::unchanged(const std::string& path, const FileFacts& facts,
                                               bool walks_archives) const {
  const auto entry = entries_.find(json_string(path));
  if (entry == entries_.end() || entry->second.facts != facts) return std::nullopt;
  if (walks_archives && entry->second.is_archive) return std::nullopt;
  return entry->second.line;
}

}  // namespace lectern::command
