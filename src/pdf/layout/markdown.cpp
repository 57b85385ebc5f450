#include "pdf/layout/markdown.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "pdf/layout/inline_text.h"

namespace lectern {
namespace {

/// Markers that Markdown knows stand as they are; others follow a dash.
bool is_markdown_number(std::string_view marker) {
  if (marker.size() < 2 || marker.size() > 4) return false;
  const char end = marker.back();
  marker.remove_suffix(1);
  return (end == '.' || end == ')') &&
         std::all_of(marker.begin(), marker.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// "[Figure 420x260 at 72,96"
bool is_figure_line(std::string_view line) {
  constexpr std::string_view kStart = "[Figure ";
  if (!line.starts_with(kStart)) return false;
  line.remove_prefix(kStart.size());
  for (const std::string_view sign : {"x", " at ", ","}) {
    const std::size_t digits = line.find_first_not_of("0123456789");
    if (digits == 0 || digits == std::string_view::npos || !line.substr(digits).starts_with(sign))
      return false;
    line.remove_prefix(digits + sign.size());
  }
  return true;
}

/// Whether a line of the file begins as one of those that we write ourselves.
bool is_our_line(std::string_view line) {
  constexpr std::string_view kStarts[] = {
      "--- Page ",   "[Figure: \"",     "[The table of page ", "[Comment",        "[Reply",
      "[Highlight",  "[Underline",      "[Strikeout",          "[Insertion",      "[Stamp",
      "[Attachment", "(page image: ",   "(figure image: ",     "(region image: ", "(no picture ",
      "(no text ",   "(Showing pages ", "(the region ",        "(warning: "};
  while (line.starts_with(" ")) line.remove_prefix(1);
  if (is_figure_line(line)) return true;
  return std::any_of(std::begin(kStarts), std::end(kStarts),
                     [line](std::string_view start) { return line.starts_with(start); });
}

class MarkdownWriter {
 public:
  explicit MarkdownWriter(std::uint64_t& forged) : forged_(forged) {}

  LaidOutPage run(const std::vector<PageElement>& elements) {
    const PageElement* last = nullptr;
    for (const PageElement& element : elements) {
      if (element.text.empty() && element.marker.empty()) continue;
      const auto is_item = [](const PageElement& one) {
        return one.kind == PageElement::Kind::kItem;
      };
      const bool in_list = last != nullptr && is_item(*last) && is_item(element);
      if (!in_list) levels_.clear();
      if (last != nullptr) out_ += in_list ? "\n" : "\n\n";
      add(element);
      last = &element;
    }
    if (!out_.empty()) out_ += '\n';
    page_.text = std::move(out_);
    return std::move(page_);
  }

 private:
  void add(const PageElement& element) {
    switch (element.kind) {
      case PageElement::Kind::kHeading:
        add_heading(element);
        break;
      case PageElement::Kind::kItem:
        add_item(element);
        break;
      case PageElement::Kind::kCode:
        add_code(element.text);
        break;
      case PageElement::Kind::kTable:
      case PageElement::Kind::kNote:
        out_ += element.text;
        break;
      case PageElement::Kind::kFigure:
        out_ += element.text;
        if (element.region.width > 0) page_.figures.push_back({element.region, out_.size()});
        if (!element.labels.empty()) {
          out_ += "\n\n";
          add_lines(element.labels, "");
        }
        break;
      case PageElement::Kind::kParagraph:
        add_lines(element.text, "");
        break;
    }
  }

  void add_heading(const PageElement& element) {
    LaidOutHeading heading{std::clamp<std::uint32_t>(element.level, 1, 6), element.text};
    std::replace(heading.text.begin(), heading.text.end(), '\n', ' ');
    out_.append(heading.level, '#');
    out_ += ' ';
    out_ += heading.text;
    page_.headings.push_back(std::move(heading));
  }

  void add_lines(std::string_view text, const std::string& indent) {
    for (std::size_t from = 0; from <= text.size();) {
      const std::size_t end = std::min(text.find('\n', from), text.size());
      if (from > 0) out_ += '\n' + indent;
      std::string line(text.substr(from, end - from));
      const bool is_ours = is_our_line(line);
      if (is_ours) ++forged_;
      line = escaped_line_start(std::move(line));
      if (is_ours && line[0] != '\\') out_ += '\\';
      out_ += line;
      from = end + 1;
    }
  }

  void add_item(const PageElement& element) {
    const float same = std::max(element.size * 0.6f, 1.0f);
    // In the next column items are as far to the right as they are there.
    if (element.box.left > right_ && element.box.top < bottom_) levels_.clear();
    right_ = element.box.right;
    bottom_ = element.box.bottom;
    while (!levels_.empty() && element.left < levels_.back().left - same) levels_.pop_back();
    if (levels_.empty() ||
        (element.left > levels_.back().left + same && levels_.size() < kMostLevels)) {
      const std::size_t indent = levels_.empty() ? 0 : levels_.back().text_indent;
      levels_.push_back({element.left, indent, indent + 2});
    }
    const bool plain = element.marker == "-" || is_markdown_number(element.marker);
    const std::string sign = plain ? element.marker : "-";
    Level& level = levels_.back();
    level.text_indent = level.indent + sign.size() + 1;
    out_.append(level.indent, ' ');
    out_ += sign;
    out_ += ' ';
    if (!plain) {
      out_ += element.marker;
      out_ += ' ';
    }
    add_lines(element.text, std::string(level.text_indent, ' '));
  }

  void add_code(std::string_view text) {
    std::size_t longest = 2;
    std::size_t run = 0;
    for (const char c : text) {
      run = c == '`' ? run + 1 : 0;
      longest = std::max(longest, run);
    }
    const std::string fence(longest + 1, '`');
    out_ += fence + '\n';
    for (std::size_t from = 0; from <= text.size();) {
      const std::size_t end = std::min(text.find('\n', from), text.size());
      const std::string_view line = text.substr(from, end - from);
      if (is_our_line(line)) {
        ++forged_;
        out_ += '\\';
      }
      out_ += line;
      out_ += '\n';
      from = end + 1;
    }
    out_ += fence;
  }

  struct Level {
    float left = 0;
    std::size_t indent = 0;
    std::size_t text_indent = 0;
  };

  static constexpr std::size_t kMostLevels = 32;  ///< of lists in lists

  std::uint64_t& forged_;
  LaidOutPage page_;
  std::string out_;
  std::vector<Level> levels_;
  float right_ = 0;  ///< of the last item's box
  float bottom_ = 0;
};

}  // namespace

LaidOutPage write_markdown(const std::vector<PageElement>& elements, std::uint64_t& forged) {
  return MarkdownWriter(forged).run(elements);
}

}  // namespace lectern
