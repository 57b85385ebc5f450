#include "pdf/glyph_places.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace lectern {
namespace {

constexpr float kCellPoints = 4;
constexpr float kFarthestSame = 2;
constexpr float kFarthestPoints = 1e6f;
constexpr std::size_t kFirstSlots = 4096;
constexpr std::size_t kMostSteps = 64;

/// Rounded down, and by hand: it is asked for six numbers of each glyph. What is no number lies at
/// an edge.
std::int32_t cell_of(float place) {
  const float kept = place > -kFarthestPoints ? std::min(place, kFarthestPoints) : -kFarthestPoints;
  const auto cell = static_cast<std::int32_t>(kept / kCellPoints);
  return static_cast<float>(cell) * kCellPoints > kept ? cell - 1 : cell;
}

std::size_t first_slot(std::uint64_t key) {
  return static_cast<std::size_t>(key * 0x9E3779B97F4A7C15U >> 32);
}

/// 21 bits of each: no two cells have one key. Never 0.
std::uint64_t key_of(char32_t c, std::int32_t column, std::int32_t row) {
  const auto bits = [](std::int32_t cell) { return static_cast<std::uint64_t>(cell) & 0x1FFFFF; };
  return (bits(column) << 42 | bits(row) << 21 | (static_cast<std::uint64_t>(c) & 0x1FFFFF)) + 1;
}

}  // namespace

bool GlyphPlaces::is_repeated(char32_t c, const CFX_PointF& at, float near) {
  const float reach = std::min(near, kFarthestSame);
  if (slots_.empty()) slots_.resize(kFirstSlots);
  const std::size_t mask = slots_.size() - 1;
  const std::int32_t right = cell_of(at.x + reach);
  const std::int32_t bottom = cell_of(at.y - reach);
  const std::int32_t top = cell_of(at.y + reach);
  for (std::int32_t x = cell_of(at.x - reach); x <= right; ++x) {
    for (std::int32_t y = bottom; y <= top; ++y) {
      const std::uint64_t key = key_of(c, x, y);
      const std::size_t first = first_slot(key) & mask;
      for (std::size_t slot = first; slot < first + kMostSteps; ++slot) {
        const Place& place = slots_[slot & mask];
        if (place.key == 0) break;
        if (place.key == key && std::fabs(place.at.x - at.x) <= reach &&
            std::fabs(place.at.y - at.y) <= reach)
          return true;
      }
    }
  }
  const std::uint64_t key = key_of(c, cell_of(at.x), cell_of(at.y));
  Place* const place = free_slot(key);
  if (place == nullptr) return false;
  *place = {key, at};
  if (2 * ++count_ > slots_.size()) grow();
  return false;
}

void GlyphPlaces::clear() {
  slots_.clear();
  count_ = 0;
}

GlyphPlaces::Place* GlyphPlaces::free_slot(std::uint64_t key) {
  const std::size_t mask = slots_.size() - 1;
  const std::size_t first = first_slot(key) & mask;
  for (std::size_t slot = first; slot < first + kMostSteps; ++slot) {
    if (slots_[slot & mask].key == 0) return &slots_[slot & mask];
  }
  return nullptr;
}

void GlyphPlaces::grow() {
  const std::vector<Place> old = std::exchange(slots_, std::vector<Place>(2 * slots_.size()));
  for (const Place& each : old) {
    if (each.key == 0) continue;
    if (Place* place = free_slot(each.key)) *place = each;
  }
}

}  // namespace lectern
