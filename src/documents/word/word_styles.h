// Properties of runs and paragraphs, and the styles that carry them (ECMA-376 part 1, 17.3, 17.7).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "documents/text/symbols.h"
#include "documents/xml/xml_reader.h"

namespace lectern {

/// What of a run's look has meaning. What is not stated is inherited.
struct RunProperties {
  std::optional<bool> bold, italic, strike, double_strike, hidden, white, shaded;
  std::optional<std::uint32_t> half_points;
  std::optional<std::int8_t> script;  ///< 1: superscript, -1: subscript
  std::optional<SymbolFont> font;
  std::string style;
  /// Of a paragraph's mark.
  bool is_inserted = false;
  bool is_deleted = false;
  unsigned changes = 0;  ///< a move counts once, where the text is now
  std::string author;

  /// Takes what `over` states.
  void overlay(const RunProperties& over);
};

struct ParagraphProperties {
  std::string style;
  std::optional<std::uint32_t> number_id;
  std::optional<std::uint32_t> number_level;
  std::optional<std::uint32_t> outline_level;  ///< 0 is the highest; 9 is text
  std::optional<bool> shaded;
  RunProperties mark;
  bool ends_section = false;
};

/// At the start of w:rPr or w:pPr: reads to its end.
RunProperties read_run_properties(XmlReader& xml);
ParagraphProperties read_paragraph_properties(XmlReader& xml);

/// A property that is there is on unless its value says no.
bool is_on(std::string_view value);
/// A number of an attribute, 0 when it is none.
std::uint32_t unsigned_value(std::string_view text);
/// False for colours that are as good as white.
bool is_fill(std::string_view colour);

class WordStyles {
 public:
  /// Reads styles.xml to its end.
  void read(XmlReader& xml);

  struct Resolved {
    ParagraphProperties paragraph;
    RunProperties run;
    bool is_code = false;
    bool is_quote = false;
    /// Table styles: the first row looks different.
    bool has_first_row = false;
    bool has_shading = false;
  };
  /// A style with what it inherits. An unknown one is an empty style.
  const Resolved& resolve(std::string_view id);
  /// The paragraph style of paragraphs that name none.
  const std::string& default_paragraph() const { return default_paragraph_; }
  /// True when there were more styles than are kept: what they hide is not known.
  bool lacks_some() const { return lacks_some_; }

 private:
  struct Style {
    std::string based_on;
    std::string name;
    Resolved own;
  };

  std::map<std::string, Style, std::less<>> styles_;
  std::map<std::string, Resolved, std::less<>> resolved_;
  Resolved unknown_;
  std::string default_paragraph_;
  RunProperties defaults_;
  std::size_t name_bytes_ = 0;  ///< of all styles
  bool lacks_some_ = false;
};

}  // namespace lectern
