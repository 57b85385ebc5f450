// The namespaces that the documents' XML uses. Office Open XML has two URIs for most of them,
// transitional and strict; both are one here.
#pragma once

#include <cstdint>
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

}  // namespace lectern
