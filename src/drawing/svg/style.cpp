#include "drawing/svg/style.h"

#include "drawing/svg/colors.h"
#include "drawing/svg/scanner.h"

namespace lectern::drawing {
namespace {

constexpr std::size_t kMostDashes = 4096;

void read_paint(const Tree& tree, std::string_view text, const Style& style, const Context& context,
                Paint& paint) {
  text = trimmed(text);
  if (text == "none") {
    paint = {};
  } else if (text == "context-fill") {
    paint = context.fill;
  } else if (text == "context-stroke") {
    paint = context.stroke;
  } else if (equals_ignoring_case(text, "currentcolor")) {
    paint = {Paint::Kind::kColor, style.color, true, kNoNode};
  } else if (text.starts_with("url(")) {
    Scanner in(text);
    const std::string_view reference = text.substr(0, in.until(')').size() + 1);
    Paint server = {Paint::Kind::kServer, {}, false, tree.referred(reference)};
    const std::string_view fallback = trimmed(in.rest());
    if (!fallback.empty()) {
      Paint other = {};
      read_paint(tree, fallback.starts_with("url(") ? "none" : fallback, style, context, other);
      server.has_fallback = other.kind == Paint::Kind::kColor;
      server.color = other.color;
      if (server.server == kNoNode) server = other;
    }
    paint = server;
  } else if (const auto color = read_color(text)) {
    paint = {Paint::Kind::kColor, *color, true, kNoNode};
  }
}

double size_named(std::string_view text, double parent) {
  struct Named {
    std::string_view name;
    double size;
  };
  constexpr Named kNamed[] = {{"xx-small", 9}, {"x-small", 10}, {"small", 13},   {"medium", 16},
                              {"large", 18},   {"x-large", 24}, {"xx-large", 32}};
  for (const Named& named : kNamed)
    if (named.name == text) return named.size;
  if (text == "larger") return parent * 1.2;
  if (text == "smaller") return parent / 1.2;
  return -1;
}

class StyleReader {
 public:
  StyleReader(const Tree& tree, NodeId node, const Style& parent, const Measures& measures,
              const Context& context, Meter& meter)
      : tree_(tree),
        node_(node),
        style_(parent),
        parent_(parent),
        measures_(measures),
        context_(context),
        meter_(meter) {}

  Style read() {
    read_font();
    measures_.font_size = style_.font_size;
    if (const auto text = value(Att::kColor)) {
      if (const auto color = read_color(*text)) style_.color = *color;
    }
    if (const auto text = value(Att::kFill))
      read_paint(tree_, *text, style_, context_, style_.fill);
    if (const auto text = value(Att::kStroke))
      read_paint(tree_, *text, style_, context_, style_.stroke);
    share(Att::kFillOpacity, style_.fill_opacity);
    share(Att::kStrokeOpacity, style_.stroke_opacity);
    rule(Att::kFillRule, style_.fill_rule);
    rule(Att::kClipRule, style_.clip_rule);
    read_pen();
    if (const auto text = value(Att::kVisibility)) style_.is_visible = *text == "visible";
    if (const auto text = value(Att::kMarkerProperty)) {
      style_.marker_start = style_.marker_mid = style_.marker_end = tree_.referred(*text);
    }
    marker(Att::kMarkerStart, style_.marker_start);
    marker(Att::kMarkerMid, style_.marker_mid);
    marker(Att::kMarkerEnd, style_.marker_end);
    if (const auto text = value(Att::kPaintOrder)) {
      const std::size_t stroke = text->find("stroke");
      style_.strokes_first = stroke < text->find("fill") && stroke != text->npos;
    }
    if (const auto text = value(Att::kImageRendering))
      style_.is_pixelated = *text == "pixelated" || *text == "optimizeSpeed";
    read_text();
    return std::move(style_);
  }

 private:
  std::optional<std::string_view> value(Att name) const {
    const std::string_view* text = tree_.find(node_, name);
    if (text == nullptr) return std::nullopt;
    const std::string_view value = trimmed(*text);
    if (value == "inherit" || value.empty()) return std::nullopt;
    return value;
  }

  void share(Att name, double& to) const {
    if (const auto text = value(name)) {
      if (const auto read = read_share(*text)) to = *read;
    }
  }

  void rule(Att name, FillRule& to) const {
    if (const auto text = value(name))
      to = *text == "evenodd" ? FillRule::kEvenOdd : FillRule::kNonZero;
  }

  void marker(Att name, NodeId& to) const {
    if (const auto text = value(name)) to = tree_.referred(*text);
  }

  std::optional<double> size(Att name) const {
    const auto text = value(name);
    return text ? read_length(*text, Axis::kOther, measures_) : std::nullopt;
  }

  void read_pen() {
    Pen& pen = style_.pen;
    if (const auto width = size(Att::kStrokeWidth); width && *width >= 0) pen.width = *width;
    if (const auto text = value(Att::kStrokeLinecap))
      pen.cap = *text == "round" ? Cap::kRound : *text == "square" ? Cap::kSquare : Cap::kButt;
    if (const auto text = value(Att::kStrokeLinejoin))
      pen.join = *text == "round" ? Join::kRound : *text == "bevel" ? Join::kBevel : Join::kMiter;
    if (const auto text = value(Att::kStrokeMiterlimit)) {
      Scanner in(*text);
      const auto limit = in.number();
      if (limit && in.at_end() && *limit >= 1) pen.miter_limit = *limit;
    }
    if (const auto offset = size(Att::kStrokeDashoffset)) pen.dash_offset = *offset;
    const auto dashes = value(Att::kStrokeDasharray);
    if (!dashes) return;
    pen.dashes.clear();
    if (*dashes == "none") return;
    std::vector<double> read = read_lengths(*dashes, Axis::kOther, measures_, meter_);
    double sum = 0;
    for (const double dash : read) {
      if (dash < 0) return;
      sum += dash;
    }
    if (!(sum > 0) || read.size() > kMostDashes) return;
    pen.dashes = read;
    if (read.size() % 2 == 1) pen.dashes.insert(pen.dashes.end(), read.begin(), read.end());
  }

