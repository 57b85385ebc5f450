// The tokens of an HTML document, as the HTML Standard makes them (section 13.2.5).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lectern {

/// An attribute of a start tag: its name in lower case, and its value as it stands in the document,
/// with its references.
using HtmlAttributes = std::vector<std::pair<std::string, std::string_view>>;

/// The value of an attribute, its references replaced.
std::string html_attribute_text(std::string_view value);

/// `html` with the line ends of the standard's input stream: no carriage returns.
std::string with_plain_line_ends(std::string_view html);

class HtmlTokenizer {
 public:
  enum class Kind : std::uint8_t { kText, kStart, kEnd, kComment, kDoctype, kDone };
  /// What the text that follows may hold; it is set behind the start of an element.
  enum class Content : std::uint8_t { kData, kRcdata, kRawtext, kScript, kPlaintext, kCdata };

  struct Doctype {
    std::string name;
    std::string public_id;
    std::string system_id;
    bool has_name = false;
    bool has_public_id = false;
    bool has_system_id = false;
    bool forces_quirks = false;
  };

  /// Most attributes of a tag that are held.
  static constexpr std::size_t kMaxAttributes = 256;

  /// \param html  UTF-8 without carriage returns; must outlive the tokenizer.
  explicit HtmlTokenizer(std::string_view html) : rest_(html) {}

  /// The next token. What the functions below give is valid until the call after.
  Kind next();

  /// At a tag: its name in lower case.
  const std::string& name() const { return name_; }
  /// At a start.
  HtmlAttributes& attributes() { return attributes_; }
  /// At a tag: "<br/>".
  bool is_self_closing() const { return is_self_closing_; }
  /// At a text, whose references are replaced and which may come in pieces, or at a comment.
  const std::string& text() const { return text_; }
  const Doctype& doctype() const { return doctype_; }

  void set_content(Content content) { content_ = content; }
  /// The element whose end tag ends its text.
  void set_last_start(std::string_view name) { last_start_ = name; }
  /// True where CDATA sections are text: in elements of SVG or MathML, and in XHTML.
  void set_cdata(bool is_text) { has_cdata_ = is_text; }

 private:
  Kind read_text();
  Kind read_raw();
  Kind read_cdata();
  Kind read_markup();
  Kind read_tag(bool is_end);
  Kind read_comment();
  Kind read_doctype();
  Kind give_comment(std::string_view data);
  bool read_attributes(std::size_t at);
  void add_attribute(std::string name, std::string_view value);
  std::size_t find_raw_end() const;
  std::size_t find_script_end() const;
  bool is_end_tag(std::size_t at) const;

  std::string_view rest_;
  Content content_ = Content::kData;
  std::string last_start_;
  std::string name_;
  std::string text_;
  Doctype doctype_;
  HtmlAttributes attributes_;
  bool is_self_closing_ = false;
  bool has_cdata_ = false;
};

}  // namespace lectern
