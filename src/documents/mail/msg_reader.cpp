#include "documents/mail/msg_reader.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/format.h"
#include "documents/document_page.h"
#include "documents/html/html_markdown.h"
#include "documents/html/html_text.h"
#include "documents/mail/mail_body.h"
#include "documents/mail/msg_files.h"
#include "documents/mail/outlook_body.h"
#include "documents/mail/tnef.h"
#include "documents/markdown/escape.h"
#include "documents/unpacked_work.h"
#include "package/compound.h"
#include "package/member_name.h"

namespace lectern {
namespace {

constexpr std::size_t kMaxRecipients = 1'000;
constexpr std::uint64_t kMaxMsgField = std::uint64_t{1} << 20;

class OutlookMessage final : HtmlHost {
 public:
  OutlookMessage(const ReadContext& context, const CompoundFile& file)
      : context_(context), file_(file), work_(context.options.limits) {}

  Result<ToolResult> read() {
    DocumentPage page(context_);
    MarkdownWriter writer(page);
    MsgFiles files = msg_files(file_, context_.options);
    files_ = std::move(files.all);
    warnings_ = std::move(files.warnings);
    DocumentInfo info;
    const Head head = head_of("");
    write_message(writer, "", head, 0);
    writer.finish();
    info.kind = DocumentKind::kMail;
    info.mail_count = 1;
    info.attachment_count = attachment_count_;
    if (!head.subject.empty()) info.title = head.subject;
    if (!head.from.empty()) info.author = head.from;
    if (hidden_count_ > 0) {
      info.hidden_count = hidden_count_;
      add_to(warnings_, {"{place} hidden from the reader of the mail, marked here as [Hidden: ...]",
                         hidden_count_});
    }
    warnings_.insert(warnings_.begin(), file_.warnings().begin(), file_.warnings().end());
    return page.finish(std::move(info), std::move(warnings_), nullptr);
  }

 private:
  std::optional<ByteVector> stream(std::string_view folder, std::string_view property,
                                   std::string_view type, std::uint64_t most) {
    const std::string path = compose({"{}__substg1.0_{}{}", folder, property, type});
    const CompoundEntry* entry = file_.find(path);
    if (entry == nullptr) return std::nullopt;
    auto bytes = file_.read(*entry, most);
    if (bytes) return *std::move(bytes);
    if (bytes.error().code == ErrorCode::kLimitExceeded)
      add_to(warnings_, {"{}", bytes.error().message});
    return std::nullopt;
  }

  struct Head {
    std::string subject;
    std::string from;
  };

  std::string text(std::string_view folder, std::string_view property,
                   std::uint64_t most = kMaxMsgField) {
    return msg_text(file_, folder, property, most, context_.options.encoding_tables);
  }

  Head head_of(std::string_view folder) {
    Head head{text(folder, "0037"), text(folder, "0C1A")};
    std::string address = text(folder, "5D01");
    if (address.empty()) address = text(folder, "0C1F");
    if (address.empty() || address.starts_with('/')) {
      // An address within Exchange says less than the head that came with the mail.
      const std::string lines = text(folder, "007D");
      const MailHead received = read_mail_head(as_bytes(std::string_view(lines)));
      const std::string from = mail_text(received.value("from"), context_.options.encoding_tables);
      if (!from.empty()) {
        head.from = from;
        return head;
      }
    }
    if (!address.empty() && address != head.from)
      head.from = head.from.empty() ? address : head.from + " <" + address + ">";
    return head;
  }

  /// Those that a message goes to. \param kind  1 for To, 2 for Cc, 3 for Bcc
  std::string recipients(std::string_view folder, std::uint64_t kind) {
    constexpr std::uint32_t kRecipientType = 0x0C150003;
    std::string all;
    std::size_t count = 0;
    for (const CompoundEntry& entry : file_.below(folder)) {
      if (!entry.is_storage) continue;
      const std::string_view below = std::string_view(entry.path).substr(folder.size());
      if (!below.starts_with("__recip_version1.0_") || below.find('/') != below.npos) continue;
      const std::string inner = entry.path + "/";
      if ((msg_number(file_, inner, kRecipientType).value_or(0) & 0xF) != kind) continue;
      if (++count > kMaxRecipients) continue;
      std::string name = text(inner, "3001");
      std::string address = text(inner, "39FE");
      if (address.empty()) address = text(inner, "3003");
      if (address.starts_with('/') || address == name) address.clear();
      if (name.empty()) std::swap(name, address);
      append_to(all, {"{}{}", all.empty() ? "" : ", ", name});
      if (!address.empty()) append_to(all, {" <{}>", address});
    }
    if (count > kMaxRecipients)
      append_to(all, {" ({more recipient})", std::uint64_t{count - kMaxRecipients}});
    return all;
  }

  /// When it was sent, or came; "" for a draft.
  std::string date_of(std::string_view folder) const {
    constexpr std::uint32_t kSent = 0x00390040;
    constexpr std::uint32_t kDelivered = 0x0E060040;
    // Tenths of microseconds since 1601.
    constexpr std::uint64_t kPerSecond = 10'000'000;
    constexpr std::int64_t kTo1970 = 11'644'473'600;
    auto time = msg_number(file_, folder, kSent);
    if (!time) time = msg_number(file_, folder, kDelivered);
    if (!time) return "";
    return time_text(static_cast<std::int64_t>(*time / kPerSecond) - kTo1970, true);
  }

