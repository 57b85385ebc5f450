#include "documents/mail/mail_parts.h"

#include <algorithm>

#include "base/message.h"
#include "documents/mail/mail_scan.h"
#include "documents/mail/signed_mail.h"
#include "package/member_name.h"
#include "text/utf8.h"

namespace lectern {
namespace {

constexpr std::size_t kMaxFileNameBytes = 240;
constexpr unsigned kMaxUuencoded = 1'000;

/// "text/plain": two names of RFC 6838. What is none is not shown, nor looked at.
bool is_media_type(std::string_view type) {
  const std::size_t slash = type.find('/');
  if (slash == type.npos || slash == 0 || slash + 1 == type.size()) return false;
  const auto is_of_name = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ||
           std::string_view("!#$&-^_.+").find(c) != std::string_view::npos;
  };
  const std::string_view subtype = type.substr(slash + 1);
  return std::all_of(type.begin(), type.begin() + static_cast<std::ptrdiff_t>(slash), is_of_name) &&
         std::all_of(subtype.begin(), subtype.end(), is_of_name);
}

bool is_line_start(std::string_view text, std::size_t at) {
  return at == 0 || text[at - 1] == '\n';
}

/// Whether the boundary that begins at `at` is all of its line.
bool is_boundary_line(std::string_view text, std::size_t at, std::string_view boundary) {
  if (!is_line_start(text, at) || !text.substr(at).starts_with(boundary)) return false;
  std::string_view rest = text.substr(at + boundary.size());
  if (rest.starts_with("--")) rest.remove_prefix(2);
  const std::size_t first = rest.find_first_not_of(" \t");
  return first == rest.npos || rest[first] == '\n' || rest[first] == '\r';
}

/// The next line that begins with the boundary, which begins with "--"; npos when there is none.
/// \param digits  grows by the digits of base64 before it.
std::size_t find_boundary(std::string_view text, std::string_view boundary, std::size_t from,
                          std::uint64_t& digits) {
  std::size_t at = find_dashes(text, from, digits);
  while (at != text.npos && !is_boundary_line(text, at, boundary))
    at = find_dashes(text, at + 1, digits);
  return at;
}

std::string_view without_line_end(std::string_view text) {
  if (text.ends_with('\n')) text.remove_suffix(1);
  if (text.ends_with('\r')) text.remove_suffix(1);
  return text;
}

/// How many bytes a text has without the blanks around it.
std::uint64_t text_bytes(std::string_view text) { return trimmed_view(text).size(); }

/// What programs write before the parts, for those who know none.
bool is_usual_preamble(std::string_view text) {
  constexpr std::string_view kUsual[] = {
      "This is a multi-part message in MIME format",
      "This is a multipart message in MIME format",
      "This is a message with multiple parts in MIME format",
      "This is a MIME-encapsulated message",
      "This is a cryptographically signed message in MIME format",
      "This is an S/MIME signed message",
      "This is an OpenPGP/MIME signed message (RFC 4880 and 3156)",
      "This is an OpenPGP/MIME signed message (RFC 2440 and 3156)",
      "This message is in MIME format",
      "This message is in MIME format. The first part should be readable text, while the remaining "
      "parts are likely unreadable without MIME-aware tools",
      "This message is in MIME format. Since your mail reader does not understand this format, "
      "some "
      "or all of this message may not be legible"};
  constexpr std::size_t kMost = 400;
  if (text.size() > kMost) return false;
  std::string words;
  for (const char c : text) {
    const bool is_blank = c == ' ' || c == '\t' || c == '\r' || c == '\n';
    if (!is_blank || !words.ends_with(' ')) words += is_blank ? ' ' : c;
  }
  while (words.ends_with('.')) words.pop_back();
  return std::find(std::begin(kUsual), std::end(kUsual), words) != std::end(kUsual);
}

/// Whether it has the characters of uuencode, and no more of them than it says. Blanks at its end
/// may have been lost, and an empty one is what is left of the last.
bool is_uuencoded_line(std::string_view line) {
  if (line.empty()) return true;
  const auto is_digit = [](char c) { return c >= ' ' && c <= '`'; };
  const std::size_t bytes = static_cast<unsigned>(line[0] - ' ') & 63U;
  // Some programs write a sum behind the digits.
  return line.size() <= (bytes + 2) / 3 * 4 + 2 && std::all_of(line.begin(), line.end(), is_digit);
}

/// "pdf" for "application/pdf": what a file without a name is called by.
std::string extension_for(std::string_view type) {
  if (type == "message/rfc822" || type == "message/global" || type.starts_with("multipart/"))
    return "eml";
  if (type == "text/calendar") return "ics";
  if (type == "text/plain") return "txt";
  if (type == "application/ms-tnef") return "dat";
  std::string_view subtype = type.substr(std::min(type.find('/'), type.size()));
  if (subtype.starts_with('/')) subtype.remove_prefix(1);
  if (subtype.starts_with("x-")) subtype.remove_prefix(2);
  subtype = subtype.substr(0, subtype.find('+'));
  const bool is_plain = !subtype.empty() && subtype.size() <= 5 &&
                        std::all_of(subtype.begin(), subtype.end(), [](char c) {
                          return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
                        });
  return is_plain ? std::string(subtype) : "bin";
}

/// One component of a path that shows as it is.
std::string safe_file_name(std::string_view name) {
  std::string safe;
  for (std::size_t at = 0; at < name.size();) {
    const std::size_t next = utf8_character_at(name, at).next;
    const std::string_view character = name.substr(at, next - at);
    at = next;
    if (safe.size() + character.size() > kMaxFileNameBytes) break;
    const bool is_plain = character == " " || character == "\"" ||
                          (character != "/" && character != "\\" && character != "`" &&
                           shown_name(character) == character);
    if (is_plain) {
      safe += character;
    } else {
      safe += '_';
    }
  }
  const std::size_t first = std::min(safe.find_first_not_of(' '), safe.size());
  safe.erase(0, first);
  while (safe.ends_with(' ')) safe.pop_back();
  if (safe.starts_with('"')) safe[0] = '_';
  if (safe == "." || safe == "..") safe = "_";
  return safe;
}

}  // namespace

