// The elements that the HTML Standard gives rules to, and those that we show in a way of their own.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string_view>

namespace lectern {

// clang-format off
#define LECTERN_HTML_TAGS(X) \
  X(a) X(address) X(annotation_xml) X(applet) X(area) X(article) X(aside) X(audio) X(b) X(base) \
  X(basefont) X(bgsound) X(big) X(blockquote) X(body) X(br) X(button) X(caption) X(center) \
  X(cite) X(code) X(col) X(colgroup) X(datalist) X(dd) X(del) X(desc) X(details) X(dfn) \
  X(dialog) X(dir) X(div) X(dl) X(dt) X(em) X(embed) X(fieldset) X(figcaption) X(figure) X(font) \
  X(footer) X(foreignObject) X(form) X(frame) X(frameset) X(h1) X(h2) X(h3) X(h4) X(h5) X(h6) \
  X(head) X(header) X(hgroup) X(hr) X(html) X(i) X(iframe) X(image) X(img) X(input) X(kbd) \
  X(keygen) X(legend) X(li) X(link) X(listing) X(main) X(malignmark) X(marquee) X(math) X(menu) \
  X(meta) X(mglyph) X(mi) X(mn) X(mo) X(ms) X(mtext) X(nav) X(nobr) X(noembed) X(noframes) \
  X(noscript) X(object) X(ol) X(optgroup) X(option) X(p) X(param) X(plaintext) X(pre) X(rb) \
  X(rp) X(rt) X(rtc) X(ruby) X(s) X(samp) X(script) X(search) X(section) X(select) \
  X(selectedcontent) X(small) X(source) X(span) X(strike) X(strong) X(style) X(sub) X(summary) \
  X(sup) X(svg) X(table) X(tbody) X(td) X(template_) X(textarea) X(tfoot) X(th) X(thead) \
  X(title) X(tr) X(track) X(tt) X(u) X(ul) X(var) X(video) X(wbr) X(xmp)
// clang-format on

enum class Tag : std::uint8_t {
  kOther,
#define LECTERN_TAG(name) k_##name,
  LECTERN_HTML_TAGS(LECTERN_TAG)
#undef LECTERN_TAG
};

/// Whose element it is.
enum class HtmlSpace : std::uint8_t { kHtml, kSvg, kMath };

/// \param name  in lower case
Tag html_tag(std::string_view name);
/// The other way; "" for kOther.
std::string_view html_tag_name(Tag tag);

inline bool is_one_of(Tag tag, std::initializer_list<Tag> tags) {
  for (const Tag one : tags) {
    if (one == tag) return true;
  }
  return false;
}

/// What the standard and we do with elements, as bits.
enum class HtmlTrait : std::uint16_t {
  kSpecial = 1,     ///< the standard's category
  kFormatting = 2,  ///< by the standard's list
  kVoid = 4,        ///< without content and without an end
  kHeading = 8,
  kPlainBlock = 16,  ///< only closes a paragraph when it starts, and what is open in it at its end
  kBoundsAll = 32,   ///< of every scope
  kBoundsMost = 64,  ///< of every scope but that of tables
  kImpliedEnd = 128,
  kThoroughEnd = 256,  ///< implied ends of templates
  kShownAsBlock = 512,
  kNeverShown = 1024
};

bool has_trait(Tag tag, HtmlTrait trait);
inline bool is_special(Tag tag) { return has_trait(tag, HtmlTrait::kSpecial); }
inline bool is_formatting(Tag tag) { return has_trait(tag, HtmlTrait::kFormatting); }
inline bool is_void(Tag tag) { return has_trait(tag, HtmlTrait::kVoid); }
inline bool is_heading(Tag tag) { return has_trait(tag, HtmlTrait::kHeading); }
inline bool is_plain_block(Tag tag) { return has_trait(tag, HtmlTrait::kPlainBlock); }

/// "foreignObject" for "foreignobject".
std::string_view svg_tag_name(std::string_view name);
/// "viewBox" for "viewbox".
std::string_view svg_attribute_name(std::string_view name);
/// True for the start tags that end foreign content.
bool breaks_out_of_foreign(Tag tag, std::string_view name);

}  // namespace lectern
