#include "documents/mail/mail_reader.h"

#include <algorithm>
#include <utility>

#include "base/format.h"
#include "documents/document_page.h"
#include "documents/mail/mail_body.h"
#include "documents/mail/mail_scan.h"
#include "documents/mail/mailbox.h"
#include "documents/section_page.h"

namespace lectern {
namespace {

void describe_hidden(std::uint64_t count, DocumentInfo& info, std::vector<std::string>& warnings) {
  if (count == 0) return;
  info.hidden_count = count;
  add_to(warnings,
         {"{place} hidden from the reader of the mail, marked here as [Hidden: ...]", count});
}

/// Pays for the encoded words of a mail that was unpacked: millions of them may be few bytes. Those
/// of a usual head, a name each for who writes and who reads, and a subject, cost nothing.
Result<void> pay_for_words(const ReadContext& context, std::string_view mail, WorkBudget& work) {
  constexpr std::uint64_t kUsualWords = 4;
  if (!context.is_unpacked) return {};
  const std::uint64_t words = count_encoded_words(mail);
  return work.spend("the encoded words of the mail", words - std::min(words, kUsualWords),
                    kEncodedWordWork);
}

}  // namespace

Result<ToolResult> read_mail(const ReadContext& context) {
  WorkBudget work(context.options.limits);
  LECTERN_CHECK(pay_for_words(context, as_chars(context.bytes), work));
  DocumentPage page(context);
  MarkdownWriter writer(page);
  MailPictures source;
  DocumentPictures pictures(source, context.options);
  MailWriter mail(writer, context, source, pictures, context.request.file_path, &work);
  std::string room;
  mail.write_message(with_line_feeds(context.bytes, room));
  writer.finish();
  DocumentInfo info;
  info.kind = DocumentKind::kMail;
  if (!mail.subject().empty()) info.title = mail.subject();
  if (!mail.from().empty()) info.author = mail.from();
  info.mail_count = 1;
  info.attachment_count = mail.attachment_count();
  std::vector<std::string> warnings = std::move(mail.warnings());
  describe_hidden(mail.hidden_count(), info, warnings);
  return page.finish(std::move(info), std::move(warnings), &pictures);
}

Result<ToolResult> read_mailbox(const ReadContext& context) {
  std::string room;
  const ByteSpan bytes = with_line_feeds(context.bytes, room);
  const std::string_view text = as_chars(bytes);
  const std::vector<std::size_t> starts = mails_of_box(text);
  LECTERN_TRY(const auto page, SectionPage::open(context, "mail", starts.size()));
  MailPictures source;
  DocumentPictures pictures(source, context.options);
  page->set_pictures(&pictures);
  std::vector<std::string> warnings;
  // Millions of mails may be few bytes of a compressed file, or a few dozen bytes each.
  WorkBudget work(context.options.limits);
  std::uint64_t attachments = 0;
  std::uint64_t hidden = 0;
  bool is_first = true;
  while (const auto number = page->next()) {
    constexpr std::uint64_t kMailWork = 10'000;
    // The heads of people's mails alone have more.
    constexpr std::size_t kUsualMailBytes = 512;
    const std::size_t place = static_cast<std::size_t>(*number - 1);
    const std::size_t end = place + 1 < starts.size() ? starts[place + 1] : text.size();
    const ByteSpan bytes_of_mail = bytes.subspan(starts[place], end - starts[place]);
    const bool is_paid = context.is_unpacked || bytes_of_mail.size() < kUsualMailBytes;
    // A mail's own texts may take the last eighth: those that are read are read as a whole.
    const bool is_late = work.spent() > work.max_units() / 8 * 7;
    const Result<void> paid = pay_for_words(context, as_chars(bytes_of_mail), work);
    if (std::exchange(is_first, false)) {
      LECTERN_CHECK(paid);
    } else if (is_paid && (is_late || !paid || !work.spend("the mails of the box", 1, kMailWork))) {
      page->stop();
      break;
    }
    MarkdownWriter writer(*page);
    writer.note_block(compose({"(mail {} of {})", *number, starts.size()}));
    MailWriter mail(writer, context, source, pictures,
                    compose({"{}/{}", context.request.file_path, *number}),
                    context.is_unpacked ? &work : nullptr);
    mail.write_message(bytes_of_mail);
    writer.finish();
    page->set_title(mail.subject() + (mail.from().empty() ? "" : " (" + mail.from() + ")"));
    attachments += mail.attachment_count();
    hidden += mail.hidden_count();
    for (std::string& warning : mail.warnings()) {
      if (warnings.size() < 100) {
        warnings.push_back(compose({"mail {}: {}", *number, warning}));
      } else if (warnings.size() == 100) {
        warnings.emplace_back("more mails have warnings");
      }
    }
  }
  DocumentInfo info;
  info.kind = DocumentKind::kMail;
  info.mail_count = starts.size();
  info.attachment_count = attachments;
  describe_hidden(hidden, info, warnings);
  return page->finish(std::move(info), std::move(warnings), &pictures);
}

}  // namespace lectern
