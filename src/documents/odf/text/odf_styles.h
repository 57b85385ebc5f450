// Styles and lists of OpenDocument text (ODF 1.3 part 3, 16).
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "documents/text/number_format.h"
#include "documents/xml/xml_reader.h"

namespace lectern {

struct OdfLook {
  std::optional<bool> bold, italic, strike, hidden, white, tiny, filled;
  std::optional<std::int8_t> script;
};

struct OdfListLevel {
  bool is_number = false;
  NumberStyle style = NumberStyle::kNone;
  std::string prefix;
  std::string suffix;
  std::uint32_t start = 1;
  std::uint32_t shown_levels = 1;
};
using OdfListStyle = std::array<OdfListLevel, 10>;

/// Bytes of what stands before or behind the number of each item; nobody's is long.
inline constexpr std::size_t kMaxOdfAffixBytes = 200;

class OdfStyles {
 public:
  /// A style, with what it inherits once `has_parents` is true.
  struct Style {
    std::string parent;
    OdfLook look;
    bool has_parents = false;
    bool is_code = false;
    bool is_quote = false;
  };

  /// At the start of office:styles or office:automatic-styles: reads to its end.
  void read(XmlReader& xml, bool is_automatic);

  /// What a run has of a style of text, with what that inherits.
  OdfLook text_look(std::string_view name) { return look_of("text", name); }
  /// What a paragraph's style gives its text: bold and italic only where they are set for it alone.
  OdfLook paragraph_look(std::string_view name) { return look_of("paragraph", name); }
  /// True when the style or one that it inherits from is for code (or quoted text).
  bool is_code(std::string_view family, std::string_view name);
  bool is_quote(std::string_view name);
  const OdfListStyle* list_style(std::string_view name) const;
  const OdfListStyle& outline() const { return outline_; }
  /// True when there were more styles than are kept: what they hide is not known.
  bool lacks_some() const { return lacks_some_; }

 private:
  Style* find(std::string_view family, std::string_view name);
  /// The same with what it inherits, which is found once for each style.
  const Style* inherited(std::string_view family, std::string_view name);
  OdfLook look_of(std::string_view family, std::string_view name);
  void read_style(XmlReader& xml, bool is_automatic);
  static OdfListStyle read_list_style(XmlReader& xml);

  /// By family and name: "text/T1".
  std::map<std::string, Style, std::less<>> styles_;
  std::map<std::string, OdfListStyle, std::less<>> lists_;
  OdfListStyle outline_{};
  std::size_t name_bytes_ = 0;  ///< of all styles
  bool lacks_some_ = false;
};

}  // namespace lectern
