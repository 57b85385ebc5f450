#include "read/modules.h"

#include <algorithm>

#include "pdf/pdf_engine.h"
#include "read/data_engine.h"
#include "read/document_engine.h"

namespace lectern {
namespace {

template <const std::string_view& kName>
bool reads_documents() {
  const DocumentEngine* engine = document_engine();
  if (engine == nullptr) return false;
  const auto& names = engine->modules;
  return std::find(names.begin(), names.end(), kName) != names.end();
}

constexpr Module kModules[] = {
    {kPdfModule, [] { return pdf_engine() != nullptr; }},
    {kDocumentsModule, reads_documents<kDocumentsModule>},
    {kOfficeModule, reads_documents<kOfficeModule>},
    {kSheetsModule, reads_documents<kSheetsModule>},
    {kHtmlModule, reads_documents<kHtmlModule>},
    {kDataModule, [] { return data_engine() != nullptr; }},
};

}  // namespace

std::span<const Module> modules() { return kModules; }

bool has_module(std::string_view name) {
  return name.empty() ||
         std::any_of(std::begin(kModules), std::end(kModules), [name](const Module& module) {
           return module.name == name && module.is_linked();
         });
}

}  // namespace lectern
