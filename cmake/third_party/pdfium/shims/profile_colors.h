// Colors of a profile, each of which its tables are gone through for: a third of a microsecond. Those that pictures have again and
// again are looked up, and give the same.
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include "core/fxcrt/span.h"
#include "third_party/lcms/include/lcms2.h"
#include "work.h"

namespace lectern_pdfium {

class ProfileColors {
 public:
  /// What `transform` makes of `count` colors of at most four bytes: three bytes each. Stops when no work is left.
  static void translate(cmsHTRANSFORM transform, std::uint32_t components, pdfium::span<const std::uint8_t> from,
                        pdfium::span<std::uint8_t> to, std::size_t count) {
    constexpr std::uint64_t kWorkOfColor = 300;
    constexpr std::uint32_t kSpread = 2'654'435'761;
    if (transform != owner_) entries_.assign(kEntries, Entry());
    owner_ = transform;
    for (std::size_t i = 0; i < count; ++i) {
      const auto color = from.subspan(i * components, components);
      std::uint32_t key = 0;
      std::memcpy(&key, color.data(), components);
      Entry& entry = entries_[(key * kSpread) >> (32 - kBits)];
      if (!entry.is_known || entry.key != key) {
        if (!spend(kWorkOfColor)) return;
        entry.key = key;
        entry.is_known = true;
        cmsDoTransform(transform, color.data(), entry.bgr, 1);
      }
      std::memcpy(to.subspan(i * 3, 3).data(), entry.bgr, 3);
    }
  }

  /// The transform is freed.
  static void forget(cmsHTRANSFORM transform) {
    if (transform == owner_) owner_ = nullptr;
  }

 private:
  static constexpr int kBits = 16;
  static constexpr std::size_t kEntries = std::size_t{1} << kBits;

  struct Entry {
    std::uint32_t key = 0;
    std::uint8_t bgr[3] = {};
    bool is_known = false;
  };

  static inline cmsHTRANSFORM owner_ = nullptr;
  static inline std::vector<Entry> entries_;
};

}  // namespace lectern_pdfium
