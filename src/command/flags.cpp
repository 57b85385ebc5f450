#include "command/flags.h"

#include <algorithm>

#include "base/message.h"
#include "command/flag_table.h"

namespace lectern::command {
namespace {

/// The heading of the options that every verb has.
constexpr std::string_view kHelpGroup = "Help";
/// The one option besides those that the doctor has: its report for programs.
constexpr std::string_view kDoctorFlag = "json";
/// A longer word is no misspelling of an option.
constexpr std::size_t kMaxSuggestedBytes = 40;

/// Bytes to insert, remove, replace or swap with the next to make one of the words the other
/// (optimal string alignment). Neither is longer than kMaxSuggestedBytes.
std::size_t edit_distance(std::string_view left, std::string_view right) {
  std::size_t distance[kMaxSuggestedBytes + 1][kMaxSuggestedBytes + 1];
  for (std::size_t i = 0; i <= left.size(); ++i) {
    for (std::size_t j = 0; j <= right.size(); ++j) {
      std::size_t& least = distance[i][j] = std::max(i, j);
      if (i == 0 || j == 0) continue;
      const bool is_same = left[i - 1] == right[j - 1];
      least = std::min({distance[i - 1][j] + 1, distance[i][j - 1] + 1,
                        distance[i - 1][j - 1] + (is_same ? 0 : 1)});
      if (i > 1 && j > 1 && left[i - 1] == right[j - 2] && left[i - 2] == right[j - 1]) {
        least = std::min(least, distance[i - 2][j - 2] + 1);
      }
    }
  }
  return distance[left.size()][right.size()];
}

std::string_view without_dashes(std::string_view word) {
  return word.substr(std::min(word.find_first_not_of('-'), word.size()));
}

}  // namespace

std::string_view name_of(Verb verb) {
  if (verb == Verb::kMcp) return "mcp";
  if (verb == Verb::kDoctor) return "doctor";
  return verb == Verb::kCompletion ? "completion" : "read";
}

std::span<const Flag> flags() { return kFlags; }

const Flag* find_flag(std::string_view name) {
  for (const Flag& flag : flags()) {
    if (flag.name == name) return &flag;
  }
  return nullptr;
}

bool applies(const Flag& flag, Verb verb) {
  if (verb == Verb::kDoctor) return flag.name == kDoctorFlag || flag.group == kHelpGroup;
  if (!flag.only.empty()) return flag.only == name_of(verb);
  if (verb == Verb::kCompletion) return flag.group == kHelpGroup;
  return flag.target != Target::kInput || verb == Verb::kRead;
}

bool is_similar(std::string_view left, std::string_view right) {
  const std::size_t size = std::max(left.size(), right.size());
  if (size > kMaxSuggestedBytes || size < 2) return false;
  return edit_distance(left, right) <= (size < 5 ? 1 : 2);
}

std::string suggestion(std::string_view word, Verb verb) {
  const std::string_view name = without_dashes(word);
  if (name.size() < 2 || name.size() > kMaxSuggestedBytes) return "";
  const Flag* best = nullptr;
  std::size_t least = kMaxSuggestedBytes;
  for (const Flag& flag : flags()) {
    if (!applies(flag, verb)) continue;
    // The beginning of a name is as good as one error.
    const bool is_start = std::string_view(flag.name).starts_with(name);
    if (!is_start && !is_similar(name, flag.name)) continue;
    const std::size_t distance = is_start ? 1 : edit_distance(name, flag.name);
    if (distance >= least) continue;
    best = &flag;
    least = distance;
  }
  return best == nullptr ? "" : compose({" (did you mean --{}?)", best->name});
}

std::string environment_name(std::string_view flag_name) {
  std::string name = "LECTERN_" + std::string(flag_name);
  std::transform(name.begin(), name.end(), name.begin(), [](char c) {
    if (c == '-') return '_';
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  });
  return name;
}

}  // namespace lectern::command
