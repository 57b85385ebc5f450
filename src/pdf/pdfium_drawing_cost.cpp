#include "pdf/pdfium_drawing_cost.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>
#include <utility>
#include <vector>

#include "base/limits.h"
#include "core/fpdfapi/page/cpdf_meshstream.h"
#include "core/fpdfapi/page/cpdf_textobject.h"
#include "core/fpdfapi/parser/cpdf_array.h"
#include "core/fpdfapi/parser/cpdf_dictionary.h"
#include "core/fpdfapi/parser/cpdf_stream.h"
#include "core/fpdfapi/parser/cpdf_stream_acc.h"
#include "pdf/pdfium_stream_size.h"

namespace lectern {
namespace {

constexpr double kPixel = 1;           ///< to paint one of a rectangle
constexpr double kCoveredPixel = 1.5;  ///< the same, of another shape
constexpr double kSeenThrough = 6;     ///< the same, of what is not opaque
constexpr double kPoint = 150;         ///< of a path
constexpr double kStrokePoint = 800;   ///< with its joins and caps
constexpr double kDash = 3'000;        ///< with its caps
constexpr double kDashNumber = 5;      ///< in a pattern of dashes
constexpr double kEdgePixel = 150;     ///< of an outline: those of a row are sorted
constexpr double kAroundPoint = 3;     ///< edges of a join or a cap, as many times the line's width
constexpr double kClipPath = 500;      ///< each path of a clip
constexpr double kMaskPixel = 3;       ///< of a clip
constexpr double kProgramByte = 5;     ///< of a function in PostScript
constexpr double kFunction = 150;      ///< to call one
constexpr double kInput = 8;           ///< the same, each further input for each output
constexpr double kShadingPixel = 12;   ///< along an axis or between circles
constexpr double kShadingSteps = 256;  ///< colors of such a shading
constexpr double kMeshPixel = 4;
constexpr double kVertex = 300;
constexpr double kPatch = 5'000;     ///< a piece of a Coons patch in one color
constexpr double kMostPieces = 128;  ///< along each side of a patch
constexpr int kMaxFunctionDepth = 16;
/// Programs and meshes are small; those of real files have some megabytes at most.
constexpr std::uint64_t kMaxStreamBytes = 32 << 20;

double extent(CFX_PointF a, CFX_PointF b) {
  return std::fabs(double{a.x} - b.x) + std::fabs(double{a.y} - b.y);
}

/// Length of a path, by its control points.
double length_of(const std::vector<CFX_Path::Point>& points) {
  double length = 0;
  for (std::size_t i = 1; i < points.size(); ++i) {
    if (points[i].m_Type != CFX_Path::Point::Type::kMove)
      length += extent(points[i - 1].m_Point, points[i].m_Point);
  }
  return length;
}

/// Pixels that the outline goes through: what lies outside of the page is clipped first.
/// \param is_filled  each part is closed, whether it says so or not
double edge_pixels(const std::vector<CFX_Path::Point>& points, const CFX_Matrix& matrix,
                   CFX_SizeF page, bool is_filled) {
  const auto on_page = [&](CFX_PointF point) {
    const CFX_PointF to = matrix.Transform(point);
    return CFX_PointF(std::clamp(to.x, 0.0f, page.width), std::clamp(to.y, 0.0f, page.height));
  };
  double length = 0;
  CFX_PointF start;
  CFX_PointF last;
  for (const CFX_Path::Point& point : points) {
    const CFX_PointF next = on_page(point.m_Point);
    if (point.m_Type != CFX_Path::Point::Type::kMove) {
      length += extent(last, next);
    } else {
      if (is_filled) length += extent(last, start);
      start = next;
    }
    last = next;
  }
  return is_filled ? length + extent(last, start) : length;
}

/// As PDFium takes dashes: pairs, and no shorter than it can count. \param each  one, with its caps
double dash_cost(const CFX_GraphState& state, double length, double each) {
  const std::vector<float> dashes = state.GetLineDashArray();
  if (dashes.empty()) return 0;
  double period = 0;
  for (std::size_t i = 0; i < dashes.size(); i += 2) {
    const double on = dashes[i] <= 0.000001f ? 0.1 : double{dashes[i]};
    const double off = i + 1 == dashes.size() ? on : double{dashes[i + 1]};
    period += on + std::max(off, 0.0);
  }
  return each * length / period * static_cast<double>((dashes.size() + 1) / 2) +
         kDashNumber * static_cast<double>(dashes.size());
}

bool is_rectangle(const CPDF_Path& path, const CFX_Matrix& matrix) {
  return path.IsRect() && (matrix.IsScaled() || matrix.Is90Rotated());
}

std::uint64_t size_of(const CPDF_Stream& stream) {
  if (decodes_to_more_than(stream, kMaxStreamBytes)) return kMaxStreamBytes + 1;
  const auto data = pdfium::MakeRetain<CPDF_StreamAcc>(pdfium::WrapRetain(&stream));
  data->LoadAllDataFiltered();
  return data->GetSize();
}

double triangle_pixels(std::array<CFX_PointF, 3> at, CFX_SizeF size) {
  for (CFX_PointF& point : at) {
    point.x = std::clamp(point.x, 0.0f, size.width);
    point.y = std::clamp(point.y, 0.0f, size.height);
  }
  const auto [left, right] = std::minmax({at[0].x, at[1].x, at[2].x});
  const auto [low, high] = std::minmax({at[0].y, at[1].y, at[2].y});
  return (double{right} - left + 1) * (double{high} - low + 1) / 2 + (double{high} - low) * 10;
}

/// Goes through a mesh as PDFium does.
class MeshMeter {
 public:
  MeshMeter(const CPDF_ShadingPattern& shading, const CFX_Matrix& matrix, CFX_SizeF size,
            double most, double color)
      : shading_(shading), matrix_(matrix), size_(size), most_(most), color_(color) {}

