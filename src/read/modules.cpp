#include "read/modules.h"

#include <algorithm>

#include "pdf/pdf_engine.h"
#include "read/data_engine.h"
#include "read/document_engine.h"

namespace lectern {
namespace {

constexpr Module kModules[] = {
    {kPdfModule, [] { return pdf_engine() != nullptr; }},
    {kDocumentsModule, [] { return document_engine() != nullptr; }},
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
