// Text that a reader of the page cannot see: it is where instructions for models are put.
#pragma once

#include <cstdint>

#include "pdf/layout/page_content.h"

namespace lectern {

/// Letters that are white on white, too small to read, or drawn invisibly where no scan is. They
/// stay part of the page's text.
std::uint64_t count_hidden_letters(const PageContent& page);

}  // namespace lectern
