// Turns words upright, joins them to lines and joins the pieces of rules. Rules:
// - words stand on one line when their baselines differ by less than a third of the font size; a
//   smaller word (a raised or lowered one) also when it stands within the height of its neighbour;
// - rules less than three points apart are one (double lines), and so are pieces of one line with
//   gaps of up to four points (dashes, cells that are framed one by one).
#include "pdf/layout/table_frame.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace lectern {
namespace {

constexpr float kSameBase = 0.33f;  // of the font size
constexpr float kSameRule = 3.0f;   // points
constexpr float kDash = 4.0f;       // points
constexpr float kLeastRule = 5.0f;  // points

PageBox turned(const PageBox& box, float width, float height, WordDirection direction) {
  switch (direction) {
    case WordDirection::kDown:
      return {box.top, width - box.right, box.bottom, width - box.left};
    case WordDirection::kLeft:
      return {width - box.right, height - box.bottom, width - box.left, height - box.top};
    case WordDirection::kUp:
      return {height - box.bottom, box.left, height - box.top, box.right};
    case WordDirection::kRight:
      break;
  }
  return box;
}

float turned_base(float base, const PageContent& page, WordDirection direction) {
  switch (direction) {
    case WordDirection::kDown:
      return page.width - base;
    case WordDirection::kLeft:
      return page.height - base;
    default:
      return base;
  }
}

bool is_finite(const PageBox& box) {
  return std::isfinite(box.left) && std::isfinite(box.top) && std::isfinite(box.right) &&
         std::isfinite(box.bottom) && box.left <= box.right && box.top <= box.bottom;
}

std::vector<RuleLine> join_rules(std::vector<RuleLine> pieces) {
  std::stable_sort(pieces.begin(), pieces.end(),
            [](const RuleLine& a, const RuleLine& b) { return a.at < b.at; });
  std::vector<RuleLine> lines;
  for (std::size_t first = 0; first < pieces.size();) {
    std::size_t end = first + 1;
    while (end < pieces.size() && pieces[end].at - pieces[first].at < kSameRule) ++end;
    const auto begin = pieces.begin();
    std::stable_sort(begin + static_cast<std::ptrdiff_t>(first), begin + static_cast<std::ptrdiff_t>(end),
              [](const RuleLine& a, const RuleLine& b) { return a.from < b.from; });
    RuleLine line = pieces[first];
    float sum = line.at;
    float count = 1;
    const auto close = [&] {
      line.at = sum / count;
      if (line.to - line.from >= kLeastRule) lines.push_back(line);
    };
    for (std::size_t i = first + 1; i < end; ++i) {
      if (pieces[i].from <= line.to + kDash) {
        line.to = std::max(line.to, pieces[i].to);
        sum += pieces[i].at;
        ++count;
        continue;
      }
      close();
      line = pieces[i];
      sum = line.at;
      count = 1;
    }
    close();
    first = end;
  }
  std::stable_sort(lines.begin(), lines.end(),
            [](const RuleLine& a, const RuleLine& b) { return a.at < b.at; });
  return lines;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 0xC3;
}

bool is_currency(std::string_view text) {
  static constexpr std::array<std::string_view, 6> kSigns = {"$",        "\xE2\x82\xAC", "\xC2\xA3",
                                                             "\xC2\xA5", "US$",          "($"};
  return std::find(kSigns.begin(), kSigns.end(), text) != kSigns.end();
}

/// A bullet, "1.", "(a)", "iv)".
bool is_item_marker(std::string_view text) {
  static constexpr std::array<std::string_view, 10> kBullets = {
      "\xE2\x80\xA2", "\xC2\xB7",     "\xE2\x80\x93", "-",           "*", "o",
      "\xE2\x96\xAA", "\xE2\x97\x8F", "\xEF\x82\xB7", "\xE2\x96\xA0"};
  if (std::find(kBullets.begin(), kBullets.end(), text) != kBullets.end()) return true;
  if (text.size() < 2 || text.size() > 5) return false;
  const char last = text.back();
  if (last != '.' && last != ')' && last != ']' && last != ':') return false;
  const char first = text.front();
  return first == '(' || first == '[' || is_digit(first) || text.size() <= 3;
}

bool starts_small(std::string_view text) {
  return !text.empty() && ((text[0] >= 'a' && text[0] <= 'z') || text[0] == '(' || text[0] == '[');
}

}  // namespace

