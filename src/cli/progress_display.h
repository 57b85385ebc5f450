// The line that shows on a terminal what a batch, or the reading of a large file, has done.
#pragma once

#include <chrono>
#include <optional>
#include <string_view>

namespace lectern::cli {

/// Without a terminal it shows nothing.
class ProgressDisplay {
 public:
  explicit ProgressDisplay(bool is_shown) : is_shown_(is_shown) {}

  /// Whether the line is due: it is rewritten ten times a second at most.
  bool is_due() const;
  void show(std::string_view line);
  /// Takes the line away, so that something else can be written.
  void clear();

 private:
  bool is_shown_;
  bool is_there_ = false;
  std::optional<std::chrono::steady_clock::time_point> last_;
};

}  // namespace lectern::cli
