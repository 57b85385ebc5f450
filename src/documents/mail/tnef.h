// TNEF ([MS-OXTNEF]): "winmail.dat", the form in which Outlook sends its messages.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/encoding_tables.h"
#include "base/error.h"

namespace lectern {

bool is_tnef(ByteSpan bytes);

struct TnefFile {
  std::string name;  ///< by which it is read
  std::string type;  ///< MIME type; "" when it is not stated
  ByteSpan data;     ///< of a message in the message, a TNEF of its own
};

struct TnefMessage {
  std::string subject;
  std::string plain;
  std::string html;  ///< UTF-8
  ByteSpan compressed_rtf;
  std::vector<TnefFile> files;
  std::string damage;  ///< "" when there is none
};

/// \param bytes  which outlive what is returned.
/// \returns CORRUPT_DOCUMENT for what is no TNEF.
Result<TnefMessage> read_tnef_message(ByteSpan bytes, const EncodingTables& tables);

}  // namespace lectern
