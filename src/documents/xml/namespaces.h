// The namespaces that the documents' XML uses. Office Open XML has two URIs for most of them,
// transitional and strict; both are one here.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace lectern {

enum class Xmlns : std::uint8_t {
  kNone,     ///< no namespace
  kUnknown,  ///< one that no reader knows
  kXml,      ///< xml:lang, xml:space

  // Office Open XML
  kContentTypes,
  kPackageRelationships,  ///< of _rels/*.rels
  kRelationships,         ///< of r:id
  kCoreProperties,
  kExtendedProperties,
  kCompatibility,  ///< mc:AlternateContent
  kWord,
  kWord2010,
  kWord2012,
  kWordDrawing,
  kWordShape,
  kWordGroup,
  kWordCanvas,
  kSheet,
  kSheetDrawing,
  kSheet2009,  ///< x14
  kThreadedComments,
  kSlides,
  kSlides2010,
  kSlideComments2018,
  kDrawing,
  kDrawing2010,
  kChart,
  kChartEx,
  kDiagram,
  kDiagramDrawing,
  kPicture,
  kMath,
  kVml,
  kVmlOffice,
  kVmlWord,
  kVmlSheet,
  kInk,
  kFlatPackage,   ///< a package as one XML
  kWord2003,      ///< WordprocessingML of Word 2003
  kWordHint2003,  ///< what Word 2003 adds for other readers
  kAnnotation2003,
  kSheet2003,  ///< SpreadsheetML of Excel 2002 and 2003

  // OpenDocument
  kOdfOffice,
  kOdfText,
  kOdfTable,
  kOdfStyle,
  kOdfFo,
  kOdfDrawing,
  kOdfPresentation,
  kOdfSvg,
  kOdfChart,
  kOdfNumber,
  kOdfForm,
  kOdfMeta,
  kOdfManifest,
  kOdfScript,
  kOdfConfig,
  kOdfAnimation,
  kOdfExtended,  ///< LibreOffice's loext
  kOdfCalcExtended,

  // Books, pictures, links
  kDublinCore,
  kDublinCoreTerms,
  kOpf,
  kOcf,
  kNcx,
  kOps,
  kXhtml,
  kSvg,
  kMathMl,
  kXlink,
  kFictionBook,
};

/// The namespace of a URI.
Xmlns xmlns_of(std::string_view uri);

/// A URI that stands for a namespace; "" for none, and for unknown ones.
std::string uri_of(Xmlns space);

}  // namespace lectern
