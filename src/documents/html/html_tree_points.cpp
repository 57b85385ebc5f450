#include "documents/html/html_tree_points.h"

#include <algorithm>
#include <iterator>

#include "base/format.h"

namespace lectern {
namespace {

constexpr std::string_view kQuirkyStarts[] = {
    "+//silmaril//dtd html pro v0r11 19970101//",
    "-//as//dtd html 3.0 aswedit + extensions//",
    "-//advasoft ltd//dtd html 3.0 aswedit + extensions//",
    "-//ietf//dtd html ",
    "-//ietf//dtd html//",
    "-//metrius//dtd metrius presentational//",
    "-//microsoft//dtd internet explorer 2.0 html strict//",
    "-//microsoft//dtd internet explorer 2.0 html//",
    "-//microsoft//dtd internet explorer 2.0 tables//",
    "-//microsoft//dtd internet explorer 3.0 html strict//",
    "-//microsoft//dtd internet explorer 3.0 html//",
    "-//microsoft//dtd internet explorer 3.0 tables//",
    "-//netscape comm. corp.//dtd html//",
    "-//netscape comm. corp.//dtd strict html//",
    "-//o'reilly and associates//dtd html 2.0//",
    "-//o'reilly and associates//dtd html extended 1.0//",
    "-//o'reilly and associates//dtd html extended relaxed 1.0//",
    "-//sq//dtd html 2.0 hotmetal + extensions//",
    "-//softquad software//dtd hotmetal pro 6.0::19990601::extensions to html 4.0//",
    "-//softquad//dtd hotmetal pro 4.0::19971010::extensions to html 4.0//",
    "-//spyglass//dtd html 2.0 extended//",
    "-//sun microsystems corp.//dtd hotjava html//",
    "-//sun microsystems corp.//dtd hotjava strict html//",
    "-//w3c//dtd html 3 1995-03-24//",
    "-//w3c//dtd html 3.2 draft//",
    "-//w3c//dtd html 3.2 final//",
    "-//w3c//dtd html 3.2//",
    "-//w3c//dtd html 3.2s draft//",
    "-//w3c//dtd html 4.0 frameset//",
    "-//w3c//dtd html 4.0 transitional//",
    "-//w3c//dtd html experimental 19960712//",
    "-//w3c//dtd html experimental 970421//",
    "-//w3c//dtd w3 html//",
    "-//w3o//dtd w3 html 3.0//",
    "-//webtechs//dtd mozilla html 2.0//",
    "-//webtechs//dtd mozilla html//"};

}  // namespace

bool is_math_text_point(const HtmlTree& tree, HtmlNodeId id) {
  const HtmlNode& node = tree[id];
  return node.space == HtmlSpace::kMath &&
         is_one_of(node.tag, {Tag::k_mi, Tag::k_mo, Tag::k_mn, Tag::k_ms, Tag::k_mtext});
}

bool is_html_point(const HtmlTree& tree, HtmlNodeId id) {
  const HtmlNode& node = tree[id];
  if (node.space == HtmlSpace::kSvg)
    return is_one_of(node.tag, {Tag::k_foreignObject, Tag::k_desc, Tag::k_title});
  if (node.space != HtmlSpace::kMath || node.tag != Tag::k_annotation_xml) return false;
  const std::string encoding = ascii_lower(tree.attribute(id, "encoding").value_or(""));
  return encoding == "text/html" || encoding == "application/xhtml+xml";
}

bool is_quirky_doctype(const HtmlTokenizer::Doctype& doctype) {
  if (doctype.forces_quirks || doctype.name != "html") return true;
  const std::string id = ascii_lower(doctype.public_id);
  if (id == "-//w3o//dtd w3 html strict 3.0//en//" || id == "-/w3c/dtd html 4.0 transitional/en" ||
      id == "html" ||
      ascii_lower(doctype.system_id) ==
          "http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd")
    return true;
  if (std::any_of(std::begin(kQuirkyStarts), std::end(kQuirkyStarts),
                  [&id](std::string_view start) { return id.starts_with(start); }))
    return true;
  return !doctype.has_system_id && (id.starts_with("-//w3c//dtd html 4.01 frameset//") ||
                                    id.starts_with("-//w3c//dtd html 4.01 transitional//"));
}

}  // namespace lectern
