#include "pdf/pdfium_drawing_check.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "base/format.h"
#include "core/fpdfapi/font/cpdf_type3char.h"
#include "core/fpdfapi/font/cpdf_type3font.h"
#include "core/fpdfapi/page/cpdf_form.h"
#include "core/fpdfapi/page/cpdf_formobject.h"
#include "core/fpdfapi/page/cpdf_imageobject.h"
#include "core/fpdfapi/page/cpdf_shadingobject.h"
#include "core/fpdfapi/page/cpdf_textobject.h"
#include "core/fpdfapi/page/cpdf_tilingpattern.h"
#include "core/fpdfapi/parser/cpdf_dictionary.h"
#include "core/fpdfapi/parser/cpdf_stream.h"
#include "pdf/pdfium_drawing_cost.h"

namespace lectern {
namespace {

constexpr double kObject = 1'000;      ///< to draw an object, however small it is
constexpr double kPicturePixel = 5;    ///< of a picture, where it is drawn
constexpr double kQuarterPixel = 9;    ///< the same, where it is turned by a right angle
constexpr double kTurnedPixel = 24;    ///< the same, where it is turned otherwise or slanted
constexpr double kMaskedTimes = 2.5;   ///< as much, of one with a mask, each on a bitmap of its own
constexpr double kScaledAgain = 14;    ///< as much, from the second time on
constexpr double kGroupPixel = 25;     ///< to begin a transparency group, and to compose it
constexpr double kMaskedPixel = 4;     ///< of what a clip that is no rectangle lets through
constexpr double kSoftMaskPixel = 12;  ///< of a soft mask
constexpr double kParse = 100'000;     ///< of content that is parsed each time it is drawn
constexpr double kParsedByte = 25;     ///< the same, of each of its bytes
constexpr double kGlyph = 1'000;       ///< of a font
constexpr double kTile = 150;          ///< to copy one, however small it is
constexpr double kTilePixel = 6;       ///< to copy one
constexpr double kMinTilePixels = 64;  ///< smaller tiles are drawn larger
constexpr double kUnit = 1'000;        ///< to look at an object here
constexpr double kPassed = 50;         ///< to find that an object is not where one is blended
/// Units of work (base/work_budget.h) in one of these, which are about nanoseconds: what is told
/// from sizes alone is often told too low.
constexpr double kUnitsOfCost = 2;
/// Two bitmaps of four bytes a pixel.
constexpr double kGroupBytes = 8;
/// PDFium draws no deeper.
constexpr int kMaxNesting = 64;
/// Decoded pictures are kept until they are as many, but only between a page's own objects.
constexpr std::uint64_t kPicturesKept = 100 << 20;

enum Part : std::size_t {
  kPaths,
  kClips,
  kText,
  kPictures,
  kShadings,
  kPatterns,
  kGroups,
  kForms,
  kParts
};
constexpr std::array<std::string_view, kParts> kPartNames{
    "paths",           "clip paths",          "text", "pictures", "shadings",
    "tiling patterns", "transparency groups", "forms"};

/// Where and how often content is drawn.
struct Place {
  CFX_Matrix matrix;  ///< to pixels
  CFX_SizeF most;     ///< of the bitmap, in pixels
  double times = 1;
  int depth = 0;
  double held = 0;         ///< bytes of the groups around it
  bool is_placed = false;  ///< what lies outside of the bitmap is known, and left out
  bool in_mask = false;    ///< in a clip that is no rectangle

  double pixels() const { return double{most.width} * most.height; }
};

class CostMeter {
 public:
  CostMeter(CPDF_Page& page, Dimensions size, const FX_RECT& page_place, const Limits& limits,
            StreamSizes& sizes, double most)
      : page_(page),
        limits_(limits),
        sizes_(sizes),
        most_(most),
        isolated_(page.GetTransparency().IsIsolated()) {
    place_.matrix = page.GetDisplayMatrix(page_place, 0);
    place_.most = {static_cast<float>(size.width), static_cast<float>(size.height)};
    place_.is_placed = true;
  }

