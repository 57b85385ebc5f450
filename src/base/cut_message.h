// Messages that quote a file, whose names may be as long as it is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "base/message.h"

namespace lectern {

/// Ends a message behind `most` bytes, at a whole character.
inline void cut_message(std::string& message, std::size_t most) {
  const std::uint64_t size = message.size();
  if (size <= most) return;
  while (most > 0 && (static_cast<unsigned char>(message[most]) & 0xC0) == 0x80) --most;
  message.resize(most);
  append_to(message, {"... ({byte} in all)", size});
}

}  // namespace lectern
