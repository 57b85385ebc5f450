#include "documents/book/epub_reader.h"
#include "documents/book/fb2_reader.h"
#include "documents/doc/doc_reader.h"
#include "documents/document_engine.h"
#include "documents/html/html_reader.h"
#include "documents/html/web_archive.h"
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

constexpr DocumentReader kReaders[] = {
    {"application/vnd.openxmlformats-officedocument.wordprocessingml.document", read_word},
    {"application/vnd.oasis.opendocument.text", read_odf_text},
    {"application/vnd.oasis.opendocument.text-template", read_odf_text},
    {"text/rtf", read_rtf},
    {"application/msword", read_doc},
    {"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", read_workbook},
    {"application/vnd.oasis.opendocument.spreadsheet", read_workbook},
    {"application/vnd.oasis.opendocument.spreadsheet-template", read_workbook},
    {"application/vnd.ms-excel", read_workbook},
    {"text/csv", read_workbook},
    {"application/vnd.openxmlformats-officedocument.presentationml.presentation", read_powerpoint},
    {"application/vnd.oasis.opendocument.presentation", read_impress},
    {"application/vnd.oasis.opendocument.presentation-template", read_impress},
    {"application/vnd.ms-powerpoint", read_ppt},
    {"text/html", read_html},
    {"application/epub+zip", read_epub},
    {"application/x-fictionbook+xml", read_fiction_book},
    {"application/x-webarchive", read_web_archive},
    {"message/rfc822", read_mail},
    {"application/vnd.ms-outlook", read_msg},
    {"application/ms-tnef", read_tnef},
    {"application/mbox", read_mailbox},
};

constexpr DocumentEngine kEngine{kReaders};

}  // namespace

const DocumentEngine* document_engine() { return &kEngine; }

}  // namespace lectern
