// The tokens of an HTML document (the HTML Standard, section 13.2.5): tags with their attributes
// and text. Comments, declarations and processing instructions are left out.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lectern {

class HtmlTokenizer {
 public:
  enum class Kind : std::uint8_t { kText, kStart, kEnd, kDone };

  /// Most attributes of a tag that are held.
  static constexpr std::size_t kMaxAttributes = 256;

  /// \param html  UTF-8; must outlive the tokenizer.
  explicit HtmlTokenizer(std::string_view html) : rest_(html) {}

  /// The next token. What the functions below give is valid until the call after.
  Kind next();

  /// At a tag: its name in lower case.
  const std::string& name() const { return name_; }
  /// At a start: the attribute of that name in lower case, its references replaced.
  std::optional<std::string> attribute(std::string_view name) const;
  std::string value(std::string_view name) const { return attribute(name).value_or(""); }
  bool has(std::string_view name) const;
  /// At a start: "<br/>".
  bool is_self_closing() const { return is_self_closing_; }
  /// At a text: its references replaced.
  const std::string& text() const { return text_; }
  /// Bytes that are left.
  std::size_t left() const { return rest_.size(); }
  /// True while elements of SVG or MathML are open, where CDATA sections are text.
  void set_foreign(bool is_foreign) { is_foreign_ = is_foreign; }
  /// In XHTML an element may end at once.
  void set_xml(bool is_xml) { is_xml_ = is_xml; }

 private:
  Kind read_markup();
  Kind read_tag(bool is_end);
  void read_attributes(std::string_view text);
  Kind read_raw();
  Kind give(std::string_view text, bool has_references);

  std::string_view rest_;
  std::string name_;
  std::string text_;
  std::string raw_name_;  ///< the element whose content is text until its end tag
  std::vector<std::pair<std::string, std::string_view>> attributes_;
  bool is_self_closing_ = false;
  bool is_foreign_ = false;
  bool is_xml_ = false;
};

}  // namespace lectern
