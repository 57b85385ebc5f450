// What single operations of PDFium's renderer take, told from what they draw. Costs are in units of
// work (base/work_budget.h), about a nanosecond of a native build each.
#pragma once

#include <cstdint>

#include "core/fpdfapi/page/cpdf_clippath.h"
#include "core/fpdfapi/page/cpdf_image.h"
#include "core/fpdfapi/page/cpdf_pathobject.h"
#include "core/fpdfapi/page/cpdf_shadingpattern.h"
#include "core/fpdfapi/parser/cpdf_object.h"
#include "core/fxcrt/fx_coordinates.h"

namespace lectern {

/// More than any limit, for what would take for ever or is not to be looked at.
inline constexpr double kEndless = 1e18;

/// To paint a pixel of what is not a rectangle.
double covered_pixel(float alpha);

/// To go along the path's outline (its points, what it covers of the page's rows, its dashes), and
/// to paint it. \param matrix  from the path to pixels. \param page  in pixels. \param pixels  of
/// its box
double path_cost(const CPDF_PathObject& path, const CFX_Matrix& matrix, CFX_SizeF page,
                 double pixels);

/// True for a clip that is no rectangle: each pixel is multiplied with one of a mask.
bool is_mask(const CPDF_ClipPath& clip, const CFX_Matrix& matrix);

/// To intersect all paths of a clip, of which each but a rectangle makes a mask.
/// \param matrix  from the path to pixels. \param page  in pixels.
double clip_cost(const CPDF_ClipPath& clip, const CFX_Matrix& matrix, CFX_SizeF page);

/// To evaluate a function, or each function of an array, once. "" has no cost.
double function_cost(const CPDF_Object* function, int depth = 0);

/// To convert one color of a color space to RGB.
double color_cost(const CPDF_Object* color_space, int depth = 0);

/// To draw a shading on `pixels` pixels. Meshes are read for it, up to `most`.
/// \param matrix  from the shading to pixels.
double shading_cost(const CPDF_ShadingPattern& shading, const CFX_Matrix& matrix, CFX_SizeF size,
                    double most);

/// What a picture takes.
struct PictureCost {
  double decode = 0;
  double draw = 0;                   ///< each time
  double measured = 0;               ///< what it took to find that out
  bool is_drawn = false;             ///< before
  std::uint64_t pixels = 0;          ///< by its dictionary or its data, whichever says more
  std::uint64_t decoding_bytes = 0;  ///< of memory, while it is decoded
  std::uint64_t kept_bytes = 0;      ///< once it is decoded
};

/// \param drawn  in pixels. Some pictures are decoded no larger than they are drawn.
PictureCost picture_cost(const CPDF_Image& image, CFX_SizeF drawn);

}  // namespace lectern
