#include "documents/html/html_tags.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace lectern {
namespace {

struct TagName {
  std::string_view name;
  Tag tag;
};

/// Names that are none in C++.
constexpr std::string_view plain_tag_name(std::string_view name) {
  if (name == "annotation_xml") return "annotation-xml";
  if (name == "template_") return "template";
  if (name == "foreignObject") return "foreignobject";
  return name;
}

constexpr TagName kTagNames[] = {
#define LECTERN_TAG(name) {plain_tag_name(#name), Tag::k_##name},
    LECTERN_HTML_TAGS(LECTERN_TAG)
#undef LECTERN_TAG
};

/// By first letter, then by name.
constexpr auto sorted_tags() {
  auto sorted = std::to_array(kTagNames);
  std::sort(sorted.begin(), sorted.end(),
            [](const TagName& a, const TagName& b) { return a.name < b.name; });
  return sorted;
}
constexpr auto kSortedTags = sorted_tags();

constexpr std::size_t kTagCount = std::size(kTagNames) + 1;

constexpr auto kTraits = [] {
  std::array<std::uint16_t, kTagCount> traits{};
  const auto give = [&traits](HtmlTrait trait, std::initializer_list<Tag> tags) {
    for (const Tag tag : tags)
      traits[static_cast<std::size_t>(tag)] |= static_cast<std::uint16_t>(trait);
  };
  give(HtmlTrait::kSpecial,
       {Tag::k_address,   Tag::k_applet,   Tag::k_area,      Tag::k_article,    Tag::k_aside,
        Tag::k_base,      Tag::k_basefont, Tag::k_bgsound,   Tag::k_blockquote, Tag::k_body,
        Tag::k_br,        Tag::k_button,   Tag::k_caption,   Tag::k_center,     Tag::k_col,
        Tag::k_colgroup,  Tag::k_dd,       Tag::k_details,   Tag::k_dir,        Tag::k_div,
        Tag::k_dl,        Tag::k_dt,       Tag::k_embed,     Tag::k_fieldset,   Tag::k_figcaption,
        Tag::k_figure,    Tag::k_footer,   Tag::k_form,      Tag::k_frame,      Tag::k_frameset,
        Tag::k_h1,        Tag::k_h2,       Tag::k_h3,        Tag::k_h4,         Tag::k_h5,
        Tag::k_h6,        Tag::k_head,     Tag::k_header,    Tag::k_hgroup,     Tag::k_hr,
        Tag::k_html,      Tag::k_iframe,   Tag::k_img,       Tag::k_input,      Tag::k_keygen,
        Tag::k_li,        Tag::k_link,     Tag::k_listing,   Tag::k_main,       Tag::k_marquee,
        Tag::k_menu,      Tag::k_meta,     Tag::k_nav,       Tag::k_noembed,    Tag::k_noframes,
        Tag::k_noscript,  Tag::k_object,   Tag::k_ol,        Tag::k_p,          Tag::k_param,
        Tag::k_plaintext, Tag::k_pre,      Tag::k_script,    Tag::k_search,     Tag::k_section,
        Tag::k_select,    Tag::k_source,   Tag::k_style,     Tag::k_summary,    Tag::k_table,
        Tag::k_tbody,     Tag::k_td,       Tag::k_template_, Tag::k_textarea,   Tag::k_tfoot,
        Tag::k_th,        Tag::k_thead,    Tag::k_title,     Tag::k_tr,         Tag::k_track,
        Tag::k_ul,        Tag::k_wbr,      Tag::k_xmp});
  give(HtmlTrait::kFormatting,
       {Tag::k_a, Tag::k_b, Tag::k_big, Tag::k_code, Tag::k_em, Tag::k_font, Tag::k_i, Tag::k_nobr,
        Tag::k_s, Tag::k_small, Tag::k_strike, Tag::k_strong, Tag::k_tt, Tag::k_u});
  give(HtmlTrait::kVoid,
       {Tag::k_area, Tag::k_base, Tag::k_basefont, Tag::k_bgsound, Tag::k_br, Tag::k_col,
        Tag::k_embed, Tag::k_frame, Tag::k_hr, Tag::k_img, Tag::k_input, Tag::k_keygen, Tag::k_link,
        Tag::k_meta, Tag::k_param, Tag::k_source, Tag::k_track, Tag::k_wbr});
  give(HtmlTrait::kPlainBlock,
       {Tag::k_address,  Tag::k_article,    Tag::k_aside,   Tag::k_blockquote, Tag::k_center,
        Tag::k_details,  Tag::k_dialog,     Tag::k_dir,     Tag::k_div,        Tag::k_dl,
        Tag::k_fieldset, Tag::k_figcaption, Tag::k_figure,  Tag::k_footer,     Tag::k_header,
        Tag::k_hgroup,   Tag::k_main,       Tag::k_menu,    Tag::k_nav,        Tag::k_ol,
        Tag::k_search,   Tag::k_section,    Tag::k_summary, Tag::k_ul});
  give(HtmlTrait::kHeading, {Tag::k_h1, Tag::k_h2, Tag::k_h3, Tag::k_h4, Tag::k_h5, Tag::k_h6});
  give(HtmlTrait::kBoundsAll, {Tag::k_html, Tag::k_table, Tag::k_template_});
  give(HtmlTrait::kBoundsMost, {Tag::k_applet, Tag::k_caption, Tag::k_td, Tag::k_th, Tag::k_marquee,
                                Tag::k_object, Tag::k_select});
  give(HtmlTrait::kImpliedEnd, {Tag::k_dd, Tag::k_dt, Tag::k_li, Tag::k_optgroup, Tag::k_option,
                                Tag::k_p, Tag::k_rb, Tag::k_rp, Tag::k_rt, Tag::k_rtc});
  give(HtmlTrait::kThoroughEnd,
       {Tag::k_caption, Tag::k_colgroup, Tag::k_dd, Tag::k_dt, Tag::k_li, Tag::k_optgroup,
        Tag::k_option, Tag::k_p, Tag::k_rb, Tag::k_rp, Tag::k_rt, Tag::k_rtc, Tag::k_tbody,
        Tag::k_td, Tag::k_tfoot, Tag::k_th, Tag::k_thead, Tag::k_tr});
  give(HtmlTrait::kShownAsBlock,
       {Tag::k_address, Tag::k_article, Tag::k_aside,    Tag::k_center,     Tag::k_details,
        Tag::k_dialog,  Tag::k_div,     Tag::k_fieldset, Tag::k_figure,     Tag::k_footer,
        Tag::k_form,    Tag::k_header,  Tag::k_hgroup,   Tag::k_main,       Tag::k_nav,
        Tag::k_search,  Tag::k_section, Tag::k_summary,  Tag::k_figcaption, Tag::k_legend,
        Tag::k_body,    Tag::k_html,    Tag::k_noscript, Tag::k_dt,         Tag::k_optgroup,
        Tag::k_caption, Tag::k_noframes});
  give(HtmlTrait::kNeverShown,
       {Tag::k_script, Tag::k_style, Tag::k_template_, Tag::k_noembed, Tag::k_datalist});
  return traits;
}();

/// Where the names of each first letter begin in kSortedTags.
constexpr auto kFirstTags = [] {
  std::array<std::uint8_t, 27> first{};
  for (std::size_t letter = 0; letter < first.size(); ++letter) {
    while (first[letter] < kSortedTags.size() &&
           kSortedTags[first[letter]].name[0] < static_cast<char>('a' + letter))
      ++first[letter];
  }
  return first;
}();

constexpr std::string_view kSvgTags[] = {"altGlyph",
                                         "altGlyphDef",
                                         "altGlyphItem",
                                         "animateColor",
                                         "animateMotion",
                                         "animateTransform",
                                         "clipPath",
                                         "feBlend",
                                         "feColorMatrix",
                                         "feComponentTransfer",
                                         "feComposite",
                                         "feConvolveMatrix",
                                         "feDiffuseLighting",
                                         "feDisplacementMap",
                                         "feDistantLight",
                                         "feDropShadow",
                                         "feFlood",
                                         "feFuncA",
                                         "feFuncB",
                                         "feFuncG",
                                         "feFuncR",
                                         "feGaussianBlur",
                                         "feImage",
                                         "feMerge",
                                         "feMergeNode",
                                         "feMorphology",
                                         "feOffset",
                                         "fePointLight",
                                         "feSpecularLighting",
                                         "feSpotLight",
                                         "feTile",
                                         "feTurbulence",
                                         "foreignObject",
                                         "glyphRef",
                                         "linearGradient",
                                         "radialGradient",
                                         "textPath"};

constexpr std::string_view kSvgAttributes[] = {"attributeName",
                                               "attributeType",
                                               "baseFrequency",
                                               "baseProfile",
                                               "calcMode",
                                               "clipPathUnits",
                                               "diffuseConstant",
                                               "edgeMode",
                                               "filterUnits",
                                               "glyphRef",
                                               "gradientTransform",
                                               "gradientUnits",
                                               "kernelMatrix",
                                               "kernelUnitLength",
                                               "keyPoints",
                                               "keySplines",
                                               "keyTimes",
                                               "lengthAdjust",
                                               "limitingConeAngle",
                                               "markerHeight",
                                               "markerUnits",
                                               "markerWidth",
                                               "maskContentUnits",
                                               "maskUnits",
                                               "numOctaves",
                                               "pathLength",
                                               "patternContentUnits",
                                               "patternTransform",
                                               "patternUnits",
                                               "pointsAtX",
                                               "pointsAtY",
                                               "pointsAtZ",
                                               "preserveAlpha",
                                               "preserveAspectRatio",
                                               "primitiveUnits",
                                               "refX",
                                               "refY",
                                               "repeatCount",
                                               "repeatDur",
                                               "requiredExtensions",
                                               "requiredFeatures",
                                               "specularConstant",
                                               "specularExponent",
                                               "spreadMethod",
                                               "startOffset",
                                               "stdDeviation",
                                               "stitchTiles",
                                               "surfaceScale",
                                               "systemLanguage",
                                               "tableValues",
                                               "targetX",
                                               "targetY",
                                               "textLength",
                                               "viewBox",
                                               "viewTarget",
                                               "xChannelSelector",
                                               "yChannelSelector",
                                               "zoomAndPan"};

template <std::size_t N>
std::string_view in_its_case(const std::string_view (&names)[N], std::string_view lower) {
  for (const std::string_view name : names) {
    if (name.size() == lower.size() &&
        std::equal(name.begin(), name.end(), lower.begin(), [](char a, char b) {
          return (a >= 'A' && a <= 'Z' ? static_cast<char>(a + 32) : a) == b;
        }))
      return name;
  }
  return lower;
}

}  // namespace

