// XML by its elements: those of the same name at the same place are taken together.
#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "base/message.h"
#include "data/outline/outline.h"
#include "data/outline/tag_stream.h"
#include "data/shape/shape_tree.h"
#include "text/utf8.h"

namespace lectern {
namespace {

constexpr std::size_t kMaxOpenElements = 1'000;
constexpr std::size_t kMaxNameBytes = 80;
constexpr std::size_t kMaxElementText = 256;
/// Elements after which a text is taken for XML.
constexpr std::uint64_t kSureElements = 20;

std::string_view without_blanks(std::string_view text) {
  const std::size_t start = text.find_first_not_of(" \t\r\n");
  if (start == text.npos) return {};
  return text.substr(start, text.find_last_not_of(" \t\r\n") - start + 1);
}

class XmlOutline final : public Outline, private TagEvents {
 public:
  XmlOutline() : Outline("XML"), stream_(*this, false), tree_(true) {
    head_.in_order = false;
    tree_.begin(ValueKind::kObject, 1);
  }

  void append(std::string_view text) override { stream_.append(text); }
  bool has_found() const override { return elements_ >= kSureElements; }

  void finish(std::uint64_t lines) override {
    if (!open_.empty() && is_whole()) {
      head_.facts.push_back(
          compose({"The text is cut: {} is not closed", outline_text(open_.back())}));
    }
    while (!open_.empty()) end_last(lines);
    if (too_deep_ > 0) {
      head_.facts.push_back(compose({"{element} nested too deeply to be listed", too_deep_}));
    }
    if (strays_ > 0) head_.facts.push_back(compose({"{end tag} without an element", strays_}));
    if (tree_.unlisted() > 0) {
      head_.facts.push_back(compose({"{more element} not listed", tree_.unlisted()}));
    }
    tree_.end(lines);
    tree_.show_parts(entries_);
  }

 private:
  void open(std::string_view name, std::string_view tag, std::uint64_t line) override {
    ++elements_;
    if (open_.size() == kMaxOpenElements) {
      ++too_deep_;
      ++deeper_;
      return;
    }
    begin_pending();
    ++open_names_[open_.emplace_back(utf8_prefix(name, kMaxNameBytes))];
    text_.clear();
    text_bytes_ = 0;
    is_pending_ = true;
    pending_line_ = line;
    std::string_view rest = tag.substr(std::min(name.size(), tag.size()));
    for (TagAttribute attribute; next_attribute(rest, attribute);) {
      begin_pending();
      const std::string_view shown = utf8_prefix(attribute.name, kMaxNameBytes);
      tree_.key("@" + std::string(shown));
      const ValueKind kind = kind_of_plain(attribute.value);
      tree_.value(attribute.value.empty() ? ValueKind::kString : kind, attribute.value,
                  attribute.value.size(), line);
    }
    has_parts_ = false;
  }

  void close(std::string_view name, std::uint64_t line) override {
    if (deeper_ > 0) {
      --deeper_;
      return;
    }
    const std::string_view shown = utf8_prefix(name, kMaxNameBytes);
    if (open_names_.find(shown) == open_names_.end()) {
      ++strays_;
      return;
    }
    const auto found = std::find(open_.rbegin(), open_.rend(), shown);
    const auto left = static_cast<std::size_t>(open_.rend() - found) - 1;
    while (open_.size() > left) end_last(line);
  }

  void text(std::string_view piece) override {
    text_bytes_ += piece.size();
    text_ += piece.substr(0, kMaxElementText - std::min(kMaxElementText, text_.size()));
  }

  /// The element is more than a text.
  void begin_pending() {
    if (!is_pending_) {
      has_parts_ = true;
      return;
    }
    is_pending_ = false;
    tree_.key(open_.back());
    tree_.begin(ValueKind::kObject, pending_line_);
  }

  void end_last(std::uint64_t line) {
    const std::string_view text = without_blanks(text_);
    const ValueKind kind = kind_of_plain(text);
    if (is_pending_) {
      tree_.key(open_.back());
      tree_.value(kind, text, text_bytes_, pending_line_);
      is_pending_ = false;
    } else {
      if (!text.empty() && !has_parts_) {
        tree_.key("text");
        tree_.value(kind, text, text_bytes_, line);
      }
      tree_.end(line);
    }
    has_parts_ = true;
    text_.clear();
    text_bytes_ = 0;
    const auto name = open_names_.find(open_.back());
    if (--name->second == 0) open_names_.erase(name);
    open_.pop_back();
  }

  TagStream stream_;
  ShapeTree tree_;
  std::vector<std::string> open_;
  std::map<std::string, std::size_t, std::less<>> open_names_;  ///< how many are open of each
  std::string text_;
  std::uint64_t text_bytes_ = 0;
  bool is_pending_ = false;  ///< the last of `open_` has shown nothing but text
  bool has_parts_ = false;   ///< it has elements
  std::uint64_t pending_line_ = 0;
  std::uint64_t elements_ = 0;
  std::uint64_t too_deep_ = 0;
  std::uint64_t deeper_ = 0;  ///< open elements beyond `open_`
  std::uint64_t strays_ = 0;
};

}  // namespace

std::unique_ptr<Outline> make_xml_outline() { return std::make_unique<XmlOutline>(); }

}  // namespace lectern
