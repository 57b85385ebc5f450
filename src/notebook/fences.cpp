#include "notebook/fences.h"

#include <algorithm>
#include <utility>

namespace lectern {
namespace {

constexpr std::size_t kFenceChars = 3;
/// More blanks make an indented code block of a line.
constexpr std::size_t kMostBlanks = 3;

/// Starts of lines that the form of cells writes; '0' stands for a digit.
constexpr std::string_view kOwnStarts[] = {
    "# Jupyter Notebook (",
    "## Cell 0",
    "In [0",
    "In [ ]",
    "**Output:**",
    "(Showing ",
    "(Encoding: ",
    "(warning: ",
    "[stderr]",
    "[stdout]",
    "[Image 0",
    "[Image left out: ",
    "[Image not shown: ",
    "[Image could not be used: ",
    "[Output cut: ",
    "[Output without data]",
    "[Unknown output type: ",
    "[Source cut: ",
    "[Cell cut: ",
    "[Not shown: ",
    "[Damaged ",
    "[Attachment ",
};
/// What each of them begins with.
constexpr std::string_view kOwnFirst = "#I*([";
static_assert(std::all_of(std::begin(kOwnStarts), std::end(kOwnStarts), [](std::string_view start) {
  return kOwnFirst.find(start[0]) != kOwnFirst.npos;
}));
/// What "[12" goes on with in such a line.
constexpr std::string_view kOwnCounts[] = {" more ", " output", " attachment"};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool begins_as(std::string_view line, std::string_view start) {
  return line.size() >= start.size() &&
         std::equal(start.begin(), start.end(), line.begin(),
                    [](char wanted, char c) { return wanted == '0' ? is_digit(c) : wanted == c; });
}

/// `line` without the blanks before it.
bool looks_like_own(std::string_view line) {
  if (line.empty() || kOwnFirst.find(line[0]) == kOwnFirst.npos) return false;
  const bool begins =
      std::any_of(std::begin(kOwnStarts), std::end(kOwnStarts),
                  [line](std::string_view start) { return begins_as(line, start); });
  if (begins || !begins_as(line, "[0")) return begins;
  const std::size_t end = std::min(line.find_first_not_of("0123456789,", 1), line.size());
  return std::any_of(std::begin(kOwnCounts), std::end(kOwnCounts),
                     [&](std::string_view count) { return line.substr(end).starts_with(count); });
}

/// Whether what ends a line may begin with it.
bool may_end_line(char c) { return (c >= '\n' && c <= '\r') || c == '\xC2' || c == '\xE2'; }

/// The size of what ends a line for some reader at the start of `text`, 0 when nothing does.
std::size_t line_end_size(std::string_view text) {
  if (text.front() >= '\n' && text.front() <= '\r') return 1;
  for (const std::string_view end : {"\xC2\x85", "\xE2\x80\xA8", "\xE2\x80\xA9"}) {
    if (text.starts_with(end)) return end.size();
  }
  return 0;
}

/// Takes the first line off `text`.
std::string_view take_line(std::string_view& text) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (!may_end_line(text[at])) continue;
    const std::size_t end = line_end_size(text.substr(at));
    if (end == 0) continue;
    const std::string_view line = text.substr(0, at);
    text.remove_prefix(at + end);
    return line;
  }
  return std::exchange(text, std::string_view());
}

/// Reads line after line which fence is open.
class FenceState {
 public:
  void pass(std::string_view line) {
    const std::size_t blanks = std::min(line.find_first_not_of(' '), line.size());
    line.remove_prefix(blanks);
    if (blanks > kMostBlanks || line.empty() || (line[0] != '`' && line[0] != '~')) return;
    const char mark = line[0];
    const std::size_t run = std::min(line.find_first_not_of(mark), line.size());
    const std::string_view rest = line.substr(run);
    if (open_.empty()) {
      const bool opens = run >= kFenceChars && (mark == '~' || rest.find('`') == rest.npos);
      if (opens) open_.assign(run, mark);
    } else if (mark == open_[0] && run >= open_.size() &&
               rest.find_first_not_of(" \t") == rest.npos) {
      open_.clear();
    }
  }
  const std::string& open() const { return open_; }

 private:
  std::string open_;
};

}  // namespace

std::string fence_for(std::string_view text) {
  std::size_t longest = 0;
  std::size_t run = 0;
  for (const char c : text) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  return std::string(std::max(kFenceChars, longest + 1), '`');
}

std::string open_fence(std::string_view text) {
  FenceState state;
  while (!text.empty()) state.pass(take_line(text));
  return state.open();
}

bool looks_like_structure(std::string_view text) {
  FenceState state;
  while (!text.empty()) {
    const std::string_view line = take_line(text);
    state.pass(line);
    const std::size_t blanks = std::min(line.find_first_not_of(" \t"), line.size());
    if (looks_like_own(line.substr(blanks))) return true;
  }
  return !state.open().empty();
}

}  // namespace lectern
