// The tokens of an HTML document, as the HTML Standard makes them (section 13.2.5).
#pragma once

#include <cstdint>
#include <functional>
#include <list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "documents/html/html_tags.h"

namespace lectern {

/// The attributes of a start tag: each one's name in lower case, and its value as it stands in the
/// document, with its references. They are valid as long as the document and its tokenizer.
using HtmlAttributes = std::vector<std::pair<std::string_view, std::string_view>>;

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
  explicit HtmlTokenizer(std::string_view html) : html_(html), rest_(html) {}

  /// The next token. What the functions below give is valid until the call after.
  Kind next();

  /// At a tag: its name in lower case, valid as long as the tokenizer and the document.
  std::string_view name() const { return name_; }
  Tag tag() const { return tag_; }
  /// At a start.
  HtmlAttributes& attributes() { return attributes_; }
  /// At a tag: "<br/>".
  bool is_self_closing() const { return is_self_closing_; }
  /// At a text, whose references are replaced and which may come in pieces, or at a comment.
  std::string_view text() const { return text_; }
  /// Whether a text stands as it is in the document, which outlives the tokenizer.
  bool holds(std::string_view text) const {
    return !std::less<>()(text.data(), html_.data()) &&
           !std::less<>()(html_.data() + html_.size(), text.data() + text.size());
  }
  /// A name in lower case that is kept as long as the tokenizer.
  std::string_view keep_name(std::string_view name);
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
  void read_tag_name(std::size_t& at);
  Kind read_comment();
  Kind read_doctype();
  Kind give_comment(std::string_view data);
  void set_text(std::string_view text);
  bool read_attributes(std::size_t at);
  void add_attribute(std::string_view name, std::string_view value);
  std::size_t find_raw_end() const;
  std::size_t find_script_end() const;
  bool is_end_tag(std::size_t at) const;

  std::string_view html_;
  std::string_view rest_;
  Content content_ = Content::kData;
  std::string_view last_start_;
  std::string_view name_;
  Tag tag_ = Tag::kOther;
  std::string_view text_;
  std::string made_text_;  ///< of a text that does not stand so in the document
  /// Names that do not stand so in the document, in pieces that do not move.
  std::list<std::string> names_;
  Doctype doctype_;
  HtmlAttributes attributes_;
  bool is_self_closing_ = false;
  bool has_cdata_ = false;
};

}  // namespace lectern