  double run() {
    const RetainPtr<const CPDF_Stream> stream = ToStream(shading_.GetShadingObject());
    if (!stream) return 0;
    if (decodes_to_more_than(*stream, kMaxStreamBytes)) return kEndless;
    CPDF_MeshStream mesh(shading_.GetShadingType(), shading_.GetFuncs(), stream, shading_.GetCS());
    if (!mesh.Load()) return 0;
    switch (shading_.GetShadingType()) {
      case kFreeFormGouraudTriangleMeshShading:
        free_form(mesh);
        break;
      case kLatticeFormGouraudTriangleMeshShading:
        lattice(mesh, stream->GetDict()->GetIntegerFor("VerticesPerRow"));
        break;
      default:
        patches(mesh, shading_.GetShadingType() == kTensorProductPatchMeshShading ? 16 : 12);
    }
    return cost_;
  }

 private:
  void add(const std::array<CFX_PointF, 3>& triangle) {
    cost_ += kMeshPixel * triangle_pixels(triangle, size_);
  }

  void free_form(CPDF_MeshStream& mesh) {
    std::array<CFX_PointF, 3> triangle;
    std::size_t more = 0;  // vertices that complete a new triangle
    while (!mesh.IsEOF() && cost_ <= most_) {
      CPDF_MeshVertex vertex;
      std::uint32_t flag = 0;
      if (!mesh.ReadVertex(matrix_, &vertex, &flag)) return;
      cost_ += kVertex + color_;
      if (more == 0 && flag == 0) {
        triangle[0] = vertex.position;
        more = 2;
        continue;
      }
      if (more > 0) {
        triangle[3 - more] = vertex.position;
        if (--more > 0) continue;
      } else {
        if (flag == 1) triangle[0] = triangle[1];
        triangle[1] = triangle[2];
        triangle[2] = vertex.position;
      }
      add(triangle);
    }
  }

  void lattice(CPDF_MeshStream& mesh, int columns) {
    if (columns < 2) return;
    std::vector<CPDF_MeshVertex> above = mesh.ReadVertexRow(matrix_, columns);
    while (!above.empty() && cost_ <= most_) {
      std::vector<CPDF_MeshVertex> row = mesh.ReadVertexRow(matrix_, columns);
      cost_ += (kVertex + color_) * static_cast<double>(row.size());
      for (std::size_t i = 1; i < row.size(); ++i) {
        add({above[i - 1].position, above[i].position, row[i - 1].position});
        add({above[i].position, row[i - 1].position, row[i].position});
      }
      above = std::move(row);
    }
  }

