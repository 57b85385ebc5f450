#include "documents/word/word_styles.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include "base/format.h"

namespace lectern {
namespace {

using Event = XmlReader::Event;

/// Longest chain of styles that inherit.
constexpr std::size_t kMaxInheritance = 50;
constexpr std::size_t kMaxStyles = 50'000;
/// What their names may take.
constexpr std::size_t kMaxNameBytes = std::size_t{32} << 20;
constexpr std::size_t kMaxStyleIdBytes = 1'000;
/// Half points from which text that is raised or lowered is no longer on its line.
constexpr std::uint32_t kRaisedBy = 4;

template <typename T>
void take(std::optional<T>& mine, const std::optional<T>& other) {
  if (other) mine = other;
}

/// The level of a heading by its style's name, in the languages of programs that translate it.
std::optional<std::uint32_t> heading_level(std::string_view style_name) {
  constexpr std::string_view kHeadings[] = {
      "heading",   "überschrift", "Überschrift", "titre",      "título",     "titolo",
      "kop",       "rubrik",      "overskrift",  "otsikko",    "nagłówek",   "nadpis",
      "заголовок", "başlık",      "címsor",      "titlu",      "见出し",     "見出し",
      "标题",      "標題",        "제목",        "encabezado", "επικεφαλίδα"};
  const std::string name = ascii_lower(style_name);
  const std::size_t digit = name.find_last_not_of("0123456789");
  if (digit == name.npos || digit + 2 != name.size()) return std::nullopt;
  std::string_view word = std::string_view(name).substr(0, digit + 1);
  while (word.ends_with(' ')) word.remove_suffix(1);
  if (std::find(std::begin(kHeadings), std::end(kHeadings), word) == std::end(kHeadings))
    return std::nullopt;
  const auto level = static_cast<std::uint32_t>(name.back() - '0');
  if (level == 0) return std::nullopt;
  return level - 1;
}

bool is_code_style(std::string_view style_name) {
  constexpr std::string_view kCode[] = {
      "code",          "source code",     "sourcecode",  "html preformatted", "html code",
      "macro text",    "macro",           "verbatim",    "verbatim char",     "preformatted text",
      "html keyboard", "html typewriter", "html sample", "code block",        "codeblock",
      "code char",     "inline code",     "listing",     "program listing",   "source text"};
  const std::string name = ascii_lower(style_name);
  return std::find(std::begin(kCode), std::end(kCode), name) != std::end(kCode);
}

bool is_quote_style(std::string_view style_name) {
  const std::string name = ascii_lower(style_name);
  return name == "quote" || name == "intense quote" || name == "block text" ||
         name == "block quote" || name == "blockquote" || name == "quotations";
}

}  // namespace

bool is_on(std::string_view value) {
  return value != "0" && value != "false" && value != "off" && value != "none";
}

std::uint32_t unsigned_value(std::string_view text) {
  std::uint64_t value = 0;
  for (const char c : text) {
    if (c < '0' || c > '9' || value > 100'000'000) break;
    value = value * 10 + static_cast<unsigned>(c - '0');
  }
  return static_cast<std::uint32_t>(value);
}

bool is_fill(std::string_view colour) {
  const std::string lower = ascii_lower(colour);
  return !lower.empty() && lower != "auto" && lower != "ffffff" && lower != "none" &&
         lower != "clear" && lower != "white";
}

void RunProperties::overlay(const RunProperties& over) {
  take(bold, over.bold);
  take(italic, over.italic);
  take(strike, over.strike);
  take(double_strike, over.double_strike);
  take(hidden, over.hidden);
  take(white, over.white);
  take(shaded, over.shaded);
  take(half_points, over.half_points);
  take(script, over.script);
  take(font, over.font);
}

RunProperties read_run_properties(XmlReader& xml) {
  RunProperties run;
  const std::size_t depth = xml.depth();
  while (xml.next_in(depth)) {
    if (xml.event() != Event::kStart) continue;
    if (xml.space() != Xmlns::kWord) {
      xml.skip();
      continue;
    }
    const std::string_view name = xml.name();
    const std::string_view value = xml.value("val");
    if (name == "b") {
      run.bold = is_on(value);
    } else if (name == "i") {
      run.italic = is_on(value);
    } else if (name == "strike") {
      run.strike = is_on(value);
    } else if (name == "dstrike") {
      run.double_strike = is_on(value);
    } else if (name == "vanish") {
      run.hidden = is_on(value);
    } else if (name == "vertAlign") {
      run.script = value == "superscript" ? 1 : value == "subscript" ? -1 : 0;
    } else if (name == "position") {
      const bool is_low = value.starts_with('-');
      if (unsigned_value(value.substr(is_low ? 1 : 0)) >= kRaisedBy) run.script = is_low ? -1 : 1;
    } else if (name == "color") {
      const std::string colour = ascii_lower(value);
      run.white = colour == "ffffff" || colour == "white";
    } else if (name == "sz") {
      run.half_points = unsigned_value(value);
    } else if (name == "shd") {
      run.shaded = is_fill(xml.value("fill")) ||
                   (value != "clear" && value != "nil" && !value.empty()) ||
                   xml.attribute("themeFill").has_value();
    } else if (name == "highlight") {
      run.shaded = is_fill(value);
    } else if (name == "rFonts") {
      std::string_view font = xml.value("ascii");
      if (font.empty()) font = xml.value("hAnsi");
      if (!font.empty()) run.font = symbol_font(font);
    } else if (name == "rStyle") {
      run.style = value;
    } else if (name == "ins" || name == "moveTo") {
      run.is_inserted = true;
      ++run.changes;
      run.author = xml.value("author");
    } else if (name == "del" || name == "moveFrom") {
      run.is_deleted = true;
      if (name == "del") ++run.changes;
      run.author = xml.value("author");
    } else if (name == "rPrChange") {
      xml.skip();
    }
  }
  return run;
}

ParagraphProperties read_paragraph_properties(XmlReader& xml) {
  ParagraphProperties paragraph;
  const std::size_t depth = xml.depth();
  while (xml.next_in(depth)) {
    if (xml.event() != Event::kStart) continue;
    const std::string_view name = xml.name();
    if (xml.space() != Xmlns::kWord || name == "pPrChange") {
      xml.skip();
    } else if (name == "pStyle") {
      paragraph.style = xml.value("val");
    } else if (name == "ilvl") {
      paragraph.number_level = unsigned_value(xml.value("val"));
    } else if (name == "numId") {
      paragraph.number_id = unsigned_value(xml.value("val"));
    } else if (name == "outlineLvl") {
      paragraph.outline_level = unsigned_value(xml.value("val"));
    } else if (name == "shd") {
      paragraph.shaded = is_fill(xml.value("fill")) || xml.attribute("themeFill").has_value();
    } else if (name == "rPr") {
      paragraph.mark = read_run_properties(xml);
    } else if (name == "sectPr") {
      paragraph.ends_section = true;
      xml.skip();
    } else if (name != "numPr") {
      xml.skip();
    }
  }
  return paragraph;
}

void WordStyles::read(XmlReader& xml) {
  while (xml.next() != Event::kDone) {
    if (xml.starts(Xmlns::kWord, "rPrDefault")) {
      const std::size_t depth = xml.depth();
      while (xml.next_in(depth)) {
        if (xml.starts(Xmlns::kWord, "rPr")) defaults_ = read_run_properties(xml);
      }
      // Every paragraph and every style copies the rest.
      defaults_.style.clear();
      defaults_.author.clear();
      continue;
    }
    if (!xml.starts(Xmlns::kWord, "style")) continue;
    const std::string id(xml.value("styleId"));
    const bool is_default = xml.value("type") == "paragraph" && !xml.value("default").empty() &&
                            is_on(xml.value("default"));
    Style style;
    const std::size_t depth = xml.depth();
    while (xml.next_in(depth)) {
      if (xml.event() != Event::kStart) continue;
      if (xml.space() != Xmlns::kWord) {
        xml.skip();
      } else if (xml.name() == "name") {
        style.name = xml.value("val");
      } else if (xml.name() == "basedOn") {
        style.based_on = xml.value("val");
      } else if (xml.name() == "pPr") {
        style.own.paragraph = read_paragraph_properties(xml);
      } else if (xml.name() == "rPr") {
        style.own.run = read_run_properties(xml);
      } else if (xml.name() == "tblStylePr") {
        if (xml.value("type") == "firstRow") style.own.has_first_row = true;
        const std::size_t inner = xml.depth();
        while (xml.next_in(inner)) {
          if (xml.starts(Xmlns::kWord, "shd") && is_fill(xml.value("fill")))
            style.own.has_shading = true;
        }
      } else if (xml.name() == "shd") {
        style.own.has_shading |= is_fill(xml.value("fill"));
      }
    }
    if (!style.own.paragraph.outline_level) {
      if (const auto level = heading_level(style.name)) style.own.paragraph.outline_level = level;
    }
    style.own.is_code = is_code_style(style.name);
    style.own.is_quote = is_quote_style(style.name);
    name_bytes_ += id.size() + style.based_on.size() + style.name.size();
    // Every paragraph looks for the one that is meant where it names none.
    lacks_some_ |= styles_.size() >= kMaxStyles || name_bytes_ > kMaxNameBytes ||
                   std::max(id.size(), style.based_on.size()) > kMaxStyleIdBytes;
    if (lacks_some_) continue;
    if (is_default) default_paragraph_ = id;
    styles_.insert_or_assign(id, std::move(style));
  }
}

const WordStyles::Resolved& WordStyles::resolve(std::string_view id) {
  const auto known = resolved_.find(id);
  if (known != resolved_.end()) return known->second;
  if (!styles_.contains(id)) {
    unknown_.run = defaults_;
    return unknown_;
  }
  std::vector<const Style*> chain;
  for (auto at = styles_.find(id); at != styles_.end() && chain.size() < kMaxInheritance;
       at = styles_.find(at->second.based_on))
    chain.push_back(&at->second);
  Resolved all;
  all.run = defaults_;
  for (std::size_t i = chain.size(); i-- > 0;) {
    const Resolved& own = chain[i]->own;
    all.run.overlay(own.run);
    take(all.paragraph.number_id, own.paragraph.number_id);
    take(all.paragraph.number_level, own.paragraph.number_level);
    take(all.paragraph.outline_level, own.paragraph.outline_level);
    take(all.paragraph.shaded, own.paragraph.shaded);
    all.is_code |= own.is_code;
    all.is_quote |= own.is_quote;
    all.has_first_row |= own.has_first_row;
    all.has_shading |= own.has_shading;
  }
  return resolved_.emplace(std::string(id), std::move(all)).first->second;
}

}  // namespace lectern