  Result<void> run(const PageObjects& annotations) {
    add_content(page_, place_);
    CPDF_ClipPath clip;
    for (const auto& object : annotations) {
      if (is_over()) break;
      add_object(*object, place_, clip);
      close_object();
    }
    if (error_) return tl::unexpected<Error>(*std::move(error_));
    if (!is_over()) return {};
    const auto worst =
        static_cast<std::size_t>(std::max_element(spent_.begin(), spent_.end()) - spent_.begin());
    const auto units =
        static_cast<std::uint64_t>(std::min(total_ + measured_, kEndless) * kUnitsOfCost);
    return fail(ErrorCode::kLimitExceeded,
                {"drawing the page takes {,} units of work or more, most of them for its {}, and "
                 "{,} are left of maxWork",
                 units, kPartNames[worst],
                 static_cast<std::uint64_t>(std::max(most_, 0.0) * kUnitsOfCost)});
  }

  double total() const { return total_; }
  /// What the measuring took.
  double measured() const { return measured_; }

 private:
  /// True also for what is not a number.
  bool is_over() const { return error_ || !(total_ + measured_ <= most_); }

  void spend(Part part, double units, const Place& place) {
    // Zero times something endless is nothing.
    const double all = place.times * units;
    const double counted = std::isnan(all) ? kEndless : std::min(all, kEndless);
    spent_[part] += counted;
    total_ += counted;
  }

  void add_content(const CPDF_PageObjectHolder& content, const Place& place) {
    if (place.depth == kMaxNesting) return;
    CPDF_ClipPath clip;
    for (const auto& object : content) {
      add_object(*object, place, clip);
      if (place.depth == 0) close_object();
      if (is_over()) return;
    }
  }

  static Place inside(const Place& place) {
    Place inner = place;
    ++inner.depth;
    return inner;
  }

  /// In pixels; nullopt when nothing of it is on the page.
  std::optional<CFX_SizeF> seen_size(const CPDF_PageObject& object, const Place& place) const {
    const CFX_FloatRect box = place.matrix.TransformRect(object.GetRect());
    if (!place.is_placed) {
      return CFX_SizeF(std::min(box.Width(), place.most.width),
                       std::min(box.Height(), place.most.height));
    }
    if (box.left > place.most.width || box.right < 0 || box.bottom > place.most.height ||
        box.top < 0) {
      return std::nullopt;
    }
    return CFX_SizeF(std::min(box.right, place.most.width) - std::max(box.left, 0.0f),
                     std::min(box.top, place.most.height) - std::max(box.bottom, 0.0f));
  }