bool is_leader(std::string_view text) {
  return text.size() >= 2
             ? text.find_first_not_of(".\xE2\x80\xA6_\xC2\xB7") == std::string_view::npos
             : text == ".";
}

bool reads_as_value(std::string_view text) {
  static constexpr std::array<std::string_view, 26> kNone = {"-",
                                                             "--",
                                                             "---",
                                                             "*",
                                                             "**",
                                                             "***",
                                                             "*****",
                                                             "n.a.",
                                                             "n/a",
                                                             "N/A",
                                                             "NA",
                                                             "na",
                                                             "(X)",
                                                             "..",
                                                             ":",
                                                             "n.d.",
                                                             "\xE2\x80\x93",
                                                             "\xE2\x80\x94",
                                                             "\xE2\x80\xA6",
                                                             "\xE2\x88\x92",
                                                             "...",
                                                             "X",
                                                             "x",
                                                             "\xE2\x80\xA1",
                                                             "\xE2\x80\xA0",
                                                             "n.a"};
  if (std::find(kNone.begin(), kNone.end(), text) != kNone.end()) return true;
  std::size_t digits = 0;
  std::size_t letters = 0;
  for (const char c : text) {
    digits += is_digit(c) ? 1 : 0;
    letters += is_letter(c) ? 1 : 0;
  }
  return digits > 0 && digits >= letters;
}

bool draws_line(std::string_view text) {
  return text.size() >= 5 && text.find_first_not_of(text[0]) == std::string_view::npos &&
         (text[0] == '-' || text[0] == '_' || text[0] == '=');
}

bool is_math_sign(std::string_view text) {
  static constexpr std::array<std::string_view, 17> kSigns = {"=",
                                                              "\xE2\x88\x9A",
                                                              "\xE2\x88\x91",
                                                              "\xE2\x88\xAB",
                                                              "\xE2\x88\x8F",
                                                              "\xE2\x88\x82",
                                                              "\xE2\x88\x9E",
                                                              "\xE2\x89\xA1",
                                                              "\xE2\x89\x88",
                                                              "\xE2\x88\x87",
                                                              "{",
                                                              "}",
                                                              "(",
                                                              ")",
                                                              "[",
                                                              "]",
                                                              "|"};
  if (std::find(kSigns.begin(), kSigns.end(), text) != kSigns.end()) return true;
  return text.size() == 3 && (text.substr(0, 2) == "\xEF\x80" || text.substr(0, 2) == "\xEF\x83");
}

bool reads_as_year(std::string_view text) {
  while (!text.empty() && !is_digit(text.back())) text.remove_suffix(1);
  if (text.size() != 4 || !std::all_of(text.begin(), text.end(), is_digit)) return false;
  return text >= "1800" && text <= "2100";
}

PageBox box_in_frame(const PageBox& box, const PageContent& page, WordDirection direction) {
  return turned(box, page.width, page.height, direction);
}

PageBox box_on_page(const PageBox& box, const PageContent& page, WordDirection direction) {
  switch (direction) {
    case WordDirection::kDown:
      return turned(box, page.height, page.width, WordDirection::kUp);
    case WordDirection::kUp:
      return turned(box, page.height, page.width, WordDirection::kDown);
    default:
      return turned(box, page.width, page.height, direction);
  }
}

