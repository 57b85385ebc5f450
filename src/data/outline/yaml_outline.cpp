// YAML by its keys, as its lines show them: indentation, dashes and colons. What goes over lines in
// brackets or quotes is taken as one value. Each document of several has its own entries.
#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/message.h"
#include "data/outline/outline.h"
#include "data/shape/shape_tree.h"

namespace lectern {
namespace {

constexpr std::size_t kMaxOpenBlocks = 200;
constexpr std::size_t kMaxDocuments = 1'000;
constexpr std::size_t kTextStartBytes = 200;

std::string_view stripped(std::string_view text) {
  const std::size_t start = text.find_first_not_of(" \t\r");
  if (start == text.npos) return {};
  return text.substr(start, text.find_last_not_of(" \t\r") - start + 1);
}

/// Without a comment behind it.
std::string_view without_comment(std::string_view text) {
  char quote = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if ((c == '"' || c == '\'') && (at == 0 || text[at - 1] == ' ' || text[at - 1] == '[' ||
                                           text[at - 1] == ',' || text[at - 1] == '{')) {
      quote = c;
    } else if (c == '#' && (at == 0 || text[at - 1] == ' ' || text[at - 1] == '\t')) {
      return stripped(text.substr(0, at));
    }
  }
  return text;
}

/// Where the key of `text` ends, at its colon.
std::optional<std::size_t> colon_of(std::string_view text) {
  if (text.empty() || text[0] == '[' || text[0] == '{' || text[0] == '|' || text[0] == '>')
    return std::nullopt;
  std::size_t at = 0;
  if (text[0] == '"' || text[0] == '\'') {
    const std::size_t end = text.find(text[0], 1);
    if (end == text.npos) return std::nullopt;
    at = end + 1;
  }
  for (; at < text.size(); ++at) {
    if (text[at] == '#' && at > 0 && text[at - 1] == ' ') return std::nullopt;
    if (text[at] == ':' && (at + 1 == text.size() || text[at + 1] == ' ' || text[at + 1] == '\t'))
      return at;
  }
  return std::nullopt;
}

std::string_view without_quotes(std::string_view text) {
  if (text.size() >= 2 && (text[0] == '"' || text[0] == '\'') && text.back() == text[0])
    return text.substr(1, text.size() - 2);
  return text;
}

class YamlOutline final : public LineOutline {
 public:
  YamlOutline() : LineOutline("YAML") { head_.in_order = false; }

 private:
  struct Block {
    std::size_t indent;
    bool is_list;
  };

  /// A text over lines: behind `|` or `>`, or in quotes.
  struct Text {
    std::size_t indent;  ///< lines deeper than that belong to it
    char quote;          ///< that ends it; 0 behind `|` or `>`
    std::uint64_t line;
    std::string start = {};
    std::uint64_t bytes = 0;
  };

  void line(std::string_view text) override {
    const std::size_t indent = std::min(text.find_first_not_of(' '), text.size());
    const std::string_view content = stripped(text);
    if (content.empty()) return;
    if (text_) {
      if (indent > text_->indent) {
        add_text(content);
        if (content.back() == text_->quote) end_text();
        return;
      }
      end_text();
    }
    if (is_in_brackets_) {
      count_brackets(content);
      last_line_ = number();
      return;
    }
    if (content[0] == '#') return;
    if (indent == 0 && (content == "---" || content.starts_with("--- ") || content == "...")) {
      end_document();
      return;
    }
    if (indent == 0 && content[0] == '%') return;
    settle_pending(indent, content);
    before_ = last_line_;
    last_line_ = number();
    take(indent, content);
  }

  /// What a key without a value on its line has: nothing, a text, or a block.
  void settle_pending(std::size_t indent, std::string_view content) {
    if (!pending_) return;
    const bool is_dash = content == "-" || content.starts_with("- ");
    const bool is_deeper =
        indent > pending_->indent || (is_dash && indent == pending_->indent && !pending_->is_list);
    if (!is_deeper) {
      tree_.value(ValueKind::kNull, {}, 0, pending_line_);
      pending_.reset();
    }
  }

  void take(std::size_t column, std::string_view content) {
    for (;;) {
      const bool is_dash = content == "-" || content.starts_with("- ");
      const auto colon = is_dash ? std::nullopt : colon_of(content);
      if (!is_dash && !colon) return scalar(column, content);
      if (!reach(column, is_dash)) return;
      if (!is_dash) {
        tree_.key(without_quotes(stripped(content.substr(0, *colon))));
        return value(column, stripped(content.substr(*colon + 1)), false);
      }
      const std::string_view rest = content.substr(1);
      const std::size_t space = rest.find_first_not_of(" \t");
      if (space == rest.npos) return value(column, {}, true);
      content = rest.substr(space);
      column += 1 + space;
      if (content != "-" && !content.starts_with("- ") && !colon_of(content))
        return value(column, content, true);
    }
  }

  /// Ends what this place is not in, and begins the block that it is in.
  bool reach(std::size_t column, bool is_list) {
    while (!blocks_.empty() &&
           (blocks_.back().indent > column ||
            (blocks_.back().indent == column && blocks_.back().is_list && !is_list)))
      end_block();
    const bool is_there =
        !blocks_.empty() && blocks_.back().indent == column && blocks_.back().is_list == is_list;
    if (is_there) return true;
    if (blocks_.size() == kMaxOpenBlocks) return false;
    tree_.begin(is_list ? ValueKind::kArray : ValueKind::kObject,
                pending_ ? pending_line_ : number());
    pending_.reset();
    blocks_.push_back({column, is_list});
    return true;
  }

