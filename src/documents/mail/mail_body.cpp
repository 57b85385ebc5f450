#include "documents/mail/mail_body.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "base/format.h"
#include "documents/html/html_text.h"

namespace lectern {
namespace {

constexpr int kMaxMailDepth = 20;
constexpr std::uint64_t kMaxParts = 5'000;

/// "<abc@x>" without its brackets.
std::string bare_id(std::string_view id) {
  if (id.starts_with('<')) id.remove_prefix(1);
  return std::string(id.substr(0, id.find('>')));
}

bool is_line_start(std::string_view text, std::size_t at) {
  return at == 0 || text[at - 1] == '\n';
}

/// The next line that begins with the boundary; npos when there is none.
std::size_t find_boundary(std::string_view text, std::string_view boundary, std::size_t from) {
  for (std::size_t at = text.find(boundary, from); at != text.npos;
       at = text.find(boundary, at + 1)) {
    if (!is_line_start(text, at)) continue;
    std::string_view rest = text.substr(at + boundary.size());
    if (rest.starts_with("--")) rest.remove_prefix(2);
    const std::size_t first = rest.find_first_not_of(" \t");
    if (first == rest.npos || rest[first] == '\n' || rest[first] == '\r') return at;
  }
  return text.npos;
}

std::string_view without_line_end(std::string_view text) {
  if (text.ends_with('\n')) text.remove_suffix(1);
  if (text.ends_with('\r')) text.remove_suffix(1);
  return text;
}

}  // namespace

std::string transfer_decoded(std::string_view body, std::string_view encoding) {
  if (encoding == "base64") return mail_base64(body);
  if (encoding == "quoted-printable") return quoted_printable(body, false);
  if (encoding == "x-uuencode" || encoding == "uuencode" || encoding == "x-uue") {
    const std::size_t begin = body.find("begin ");
    if (begin != body.npos) return uudecoded(body.substr(begin));
  }
  return std::string(body);
}

std::string MailPictures::add(std::string_view body, std::string_view encoding) {
  entries_.push_back({body, std::string(encoding)});
  return compose({"part:{}", entries_.size() - 1});
}

Result<ByteVector> MailPictures::picture(std::string_view key, std::uint64_t max_bytes,
                                         bool whole) {
  std::size_t place = 0;
  key.remove_prefix(std::min<std::size_t>(key.size(), 5));
  std::from_chars(key.data(), key.data() + key.size(), place);
  if (place >= entries_.size()) return fail(ErrorCode::kCorruptDocument, "it is not in the mail");
  const Entry& entry = entries_[place];
  if (whole && entry.body.size() / 2 > max_bytes)
    return fail(ErrorCode::kLimitExceeded, {"it has more than {}", human_size(max_bytes)});
  // Enough for the start, in any encoding.
  const std::string_view body =
      whole ? entry.body
            : entry.body.substr(0, static_cast<std::size_t>(
                                       std::min<std::uint64_t>(entry.body.size(), max_bytes * 4)));
  const std::string bytes = transfer_decoded(body, entry.encoding);
  const ByteSpan span = as_bytes(std::string_view(bytes));
  return ByteVector(span.begin(), span.end());
}

MailWriter::Part MailWriter::part_of(ByteSpan bytes, std::string_view default_type) {
  Part part;
  part.bytes = bytes;
  part.head = read_mail_head(bytes);
  const EncodingTables& tables = options_.encoding_tables;
  part.type = mail_value(part.head.value("content-type"), tables);
  if (part.type.value.find('/') == std::string::npos) part.type.value = default_type;
  part.body = as_chars(bytes).substr(std::min(part.head.body, bytes.size()));
  part.encoding = mail_value(part.head.value("content-transfer-encoding"), tables).value;
  const MailValue disposition = mail_value(part.head.value("content-disposition"), tables);
  part.name = disposition.parameter("filename");
  if (part.name.empty()) part.name = part.type.parameter("name");
  part.is_attachment = disposition.value == "attachment";
  return part;
}

std::vector<MailWriter::Part> MailWriter::parts_of(const Part& part) {
  std::vector<Part> parts;
  const std::string boundary = "--" + std::string(part.type.parameter("boundary"));
  if (boundary.size() == 2) return parts;
  const std::string_view default_type =
      part.type.value == "multipart/digest" ? "message/rfc822" : "text/plain";
  std::size_t at = find_boundary(part.body, boundary, 0);
  while (at != part.body.npos && ++part_count_ <= kMaxParts) {
    const std::string_view after = part.body.substr(at + boundary.size());
    if (after.starts_with("--")) break;
    const std::size_t line_end = part.body.find('\n', at);
    if (line_end == part.body.npos) break;
    const std::size_t end = find_boundary(part.body, boundary, line_end + 1);
    std::string_view piece =
        part.body.substr(line_end + 1, end == part.body.npos ? part.body.npos : end - line_end - 1);
    if (end != part.body.npos) piece = without_line_end(piece);
    parts.push_back(part_of(as_bytes(piece), default_type));
    at = end;
  }
  return parts;
}

void MailWriter::write_message(ByteSpan message, int depth) {
  const Part part = part_of(message, "text/plain");
  const EncodingTables& tables = options_.encoding_tables;
  const std::string subject = mail_text(part.head.value("subject"), tables);
  std::vector<std::string> outer = std::exchange(attachments_, {});
  if (depth == 0) {
    subject_ = subject;
    from_ = mail_text(part.head.value("from"), tables);
  }
  writer_.begin_heading(static_cast<unsigned>(std::min(depth + 1, 6)));
  writer_.text(subject.empty() ? std::string_view("(no subject)") : std::string_view(subject));
  writer_.begin_paragraph();
  bool is_first = true;
  constexpr std::pair<std::string_view, std::string_view> kShown[] = {
      {"from", "From"}, {"sender", "Sender"},     {"to", "To"},    {"cc", "Cc"},
      {"bcc", "Bcc"},   {"reply-to", "Reply-To"}, {"date", "Date"}};
  for (const auto& [name, label] : kShown) {
    std::string shown;
    for (const MailField& field : part.head.fields) {
      if (field.name != name) continue;
      if (!shown.empty()) shown += ", ";
      shown += mail_text(field.value, tables);
    }
    if (shown.empty()) continue;
    if (name == "sender" && shown == mail_text(part.head.value("from"), tables)) continue;
    if (!is_first) writer_.line_break();
    is_first = false;
    writer_.text(compose({"{}: {}", label, shown}));
  }
  writer_.end_block();
  write_part(part, depth);
  if (!attachments_.empty()) {
    writer_.note_block("Attachments:");
    for (const std::string& line : attachments_) {
      writer_.begin_item(0, "");
      writer_.raw(line);
    }
    writer_.end_block();
  }
  attachments_ = std::move(outer);
}

void MailWriter::write_part(const Part& part, int depth) {
  const std::string& type = part.type.value;
  if (depth > kMaxMailDepth || part_count_ > kMaxParts) {
    add_to(warnings_,
           {"parts of the mail nest deeper than {} or are more than {}: some are left out",
            kMaxMailDepth, kMaxParts});
    return;
  }
  if (type.starts_with("multipart/")) return write_multipart(part, depth);
  if (type == "message/rfc822" || type == "message/global") {
    writer_.note_block("[Attached message:]");
    if (!part.name.empty()) list_attachment(part.name, type, part.body.size(), "");
    if (part.encoding == "base64" || part.encoding == "quoted-printable") {
      // Its pictures would outlive what is decoded here.
      const std::string inner = transfer_decoded(part.body, part.encoding);
      MailPictures none;
      DocumentPictures pictures(none, options_);
      MailWriter nested(writer_, options_, none, pictures);
      nested.write_message(as_bytes(std::string_view(inner)), depth + 1);
      attachment_count_ += nested.attachment_count();
      return;
    }
    return write_message(as_bytes(part.body), depth + 1);
  }
  const bool is_text =
      type.starts_with("text/") || type.starts_with("message/") || type == "application/xhtml+xml";
  const bool is_inline_text = is_text && !part.is_attachment &&
                              (part.name.empty() || type == "text/plain" || type == "text/html");
  if (is_inline_text) return write_text(part);
  add_attachment(part);
}

void MailWriter::write_multipart(const Part& part, int depth) {
  const std::vector<Part> parts = parts_of(part);
  if (parts.empty()) {
    if (part.body.find_first_not_of(" \t\r\n") == part.body.npos) return;
    add_to(warnings_, {"the parts of the mail cannot be told apart: its body is shown as it is"});
    const auto text = guessed_text(as_bytes(part.body), "", options_.encoding_tables);
    if (text) write_plain(*text, false, false);
    return;
  }
  for (const Part& one : parts) {
    if (!one.type.value.starts_with("image/")) continue;
    const std::string key = source_.add(one.body, one.encoding);
    if (const std::string id = bare_id(one.head.value("content-id")); !id.empty())
      by_id_.emplace("cid:" + id, key);
    if (const std::string_view place = one.head.value("content-location"); !place.empty())
      by_id_.emplace(std::string(place), key);
  }
  if (part.type.value == "multipart/alternative") return write_alternative(parts, depth);
  for (const Part& one : parts) {
    if (one.type.value == "application/pgp-signature" ||
        one.type.value == "application/pkcs7-signature" ||
        one.type.value == "application/x-pkcs7-signature")
      writer_.note_block("(signed; not verified)");
    write_part(one, depth + 1);
  }
}

bool MailWriter::is_blank_text(const Part& part) {
  return transfer_decoded(part.body, part.encoding).find_first_not_of(" \t\r\n\xC2\xA0") ==
         std::string::npos;
}

/// Plain text is the best, unless it is empty; then what comes last.
void MailWriter::write_alternative(const std::vector<Part>& parts, int depth) {
  const Part* best = nullptr;
  for (const Part& part : parts) {
    if (part.type.value == "text/plain" && !part.is_attachment && !is_blank_text(part) &&
        best == nullptr)
      best = &part;
  }
  for (auto part = parts.rbegin(); best == nullptr && part != parts.rend(); ++part) {
    const std::string& type = part->type.value;
    if (type.starts_with("text/html") || type.starts_with("multipart/") ||
        type.starts_with("text/enriched") || type == "text/richtext")
      best = &*part;
  }
  if (best == nullptr && !parts.empty()) best = &parts.back();
  for (const Part& part : parts) {
    const std::string& type = part.type.value;
    if (&part == best) {
      write_part(part, depth + 1);
    } else if (type.starts_with("multipart/")) {
      // Files that came with the other form.
      for (const Part& inner : parts_of(part)) {
        if (!inner.type.value.starts_with("text/") && !inner.type.value.starts_with("multipart/"))
          add_attachment(inner);
      }
    } else if (!type.starts_with("text/") || part.is_attachment || type == "text/calendar") {
      add_attachment(part);
    }
  }
}

void MailWriter::write_text(const Part& part) {
  const std::string bytes = transfer_decoded(part.body, part.encoding);
  const std::string_view charset = part.type.parameter("charset");
  const EncodingTables& tables = options_.encoding_tables;
  const std::string& type = part.type.value;
  if (type == "text/html" || type == "application/xhtml+xml") {
    const auto html = html_source(as_bytes(std::string_view(bytes)), charset, tables);
    if (!html) return add_to(warnings_, {"the mail's text: {}", html.error().message});
    HtmlMarkdown markdown(writer_, *this);
    markdown.read(*html);
    hidden_count_ += markdown.hidden_count();
    return;
  }
  const auto text = guessed_text(as_bytes(std::string_view(bytes)), charset, tables);
  if (!text) return add_to(warnings_, {"the mail's text: {}", text.error().message});
  if (type == "text/calendar" || type == "text/vcard" || type == "text/x-vcard") {
    writer_.code_block(*text);
    return;
  }
  const bool is_flowed = ascii_lower(part.type.parameter("format")) == "flowed";
  write_plain(*text, is_flowed, ascii_lower(part.type.parameter("delsp")) == "yes");
}

/// Lines of a plain text: blank ones divide paragraphs, quoted ones are quotes. Files in uuencode
/// between them are attachments.
void MailWriter::write_plain(std::string_view text, bool is_flowed, bool drops_space) {
  enum class In : std::uint8_t { kNothing, kText, kQuote };
  In in = In::kNothing;
  bool joins = false;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    if (line.starts_with("begin ") && line.size() > 10 && line[6] >= '0' && line[6] <= '7') {
      const std::size_t stop = text.find("\nend");
      const std::string bytes = stop == text.npos ? std::string() : uudecoded(text);
      if (!bytes.empty()) {
        std::string_view name = line.substr(10);
        while (name.starts_with(' ')) name.remove_prefix(1);
        list_attachment(without_line_end(name), "uuencode", bytes.size(), "");
        text.remove_prefix(stop + 4);
        continue;
      }
    }
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.find_first_not_of(" \t\xC2\xA0") == line.npos) {
      writer_.end_block();
      in = In::kNothing;
      joins = false;
      continue;
    }
    const bool is_quote = line.starts_with('>');
    if (is_quote) {
      line.remove_prefix(1);
      if (line.starts_with(' ')) line.remove_prefix(1);
    } else if (is_flowed && line.starts_with(' ')) {
      line.remove_prefix(1);
    }
    const In next = is_quote ? In::kQuote : In::kText;
    if (next != in) {
      if (is_quote) {
        writer_.begin_quote();
      } else {
        writer_.begin_paragraph();
      }
      in = next;
    } else if (!joins) {
      writer_.line_break();
    }
    joins = is_flowed && line.ends_with(' ') && line != "-- ";
    if (joins && drops_space) line.remove_suffix(1);
    writer_.text(line);
  }
  writer_.end_block();
}

void MailWriter::add_attachment(const Part& part) {
  const std::uint64_t size = transfer_decoded(part.body, part.encoding).size();
  std::string mark;
  if (part.type.value.starts_with("image/"))
    mark = pictures_.mark(source_.add(part.body, part.encoding), "");
  list_attachment(part.name, part.type.value, size, mark);
}

void MailWriter::list_attachment(std::string_view name, std::string_view type, std::uint64_t size,
                                 std::string_view mark) {
  ++attachment_count_;
  std::string line = name.empty() ? std::string("(no name)") : MarkdownWriter::escaped(name);
  append_to(line, {", {}, {}", MarkdownWriter::escaped(type), human_size(size)});
  if (!mark.empty()) append_to(line, {" {}", mark});
  attachments_.push_back(std::move(line));
}

std::string MailWriter::picture(std::string_view source, std::string_view alt) {
  const auto found = by_id_.find(source);
  return found == by_id_.end() ? HtmlHost::picture(source, alt)
                               : pictures_.mark(found->second, alt);
}

}  // namespace lectern
