// Fuzzes mails, mailboxes, Outlook's messages and TNEF: heads, encoded words, parts, transfer
// encodings; what is attached to them, by the path that the mail prints.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "base/work_budget.h"
#include "documents/mail/mail_parts.h"
#include "fuzz/documents_check.h"

namespace {

using namespace lectern;

/// A member's read is a result, and each file of a mail is found under its name.
void check_members(ByteSpan bytes, std::string_view name) {
  const auto read_member = [&](const std::string& member) {
    ReadOptions options = document_fuzz_options();
    options.host.member = member;
    ReadRequest request;
    request.file_path = std::string(name) + "/" + member;
    const ToolResult result = read(bytes, request, options);
    if (!is_valid_utf8(as_bytes(result.content))) std::abort();
    return result;
  };
  (void)read_member("/");
  (void)read_member("1");
  (void)read_member("winmail.dat/part-1.bin");
  // The content may be of another kind, as TNEF is.
  const ToolResult whole = read_member("");
  if (name != "fuzz.eml" || !whole.success || whole.metadata.mime_type != "message/rfc822") return;
  std::string room;
  WorkBudget work{Limits()};
  const MailFiles files(mail_part(with_line_feeds(bytes, room), "text/plain", {}), {},
                        Limits().max_decoded_bytes, work, false);
  std::size_t left = 8;
  for (const MailFile& file : files.all()) {
    if (left-- == 0) return;
    const ToolResult result = read_member(file.name);
    const bool is_missing = result.error && result.error->code == ErrorCode::kFileNotFound;
    if (is_missing) std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const ByteSpan bytes{data, size};
  for (const std::string_view name : {"fuzz.eml", "fuzz.mbox", "fuzz.msg", "fuzz.tnef"}) {
    check_document(bytes, name);
    check_members(bytes, name);
  }
  return 0;
}
