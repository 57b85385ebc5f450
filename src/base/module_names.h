// Names of the modules that formats are read in (read/modules.h); "" is the core itself.
#pragma once

#include <string_view>

namespace lectern {

inline constexpr std::string_view kPdfModule = "pdf";
/// All documents, and what files lie in; the three below are parts of it.
inline constexpr std::string_view kDocumentsModule = "documents";
inline constexpr std::string_view kOfficeModule = "office";
inline constexpr std::string_view kSheetsModule = "sheets";
inline constexpr std::string_view kHtmlModule = "html";
inline constexpr std::string_view kDataModule = "data";

}  // namespace lectern
