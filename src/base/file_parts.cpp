#include "base/file_parts.h"

#include <algorithm>

namespace lectern {
namespace {

/// Stretches this near to each other are loaded as one: a question costs more than the bytes.
constexpr std::uint64_t kMostBetween = std::uint64_t{32} << 10;

std::uint64_t end_of(const std::pair<const std::uint64_t, FileBuffer>& part) {
  return part.first + part.second.bytes().size();
}

}  // namespace

std::map<std::uint64_t, FileBuffer>::const_iterator FileParts::part_at(std::uint64_t at) const {
  auto part = parts_.upper_bound(at);
  if (part == parts_.begin()) return part;
  const auto before = std::prev(part);
  return at < end_of(*before) ? before : part;
}

/// Whether one part holds these bytes, which the file has; `last_` is that part then.
bool FileParts::is_here(std::uint64_t from, std::uint64_t size) {
  const auto holds = [&] {
    return from >= last_start_ && from - last_start_ <= last_.size() &&
           size <= last_.size() - (from - last_start_);
  };
  if (holds()) return true;
  const auto part = part_at(from);
  if (part == parts_.end()) return false;
  last_start_ = part->first;
  last_ = part->second.bytes();
  return holds();
}

std::optional<ByteSpan> FileParts::get(std::uint64_t from, std::uint64_t size) {
  if (from > size_ || size > size_ - from) return std::nullopt;
  if (size == 0) return ByteSpan();
  if (!whole_.empty()) {
    return whole_.subspan(static_cast<std::size_t>(from), static_cast<std::size_t>(size));
  }
  if (size > most_given_ || !is_here(from, size)) {
    want(from, size);
    return std::nullopt;
  }
  return last_.subspan(static_cast<std::size_t>(from - last_start_),
                       static_cast<std::size_t>(size));
}

void FileParts::want(std::uint64_t from, std::uint64_t size) {
  if (!whole_.empty() || from >= size_ || size == 0) return;
  std::uint64_t to = from + std::min(size, size_ - from);
  if (is_here(from, to - from)) return;
  // What is here of it is loaded again, so that all of it stands together.
  for (auto part = part_at(from); part != parts_.end() && part->first < to; ++part) {
    from = std::min(from, part->first);
    to = std::max(to, end_of(*part));
  }
  const auto are_near = [this](std::uint64_t end, std::uint64_t start) {
    const auto between = part_at(end);
    return start <= end ||
           (start - end <= kMostBetween && (between == parts_.end() || between->first >= start));
  };
  auto next = wanted_.upper_bound(from);
  if (next != wanted_.begin() && are_near(std::prev(next)->second, from)) --next;
  while (next != wanted_.end() && are_near(to, next->first)) {
    from = std::min(from, next->first);
    to = std::max(to, next->second);
    next = wanted_.erase(next);
  }
  wanted_.emplace(from, to);
}

std::uint64_t FileParts::loaded_bytes() const {
  std::uint64_t sum = 0;
  for (const auto& part : parts_) sum += part.second.bytes().size();
  for (const auto& [from, to] : wanted_) sum += to - from;
  return sum;
}

std::pair<std::uint64_t, std::uint64_t> FileParts::next_wanted() const {
  const auto& [from, to] = *wanted_.begin();
  return {from + coming_.bytes().size(), to};
}

std::span<std::uint8_t> FileParts::room(std::size_t size) {
  const auto [from, to] = next_wanted();
  const auto left = static_cast<std::size_t>(std::min<std::uint64_t>(size, to - from));
  if (!coming_.reserve(to - wanted_.begin()->first)) return {};
  return coming_.room(left);
}

void FileParts::give(std::size_t size, bool at_end) {
  coming_.commit(size);
  const auto [at, to] = next_wanted();
  if (at_end) size_ = std::min(size_, at);
  if (at < to && !at_end) return;
  last_ = {};
  const std::uint64_t from = wanted_.begin()->first;
  wanted_.erase(wanted_.begin());
  // A wanted stretch holds all of a part or nothing of it.
  parts_.erase(parts_.lower_bound(from), parts_.lower_bound(at));
  if (at > from) parts_.insert_or_assign(from, std::exchange(coming_, {}));
  coming_.clear();
}

}  // namespace lectern