  void add_object(CPDF_PageObject& object, const Place& place, CPDF_ClipPath& last_clip) {
    measured_ += kUnit;
    const std::optional<CFX_SizeF> seen = seen_size(object, place);
    if (!seen) return;
    const std::size_t before = drawn_.size();
    const double drawn_before = drawn();
    CFX_SizeF size = *seen;
    if (const CPDF_ClipPath& clip = object.clip_path(); clip.HasRef()) {
      if (!last_clip.HasRef() || last_clip != clip) {
        spend(kClips, clip_cost(clip, place.matrix, place.most), place);
        last_clip = clip;
        clip_size_ = place.matrix.TransformRect(clip.GetClipBox());
        clip_is_mask_ = is_mask(clip, place.matrix);
      }
      size.width = std::min(size.width, clip_size_.Width());
      size.height = std::min(size.height, clip_size_.Height());
    } else {
      last_clip.SetNull();
    }
    Place here = place;
    here.in_mask = place.in_mask || (last_clip.HasRef() && clip_is_mask_);
    const double pixels = double{size.width} * size.height;
    if (here.in_mask && !object.IsForm()) spend(kClips, kMaskedPixel * pixels, here);
    add_group(object, size, here);
    if (const CPDF_FormObject* form = object.AsForm()) {
      spend(kForms, kObject, here);
      list_drawn(object, place, drawn() - drawn_before);
      Place inner = inside(here);
      inner.matrix = form->form_matrix() * here.matrix;
      add_content(*form->form(), inner);
    } else if (const CPDF_ImageObject* image = object.AsImage()) {
      add_picture(*image, size, here);
      spend(kPictures, kObject + paint_cost(*image, here.matrix) * pixels, here);
      // A mask lets them through.
      if (image->GetImage() && image->GetImage()->IsMask()) add_patterns(object, size, 1, here);
    } else if (const CPDF_ShadingObject* shading = object.AsShading()) {
      spend(kShadings, kObject, here);
      if (shading->pattern())
        add_shading(*shading->pattern(), shading->matrix() * here.matrix, size, 1, here);
    } else if (const CPDF_PathObject* path = object.AsPath()) {
      spend(kPaths, kObject + path_cost(*path, here.matrix, here.most, pixels), here);
      add_patterns(object, size, 1, here);
    } else if (const CPDF_TextObject* text = object.AsText()) {
      add_glyphs(*text, here);
      add_patterns(object, size, static_cast<double>(text->GetCharCodes().size()), here);
    }
    if (!object.IsForm()) list_drawn(object, place, drawn() - drawn_before);
    add_backdrop(object, place, before);
  }

  /// For each pixel where the picture stands. PDFium finds those of one that is not upright by
  /// interpolation, all of its box; a turn by a right angle is none, by its own measure.
  static double paint_cost(const CPDF_ImageObject& object, const CFX_Matrix& matrix) {
    constexpr float kUpright = 0.5f;
    constexpr float kQuarter = 20;
    const CFX_Matrix placed = object.matrix() * matrix;
    const float b = std::fabs(placed.b);
    const float c = std::fabs(placed.c);
    const bool is_upright = b < kUpright && c < kUpright;
    const bool is_quarter = std::fabs(placed.a) < std::min(b / kQuarter, kUpright) &&
                            std::fabs(placed.d) < std::min(c / kQuarter, kUpright);
    const RetainPtr<const CPDF_Image> image = object.GetImage();
    const RetainPtr<const CPDF_Dictionary> about = image ? image->GetDict() : nullptr;
    const bool is_masked = about && (about->KeyExist("SMask") || about->KeyExist("Mask"));
    const double pixel = is_upright ? kPicturePixel : is_quarter ? kQuarterPixel : kTurnedPixel;
    return pixel * (is_masked ? kMaskedTimes : 1);
  }

  bool is_blended(const CPDF_PageObject& object) const {
    return object.general_state().GetBlendType() != BlendMode::kNormal;
  }

  /// A group is drawn on a bitmap of its own.
  void add_group(CPDF_PageObject& object, CFX_SizeF size, Place& place) {
    const RetainPtr<CPDF_Dictionary> mask = object.mutable_general_state().GetMutableSoftMask();
    const CPDF_FormObject* form = object.AsForm();
    const bool is_group = mask || is_blended(object) ||
                          (form != nullptr && (form->general_state().GetFillAlpha() != 1.0f ||
                                               form->form()->GetTransparency().IsIsolated()));
    const double pixels = double{size.width} * size.height;
    if (!is_group) return;
    spend(kGroups, kGroupPixel * pixels, place);
    place.in_mask = false;
    place.held += kGroupBytes * pixels;
    if (place.held > static_cast<double>(limits_.max_decoded_bytes) / 2) {
      refuse({"the page's transparency groups take {,} bytes of memory or more, the limit is {,}",
              static_cast<std::uint64_t>(place.held), limits_.max_decoded_bytes / 2});
    }
    if (mask) add_mask(*mask, size, place);
  }

  /// What is drawn once.
  double drawn() const { return total_ - backdrops_; }

