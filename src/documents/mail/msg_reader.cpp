#include "documents/mail/msg_reader.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/format.h"
#include "documents/document_page.h"
#include "documents/html/html_markdown.h"
#include "documents/html/html_text.h"
#include "package/compound.h"

namespace lectern {
namespace {

constexpr std::uint64_t kMaxMsgField = std::uint64_t{1} << 20;
constexpr std::size_t kMaxMsgAttachments = 5'000;

class OutlookMessage final : HtmlHost {
 public:
  OutlookMessage(const ReadContext& context, const CompoundFile& file)
      : context_(context), file_(file) {}

  Result<ToolResult> read() {
    DocumentPage page(context_);
    MarkdownWriter writer(page);
    const std::string subject = text("", "0037");
    std::string from = text("", "0C1A");
    std::string address = text("", "5D01");
    if (address.empty()) address = text("", "0C1F");
    if (!address.empty() && address != from)
      from = from.empty() ? address : from + " <" + address + ">";
    writer.begin_heading(1);
    writer.text(subject.empty() ? std::string_view("(no subject)") : std::string_view(subject));
    writer.begin_paragraph();
    bool is_first = true;
    const auto field = [&](std::string_view label, const std::string& value) {
      if (value.empty()) return;
      if (!std::exchange(is_first, false)) writer.line_break();
      writer.text(compose({"{}: {}", label, value}));
    };
    field("From", from);
    field("To", text("", "0E04"));
    field("Cc", text("", "0E03"));
    field("Bcc", text("", "0E02"));
    write_body(writer);
    list_attachments(writer);
    writer.finish();
    DocumentInfo info;
    info.kind = DocumentKind::kMail;
    info.mail_count = 1;
    info.attachment_count = attachment_count_;
    if (!subject.empty()) info.title = subject;
    if (!from.empty()) info.author = std::move(from);
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

  /// A property that is a text, in UTF-16 or in a code page.
  std::string text(std::string_view folder, std::string_view property,
                   std::uint64_t most = kMaxMsgField) {
    std::string value;
    if (const auto wide = stream(folder, property, "001F", most)) {
      value =
          decoded_text(*wide, Encoding::kUtf16Le, context_.options.encoding_tables).value_or("");
    } else if (const auto narrow = stream(folder, property, "001E", most)) {
      value = guessed_text(*narrow, "", context_.options.encoding_tables).value_or("");
    }
    while (value.ends_with('\0')) value.pop_back();
    return value;
  }

  void write_body(MarkdownWriter& writer) {
    const std::uint64_t most = context_.options.limits.max_decoded_bytes;
    const std::string plain = text("", "1000", most);
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
    std::string html = text("", "1013", most);
    if (html.empty()) {
      if (const auto bytes = stream("", "1013", "0102", most))
        html = html_source(*bytes, "", context_.options.encoding_tables).value_or("");
    }
    if (!html.empty()) {
      HtmlMarkdown markdown(writer, *this);
      markdown.read(html);
      hidden_count_ = markdown.hidden_count();
    } else if (file_.find("__substg1.0_10090102") != nullptr) {
      add_to(warnings_, {"the text of the message is there as RTF only, which is not read"});
    }
  }

  void list_attachments(MarkdownWriter& writer) {
    for (const CompoundEntry& entry : file_.entries()) {
      if (!entry.is_storage || !entry.path.starts_with("__attach_version1.0_") ||
          entry.path.find('/') != entry.path.npos || attachment_count_ >= kMaxMsgAttachments)
        continue;
      if (attachment_count_++ == 0) writer.note_block("Attachments:");
      const std::string folder = entry.path + "/";
      std::string name = text(folder, "3707");
      if (name.empty()) name = text(folder, "3704");
      if (name.empty()) name = text(folder, "3001");
      std::string line = name.empty() ? std::string("(no name)") : MarkdownWriter::escaped(name);
      if (const std::string type = text(folder, "370E"); !type.empty())
        append_to(line, {", {}", MarkdownWriter::escaped(type)});
      if (const CompoundEntry* data = file_.find(folder + "__substg1.0_37010102"))
        append_to(line, {", {}", human_size(data->size_bytes)});
      writer.begin_item(0, "");
      writer.raw(line);
    }
    writer.end_block();
  }

  const ReadContext& context_;
  const CompoundFile& file_;
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
