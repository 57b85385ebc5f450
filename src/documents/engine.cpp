#include <algorithm>
#include <utility>

#include "base/format.h"
#include "base/message.h"
#include "base/module_names.h"
#include "detect/containers.h"
#include "documents/book/epub_reader.h"
#include "documents/book/fb2_reader.h"
#include "documents/columnar/columnar_reading.h"
#include "documents/crypto/encrypted_office.h"
#include "documents/database/database_reading.h"
#include "documents/doc/doc_reader.h"
#include "documents/html/html_reader.h"
#include "documents/html/web_archive.h"
#include "documents/kept_decoders.h"
#include "documents/mail/mail_reader.h"
#include "documents/mail/msg_reader.h"
#include "documents/odf/text/odf_reader.h"
#include "documents/rtf/rtf_reader.h"
#include "documents/sheets/workbook_reader.h"
#include "documents/slides/impress_reader.h"
#include "documents/slides/powerpoint_reader.h"
#include "documents/slides/ppt_reader.h"
#include "documents/word/word_reader.h"
#include "read/document_engine.h"

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

/// Null for other formats.
ReadFunction office_reader(std::string_view mime_type) {
  for (const DocumentReader& reader : kOfficeReaders) {
    if (reader.mime_type == mime_type) return reader.read;
  }
  return nullptr;
}

/// Reads a document of Office, whose package it opens before when it is encrypted. What is in it
/// counts then, whatever the file is called.
Result<ToolResult> read_office(const ReadContext& context) {
  if (!is_encrypted_office(context.bytes)) return office_reader(context.format.mime_type)(context);
  LECTERN_TRY(const OpenedOffice opened, open_encrypted_office(context));
  const auto kind = find_container_kind(opened.package);
  const Format* found = &context.format;
  for (const Format& format : document_formats()) {
    if (kind && format.mime_type == kind->mime_type && office_reader(format.mime_type) != nullptr)
      found = &format;
  }
  const Format& format = *found;
  ReadOptions options = context.options;
  options.limits.max_work -= opened.work;
  const ReadContext inner{.bytes = opened.package,
                          .request = context.request,
                          .options = options,
                          .format = format,
                          .evidence = context.evidence,
                          .is_unpacked = context.is_unpacked,
                          .packed_bytes = context.packed_bytes};
  LECTERN_TRY(ToolResult result, office_reader(format.mime_type)(inner));
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
    {"text/rtf", with_decoders<read_rtf>},
    {"application/msword", with_decoders<read_office>},
    {"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", read_office},
    {"application/vnd.oasis.opendocument.spreadsheet", read_workbook},
    {"application/vnd.oasis.opendocument.spreadsheet-template", read_workbook},
    {"application/vnd.ms-excel", with_decoders<read_office>},
    {"text/csv", read_workbook},
    {"application/vnd.openxmlformats-officedocument.presentationml.presentation", read_office},
    {"application/vnd.oasis.opendocument.presentation", read_impress},
    {"application/vnd.oasis.opendocument.presentation-template", read_impress},
    {"application/vnd.ms-powerpoint", read_office},
    {"text/html", read_html},
    {"application/epub+zip", read_epub},
    {"application/x-fictionbook+xml", read_fiction_book},
    {"application/x-webarchive", read_web_archive},
    {"message/rfc822", with_decoders<read_mail>},
    {"application/vnd.ms-outlook", with_decoders<read_msg>},
    {"application/ms-tnef", with_decoders<read_tnef>},
    {"application/mbox", with_decoders<read_mailbox>},
};

/// What holds tables and nothing else.
std::unique_ptr<PackageReading> open_tables(const ReadRequest& request, const ReadOptions& options,
                                            ByteSpan head, const FileKnowledge& file) {
  return (is_columnar(head) ? open_columnar_reading : open_database_reading)(request, options, head,
                                                                             file);
}

constexpr std::string_view kModules[] = {kDocumentsModule, kOfficeModule, kSheetsModule,
                                         kHtmlModule};
constexpr DocumentEngine kEngine{kModules, kReaders, open_tables, nullptr};

}  // namespace

const DocumentEngine* document_engine() { return &kEngine; }

}  // namespace lectern
