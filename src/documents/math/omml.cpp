#include "documents/math/omml.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "base/message.h"
#include "documents/markdown/escape.h"
#include "documents/math/latex.h"
#include "text/utf8.h"

namespace lectern {
namespace {

using Event = XmlReader::Event;

constexpr std::size_t kMaxRunBytes = std::size_t{64} << 10;
/// Deepest nesting of structures that is read.
constexpr int kMaxMathDepth = 100;
constexpr std::size_t kMaxSignBytes = 40;

constexpr std::string_view kFunctions[] = {
    "sin", "cos", "tan", "cot", "sec", "csc",    "sinh",   "cosh",   "tanh",   "coth",  "log",
    "ln",  "lg",  "exp", "lim", "max", "min",    "sup",    "inf",    "det",    "gcd",   "deg",
    "dim", "ker", "arg", "hom", "Pr",  "arcsin", "arccos", "arctan", "limsup", "liminf"};

class MathReader {
 public:
  explicit MathReader(XmlReader& xml) : xml_(xml) {}

  /// What stands in the element that has begun, one after the other.
  std::string inside() {
    std::string out;
    const std::size_t depth = xml_.depth();
    if (++nesting_ > kMaxMathDepth) {
      --nesting_;
      xml_.skip();
      return out;
    }
    while (xml_.next_in(depth)) {
      if (xml_.event() == Event::kStart) append_latex(out, element());
    }
    --nesting_;
    return out;
  }

 private:
  struct Parts {
    std::string base, sub, sup, degree, name, limit, numerator, denominator;
    std::vector<std::string> bases;
    std::vector<std::vector<std::string>> rows;
    std::string character, begin, end, separator, type, position, location;
    bool has_begin = false, has_end = false, has_character = false;
    bool hides_degree = false, hides_sub = false, hides_sup = false;
  };

  static bool is_on(std::string_view value) {
    return value.empty() || value == "1" || value == "on" || value == "true";
  }

  void properties(Parts& parts) {
    const std::size_t depth = xml_.depth();
    while (xml_.next_in(depth)) {
      if (xml_.event() != Event::kStart) continue;
      const std::string_view name = xml_.name();
      // A sign, which may stand between thousands.
      const std::string value = shortened(xml_.value("val"), kMaxSignBytes);
      if (name == "chr") {
        parts.character = value;
        parts.has_character = true;
      } else if (name == "begChr") {
        parts.begin = value;
        parts.has_begin = true;
      } else if (name == "endChr") {
        parts.end = value;
        parts.has_end = true;
      } else if (name == "sepChr") {
        parts.separator = value;
      } else if (name == "type") {
        parts.type = value;
      } else if (name == "pos") {
        parts.position = value;
      } else if (name == "limLoc") {
        parts.location = value;
      } else if (name == "degHide") {
        parts.hides_degree = is_on(value);
      } else if (name == "subHide") {
        parts.hides_sub = is_on(value);
      } else if (name == "supHide") {
        parts.hides_sup = is_on(value);
      }
    }
  }

  Parts collect() {
    Parts parts;
    const std::size_t depth = xml_.depth();
    while (xml_.next_in(depth)) {
      if (xml_.event() != Event::kStart) continue;
      const std::string name(xml_.name());
      if (name.ends_with("Pr")) {
        properties(parts);
      } else if (name == "e") {
        parts.bases.push_back(inside());
      } else if (name == "mr") {
        parts.rows.push_back(collect().bases);
      } else if (name == "sub") {
        parts.sub = inside();
      } else if (name == "sup") {
        parts.sup = inside();
      } else if (name == "deg") {
        parts.degree = inside();
      } else if (name == "fName") {
        parts.name = inside();
      } else if (name == "lim") {
        parts.limit = inside();
      } else if (name == "num") {
        parts.numerator = inside();
      } else if (name == "den") {
        parts.denominator = inside();
      } else {
        xml_.skip();
      }
    }
    if (!parts.bases.empty()) parts.base = parts.bases.front();
    return parts;
  }

  std::string element() {
    if (xml_.space() != Xmlns::kMath) {
      // Changes and properties of runs stand in formulas too.
      if (xml_.is(Xmlns::kWord, "ins")) return inside();
      xml_.skip();
      return "";
    }
    const std::string_view name = xml_.name();
    if (name == "r") return run();
    if (name == "oMath" || name == "e" || name == "oMathPara") return inside();
    if (name.ends_with("Pr")) {
      xml_.skip();
      return "";
    }
    return structure(std::string(name));
  }

  std::string run() {
    std::string text;
    bool is_normal = false;
    const std::size_t depth = xml_.depth();
    while (xml_.next_in(depth)) {
      if (xml_.event() != Event::kStart) continue;
      if (xml_.is(Xmlns::kMath, "t")) {
        text += xml_.text_inside(kMaxRunBytes);
      } else if (xml_.is(Xmlns::kMath, "nor")) {
        is_normal = is_on(xml_.value("val"));
      }
    }
    if (is_normal && text.find_first_not_of(' ') != text.npos) {
      return "\\text{" + latex_text(text) + "}";
    }
    return latex_text(text);
  }

  static std::string group(const std::string& inside) { return "{" + inside + "}"; }

  /// A base of several signs in braces, so that an index belongs to all of it.
  static std::string base_of(const std::string& base) {
    if (base.empty()) return "{}";
    if (base.size() == 1 ||
        (base[0] == '\\' && std::all_of(base.begin() + 1, base.end(), is_latex_letter)))
      return base;
    return group(base);
  }

