#include "documents/mail/msg_files.h"

#include "base/byte_reader.h"
#include "base/format.h"
#include "base/message.h"
#include "documents/html/html_text.h"
#include "documents/mail/mail_parts.h"

namespace lectern {
namespace {

constexpr std::uint64_t kMaxMsgName = std::uint64_t{64} << 10;
constexpr std::uint64_t kMaxMsgProperties = std::uint64_t{1} << 20;

/// In which texts are that are not in UTF-16; "" when it is not stated.
std::string code_page_of(const CompoundFile& file) {
  constexpr std::uint32_t kMessageCodePage = 0x3FFD0003;
  const auto number = msg_number(file, "", kMessageCodePage);
  if (!number) return "";
  return (*number & 0xFFFF) == 65001 ? "utf-8" : compose({"windows-{}", *number & 0xFFFF});
}

/// Whether something that is named in the entries below `folder` is attached to its message.
bool is_attached(const CompoundEntry& entry, std::string_view folder) {
  if (!entry.is_storage) return false;
  const std::string_view below = std::string_view(entry.path).substr(folder.size());
  return below.starts_with("__attach_version1.0_") && below.find('/') == below.npos;
}

/// What has been found, and what was not looked for.
struct FoundFiles {
  std::vector<MsgFile> all;
  bool are_too_many = false;
  bool are_too_deep = false;
};

void add_files(const CompoundFile& file, std::string_view folder, std::string_view path,
               unsigned depth, const EncodingTables& tables, FoundFiles& found) {
  FileNames names;
  for (const CompoundEntry& entry : file.below(folder)) {
    if (!is_attached(entry, folder)) continue;
    found.are_too_deep |= depth > kMaxMsgDepth;
    found.are_too_many |= found.all.size() >= kMaxMsgFiles;
    if (found.are_too_many || depth > kMaxMsgDepth) return;
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
    const bool goes_down = one.is_message;
    found.all.push_back(std::move(one));
    if (goes_down) add_files(file, inner_folder, inner_path, depth + 1, tables, found);
  }
}

}  // namespace

std::optional<std::uint64_t> msg_number(const CompoundFile& file, std::string_view folder,
                                        std::uint32_t tag) {
  // A message in a message has less before its properties, a recipient least.
  const std::size_t slash = folder.substr(0, folder.size() - (folder.empty() ? 0 : 1)).rfind('/');
  const bool is_recipient =
      folder.substr(slash == folder.npos ? 0 : slash + 1).starts_with("__recip_version1.0_");
  const std::size_t head = folder.empty() ? 32 : is_recipient ? 8 : 24;
  constexpr std::size_t kEntryBytes = 16;
  const CompoundEntry* entry = file.find(std::string(folder) + "__properties_version1.0");
  if (entry == nullptr) return std::nullopt;
  const auto bytes = file.read(*entry, kMaxMsgProperties);
  if (!bytes) return std::nullopt;
  for (std::size_t at = head; at + kEntryBytes <= bytes->size(); at += kEntryBytes) {
    ByteReader reader(ByteSpan(*bytes).subspan(at, kEntryBytes));
    if (reader.u32_le() != tag) continue;
    (void)reader.u32_le();
    return reader.u64_le();
  }
  return std::nullopt;
}

std::string msg_text(const CompoundFile& file, std::string_view folder, std::string_view property,
                     std::uint64_t most_bytes, const EncodingTables& tables) {
  std::string value;
  for (const std::string_view type : {"001F", "001E"}) {
    const CompoundEntry* entry = file.find(compose({"{}__substg1.0_{}{}", folder, property, type}));
    if (entry == nullptr) continue;
    const auto bytes = file.read(*entry, most_bytes);
    if (!bytes && entry->size_bytes > most_bytes)
      return compose({"(a text of {byte}, not read)", entry->size_bytes});
    if (!bytes) continue;
    value = type == "001F" ? decoded_text(*bytes, Encoding::kUtf16Le, tables).value_or("")
                           : guessed_text(*bytes, code_page_of(file), tables).value_or("");
    break;
  }
  while (value.ends_with('\0')) value.pop_back();
  return value;
}

MsgFiles msg_files(const CompoundFile& file, const ReadOptions& options) {
  FoundFiles found;
  add_files(file, "", "", 0, options.encoding_tables, found);
  MsgFiles files{std::move(found.all), {}};
  if (found.are_too_many)
    add_to(files.warnings,
           {"more than {} files are attached: the others are left out", kMaxMsgFiles});
  if (found.are_too_deep)
    add_to(files.warnings,
           {"what is attached to messages in {} others is left out", kMaxMsgDepth + 1});
  return files;
}

}  // namespace lectern
