// Fields of a mail's head (RFC 5322) with their encoded words (RFC 2047) and parameters (RFC 2231).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "base/encoding_tables.h"
#include "base/error.h"

namespace lectern {

struct MailField {
  std::string name;        ///< in lower case
  std::string_view value;  ///< as it stands, with its folds
};

/// The head of a message or of a part, and where its body begins.
struct MailHead {
  std::vector<MailField> fields;
  std::size_t body = 0;
  std::uint64_t skipped_bytes = 0;  ///< of lines before the fields that are none
  bool is_cut = false;              ///< there are more fields than are read

  /// The first field of that name; "" when there is none.
  std::string_view value(std::string_view name) const;
};

/// A mail whose first line ends with CR alone, as old programs wrote them, with line feeds.
/// \param room  for it.
/// \returns `mail` itself where its first line ends otherwise
ByteSpan with_line_feeds(ByteSpan mail, std::string& room);

/// \param bytes  a message or a part; the fields are views into it.
MailHead read_mail_head(ByteSpan bytes);

/// The text of a part as UTF-8: what its charset says, UTF-7 too, or the best guess.
/// \returns UNSUPPORTED_FORMAT when the tables of its encoding are not there
Result<std::string> mail_characters(std::string_view bytes, std::string_view charset,
                                    const EncodingTables& tables);
/// The same of a web page, whose own marks count too.
Result<std::string> mail_page(std::string_view bytes, std::string_view charset,
                              const EncodingTables& tables);

/// A field as text on one line: unfolded, its encoded words decoded.
std::string mail_text(std::string_view value, const EncodingTables& tables);

/// "multipart/mixed; boundary=x" in its parts: the value in lower case, and its parameters.
struct MailValue {
  std::string value;
  std::vector<std::pair<std::string, std::string>> parameters;
  /// "" when there is none.
  std::string_view parameter(std::string_view name) const;
};
MailValue mail_value(std::string_view field, const EncodingTables& tables);

/// Bytes of a quoted-printable text. \param is_word  of an encoded word, where "_" is a blank.
std::string quoted_printable(std::string_view text, bool is_word);
/// Without the blanks and line ends around it.
std::string_view trimmed_view(std::string_view text);

/// Bytes of base64; what is damaged is left out. More may follow behind what is filled up.
std::string mail_base64(std::string_view text);
/// How many they are.
std::uint64_t mail_base64_size(std::string_view text);
/// How many bytes so many digits of base64 make.
constexpr std::uint64_t base64_bytes(std::uint64_t digits) { return digits * 3 / 4; }
/// Whether digits follow behind what fills up others: then their count does not tell.
bool has_inner_padding(std::string_view text);
/// Whether there is nothing but digits, what fills them up, and blanks around lines.
bool is_base64(std::string_view text);
/// The lines in clear behind whole base64, as mailing lists add them to a mail; empty when there
/// are none.
std::string_view text_behind_base64(std::string_view body);
/// The file in uuencode that begins at `text`; "" when it is none.
std::string uudecoded(std::string_view text);

}  // namespace lectern
