// Where HTML may stand in SVG and MathML (the HTML Standard, section 13.2.6).
#pragma once

#include "documents/html/html_tree.h"

namespace lectern {

/// A MathML text integration point.
bool is_math_text_point(const HtmlTree& tree, HtmlNodeId id);
/// An HTML integration point.
bool is_html_point(const HtmlTree& tree, HtmlNodeId id);
/// True for the doctypes of old documents.
bool is_quirky_doctype(const HtmlTokenizer::Doctype& doctype);

}  // namespace lectern
