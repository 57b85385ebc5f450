#include "drawing/type/face.h"

#include <algorithm>

#include "base/byte_reader.h"

namespace lectern::drawing {
namespace {

/// What the standard strings 1 to 228 of CFF name.
constexpr char16_t kStandard[] =
    u" !\"#$%&\u2019()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_"
    u"\u2018abcdefghijklmnopqrstuvwxyz{|}~"
    u"\u00A1\u00A2\u00A3\u2044\u00A5\u0192\u00A7\u00A4\u0027\u201C\u00AB\u2039\u203A\uFB01\uFB02"
    u"\u2013\u2020\u2021\u00B7\u00B6\u2022\u201A\u201E\u201D\u00BB\u2026\u2030\u00BF\u0060\u00B4"
    u"\u02C6\u02DC\u00AF\u02D8\u02D9\u00A8\u02DA\u00B8\u02DD\u02DB\u02C7\u2014\u00C6\u00AA\u0141"
    u"\u00D8\u0152\u00BA\u00E6\u0131\u0142\u00F8\u0153\u00DF\u00B9\u00AC\u00B5\u2122\u00D0\u00BD"
    u"\u00B1\u00DE\u00BC\u00F7\u00A6\u00B0\u00FE\u00BE\u00B2\u00AE\u2212\u00F0\u00D7\u00B3\u00A9"
    u"\u00C1\u00C2\u00C4\u00C0\u00C5\u00C3\u00C7\u00C9\u00CA\u00CB\u00C8\u00CD\u00CE\u00CF\u00CC"
    u"\u00D1\u00D3\u00D4\u00D6\u00D2\u00D5\u0160\u00DA\u00DB\u00DC\u00D9\u00DD\u0178\u017D\u00E1"
    u"\u00E2\u00E4\u00E0\u00E5\u00E3\u00E7\u00E9\u00EA\u00EB\u00E8\u00ED\u00EE\u00EF\u00EC\u00F1"
    u"\u00F3\u00F4\u00F6\u00F2\u00F5\u0161\u00FA\u00FB\u00FC\u00F9\u00FD\u00FF\u017E";
constexpr std::size_t kStandardSize = std::size(kStandard) - 1;
static_assert(kStandardSize == 228);
/// The first string of the font's own, which in both faces is "Euro".
constexpr unsigned kOwnString = 391;

std::uint32_t big_endian(ByteSpan data, std::size_t at, std::size_t size) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < size; ++i)
    value = value << 8 | (at + i < data.size() ? data[at + i] : 0u);
  return value;
}

/// The objects of an INDEX, and where it ends.
std::vector<ByteSpan> take_index(ByteSpan data, std::size_t& at) {
  std::vector<ByteSpan> objects;
  const std::size_t count = big_endian(data, at, 2);
  at += 2;
  if (count == 0) return objects;
  const std::size_t width = big_endian(data, at, 1);
  const std::size_t offsets = at + 1;
  const std::size_t base = offsets + (count + 1) * width - 1;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t from = base + big_endian(data, offsets + i * width, width);
    const std::size_t to = base + big_endian(data, offsets + (i + 1) * width, width);
    if (from > to || to > data.size()) return {};
    objects.push_back(data.subspan(from, to - from));
  }
  at = base + big_endian(data, offsets + count * width, width);
  return objects;
}

/// The operands of an operator of a DICT; numbers with a fraction are not needed.
std::vector<double> operands(ByteSpan dict, unsigned wanted) {
  std::vector<double> stack;
  for (std::size_t at = 0; at < dict.size();) {
    const unsigned op = dict[at++];
    const auto next = [&](std::size_t i) { return static_cast<int>(big_endian(dict, at + i, 1)); };
    if (op <= 21) {
      const unsigned name = op == 12 ? 1200 + big_endian(dict, at++, 1) : op;
      if (name == wanted) return stack;
      stack.clear();
    } else if (op == 28) {
      stack.push_back(static_cast<std::int16_t>(big_endian(dict, at, 2)));
      at += 2;
    } else if (op == 29) {
      stack.push_back(static_cast<std::int32_t>(big_endian(dict, at, 4)));
      at += 4;
    } else if (op == 30) {
      while (at < dict.size() && (dict[at] & 0xFu) != 0xFu) ++at;
      ++at;
      stack.push_back(0);
    } else if (op <= 246) {
      stack.push_back(static_cast<int>(op) - 139);
    } else if (op <= 250) {
      stack.push_back((static_cast<int>(op) - 247) * 256 + next(0) + 108);
      ++at;
    } else {
      stack.push_back(-(static_cast<int>(op) - 251) * 256 - next(0) - 108);
      ++at;
    }
  }
  return {};
}

