// What texts of mails may take: work, and memory beside the mail.
#include <algorithm>

#include "base/format.h"
#include "documents/html/html_text.h"
#include "documents/mail/mail_body.h"
#include "documents/unpacked_work.h"

namespace lectern {

/// Whether there is room for so many bytes, each held so many times.
bool MailWriter::has_room(std::uint64_t bytes, unsigned times) const {
  // Hosts that decode little have it for the longest texts that people send.
  constexpr std::uint64_t kAlways = std::uint64_t{80} << 20;
  return bytes <= (context_.is_unpacked ? room_ : std::max(room_, kAlways)) / times;
}

Error MailWriter::too_long(std::uint64_t bytes) {
  return {ErrorCode::kLimitExceeded,
          {"one of {byte} takes too much memory and is left out", bytes}};
}

/// The characters of a part's text, or of its page.
/// \returns LIMIT_EXCEEDED when there is no room for them.
Result<std::string> MailWriter::text_of(const MailPart& part, bool is_page) const {
  // Its bytes, and up to three for each in UTF-8.
  constexpr unsigned kDecoded = 4;
  // Then its characters, their line ends as a page has them, and a paragraph that grows.
  constexpr unsigned kWritten = 5;
  if (!has_room(part.body.size(), kDecoded))
    return tl::unexpected<Error>(too_long(part.body.size()));
  const std::string bytes = transfer_decoded(part.body, part.encoding);
  const std::string_view charset = part.type.parameter("charset");
  const EncodingTables& tables = options_.encoding_tables;
  auto text = is_page ? mail_page(bytes, charset, tables) : mail_characters(bytes, charset, tables);
  if (text && !has_room(text->size(), kWritten))
    return tl::unexpected<Error>(too_long(text->size()));
  return text;
}

/// Says that a text is missing.
void MailWriter::leave_out(const Error& error) {
  if (error.code == ErrorCode::kLimitExceeded)
    writer_.note_block("(a text that takes too much memory is left out here)");
  add_to(warnings_, {"the mail's text: {}", error.message});
}

/// Pays for a text before it is gone through, by its tags or lines.
Result<void> MailWriter::pay_for_text(std::string_view text, char mark) {
  constexpr std::uint64_t kMarkWork = 1'000;
  // One that is too long leaves the work to others.
  WorkBudget left = work_;
  LECTERN_CHECK(
      left.spend("the lines and tags of the mail", count_of_marks(text, {mark}), kMarkWork));
  work_ = left;
  return {};
}

/// \returns false, and says so, when there is no work left for it.
bool MailWriter::takes_text(std::string_view text, char mark) {
  const auto paid = pay_for_text(text, mark);
  if (!paid) {
    writer_.note_block("(a text that takes too much work is left out here)");
    add_to(warnings_, {"the mail's text: {}", paid.error().message});
  }
  return paid.has_value();
}

}  // namespace lectern
