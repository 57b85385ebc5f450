// Texts whose lines say where sections begin: Markdown, reStructuredText, AsciiDoc, Org, TeX,
// settings in sections, patches.
#include <algorithm>

#include "data/outline/outline.h"
#include "text/utf8.h"

namespace lectern {
namespace {

std::string_view without_space(std::string_view text) {
  const std::size_t start = text.find_first_not_of(" \t");
  if (start == text.npos) return {};
  return text.substr(start, text.find_last_not_of(" \t") - start + 1);
}

std::size_t run_of(std::string_view text, char c) {
  return std::min(text.find_first_not_of(c), text.size());
}

std::string_view kind_name(TextKind kind) {
  switch (kind) {
    case TextKind::kMarkdown:
      return "Markdown";
    case TextKind::kRst:
      return "reStructuredText";
    case TextKind::kTex:
      return "TeX";
    case TextKind::kOrg:
      return "Org";
    case TextKind::kAsciiDoc:
      return "AsciiDoc";
    case TextKind::kIni:
      return "settings";
    default:
      return "patch";
  }
}

class MarkupOutline final : public LineOutline {
 public:
  explicit MarkupOutline(TextKind kind) : LineOutline(kind_name(kind)), kind_(kind) {}

 private:
  void line(std::string_view text) override {
    switch (kind_) {
      case TextKind::kMarkdown:
        return markdown(text);
      case TextKind::kRst:
        return rst(text);
      case TextKind::kTex:
        return tex(text);
      case TextKind::kOrg:
        return starred(text, '*');
      case TextKind::kAsciiDoc:
        return starred(text, '=');
      case TextKind::kIni:
        return settings(text);
      default:
        return patch(text);
    }
  }

  void end(std::uint64_t lines) override {
    close_section();
    entries_.close_at_next(lines);
  }

  void heading(std::uint64_t line, std::uint32_t level, std::string_view text) {
    entries_.add(line, level - 1, level - 1, text);
  }

  void markdown(std::string_view text) {
    const std::size_t indent = run_of(text, ' ');
    std::string_view rest = without_space(text);
    const bool is_indented = indent > 3 || text.starts_with('\t');
    if (number() == 1 && (rest == "---" || rest == "+++")) {
      fence_ = rest;
      entries_.add(1, 0, 1, "(front matter)");
      return;
    }
    if (!fence_.empty()) {
      const bool is_fence = fence_[0] == '`' || fence_[0] == '~';
      if (is_fence ? !is_indented && run_of(rest, fence_[0]) >= fence_.size() &&
                         run_of(rest, fence_[0]) == rest.size()
                   : rest == fence_)
        fence_.clear();
      before_.clear();
      return;
    }
    if (!is_indented && (rest.starts_with("```") || rest.starts_with("~~~"))) {
      const std::size_t size = run_of(rest, rest[0]);
      if (rest[0] == '~' || rest.find('`', size) == rest.npos) {
        fence_ = rest.substr(0, size);
        before_.clear();
        return;
      }
    }
    if (rest.starts_with("<!--")) {
      if (rest.find("-->") == rest.npos) fence_ = "-->";
      return;
    }
    if (!is_indented && rest.starts_with('#')) {
      const std::size_t level = run_of(rest, '#');
      if (level <= 6 && (level == rest.size() || rest[level] == ' ' || rest[level] == '\t')) {
        heading(number(), static_cast<std::uint32_t>(level), rest);
        before_.clear();
        return;
      }
    }
    // Underlined headings.
    const bool is_rule =
        !rest.empty() && (rest[0] == '=' || rest[0] == '-') && run_of(rest, rest[0]) == rest.size();
    if (is_rule && !is_indented && !before_.empty() && (rest[0] == '=' || rest.size() > 1)) {
      const std::uint32_t level = rest[0] == '=' ? 1 : 2;
      heading(number() - 1, level, (level == 1 ? "# " : "## ") + before_);
      before_.clear();
      return;
    }
    const bool is_text = !rest.empty() && !is_indented && !rest.starts_with('>') &&
                         !rest.starts_with("- ") && !rest.starts_with("* ") &&
                         !rest.starts_with('|') && !is_rule;
    before_ = is_text ? std::string(rest) : std::string();
  }