  static CFX_FloatRect place_of(const CPDF_PageObject& object, const Place& place) {
    return place.matrix.TransformRect(object.GetRect());
  }

  /// Remembers what an object takes that has a place on the page: of a form, without its content.
  void list_drawn(const CPDF_PageObject& object, const Place& place, double cost) {
    if (isolated_ && place.is_placed) drawn_.push_back({place_of(object, place), cost});
  }

  /// On an isolated page PDFium draws what goes before a blended object again where that stands, to
  /// blend with.
  /// \param before  how many of `drawn_` go before it
  void add_backdrop(const CPDF_PageObject& object, const Place& place, std::size_t before) {
    if (!isolated_ || !is_blended(object)) return;
    const double once = drawn();
    double again = once;
    if (place.is_placed) {
      const CFX_FloatRect box = place_of(object, place);
      again = static_cast<double>(before) * kPassed;
      for (std::size_t i = 0; i < before; ++i) {
        const CFX_FloatRect& other = drawn_[i].place;
        const bool is_elsewhere = other.left > box.right + 1 || other.right + 1 < box.left ||
                                  other.bottom > box.top + 1 || other.top + 1 < box.bottom;
        if (!is_elsewhere) again += drawn_[i].cost;
      }
    }
    spend(kGroups, again, place);
    backdrops_ = total_ - once;
  }

  /// Of content that is parsed here and again when it is drawn. False when that is too much.
  bool spend_parsing(Part part, const CPDF_Stream& content, const Place& place) {
    constexpr std::uint64_t kFewBytes = 16 << 10;
    const auto bytes =
        static_cast<double>(sizes_.of(content, limits_.max_decoded_bytes, kFewBytes));
    spend(part, kParse + kParsedByte * bytes, place);
    measured_ += kParse + kParsedByte * bytes;
    return !is_over();
  }

  void add_mask(CPDF_Dictionary& mask, CFX_SizeF size, const Place& place) {
    RetainPtr<CPDF_Stream> group = mask.GetMutableStreamFor("G");
    if (!group || place.depth + 1 == kMaxNesting) return;
    spend(kGroups, kSoftMaskPixel * size.width * size.height, place);
    if (!spend_parsing(kGroups, *group, place)) return;
    CPDF_Form form(page_.GetDocument(), page_.GetMutableResources(), std::move(group));
    form.ParseContent();
    Place inner = inside(place);
    inner.most = size;
    inner.is_placed = false;
    add_content(form, inner);
  }

  void add_shading(const CPDF_ShadingPattern& shading, const CFX_Matrix& matrix, CFX_SizeF size,
                   double times, const Place& place) {
    const double left = std::max(most_ - total_, 0.0);
    const double cost = shading_cost(shading, matrix, size, left);
    spend(kShadings, times * cost, place);
    measured_ += std::min(cost, left) / 20;
  }

  void refuse(const Message& why) {
    if (!error_) error_ = Error{ErrorCode::kLimitExceeded, why};
  }

  void add_picture(const CPDF_ImageObject& object, CFX_SizeF size, const Place& place) {
    const RetainPtr<const CPDF_Image> image = object.GetImage();
    if (!image || !image->GetStream()) return;
    auto known = pictures_.find(image->GetStream().Get());
    if (known == pictures_.end()) {
      const PictureCost cost = picture_cost(*image, size);
      measured_ += cost.measured;
      if (cost.pixels > limits_.max_pixels) {
        refuse({"a picture on the page has {,} pixels, more than the limit of {,}", cost.pixels,
                limits_.max_pixels});
      } else if (const std::uint64_t most = limits_.max_decoded_bytes / 4 * 3;
                 cost.decoding_bytes > most) {
        refuse({"a picture on the page takes {,} bytes, more than the limit of {,}",
                cost.decoding_bytes, most});
      }
      known = pictures_.emplace(image->GetStream().Get(), cost).first;
      spend(kPictures, cost.decode, Place());
      kept_ += cost.kept_bytes;
    }
    PictureCost& cost = known->second;
    // Once pictures are dropped to make room, each time may be the first again.
    const bool is_dropped = kept_ > kPicturesKept;
    // To scale it again and again takes longer than the first time, which its bytes pay for.
    const bool is_again = cost.is_drawn || place.times > 1;
    const double draw = is_again ? kScaledAgain * cost.draw : cost.draw;
    cost.is_drawn = true;
    spend(kPictures, draw + (is_dropped ? cost.decode : 0), place);
    if (of_object_.insert(image->GetStream().Get()).second) object_bytes_ += cost.kept_bytes;
    check_kept();
  }

