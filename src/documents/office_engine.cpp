// The readers of the module `office`: word processing and slides.
#include "base/module_names.h"
#include "documents/crypto/encrypted_office.h"
#include "documents/doc/doc_reader.h"
#include "documents/kept_decoders.h"
#include "documents/odf/text/odf_reader.h"
#include "documents/rtf/rtf_reader.h"
#include "documents/slides/impress_reader.h"
#include "documents/slides/powerpoint_reader.h"
#include "documents/slides/ppt_reader.h"
#include "documents/word/word_reader.h"
#include "read/document_engine.h"

namespace lectern {
namespace {

constexpr DocumentReader kReaders[] = {
    {"application/vnd.openxmlformats-officedocument.wordprocessingml.document", read_word},
    {"application/vnd.oasis.opendocument.text", read_odf_text},
    {"application/vnd.oasis.opendocument.text-template", read_odf_text},
    {"text/rtf", with_decoders<read_rtf>},
    {"application/msword", with_decoders<read_doc>},
    {"application/vnd.openxmlformats-officedocument.presentationml.presentation", read_powerpoint},
    {"application/vnd.oasis.opendocument.presentation", read_impress},
    {"application/vnd.oasis.opendocument.presentation-template", read_impress},
    {"application/vnd.ms-powerpoint", read_ppt},
};

constexpr std::string_view kModules[] = {kOfficeModule};
constexpr DocumentEngine kEngine{kModules, kReaders, nullptr, is_encrypted_office};

}  // namespace

const DocumentEngine* document_engine() { return &kEngine; }

}  // namespace lectern
