#include "documents/xml/namespaces.h"

#include <algorithm>
#include <iterator>

namespace lectern {
namespace {

struct NamespaceUri {
  std::string_view uri;
  Xmlns space;
};

constexpr std::string_view kTransitional = "http://schemas.openxmlformats.org/";
constexpr std::string_view kStrict = "http://purl.oclc.org/ooxml/";
constexpr std::string_view kOdf = "urn:oasis:names:tc:opendocument:xmlns:";
/// What OpenOffice 1 had in its place.
constexpr std::string_view kOldOdf = "http://openoffice.org/2000/";

/// What follows kTransitional or kStrict; a year in the middle is left out.
constexpr NamespaceUri kOffice[] = {
    {"package/content-types", Xmlns::kContentTypes},
    {"package/relationships", Xmlns::kPackageRelationships},
    {"package/metadata/core-properties", Xmlns::kCoreProperties},
    {"officeDocument/relationships", Xmlns::kRelationships},
    {"officeDocument/extended-properties", Xmlns::kExtendedProperties},
    {"officeDocument/extendedProperties", Xmlns::kExtendedProperties},
    {"officeDocument/math", Xmlns::kMath},
    {"markup-compatibility", Xmlns::kCompatibility},
    {"wordprocessingml/main", Xmlns::kWord},
    {"drawingml/wordprocessingDrawing", Xmlns::kWordDrawing},
    {"spreadsheetml/main", Xmlns::kSheet},
    {"drawingml/spreadsheetDrawing", Xmlns::kSheetDrawing},
    {"presentationml/main", Xmlns::kSlides},
    {"drawingml/main", Xmlns::kDrawing},
    {"drawingml/chart", Xmlns::kChart},
    {"drawingml/diagram", Xmlns::kDiagram},
    {"drawingml/picture", Xmlns::kPicture},
};

/// What follows kOdf, without the version, and kOldOdf.
constexpr NamespaceUri kOpenDocument[] = {
    {"office", Xmlns::kOdfOffice},
    {"text", Xmlns::kOdfText},
    {"table", Xmlns::kOdfTable},
    {"style", Xmlns::kOdfStyle},
    {"xsl-fo-compatible", Xmlns::kOdfFo},
    {"drawing", Xmlns::kOdfDrawing},
    {"presentation", Xmlns::kOdfPresentation},
    {"svg-compatible", Xmlns::kOdfSvg},
    {"chart", Xmlns::kOdfChart},
    {"datastyle", Xmlns::kOdfNumber},
    {"form", Xmlns::kOdfForm},
    {"meta", Xmlns::kOdfMeta},
    {"manifest", Xmlns::kOdfManifest},
    {"script", Xmlns::kOdfScript},
    {"config", Xmlns::kOdfConfig},
    {"animation", Xmlns::kOdfAnimation},
};

constexpr NamespaceUri kWhole[] = {
    {"http://www.w3.org/XML/1998/namespace", Xmlns::kXml},
    {"http://schemas.microsoft.com/office/word/2010/wordml", Xmlns::kWord2010},
    {"http://schemas.microsoft.com/office/word/2012/wordml", Xmlns::kWord2012},
    {"http://schemas.microsoft.com/office/word/2010/wordprocessingShape", Xmlns::kWordShape},
    {"http://schemas.microsoft.com/office/word/2010/wordprocessingGroup", Xmlns::kWordGroup},
    {"http://schemas.microsoft.com/office/word/2010/wordprocessingCanvas", Xmlns::kWordCanvas},
    {"http://schemas.microsoft.com/office/spreadsheetml/2009/9/main", Xmlns::kSheet2009},
    {"http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments",
     Xmlns::kThreadedComments},
    {"http://schemas.microsoft.com/office/powerpoint/2010/main", Xmlns::kSlides2010},
    {"http://schemas.microsoft.com/office/powerpoint/2018/8/main", Xmlns::kSlideComments2018},
    {"http://schemas.microsoft.com/office/drawing/2010/main", Xmlns::kDrawing2010},
    {"http://schemas.microsoft.com/office/drawing/2014/chartex", Xmlns::kChartEx},
    {"http://schemas.microsoft.com/office/drawing/2008/diagram", Xmlns::kDiagramDrawing},
    {"urn:schemas-microsoft-com:vml", Xmlns::kVml},
    {"urn:schemas-microsoft-com:office:office", Xmlns::kVmlOffice},
    {"urn:schemas-microsoft-com:office:word", Xmlns::kVmlWord},
    {"urn:schemas-microsoft-com:office:excel", Xmlns::kVmlSheet},
    {"http://www.w3.org/2003/InkML", Xmlns::kInk},
    {"http://schemas.microsoft.com/office/2006/xmlPackage", Xmlns::kFlatPackage},
    {"http://schemas.microsoft.com/office/word/2003/wordml", Xmlns::kWord2003},
    {"http://schemas.microsoft.com/office/word/2003/auxHint", Xmlns::kWordHint2003},
    {"http://schemas.microsoft.com/aml/2001/core", Xmlns::kAnnotation2003},
    {"urn:schemas-microsoft-com:office:spreadsheet", Xmlns::kSheet2003},
    {"http://openoffice.org/2000/drawing", Xmlns::kOdfDrawing},
    {"http://openoffice.org/2000/datastyle", Xmlns::kOdfNumber},
    {"http://www.w3.org/1999/XSL/Format", Xmlns::kOdfFo},
    {"urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0", Xmlns::kOdfExtended},
    {"urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0",
     Xmlns::kOdfCalcExtended},
    {"http://purl.org/dc/elements/1.1/", Xmlns::kDublinCore},
    {"http://purl.org/dc/terms/", Xmlns::kDublinCoreTerms},
    {"http://www.idpf.org/2007/opf", Xmlns::kOpf},
    {"http://openebook.org/namespaces/oeb-package/1.0/", Xmlns::kOpf},
    {"urn:oasis:names:tc:opendocument:xmlns:container", Xmlns::kOcf},
    {"http://www.daisy.org/z3986/2005/ncx/", Xmlns::kNcx},
    {"http://www.idpf.org/2007/ops", Xmlns::kOps},
    {"http://www.w3.org/1999/xhtml", Xmlns::kXhtml},
    {"http://www.w3.org/2000/svg", Xmlns::kSvg},
    {"http://www.w3.org/1998/Math/MathML", Xmlns::kMathMl},
    {"http://www.w3.org/1999/xlink", Xmlns::kXlink},
    {"http://www.gribuser.ru/xml/fictionbook/2.0", Xmlns::kFictionBook},
};

template <std::size_t N>
Xmlns find(const NamespaceUri (&rows)[N], std::string_view uri) {
  const auto found = std::find_if(std::begin(rows), std::end(rows),
                                  [uri](const NamespaceUri& row) { return row.uri == uri; });
  return found == std::end(rows) ? Xmlns::kUnknown : found->space;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// "wordprocessingml/2006/main" without its year.
Xmlns find_office(std::string_view rest) {
  char text[80];
  std::size_t size = 0;
  while (!rest.empty()) {
    const std::size_t slash = std::min(rest.find('/'), rest.size());
    const std::string_view part = rest.substr(0, slash);
    rest.remove_prefix(std::min(slash + 1, rest.size()));
    if (part.size() == 4 && std::all_of(part.begin(), part.end(), is_digit)) continue;
    if (size + part.size() + 1 > sizeof text) return Xmlns::kUnknown;
    if (size > 0) text[size++] = '/';
    size += part.copy(text + size, part.size());
  }
  return find(kOffice, {text, size});
}

}  // namespace

Xmlns xmlns_of(std::string_view uri) {
  if (uri.empty()) return Xmlns::kNone;
  if (uri.starts_with(kTransitional)) return find_office(uri.substr(kTransitional.size()));
  if (uri.starts_with(kStrict)) return find_office(uri.substr(kStrict.size()));
  if (const Xmlns space = find(kWhole, uri); space != Xmlns::kUnknown) return space;
  if (uri.starts_with(kOldOdf)) return find(kOpenDocument, uri.substr(kOldOdf.size()));
  if (!uri.starts_with(kOdf)) return Xmlns::kUnknown;
  const std::string_view rest = uri.substr(kOdf.size());
  return find(kOpenDocument, rest.substr(0, rest.find(':')));
}

std::string uri_of(Xmlns space) {
  const auto uri_in = [space](const auto& rows, std::string_view before, std::string_view after) {
    for (const NamespaceUri& row : rows) {
      if (row.space != space) continue;
      std::string uri(before);
      uri += row.uri;
      return uri += after;
    }
    return std::string();
  };
  if (space == Xmlns::kNone || space == Xmlns::kUnknown) return "";
  if (std::string uri = uri_in(kOpenDocument, kOdf, ":1.0"); !uri.empty()) return uri;
  if (std::string uri = uri_in(kOffice, kTransitional, ""); !uri.empty()) return uri;
  return uri_in(kWhole, "", "");
}

}  // namespace lectern
