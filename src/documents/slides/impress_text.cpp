#include "documents/slides/impress_text.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "documents/markdown/escape.h"
#include "documents/odf/blanks.h"
#include "documents/odf/text/odf_styles.h"

namespace lectern {
namespace {

constexpr std::size_t kMaxStyles = 200'000;
constexpr std::size_t kMaxImpressText = std::size_t{8} << 20;
constexpr std::size_t kMaxImpressComments = 10'000;

std::size_t number_of(std::string_view text, std::size_t fallback) {
  std::size_t value = fallback;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

/// The format of a number as DrawingML names it.
std::string number_format(std::string_view format, std::string_view prefix,
                          std::string_view suffix) {
  std::string name = format == "i"   ? "romanLc"
                     : format == "I" ? "romanUc"
                     : format == "a" ? "alphaLc"
                     : format == "A" ? "alphaUc"
                                     : "arabic";
  if (prefix == "(") return name + "ParenBoth";
  if (suffix == ")") return name + "ParenR";
  return name + (suffix.empty() ? "Plain" : "Period");
}

}  // namespace

void ImpressStyles::take(XmlReader& xml) {
  // Which pages are hidden is never left out.
  const bool has_room =
      text.size() + lists.size() + unmarked.size() + bare_pages.size() < kMaxStyles;
  if (xml.is(Xmlns::kOdfStyle, "style")) {
    const std::string name(xml.value("name"));
    TextStyle style = kPlain;
    bool hides = false;
    bool is_bare = false;
    bool is_unmarked = false;
    const std::size_t depth = xml.depth();
    while (xml.next_in(depth)) {
      if (xml.starts(Xmlns::kOdfStyle, "text-properties")) {
        const std::string_view weight = xml.attribute(Xmlns::kOdfFo, "font-weight").value_or("");
        if (weight == "bold" || weight == "600" || weight == "700" || weight == "800" ||
            weight == "900")
          style |= kBold;
        if (const auto slant = xml.attribute(Xmlns::kOdfFo, "font-style");
            slant && (*slant == "italic" || *slant == "oblique"))
          style |= kItalic;
        if (const auto line = xml.attribute("text-line-through-style"); line && *line != "none")
          style |= kStrike;
        const std::string_view position = xml.value("text-position");
        if (position.starts_with("super")) {
          style |= kSuperscript;
        } else if (position.starts_with("sub") || position.starts_with("-")) {
          style |= kSubscript;
        } else if (!position.empty() && !position.starts_with("0")) {
          style |= kSuperscript;
        }
      } else if (xml.starts(Xmlns::kOdfStyle, "paragraph-properties")) {
        is_unmarked = xml.attribute(Xmlns::kOdfText, "enable-numbering").value_or("") == "false";
      } else if (xml.starts(Xmlns::kOdfStyle, "drawing-page-properties")) {
        hides = xml.attribute(Xmlns::kOdfPresentation, "visibility").value_or("") == "hidden";
        is_bare =
            xml.attribute(Xmlns::kOdfPresentation, "background-objects-visible").value_or("") ==
            "false";
      }
    }
    if (has_room && style != kPlain) text.insert_or_assign(name, style);
    if (has_room && is_unmarked) unmarked.insert_or_assign(name, true);
    if (has_room && is_bare) bare_pages.insert_or_assign(name, true);
    if (hides) hidden_pages.insert_or_assign(name, true);
  } else if (has_room && xml.is(Xmlns::kOdfText, "list-style")) {
    LevelBullets& levels = lists[std::string(xml.attribute(Xmlns::kOdfStyle, "name").value_or(""))];
    levels.resize(kBulletLevels);
    const std::size_t depth = xml.depth();
    while (xml.next_in(depth)) {
      if (xml.event() != XmlReader::Event::kStart || xml.space() != Xmlns::kOdfText) continue;
      const std::size_t level = number_of(xml.value("level"), 1) - 1;
      if (level >= kBulletLevels) continue;
      Bullet& bullet = levels[level];
      if (xml.name() == "list-level-style-bullet" || xml.name() == "list-level-style-image") {
        const auto mark = xml.attribute("bullet-char");
        bullet.kind = mark && mark->empty() ? Bullet::Kind::kNone : Bullet::Kind::kMark;
      } else if (xml.name() == "list-level-style-number") {
        const std::string_view format = xml.attribute(Xmlns::kOdfStyle, "num-format").value_or("");
        bullet.kind = format.empty() ? Bullet::Kind::kNone : Bullet::Kind::kNumber;
        bullet.format =
            number_format(format,
                          shortened(xml.attribute(Xmlns::kOdfStyle, "num-prefix").value_or(""),
                                    kMaxOdfAffixBytes),
                          shortened(xml.attribute(Xmlns::kOdfStyle, "num-suffix").value_or(""),
                                    kMaxOdfAffixBytes));
        bullet.start = static_cast<std::uint32_t>(
            std::min<std::size_t>(number_of(xml.value("start-value"), 1), 100'000));
      }
    }
  }
}

std::string ImpressTextReader::link_target() {
  const std::string_view target = xml_.attribute(Xmlns::kXlink, "href").value_or("");
  if (target.size() <= kMostImpressLinkBytes) return std::string(target);
  ++lost_links_;
  return "";
}

void ImpressTextReader::read_blocks(SlideText& text) {
  const std::size_t depth = xml_.depth();
  while (xml_.next_in(depth)) {
    if (xml_.event() == XmlReader::Event::kStart) read_block(text);
  }
}

bool ImpressTextReader::read_block(SlideText& text) {
  if (xml_.is(Xmlns::kOdfText, "p") || xml_.is(Xmlns::kOdfText, "h")) {
    Bullet none;
    none.kind = Bullet::Kind::kNone;
    read_paragraph(text, 0, none);
    return true;
  }
  if (xml_.is(Xmlns::kOdfText, "list")) {
    read_list(text, 0, std::string(xml_.value("style-name")));
    return true;
  }
  if (xml_.is(Xmlns::kOdfOffice, "annotation")) {
    read_comment();
    return true;
  }
  return false;
}

void ImpressTextReader::read_list(SlideText& text, std::uint32_t level, const std::string& style) {
  const auto found = styles_.lists.find(style);
  const std::uint32_t shown = std::min<std::uint32_t>(level, kBulletLevels - 1);
  Bullet bullet;
  bullet.kind = Bullet::Kind::kMark;
  if (found != styles_.lists.end() && found->second[shown].kind != Bullet::Kind::kInherited)
    bullet = found->second[shown];
  const std::size_t depth = xml_.depth();
  Bullet of_item = bullet;
  while (xml_.next_in(depth)) {
    if (xml_.event() != XmlReader::Event::kStart) continue;
    if (xml_.is(Xmlns::kOdfText, "list-item")) {
      of_item = bullet;
    } else if (xml_.is(Xmlns::kOdfText, "list-header")) {
      of_item.kind = Bullet::Kind::kNone;
    } else if (xml_.is(Xmlns::kOdfText, "list")) {
      const std::string inner(xml_.value("style-name"));
      if (level > 50) {
        is_cut_ = true;
        xml_.skip();
      } else {
        read_list(text, level + 1, inner.empty() ? style : inner);
      }
    } else if (xml_.is(Xmlns::kOdfText, "p") || xml_.is(Xmlns::kOdfText, "h")) {
      read_paragraph(text, shown, of_item);
      // What follows in the same item has no mark of its own.
      of_item.kind = Bullet::Kind::kNone;
    }
  }
}

void ImpressTextReader::read_paragraph(SlideText& text, std::uint32_t level, const Bullet& bullet) {
  SlideParagraph paragraph;
  paragraph.level = level;
  paragraph.bullet = bullet;
  TextStyle style = kPlain;
  if (const auto found = styles_.text.find(xml_.value("style-name")); found != styles_.text.end())
    style = found->second;
  if (styles_.unmarked.contains(xml_.value("style-name")))
    paragraph.bullet.kind = Bullet::Kind::kNone;
  read_inline(paragraph, style, {});
  if (has_room(sizeof paragraph)) text.push_back(std::move(paragraph));
}

/// Takes the room of what is held; without it the text is cut.
bool ImpressTextReader::has_room(std::size_t bytes) {
  taken_ += bytes;
  is_cut_ |= taken_ > kMaxImpressText;
  return taken_ <= kMaxImpressText;
}

void ImpressTextReader::add(SlideParagraph& paragraph, std::string_view piece, TextStyle style,
                            const std::string& link) {
  if (piece.empty()) return;
  if (!has_room(piece.size() + link.size())) return;
  if (!paragraph.runs.empty() && paragraph.runs.back().kind == SlideRun::Kind::kText &&
      paragraph.runs.back().style == style && paragraph.runs.back().link == link) {
    paragraph.runs.back().text += piece;
  } else {
    taken_ += sizeof(SlideRun);
    paragraph.runs.push_back({SlideRun::Kind::kText, style, std::string(piece), link});
  }
}

/// At the start of a paragraph or of a part of one.
void ImpressTextReader::read_inline(SlideParagraph& paragraph, TextStyle style,
                                    const std::string& link) {
  const std::size_t depth = xml_.depth();
  while (xml_.next_in(depth)) {
    if (xml_.event() == XmlReader::Event::kText) {
      // White space is one blank, and a line end in the file is none of the text.
      std::string piece;
      for (const char c : xml_.text()) {
        const bool is_blank = c == ' ' || c == '\n' || c == '\t' || c == '\r';
        if (!is_blank) {
          piece += c;
        } else if (piece.empty() || piece.back() != ' ') {
          piece += ' ';
        }
      }
      add(paragraph, piece, style, link);
      continue;
    }
    if (xml_.event() != XmlReader::Event::kStart) continue;
    if (xml_.is(Xmlns::kOdfText, "span")) {
      TextStyle inner = style;
      if (const auto found = styles_.text.find(xml_.value("style-name"));
          found != styles_.text.end())
        inner |= found->second;
      read_inline(paragraph, inner, link);
    } else if (xml_.is(Xmlns::kOdfText, "a")) {
      read_inline(paragraph, style, link_target());
    } else if (xml_.is(Xmlns::kOdfText, "s")) {
      add(paragraph, odf_blanks(xml_, package_), style, link);
    } else if (xml_.is(Xmlns::kOdfText, "tab")) {
      add(paragraph, "\t", style, link);
    } else if (xml_.is(Xmlns::kOdfText, "line-break")) {
      if (has_room(sizeof(SlideRun))) paragraph.runs.push_back({SlideRun::Kind::kBreak});
    } else if (xml_.is(Xmlns::kOdfOffice, "annotation")) {
      read_comment();
    } else if (xml_.is(Xmlns::kOdfText, "page-number") && xml_.name() == "page-number") {
      xml_.skip();
    }
    // Fields and marks show what is in them.
  }
}

void ImpressTextReader::read_comment() {
  ImpressComment comment;
  SlideText text;
  const std::size_t depth = xml_.depth();
  while (xml_.next_in(depth)) {
    if (xml_.event() != XmlReader::Event::kStart) continue;
    if (xml_.is(Xmlns::kDublinCore, "creator")) {
      comment.author = xml_.text_inside(1'000);
    } else if (xml_.is(Xmlns::kOdfText, "p")) {
      SlideParagraph paragraph;
      read_inline(paragraph, kPlain, {});
      if (has_room(sizeof paragraph)) text.push_back(std::move(paragraph));
    }
  }
  comment.text = line_of(text);
  if (comments_.size() < kMaxImpressComments) {
    comments_.push_back(std::move(comment));
  } else {
    is_cut_ = true;
  }
}

}  // namespace lectern