  /// A message with its head, its attachments, and the messages among those.
  void write_message(MarkdownWriter& writer, std::string_view folder, const Head& head,
                     unsigned depth) {
    writer.begin_heading(depth + 1);
    writer.text(head.subject.empty() ? std::string_view("(no subject)")
                                     : std::string_view(head.subject));
    writer.begin_paragraph();
    bool is_first = true;
    const auto field = [&](std::string_view label, const std::string& value) {
      if (value.empty()) return;
      if (!std::exchange(is_first, false)) writer.line_break();
      writer.text(compose({"{}: {}", label, single_line(value)}));
    };
    field("From", head.from);
    constexpr std::pair<std::string_view, std::string_view> kRecipients[] = {
        {"To", "0E04"}, {"Cc", "0E03"}, {"Bcc", "0E02"}};
    std::uint64_t kind = 0;
    for (const auto& [label, property] : kRecipients) {
      const std::string all = recipients(folder, ++kind);
      field(label, all.empty() ? text(folder, property) : all);
    }
    field("Date", date_of(folder));
    write_body(writer, folder);
    list_attachments(writer, folder, depth);
    for (const MsgFile& file : files_) {
      if (!file.is_message || file.depth != depth || !file.folder.starts_with(folder)) continue;
      writer.note_block("[Attached message:]");
      write_message(writer, file.folder, head_of(file.folder), depth + 1);
    }
  }

  void write_body(MarkdownWriter& writer, std::string_view folder) {
    // Its bytes, its characters and a paragraph that grows.
    constexpr std::uint64_t kCopies = 6;
    const std::uint64_t most = room_beside_unpacked(context_) / kCopies;
    OutlookBody body;
    body.plain = text(folder, "1000", most);
    body.html = text(folder, "1013", most);
    if (body.html.empty()) {
      if (const auto bytes = stream(folder, "1013", "0102", most))
        body.html = html_source(*bytes, "", context_.options.encoding_tables).value_or("");
    }
    if (auto rtf = stream(folder, "1009", "0102", most)) body.compressed_rtf = *std::move(rtf);
    hidden_count_ += write_outlook_body(writer, context_, *this, body, work_, warnings_);
  }

  void list_attachments(MarkdownWriter& writer, std::string_view folder, unsigned depth) {
    bool is_first = true;
    for (const MsgFile& file : files_) {
      if (file.depth != depth || !file.folder.starts_with(folder)) continue;
      ++attachment_count_;
      const std::size_t slash = file.path.rfind('/');
      if (std::exchange(is_first, false)) {
        const std::string_view around =
            std::string_view(file.path).substr(0, slash == file.path.npos ? 0 : slash);
        std::string path = context_.request.file_path;
        if (!around.empty()) append_to(path, {"/{}", around});
        writer.note_block(attachments_heading(path));
      }
      std::string line = code_span(std::string_view(file.path).substr(slash + 1));
      if (file.is_message) {
        line += ", a message, shown below";
      } else {
        if (!file.type.empty()) append_to(line, {", {}", MarkdownWriter::escaped(file.type)});
        if (file.data != nullptr) append_to(line, {", {}", human_size(file.data->size_bytes)});
      }
      writer.begin_item(0, "");
      writer.raw(line);
    }
    writer.end_block();
  }

  const ReadContext& context_;
  const CompoundFile& file_;
  std::vector<MsgFile> files_;
  std::uint64_t attachment_count_ = 0;
  std::uint64_t hidden_count_ = 0;
  WorkBudget work_;  ///< of all messages in each other
  std::vector<std::string> warnings_;
};

}  // namespace

Result<ToolResult> read_msg(const ReadContext& context) {
  if (starts_with(context.bytes, "!BDN"))
    return fail(ErrorCode::kUnsupportedFormat, "Outlook mail folders (.pst) are not read");
  LECTERN_TRY(const CompoundFile file, CompoundFile::open(context.bytes));
  return OutlookMessage(context, file).read();
}

Result<ToolResult> read_tnef(const ReadContext& context) {
  LECTERN_TRY(const TnefMessage message,
              read_tnef_message(context.bytes, context.options.encoding_tables));
  DocumentPage page(context);
  MarkdownWriter writer(page);
  std::vector<std::string> warnings;
  if (!message.damage.empty()) warnings.push_back(message.damage);
  writer.begin_heading(1);
  writer.text(message.subject.empty() ? std::string_view("(no subject)")
                                      : std::string_view(message.subject));
  writer.end_block();
  const ByteSpan rtf = message.compressed_rtf;
  HtmlHost host;
  WorkBudget work(context.options.limits);
  const std::uint64_t hidden = write_outlook_body(
      writer, context, host, {message.plain, message.html, ByteVector(rtf.begin(), rtf.end())},
      work, warnings);
  if (!message.files.empty()) writer.note_block(attachments_heading(context.request.file_path));
  for (const TnefFile& file : message.files) {
    std::string line = code_span(file.name);
    if (!file.type.empty()) append_to(line, {", {}", MarkdownWriter::escaped(file.type)});
    append_to(line, {", {}", human_size(file.data.size())});
    writer.begin_item(0, "");
    writer.raw(line);
  }
  writer.finish();
  DocumentInfo info;
  info.kind = DocumentKind::kMail;
  info.mail_count = 1;
  info.attachment_count = message.files.size();
  if (!message.subject.empty()) info.title = message.subject;
  if (hidden > 0) {
    info.hidden_count = hidden;
    add_to(warnings,
           {"{place} hidden from the reader of the mail, marked here as [Hidden: ...]", hidden});
  }
  return page.finish(std::move(info), std::move(warnings), nullptr);
}

}  // namespace lectern
