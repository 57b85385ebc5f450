#include <array>
#include <utility>

#include "base/format.h"
#include "base/module_names.h"
#include "read/document_engine.h"
#include "read/refusal.h"

namespace lectern {
namespace {

/// What a row says. They are known by find_binary_kind, not by a signature of their own.
struct Row {
  std::string_view name;
  std::string_view mime_type;
  std::span<const std::string_view> extensions;
  std::string_view module;
  bool (*sniff)(ByteSpan bytes) = nullptr;
};

/// Excel 2 to 4 wrote records without a container: the first says which of them, and that a sheet
/// follows.
bool is_bare_biff(ByteSpan bytes) {
  using namespace std::string_view_literals;
  return starts_with(bytes, "\x09\x00\x04\x00"sv) || starts_with(bytes, "\x09\x02\x06\x00"sv) ||
         starts_with(bytes, "\x09\x04\x06\x00"sv);
}

/// Packages say at their end where everything is.
bool is_zip(ByteSpan bytes) { return starts_with(bytes, "PK\3\4"); }
/// A binary property list that names the page as its first key.
bool is_web_archive(ByteSpan bytes) {
  return starts_with(bytes, "bplist00") &&
         as_chars(bytes).find("WebMainResource") != std::string_view::npos;
}

bool is_tnef_file(ByteSpan bytes) {
  using namespace std::string_view_literals;
  return starts_with(bytes, "\x78\x9F\x3E\x22"sv);
}

constexpr std::string_view kDocx[] = {"docx", "docm", "dotx", "dotm"};
constexpr std::string_view kOdt[] = {"odt", "fodt"};
constexpr std::string_view kOtt[] = {"ott"};
constexpr std::string_view kRtf[] = {"rtf"};
constexpr std::string_view kDoc[] = {"doc", "dot"};
constexpr std::string_view kPptx[] = {"pptx", "pptm", "ppsx", "ppsm", "potx", "potm"};
constexpr std::string_view kOdp[] = {"odp", "fodp"};
constexpr std::string_view kOtp[] = {"otp"};
constexpr std::string_view kPpt[] = {"ppt", "pps", "pot"};
constexpr std::string_view kHtml[] = {"html", "htm", "xhtml", "xht"};
constexpr std::string_view kEpub[] = {"epub"};
constexpr std::string_view kFictionBook[] = {"fb2", "fbz"};
constexpr std::string_view kWebArchive[] = {"webarchive"};
constexpr std::string_view kMail[] = {"eml", "mht", "mhtml"};
constexpr std::string_view kMsg[] = {"msg"};
constexpr std::string_view kTnef[] = {"tnef"};
constexpr std::string_view kMbox[] = {"mbox"};

constexpr std::string_view kXlsx[] = {"xlsx", "xlsm", "xltx", "xltm", "xlsb"};
constexpr std::string_view kOds[] = {"ods", "fods"};
constexpr std::string_view kOts[] = {"ots"};
constexpr std::string_view kXls[] = {"xls", "xlt"};
constexpr std::string_view kCsv[] = {"csv", "tsv", "tab"};

constexpr Row kRows[] = {
    {"Excel workbook", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", kXlsx,
     kSheetsModule},
    {"OpenDocument spreadsheet", "application/vnd.oasis.opendocument.spreadsheet", kOds,
     kSheetsModule},
    {"OpenDocument spreadsheet template", "application/vnd.oasis.opendocument.spreadsheet-template",
     kOts, kSheetsModule},
    {"Excel 97-2003 workbook", "application/vnd.ms-excel", kXls, kSheetsModule, is_bare_biff},
    {"delimited text", "text/csv", kCsv, kSheetsModule},
    {"Word document", "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
     kDocx, kOfficeModule},
    {"OpenDocument text", "application/vnd.oasis.opendocument.text", kOdt, kOfficeModule},
    {"OpenDocument text template", "application/vnd.oasis.opendocument.text-template", kOtt,
     kOfficeModule},
    {"RTF document", "text/rtf", kRtf, kOfficeModule},
    {"Word 97-2003 document", "application/msword", kDoc, kOfficeModule},
    {"PowerPoint presentation",
     "application/vnd.openxmlformats-officedocument.presentationml.presentation", kPptx,
     kOfficeModule},
    {"OpenDocument presentation", "application/vnd.oasis.opendocument.presentation", kOdp,
     kOfficeModule},
    {"OpenDocument presentation template",
     "application/vnd.oasis.opendocument.presentation-template", kOtp, kOfficeModule},
    {"PowerPoint 97-2003 presentation", "application/vnd.ms-powerpoint", kPpt, kOfficeModule},
    {"web page", "text/html", kHtml, kHtmlModule},
    {"EPUB book", "application/epub+zip", kEpub, kHtmlModule},
    {"FictionBook", "application/x-fictionbook+xml", kFictionBook, kHtmlModule},
    {"Apple web archive", "application/x-webarchive", kWebArchive, kHtmlModule, is_web_archive},
    {"mail", "message/rfc822", kMail, kHtmlModule},
    {"Outlook message", "application/vnd.ms-outlook", kMsg, kHtmlModule},
    {"TNEF message", "application/ms-tnef", kTnef, kHtmlModule, is_tnef_file},
    {"mailbox", "application/mbox", kMbox, kHtmlModule},
};

template <std::size_t... I>
constexpr auto make_formats(std::index_sequence<I...>) {
  return std::array{Format{.name = kRows[I].name,
                           .mime_type = kRows[I].mime_type,
                           .content_type = ContentType::kDocument,
                           .extensions = kRows[I].extensions,
                           .sniff = kRows[I].sniff,
                           .read = read_document,
                           .max_bytes = &Limits::max_document_bytes,
                           .noun = kRows[I].name,
                           .module = kRows[I].module,
                           .in_parts = is_zip}...};
}

constexpr auto kFormats = make_formats(std::make_index_sequence<std::size(kRows)>());

}  // namespace

std::span<const Format> document_formats() { return kFormats; }

bool is_left_to_documents(const Format& format, ByteSpan bytes) {
  const DocumentEngine* engine = document_engine();
  return engine != nullptr && engine->is_left != nullptr && format.read == read_document &&
         engine->is_left(bytes);
}

Result<ToolResult> read_document(const ReadContext& context) {
  const DocumentEngine* engine = document_engine();
  if (engine != nullptr && !is_left_to_documents(context.format, context.bytes)) {
    for (const DocumentReader& reader : engine->readers) {
      if (reader.mime_type == context.format.mime_type) return reader.read(context);
    }
  }
  return tl::unexpected(missing_documents_error(context.request.file_path, context.format.name));
}

}  // namespace lectern
