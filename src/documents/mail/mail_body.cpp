#include "documents/mail/mail_body.h"

#include <algorithm>
#include <utility>

#include "base/format.h"
#include "documents/html/html_text.h"
#include "documents/mail/mail_scan.h"
#include "documents/mail/outlook_body.h"
#include "documents/mail/signed_mail.h"
#include "documents/mail/tnef.h"
#include "documents/markdown/escape.h"

namespace lectern {
namespace {

/// "<abc@x>" without its brackets.
std::string bare_id(std::string_view id) {
  if (id.starts_with('<')) id.remove_prefix(1);
  return std::string(id.substr(0, id.find('>')));
}

/// Takes Markdown as it is.
class TnefText final : public MarkdownSink {
 public:
  void append(std::string_view lines) override { text += lines; }
  void heading(unsigned, std::string_view) override {}
  std::string text;
};

/// What tells whether two forms of a text say the same.
std::string letters_of(std::string_view text) {
  std::string letters;
  for (const char c : text) {
    const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                           (c >= '0' && c <= '9') || static_cast<unsigned char>(c) >= 0x80;
    if (is_letter) letters += c;
  }
  return letters;
}

/// The lines up to a blank one, a quote or a file, when one behind the first is indented: code,
/// patches, tables whose columns are blanks. Else nothing.
std::string_view indented_lines(std::string_view text) {
  bool is_indented = false;
  std::size_t at = 0;
  while (at < text.size()) {
    const std::string_view line = text.substr(at, text.find('\n', at) - at);
    const bool is_blank = line.find_first_not_of(" \t\r") == line.npos;
    if (is_blank || line.starts_with('>') || !uuencoded_file(text.substr(at)).text.empty()) break;
    is_indented |= at > 0 && (line.starts_with("  ") || line.starts_with('\t'));
    at = std::min(at + line.size() + 1, text.size());
  }
  return is_indented ? text.substr(0, at) : std::string_view();
}

}  // namespace

std::string code_span(std::string_view text) {
  const std::string line = single_line(text);
  return line.find('`') == line.npos ? "`" + line + "`" : "`` " + line + " ``";
}

std::string attachments_heading(std::string_view path) {
  while (path.ends_with('/')) path.remove_suffix(1);
  return compose({"Attachments (read one as {}):", code_span(std::string(path) + "/NAME")});
}

void MailWriter::write_head(const MailPart& part, std::string_view subject, int depth) {
  const EncodingTables& tables = options_.encoding_tables;
  writer_.begin_heading(static_cast<unsigned>(std::min(depth + 1, 6)));
  writer_.text(subject.empty() ? std::string_view("(no subject)") : subject);
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
}

void MailWriter::write_message(ByteSpan message, int depth, bool has_head) {
  const EncodingTables& tables = options_.encoding_tables;
  const MailPart part = mail_part(message, "text/plain", tables);
  const MailFiles files(part, tables, room_, work_, depth > 0);
  const MailFiles* outer_files = std::exchange(files_, &files);
  std::set<std::string> outer_texts = std::exchange(texts_, {});
  const std::string subject = mail_text(part.head.value("subject"), tables);
  std::vector<std::string> outer = std::exchange(attachments_, {});
  if (depth == 0 && has_head) {
    subject_ = subject;
    from_ = mail_text(part.head.value("from"), tables);
  }
  if (has_head) write_head(part, subject, depth);
  outside_ += part.head.skipped_bytes;
  write_part(part, depth);
  if (!attachments_.empty()) {
    writer_.note_block(attachments_heading(path_));
    for (const std::string& line : attachments_) {
      writer_.begin_item(0, "");
      writer_.raw(line);
    }
    writer_.end_block();
  }
  attachments_ = std::move(outer);
  files_ = outer_files;
  texts_ = std::move(outer_texts);
}

std::vector<std::string>& MailWriter::warnings() {
  if (const std::uint64_t outside = std::exchange(outside_, 0); outside > 0)
    add_to(warnings_, {"{byte} before the parts of the mail or behind them are left out, as mail "
                       "programs leave them out",
                       outside});
  return warnings_;
}

void MailWriter::warn_of_parts() {
  if (std::exchange(lacks_parts_, true)) return;
  add_to(warnings_, {"parts of the mail nest deeper than {} or are more than {}: some are left out",
                     kMaxMailDepth, kMaxMailParts});
}

void MailWriter::write_part(const MailPart& part, int depth) {
  const std::string& type = part.type.value;
  if (part.head.is_cut && !std::exchange(lacks_fields_, true))
    add_to(
        warnings_,
        "a head of the mail has more fields than are read, or longer ones: the rest is left out");
  if (depth > kMaxMailDepth) return warn_of_parts();
  if (type.starts_with("multipart/")) {
    if (part_count_ > kMaxMailParts) return warn_of_parts();
    return write_multipart(part, depth);
  }
  if (part.is_message()) {
    const std::string name(files_->name_of(part.body));
    writer_.note_block("[Attached message:]");
    if (!part.name.empty()) list_attachment(name, type, part.body.size(), "");
    if (part.encoding == "base64" || part.encoding == "quoted-printable") {
      if (!has_room(part.body.size(), 2)) return leave_out(too_long(part.body.size()));
      return write_inner(transfer_decoded(part.body, part.encoding), name, depth + 1, true);
    }
    const std::string outer = std::exchange(path_, compose({"{}/{}", path_, name}));
    write_message(as_bytes(part.body), depth + 1, true);
    path_ = outer;
    return;
  }
  if (is_smime(type) && write_signed(part, depth)) return;
  if (part.is_inline_text()) return write_text(part);
  add_attachment(part);
}

/// A message that stands nowhere in the file as it is.
void MailWriter::write_inner(const std::string& message, std::string_view name, int depth,
                             bool has_head) {
  WorkBudget left = work_;
  const Result<void> paid =
      left.spend("the encoded words of the mail", count_encoded_words(message), kEncodedWordWork);
  if (!paid) return leave_out(paid.error());
  work_ = left;
  // Its pictures would outlive what is decoded here.
  MailPictures none;
  DocumentPictures pictures(none, options_);
  MailWriter nested(writer_, context_, none, pictures, compose({"{}/{}", path_, name}), &work_);
  nested.room_ = room_ - std::min<std::uint64_t>(room_, message.size());
  std::string room;
  nested.write_message(with_line_feeds(as_bytes(std::string_view(message)), room), depth, has_head);
  attachment_count_ += nested.attachment_count();
  hidden_count_ += nested.hidden_count();
  for (std::string& warning : nested.warnings()) warnings_.push_back(std::move(warning));
}

/// What S/MIME has wrapped. \returns false when it cannot be read.
bool MailWriter::write_signed(const MailPart& part, int depth) {
  if (!has_room(part.body.size(), 3)) {
    leave_out(too_long(part.body.size()));
    return true;
  }
  const std::string bytes = transfer_decoded(part.body, part.encoding);
  const auto content = signed_content(as_bytes(std::string_view(bytes)));
  if (!content) {
    writer_.note_block("(encrypted with S/MIME: what it holds cannot be read)");
    return false;
  }
  writer_.note_block("(signed with S/MIME; not verified)");
  write_inner(*content, files_->name_of(part.body), depth + 1, false);
  return true;
}

void MailWriter::write_multipart(const MailPart& part, int depth) {
  MailDivision room;
  const MailDivision& division = files_->parts(part, part_count_, room);
  const std::vector<MailPart>& parts = division.parts;
  if (part_count_ > kMaxMailParts) warn_of_parts();
  if (division.is_open && depth == 0)
    add_to(warnings_, {"the last part of the mail has no end: the mail may be cut off"});
  if (parts.empty()) {
    if (part.body.find_first_not_of(" \t\r\n") == part.body.npos) return;
    add_to(warnings_, {"the parts of the mail cannot be told apart: its body is shown as it is"});
    MailPart whole = part;
    whole.encoding.clear();
    whole.type = {};
    const auto text = text_of(whole, false);
    if (!text) return leave_out(text.error());
    if (!takes_text(*text, '\n')) return;
    write_plain(*text, part.body, false, false);
    return;
  }
  outside_ += division.outside;
  for (const MailPart& one : parts) {
    if (!one.type.value.starts_with("image/")) continue;
    const std::string key = source_.add(one.body, one.encoding);
    if (const std::string id = bare_id(one.head.value("content-id")); !id.empty())
      by_id_.emplace("cid:" + id, key);
    if (const std::string_view place = one.head.value("content-location"); !place.empty())
      by_id_.emplace(std::string(place), key);
  }
  if (part.type.value == "multipart/alternative") return write_alternative(parts, depth);
  for (const MailPart& one : parts) {
    const std::string& type = one.type.value;
    if (type == "application/pgp-signature") writer_.note_block("(signed with PGP; not verified)");
    if (type == "application/pkcs7-signature" || type == "application/x-pkcs7-signature")
      writer_.note_block("(signed with S/MIME; not verified)");
    if (type == "application/pgp-encrypted")
      writer_.note_block("(encrypted with PGP: what it holds cannot be read)");
    write_part(one, depth + 1);
  }
}

bool MailWriter::is_blank_text(const MailPart& part) const {
  if (!has_room(part.body.size(), 1)) return false;
  return transfer_decoded(part.body, part.encoding).find_first_not_of(" \t\r\n\xC2\xA0") ==
         std::string::npos;
}

/// Plain text is the best, unless it is empty; then what comes last.
void MailWriter::write_alternative(const std::vector<MailPart>& parts, int depth) {
  const MailPart* best = nullptr;
  for (const MailPart& part : parts) {
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
  if (best == nullptr) return;
  write_part(*best, depth + 1);
  // Each form is compared with all of the best one.
  constexpr int kMostCompared = 8;
  int compared = 0;
  for (const MailPart& part : parts) {
    if (&part == best) continue;
    if (++compared > kMostCompared) {
      write_part(part, depth + 1);
    } else {
      write_other_form(part, *best, depth);
    }
  }
}

/// What stands in a part and the parts in it, and whether it can be compared with another form.
void MailWriter::find_leaves(const MailPart& part, int depth, Form& form) {
  const std::string& type = part.type.value;
  if (type == "multipart/alternative" || depth > kMaxMailDepth) {
    form.is_comparable = false;
  } else if (type.starts_with("multipart/")) {
    MailDivision room;
    for (const MailPart& inner : files_->parts(part, part_count_, room).parts)
      find_leaves(inner, depth + 1, form);
  } else if (part.is_inline_text() && type != "text/calendar" && !part.is_message()) {
    const std::string_view name = files_->name_of(part.body);
    if (name.empty()) form.has_path = false;
    if (form.name.empty()) form.name = name;
    if (form.type.empty()) form.type = type;
    if (!add_words(part, form.words)) form.is_comparable = false;
  } else {
    form.files.push_back(part);
  }
}

/// \returns false when there is no work or room left for it.
bool MailWriter::add_words(const MailPart& part, MailWords& words) {
  // Beside the other form's.
  constexpr unsigned kCompared = 8;
  if (!has_room(part.body.size(), kCompared)) return false;
  const bool is_plain = part.type.value == "text/plain";
  const auto text = text_of(part, !is_plain);
  if (!text) return text.error().code != ErrorCode::kLimitExceeded;
  if (!pay_for_text(*text, is_plain ? '\n' : '<')) return false;
  if (is_plain) {
    words.add_plain(*text);
  } else {
    words.add_page(*text);
  }
  return true;
}

/// Another form of a text stays unsaid where it says the same. One with other words is shown; one
/// with a few of them, or with other links, is named.
void MailWriter::write_other_form(const MailPart& part, const MailPart& best, int depth) {
  Form form;
  find_leaves(part, depth, form);
  bool is_shown = !form.is_comparable;
  if (form.is_comparable && form.words.count() > 0) {
    Form shown;
    find_leaves(best, depth, shown);
    FormDifference difference(form.words, shown.words, form.type);
    is_shown = difference.is_other || (!form.has_path && difference.has_words);
    if (!is_shown && !difference.note.empty())
      append_to(difference.note, {"; read it as {}", code_span(path_ + "/" + form.name)});
    write_difference(writer_, difference, warnings_);
  }
  if (is_shown) return write_part(part, depth + 1);
  for (const MailPart& file : form.files) add_attachment(file);
}

void MailWriter::write_text(const MailPart& part) {
  const bool is_encoded = part.encoding == "base64";
  const std::string_view behind = is_encoded ? text_behind_base64(part.body) : std::string_view();
  if (!behind.empty()) {
    MailPart encoded = part;
    encoded.body.remove_suffix(behind.size());
    write_text(encoded);
    encoded.body = behind;
    encoded.encoding.clear();
    encoded.type = {};
    const auto text = text_of(encoded, false);
    if (!text) return leave_out(text.error());
    if (!takes_text(*text, '\n')) return;
    write_plain(*text, part.body, false, false);
    return;
  }
  const std::string& type = part.type.value;
  if (is_encoded && !is_base64(part.body))
    add_to(warnings_, {"the mail's text is not all base64, as it says: it is damaged, or other "
                       "text stands in it"});
  if (type == "text/html" || type == "application/xhtml+xml") {
    const auto html = text_of(part, true);
    if (!html) return leave_out(html.error());
    if (!takes_text(*html, '<')) return;
    HtmlMarkdown markdown(writer_, *this);
    markdown.read(*html);
    hidden_count_ += markdown.hidden_count();
    return;
  }
  const auto text = text_of(part, false);
  if (!text) return leave_out(text.error());
  if (type == "text/calendar" || type == "text/vcard" || type == "text/x-vcard") {
    writer_.code_block(*text);
    return;
  }
  if (!takes_text(*text, '\n')) return;
  // A long one costs more than to show it twice where Outlook has wrapped it again.
  constexpr std::size_t kMostCompared = std::size_t{8} << 20;
  if (text->size() <= kMostCompared) texts_.insert(letters_of(*text));
  const bool is_flowed = ascii_lower(part.type.parameter("format")) == "flowed";
  write_plain(*text, part.body, is_flowed, ascii_lower(part.type.parameter("delsp")) == "yes");
}

/// Lines of a plain text: blank ones divide paragraphs, quoted ones are quotes, what is indented
/// stays as it is. Files in uuencode between them are attachments.
void MailWriter::write_plain(std::string_view text, std::string_view body, bool is_flowed,
                             bool drops_space) {
  unsigned uuencoded = 0;
  enum class In : std::uint8_t { kNothing, kText, kQuote };
  In in = In::kNothing;
  bool joins = false;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    if (const UuencodedFile file = uuencoded_file(text); !file.text.empty()) {
      const std::string_view name = files_->name_of(body, ++uuencoded);
      list_attachment(name.empty() ? file.name : name, "uuencode", uudecoded(file.text).size(), "");
      text.remove_prefix(file.text.size());
      continue;
    }
    const bool may_be_indented = in != In::kText && !is_flowed;
    if (const std::string_view lines = may_be_indented ? indented_lines(text) : std::string_view();
        !lines.empty()) {
      writer_.end_block();
      writer_.code_block(lines);
      text.remove_prefix(lines.size());
      in = In::kNothing;
      continue;
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

/// What Outlook has wrapped: its text, unless the mail has the same, and its files.
bool MailWriter::write_tnef(const MailPart& part) {
  const std::string& type = part.type.value;
  if (type != "application/ms-tnef" && type != "application/vnd.ms-tnef" &&
      ascii_lower(part.name) != "winmail.dat")
    return false;
  // Its texts are copies.
  if (!has_room(part.body.size(), 2)) {
    leave_out(too_long(part.body.size()));
    return false;
  }
  const std::string bytes = transfer_decoded(part.body, part.encoding);
  auto message = read_tnef_message(as_bytes(std::string_view(bytes)), options_.encoding_tables);
  const std::string name(files_->name_of(part.body));
  if (!message) {
    add_to(warnings_, {"{}: {}", name, message.error().message});
    return false;
  }
  if (!message->damage.empty()) add_to(warnings_, {"{}: {}", name, message->damage});
  TnefText text;
  MarkdownWriter writer(text);
  const ByteSpan rtf = message->compressed_rtf;
  hidden_count_ += write_outlook_body(
      writer, context_, *this, {message->plain, message->html, ByteVector(rtf.begin(), rtf.end())},
      work_, warnings_);
  writer.finish();
  const std::string letters = letters_of(text.text);
  if (!letters.empty() && !texts_.contains(letters)) {
    while (text.text.ends_with('\n')) text.text.pop_back();
    writer_.note_block(text.text);
  }
  for (const TnefFile& file : message->files) {
    list_attachment(compose({"{}/{}", name, file.name}),
                    file.type.empty() ? std::string_view("file") : std::string_view(file.type),
                    file.data.size(), "");
  }
  return true;
}

void MailWriter::add_attachment(const MailPart& part) {
  if (write_tnef(part)) return;
  const std::uint64_t size = part.decoded_size();
  std::string mark;
  if (part.type.value.starts_with("image/"))
    mark = pictures_.mark(source_.add(part.body, part.encoding), "");
  list_attachment(files_->name_of(part.body), part.type.value, size, mark);
}

void MailWriter::list_attachment(std::string_view name, std::string_view type, std::uint64_t size,
                                 std::string_view mark) {
  ++attachment_count_;
  std::string line = name.empty() ? std::string("(no name)") : code_span(name);
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
