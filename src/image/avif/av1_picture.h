// One AV1 picture, decoded by dav1d within limits: one thread, no film grain.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "base/bytes.h"
#include "base/dimensions.h"
#include "base/error.h"
#include "base/limits.h"
#include "base/work_budget.h"

namespace lectern {

/// How the colours of a picture are coded (ITU-T H.273).
struct Av1Colors {
  std::uint32_t primaries = 2;
  std::uint32_t transfer = 2;
  std::uint32_t matrix = 2;
  bool full_range = false;
};

/// One plane of samples.
struct Av1Plane {
  const std::uint8_t* data = nullptr;
  std::ptrdiff_t stride = 0;  ///< bytes from row to row
};

struct Av1Options {
  std::uint32_t operating_point = 0;
  /// The one layer that is wanted; without it the best.
  std::optional<std::uint32_t> layer;
};

/// The planes, as long as it lives.
class Av1Picture {
 public:
  /// \param bytes_held  what else is held of `limits.max_decoded_bytes`.
  static Result<Av1Picture> decode(ByteSpan data, const Av1Options& options, const Limits& limits,
                                   std::uint64_t bytes_held, WorkBudget& work);
  ~Av1Picture();
  Av1Picture(Av1Picture&&) noexcept;
  Av1Picture& operator=(Av1Picture&&) noexcept;

  Dimensions size() const;
  /// That its planes take.
  std::uint64_t memory_bytes() const;
  std::uint32_t bit_depth() const;
  bool monochrome() const;
  /// 1 when chroma has half of the columns, or of the rows.
  unsigned chroma_shift_x() const;
  unsigned chroma_shift_y() const;
  Av1Plane plane(unsigned index) const;
  Av1Colors colors() const;

 private:
  struct State;
  explicit Av1Picture(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace lectern