bool MailPart::is_inline_text() const {
  const std::string& kind = type.value;
  const bool is_text =
      kind.starts_with("text/") || kind.starts_with("message/") || kind == "application/xhtml+xml";
  return is_text && !is_attachment && (name.empty() || kind == "text/plain" || kind == "text/html");
}

std::string transfer_decoded(std::string_view body, std::string_view encoding) {
  if (encoding == "base64") return mail_base64(body);
  if (encoding == "quoted-printable") return quoted_printable(body, false);
  if (encoding == "x-uuencode" || encoding == "uuencode" || encoding == "x-uue") {
    // With text around it, it is a file in a text.
    const std::string_view text = trimmed_view(body);
    if (!text.empty() && uuencoded_file(text).text.size() == text.size()) return uudecoded(text);
  }
  return std::string(body);
}

std::uint64_t transfer_decoded_size(std::string_view body, std::string_view encoding) {
  if (encoding == "base64") return mail_base64_size(body);
  // Most are as they are; nothing is copied to count them.
  const bool is_same =
      encoding.empty() || encoding == "7bit" || encoding == "8bit" || encoding == "binary";
  return is_same ? body.size() : transfer_decoded(body, encoding).size();
}

std::uint64_t MailPart::decoded_size() const {
  if (digits && encoding == "base64" && !has_inner_padding(body)) return base64_bytes(*digits);
  return transfer_decoded_size(body, encoding);
}

MailPart mail_part(ByteSpan bytes, std::string_view default_type, const EncodingTables& tables) {
  MailPart part;
  part.bytes = bytes;
  part.head = read_mail_head(bytes);
  part.type = mail_value(part.head.value("content-type"), tables);
  if (!is_media_type(part.type.value)) part.type.value = default_type;
  part.body = as_chars(bytes).substr(std::min(part.head.body, bytes.size()));
  part.encoding = mail_value(part.head.value("content-transfer-encoding"), tables).value;
  const MailValue disposition = mail_value(part.head.value("content-disposition"), tables);
  part.name = disposition.parameter("filename");
  if (part.name.empty()) part.name = part.type.parameter("name");
  part.is_attachment = disposition.value == "attachment";
  return part;
}

