// What a drawing may still take: work and memory. Once it is over a limit everything stops, and the
// first error is the drawing's.
#pragma once

#include <optional>
#include <string_view>
#include <utility>

#include "base/work_budget.h"

namespace lectern::drawing {

class Meter {
 public:
  explicit Meter(const Limits& limits) : work_(limits), max_bytes_(limits.max_decoded_bytes) {}
  Meter(const Meter&) = delete;
  Meter& operator=(const Meter&) = delete;

  /// Takes `count` steps, each about as long as `each` simple ones. False once there is an error.
  bool spend(std::uint64_t count, std::uint64_t each = 1) {
    if (error_) return false;
    if (auto spent = work_.spend("the parts of the drawing", count, each * kUnitsPerStep); !spent)
      error_.emplace(std::move(spent).error());
    return !error_;
  }
  /// Counts memory before it is taken; `release` gives it back.
  bool hold(std::uint64_t bytes) {
    if (error_) return false;
    if (bytes > max_bytes_ - held_) {
      error_.emplace(ErrorCode::kLimitExceeded,
                     Message{"drawing it needs more than the limit of {} bytes", max_bytes_});
      return false;
    }
    held_ += bytes;
    return true;
  }
  void release(std::uint64_t bytes) { held_ -= bytes < held_ ? bytes : held_; }
  void fail(Error error) {
    if (!error_) error_.emplace(std::move(error));
  }
  bool has_failed() const { return error_.has_value(); }
  /// In simple steps.
  std::uint64_t work_left() const {
    return work_.max_units() > work_.spent() ? (work_.max_units() - work_.spent()) / kUnitsPerStep
                                             : 0;
  }
  std::uint64_t bytes_left() const { return max_bytes_ - held_; }
  Error take_error() { return *std::exchange(error_, std::nullopt); }

 private:
  /// Of work: hostile drawings that use up the default limit take seconds, as other pictures do.
  static constexpr std::uint64_t kUnitsPerStep = 8;

  WorkBudget work_;
  std::uint64_t held_ = 0;
  std::uint64_t max_bytes_;
  std::optional<Error> error_;
};

/// Memory that is counted as long as this lives.
class Held {
 public:
  Held() = default;
  Held(Meter& meter, std::uint64_t bytes) { grow(meter, bytes); }
  Held(Held&& other) noexcept
      : meter_(std::exchange(other.meter_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}
  Held& operator=(Held&& other) noexcept {
    std::swap(meter_, other.meter_);
    std::swap(bytes_, other.bytes_);
    return *this;
  }
  ~Held() {
    if (meter_ != nullptr) meter_->release(bytes_);
  }
  bool grow(Meter& meter, std::uint64_t bytes) {
    if (!meter.hold(bytes)) return false;
    meter_ = &meter;
    bytes_ += bytes;
    return true;
  }

 private:
  Meter* meter_ = nullptr;
  std::uint64_t bytes_ = 0;
};

}  // namespace lectern::drawing
