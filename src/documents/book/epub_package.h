// The package document of an EPUB book: what its chapters are and what they are called.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "documents/office_package.h"

namespace lectern {

struct EpubChapter {
  std::string part;
  std::string media_type;
  std::string title;  ///< in the table of contents; "" when it is not there
  bool is_linear = true;
};

struct EpubBook {
  std::vector<EpubChapter> chapters;
  std::string title;
  std::vector<std::string> authors;
  bool is_fixed_layout = false;
};

/// Reads the package document and the table of contents.
/// \returns CORRUPT_DOCUMENT when there is no package document, ENCRYPTED when its chapters are.
Result<EpubBook> read_epub_package(OfficePackage& package);

}  // namespace lectern
