#include "pdf/layout/paragraphs.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "pdf/layout/characters.h"
#include "pdf/layout/geometry.h"
#include "text/utf8.h"

namespace lectern {
namespace {

// Shares of the font size.
constexpr float kIndent = 0.9f;
constexpr float kSameLeft = 0.5f;
constexpr float kSpaceWidth = 0.25f;
constexpr float kSlack = 0.4f;
constexpr float kUnspacedRoom = 1.7f;
/// Of the usual pitch of the block.
constexpr float kExtraPitch = 1.2f;
/// Columns of code: a letter's width is this part of the font size in most fonts of one pitch.
constexpr float kPitchOfSize = 0.6f;
/// Between a name in brackets and the entry that it begins.
constexpr float kAfterName = 0.7f;
constexpr std::size_t kMostMarkerWords = 4;
constexpr std::size_t kFewLines = 4;
constexpr float kALittleShort = 0.2f;  ///< of the block's width
constexpr std::size_t kMostIndent = 120;

bool ends_sentence(std::string_view text) {
  while (!text.empty() && (text.back() == '"' || text.back() == ')' || text.back() == '\''))
    text.remove_suffix(1);
  if (text.ends_with("”") || text.ends_with("’")) text.remove_suffix(3);
  return text.ends_with(".") || text.ends_with(":") || text.ends_with("!") || text.ends_with("?") ||
         text.ends_with("。");
}

class ParagraphFinder {
 public:
  ParagraphFinder(const PageContent& page, const TextBlock& block, bool code,
                  PageVocabulary& vocabulary, std::vector<PageElement>& elements)
      : page_(page), block_(block), code_(code), text_(page, vocabulary), elements_(elements) {}

  void run() {
    if (code_ && block_.lines[0].monospace && !is_formula() && !is_address()) {
      add_code();
      return;
    }
    measure();
    for (std::size_t i = 0; i < block_.lines.size(); ++i) {
      const LayoutLine& line = block_.lines[i];
      const Step step = i == 0 ? Step::kParagraph : step_to(i);
      if (step == Step::kParagraph) {
        end();
        begin(line);
      } else {
        text_.add_line(line, step == Step::kBreak);
      }
      take_in(line);
    }
    end();
  }

 private:
  enum class Step { kJoin, kBreak, kParagraph };

  const std::string& first_word(const LayoutLine& line) const {
    return page_.words[line.words[0].index].text;
  }
  /// A word as it stands in its line, raised or not.
  std::string shown(const LayoutLine& line, std::size_t i) const {
    const PageWord& word = page_.words[line.words[i].index];
    std::string raised = i > 0 ? raised_text(word, line.baseline, line.size) : std::string();
    return raised.empty() ? word.text : raised;
  }
  const std::string& last_word(const LayoutLine& line) const {
    return page_.words[line.words.back().index].text;
  }

  bool has_marker(const LayoutLine& line) const {
    if (line.words.size() < 2 || line.leads_to_page) return false;
    const std::size_t size = marker_size(line);
    if (size > 1 || is_list_marker(first_word(line))) return true;
    const float gap =
        page_.words[line.words[1].index].box.left - page_.words[line.words[0].index].box.right;
    return is_bracketed_name(first_word(line)) && gap > kAfterName * line.size;
  }
  /// How many words the line's marker has: a sign in "[KMN+02]" that is raised is a word of its
  /// own.
  std::size_t marker_size(const LayoutLine& line) const {
    if (!first_word(line).starts_with("[")) return 1;
    std::string marker;
    for (std::size_t i = 0; i < std::min(line.words.size() - 1, kMostMarkerWords); ++i) {
      if (line.words[i].space && i > 0) break;
      marker += page_.words[line.words[i].index].text;
      if (is_item_number(marker)) return i + 1;
    }
    return 1;
  }
  /// Bullets that are no dash, which may stand in a sentence.
  bool has_clear_bullet(const LayoutLine& line) const {
    const char c = first_word(line)[0];
    return line.words.size() > 1 && is_bullet(first_word(line)) &&
           static_cast<unsigned char>(c) >= 0x80 && !first_word(line).starts_with("–") &&
           !first_word(line).starts_with("—");
  }

