// The parts of a mail (RFC 2045 to 2049), and its files by the names by which they are read.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "base/encoding_tables.h"
#include "base/work_budget.h"
#include "documents/mail/mail_header.h"

namespace lectern {

/// Parts in parts.
inline constexpr int kMaxMailDepth = 20;
/// Parts of a mail in all.
inline constexpr std::uint64_t kMaxMailParts = 5'000;

struct MailPart {
  MailHead head;
  MailValue type;
  std::string_view body;
  std::string encoding;  ///< of its transfer, in lower case
  std::string name;      ///< of the file; "" for none
  bool is_attachment = false;
  ByteSpan bytes;                       ///< with the head
  std::optional<std::uint64_t> digits;  ///< of base64 in the body, where they have been counted

  bool is_message() const {
    return type.value == "message/rfc822" || type.value == "message/global";
  }
  /// Text that is read with the mail.
  bool is_inline_text() const;
  /// How many bytes the body gives.
  std::uint64_t decoded_size() const;
};

/// \param bytes  a message, or a part with its head, which outlives what is returned.
MailPart mail_part(ByteSpan bytes, std::string_view default_type, const EncodingTables& tables);

/// What a multipart is divided into.
struct MailDivision {
  std::vector<MailPart> parts;
  bool is_open = false;       ///< the text ends without the mark of its end
  std::uint64_t outside = 0;  ///< bytes of text before the parts and behind them
};
/// \param count  of all parts, which grows up to kMaxMailParts.
MailDivision mail_parts(const MailPart& part, const EncodingTables& tables, std::uint64_t& count);

/// The bytes of a body.
/// \param encoding  of its transfer: "base64", "quoted-printable", "x-uuencode" where nothing else
/// stands in it; others leave it as it is.
std::string transfer_decoded(std::string_view body, std::string_view encoding);
/// How many bytes that gives.
std::uint64_t transfer_decoded_size(std::string_view body, std::string_view encoding);

/// A file in uuencode between the lines of a text, from its "begin" to its "end", with nothing but
/// lines of uuencode in between: others would be seen by nobody.
struct UuencodedFile {
  std::string_view text;
  std::string_view name;
};
/// \param text  from the start of a line on.
/// \returns the file that begins there; without text when none does.
UuencodedFile uuencoded_file(std::string_view text);

/// Gives files the names by which they are read: without what leads elsewhere or does not show, and
/// no two the same.
class FileNames {
 public:
  /// \param name  as the file has it; may be "".
  /// \param type  its MIME type, for files without a name.
  std::string add(std::string_view name, std::string_view type);

 private:
  std::map<std::string, std::uint64_t, std::less<>> seen_;
  std::uint64_t count_ = 0;
};

/// A file in a mail: an attachment, a picture of its text, a message in it, another form of its
/// text.
struct MailFile {
  std::string name;       ///< one component of a path
  std::string_view type;  ///< "message/rfc822" for messages, else ""
  std::string_view body;
  std::string encoding;
  bool is_signed = false;  ///< by S/MIME: what it has signed is the file
  unsigned uuencoded = 0;  ///< from 1 on, the place of a uuencoded file in the text that `body` is
  std::uint64_t uuencoded_bytes = 0;  ///< of that file

  std::string bytes() const;
  /// How many those are; they are not made for it, when they need not be.
  std::uint64_t size_bytes() const;
};

/// The files of a message, in its order. Those of messages in it are theirs.
class MailFiles {
 public:
  /// \param message   which outlives this.
  /// \param room      bytes that may be decoded at once.
  /// \param work      outlives this. Multiparts in others pay for being gone through again: where
  ///                  none is left they are files, and have no parts.
  /// \param is_inner  of another message: pays for its first multipart, too.
  MailFiles(const MailPart& message, const EncodingTables& tables, std::uint64_t room,
            WorkBudget& work, bool is_inner);

  const std::vector<MailFile>& all() const { return files_; }
  /// The name of the file with this body; "" when it is none.
  std::string_view name_of(std::string_view body, unsigned uuencoded = 0) const;
  /// The same as `mail_parts`; those that are known are not looked for again.
  const MailDivision& parts(const MailPart& part, std::uint64_t& count, MailDivision& room) const;

 private:
  bool pay_to_divide(const MailPart& part) const;
  void walk(const MailPart& part, int depth, bool is_form);
  void add(const MailPart& part);
  void add_uuencoded(const MailPart& part);

  const EncodingTables& tables_;
  FileNames names_;
  std::vector<MailFile> files_;
  std::map<const char*, MailDivision> divisions_;  ///< by the body that is divided
  std::vector<MailPart> forms_;  ///< texts other than plain ones of which mails show one
  std::map<std::pair<const char*, unsigned>, std::size_t> by_body_;
  std::uint64_t room_;
  WorkBudget& work_;
  bool is_inner_;
  std::uint64_t count_ = 0;
};

}  // namespace lectern
