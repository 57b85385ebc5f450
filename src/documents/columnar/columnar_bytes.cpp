#include "documents/columnar/columnar_bytes.h"

#include <algorithm>
#include <cstring>

namespace lectern {
namespace {

/// What may be kept of what was read, between two rows.
constexpr std::uint64_t kMostKeptBytes = std::uint64_t{16} << 20;
/// Of a file that comes forward.
constexpr std::uint64_t kForwardStepBytes = std::uint64_t{4} << 20;
/// Blocks do not overlap, so that nothing is loaded twice.
constexpr std::uint64_t kBlockBytes = std::uint64_t{32} << 10;

}  // namespace

ColumnarBytes::ColumnarBytes(ByteSpan head, std::optional<std::uint64_t> size, bool is_forward)
    : head_(head), size_(size) {
  if (size_ && *size_ <= head_.size()) {
    head_ = head_.first(static_cast<std::size_t>(*size_));
    parts_.emplace(head_);
    is_whole_ = true;
  } else if (size_ && !is_forward) {
    parts_.emplace(*size_);
  }
}

std::optional<ByteSpan> ColumnarBytes::get(std::uint64_t from, std::uint64_t size) {
  if (!parts_ || from > parts_->size() || size > parts_->size() - from) return std::nullopt;
  if (from + size <= head_.size())
    return head_.subspan(static_cast<std::size_t>(from), static_cast<std::size_t>(size));
  return parts_->get(from, size);
}

std::optional<ByteSpan> ColumnarBytes::get_few(std::uint64_t from, std::uint64_t size,
                                               ByteVector& room) {
  if (is_whole_ || !parts_ || from > parts_->size() || size > parts_->size() - from ||
      from + size <= head_.size())
    return get(from, size);
  const std::uint64_t first = from / kBlockBytes * kBlockBytes;
  room.clear();
  bool is_here = true;
  for (std::uint64_t block = first; block < from + size; block += kBlockBytes) {
    const auto bytes = get(block, std::min(kBlockBytes, parts_->size() - block));
    is_here = is_here && bytes;
    if (!is_here) continue;
    const std::uint64_t start = std::max(from, block) - block;
    const ByteSpan part =
        bytes->subspan(static_cast<std::size_t>(start),
                       static_cast<std::size_t>(
                           std::min<std::uint64_t>(bytes->size(), from + size - block) - start));
    if (block == first && part.size() == size) return part;
    room.insert(room.end(), part.begin(), part.end());
  }
  if (!is_here) return std::nullopt;
  return ByteSpan(room);
}

void ColumnarBytes::trim() {
  if (is_whole_ || parts_->is_lacking() || parts_->loaded_bytes() < kMostKeptBytes) return;
  parts_.emplace(parts_->size());
}

std::uint64_t ColumnarBytes::again(std::uint64_t size) {
  unpacked_ += size;
  return std::min(size, unpacked_ - std::min(unpacked_, this->size()));
}

bool ColumnarBytes::has_digits_again() {
  // Packed ones may take less: those cost something before they are shared.
  constexpr std::uint64_t kLeastBytes = 4;
  return ++in_digits_ > size() / kLeastBytes;
}

std::uint64_t ColumnarBytes::wanted_from() const {
  return parts_ ? parts_->next_wanted().first : head_.size() + all_.bytes().size();
}

std::uint64_t ColumnarBytes::wanted_to() const {
  if (parts_) return parts_->next_wanted().second;
  const std::uint64_t to = wanted_from() + kForwardStepBytes;
  return size_ ? std::min(to, *size_) : to;
}

std::span<std::uint8_t> ColumnarBytes::room(std::size_t size) {
  return parts_ ? parts_->room(size) : all_.room(size);
}

void ColumnarBytes::give(std::size_t size, bool at_end) {
  loaded_ += size;
  if (parts_) return parts_->give(size, at_end);
  all_.commit(size);
  if (!at_end && wanted_from() != size_) return;
  // The head and what came after it have to stand together.
  FileBuffer whole;
  const std::size_t rest = all_.bytes().size();
  const std::span<std::uint8_t> room = whole.room(head_.size() + rest);
  if (room.empty()) {
    parts_.emplace(std::uint64_t{0});
    return;
  }
  std::memcpy(room.data(), head_.data(), head_.size());
  if (rest > 0) std::memcpy(room.data() + head_.size(), all_.bytes().data(), rest);
  whole.commit(room.size());
  all_ = std::move(whole);
  parts_.emplace(all_.bytes());
  is_whole_ = true;
}

}  // namespace lectern
