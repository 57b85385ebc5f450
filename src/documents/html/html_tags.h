// The elements that the HTML Standard gives rules to.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string_view>

namespace lectern {

// clang-format off
#define LECTERN_HTML_TAGS(X) \
  X(a) X(address) X(annotation_xml) X(applet) X(area) X(article) X(aside) X(b) X(base) X(basefont) \
  X(bgsound) X(big) X(blockquote) X(body) X(br) X(button) X(caption) X(center) X(code) X(col) \
  X(colgroup) X(dd) X(desc) X(details) X(dialog) X(dir) X(div) X(dl) X(dt) X(em) X(embed) \
  X(fieldset) X(figcaption) X(figure) X(font) X(footer) X(foreignObject) X(form) X(frame) \
  X(frameset) X(h1) X(h2) X(h3) X(h4) X(h5) X(h6) X(head) X(header) X(hgroup) X(hr) X(html) X(i) \
  X(iframe) X(image) X(img) X(input) X(keygen) X(li) X(link) X(listing) X(main) X(malignmark) \
  X(marquee) X(math) X(menu) X(meta) X(mglyph) X(mi) X(mn) X(mo) X(ms) X(mtext) X(nav) X(nobr) \
  X(noembed) X(noframes) X(noscript) X(object) X(ol) X(optgroup) X(option) X(p) X(param) \
  X(plaintext) X(pre) X(rb) X(rp) X(rt) X(rtc) X(ruby) X(s) X(script) X(search) X(section) \
  X(select) X(selectedcontent) X(small) X(source) X(span) X(strike) X(strong) X(style) X(sub) \
  X(summary) X(sup) X(svg) X(table) X(tbody) X(td) X(template_) X(textarea) X(tfoot) X(th) \
  X(thead) X(title) X(tr) X(track) X(tt) X(u) X(ul) X(var) X(wbr) X(xmp)
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

inline bool is_one_of(Tag tag, std::initializer_list<Tag> tags) {
  for (const Tag one : tags) {
    if (one == tag) return true;
  }
  return false;
}

/// The category "special" of elements of HTML.
bool is_special(Tag tag);
/// Elements that are formatting by the standard's list.
bool is_formatting(Tag tag);
/// Elements without content and without an end.
bool is_void(Tag tag);
bool is_heading(Tag tag);
/// Blocks that only close a paragraph when they start, and what is open in them when they end.
bool is_plain_block(Tag tag);

/// "foreignObject" for "foreignobject".
std::string_view svg_tag_name(std::string_view name);
/// "viewBox" for "viewbox".
std::string_view svg_attribute_name(std::string_view name);
/// True for the start tags that end foreign content.
bool breaks_out_of_foreign(Tag tag, std::string_view name);

}  // namespace lectern
