#include "cli/progress_display.h"

#include "base/message.h"
#include "cli/output.h"

namespace lectern::cli {
namespace {

constexpr std::chrono::milliseconds kInterval(100);
constexpr std::string_view kClearLine = "\r\x1b[K";

}  // namespace

bool ProgressDisplay::is_due() const {
  return is_shown_ && (!last_ || std::chrono::steady_clock::now() - *last_ >= kInterval);
}

void ProgressDisplay::show(std::string_view line) {
  write_message(compose({"{}{}", kClearLine, line}));
  is_there_ = true;
  last_ = std::chrono::steady_clock::now();
}

void ProgressDisplay::clear() {
  if (is_there_) write_message(kClearLine);
  is_there_ = false;
}

}  // namespace lectern::cli
