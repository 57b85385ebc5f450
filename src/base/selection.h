// What readers ask of a request.
#pragma once

#include "base/request.h"

namespace lectern {

/// Whether a request selects lines of text.
inline bool selects_lines(const ReadRequest& request) {
  return request.offset || request.from_end || request.limit || !request.lines.empty();
}

}  // namespace lectern
