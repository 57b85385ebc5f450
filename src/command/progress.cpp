#include "command/progress.h"

#include <algorithm>

#include "base/format.h"
#include "base/message.h"

namespace lectern::command {
namespace {

constexpr std::size_t kBarWidth = 20;

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

}  // namespace lectern::command
