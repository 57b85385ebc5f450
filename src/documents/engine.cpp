#include <algorithm>
#include <utility>

#include "base/format.h"
#include "base/message.h"
#include "detect/containers.h"
#include "documents/book/epub_reader.h"
#include "documents/crypto/encrypted_office.h"
#include "documents/doc/doc_reader.h"
#include "documents/document_engine.h"
#include "documents/html/html_reader.h"
#include "documents/mail/mail_reader.h"
#include "documents/mail/msg_reader.h"
#include "documents/odf/text/odf_reader.h"
#include "documents/rtf/rtf_reader.h"
#include "documents/sheets/workbook_reader.h"
#include "documents/slides/impress_reader.h"
#include "documents/slides/powerpoint_reader.h"
#include "documents/slides/ppt_reader.h"
#include "documents/word/word_reader.h"

namespace lectern {
namespace {

/// Readers of the formats of Microsoft Office, whose files may be encrypted packages.
constexpr DocumentReader kOfficeReaders[] = {
    {"application/vnd.openxmlformats-officedocument.wordprocessingml.document", read_word},
    {"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", read_workbook},
    {"application/vnd.openxmlformats-officedocument.presentationml.presentation", read_powerpoint},
    {"application/msword", read_doc},
    {"application/vnd.ms-excel", read_workbook},
    {"application/vnd.ms-powerpoint", read_ppt},
};

Result<ToolResult> read_plain_office(const ReadContext& context) {
  const auto reader =
      std::ranges::find(kOfficeReaders, context.format.mime_type, &DocumentReader::mime_type);
  return reader->read(context);
}

/// Reads a document of Office, whose package it opens before when it is encrypted. What is in it
/// counts then, whatever the file is called.
Result<ToolResult> read_office(const ReadContext& context) {
  if (!is_encrypted_office(context.bytes)) return read_plain_office(context);
  LECTERN_TRY(const OpenedOffice opened, open_encrypted_office(context));
  const auto kind = find_container_kind(opened.package);
  const auto formats = document_formats();
  const auto found =
      std::ranges::find(formats, kind ? kind->mime_type : std::string_view(), &Format::mime_type);
  const bool is_known = found != formats.end() &&
                        std::ranges::find(kOfficeReaders, found->mime_type,
                                          &DocumentReader::mime_type) != std::end(kOfficeReaders);
  const Format& format = is_known ? *found : context.format;
  const ReadContext inner{.bytes = opened.package,
                          .request = context.request,
                          .options = context.options,
                          .format = format,
                          .evidence = context.evidence};
  LECTERN_TRY(ToolResult result, read_plain_office(inner));
  if (!opened.warning.empty())
    result.metadata.warnings.insert(result.metadata.warnings.begin(), opened.warning);
  if (format.mime_type != context.format.mime_type && context.evidence == DetectedBy::kExtension) {
    add_to(result.metadata.warnings,
           {"named .{}, holds {}", extension_of(context.request.file_path), format.name});
  }
  result.metadata.mime_type = format.mime_type;
  return result;
}

constexpr DocumentReader kReaders[] = {
    {"application/vnd.openxmlformats-officedocument.wordprocessingml.document", read_office},
    {"application/vnd.oasis.opendocument.text", read_odf_text},
    {"application/vnd.oasis.opendocument.text-template", read_odf_text},
    {"text/rtf", read_rtf},
    {"application/msword", read_office},
    {"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", read_office},
    {"application/vnd.oasis.opendocument.spreadsheet", read_workbook},
    {"application/vnd.oasis.opendocument.spreadsheet-template", read_workbook},
    {"application/vnd.ms-excel", read_office},
    {"text/csv", read_workbook},
    {"application/vnd.openxmlformats-officedocument.presentationml.presentation", read_office},
    {"application/vnd.oasis.opendocument.presentation", read_impress},
    {"application/vnd.oasis.opendocument.presentation-template", read_impress},
    {"application/vnd.ms-powerpoint", read_office},
    {"text/html", read_html},
    {"application/epub+zip", read_epub},
    {"message/rfc822", read_mail},
    {"application/vnd.ms-outlook", read_msg},
    {"application/mbox", read_mailbox},
};

constexpr DocumentEngine kEngine{kReaders};

}  // namespace

const DocumentEngine* document_engine() { return &kEngine; }

}  // namespace lectern