  /// Where there is little memory, nothing is dropped before all of it would be taken.
  void check_kept() {
    const bool all_kept = limits_.max_decoded_bytes / 2 < kPicturesKept;
    const std::uint64_t most = limits_.max_decoded_bytes / (all_kept ? 1 : 2);
    const std::uint64_t held = all_kept ? kept_ : object_bytes_;
    const std::size_t count = all_kept ? pictures_.size() : of_object_.size();
    if (held <= most || count < 2) return;
    refuse({"the pictures of {} on the page take {,} bytes or more, the limit is {,}",
            all_kept ? "all objects" : "one object", held, most});
  }

  /// Between the page's own objects pictures are dropped.
  void close_object() {
    of_object_.clear();
    object_bytes_ = 0;
  }

  /// Glyphs of Type 3 fonts are drawn by content of their own.
  void add_glyphs(const CPDF_TextObject& text, const Place& place) {
    const auto characters = static_cast<double>(text.GetCharCodes().size());
    measured_ += characters;
    CFX_Matrix to_page = text.GetTextMatrix() * place.matrix;
    const double side = std::fabs(double{text.GetFontSize()});
    const double glyph = std::min(side * to_page.GetXUnit(), double{place.most.width}) *
                         std::min(side * to_page.GetYUnit(), double{place.most.height});
    const CPDF_GeneralState& state = text.general_state();
    const TextRenderingMode mode = text.text_state().GetTextMode();
    const double paint =
        covered_pixel(state.GetFillAlpha()) +
        (TextRenderingModeIsStrokeMode(mode) ? covered_pixel(state.GetStrokeAlpha()) : 0);
    spend(kText, kObject + characters * (kGlyph + paint * glyph), place);
    CPDF_Type3Font* const font = text.GetFont()->AsType3Font();
    if (font == nullptr) return;
    std::map<std::uint32_t, double> counts;
    for (const std::uint32_t code : text.GetCharCodes()) ++counts[code];
    CFX_Matrix glyph_matrix = font->GetFontMatrix();
    glyph_matrix.Scale(text.GetFontSize(), text.GetFontSize());
    for (const auto& [code, count] : counts) {
      CPDF_Type3Char* const type3 =
          code == CPDF_Font::kInvalidCharCode ? nullptr : font->LoadChar(code);
      if (type3 == nullptr || type3->form() == nullptr) continue;
      Place inner = inside(place);
      inner.matrix = glyph_matrix * to_page;
      inner.times *= count;
      inner.is_placed = false;
      add_content(*static_cast<const CPDF_Form*>(type3->form()), inner);
      if (is_over()) return;
    }
  }

  /// \param times  how often the object is drawn with them: once for each of its glyphs.
  void add_patterns(CPDF_PageObject& object, CFX_SizeF size, double times, const Place& place) {
    for (const CPDF_Color* color :
         {object.color_state().GetFillColor(), object.color_state().GetStrokeColor()}) {
      if (color == nullptr || !color->IsPattern()) continue;
      const RetainPtr<CPDF_Pattern> pattern = color->GetPattern();
      if (!pattern) continue;
      Place here = place;
      here.times *= times;
      if (CPDF_ShadingPattern* const shading = pattern->AsShadingPattern()) {
        if (shading->Load()) {
          add_shading(*shading, pattern->pattern_to_form() * place.matrix, size, times, place);
        }
      } else if (CPDF_TilingPattern* const tiling = pattern->AsTilingPattern()) {
        add_tiles(*tiling, object, size, here);
      }
    }
  }