std::vector<TextLine> make_lines(const TableFrame& frame, std::vector<std::uint32_t> words) {
  const auto& all = frame.words;
  std::stable_sort(words.begin(), words.end(), [&all](std::uint32_t a, std::uint32_t b) {
    return std::pair(all[a].base, a) < std::pair(all[b].base, b);
  });
  std::vector<TextLine> lines;
  for (const std::uint32_t i : words) {
    const TableWord& word = all[i];
    bool fits = false;
    if (!lines.empty()) {
      const TextLine& line = lines.back();
      const float off = word.base - line.base;
      fits = off < kSameBase * std::min(word.size, line.size);
      // A raised or lowered word: much smaller than its line, or the line so far is raised words.
      if (!fits && off < 0.6f * std::max(word.size, line.size))
        fits = std::max(word.size, line.size) > 1.25f * std::min(word.size, line.size) &&
               line.words.size() <= 4;
    }
    if (!fits) lines.push_back({word.base, word.top, word.bottom, word.size, {}});
    TextLine& line = lines.back();
    if (word.size > 1.25f * line.size) {  // the line so far was raised
      line.base = word.base;
      line.size = word.size;
    }
    line.top = std::min(line.top, word.top);
    line.bottom = std::max(line.bottom, word.bottom);
    line.words.push_back(i);
  }
  for (TextLine& line : lines) {
    std::stable_sort(line.words.begin(), line.words.end(), [&all](std::uint32_t a, std::uint32_t b) {
      return std::pair(all[a].left, a) < std::pair(all[b].left, b);
    });
  }
  return lines;
}

TableFrame make_frame(const PageContent& page, WordDirection direction,
                      const std::vector<bool>& taken) {
  TableFrame frame;
  const bool turned_page = direction == WordDirection::kDown || direction == WordDirection::kUp;
  frame.width = turned_page ? page.height : page.width;
  frame.height = turned_page ? page.width : page.height;
  std::vector<std::uint32_t> numbers;
  std::vector<TableWord> sideways;
  std::vector<RuleLine> horizontals;
  std::vector<RuleLine> verticals;
  for (std::size_t i = 0; i < page.words.size(); ++i) {
    const PageWord& word = page.words[i];
    if (taken[i] || !is_finite(word.box) || !std::isfinite(word.baseline)) continue;
    const bool is_sideways =
        (static_cast<int>(word.direction) + static_cast<int>(direction)) % 2 != 0;
    if (word.direction != direction && !is_sideways) continue;
    const PageBox box = turned(word.box, page.width, page.height, direction);
    const float size =
        word.font_size > 0.5f ? word.font_size : std::max(1.0f, box.bottom - box.top);
    TableWord made{box.left,
                   box.top,
                   box.right,
                   box.bottom,
                   turned_base(word.baseline, page, direction),
                   size,
                   static_cast<std::uint32_t>(i),
                   reads_as_value(word.text),
                   word.bold,
                   word.monospace,
                   word.joined,
                   is_leader(word.text),
                   reads_as_year(word.text),
                   is_currency(word.text),
                   word.text == "%" || word.text == ")" || word.text == ")%",
                   is_item_marker(word.text),
                   is_math_sign(word.text),
                   is_sideways,
                   starts_small(word.text)};
    if (is_sideways) {
      made.base = box.bottom;
      sideways.push_back(made);
      continue;
    }
    if (draws_line(word.text)) {
      horizontals.push_back({made.base - 0.3f * made.size, made.left, made.right});
      frame.line_words.push_back(made);
      continue;
    }
    numbers.push_back(static_cast<std::uint32_t>(frame.words.size()));
    frame.words.push_back(made);
  }
  frame.lines = make_lines(frame, std::move(numbers));
  for (const TableWord& word : sideways) {
    frame.sideways.push_back(static_cast<std::uint32_t>(frame.words.size()));
    frame.words.push_back(word);
  }
  for (const PageRule& rule : page.rules) {
    if (!is_finite(rule.line)) continue;
    const PageBox box = turned(rule.line, page.width, page.height, direction);
    if (box.right - box.left >= box.bottom - box.top) {
      horizontals.push_back({(box.top + box.bottom) / 2, box.left, box.right});
    } else {
      verticals.push_back({(box.left + box.right) / 2, box.top, box.bottom});
    }
  }
  frame.horizontals = join_rules(std::move(horizontals));
  frame.verticals = join_rules(std::move(verticals));
  return frame;
}

}  // namespace lectern