  void end_block() {
    // The line that ends a block is not part of it.
    tree_.end(before_);
    blocks_.pop_back();
  }

  void value(std::size_t column, std::string_view text, bool is_element) {
    text = without_comment(text);
    // Anchors and tags.
    while (text.starts_with('&') || text.starts_with('!')) {
      const std::size_t space = text.find(' ');
      text = space == text.npos ? std::string_view() : stripped(text.substr(space));
    }
    if (text.empty()) {
      pending_ = Block{column, is_element};
      pending_line_ = number();
      return;
    }
    if (text[0] == '|' || text[0] == '>') {
      text_ = Text{blocks_.empty() ? 0 : blocks_.back().indent, 0, number()};
      return;
    }
    if (text[0] == '[' || text[0] == '{') {
      if (!flow_items(text)) {
        tree_.skip(text[0] == '[' ? ValueKind::kArray : ValueKind::kObject, number());
      }
      return count_brackets(text);
    }
    const bool is_quoted = text[0] == '"' || text[0] == '\'';
    if (is_quoted && text.find(text[0], 1) == text.npos) {
      text_ = Text{blocks_.empty() ? 0 : blocks_.back().indent, text[0], number()};
      return add_text(text.substr(1));
    }
    const std::string_view plain = without_quotes(text);
    tree_.value(is_quoted ? kind_of_string(plain) : kind_of_plain(plain), plain, plain.size(),
                number());
  }

  /// A list or an object on one line that holds no other: `[a, b]`, `{a: 1}`.
  bool flow_items(std::string_view text) {
    const bool is_list = text[0] == '[';
    if (text.back() != (is_list ? ']' : '}') || text.find_first_of("[{\"'", 1) != text.npos)
      return false;
    text = text.substr(1, text.size() - 2);
    tree_.begin(is_list ? ValueKind::kArray : ValueKind::kObject, number());
    while (!stripped(text).empty()) {
      const std::size_t comma = std::min(text.find(','), text.size());
      std::string_view item = stripped(text.substr(0, comma));
      if (!is_list) {
        const std::size_t colon = std::min(item.find(':'), item.size());
        tree_.key(stripped(item.substr(0, colon)));
        item = stripped(item.substr(std::min(colon + 1, item.size())));
      }
      tree_.value(kind_of_plain(item), item, item.size(), number());
      text.remove_prefix(std::min(comma + 1, text.size()));
    }
    tree_.end(number());
    return true;
  }

  void add_text(std::string_view line) {
    if (text_->quote != 0 && line.ends_with(text_->quote)) line.remove_suffix(1);
    if (text_->bytes == 0) {
      text_->start = line.substr(0, kTextStartBytes);
    } else if (!text_->start.ends_with("...")) {
      text_->start += "...";
    }
    text_->bytes += line.size() + (text_->bytes > 0 ? 1 : 0);
    last_line_ = number();
  }

  /// Of a text over lines the first one stands for it.
  void end_text() {
    if (!text_) return;
    const Text text = *std::exchange(text_, std::nullopt);
    tree_.value(ValueKind::kString, text.start, text.bytes, text.line, last_line_);
  }

  void count_brackets(std::string_view text) {
    for (const char c : text) {
      if (c == '[' || c == '{') ++brackets_;
      if ((c == ']' || c == '}') && brackets_ > 0) --brackets_;
    }
    is_in_brackets_ = brackets_ > 0;
  }

  /// A text that stands alone on its line: the value of the key before, or the rest of a text.
  void scalar(std::size_t column, std::string_view content) {
    if (!pending_) return;
    pending_.reset();
    value(column, content, false);
  }

  void end_document() {
    end_text();
    if (pending_) tree_.value(ValueKind::kNull, {}, 0, pending_line_);
    pending_.reset();
    while (!blocks_.empty()) {
      before_ = last_line_;
      end_block();
    }
    brackets_ = 0;
    is_in_brackets_ = false;
    if (tree_.has_parts() && ++documents_ <= kMaxDocuments) {
      unlisted_ += tree_.unlisted();
      const bool is_only = documents_ == 1 && is_last_;
      tree_.show(entries_, is_only ? std::string() : compose({"document {}", documents_}));
    }
    tree_ = ShapeTree();
  }

  void end(std::uint64_t) override {
    is_last_ = true;
    end_document();
    if (unlisted_ > 0) {
      head_.facts.push_back(compose({"{more key} not listed", unlisted_}));
    }
    if (documents_ > kMaxDocuments) {
      head_.facts.push_back(compose({"{more document} not listed", documents_ - kMaxDocuments}));
    }
  }

  ShapeTree tree_;
  std::vector<Block> blocks_;
  std::optional<Block> pending_;  ///< the key, or the dash, whose value has not come
  std::uint64_t pending_line_ = 0;
  std::optional<Text> text_;  ///< whose lines are read
  std::uint64_t brackets_ = 0;
  bool is_in_brackets_ = false;
  std::uint64_t last_line_ = 0;  ///< with content
  std::uint64_t before_ = 0;     ///< the last one of the block that ends
  std::uint64_t documents_ = 0;
  std::uint64_t unlisted_ = 0;  ///< keys
  bool is_last_ = false;
};

}  // namespace

std::unique_ptr<Outline> make_yaml_outline() { return std::make_unique<YamlOutline>(); }

}  // namespace lectern