MailDivision mail_parts(const MailPart& part, const EncodingTables& tables, std::uint64_t& count) {
  MailDivision division;
  const std::string boundary = "--" + std::string(part.type.parameter("boundary"));
  // RFC 2046 allows 70 characters. Comparing a long one with text like it is quadratic.
  constexpr std::size_t kMostOfBoundary = 256;
  if (boundary.size() == 2 || boundary.size() > kMostOfBoundary) return division;
  const std::string_view default_type =
      part.type.value == "multipart/digest" ? "message/rfc822" : "text/plain";
  std::uint64_t ahead = 0;
  std::size_t at = find_boundary(part.body, boundary, 0, ahead);
  const std::string_view before = trimmed_view(part.body.substr(0, at));
  while (at != part.body.npos) {
    const std::string_view after = part.body.substr(at + boundary.size());
    const std::size_t line_end = part.body.find('\n', at);
    if (after.starts_with("--")) {
      division.outside = line_end == after.npos ? 0 : text_bytes(part.body.substr(line_end));
      break;
    }
    if (line_end == part.body.npos) {
      at = line_end;
      break;
    }
    if (++count > kMaxMailParts) break;
    std::uint64_t digits = 0;
    const std::size_t end = find_boundary(part.body, boundary, line_end + 1, digits);
    std::string_view piece =
        part.body.substr(line_end + 1, end == part.body.npos ? part.body.npos : end - line_end - 1);
    if (end != part.body.npos) piece = without_line_end(piece);
    MailPart& one = division.parts.emplace_back(mail_part(as_bytes(piece), default_type, tables));
    one.digits = digits - count_base64_digits(piece.substr(0, piece.size() - one.body.size()));
    at = end;
  }
  division.is_open = !division.parts.empty() && at == part.body.npos;
  if (!is_usual_preamble(before)) division.outside += before.size();
  return division;
}

UuencodedFile uuencoded_file(std::string_view text) {
  std::size_t at = std::min(text.find('\n'), text.size());
  const std::string_view first = without_line_end(text.substr(0, at));
  constexpr std::size_t kMode = 6;
  const std::size_t mode_end = first.find(' ', kMode);
  if (!first.starts_with("begin ") || mode_end == first.npos || first[kMode] < '0' ||
      first[kMode] > '7')
    return {};
  std::string_view name = first.substr(mode_end);
  while (name.starts_with(' ')) name.remove_prefix(1);
  if (name.empty()) return {};
  bool is_empty = false;
  while (at < text.size()) {
    const std::size_t end = std::min(text.find('\n', at + 1), text.size());
    const std::string_view line = without_line_end(text.substr(at + 1, end - at - 1));
    if (line == "end") return {text.substr(0, at + 1 + line.size()), name};
    if (is_empty || !is_uuencoded_line(line)) return {};
    is_empty = line.empty();
    at = end;
  }
  return {};
}

std::string FileNames::add(std::string_view name, std::string_view type) {
  ++count_;
  std::string safe = safe_file_name(name);
  if (safe.empty()) safe = compose({"part-{}.{}", count_, extension_for(type)});
  const std::size_t dot = safe.rfind('.');
  const std::string front = safe.substr(0, dot == 0 ? safe.npos : dot);
  const std::string extension = safe.substr(front.size());
  const std::string first = safe;
  // Of many files of one name each tries the number behind the last one's first.
  for (std::uint64_t number = seen_.contains(first) ? seen_[first] : 0; seen_.contains(safe);) {
    number = std::max<std::uint64_t>(number + 1, 2);
    safe = compose({"{} ({}){}", front, number, extension});
    seen_[first] = number;
  }
  seen_.emplace(safe, 1);
  return safe;
}

std::string MailFile::bytes() const {
  std::string bytes = transfer_decoded(body, encoding);
  if (is_signed) return signed_content(as_bytes(std::string_view(bytes))).value_or("");
  if (uuencoded == 0) return bytes;
  unsigned number = 0;
  std::string_view rest = bytes;
  while (!rest.empty()) {
    if (const UuencodedFile file = uuencoded_file(rest); !file.text.empty()) {
      if (++number == uuencoded) return uudecoded(file.text);
      rest.remove_prefix(file.text.size());
    }
    rest.remove_prefix(rest.empty() ? 0 : std::min(rest.find('\n'), rest.size() - 1) + 1);
  }
  return "";
}

std::uint64_t MailFile::size_bytes() const {
  if (uuencoded > 0) return uuencoded_bytes;
  return is_signed ? bytes().size() : transfer_decoded_size(body, encoding);
}

