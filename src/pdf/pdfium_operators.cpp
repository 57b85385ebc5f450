#include "pdf/pdfium_operators.h"

#include <algorithm>
#include <array>
#include <bitset>
#include <vector>

#include "work.h"

namespace lectern {
namespace {

constexpr std::string_view kSpaces(" \n\r\t\f\0", 6);
constexpr std::string_view kDelimiters = "()<>[]{}/%";

/// What ends a word.
constexpr std::array<bool, 256> kEnds = [] {
  std::array<bool, 256> ends{};
  for (const std::string_view all : {kSpaces, kDelimiters}) {
    for (const char c : all) ends[static_cast<unsigned char>(c)] = true;
  }
  return ends;
}();

bool ends_word(char c) { return kEnds[static_cast<unsigned char>(c)]; }

bool is_space(char c) { return kSpaces.find(c) != std::string_view::npos; }

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

/// The letters of an operator as a number; 0 for what is too long for one.
constexpr std::uint32_t code_of(std::string_view word) {
  if (word.size() > 3) return 0;
  std::uint32_t code = 0;
  for (const char c : word) code = code << 8 | static_cast<unsigned char>(c);
  return code;
}

enum class Effect { kNone, kPaints, kClips, kSaves, kRestores, kChanges };

struct Operator {
  Effect effect = Effect::kNone;
  int state = 0;  ///< what it changes that each object holds, as a bit
};

Operator operator_of(std::string_view word) {
  switch (code_of(word)) {
    case code_of("W"):
    case code_of("W*"):
      return {Effect::kClips};
    case code_of("q"):
      return {Effect::kSaves};
    case code_of("Q"):
      return {Effect::kRestores};
    case code_of("Tj"):
    case code_of("TJ"):
    case code_of("'"):
    case code_of("\""):
    case code_of("f"):
    case code_of("F"):
    case code_of("f*"):
    case code_of("B"):
    case code_of("B*"):
    case code_of("b"):
    case code_of("b*"):
    case code_of("S"):
    case code_of("s"):
    case code_of("sh"):
    case code_of("Do"):
    case code_of("EI"):
    case code_of("BI"):
      return {Effect::kPaints};
    case code_of("gs"):
    case code_of("ri"):
    case code_of("i"):
      return {Effect::kChanges, 1};
    case code_of("rg"):
    case code_of("RG"):
    case code_of("g"):
    case code_of("G"):
    case code_of("k"):
    case code_of("K"):
    case code_of("sc"):
    case code_of("SC"):
    case code_of("scn"):
    case code_of("SCN"):
    case code_of("cs"):
    case code_of("CS"):
      return {Effect::kChanges, 2};
    case code_of("w"):
    case code_of("J"):
    case code_of("j"):
    case code_of("M"):
    case code_of("d"):
      return {Effect::kChanges, 4};
    case code_of("BMC"):
    case code_of("BDC"):
      return {Effect::kChanges, 8};
    default:
      return {};
  }
}

}  // namespace

/// How often a content stream says "/Name Do". Strings and inline images may hold the same bytes:
/// they only make the count too high.
std::map<std::string, std::uint64_t> drawn_names(std::string_view content) {
  // Each is held and looked up; the largest of real drawings have some thousand.
  constexpr std::size_t kFreeNames = 1'000;
  constexpr std::uint64_t kWorkOfName = 5'000;
  std::map<std::string, std::uint64_t> names;
  for (std::size_t at = content.find("Do"); at != std::string_view::npos;
       at = content.find("Do", at + 2)) {
    std::size_t end = at;
    while (end > 0 && is_space(content[end - 1])) --end;
    if (end == at || end == 0) continue;
    std::size_t begin = end;
    while (begin > 0 && !is_space(content[begin - 1]) && content[begin - 1] != '/') --begin;
    if (begin == 0 || content[begin - 1] != '/') continue;
    const auto [name, is_new] = names.try_emplace(std::string(content.substr(begin, end - begin)));
    ++name->second;
    if (is_new && names.size() > kFreeNames && !lectern_pdfium::spend(kWorkOfName)) break;
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
    } else if (ends_word(c)) {
      ++at;
    } else {
      std::size_t end = at;
      while (end < content.size() && !ends_word(content[end])) ++end;
      const bool is_name = at > 0 && content[at - 1] == '/';
      const std::string_view word = content.substr(at, end - at);
      at = end;
      if (is_name) continue;
      const Operator op = operator_of(word);
      switch (op.effect) {
        case Effect::kNone:
          break;
        case Effect::kClips:
          ++clips;
          break;
        case Effect::kSaves:
          if (saved.size() < kMostSaved) saved.push_back(clips);
          break;
        case Effect::kRestores:
          if (saved.empty()) break;
          clips = saved.back();
          saved.pop_back();
          break;
        case Effect::kPaints:
          ++count;
          states += std::bitset<4>(static_cast<unsigned>(changed)).count();
          changed = 0;
          if (clips != clips_of_last) count += clips / kClipsPerObject;
          clips_of_last = clips;
          break;
        case Effect::kChanges:
          changed |= op.state;
          break;
      }
    }
  }
  return count + states / kStatesPerObject;
}

}  // namespace lectern
