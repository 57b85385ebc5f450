#include "documents/math/mathml.h"

#include <vector>

#include "base/message.h"
#include "documents/math/latex.h"

namespace lectern {
namespace {

using Event = XmlReader::Event;

constexpr int kMaxMathMlDepth = 100;
constexpr std::size_t kMaxTokenBytes = std::size_t{1} << 20;

std::string mathml_element(XmlReader& xml, int nesting);

std::vector<std::string> mathml_children(XmlReader& xml, int nesting) {
  std::vector<std::string> children;
  const std::size_t depth = xml.depth();
  while (xml.next_in(depth)) {
    if (xml.event() == Event::kStart) children.push_back(mathml_element(xml, nesting + 1));
  }
  return children;
}

std::string joined(const std::vector<std::string>& children) {
  std::string all;
  for (const std::string& child : children) append_latex(all, child);
  return all;
}

std::string mathml_element(XmlReader& xml, int nesting) {
  const std::string name(xml.name());
  if (nesting > kMaxMathMlDepth || name == "annotation" || name == "annotation-xml") {
    xml.skip();
    return "";
  }
  if (name == "mi" || name == "mn" || name == "mo") {
    return latex_text(xml.text_inside(kMaxTokenBytes));
  }
  if (name == "mtext" || name == "ms") {
    const std::string text = latex_text(xml.text_inside(kMaxTokenBytes));
    return text.empty() ? "" : "\\text{" + text + "}";
  }
  if (name == "mspace") {
    xml.skip();
    return " ";
  }
  const std::string open(xml.attribute("open").value_or("("));
  const std::string close(xml.attribute("close").value_or(")"));
  std::vector<std::string> parts = mathml_children(xml, nesting);
  const auto part = [&parts](std::size_t i) {
    return i < parts.size() ? "{" + parts[i] + "}" : std::string("{}");
  };
  const auto base = [&parts] {
    if (parts.empty()) return std::string("{}");
    return parts[0].size() <= 1 || parts[0].starts_with('\\') ? parts[0] : "{" + parts[0] + "}";
  };
  if (name == "mfrac") return "\\frac" + part(0) + part(1);
  if (name == "msup") return base() + "^" + part(1);
  if (name == "msub") return base() + "_" + part(1);
  if (name == "msubsup" || name == "munderover") return base() + "_" + part(1) + "^" + part(2);
  if (name == "msqrt") return "\\sqrt{" + joined(parts) + "}";
  if (name == "mroot") return "\\sqrt[" + (parts.size() > 1 ? parts[1] : "") + "]" + part(0);
  if (name == "munder") return base() + "_" + part(1);
  if (name == "mover" && parts.size() > 1) {
    const std::string& over = parts[1];
    if (over == "\\to" || over == "→") return "\\vec" + part(0);
    if (over == "\\sim " || over == "˜") return "\\tilde" + part(0);
    if (over == "\\hat{}") return "\\hat" + part(0);
    if (over == "¯" || over == "‾") return "\\overline" + part(0);
    return base() + "^" + part(1);
  }
  if (name == "mfenced") {
    std::string inside;
    for (std::size_t i = 0; i < parts.size(); ++i) inside += (i > 0 ? "," : "") + parts[i];
    return "\\left" + latex_text(open) + inside + "\\right" + latex_text(close);
  }
  if (name == "mtable") {
    std::string rows;
    for (std::size_t i = 0; i < parts.size(); ++i) rows += (i > 0 ? " \\\\ " : "") + parts[i];
    return "\\begin{matrix}" + rows + "\\end{matrix}";
  }
  if (name == "mtr" || name == "mlabeledtr") {
    std::string cells;
    for (std::size_t i = 0; i < parts.size(); ++i) cells += (i > 0 ? " & " : "") + parts[i];
    return cells;
  }
  return joined(parts);
}

}  // namespace

std::string read_mathml(XmlReader& xml) { return mathml_element(xml, 0); }

}  // namespace lectern
