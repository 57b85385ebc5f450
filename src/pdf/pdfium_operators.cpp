#include "pdf/pdfium_operators.h"

#include <algorithm>
#include <array>
#include <bitset>
#include <vector>

namespace lectern {
namespace {

bool is_space(char c) {
  return c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == '\f' || c == '\0';
}

bool is_delimiter(char c) {
  return std::string_view("()<>[]{}/%").find(c) != std::string_view::npos;
}

/// The end of a string that begins here: parentheses nest, a backslash takes the next one's
/// meaning.
std::size_t end_of_string(std::string_view content, std::size_t at) {
  int depth = 0;
  for (; at < content.size(); ++at) {
    if (content[at] == '\\') {
      ++at;
    } else if (content[at] == '(') {
      ++depth;
    } else if (content[at] == ')' && --depth == 0) {
      return at + 1;
    }
  }
  return content.size();
}

bool is_painting(std::string_view word) {
  constexpr std::array<std::string_view, 17> kPainting = {"Tj", "TJ", "'",  "\"", "f",  "F",
                                                          "f*", "B",  "B*", "b",  "b*", "S",
                                                          "s",  "sh", "Do", "EI", "BI"};
  return std::find(kPainting.begin(), kPainting.end(), word) != kPainting.end();
}

/// What an operator changes that each object holds, as a bit; 0 for the others.
int state_of(std::string_view word) {
  if (word.size() > 3 || word.front() < 'A') return 0;
  constexpr std::array<std::string_view, 4> kStates = {
      " gs ri i ", " rg RG g G k K sc SC scn SCN cs CS ", " w J j M d ", " BMC BDC "};
  for (std::size_t i = 0; i < kStates.size(); ++i) {
    const std::size_t at = kStates[i].find(word);
    if (at != std::string_view::npos && kStates[i][at - 1] == ' ' &&
        kStates[i][at + word.size()] == ' ')
      return 1 << i;
  }
  return 0;
}

}  // namespace

/// How often a content stream says "/Name Do". Strings and inline images may hold the same bytes:
/// they only make the count too high.
std::map<std::string, std::uint64_t> drawn_names(std::string_view content) {
  std::map<std::string, std::uint64_t> names;
  for (std::size_t at = content.find("Do"); at != std::string_view::npos;
       at = content.find("Do", at + 2)) {
    std::size_t end = at;
    while (end > 0 && is_space(content[end - 1])) --end;
    if (end == at || end == 0) continue;
    std::size_t begin = end;
    while (begin > 0 && !is_space(content[begin - 1]) && content[begin - 1] != '/') --begin;
    if (begin > 0 && content[begin - 1] == '/')
      ++names[std::string(content.substr(begin, end - begin))];
  }
  return names;
}

std::uint64_t count_objects(std::string_view content) {
  constexpr std::size_t kClipsPerObject = 8;
  constexpr std::size_t kStatesPerObject = 3;
  constexpr std::size_t kMostSaved = 1'000;
  std::uint64_t count = 0;
  std::uint64_t states = 0;
  int changed = 0;
  std::vector<std::uint64_t> saved;
  std::uint64_t clips = 0;
  std::uint64_t clips_of_last = 0;
  std::size_t at = 0;
  while (at < content.size()) {
    const char c = content[at];
    if (c == '(') {
      at = end_of_string(content, at);
    } else if (c == '%') {
      at = std::min(content.find_first_of("\r\n", at), content.size());
    } else if (is_space(c) || is_delimiter(c)) {
      ++at;
    } else {
      std::size_t end = at;
      while (end < content.size() && !is_space(content[end]) && !is_delimiter(content[end])) ++end;
      const bool is_name = at > 0 && content[at - 1] == '/';
      const std::string_view word = content.substr(at, end - at);
      at = end;
      if (is_name) continue;
      if (word == "W" || word == "W*") {
        ++clips;
      } else if (word == "q") {
        if (saved.size() < kMostSaved) saved.push_back(clips);
      } else if (word == "Q") {
        if (saved.empty()) continue;
        clips = saved.back();
        saved.pop_back();
      } else if (is_painting(word)) {
        ++count;
        states += std::bitset<4>(static_cast<unsigned>(changed)).count();
        changed = 0;
        if (clips != clips_of_last) count += clips / kClipsPerObject;
        clips_of_last = clips;
      } else {
        changed |= state_of(word);
      }
    }
  }
  return count + states / kStatesPerObject;
}

}  // namespace lectern
