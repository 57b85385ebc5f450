#include "pdf/glyph_places.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace lectern {
namespace {

constexpr float kCellPoints = 1.0f;
constexpr float kFarthestPoints = 1e6f;
constexpr std::size_t kFirstSlots = 1024;
constexpr std::size_t kMostSteps = 128;

/// Rounded down, and by hand: it is asked for six numbers of each glyph. What is no number lies at
/// an edge.
std::int32_t cell_of(float place) {
  const float kept = place > -kFarthestPoints ? std::min(place, kFarthestPoints) : -kFarthestPoints;
  const auto cell = static_cast<std::int32_t>(kept / kCellPoints);
  return static_cast<float>(cell) * kCellPoints > kept ? cell - 1 : cell;
}

/// 21 bits of each: no two cells have one key. Never 0.
std::uint64_t key_of(char32_t c, std::int32_t column, std::int32_t row) {
  const auto bits = [](std::int32_t cell) { return static_cast<std::uint64_t>(cell) & 0x1FFFFF; };
  return (bits(column) << 42 | bits(row) << 21 | (static_cast<std::uint64_t>(c) & 0x1FFFFF)) + 1;
}

}  // namespace

bool GlyphPlaces::is_repeated(char32_t c, const CFX_PointF& at, float near) {
  const float reach = std::min(near, kCellPoints);
  if (slots_.empty()) slots_.resize(kFirstSlots);
  const std::int32_t right = cell_of(at.x + reach);
  const std::int32_t bottom = cell_of(at.y - reach);
  const std::int32_t top = cell_of(at.y + reach);
  for (std::int32_t x = cell_of(at.x - reach); x <= right; ++x) {
    for (std::int32_t y = bottom; y <= top; ++y) {
      const Place* place = slot_of(key_of(c, x, y));
      if (place != nullptr && place->key != 0 && std::fabs(place->at.x - at.x) <= near &&
          std::fabs(place->at.y - at.y) <= near)
        return true;
    }
  }
  put(key_of(c, cell_of(at.x), cell_of(at.y)), at);
  return false;
}

void GlyphPlaces::clear() {
  slots_.clear();
  count_ = 0;
}

GlyphPlaces::Place* GlyphPlaces::slot_of(std::uint64_t key) {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = static_cast<std::size_t>(key * 0x9E3779B97F4A7C15U >> 32);
  for (std::size_t step = 0; step < kMostSteps; ++step, ++slot) {
    Place& place = slots_[slot & mask];
    if (place.key == key || place.key == 0) return &place;
  }
  return nullptr;
}

void GlyphPlaces::put(std::uint64_t key, const CFX_PointF& at) {
  Place* place = slot_of(key);
  if (place == nullptr) return;
  if (place->key == 0 && 2 * ++count_ > slots_.size()) {
    grow();
    place = slot_of(key);
    if (place == nullptr) return;
  }
  *place = {key, at};
}

void GlyphPlaces::grow() {
  const std::vector<Place> old = std::exchange(slots_, std::vector<Place>(2 * slots_.size()));
  for (const Place& each : old) {
    if (each.key == 0) continue;
    if (Place* place = slot_of(each.key)) *place = each;
  }
}

}  // namespace lectern