std::size_t offset_of(const std::vector<double>& values, std::size_t i) {
  return i < values.size() ? static_cast<std::size_t>(std::max(0.0, values[i])) : 0;
}

char32_t character_of(unsigned string) {
  if (string >= 1 && string <= kStandardSize) return kStandard[string - 1];
  return string == kOwnString ? U'\u20AC' : U'\0';
}

/// Characters that look like one the face has.
char32_t look_alike(char32_t character) {
  switch (character) {
    case U'\u00A0':
    case U'\u2002':
    case U'\u2003':
    case U'\u2009':
    case U'\u202F':
    case U'\t':
    case U'\n':
    case U'\r':
      return U' ';
    case U'\u2010':
    case U'\u2011':
    case U'\u00AD':
      return U'-';
    case U'\u2015':
      return U'\u2014';
    case U'\u03BC':
      return U'\u00B5';
    case U'\u2215':
      return U'\u2044';
    case U'\u2219':
    case U'\u22C5':
      return U'\u00B7';
    case U'\u0110':
      return U'\u00D0';
    default:
      return character;
  }
}

}  // namespace

const Face& Face::of(bool is_bold) {
  static const Face kRegular(face_data(false));
  static const Face kBold(face_data(true));
  return is_bold ? kBold : kRegular;
}

Face::Face(ByteSpan data) {
  std::size_t at = big_endian(data, 2, 1);
  take_index(data, at);
  const std::vector<ByteSpan> dicts = take_index(data, at);
  take_index(data, at);
  global_ = take_index(data, at);
  if (dicts.empty()) return;
  std::size_t glyphs = offset_of(operands(dicts[0], 17), 0);
  glyphs_ = take_index(data, glyphs);
  const std::vector<double> part = operands(dicts[0], 18);
  const std::size_t size = offset_of(part, 0);
  const std::size_t start = offset_of(part, 1);
  if (start <= data.size() && size <= data.size() - start) {
    const ByteSpan dict = data.subspan(start, size);
    const std::vector<double> by_default = operands(dict, 20);
    const std::vector<double> nominal = operands(dict, 21);
    default_width_ = by_default.empty() ? 0 : by_default[0];
    nominal_width_ = nominal.empty() ? 0 : nominal[0];
    const std::size_t local = offset_of(operands(dict, 19), 0);
    std::size_t from = start + local;
    if (local != 0) local_ = take_index(data, from);
  }
  // The strings that name the glyphs; the first is .notdef.
  characters_.push_back(0);
  std::size_t charset = offset_of(operands(dicts[0], 15), 0);
  const unsigned format = big_endian(data, charset++, 1);
  while (charset > 1 && charset < data.size() && characters_.size() < glyphs_.size()) {
    const unsigned first = big_endian(data, charset, 2);
    const std::size_t width = format == 0 ? 0 : format;
    const unsigned more = big_endian(data, charset + 2, width);
    charset += 2 + width;
    for (unsigned i = 0; i <= more && characters_.size() < glyphs_.size(); ++i)
      characters_.push_back(character_of(first + i));
  }
}

std::optional<std::size_t> Face::find(char32_t character) const {
  const auto found = std::find(characters_.begin(), characters_.end(), character);
  if (character == 0 || found == characters_.end()) return std::nullopt;
  return static_cast<std::size_t>(found - characters_.begin());
}

std::optional<Glyph> Face::glyph(char32_t character) const {
  auto number = find(character);
  if (!number) number = find(look_alike(character));
  if (!number) return std::nullopt;
  auto drawn = run_charstring(glyphs_[*number], {local_, global_});
  if (!drawn) return std::nullopt;
  return Glyph{std::move(drawn->path),
               drawn->width ? nominal_width_ + *drawn->width : default_width_};
}

}  // namespace lectern::drawing
