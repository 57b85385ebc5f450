// The readers of the module `sheets`: workbooks and tables in text.
#include "base/module_names.h"
#include "documents/crypto/encrypted_office.h"
#include "documents/kept_decoders.h"
#include "documents/sheets/workbook_reader.h"
#include "read/document_engine.h"

namespace lectern {
namespace {

constexpr DocumentReader kReaders[] = {
    {"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", read_workbook},
    {"application/vnd.oasis.opendocument.spreadsheet", read_workbook},
    {"application/vnd.oasis.opendocument.spreadsheet-template", read_workbook},
    {"application/vnd.ms-excel", with_decoders<read_workbook>},
    {"text/csv", read_workbook},
};

constexpr std::string_view kModules[] = {kSheetsModule};
constexpr DocumentEngine kEngine{kModules, kReaders, nullptr, is_encrypted_office};

}  // namespace

const DocumentEngine* document_engine() { return &kEngine; }

}  // namespace lectern
