#include "support/page_sketch.h"

#include <algorithm>
#include <string>
#include <utility>

namespace lectern::testing {
namespace {

constexpr float kCharacter = 4;
constexpr float kLine = 12;
constexpr float kMargin = 40;
constexpr float kSize = 10;

class Sketcher {
 public:
  explicit Sketcher(PageContent& page) : page_(page) {}

  void add_line(std::string_view line) {
    for (std::size_t i = 0; i < line.size();) {
      const std::size_t rule = rule_length(line.substr(i));
      if (rule > 0) {
        page_.rules.push_back(
            {{x(i) + kCharacter / 2, middle(), x(i + rule) - kCharacter / 2, middle()}, 1});
        i += rule;
      } else if (line[i] == '|') {
        page_.rules.push_back(
            {{x(i) + kCharacter / 2, top_ - kLine / 2, x(i) + kCharacter / 2, top_ + 1.5f * kLine},
             1});
        ++i;
      } else if (line[i] == ' ') {
        ++i;
      } else {
        const std::size_t end = std::min(line.find_first_of(" |", i), line.size());
        add_word(line.substr(i, end - i), i);
        i = end;
      }
    }
    top_ += kLine;
  }

 private:
  static float x(std::size_t column) { return kMargin + kCharacter * static_cast<float>(column); }
  float middle() const { return top_ + kLine / 2; }

  static std::size_t rule_length(std::string_view rest) {
    const std::size_t length = std::min(rest.find_first_not_of("+-"), rest.size());
    return length >= 3 && rest.substr(0, length).find('-') != std::string_view::npos ? length : 0;
  }

  void add_word(std::string_view text, std::size_t column) {
    PageWord word;
    word.bold = text.size() > 2 && text.front() == '*' && text.back() == '*';
    word.text = word.bold ? text.substr(1, text.size() - 2) : text;
    word.box = {x(column), top_ + 1, x(column + text.size()), top_ + 11};
    word.baseline = top_ + 9;
    word.font_size = kSize;
    page_.words.push_back(std::move(word));
  }

  PageContent& page_;
  float top_ = kMargin;
};

PageBox turn(const PageBox& box, float height) {
  return {height - box.bottom, box.left, height - box.top, box.right};
}

}  // namespace

PageContent sketch_page(std::string_view sketch) {
  PageContent page;
  page.width = 612;
  page.height = 792;
  Sketcher sketcher(page);
  if (sketch.starts_with('\n')) sketch.remove_prefix(1);
  while (!sketch.empty()) {
    const std::size_t end = std::min(sketch.find('\n'), sketch.size());
    sketcher.add_line(sketch.substr(0, end));
    sketch.remove_prefix(std::min(end + 1, sketch.size()));
  }
  return page;
}

PageContent turned_page(const PageContent& page, WordDirection direction) {
  PageContent turned = page;
  for (int turns = 0; turns < static_cast<int>(direction); ++turns) {
    const float height = turned.height;
    for (PageWord& word : turned.words) {
      word.box = turn(word.box, height);
      word.baseline =
          static_cast<int>(word.direction) % 2 == 0 ? height - word.baseline : word.baseline;
      word.direction = static_cast<WordDirection>((static_cast<int>(word.direction) + 1) % 4);
    }
    for (PageRule& rule : turned.rules) rule.line = turn(rule.line, height);
    std::swap(turned.width, turned.height);
  }
  return turned;
}

}  // namespace lectern::testing
