// Names of the modules that formats are read in (read/modules.h); "" is the core itself.
#pragma once

#include <string_view>

namespace lectern {

inline constexpr std::string_view kPdfModule = "pdf";
inline constexpr std::string_view kDocumentsModule = "documents";
inline constexpr std::string_view kDataModule = "data";

}  // namespace lectern