  void rst(std::string_view text) {
    const std::string_view rest = without_space(text);
    const bool is_rule =
        rest.size() >= 3 && rest.size() == text.size() &&
        std::string_view("=-`:'\"~^_*+#<>.").find(rest[0]) != std::string_view::npos &&
        run_of(rest, rest[0]) == rest.size();
    if (is_rule && !before_.empty() && utf8_length(before_) <= rest.size()) {
      // The order of first use gives the levels; a line above counts as another mark.
      const std::string mark = std::string(1, rest[0]) + (over_ == rest[0] ? "o" : "");
      auto found = std::find(marks_.begin(), marks_.end(), mark);
      if (found == marks_.end() && marks_.size() < 8) found = marks_.insert(found, mark);
      heading(number() - 1, static_cast<std::uint32_t>(found - marks_.begin()) + 1, before_);
      before_.clear();
      over_ = 0;
      return;
    }
    if (is_rule) {
      over_ = rest[0];
      before_.clear();
      return;
    }
    if (rest.empty()) over_ = 0;
    before_ = rest;
  }

  void tex(std::string_view text) {
    static constexpr std::string_view kCommands[] = {
        "\\part", "\\chapter", "\\section", "\\subsection", "\\subsubsection", "\\paragraph"};
    const std::string_view rest = without_space(text);
    if (!rest.starts_with('\\')) return;
    for (std::uint32_t i = 0; i < std::size(kCommands); ++i) {
      if (!rest.starts_with(kCommands[i])) continue;
      const char next = rest.size() > kCommands[i].size() ? rest[kCommands[i].size()] : ' ';
      if (next == '{' || next == '*' || next == '[') return heading(number(), i + 1, rest);
    }
  }

  void starred(std::string_view text, char mark) {
    const std::size_t level = run_of(text, mark);
    if (level > 0 && level <= 6 && level < text.size() && text[level] == ' ')
      heading(number(), static_cast<std::uint32_t>(level), text);
  }

  void close_section() {
    if (section_ != 0 && keys_ > 0) {
      entries_.extend(section_, keys_ == 1 ? " (1 key)" : " (" + std::to_string(keys_) + " keys)");
    }
    keys_ = 0;
  }

  void settings(std::string_view text) {
    const std::string_view rest = without_space(text);
    if (rest.empty() || rest[0] == '#' || rest[0] == ';' || rest[0] == '!') return;
    if (rest[0] == '[' && rest.find(']') != rest.npos && rest.find(" = ") == rest.npos) {
      close_section();
      section_ = entries_.add(number(), 0, 0, rest);
      return;
    }
    const std::size_t equals = rest.find_first_of("=:");
    if (equals == rest.npos || equals == 0 || text[0] == ' ' || text[0] == '\t') return;
    ++keys_;
    entries_.add(number(), section_ == 0 ? 0 : 1, section_ == 0 ? 0 : 1, outline_text(rest, 80),
                 number());
  }

  void patch(std::string_view text) {
    if (text.starts_with("diff ") || text.starts_with("Index: ")) {
      has_file_ = true;
      entries_.add(number(), 0, 0, text);
    } else if (text.starts_with("+++ ") && !has_file_) {
      entries_.add(number(), 0, 0, text);
    } else if (text.starts_with("@@ ")) {
      entries_.add(number(), 1, 1, text);
    } else if (text.starts_with("From ") && text.size() > 45) {
      has_file_ = false;
    } else if (text.starts_with("Subject: ")) {
      entries_.add(number(), 0, 0, text);
    }
  }

  TextKind kind_;
  std::string fence_;
  std::string before_;  ///< the line before, where it may be a heading's text
  char over_ = 0;
  std::vector<std::string> marks_;
  std::uint64_t section_ = 0;
  std::uint64_t keys_ = 0;
  bool has_file_ = false;
};

}  // namespace

std::unique_ptr<Outline> make_markup_outline(TextKind kind) {
  return std::make_unique<MarkupOutline>(kind);
}

}  // namespace lectern