  /// Signs of formulas, whose fonts have one pitch: brackets in pieces, single letters.
  bool is_formula() const {
    std::size_t letters = 0;
    std::size_t others = 0;
    for (const LayoutLine& line : block_.lines) {
      for (const LineWord& word : line.words) {
        for (const char c : page_.words[word.index].text) {
          const bool letter =
              (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
          if (letter) ++letters;
          if (static_cast<unsigned char>(c) >= 0x80) ++others;
        }
      }
    }
    const bool is_alone = block_.lines.size() == 1 && block_.lines[0].words.size() == 1 &&
                          first_word(block_.lines[0]).size() == 1;
    const bool after_code = !elements_.empty() && elements_.back().kind == PageElement::Kind::kCode;
    return letters < 2 && (others > 0 || (is_alone && !after_code));
  }

  /// The addresses of authors, which papers set in such a font.
  bool is_address() const {
    return std::all_of(block_.lines.begin(), block_.lines.end(), [this](const LayoutLine& line) {
      return std::any_of(line.words.begin(), line.words.end(), [this](const LineWord& word) {
        return is_mail_address(page_.words[word.index].text);
      });
    });
  }

  void measure() {
    std::vector<float> pitches;
    std::size_t indented = 0;
    for (std::size_t i = 1; i < block_.lines.size(); ++i) {
      pitches.push_back(block_.lines[i].baseline - block_.lines[i - 1].baseline);
    }
    for (const LayoutLine& line : block_.lines) {
      if (line.box.left > block_.box.left + kIndent * line.size) ++indented;
    }
    // One line that is longer than all others, as with the number of an equation, is no measure.
    std::vector<float> rights;
    for (const LayoutLine& line : block_.lines) rights.push_back(line.box.right);
    std::stable_sort(rights.begin(), rights.end());
    right_ = rights.back();
    if (rights.size() >= kFewLines &&
        rights.back() - rights[rights.size() - 2] > block_.lines[0].size)
      right_ = rights[rights.size() - 2];
    hangs_ = indented * 2 > block_.lines.size() && block_.lines.size() > 2;
    for (std::size_t i = 1; i < block_.lines.size(); ++i) {
      if (is_forced(block_.lines[i - 1], block_.lines[i])) ++forced_;
    }
    if (pitches.empty()) return;
    std::nth_element(pitches.begin(),
                     pitches.begin() + static_cast<std::ptrdiff_t>(pitches.size() / 4),
                     pitches.end());
    pitch_ = pitches[pitches.size() / 4];
  }

  Step step_to(std::size_t i) const {
    const LayoutLine& last = block_.lines[i - 1];
    const LayoutLine& line = block_.lines[i];
    const float size = line.size;
    if (line.baseline - last.baseline > kExtraPitch * pitch_ + 0.5f) return Step::kParagraph;
    if (last.leads_to_page) return Step::kBreak;
    const bool forced = ends_early(last, line);
    if (has_clear_bullet(line)) return Step::kParagraph;
    if (has_marker(line)) {
      const bool beside_item = item_ && std::fabs(line.box.left - item_left_) <= kSameLeft * size;
      // "(a)" farther to the right than its item is one of a list within.
      const bool within =
          item_ && line.box.left > item_left_ + kIndent * size && first_word(line).ends_with(")");
      // "[3]" after a full stop may be a reference of the next sentence, "8.8" a number of it.
      const char end = first_word(line).back();
      const bool after_sentence = ends_sentence(last_word(last)) &&
                                  !first_word(line).starts_with("[") && !(end >= '0' && end <= '9');
      if (forced || beside_item || within || after_sentence) return Step::kParagraph;
    }
    if (line.right_to_left || last.right_to_left)
      return forced ? (ends_sentence(last_word(last)) ? Step::kParagraph : Step::kBreak)
                    : Step::kJoin;
    if (item_) {
      // What stands to the left of the item's text is none of it.
      if (line.box.left < item_left_ - kSameLeft * size) return Step::kParagraph;
      if (forced && line.box.left < item_left_ + kSameLeft * size && ends_sentence(last_word(last)))
        return Step::kParagraph;
      return forced ? Step::kBreak : Step::kJoin;
    }
    const float step = line.box.left - last.box.left;
    if (hangs_) {
      if (line.box.left <= block_.box.left + kSameLeft * size && step < -kSameLeft * size)
        return Step::kParagraph;
    } else if (step > kIndent * size && line.box.left > block_.box.left + kIndent * size &&
               last.box.left <= block_.box.left + kSameLeft * size && !is_centred(i)) {
      return Step::kParagraph;
    }
    if (!forced) return Step::kJoin;
    return ends_sentence(last_word(last)) ? Step::kParagraph : Step::kBreak;
  }

  bool is_centred(std::size_t i) const {
    const auto offset = [this](const LayoutLine& line) {
      return (line.box.left - block_.box.left) - (block_.box.right - line.box.right);
    };
    const float size = block_.lines[i].size;
    return std::fabs(offset(block_.lines[i])) < size &&
           std::fabs(offset(block_.lines[i - 1])) < size;
  }

  /// Whether a line ends where its writer wanted it to.
  bool ends_early(const LayoutLine& last, const LayoutLine& line) const {
    const std::size_t breaks = block_.lines.size() - 1;
    const bool forced = is_forced(last, line);
    if (breaks < kFewLines) return forced;
    // Verse: lines that happen to be full end there, too.
    if (!forced) return forced_ * 4 > breaks * 3 && !line.right_to_left;
    // A line of running text that is a little short, before a word that goes with the next one.
    const bool goes_on =
        !ends_sentence(last_word(last)) && is_lower_case(first_character(first_word(line)));
    return !(goes_on && forced_ * 5 <= breaks &&
             right_ - last.box.right < kALittleShort * width_of(block_.box));
  }

  /// Whether the first word of the line would have found room on the line before.
  bool is_forced(const LayoutLine& last, const LayoutLine& line) const {
    const PageBox& word = page_.words[line.words[0].index].box;
    // Scripts without spaces break after any character, but some signs begin no line.
    const float need = is_written_without_spaces(first_character(first_word(line)))
                           ? kUnspacedRoom * line.size
                           : (kSpaceWidth + kSlack) * line.size + width_of(word);
    const float room =
        line.right_to_left ? last.box.left - block_.box.left : right_ - last.box.right;
    const PageWord& end = page_.words[last.words.back().index];
    if ((end.soft_hyphen || end.text.ends_with("-")) &&
        is_lower_case(first_character(first_word(line))))
      return false;
    return room > need;
  }

  void begin(const LayoutLine& line) {
    item_ = has_marker(line);
    std::size_t first = 0;
    current_ = PageElement();
    current_.box = line.box;
    current_.size = line.size;
    current_.bold = line.bold;
    current_.italic = line.italic;
    current_.left = line.box.left;
    current_.artifact = true;
    if (item_) {
      item_left_ = line.box.left;
      current_.kind = PageElement::Kind::kItem;
      first = marker_size(line);
      for (std::size_t i = 0; i < first; ++i) current_.marker += shown(line, i);
      if (is_bullet(first_word(line))) {
        current_.marker = "-";
        if (!is_plain_bullet(first_word(line))) first = 0;
      }
    }
    text_.add_line(line, first, false);
  }

  void take_in(const LayoutLine& line) {
    current_.box = around(current_.box, line.box);
    current_.bold = current_.bold && line.bold;
    current_.italic = current_.italic && line.italic;
    current_.contents = current_.contents || line.leads_to_page;
    ++current_.lines;
    for (const LineWord& word : line.words)
      current_.artifact = current_.artifact && page_.words[word.index].artifact;
  }

  void end() {
    if (current_.lines == 0) return;
    current_.text = text_.take();
    current_.letters = static_cast<std::uint32_t>(utf8_length(current_.text));
    elements_.push_back(std::move(current_));
    current_ = PageElement();
  }

  void add_code() {
    PageElement code;
    code.kind = PageElement::Kind::kCode;
    code.box = block_.box;
    code.size = block_.lines[0].size;
    code.lines = static_cast<std::uint32_t>(block_.lines.size());
    for (const LayoutLine& line : block_.lines) {
      if (&line != &block_.lines[0]) code.text += '\n';
      float at = block_.box.left;
      for (const LineWord& member : line.words) {
        const PageWord& word = page_.words[member.index];
        const float pitch = kPitchOfSize * word.font_size;
        const float columns = pitch > 0 ? (word.box.left - at) / pitch : 0;
        auto spaces = static_cast<std::size_t>(std::clamp(columns + 0.5f, 0.0f, 120.0f));
        if (member.space && &member != &line.words[0]) spaces = std::max<std::size_t>(spaces, 1);
        code.text.append(std::min(spaces, kMostIndent), ' ');
        code.text += word.text;
        if (word.soft_hyphen) code.text += '-';
        at = word.box.right;
      }
    }
    code.letters = static_cast<std::uint32_t>(utf8_length(code.text));
    elements_.push_back(std::move(code));
  }

  const PageContent& page_;
  const TextBlock& block_;
  const bool code_;
  InlineText text_;
  std::vector<PageElement>& elements_;
  PageElement current_;
  float pitch_ = 1e6f;
  float right_ = 0;
  std::size_t forced_ = 0;  ///< lines that end before they are full
  bool hangs_ = false;
  bool item_ = false;
  float item_left_ = 0;
};

}  // namespace

void append_paragraphs(const PageContent& page, const TextBlock& block, bool code,
                       PageVocabulary& vocabulary, std::vector<PageElement>& elements) {
  ParagraphFinder(page, block, code, vocabulary, elements).run();
}

void settle_lone_items(std::vector<PageElement>& elements, std::size_t first) {
  const auto is_item = [&elements](std::size_t i) {
    return elements[i].kind == PageElement::Kind::kItem;
  };
  std::vector<std::size_t> alone;
  for (std::size_t i = first; i < elements.size(); ++i) {
    const std::string& marker = elements[i].marker;
    if (!is_item(i) || marker == "-" || marker.find_first_of("[0123456789") != std::string::npos ||
        (i > first && is_item(i - 1)) || (i + 1 < elements.size() && is_item(i + 1)))
      continue;
    alone.push_back(i);
  }
  for (const std::size_t i : alone) {
    PageElement& element = elements[i];
    element.kind = PageElement::Kind::kParagraph;
    element.text = element.marker + ' ' + element.text;
    element.letters += static_cast<std::uint32_t>(utf8_length(element.marker)) + 1;
    element.marker.clear();
  }
}

}  // namespace lectern