  void read_weight(std::string_view text) {
    if (text == "bold") style_.font_weight = 700;
    if (text == "normal") style_.font_weight = 400;
    if (text == "bolder") style_.font_weight = parent_.font_weight < 350 ? 400 : 700;
    if (text == "lighter") style_.font_weight = parent_.font_weight < 600 ? 100 : 400;
    if (text.size() == 3 && is_digit(text[0])) style_.font_weight = (text[0] - '0') * 100;
  }

  void read_size(std::string_view text) {
    Measures of_parent = measures_;
    of_parent.font_size = parent_.font_size;
    const double named = size_named(text, parent_.font_size);
    if (named > 0) {
      style_.font_size = named;
    } else if (text.ends_with('%')) {
      if (const auto part = Scanner(text).number())
        style_.font_size = parent_.font_size * *part / 100;
    } else if (const auto read = read_length(text, Axis::kOther, of_parent); read && *read >= 0) {
      style_.font_size = *read;
    }
    style_.font_size = std::min(style_.font_size, 1e6);
  }

  void read_font() {
    if (const auto text = value(Att::kFont)) {
      style_.font_weight = 400;
      style_.is_italic = false;
      Scanner in(*text);
      while (!in.at_end()) {
        in.skip_spaces();
        const std::string_view rest = in.rest();
        const std::string_view word = rest.substr(0, rest.find_first_of(" \t\r\n/"));
        in = Scanner(rest.substr(word.size()));
        if (word == "italic" || word == "oblique") style_.is_italic = true;
        const bool is_weight = word.size() == 3 && word.ends_with("00");
        if (is_weight || word == "bold" || word == "bolder" || word == "lighter") {
          read_weight(word);
        } else if (!word.empty() &&
                   (is_digit(word[0]) || word[0] == '.' || size_named(word, 16) > 0)) {
          read_size(word);
          break;
        }
      }
    }
    if (const auto text = value(Att::kFontSize)) read_size(*text);
    if (const auto text = value(Att::kFontWeight)) read_weight(*text);
    if (const auto text = value(Att::kFontStyle)) style_.is_italic = *text != "normal";
  }

  void read_text() {
    if (const auto text = value(Att::kTextAnchor))
      style_.anchor = *text == "middle" ? Anchor::kMiddle
                      : *text == "end"  ? Anchor::kEnd
                                        : Anchor::kStart;
    if (const auto text = value(Att::kLetterSpacing))
      style_.letter_spacing = size(Att::kLetterSpacing).value_or(0);
    if (const auto text = value(Att::kWordSpacing))
      style_.word_spacing = size(Att::kWordSpacing).value_or(0);
    if (const auto text = value(Att::kSpace)) style_.keeps_spaces = *text == "preserve";
    if (const auto text = value(Att::kWhiteSpace)) style_.keeps_spaces = text->starts_with("pre");
    for (const Att name : {Att::kTextDecoration, Att::kTextDecorationLine}) {
      const auto text = value(name);
      if (!text) continue;
      style_.is_underlined = text->find("underline") != text->npos;
      style_.is_struck = text->find("line-through") != text->npos;
      style_.is_overlined = text->find("overline") != text->npos;
    }
    for (const Att name : {Att::kDominantBaseline, Att::kAlignmentBaseline}) {
      if (const auto text = value(name)) style_.baseline = baseline_of(*text);
    }
    if (const auto text = value(Att::kBaselineShift)) {
      double shift = 0;
      if (*text == "sub") shift = -0.2;
      if (*text == "super") shift = 0.35;
      if (text->ends_with('%')) {
        shift = Scanner(*text).number().value_or(0) / 100;
      } else if (const auto by = size(Att::kBaselineShift); by && style_.font_size > 0) {
        shift = *by / style_.font_size;
      }
      style_.baseline = parent_.baseline - shift;
    }
  }

  /// How far below the point the baseline goes, in font sizes.
  static double baseline_of(std::string_view name) {
    if (name == "middle") return 0.26;
    if (name == "central") return 0.35;
    if (name == "hanging") return 0.72;
    if (name == "text-before-edge" || name == "before-edge" || name == "text-top") return 0.9;
    if (name == "text-after-edge" || name == "after-edge" || name == "text-bottom" ||
        name == "ideographic")
      return -0.21;
    if (name == "mathematical") return 0.35;
    return 0;
  }

  const Tree& tree_;
  NodeId node_;
  Style style_;
  const Style& parent_;
  Measures measures_;
  const Context& context_;
  Meter& meter_;
};

}  // namespace

Style style_of(const Tree& tree, NodeId node, const Style& parent, const Measures& measures,
               const Context& context, Meter& meter) {
  meter.spend(1, 700 + parent.pen.dashes.size() * 8);
  return StyleReader(tree, node, parent, measures, context, meter).read();
}

}  // namespace lectern::drawing
