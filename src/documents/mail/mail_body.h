// What is in a mail (RFC 2045 to 2049): its parts, the best of alternatives, attachments.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/request.h"
#include "documents/document_pictures.h"
#include "documents/html/html_markdown.h"
#include "documents/mail/mail_header.h"
#include "documents/markdown/markdown_writer.h"

namespace lectern {

/// The pictures of mails, by their part.
class MailPictures final : public PictureSource {
 public:
  /// \param body  as it stands in the file, which outlives this.
  /// \returns the key of the picture.
  std::string add(std::string_view body, std::string_view encoding);
  Result<ByteVector> picture(std::string_view key, std::uint64_t max_bytes, bool whole) override;

 private:
  struct Entry {
    std::string_view body;
    std::string encoding;
  };
  std::vector<Entry> entries_;
};

class MailWriter final : HtmlHost {
 public:
  MailWriter(MarkdownWriter& writer, const ReadOptions& options, MailPictures& source,
             DocumentPictures& pictures)
      : writer_(writer), options_(options), source_(source), pictures_(pictures) {}

  /// Writes a message with its head.
  void write_message(ByteSpan message) { write_message(message, 0); }

  const std::string& subject() const { return subject_; }
  const std::string& from() const { return from_; }
  std::uint64_t attachment_count() const { return attachment_count_; }
  std::uint64_t hidden_count() const { return hidden_count_; }
  std::vector<std::string>& warnings() { return warnings_; }

 private:
  struct Part {
    MailHead head;
    MailValue type;
    std::string_view body;
    std::string encoding;  ///< of its transfer, in lower case
    std::string name;      ///< of the file; "" for none
    bool is_attachment = false;
    ByteSpan bytes;  ///< with the head
  };

  void write_message(ByteSpan message, int depth);
  void write_part(const Part& part, int depth);
  void write_multipart(const Part& part, int depth);
  void write_alternative(const std::vector<Part>& parts, int depth);
  void write_text(const Part& part);
  void write_plain(std::string_view text, bool is_flowed, bool drops_space);
  void add_attachment(const Part& part);
  void list_attachment(std::string_view name, std::string_view type, std::uint64_t size,
                       std::string_view mark);
  Part part_of(ByteSpan bytes, std::string_view default_type);
  std::vector<Part> parts_of(const Part& part);
  static bool is_blank_text(const Part& part);
  std::string picture(std::string_view source, std::string_view alt) override;

  MarkdownWriter& writer_;
  const ReadOptions& options_;
  MailPictures& source_;
  DocumentPictures& pictures_;
  std::map<std::string, std::string, std::less<>> by_id_;  ///< keys of pictures
  std::vector<std::string> attachments_;                   ///< lines of the message being written
  std::string subject_;
  std::string from_;
  std::uint64_t attachment_count_ = 0;
  std::uint64_t hidden_count_ = 0;
  std::uint64_t part_count_ = 0;
  std::vector<std::string> warnings_;
};

/// The bytes of a body.
/// \param encoding  of its transfer: "base64", "quoted-printable"; others leave it as it is.
std::string transfer_decoded(std::string_view body, std::string_view encoding);

}  // namespace lectern
