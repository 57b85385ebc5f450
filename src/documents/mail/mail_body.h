// What is in a mail (RFC 2045 to 2049): its parts, the best of alternatives, attachments.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/reader.h"
#include "base/request.h"
#include "base/work_budget.h"
#include "documents/document_pictures.h"
#include "documents/html/html_markdown.h"
#include "documents/mail/mail_parts.h"
#include "documents/mail/mail_words.h"
#include "documents/markdown/markdown_writer.h"
#include "documents/unpacked_work.h"

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
  /// \param path  by which attachments are read.
  /// \param work  of all mails together; null for those of this one.
  MailWriter(MarkdownWriter& writer, const ReadContext& context, MailPictures& source,
             DocumentPictures& pictures, std::string path, WorkBudget* work = nullptr)
      : writer_(writer),
        context_(context),
        options_(context.options),
        source_(source),
        pictures_(pictures),
        path_(std::move(path)),
        room_(room_beside_unpacked(context)),
        own_work_(context.options.limits),
        work_(work == nullptr ? own_work_ : *work) {}

  /// Writes a message with its head.
  void write_message(ByteSpan message) { write_message(message, 0, true); }

  const std::string& subject() const { return subject_; }
  const std::string& from() const { return from_; }
  std::uint64_t attachment_count() const { return attachment_count_; }
  std::uint64_t hidden_count() const { return hidden_count_; }
  std::vector<std::string>& warnings();

 private:
  void write_message(ByteSpan message, int depth, bool has_head);
  void write_inner(const std::string& message, std::string_view name, int depth, bool has_head);
  bool write_signed(const MailPart& part, int depth);
  void write_head(const MailPart& part, std::string_view subject, int depth);
  /// Once for a mail.
  void warn_of_parts();
  void write_part(const MailPart& part, int depth);
  void write_multipart(const MailPart& part, int depth);
  void write_alternative(const std::vector<MailPart>& parts, int depth);
  /// One of several forms of a text.
  struct Form {
    MailWords words;
    std::string type;  ///< of its first text
    std::string name;  ///< by which that is read
    std::vector<MailPart> files;
    bool has_path = true;       ///< each of its texts is read by a name
    bool is_comparable = true;  ///< it has no forms in it
  };
  void find_leaves(const MailPart& part, int depth, Form& form);
  bool add_words(const MailPart& part, MailWords& words);
  void write_other_form(const MailPart& part, const MailPart& best, int depth);
  void write_text(const MailPart& part);
  bool has_room(std::uint64_t bytes, unsigned times) const;
  static Error too_long(std::uint64_t bytes);
  Result<std::string> text_of(const MailPart& part, bool is_page) const;
  void leave_out(const Error& error);
  Result<void> pay_for_text(std::string_view text, char mark);
  bool takes_text(std::string_view text, char mark);
  void write_plain(std::string_view text, std::string_view body, bool is_flowed, bool drops_space);
  void add_attachment(const MailPart& part);
  bool write_tnef(const MailPart& part);
  void list_attachment(std::string_view name, std::string_view type, std::uint64_t size,
                       std::string_view mark);
  bool is_blank_text(const MailPart& part) const;
  std::string picture(std::string_view source, std::string_view alt) override;

  MarkdownWriter& writer_;
  const ReadContext& context_;
  const ReadOptions& options_;
  MailPictures& source_;
  DocumentPictures& pictures_;
  std::string path_;                                       ///< of the message being written
  const MailFiles* files_ = nullptr;                       ///< of the same
  std::map<std::string, std::string, std::less<>> by_id_;  ///< keys of pictures
  std::vector<std::string> attachments_;                   ///< lines of the message being written
  std::string subject_;
  std::string from_;
  std::uint64_t attachment_count_ = 0;
  std::uint64_t hidden_count_ = 0;
  std::uint64_t part_count_ = 0;
  std::uint64_t outside_ = 0;  ///< bytes of text that belong to no part
  bool lacks_parts_ = false;
  bool lacks_fields_ = false;
  std::uint64_t room_;  ///< bytes that may be decoded at once
  WorkBudget own_work_;
  WorkBudget& work_;             ///< of the outermost mail
  std::set<std::string> texts_;  ///< letters of the texts that are written
  std::vector<std::string> warnings_;
};

/// A text as code on one line.
std::string code_span(std::string_view text);

/// What stands above the list of attachments. \param path  of the mail that they belong to.
std::string attachments_heading(std::string_view path);

}  // namespace lectern