  /// A patch is halved until its pieces differ little in color, or are small.
  void patches(CPDF_MeshStream& mesh, int points) {
    while (!mesh.IsEOF() && mesh.CanReadFlag() && cost_ <= most_) {
      const bool continues = mesh.ReadFlag() != 0;
      CFX_FloatRect box;
      for (int i = continues ? 4 : 0; i < points && mesh.CanReadCoords(); ++i) {
        const CFX_PointF at = matrix_.Transform(mesh.ReadCoords());
        box.left = std::min(box.left, at.x);
        box.right = std::max(box.right, at.x);
        box.bottom = std::min(box.bottom, at.y);
        box.top = std::max(box.top, at.y);
        if (i == 0) box = CFX_FloatRect(at.x, at.y, at.x, at.y);
      }
      double least = 1;
      double largest = 0;
      for (int i = continues ? 2 : 0; i < 4 && mesh.CanReadColor(); ++i) {
        const FX_RGB_STRUCT<float> color = mesh.ReadColor();
        const auto [low, high] = std::minmax({color.red, color.green, color.blue});
        least = std::min(least, double{low});
        largest = std::max(largest, double{high});
      }
      if (continues) std::tie(least, largest) = std::pair(0.0, 1.0);
      const double by_color = std::clamp((largest - least) * kMostPieces, 1.0, kMostPieces);
      const double across = std::clamp(double{box.Width()} + 1, 1.0, by_color);
      const double down = std::clamp(double{box.Height()} + 1, 1.0, by_color);
      cost_ += kVertex * points + 4 * color_ + kPatch * across * down;
    }
  }

