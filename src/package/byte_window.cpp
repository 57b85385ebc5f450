#include "package/byte_window.h"

#include <algorithm>
#include <cstring>
#include <limits>

namespace lectern {
namespace {

std::uint64_t sum(std::uint64_t a, std::uint64_t b) {
  return b > std::numeric_limits<std::uint64_t>::max() - a
             ? std::numeric_limits<std::uint64_t>::max()
             : a + b;
}

}  // namespace

std::optional<ByteSpan> ByteWindow::get(std::uint64_t from, std::uint64_t size,
                                        std::uint64_t ahead) {
  if (size_) size = from < *size_ ? std::min(size, *size_ - from) : 0;
  if (size == 0) return ByteSpan();
  const std::uint64_t to = sum(from, size);
  if (to <= head_.size()) {
    return head_.subspan(static_cast<std::size_t>(from), static_cast<std::size_t>(size));
  }
  if (from >= start_ && to <= end()) {
    return buffer_.bytes().subspan(static_cast<std::size_t>(from - start_),
                                   static_cast<std::size_t>(size));
  }
  want(from, size, ahead);
  return std::nullopt;
}

std::optional<ByteSpan> ByteWindow::get_some(std::uint64_t from, std::uint64_t ahead) {
  if (from < head_.size()) return head_.subspan(static_cast<std::size_t>(from));
  if (from >= start_ && from < end()) {
    return buffer_.bytes().subspan(static_cast<std::size_t>(from - start_));
  }
  return get(from, 1, ahead);
}

void ByteWindow::want(std::uint64_t from, std::uint64_t size, std::uint64_t ahead) {
  if (!keeps_all_) move_to(from);
  wanted_to_ = sum(from, std::max(size, ahead));
  if (size_) wanted_to_ = std::min(wanted_to_, *size_);
}

/// Makes `from` the first byte that is kept.
void ByteWindow::move_to(std::uint64_t from) {
  ByteSpan kept;
  if (from >= start_ && from < end()) {
    kept = buffer_.bytes().subspan(static_cast<std::size_t>(from - start_));
  } else if (from < head_.size()) {
    kept = head_.subspan(static_cast<std::size_t>(from));
  }
  start_ = from;
  buffer_.clear();
  const std::span<std::uint8_t> room = buffer_.room(kept.size());
  // Without memory for them they are asked for again, which says so.
  if (room.size() < kept.size() || kept.empty()) return;
  std::memmove(room.data(), kept.data(), kept.size());
  buffer_.commit(kept.size());
}

void ByteWindow::keep_all() {
  if (keeps_all_) return;
  move_to(0);
  keeps_all_ = true;
}

std::span<std::uint8_t> ByteWindow::room(std::size_t size) {
  return buffer_.room(
      static_cast<std::size_t>(std::min<std::uint64_t>(size, wanted_to_ - wanted_from())));
}

void ByteWindow::give(std::size_t size, bool at_end) {
  buffer_.commit(size);
  if (at_end) size_ = end();
}

}  // namespace lectern
