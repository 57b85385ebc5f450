#include "command/progress.h"

#include <algorithm>

#include "base/format.h"
#include "base/message.h"
#include "command/arguments.h"
#include "command/printable.h"
#include "text/utf8.h"

namespace lectern::command {
namespace {

constexpr std::size_t kBarWidth = 20;
/// Characters of a name.
constexpr std::size_t kMaxNameChars = 40;

/// "[#####---------------]"
std::string bar(std::uint64_t done, std::uint64_t all) {
  const auto filled =
      all == 0 ? 0 : static_cast<std::size_t>(std::min(done, all) * kBarWidth / all);
  return compose({"[{}{}]", std::string(filled, '#'), std::string(kBarWidth - filled, '-')});
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
  return compose({"{} {,} of {,}{} files, {}, {failure}", bar(done, found), done, found,
                  is_complete ? "" : "+", human_size(counts.bytes), counts.failures});
}

std::string reading_line(std::string_view path, std::uint64_t done,
                         std::optional<std::uint64_t> size) {
  std::string name = printable(path == kStandardInput ? "standard input" : base_name(path));
  if (utf8_length(name) > kMaxNameChars) {
    name = compose({"{}…", name.substr(0, utf8_prefix_size(name, kMaxNameChars - 1))});
  }
  if (!size) return compose({"{}, {}", name, human_size(done)});
  return compose({"{} {}, {} of {}", bar(done, *size), name, human_size(std::min(done, *size)),
                  human_size(*size)});
}

}  // namespace lectern::command
