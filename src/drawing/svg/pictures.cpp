#include <algorithm>
#include <optional>

#include "base/base64.h"
#include "drawing/svg/drawer.h"
#include "drawing/svg/scanner.h"
#include "image/codecs.h"
#include "image/pixels.h"

namespace lectern::drawing {
namespace {

constexpr int kMaxDocuments = 3;

std::optional<ByteVector> unescaped(std::string_view text) {
  ByteVector bytes;
  bytes.reserve(text.size());
  const auto digit = [](char c) {
    if (is_digit(c)) return c - '0';
    const char lower = static_cast<char>(c | 0x20);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%' && i + 2 < text.size() && digit(text[i + 1]) >= 0 &&
        digit(text[i + 2]) >= 0) {
      bytes.push_back(static_cast<std::uint8_t>(digit(text[i + 1]) * 16 + digit(text[i + 2])));
      i += 2;
    } else {
      bytes.push_back(static_cast<std::uint8_t>(text[i]));
    }
  }
  return bytes;
}

/// How often a picture's pixels are gone over: once for each scan of a JPEG, and for each frame of
/// a PNG, or of one in an icon, all of which are proven.
std::uint64_t passes_of(const ImageCodec& codec, ByteSpan bytes) {
  const bool is_jpeg = codec.format == ImageFormat::kJpeg;
  if (!is_jpeg && codec.format != ImageFormat::kPng && codec.format != ImageFormat::kIco) return 1;
  const std::string_view mark = is_jpeg ? "\xFF\xDA" : "fcTL";
  const std::string_view text = as_chars(bytes);
  std::uint64_t passes = 1;
  for (std::size_t at = text.find(mark); at != text.npos; at = text.find(mark, at + mark.size()))
    ++passes;
  return passes;
}

/// A bitmap that is a JPEG or a PNG inside, which printers take and browsers do not.
bool is_for_printers(const ImageCodec& codec, ByteSpan bytes) {
  constexpr std::size_t kFileHeaderBytes = 14;
  constexpr std::size_t kCompressionAt = 16;
  constexpr std::uint8_t kLeastHeaderBytes = 40;
  if (codec.format != ImageFormat::kBmp) return false;
  const ByteSpan header = bytes.subspan(starts_with(bytes, "BM") ? kFileHeaderBytes : 0);
  return header.size() > kCompressionAt && header[0] >= kLeastHeaderBytes &&
         (header[kCompressionAt] | 1) == 5;
}

/// Keeps a picture that is paid for before it is decoded, whether or not that succeeds.
class PaidPicture final : public RowSink {
 public:
  /// \param each  what a pixel takes, in steps
  PaidPicture(Meter& meter, std::uint64_t each, std::uint64_t max_bytes)
      : meter_(meter), each_(each), max_bytes_(max_bytes) {}

  Result<void> begin(Dimensions size) override {
    if (!meter_.spend(std::uint64_t{size.width} * size.height, each_))
      return tl::unexpected<Error>(Error{ErrorCode::kLimitExceeded, ""});
    LECTERN_TRY(pixels_, Pixels::create(size, max_bytes_));
    return {};
  }
  void row(ByteSpan rgba) override {
    std::copy(rgba.begin(), rgba.end(), pixels_->row(next_row_++).begin());
  }
  const Pixels& pixels() const { return *pixels_; }

 private:
  Meter& meter_;
  std::uint64_t each_;
  std::uint64_t max_bytes_;
  std::optional<Pixels> pixels_;
  std::uint32_t next_row_ = 0;
};

/// The bytes of a data URI; nullopt for anything else.
std::optional<ByteVector> data_of(std::string_view uri, bool& is_svg) {
  if (!uri.starts_with("data:")) return std::nullopt;
  const std::size_t comma = uri.find(',');
  if (comma == std::string_view::npos) return std::nullopt;
  const std::string_view head = uri.substr(5, comma - 5);
  is_svg = head.starts_with("image/svg+xml");
  const std::string_view data = uri.substr(comma + 1);
  return head.ends_with(";base64") ? base64_decode(data) : unescaped(data);
}

}  // namespace

bool Drawer::svg_image(ByteSpan bytes, const Box& place, const State& state,
                       std::string_view aspect) {
  if (document_depth_ == kMaxDocuments) return false;
  Tree tree;
  if (!tree.read(bytes, meter_, missing_.left_out) || meter_.has_failed()) return false;
  const auto view_box = read_view_box(tree.get(tree.root(), Att::kViewBox));
  Measures measures;
  measures.width = view_box ? view_box->width() : place.width();
  measures.height = view_box ? view_box->height() : place.height();
  const auto side = [&](Att name, Axis axis, double whole) {
    return read_length(tree.get(tree.root(), name), axis, measures).value_or(whole);
  };
  const Box size = Box::of(0, 0, side(Att::kWidth, Axis::kX, measures.width),
                           side(Att::kHeight, Axis::kY, measures.height));
  if (!(size.width() > 0) || !(size.height() > 0)) return true;
  const Fit fit = fit_view_box(size, place, aspect);
  Clip clip = state.clip;
  clip_to(Path::rectangle(place), state.matrix, FillRule::kNonZero, clip);
  const Matrix matrix = state.matrix * fit.matrix;
  if (clip.box.is_empty() || !matrix.is_regular()) return true;
  Drawer drawer(tree, limits_, meter_, missing_, document_depth_ + 1);
  drawer.draw(*state.to, matrix, clip, {size.width(), size.height()});
  return true;
}

