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
#include "package/compound.h"

namespace lectern {
namespace {

constexpr std::uint64_t kMaxMsgField = std::uint64_t{1} << 20;

class OutlookMessage final : HtmlHost {
 public:
  OutlookMessage(const ReadContext& context, const CompoundFile& file)
      : context_(context), file_(file) {}

  Result<ToolResult> read() {
    DocumentPage page(context_);
    MarkdownWriter writer(page);
    files_ = msg_files(file_, "", context_.options);
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
    if (entry->size_bytes > 0) add_to(warnings_, {"{}", bytes.error().message});
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
    if (!address.empty() && address != head.from)
      head.from = head.from.empty() ? address : head.from + " <" + address + ">";
    return head;
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
      writer.text(compose({"{}: {}", label, value}));
    };
    field("From", head.from);
    field("To", text(folder, "0E04"));
    field("Cc", text(folder, "0E03"));
    field("Bcc", text(folder, "0E02"));
    write_body(writer, folder);
    list_attachments(writer, folder, depth);
    for (const MsgFile& file : files_) {
      if (!file.is_message || file.depth != depth || !file.folder.starts_with(folder)) continue;
      writer.note_block("[Attached message:]");
      write_message(writer, file.folder, head_of(file.folder), depth + 1);
    }
  }

  void write_body(MarkdownWriter& writer, std::string_view folder) {
    const std::uint64_t most = context_.options.limits.max_decoded_bytes;
    const std::string plain = text(folder, "1000", most);
    if (plain.find_first_not_of(" \t\r\n") != plain.npos) {
      writer.end_block();
      std::string_view rest = plain;
      bool is_open = false;
      while (!rest.empty()) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        std::string_view line = rest.substr(0, end);
        rest.remove_prefix(std::min(end + 1, rest.size()));
        if (line.ends_with('\r')) line.remove_suffix(1);
        if (line.find_first_not_of(" \t") == line.npos) {
          writer.end_block();
          is_open = false;
          continue;
        }
        if (std::exchange(is_open, true)) {
          writer.line_break();
        } else {
          writer.begin_paragraph();
        }
        writer.text(line);
      }
      writer.end_block();
      return;
    }
    std::string html = text(folder, "1013", most);
    if (html.empty()) {
      if (const auto bytes = stream(folder, "1013", "0102", most))
        html = html_source(*bytes, "", context_.options.encoding_tables).value_or("");
    }
    if (!html.empty()) {
      HtmlMarkdown markdown(writer, *this);
      markdown.read(html);
      hidden_count_ += markdown.hidden_count();
    } else if (file_.find(std::string(folder) + "__substg1.0_10090102") != nullptr) {
      add_to(warnings_, {"the text of the message is there as RTF only, which is not read"});
    }
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
  std::vector<std::string> warnings_;
};

}  // namespace

Result<ToolResult> read_msg(const ReadContext& context) {
  if (starts_with(context.bytes, "!BDN"))
    return fail(ErrorCode::kUnsupportedFormat, "Outlook mail folders (.pst) are not read");
  LECTERN_TRY(const CompoundFile file, CompoundFile::open(context.bytes));
  return OutlookMessage(context, file).read();
}

}  // namespace lectern
