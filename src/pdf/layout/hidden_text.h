// Text that a reader of the page cannot see: it is where instructions for models are put.
#pragma once

#include <cstdint>

#include "pdf/layout/page_content.h"

namespace lectern {

/// Letters of a page that cannot be seen on it, each counted once. They stay part of its text.
struct HiddenLetters {
  std::uint64_t like_ground = 0;  ///< in the colour of what lies behind them
  std::uint64_t tiny = 0;
  std::uint64_t invisible = 0;  ///< drawn as nothing, and no picture (a scan) shows them
  std::uint64_t covered = 0;    ///< an area or a picture is drawn over them

  std::uint64_t all() const { return like_ground + tiny + invisible + covered; }
};

/// Sets `PageWord::covered`: a picture over most of the page is a scan with its text beneath, which
/// covers nothing. To be called while the words stand in the order in which they are drawn.
void mark_covered_words(PageContent& page);

HiddenLetters count_hidden_letters(const PageContent& page);

}  // namespace lectern
