#include "documents/mail/msg_files.h"

#include "base/format.h"
#include "documents/html/html_text.h"
#include "documents/mail/mail_parts.h"

namespace lectern {
namespace {

constexpr std::uint64_t kMaxMsgName = std::uint64_t{64} << 10;
constexpr std::size_t kMaxMsgFiles = 5'000;
constexpr unsigned kMaxMsgDepth = 8;

void add_files(const CompoundFile& file, std::string_view folder, std::string_view path,
               unsigned depth, const EncodingTables& tables, std::vector<MsgFile>& files) {
  FileNames names;
  for (const CompoundEntry& entry : file.entries()) {
    if (files.size() >= kMaxMsgFiles) return;
    if (!entry.is_storage || !entry.path.starts_with(folder)) continue;
    const std::string_view below = std::string_view(entry.path).substr(folder.size());
    if (!below.starts_with("__attach_version1.0_") || below.find('/') != below.npos) continue;
    MsgFile one;
    one.depth = depth;
    one.folder = entry.path + "/";
    const auto text = [&](std::string_view property) {
      return msg_text(file, one.folder, property, kMaxMsgName, tables);
    };
    const std::string message = one.folder + "__substg1.0_3701000D";
    const CompoundEntry* inner = file.find(message);
    one.is_message = inner != nullptr && inner->is_storage &&
                     file.find(message + "/__properties_version1.0") != nullptr;
    std::string name = text("3707");
    if (name.empty()) name = text("3704");
    if (name.empty()) name = text("3001");
    one.type = ascii_lower(text("370E"));
    one.content_id = text("3712");
    if (one.is_message) {
      one.folder = message + "/";
      if (name.empty()) name = msg_text(file, one.folder, "0037", kMaxMsgName, tables);
    } else {
      one.data = file.find(one.folder + "__substg1.0_37010102");
    }
    one.path = std::string(path) + names.add(name, one.type);
    const std::string inner_folder = one.folder;
    const std::string inner_path = one.path + "/";
    const bool goes_down = one.is_message && depth < kMaxMsgDepth;
    files.push_back(std::move(one));
    if (goes_down) add_files(file, inner_folder, inner_path, depth + 1, tables, files);
  }
}

}  // namespace

std::string msg_text(const CompoundFile& file, std::string_view folder, std::string_view property,
                     std::uint64_t most_bytes, const EncodingTables& tables) {
  std::string value;
  for (const std::string_view type : {"001F", "001E"}) {
    const CompoundEntry* entry = file.find(compose({"{}__substg1.0_{}{}", folder, property, type}));
    if (entry == nullptr) continue;
    const auto bytes = file.read(*entry, most_bytes);
    if (!bytes) continue;
    value = type == "001F" ? decoded_text(*bytes, Encoding::kUtf16Le, tables).value_or("")
                           : guessed_text(*bytes, "", tables).value_or("");
    break;
  }
  while (value.ends_with('\0')) value.pop_back();
  return value;
}

std::vector<MsgFile> msg_files(const CompoundFile& file, std::string_view folder,
                               const ReadOptions& options) {
  std::vector<MsgFile> files;
  add_files(file, folder, "", 0, options.encoding_tables, files);
  return files;
}

}  // namespace lectern