  /// A tile is drawn once and copied, or each time when it is larger than what is filled.
  void add_tiles(CPDF_TilingPattern& pattern, CPDF_PageObject& object, CFX_SizeF size,
                 const Place& place) {
    if (place.depth + 1 == kMaxNesting) return;
    const std::unique_ptr<CPDF_Form> tile = pattern.Load(&object);
    if (!tile || !spend_parsing(kPatterns, *tile->GetStream(), place)) return;
    const CFX_Matrix to_page = pattern.pattern_to_form() * place.matrix;
    const CFX_FloatRect box =
        to_page.GetInverse().TransformRect(CFX_FloatRect(0, 0, size.width, size.height));
    // One more on each side. A step of zero makes them infinite.
    const double columns =
        (double{box.Width()} + pattern.bbox().Width()) / std::fabs(pattern.x_step()) + 2;
    const double rows =
        (double{box.Height()} + pattern.bbox().Height()) / std::fabs(pattern.y_step()) + 2;
    const double tiles = columns * rows;
    const CFX_FloatRect cell = to_page.TransformRect(pattern.bbox());
    const double width = std::max(std::ceil(double{cell.Width()}), 1.0);
    const double height = std::max(std::ceil(double{cell.Height()}), 1.0);
    const bool is_copied = width + 2 <= size.width && height + 2 <= size.height;
    Place inner = inside(place);
    inner.matrix = to_page;
    inner.is_placed = false;
    if (is_copied) {
      const double pixels = std::max(width * height, kMinTilePixels);
      spend(kPatterns, kGroupPixel * (pixels + size.width * size.height), place);
      spend(kPatterns, tiles * (kTile + kTilePixel * width * height), place);
      inner.most = {static_cast<float>(width), static_cast<float>(height)};
    } else {
      spend(kPatterns, tiles * kObject, place);
      inner.times *= tiles;
      inner.most = size;
    }
    if (!is_over()) add_content(*tile, inner);
  }

  CPDF_Page& page_;
  const Limits& limits_;
  StreamSizes& sizes_;
  const double most_;
  const bool isolated_;
  Place place_;
  CFX_FloatRect clip_size_;
  bool clip_is_mask_ = false;
  std::array<double, kParts> spent_{};
  double total_ = 0;
  double backdrops_ = 0;  ///< of the total, what is drawn again
  struct Drawn {
    CFX_FloatRect place;  ///< in pixels
    double cost;
  };
  std::vector<Drawn> drawn_;  ///< of an isolated page, in their order
  double measured_ = 0;
  std::map<const CPDF_Stream*, PictureCost> pictures_;
  std::uint64_t kept_ = 0;  ///< bytes of all pictures
  std::set<const CPDF_Stream*> of_object_;
  std::uint64_t object_bytes_ = 0;  ///< of the pictures in an object of the page
  std::optional<Error> error_;
};

}  // namespace

Result<void> check_drawing(CPDF_Page& page, const PageObjects& annotations, Dimensions size,
                           const FX_RECT& page_place, const Limits& limits, StreamSizes& sizes,
                           WorkBudget& work) {
  const std::uint64_t units_left = work.max_units() - std::min(work.spent(), work.max_units());
  const double left = static_cast<double>(units_left) / kUnitsOfCost;
  CostMeter meter(page, size, page_place, limits, sizes, left);
  Result<void> result = meter.run(annotations);
  const double spent = meter.measured() + (result ? meter.total() : 0);
  const auto units = static_cast<std::uint64_t>(std::min(spent, left) * kUnitsOfCost);
  const Result<void> counted = work.spend("the pages of the PDF", units);
  return result ? counted : result;
}

}  // namespace lectern
