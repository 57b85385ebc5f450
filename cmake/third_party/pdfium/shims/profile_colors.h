// Colors of a profile, each of which its tables are gone through for: half a microsecond, or what a profile asks for. Those
// that pictures have again and again are looked up, and give the same.
#pragma once

#include <cstdint>
#include <cstring>
#include <unordered_map>
#include <vector>

#include "core/fxcrt/span.h"
#include "third_party/lcms/include/lcms2.h"
#include "work.h"

/// Units of work for one color: see profile_cost.h.
extern "C" std::uint64_t lectern_pdfium_cost_of_color(cmsHTRANSFORM transform);

namespace lectern_pdfium {

class ProfileColors {
 public:
  /// What `transform` makes of `count` colors of at most four bytes: three bytes each. Stops when no work is left.
  static void translate(cmsHTRANSFORM transform, std::uint32_t components, pdfium::span<const std::uint8_t> from,
                        pdfium::span<std::uint8_t> to, std::size_t count) {
    constexpr std::uint32_t kSpread = 2'654'435'761;
    choose(transform);
    for (std::size_t i = 0; i < count; ++i) {
      const auto color = from.subspan(i * components, components);
      std::uint32_t key = 0;
      std::memcpy(&key, color.data(), components);
      Entry& entry = entries_[(key * kSpread) >> (32 - kBits)];
      if (entry.owner != chosen_.number || entry.key != key) {
        if (!spend_on_colors(chosen_.cost)) return;
        entry.key = key;
        entry.owner = chosen_.number;
        cmsDoTransform(transform, color.data(), entry.bgr, 1);
      }
      std::memcpy(to.subspan(i * 3, 3).data(), entry.bgr, 3);
    }
  }

  /// Pays for colors that are not looked up. \returns false when no work is left
  static bool pay(cmsHTRANSFORM transform, std::uint64_t count) {
    choose(transform);
    return spend_on_colors(chosen_.cost * count);
  }

  /// The transform is freed.
  static void forget(cmsHTRANSFORM transform) {
    known_.erase(transform);
    if (transform == owner_) owner_ = nullptr;
  }

 private:
  static constexpr int kBits = 18;
  static constexpr std::size_t kEntries = std::size_t{1} << kBits;

  struct Entry {
    std::uint32_t key = 0;
    std::uint8_t bgr[3] = {};
    std::uint8_t owner = 0;  // 0: none
  };

  struct Transform {
    std::uint8_t number;  // 0: none yet
    std::uint64_t cost;
  };

  static void choose(cmsHTRANSFORM transform) {
    if (transform == owner_) return;
    owner_ = transform;
    Transform& known = known_[transform];
    if (known.number == 0) known = {next_number(), lectern_pdfium_cost_of_color(transform)};
    chosen_ = known;
  }

  /// Each has another until there are no more: all begin anew then.
  static std::uint8_t next_number() {
    if (last_number_ == UINT8_MAX || entries_.empty()) {
      entries_.assign(kEntries, Entry());
      for (auto& [transform, known] : known_) known.number = 0;
      last_number_ = 0;
    }
    return ++last_number_;
  }

  static inline std::vector<Entry> entries_;
  static inline std::unordered_map<cmsHTRANSFORM, Transform> known_;
  static inline std::uint8_t last_number_ = 0;
  static inline cmsHTRANSFORM owner_ = nullptr;
  static inline Transform chosen_{};
};

}  // namespace lectern_pdfium
