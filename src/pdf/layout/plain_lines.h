// A page's words as lines of plain text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "pdf/layout/page_content.h"

namespace lectern {

/// The lines of a page in the order in which it draws them, those of its main direction first.
std::string plain_lines(PageContent page);

/// Letters and digits of a text.
std::uint64_t count_letters(std::string_view text);

/// Letters and digits of a page's words.
std::uint64_t count_letters(const PageContent& page);

}  // namespace lectern