  static std::string delimiter(std::string_view character) {
    if (character.empty()) return ".";
    if (character == "{") return "\\{";
    if (character == "}") return "\\}";
    return latex_text(character);
  }

  std::string structure(const std::string& name) {
    const Parts parts = collect();
    if (name == "f") return fraction(parts);
    if (name == "rad") {
      if (parts.degree.empty() || parts.hides_degree) return "\\sqrt" + group(parts.base);
      return "\\sqrt[" + parts.degree + "]" + group(parts.base);
    }
    if (name == "sSup") return base_of(parts.base) + "^" + group(parts.sup);
    if (name == "sSub") return base_of(parts.base) + "_" + group(parts.sub);
    if (name == "sSubSup")
      return base_of(parts.base) + "_" + group(parts.sub) + "^" + group(parts.sup);
    if (name == "sPre") return "{}_" + group(parts.sub) + "^" + group(parts.sup) + parts.base;
    if (name == "nary") return nary(parts);
    if (name == "d") return delimited(parts);
    if (name == "func") return function(parts);
    if (name == "limLow") return base_of(parts.base) + "_" + group(parts.limit);
    if (name == "limUpp") return base_of(parts.base) + "^" + group(parts.limit);
    if (name == "acc")
      return latex_accent(parts.has_character ? parts.character : "\xCC\x82", parts.base, false);
    if (name == "bar")
      return (parts.position == "top" ? "\\overline" : "\\underline") + group(parts.base);
    if (name == "groupChr") {
      const bool is_top = parts.position == "top";
      if (parts.character == "⏞" || (parts.character.empty() && is_top))
        return "\\overbrace" + group(parts.base);
      if (parts.character == "⏟" || parts.character.empty())
        return "\\underbrace" + group(parts.base);
      return (is_top ? "\\overset{" : "\\underset{") + latex_text(parts.character) + "}" +
             group(parts.base);
    }
    if (name == "m") return matrix(parts.rows, "matrix");
    if (name == "eqArr") {
      std::vector<std::vector<std::string>> rows;
      for (const std::string& base : parts.bases) rows.push_back({base});
      return matrix(rows, "aligned");
    }
    if (name == "borderBox") return "\\boxed" + group(parts.base);
    if (name == "phant") return "";
    std::string all;
    for (const std::string& base : parts.bases) append_latex(all, base);
    return all;
  }

  static std::string fraction(const Parts& parts) {
    if (parts.type == "lin") return parts.numerator + "/" + parts.denominator;
    if (parts.type == "noBar") return "\\binom" + group(parts.numerator) + group(parts.denominator);
    return "\\frac" + group(parts.numerator) + group(parts.denominator);
  }

  static std::string nary(const Parts& parts) {
    std::string text = parts.has_character ? latex_text(parts.character) : "\\int";
    while (text.ends_with(' ')) text.pop_back();
    if (text.empty()) text = "{}";
    if (!parts.hides_sub && !parts.sub.empty()) text += "_" + group(parts.sub);
    if (!parts.hides_sup && !parts.sup.empty()) text += "^" + group(parts.sup);
    append_latex(text, parts.base);
    return text;
  }

  static std::string delimited(const Parts& parts) {
    const std::string begin = delimiter(parts.has_begin ? parts.begin : "(");
    const std::string end = delimiter(parts.has_end ? parts.end : ")");
    std::string text = "\\left";
    append_latex(text, begin);
    for (std::size_t i = 0; i < parts.bases.size(); ++i) {
      if (i > 0) text += parts.separator.empty() ? "|" : latex_text(parts.separator);
      append_latex(text, parts.bases[i]);
    }
    text += "\\right";
    append_latex(text, end);
    return text;
  }

  static std::string function(const Parts& parts) {
    std::string name = parts.name;
    const std::size_t end = std::min(name.find_first_of("_^{ "), name.size());
    const std::string_view bare = std::string_view(name).substr(0, end);
    if (std::find(std::begin(kFunctions), std::end(kFunctions), bare) != std::end(kFunctions)) {
      name.insert(0, 1, '\\');
    } else if (name.starts_with("{")) {
      const std::size_t close = name.find('}');
      const std::string_view in = std::string_view(name).substr(1, close - 1);
      if (close != name.npos &&
          std::find(std::begin(kFunctions), std::end(kFunctions), in) != std::end(kFunctions)) {
        name = "\\" + std::string(in) + name.substr(close + 1);
      }
    }
    append_latex(name, parts.base);
    return name;
  }

  static std::string matrix(const std::vector<std::vector<std::string>>& rows,
                            std::string_view kind) {
    std::string text = compose({"\\begin{{{}}", kind});
    for (std::size_t row = 0; row < rows.size(); ++row) {
      if (row > 0) text += " \\\\ ";
      for (std::size_t i = 0; i < rows[row].size(); ++i) {
        if (i > 0) text += " & ";
        text += rows[row][i];
      }
    }
    return text + compose({"\\end{{{}}", kind});
  }

  XmlReader& xml_;
  int nesting_ = 0;
};

}  // namespace

std::string read_office_math(XmlReader& xml) {
  MathReader reader(xml);
  if (!xml.is(Xmlns::kMath, "oMathPara")) return reader.inside();
  std::string all;
  const std::size_t depth = xml.depth();
  while (xml.next_in(depth)) {
    if (xml.event() != Event::kStart) continue;
    if (!xml.is(Xmlns::kMath, "oMath")) {
      xml.skip();
      continue;
    }
    std::string formula = reader.inside();
    if (!all.empty() && !formula.empty()) all += " \\\\ ";
    all += formula;
  }
  return all;
}

}  // namespace lectern
