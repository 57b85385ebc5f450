#include "documents/database/database_pages.h"

#include <algorithm>
#include <utility>

namespace lectern {
namespace {

/// The least that is asked for at once...
constexpr std::uint64_t kLeastPieceBytes = std::uint64_t{16} << 10;
/// ...and the most, where questions follow each other.
constexpr std::uint64_t kMostPieceBytes = std::uint64_t{64} << 10;
/// Of a file that comes forward.
constexpr std::uint64_t kForwardBytes = std::uint64_t{4} << 20;
/// What is kept of the pages that were read.
constexpr std::uint64_t kMostHeldBytes = std::uint64_t{8} << 20;

}  // namespace

DatabasePages::DatabasePages(ByteSpan head, std::optional<std::uint64_t> size, bool is_forward,
                             const Limits& limits)
    : head_(head),
      size_(size),
      is_forward_(is_forward || !size),
      start_(head.size()),
      work_(limits) {
  is_loaded_ = size_ && *size_ <= head_.size();
}

bool DatabasePages::spend(std::uint64_t bytes) {
  constexpr std::uint64_t kFreeReads = 8;
  constexpr std::uint64_t kReadWork = 20;
  looked_at_ += bytes;
  if (looked_at_ <= kFreeReads * size_.value_or(0) || error_) return !error_;
  auto spent = work_.spend("the rows of the database that share their bytes", bytes, kReadWork);
  if (!spent) error_ = std::move(spent).error();
  return !error_;
}

bool DatabasePages::spend_values(std::uint64_t count, std::uint64_t each) {
  values_ += count;
  // Each takes a byte of its record's header: beyond, records share it.
  if (values_ <= size_.value_or(0) || error_) return !error_;
  auto spent = work_.spend("the values of rows that share their bytes", count, each);
  if (!spent) error_ = std::move(spent).error();
  return !error_;
}

void DatabasePages::want_more() {
  wanted_to_ = wanted_from() + kForwardBytes;
  if (size_) wanted_to_ = std::min(wanted_to_, *size_);
}

void DatabasePages::want(std::uint64_t from, std::uint64_t size) {
  const std::uint64_t piece = std::max(size, kLeastPieceBytes);
  from = from / piece * piece;
  // Pages that are read one after the other mostly stand so in the file.
  ahead_ = from == wanted_to_
               ? std::min(std::max(ahead_, piece) * 2, std::max(piece, kMostPieceBytes))
               : piece;
  start_ = from;
  incoming_.clear();
  wanted_to_ = from + ahead_;
  if (size_) wanted_to_ = std::min(wanted_to_, *size_);
}

std::optional<ByteSpan> DatabasePages::page(std::uint64_t number) {
  if (number == 0 || !size_ || number > *size_ / page_size_) return ByteSpan();
  const std::uint64_t from = (number - 1) * page_size_;
  const auto part = [this](ByteSpan bytes, std::uint64_t at) {
    return bytes.subspan(static_cast<std::size_t>(at), page_size_);
  };
  if (from + page_size_ <= head_.size()) return part(head_, from);
  if (is_forward_) return part(incoming_.bytes(), from - head_.size());
  const auto after = pieces_.upper_bound(from);
  if (after != pieces_.begin()) {
    const auto& [start, piece] = *std::prev(after);
    if (from - start + page_size_ <= piece.bytes().size()) return part(piece.bytes(), from - start);
  }
  want(from, page_size_);
  return std::nullopt;
}

std::span<std::uint8_t> DatabasePages::room(std::size_t size) {
  return incoming_.room(
      static_cast<std::size_t>(std::min<std::uint64_t>(size, wanted_to_ - wanted_from())));
}

void DatabasePages::give(std::size_t size, bool at_end) {
  incoming_.commit(size);
  loaded_ += size;
  const bool has_ended = at_end || wanted_from() == size_;
  if (has_ended) size_ = wanted_from();
  if (is_forward_) {
    is_loaded_ = is_loaded_ || has_ended;
  } else if (has_ended || wanted_from() >= wanted_to_) {
    keep();
  }
}

/// Puts what has come to the pieces that are here.
void DatabasePages::keep() {
  held_ += incoming_.bytes().size();
  if (held_ > kMostHeldBytes) {
    pieces_.clear();
    held_ = incoming_.bytes().size();
  }
  pieces_.insert_or_assign(start_, std::exchange(incoming_, {}));
}

}  // namespace lectern
