// Style sheets (CSS 2.2, with the selectors that drawings use).
#pragma once

#include <string_view>
#include <vector>

#include "drawing/svg/tree.h"

namespace lectern::drawing {

struct Declaration {
  Att name;
  std::string_view value;
  bool is_important = false;
};

/// One element of a selector: `rect.big#a`.
struct Compound {
  struct Test {
    enum class Kind : std::uint8_t { kId, kClass, kHas, kEquals, kFirstChild, kRoot } kind;
    Att attribute = Att::kNone;
    std::string_view value;
  };
  std::string_view type;  ///< "" for any
  std::vector<Test> tests;
  char combinator = ' ';  ///< to the one before: ' ', '>', '+' or '~'
};

struct Rule {
  std::vector<Compound> compounds;
  std::uint32_t specificity = 0;
  std::uint32_t first = 0;  ///< of its declarations
  std::uint32_t count = 0;
};

/// Ranks of declarations: above every selector.
inline constexpr std::uint32_t kInline = 1u << 24;
inline constexpr std::uint32_t kImportant = 1u << 25;

struct Sheet {
  struct Match {
    std::uint32_t rank;
    Att name;
    std::string_view value;
  };
  std::vector<Rule> rules;
  std::vector<Declaration> declarations;
  Held held;  ///< what both lists take
};

/// Views of `text`, which must outlive the sheet.
Sheet read_sheet(std::string_view text, Meter& meter, LeftOut& left_out);
/// Of a `style` attribute.
void read_declarations(std::string_view text, Meter& meter, std::vector<Declaration>& to);
bool is_matched(const Tree& tree, NodeId node, const Rule& rule, Meter& meter);

}  // namespace lectern::drawing