MailFiles::MailFiles(const MailPart& message, const EncodingTables& tables, std::uint64_t room,
                     WorkBudget& work, bool is_inner)
    : tables_(tables), room_(room), work_(work), is_inner_(is_inner) {
  walk(message, 0, false);
  // Behind all others, whose names do not change by them.
  for (const MailPart& form : forms_) add(form);
  forms_.clear();
}

std::string_view MailFiles::name_of(std::string_view body, unsigned uuencoded) const {
  const auto found = by_body_.find({body.data(), uuencoded});
  return found == by_body_.end() ? std::string_view()
                                 : std::string_view(files_[found->second].name);
}

const MailDivision& MailFiles::parts(const MailPart& part, std::uint64_t& count,
                                     MailDivision& room) const {
  const auto known = divisions_.find(part.body.data());
  // Where they may be more than are read, it is the count that says which.
  if (known != divisions_.end() && count + known->second.parts.size() < kMaxMailParts) {
    count += known->second.parts.size();
    return known->second;
  }
  if (!pay_to_divide(part)) return room = {};
  return room = mail_parts(part, tables_, count);
}

bool MailFiles::pay_to_divide(const MailPart& part) const {
  constexpr std::uint64_t kWorkOfByte = 16;
  WorkBudget left = work_;
  if (!left.spend("the parts of the mail", part.body.size(), kWorkOfByte)) return false;
  work_ = left;
  return true;
}

void MailFiles::walk(const MailPart& part, int depth, bool is_form) {
  if (depth > kMaxMailDepth) return;
  const std::string& type = part.type.value;
  if (type.starts_with("multipart/")) {
    if (count_ > kMaxMailParts) return;
    if ((is_inner_ || depth > 0) && !pay_to_divide(part)) return add(part);
    is_form = is_form || type == "multipart/alternative";
    MailDivision division = mail_parts(part, tables_, count_);
    const bool is_whole = count_ <= kMaxMailParts;
    for (const MailPart& inner : division.parts) walk(inner, depth + 1, is_form);
    if (is_whole) divisions_.emplace(part.body.data(), std::move(division));
    return;
  }
  if (part.is_message() || type == "text/calendar" || !part.is_inline_text()) return add(part);
  if (is_form && type != "text/plain") return forms_.push_back(part);
  if (type != "text/html") add_uuencoded(part);
}

void MailFiles::add(const MailPart& part) {
  MailFile file;
  file.name = names_.add(part.name, part.type.value);
  if (part.is_message()) file.type = "message/rfc822";
  file.body = part.body;
  file.encoding = part.encoding;
  if (is_smime(part.type.value) && part.body.size() <= room_ / 2) {
    const std::string message = transfer_decoded(part.body, part.encoding);
    file.is_signed = signed_content(as_bytes(std::string_view(message))).has_value();
    if (file.is_signed) file.type = "message/rfc822";
  }
  by_body_.emplace(std::pair{part.body.data(), 0U}, files_.size());
  files_.push_back(std::move(file));
}

void MailFiles::add_uuencoded(const MailPart& part) {
  const bool is_encoded = part.encoding == "base64" || part.encoding == "quoted-printable";
  if (!is_encoded && part.body.find("begin ") == part.body.npos) return;
  if (part.body.size() > room_) return;
  const std::string decoded =
      is_encoded ? transfer_decoded(part.body, part.encoding) : std::string();
  const std::string_view text = is_encoded ? std::string_view(decoded) : part.body;
  unsigned number = 0;
  std::string_view rest = text;
  while (!rest.empty() && number < kMaxUuencoded) {
    if (const UuencodedFile found = uuencoded_file(rest); !found.text.empty()) {
      ++number;
      MailFile file;
      file.name = names_.add(found.name, "");
      file.body = part.body;
      file.encoding = part.encoding;
      file.uuencoded = number;
      file.uuencoded_bytes = uudecoded(found.text).size();
      by_body_.emplace(std::pair{part.body.data(), number}, files_.size());
      files_.push_back(std::move(file));
      rest.remove_prefix(found.text.size());
    }
    rest.remove_prefix(rest.empty() ? 0 : std::min(rest.find('\n'), rest.size() - 1) + 1);
  }
}

}  // namespace lectern
