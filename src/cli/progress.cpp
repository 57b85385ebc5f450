#include "cli/progress.h"

#include <algorithm>
#include <cstdio>

#include "base/format.h"
#include "base/message.h"

namespace lectern::cli {
namespace {

constexpr std::size_t kBarWidth = 20;
constexpr std::chrono::milliseconds kInterval(100);
constexpr std::string_view kClearLine = "\r\x1b[K";

void write_terminal(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

}  // namespace

std::string summary(const Counts& counts) {
  std::string text =
      compose({"{file}, {}, {failure}", counts.files, human_size(counts.bytes), counts.failures});
  if (counts.unchanged > 0) append_to(text, {", {,} unchanged", counts.unchanged});
  if (counts.left_out > 0) {
    append_to(text, {", {,} left out (links and special files)", counts.left_out});
  }
  return text;
}

std::string progress_line(const Counts& counts, std::uint64_t found, bool is_complete) {
  const std::uint64_t done = counts.files + counts.unchanged;
  const std::size_t filled =
      found == 0 ? 0 : static_cast<std::size_t>(std::min(done, found) * kBarWidth / found);
  return compose({"[{}{}] {,} of {,}{} files, {}, {failure}", std::string(filled, '#'),
                  std::string(kBarWidth - filled, '-'), done, found, is_complete ? "" : "+",
                  human_size(counts.bytes), counts.failures});
}

bool Progress::is_due() const {
  return is_shown_ && (!last_ || std::chrono::steady_clock::now() - *last_ >= kInterval);
}

void Progress::show(std::string_view line) {
  write_terminal(compose({"{}{}", kClearLine, line}));
  is_there_ = true;
  last_ = std::chrono::steady_clock::now();
}

void Progress::clear() {
  if (is_there_) write_terminal(kClearLine);
  is_there_ = false;
}

}  // namespace lectern::cli