Tag html_tag(std::string_view name) {
  if (name.empty() || name[0] < 'a' || name[0] > 'z') return Tag::kOther;
  const auto letter = static_cast<std::size_t>(name[0] - 'a');
  for (std::size_t i = kFirstTags[letter]; i < kFirstTags[letter + 1]; ++i) {
    if (kSortedTags[i].name == name) return kSortedTags[i].tag;
  }
  return Tag::kOther;
}

std::string_view html_tag_name(Tag tag) {
  return tag == Tag::kOther ? std::string_view()
                            : kTagNames[static_cast<std::size_t>(tag) - 1].name;
}

bool has_trait(Tag tag, HtmlTrait trait) {
  return (kTraits[static_cast<std::size_t>(tag)] & static_cast<std::uint16_t>(trait)) != 0;
}

std::string_view svg_tag_name(std::string_view name) { return in_its_case(kSvgTags, name); }

std::string_view svg_attribute_name(std::string_view name) {
  return in_its_case(kSvgAttributes, name);
}

bool breaks_out_of_foreign(Tag tag, std::string_view name) {
  return is_one_of(tag,
                   {Tag::k_b,      Tag::k_big,    Tag::k_blockquote, Tag::k_body,  Tag::k_br,
                    Tag::k_center, Tag::k_code,   Tag::k_dd,         Tag::k_div,   Tag::k_dl,
                    Tag::k_dt,     Tag::k_em,     Tag::k_embed,      Tag::k_h1,    Tag::k_h2,
                    Tag::k_h3,     Tag::k_h4,     Tag::k_h5,         Tag::k_h6,    Tag::k_head,
                    Tag::k_hr,     Tag::k_i,      Tag::k_img,        Tag::k_li,    Tag::k_listing,
                    Tag::k_menu,   Tag::k_meta,   Tag::k_nobr,       Tag::k_ol,    Tag::k_p,
                    Tag::k_pre,    Tag::k_ruby,   Tag::k_s,          Tag::k_small, Tag::k_span,
                    Tag::k_strong, Tag::k_strike, Tag::k_sub,        Tag::k_sup,   Tag::k_table,
                    Tag::k_tt,     Tag::k_u,      Tag::k_ul,         Tag::k_var}) ||
         name == "tt";
}

}  // namespace lectern
