// The readers of the module `html`: web pages, books and mail.
#include "base/module_names.h"
#include "documents/book/epub_reader.h"
#include "documents/book/fb2_reader.h"
#include "documents/html/html_reader.h"
#include "documents/html/web_archive.h"
#include "documents/kept_decoders.h"
#include "documents/mail/mail_reader.h"
#include "documents/mail/msg_reader.h"
#include "read/document_engine.h"

namespace lectern {
namespace {

constexpr DocumentReader kReaders[] = {
    {"text/html", read_html},
    {"application/epub+zip", read_epub},
    {"application/x-fictionbook+xml", read_fiction_book},
    {"application/x-webarchive", read_web_archive},
    {"message/rfc822", with_decoders<read_mail>},
    {"application/vnd.ms-outlook", with_decoders<read_msg>},
    {"application/ms-tnef", with_decoders<read_tnef>},
    {"application/mbox", with_decoders<read_mailbox>},
};

constexpr std::string_view kModules[] = {kHtmlModule};
constexpr DocumentEngine kEngine{kModules, kReaders, nullptr, nullptr};

}  // namespace

const DocumentEngine* document_engine() { return &kEngine; }

}  // namespace lectern
