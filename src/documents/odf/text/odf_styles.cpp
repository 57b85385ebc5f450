#include "documents/odf/text/odf_styles.h"

#include <algorithm>

#include "base/format.h"
#include "documents/markdown/escape.h"
#include "documents/word/word_styles.h"

namespace lectern {
namespace {

using Event = XmlReader::Event;

constexpr std::size_t kMaxOdfStyles = 100'000;
constexpr std::size_t kMaxOdfNameBytes = std::size_t{32} << 20;

NumberStyle odf_number_style(std::string_view format) {
  if (format.empty()) return NumberStyle::kNone;
  if (format == "i") return NumberStyle::kLowerRoman;
  if (format == "I") return NumberStyle::kUpperRoman;
  if (format == "a") return NumberStyle::kLowerLetter;
  if (format == "A") return NumberStyle::kUpperLetter;
  if (format.starts_with("1st")) return NumberStyle::kOrdinal;
  if (format.starts_with("①")) return NumberStyle::kCircled;
  if (format.starts_with("一")) return NumberStyle::kChinese;
  if (format.starts_with("壹") || format.starts_with("壱")) return NumberStyle::kChineseFormal;
  if (format.starts_with("甲")) return NumberStyle::kHeavenlyStems;
  if (format.starts_with("子")) return NumberStyle::kEarthlyBranches;
  if (format.starts_with("ア")) return NumberStyle::kAiueo;
  if (format.starts_with("イ")) return NumberStyle::kIroha;
  if (format.starts_with("가")) return NumberStyle::kGanada;
  if (format.starts_with("ㄱ")) return NumberStyle::kChosung;
  if (format.starts_with("א")) return NumberStyle::kHebrew;
  if (format.starts_with("أ") || format.starts_with("ا")) return NumberStyle::kArabicAlpha;
  if (format.starts_with("а")) return NumberStyle::kRussianLower;
  if (format.starts_with("А")) return NumberStyle::kRussianUpper;
  return NumberStyle::kDecimal;
}

template <typename T>
void inherit(std::optional<T>& mine, const std::optional<T>& parent) {
  if (!mine) mine = parent;
}

void inherit(OdfLook& mine, const OdfLook& parent) {
  inherit(mine.bold, parent.bold);
  inherit(mine.italic, parent.italic);
  inherit(mine.strike, parent.strike);
  inherit(mine.hidden, parent.hidden);
  inherit(mine.white, parent.white);
  inherit(mine.tiny, parent.tiny);
  inherit(mine.filled, parent.filled);
  inherit(mine.script, parent.script);
}

void read_text_properties(XmlReader& xml, OdfLook& look) {
  if (const auto weight = xml.attribute(Xmlns::kOdfFo, "font-weight"))
    look.bold = *weight == "bold" || unsigned_value(*weight) >= 600;
  if (const auto style = xml.attribute(Xmlns::kOdfFo, "font-style"))
    look.italic = *style == "italic" || *style == "oblique";
  for (const std::string_view name : {"text-line-through-style", "text-line-through-type"}) {
    if (const auto strike = xml.attribute(Xmlns::kOdfStyle, name)) look.strike = *strike != "none";
  }
  if (const auto shown = xml.attribute(Xmlns::kOdfText, "display")) look.hidden = *shown == "none";
  if (const auto colour = xml.attribute(Xmlns::kOdfFo, "color"))
    look.white = ascii_lower(*colour) == "#ffffff";
  if (const auto size = xml.attribute(Xmlns::kOdfFo, "font-size"))
    look.tiny = *size == "1pt" || *size == "0pt" || size->starts_with("0.");
  if (const auto fill = xml.attribute(Xmlns::kOdfFo, "background-color"))
    look.filled = *fill != "transparent" && ascii_lower(*fill) != "#ffffff";
  if (const auto position = xml.attribute(Xmlns::kOdfStyle, "text-position")) {
    const bool is_low = position->starts_with("sub") || position->starts_with("-");
    const bool is_flat = position->starts_with("0");
    look.script = static_cast<std::int8_t>(is_flat ? 0 : is_low ? -1 : 1);
  }
}

std::string style_key(std::string_view family, std::string_view name) {
  std::string key(family);
  key += '/';
  key += name;
  return key;
}

}  // namespace

OdfStyles::Style* OdfStyles::find(std::string_view family, std::string_view name) {
  if (name.empty()) return nullptr;
  const auto found = styles_.find(style_key(family, name));
  return found == styles_.end() ? nullptr : &found->second;
}

OdfListStyle OdfStyles::read_list_style(XmlReader& xml) {
  OdfListStyle list{};
  const std::size_t depth = xml.depth();
  while (xml.next_in(depth)) {
    if (xml.event() != Event::kStart || xml.space() != Xmlns::kOdfText) continue;
    const std::uint32_t at = unsigned_value(xml.value("level"));
    if (at == 0 || at > list.size()) continue;
    OdfListLevel& level = list[at - 1];
    level.is_number =
        xml.name() == "list-level-style-number" || xml.name() == "outline-level-style";
    level.prefix =
        shortened(xml.attribute(Xmlns::kOdfStyle, "num-prefix").value_or(""), kMaxOdfAffixBytes);
    level.suffix =
        shortened(xml.attribute(Xmlns::kOdfStyle, "num-suffix").value_or(""), kMaxOdfAffixBytes);
    level.style = odf_number_style(xml.attribute(Xmlns::kOdfStyle, "num-format").value_or(""));
    if (const auto start = xml.attribute("start-value")) level.start = unsigned_value(*start);
    if (const auto shown = xml.attribute("display-levels"))
      level.shown_levels = std::clamp(unsigned_value(*shown), 1U, 10U);
  }
  return list;
}

void OdfStyles::read_style(XmlReader& xml, bool is_automatic) {
  const std::string name(xml.value("name"));
  const std::string family(xml.value("family"));
  Style style;
  style.parent = xml.value("parent-style-name");
  style.is_code = name == "Preformatted_20_Text" || name == "Source_20_Text" ||
                  name == "Source_20_Code" || name == "Teletype" || name == "SourceCode";
  style.is_quote = name == "Quotations" || name == "Quote" || name == "Block_20_Text";
  const std::size_t depth = xml.depth();
  while (xml.next_in(depth)) {
    if (xml.event() != Event::kStart) continue;
    if (xml.is(Xmlns::kOdfStyle, "text-properties")) {
      read_text_properties(xml, style.look);
    } else if (xml.space() == Xmlns::kOdfStyle) {
      if (const auto fill = xml.attribute(Xmlns::kOdfFo, "background-color"))
        style.look.filled = *fill != "transparent" && ascii_lower(*fill) != "#ffffff";
    }
  }
  // What a style gives all paragraphs that have it is no emphasis.
  if (!is_automatic && family == "paragraph") {
    style.look.bold.reset();
    style.look.italic.reset();
  }
  name_bytes_ += name.size() + style.parent.size();
  lacks_some_ |= styles_.size() >= kMaxOdfStyles || name_bytes_ > kMaxOdfNameBytes;
  if (!lacks_some_) styles_.insert_or_assign(style_key(family, name), std::move(style));
}

void OdfStyles::read(XmlReader& xml, bool is_automatic) {
  const std::size_t depth = xml.depth();
  while (xml.next_in(depth)) {
    if (xml.event() != Event::kStart) continue;
    if (xml.is(Xmlns::kOdfStyle, "style")) {
      read_style(xml, is_automatic);
    } else if (xml.is(Xmlns::kOdfText, "list-style")) {
      const std::string name(xml.attribute(Xmlns::kOdfStyle, "name").value_or(""));
      OdfListStyle list = read_list_style(xml);
      name_bytes_ += name.size();
      if (lists_.size() < kMaxOdfStyles && name_bytes_ <= kMaxOdfNameBytes)
        lists_.insert_or_assign(name, std::move(list));
    } else if (xml.is(Xmlns::kOdfText, "outline-style")) {
      outline_ = read_list_style(xml);
    } else {
      xml.skip();
    }
  }
}

const OdfStyles::Style* OdfStyles::inherited(std::string_view family, std::string_view name) {
  Style* const first = find(family, name);
  std::vector<Style*> chain;
  Style* parent = first;
  // One that inherits from itself is marked when it comes again.
  for (; parent != nullptr && !parent->has_parents; parent = find(family, parent->parent)) {
    parent->has_parents = true;
    chain.push_back(parent);
  }
  for (; !chain.empty(); chain.pop_back()) {
    Style& style = *chain.back();
    if (parent != nullptr) {
      inherit(style.look, parent->look);
      style.is_code |= parent->is_code;
      style.is_quote |= parent->is_quote;
    }
    parent = &style;
  }
  return first;
}

OdfLook OdfStyles::look_of(std::string_view family, std::string_view name) {
  const Style* style = inherited(family, name);
  return style == nullptr ? OdfLook() : style->look;
}

bool OdfStyles::is_code(std::string_view family, std::string_view name) {
  const Style* style = inherited(family, name);
  return style != nullptr && style->is_code;
}

bool OdfStyles::is_quote(std::string_view name) {
  const Style* style = inherited("paragraph", name);
  return style != nullptr && style->is_quote;
}

const OdfListStyle* OdfStyles::list_style(std::string_view name) const {
  const auto found = lists_.find(name);
  return found == lists_.end() ? nullptr : &found->second;
}

}  // namespace lectern