void Drawer::image(NodeId id, const State& state) {
  const double x = length(id, Att::kX, Axis::kX, state);
  const double y = length(id, Att::kY, Axis::kY, state);
  double width = length(id, Att::kWidth, Axis::kX, state, -1);
  double height = length(id, Att::kHeight, Axis::kY, state, -1);
  if (measuring_ != nullptr)
    return measure(Path::rectangle(Box::of(x, y, std::max(0.0, width), std::max(0.0, height))),
                   state);
  if (!state.style.is_visible || is_clip_ || width == 0 || height == 0) return;
  const std::string_view href = trimmed(tree_.get(id, Att::kHref));
  if (href.empty()) return;
  if (!href.starts_with("data:")) return leave_out("external picture");
  bool is_svg = false;
  if (!meter_.spend(href.size(), 4)) return;
  Held held;
  if (!held.grow(meter_, href.size())) return;
  const auto bytes = data_of(href, is_svg);
  const std::string_view aspect = tree_.get(id, Att::kPreserveAspectRatio);
  if (bytes && is_svg) {
    const Box place_of = Box::of(x, y, width < 0 ? state.measures.width : width,
                                 height < 0 ? state.measures.height : height);
    if (!svg_image(*bytes, place_of, state, aspect)) leave_out("embedded picture");
    return;
  }
  const ImageCodec* codec = bytes ? codec_for(*bytes) : nullptr;
  if (codec == nullptr || codec->decode == nullptr) return leave_out("embedded picture");
  Limits limits = limits_;
  // The pixels stand in memory twice.
  limits.max_decoded_bytes = meter_.bytes_left() / 2;
  limits.max_work = meter_.work_left();
  if (!meter_.spend(bytes->size(), 8)) return;
  const std::uint64_t passes = passes_of(*codec, *bytes);
  if (codec->inspect != nullptr) {
    const auto info = codec->inspect(*bytes, limits);
    if (!info) return leave_out("embedded picture");
    const std::uint64_t all = std::uint64_t{info->size.width} * info->size.height;
    if (!meter_.spend(all / 8 + 1, passes)) return;
  }
  if (is_for_printers(*codec, *bytes)) return leave_out("embedded picture");
  PaidPicture decoded(meter_, 8 + passes / 8, limits.max_decoded_bytes);
  if (!codec->decode(*bytes, limits, {}, decoded)) return leave_out("embedded picture");
  const Dimensions size = decoded.pixels().size();
  if (!held.grow(meter_, rgba_bytes(size))) return;
  const IntBox box = {0, 0, static_cast<std::int32_t>(size.width),
                      static_cast<std::int32_t>(size.height)};
  auto picture = Pixmap::create(box, meter_);
  if (!picture) return;
  for (std::int32_t line = 0; line < box.y1; ++line) {
    const ByteSpan from = decoded.pixels().view().row(static_cast<std::uint32_t>(line));
    const std::span<Rgba> to = picture->row(line);
    for (std::size_t i = 0; i < to.size(); ++i) {
      const std::uint8_t* p = &from[i * kRgbaBytes];
      to[i] = {scaled(p[0], p[3]), scaled(p[1], p[3]), scaled(p[2], p[3]), p[3]};
    }
  }
  if (width < 0) width = height < 0 ? box.x1 : height * box.x1 / box.y1;
  if (height < 0) height = width * box.y1 / box.x1;
  const Box place_of = Box::of(x, y, width, height);
  const Fit fit = fit_view_box(Box::of(0, 0, box.x1, box.y1), place_of, aspect);
  Matrix matrix = state.matrix * fit.matrix;
  Clip clip = state.clip;
  if (fit.slices) clip_to(Path::rectangle(place_of), state.matrix, FillRule::kNonZero, clip);
  const Path outline = Path::rectangle(Box::of(0, 0, box.x1, box.y1));
  const Matrix shape_matrix = matrix;
  if (!matrix.is_regular() || clip.box.is_empty()) return;
  picture = reduced(*std::move(picture), matrix, meter_);
  if (!picture) return;
  Rasterizer shape(clip.box.meet(state.to->box()), meter_);
  shape.add(outline, shape_matrix);
  const PictureSource source(*picture, matrix, 1, false, !state.style.is_pixelated);
  paint(shape, FillRule::kNonZero, source, clip, meter_, *state.to);
}

}  // namespace lectern::drawing