  const CPDF_ShadingPattern& shading_;
  const CFX_Matrix& matrix_;
  CFX_SizeF size_;
  double most_;
  double color_;
  double cost_ = 0;
};

}  // namespace

double covered_pixel(float alpha) { return alpha == 1.0f ? kCoveredPixel : kSeenThrough; }

double path_cost(const CPDF_PathObject& path, const CFX_Matrix& matrix, CFX_SizeF page,
                 double pixels) {
  const std::vector<CFX_Path::Point>& points = path.path().GetPoints();
  const auto count = static_cast<double>(points.size());
  const CFX_Matrix to_page = path.matrix() * matrix;
  const bool is_filled = !path.has_no_filltype();
  const bool is_stroked = path.stroke();
  const CPDF_GeneralState& state = path.general_state();
  double cost = 0;
  if (is_filled) {
    const float alpha = state.GetFillAlpha();
    const bool is_plain =
        !is_stroked && alpha == 1.0f && path.path().GetObject()->GetRect(&to_page);
    cost += kPoint * count + kEdgePixel * edge_pixels(points, to_page, page, true) +
            (is_plain ? kPixel : covered_pixel(alpha)) * pixels;
  }
  if (is_stroked) {
    const double edges = edge_pixels(points, to_page, page, false);
    const double scale = std::max(to_page.GetXUnit(), to_page.GetYUnit());
    const double width = std::min(std::max(path.graph_state().GetLineWidth() * scale, 1.0),
                                  double{page.width} + page.height);
    const double around = kEdgePixel * kAroundPoint * width;
    const float alpha = state.GetStrokeAlpha();
    // On a bitmap of its own where what is filled must not be seen through the line.
    const bool is_apart = is_filled && alpha != 1.0f;
    const double line = (edges + 2 * width * count) * (width + 2);
    cost += (kStrokePoint + around) * count + 2 * kEdgePixel * edges +
            dash_cost(path.graph_state(), length_of(points), kDash + around) +
            covered_pixel(alpha) * (is_apart ? pixels : std::min(line, pixels));
  }
  return cost;
}

bool is_mask(const CPDF_ClipPath& clip, const CFX_Matrix& matrix) {
  if (clip.GetTextCount() > 0) return true;
  for (std::size_t i = 0; i < clip.GetPathCount(); ++i) {
    if (!is_rectangle(clip.GetPath(i), matrix)) return true;
  }
  return false;
}

double clip_cost(const CPDF_ClipPath& clip, const CFX_Matrix& matrix, CFX_SizeF page) {
  double cost = 0;
  CFX_FloatRect box(0, 0, page.width, page.height);
  for (std::size_t i = 0; i < clip.GetPathCount(); ++i) {
    const CPDF_Path path = clip.GetPath(i);
    const std::vector<CFX_Path::Point>& points = path.GetPoints();
    cost += kClipPath + kPoint * static_cast<double>(points.size());
    box.Intersect(matrix.TransformRect(path.GetBoundingBox()));
    if (box.IsEmpty()) box = CFX_FloatRect();
    if (is_rectangle(path, matrix)) continue;
    cost += kMaskPixel * double{box.Width()} * box.Height() +
            kEdgePixel * edge_pixels(points, matrix, page, true);
  }
  for (std::size_t i = 0; i < clip.GetTextCount(); ++i) {
    if (const CPDF_TextObject* text = clip.GetText(i))
      cost += kStrokePoint * 10 * static_cast<double>(text->GetCharCodes().size());
  }
  return cost;
}

double function_cost(const CPDF_Object* function, int depth) {
  if (function == nullptr) return 0;
  if (depth == kMaxFunctionDepth) return kEndless;
  if (const CPDF_Array* array = function->AsArray()) {
    double cost = 0;
    for (std::size_t i = 0; i < array->size() && cost < kEndless; ++i)
      cost += function_cost(array->GetDirectObjectAt(i).Get(), depth + 1);
    return cost;
  }
  const RetainPtr<const CPDF_Dictionary> dictionary = function->GetDict();
  if (!dictionary) return 0;
  const CPDF_Stream* stream = function->AsStream();
  switch (dictionary->GetIntegerFor("FunctionType")) {
    case 3: {
      const RetainPtr<const CPDF_Array> parts = dictionary->GetArrayFor("Functions");
      double most = 0;
      for (std::size_t i = 0; parts && i < parts->size(); ++i)
        most = std::max(most, function_cost(parts->GetDirectObjectAt(i).Get(), depth + 1));
      return kFunction + most + 2 * static_cast<double>(parts ? parts->size() : 0);
    }
    case 4: {
      if (stream == nullptr) return kFunction;
      const std::uint64_t size = size_of(*stream);
      return size > kMaxStreamBytes ? kEndless
                                    : kFunction + kProgramByte * static_cast<double>(size);
    }
    default: {
      const RetainPtr<const CPDF_Array> range = dictionary->GetArrayFor("Range");
      const RetainPtr<const CPDF_Array> start = dictionary->GetArrayFor("C0");
      const std::size_t outputs = std::max(range ? range->size() : 2, start ? start->size() : 1);
      const RetainPtr<const CPDF_Array> domain = dictionary->GetArrayFor("Domain");
      // A table is looked up in along each.
      const std::size_t inputs = domain ? std::max<std::size_t>(domain->size() / 2, 1) : 1;
      return kFunction +
             (50 + kInput * static_cast<double>(inputs - 1)) * static_cast<double>(outputs);
    }
  }
}

double color_cost(const CPDF_Object* color_space, int depth) {
  constexpr double kDevice = 10;
  constexpr double kProfile = 30;
  constexpr double kConverted = 150;
  if (color_space == nullptr) return kDevice;
  const CPDF_Array* array = color_space->AsArray();
  if (array == nullptr || depth == kMaxFunctionDepth) return kDevice;
  const ByteString family = array->GetByteStringAt(0);
  if (family == "Separation" || family == "DeviceN") {
    return color_cost(array->GetDirectObjectAt(2).Get(), depth + 1) +
           function_cost(array->GetDirectObjectAt(3).Get());
  }
  if (family == "Indexed" || family == "I" || family == "Pattern")
    return color_cost(array->GetDirectObjectAt(1).Get(), depth + 1);
  return family == "ICCBased" ? kProfile : kConverted;
}

double shading_cost(const CPDF_ShadingPattern& shading, const CFX_Matrix& matrix, CFX_SizeF size,
                    double most) {
  const RetainPtr<const CPDF_Object> object = shading.GetShadingObject();
  const RetainPtr<const CPDF_Dictionary> dictionary = object ? object->GetDict() : nullptr;
  if (!dictionary || !shading.GetCS()) return 0;
  const double color = color_cost(dictionary->GetDirectObjectFor("ColorSpace").Get()) +
                       function_cost(dictionary->GetDirectObjectFor("Function").Get());
  const double pixels = double{size.width} * size.height;
  const double paint = kShadingPixel * pixels;
  switch (shading.GetShadingType()) {
    case kFunctionBasedShading:
      return paint + color * pixels;
    case kAxialShading:
    case kRadialShading:
      return paint + color * kShadingSteps;
    case kInvalidShading:
    case kMaxShading:
      return 0;
    default:
      return paint + MeshMeter(shading, matrix, size, most, color).run();
  }
}

}  // namespace lectern
