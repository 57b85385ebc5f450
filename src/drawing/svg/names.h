// The elements and attributes of SVG that the drawing knows.
#pragma once

#include <cstdint>
#include <string_view>

// clang-format off
#define LECTERN_SVG_TAGS(X) \
  X(kSvg, "svg") X(kG, "g") X(kDefs, "defs") X(kUse, "use") X(kSymbol, "symbol") \
  X(kSwitch, "switch") X(kA, "a") X(kPath, "path") X(kRect, "rect") X(kCircle, "circle") \
  X(kEllipse, "ellipse") X(kLine, "line") X(kPolyline, "polyline") X(kPolygon, "polygon") \
  X(kText, "text") X(kTspan, "tspan") X(kTextPath, "textPath") X(kTref, "tref") \
  X(kImage, "image") X(kClipPath, "clipPath") X(kMask, "mask") X(kMarker, "marker") \
  X(kPattern, "pattern") X(kLinearGradient, "linearGradient") \
  X(kRadialGradient, "radialGradient") X(kStop, "stop") X(kStyle, "style") X(kFilter, "filter") \
  X(kFeGaussianBlur, "feGaussianBlur") X(kFeOffset, "feOffset") X(kFeFlood, "feFlood") \
  X(kFeMerge, "feMerge") X(kFeMergeNode, "feMergeNode") X(kFeBlend, "feBlend") \
  X(kFeColorMatrix, "feColorMatrix") X(kFeDropShadow, "feDropShadow") \
  X(kFeComposite, "feComposite") X(kTitle, "title") X(kDesc, "desc") X(kMetadata, "metadata") \
  X(kScript, "script") X(kView, "view") X(kForeignObject, "foreignObject") \
  X(kAnimate, "animate") X(kAnimateMotion, "animateMotion") X(kSet, "set") \
  X(kAnimateTransform, "animateTransform") X(kAnimateColor, "animateColor")
// Properties, which sheets may set, come first.
#define LECTERN_SVG_PROPERTIES(X) \
  X(kFill, "fill") X(kStroke, "stroke") X(kFillOpacity, "fill-opacity") \
  X(kStrokeOpacity, "stroke-opacity") X(kFillRule, "fill-rule") X(kClipRule, "clip-rule") \
  X(kStrokeWidth, "stroke-width") X(kStrokeLinecap, "stroke-linecap") \
  X(kStrokeLinejoin, "stroke-linejoin") X(kStrokeMiterlimit, "stroke-miterlimit") \
  X(kStrokeDasharray, "stroke-dasharray") X(kStrokeDashoffset, "stroke-dashoffset") \
  X(kColor, "color") X(kOpacity, "opacity") X(kDisplay, "display") X(kVisibility, "visibility") \
  X(kClipPathProperty, "clip-path") X(kMaskProperty, "mask") X(kFilterProperty, "filter") \
  X(kMaskType, "mask-type") X(kOverflow, "overflow") X(kMarkerProperty, "marker") \
  X(kMarkerStart, "marker-start") X(kMarkerMid, "marker-mid") X(kMarkerEnd, "marker-end") \
  X(kFont, "font") X(kFontFamily, "font-family") X(kFontSize, "font-size") \
  X(kFontWeight, "font-weight") X(kFontStyle, "font-style") X(kTextAnchor, "text-anchor") \
  X(kLetterSpacing, "letter-spacing") X(kWordSpacing, "word-spacing") \
  X(kTextDecoration, "text-decoration") X(kTextDecorationLine, "text-decoration-line") \
  X(kDominantBaseline, "dominant-baseline") X(kAlignmentBaseline, "alignment-baseline") \
  X(kBaselineShift, "baseline-shift") X(kWhiteSpace, "white-space") X(kStopColor, "stop-color") \
  X(kStopOpacity, "stop-opacity") X(kPaintOrder, "paint-order") X(kVectorEffect, "vector-effect") \
  X(kMixBlendMode, "mix-blend-mode") X(kIsolation, "isolation") X(kTransform, "transform") \
  X(kTransformOrigin, "transform-origin") X(kFloodColor, "flood-color") \
  X(kFloodOpacity, "flood-opacity") X(kImageRendering, "image-rendering") \
  X(kColorInterpolationFilters, "color-interpolation-filters") \
  X(kWritingMode, "writing-mode") X(kWidth, "width") X(kHeight, "height") X(kX, "x") X(kY, "y") \
  X(kR, "r") X(kRx, "rx") X(kRy, "ry") X(kCx, "cx") X(kCy, "cy")
#define LECTERN_SVG_ATTRIBUTES(X) \
  X(kId, "id") X(kClass, "class") X(kStyleAttribute, "style") X(kHref, "href") X(kD, "d") \
  X(kPoints, "points") X(kX1, "x1") X(kY1, "y1") X(kX2, "x2") X(kY2, "y2") X(kFx, "fx") \
  X(kFy, "fy") X(kFr, "fr") X(kDx, "dx") X(kDy, "dy") X(kRotate, "rotate") X(kOffset, "offset") \
  X(kGradientUnits, "gradientUnits") X(kGradientTransform, "gradientTransform") \
  X(kSpreadMethod, "spreadMethod") X(kPatternUnits, "patternUnits") \
  X(kPatternContentUnits, "patternContentUnits") X(kPatternTransform, "patternTransform") \
  X(kClipPathUnits, "clipPathUnits") X(kMaskUnits, "maskUnits") \
  X(kMaskContentUnits, "maskContentUnits") X(kViewBox, "viewBox") \
  X(kPreserveAspectRatio, "preserveAspectRatio") X(kMarkerUnits, "markerUnits") \
  X(kMarkerWidth, "markerWidth") X(kMarkerHeight, "markerHeight") X(kRefX, "refX") \
  X(kRefY, "refY") X(kOrient, "orient") X(kStartOffset, "startOffset") X(kSpace, "space") \
  X(kPathLength, "pathLength") X(kTextLength, "textLength") X(kLengthAdjust, "lengthAdjust") \
  X(kSystemLanguage, "systemLanguage") X(kRequiredExtensions, "requiredExtensions") \
  X(kFilterUnits, "filterUnits") X(kPrimitiveUnits, "primitiveUnits") X(kIn, "in") X(kIn2, "in2") \
  X(kResult, "result") X(kStdDeviation, "stdDeviation") X(kMode, "mode") X(kType, "type") \
  X(kValues, "values") X(kOperator, "operator") X(kK1, "k1") X(kK2, "k2") X(kK3, "k3") \
  X(kK4, "k4")
// clang-format on

namespace lectern::drawing {

#define LECTERN_SVG_NAME(name, text) name,
enum class Tag : std::uint8_t { LECTERN_SVG_TAGS(LECTERN_SVG_NAME) kOther };
enum class Att : std::uint8_t {
  LECTERN_SVG_PROPERTIES(LECTERN_SVG_NAME) LECTERN_SVG_ATTRIBUTES(LECTERN_SVG_NAME) kNone
};
#undef LECTERN_SVG_NAME

/// kOther for an element that the drawing does not know.
Tag tag_named(std::string_view name);
/// kNone for an attribute that says nothing to the drawing.
Att attribute_named(std::string_view name);
std::string_view name_of(Att attribute);
/// Whether a style sheet may set it.
inline bool is_property(Att attribute) { return attribute <= Att::kCy; }

}  // namespace lectern::drawing
