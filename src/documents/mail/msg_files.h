// What is attached to an Outlook message ([MS-OXMSG]), by the names by which it is read.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/request.h"
#include "package/compound.h"

namespace lectern {

/// A property that is a text, in UTF-16 or in a code page; "" when there is none.
/// \param folder    of the message or the attachment, with its slash; "" for the message itself
/// \param property  its number: "0037"
std::string msg_text(const CompoundFile& file, std::string_view folder, std::string_view property,
                     std::uint64_t most_bytes, const EncodingTables& tables);

/// A property of a fixed size, whose tag is its number and its type: 0x00390040. Nothing when it is
/// not stated.
/// \param folder  of a message or of one of its recipients
std::optional<std::uint64_t> msg_number(const CompoundFile& file, std::string_view folder,
                                        std::uint32_t tag);

/// More are not looked for.
inline constexpr std::size_t kMaxMsgFiles = 5'000;
/// Nor what is attached to messages below so many others.
inline constexpr unsigned kMaxMsgDepth = 8;

struct MsgFile {
  std::string path;    ///< in the message; what is attached to a message in it lies below that
  std::string folder;  ///< in the compound file, with its slash; of a message, its own
  std::string type;    ///< MIME type; "" when it is not stated
  std::string content_id;
  const CompoundEntry* data = nullptr;  ///< null for a message, and where nothing is stored
  bool is_message = false;
  unsigned depth = 0;  ///< messages around it
};

struct MsgFiles {
  /// In the order of the file; a message is followed by what is attached to it.
  std::vector<MsgFile> all;
  std::vector<std::string> warnings;  ///< of those that are not looked for
};
MsgFiles msg_files(const CompoundFile& file, const ReadOptions& options);

}  // namespace lectern
