#include "image/fit/deliver.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "base/base64.h"
#include "base/format.h"
#include "base/provider.h"
#include "image/checks.h"
#include "image/codecs.h"
#include "image/exif.h"
#include "image/fit/encode_fitting.h"
#include "image/fit/fit.h"
#include "image/fit/resize.h"
#include "image/fit/tiles.h"
#include "image/orient.h"

namespace lectern {
namespace {

constexpr std::string_view kHeicDecoders =
    ": a JavaScript program with libheif-js and lectern/decode/heic, the native program with the "
    "system's libheif";

struct PictureFile {
  Media file;
  /// Null when the pixels are there.
  const ImageCodec* codec;
  ImageInfo info;
  /// False when only the headers were looked at: what is delivered must come
  /// from a decoding that proves it.
  bool proven = true;
  /// All of it, when it was decoded elsewhere.
  PixelView pixels = {};
  Pixels* given = nullptr;  ///< the same, where nobody else needs them

  Dimensions upright() const { return upright_size(info.size, info.orientation); }
};

PixelRegion whole(Dimensions size) { return {0, 0, size.width, size.height}; }
Dimensions size_of(const PixelRegion& region) { return {region.width, region.height}; }

VerifyOptions verify_options(const ReadOptions& options) {
  return {options.limits, options.image.lenient};
}

/// Proves the picture, or where decoding can do that as well, leaves it to
/// that. \param codec  null: the bytes are of no format that has one.
Result<PictureFile> open_picture(Media file, const ImageCodec* codec, const ReadOptions& options) {
  const ByteSpan bytes = file.bytes();
  const std::uint64_t limit = options.limits.max_image_bytes;
  if (bytes.size() > limit) {
    return fail(ErrorCode::kFileTooLarge,
                {"Image file exceeds {}", limit_text(limit, bytes.size())});
  }
  if (codec == nullptr) {
    return fail(ErrorCode::kCorruptImage,
                bytes.empty() ? "the file is empty" : "the bytes are of no known picture format");
  }
  if (codec->inspect != nullptr) {
    LECTERN_TRY(ImageInfo info, codec->inspect(bytes, options.limits));
    return PictureFile{std::move(file), codec, std::move(info), false};
  }
  ImageInfo info;
  if (codec->verify != nullptr) {
    LECTERN_TRY(info, codec->verify(bytes, verify_options(options)));
  }
  if (codec->decode == nullptr) {
    const std::string size = info.size.width == 0 ? "" : compose({" ({})", info.size});
    return fail(ErrorCode::kUnsupportedFormat,
                {"{}{} cannot be decoded here; convert it to PNG or JPEG, "
                 "or let the host decode it{}",
                 codec->name, size, codec->format == ImageFormat::kHeic ? kHeicDecoders : ""});
  }
  return PictureFile{std::move(file), codec, std::move(info)};
}

/// True when the provider takes the file's format, whatever its size.
bool takes_format(const ProviderProfile& profile, const ImageInfo& info, Animation animation) {
  switch (info.format) {
    case ImageFormat::kPng:
    case ImageFormat::kJpeg:
      break;
    case ImageFormat::kGif:
      if (!profile.takes_gif) return false;
      break;
    case ImageFormat::kWebp:
      if (!profile.takes_webp) return false;
      break;
    default:
      return false;
  }
  if (info.frames <= 1) return true;
  if (animation == Animation::kFirst || animation == Animation::kContactSheet) return false;
  // Every decoder shows an APNG's default image, so it is a still picture to
  // those that know none.
  return profile.takes_animation || info.format == ImageFormat::kPng;
}

/// True when the headers let the file's own bytes be sent.
bool may_stay_as_it_is(const PictureFile& picture, const ReadOptions& options,
                       const FitLimits& limits) {
  const ImageInfo& info = picture.info;
  if (!takes_format(profile_of(options.provider), info, options.image.animation)) return false;
  if (base64_size(picture.file.bytes().size()) > limits.max_base64_bytes) return false;
  if (fitted_size(info.size, limits) != info.size) return false;
  // Providers do not look at EXIF; without one the host may, so the file stays
  // whole.
  return options.provider == Provider::kNone || info.orientation == 1;
}

Result<void> prove(PictureFile& picture, const ReadOptions& options) {
  if (picture.proven) return {};
  LECTERN_TRY(picture.info, picture.codec->verify(picture.file.bytes(), verify_options(options)));
  picture.proven = true;
  return {};
}

/// True when the file's own bytes may be sent; they are proven then.
Result<bool> fits_as_it_is(PictureFile& picture, const ReadOptions& options,
                           const FitLimits& limits) {
  if (!may_stay_as_it_is(picture, options, limits)) return false;
  LECTERN_CHECK(prove(picture, options));
  const ImageInfo& info = picture.info;
  return !info.damaged && (options.provider == Provider::kNone || !info.fragile);
}

/// Passes each row on to several sinks.
class FanOut final : public RowSink {
 public:
  explicit FanOut(std::span<const std::unique_ptr<ScalingSink>> sinks) : sinks_(sinks) {}
  Result<void> begin(Dimensions size) override {
    for (const auto& sink : sinks_) LECTERN_CHECK(sink->begin(size));
    return {};
  }
  void row(ByteSpan rgba) override {
    for (const auto& sink : sinks_) sink->row(rgba);
  }
  void same_row(ByteSpan rgba) override {
    for (const auto& sink : sinks_) sink->same_row(rgba);
  }

 private:
  std::span<const std::unique_ptr<ScalingSink>> sinks_;
};

struct View {
  PixelRegion region;  ///< of the upright picture
  Dimensions target;   ///< upright
};

/// Decodes once and gives the views, upright, in their order. The picture is
/// proven then.
Result<std::vector<Pixels>> render(PictureFile& picture, std::span<const View> views,
                                   const ReadOptions& options) {
  const Limits& limits = options.limits;
  ImageInfo& info = picture.info;
  const bool all_of_it = views.size() == 1 && views[0].region == whole(picture.upright());
  std::vector<std::unique_ptr<ScalingSink>> sinks;
  std::uint64_t kept = 0;
  for (const View& view : views) {
    std::optional<PixelRegion> region;
    if (!all_of_it) region = stored_region(view.region, info.size, info.orientation);
    sinks.push_back(std::make_unique<ScalingSink>(region,
                                                  upright_size(view.target, info.orientation),
                                                  limits.max_decoded_bytes, info.orientation));
    kept += rgba_bytes(view.target);
  }
  // Regions are counted in pixels of the full size.
  const Dimensions at_least =
      all_of_it ? upright_size(views[0].target, info.orientation) : Dimensions{};
  FanOut fan_out(sinks);
  const ByteSpan bytes = picture.file.bytes();
  if (picture.codec == nullptr) {
    LECTERN_CHECK(fan_out.begin(picture.pixels.size));
    for (std::uint32_t y = 0; y < picture.pixels.size.height; ++y) {
      fan_out.row(picture.pixels.row(y));
    }
  } else if (picture.proven) {
    Limits left = limits;
    // Strips and bands of tiles are held beside what is kept.
    if (picture.codec->format == ImageFormat::kTiff)
      left.max_decoded_bytes -= std::min(kept, left.max_decoded_bytes / 4 * 3);
    LECTERN_CHECK(picture.codec->decode(bytes, left, at_least, fan_out));
  } else {
    LECTERN_CHECK(
        picture.codec->decode_and_verify(bytes, verify_options(options), at_least, fan_out, info));
    picture.proven = true;
  }
  std::vector<Pixels> rendered;
  for (const auto& sink : sinks) {
    LECTERN_TRY(Pixels pixels, sink->take());
    rendered.push_back(std::move(pixels));
  }
  return rendered;
}

void note_bytes_after(ImageInfo& info, std::string_view what_became) {
  if (info.bytes_after == 0 || !info.end_mark.empty()) return;
  add_to(info.warnings, {"{byte} after the end of the picture{}", info.bytes_after, what_became});
}

/// Cuts off what is not proven; without a provider only what would damage the
/// file.
void cut_to_proven(PictureFile& picture, Provider provider) {
  ImageInfo& info = picture.info;
  if (info.bytes_after == 0 && info.end_mark.empty()) return;
  const bool stays = info.end_mark.empty() && provider == Provider::kNone;
  note_bytes_after(info, stays ? "" : " were cut off");
  if (stays) return;
  ByteSpan proven = picture.file.bytes();
  proven = proven.first(proven.size() - static_cast<std::size_t>(info.bytes_after));
  ByteVector cut(proven.begin(), proven.end());
  cut.insert(cut.end(), info.end_mark.begin(), info.end_mark.end());
  picture.file = Media::own(std::move(cut));
}

DeliveredImage delivered_unchanged(PictureFile picture, Provider provider) {
  cut_to_proven(picture, provider);
  DeliveredImage delivered{
      {std::move(picture.file), std::string(picture.codec->mime_type), picture.info.size},
      std::move(picture.info)};
  delivered.upright = delivered.original.size;
  delivered.shown = whole(delivered.upright);
  return delivered;
}

/// Length in `original` = length in `delivered` x scale; the long side tells it
/// best.
double scale_of(Dimensions original, Dimensions delivered) {
  return original.width >= original.height
             ? static_cast<double>(original.width) / delivered.width
             : static_cast<double>(original.height) / delivered.height;
}

DeliveredImage delivered_anew(EncodedImage encoded, const ImageInfo& info, Dimensions upright,
                              PixelRegion shown) {
  DeliveredImage delivered{
      {Media::own(std::move(encoded.bytes)), std::string(encoded.mime_type), encoded.size}, info};
  delivered.changed = true;
  delivered.upright = upright;
  delivered.shown = shown;
  delivered.scale = scale_of(size_of(shown), encoded.size);
  return delivered;
}

/// What is lost when a file is encoded anew, for the warnings.
void note_losses(ImageInfo& info, bool frames_are_wanted, bool has_profile) {
  if (info.profile.bytes > 0 && !has_profile) {
    add_to(info.warnings, {"the colour profile ({byte}) was left out", info.profile.bytes});
  }
  note_bytes_after(info, " were left out");
  if (info.exif) {
    info.warnings.emplace_back(info.orientation == 1
                                   ? "EXIF data was left out"
                                   : "EXIF data was left out; orientation was applied");
  }
  if (info.frames <= 1 || !frames_are_wanted) return;
  if (info.format == ImageFormat::kTiff) {
    add_to(info.warnings,
           {"only the first of {page} is delivered; pages selects others", info.frames});
  } else if (info.format == ImageFormat::kIco) {
    add_to(info.warnings,
           {"only the largest of {picture} is delivered; pages selects others", info.frames});
  } else {
    add_to(info.warnings, {"only the first of {frame} is delivered", info.frames});
  }
}

/// Bounds for a tile of several: each may take its share of the bytes.
FitLimits share_of(FitLimits limits, std::uint64_t tiles) {
  if (limits.max_base64_bytes != kUnlimited) limits.max_base64_bytes /= tiles;
  return limits;
}

Result<std::vector<DeliveredImage>> deliver_regions(PictureFile picture,
                                                    const std::vector<PixelRegion>& regions,
                                                    const ReadOptions& options,
                                                    const FitLimits& limits) {
  std::vector<View> views;
  views.reserve(regions.size());
  for (const PixelRegion& region : regions) {
    views.push_back({region, fitted_size(size_of(region), limits)});
  }
  const bool is_all = picture.codec == nullptr && picture.info.orientation == 1 &&
                      views.size() == 1 && views[0].region == whole(picture.pixels.size);
  const bool is_there = is_all && views[0].target == picture.pixels.size;
  // Beside its pixels a smaller version has no room.
  const bool is_over = is_all && picture.given != nullptr &&
                       rgba_bytes(picture.pixels.size) + rgba_bytes(views[0].target) >
                           options.limits.max_decoded_bytes;
  std::vector<EncodedImage> encoded;
  const FitLimits share = share_of(limits, views.size());
  const auto encode = [&](auto&& pixels) -> Result<void> {
    LECTERN_TRY(EncodedImage image,
                encode_fitting(std::forward<decltype(pixels)>(pixels), picture.info.lossy, share,
                               options.limits.max_decoded_bytes, picture.info.profile.icc));
    encoded.push_back(std::move(image));
    return {};
  };
  if (is_there && picture.given != nullptr) {
    LECTERN_CHECK(encode(std::move(*picture.given)));
  } else if (is_there) {
    LECTERN_CHECK(encode(picture.pixels));
  } else if (is_over) {
    LECTERN_CHECK(encode(scaled_over(std::move(*picture.given), views[0].target)));
  } else {
    // Of a picture that is there, no more than one view is held beside it.
    const std::size_t at_once = picture.codec == nullptr ? 1 : views.size();
    for (std::size_t first = 0; first < views.size(); first += at_once) {
      LECTERN_TRY(std::vector<Pixels> rendered,
                  render(picture, std::span(views).subspan(first, at_once), options));
      if (picture.given != nullptr && first + at_once == views.size()) picture.given->release();
      for (Pixels& pixels : rendered) LECTERN_CHECK(encode(std::move(pixels)));
    }
  }
  note_losses(picture.info, options.image.animation != Animation::kFirst,
              std::all_of(encoded.begin(), encoded.end(),
                          [](const EncodedImage& each) { return each.has_profile; }));
  std::vector<DeliveredImage> delivered;
  for (std::size_t i = 0; i < encoded.size(); ++i) {
    delivered.push_back(
        delivered_anew(std::move(encoded[i]), picture.info, picture.upright(), regions[i]));
  }
  return delivered;
}

/// The frames are proven then: there may be fewer than the headers say.
Result<bool> wants_sheet(PictureFile& picture, const ReadOptions& options) {
  if (options.image.animation != Animation::kContactSheet || picture.info.frames <= 1 ||
      picture.codec->animate == nullptr) {
    return false;
  }
  LECTERN_CHECK(prove(picture, options));
  return picture.info.frames > 1;
}

Result<DeliveredImage> deliver_sheet(PictureFile picture, const ReadOptions& options,
                                     const FitLimits& limits) {
  ImageInfo& info = picture.info;
  LECTERN_TRY(ContactSheet sheet, make_contact_sheet(picture.file.bytes(), *picture.codec, info,
                                                     limits, options.limits));
  LECTERN_TRY(EncodedImage encoded,
              encode_fitting(sheet.pixels.view(), info.lossy, limits,
                             options.limits.max_decoded_bytes, info.profile.icc));
  note_losses(info, false, encoded.has_profile);
  // To fit in bytes, the whole sheet may have become smaller.
  const double shrunk = scale_of(sheet.pixels.size(), encoded.size);
  Dimensions& cell = sheet.layout.cell;
  const auto shrink = [shrunk](std::uint32_t side) {
    return std::max(1u, static_cast<std::uint32_t>(side / shrunk));
  };
  cell = {shrink(cell.width), shrink(cell.height)};
  const Dimensions upright = picture.upright();
  DeliveredImage delivered = delivered_anew(std::move(encoded), info, upright, whole(upright));
  delivered.scale = scale_of(upright, cell);
  delivered.sheet = std::move(sheet.layout);
  return delivered;
}

/// The part of the region that lies inside of the picture. OUT_OF_RANGE when
/// none does.
Result<PixelRegion> clipped(const PixelRegion& region, Dimensions size) {
  if (region.x >= size.width || region.y >= size.height) {
    return fail(
        ErrorCode::kOutOfRange,
        {"region at {},{} is outside of the picture: it has {} pixels", region.x, region.y, size});
  }
  return PixelRegion{region.x, region.y, std::min(region.width, size.width - region.x),
                     std::min(region.height, size.height - region.y)};
}

/// The region that is asked for, the tiles, or the picture.
Result<std::vector<DeliveredImage>> deliver_parts(PictureFile picture, const ReadOptions& options,
                                                  const FitLimits& limits,
                                                  const std::optional<PixelRegion>& asked) {
  const Dimensions upright = picture.upright();
  std::vector<PixelRegion> regions{whole(upright)};
  if (asked) {
    LECTERN_TRY(regions.front(), clipped(*asked, upright));
  } else if (options.image.tile) {
    regions = tile_regions(upright, limits, options.limits.max_images);
  }
  return deliver_regions(std::move(picture), regions, options, limits);
}

Result<void> check_buffer(PixelView pixels) {
  if (pixels.rgba.size() == rgba_bytes(pixels.size) && !pixels.rgba.empty()) return {};
  return fail(ErrorCode::kInvalidArgument, {"pixels of {} need {,} bytes, not {,}", pixels.size,
                                            rgba_bytes(pixels.size), pixels.rgba.size()});
}

}  // namespace

void ImageBudget::add(const ImageContent& image) {
  ++images;
  bytes += base64_size(image.data.bytes().size());
}

namespace {

Result<DeliveredImage> deliver_known(Media file, const ImageCodec* codec,
                                     const ReadOptions& options, const ImageBudget& used,
                                     const std::optional<PixelRegion>& part) {
  LECTERN_TRY(PictureFile picture, open_picture(std::move(file), codec, options));
  LECTERN_TRY(const FitLimits limits, fit_limits(options, used.images, used.bytes));
  if (!part) {
    LECTERN_TRY(const bool fits, fits_as_it_is(picture, options, limits));
    if (fits) return delivered_unchanged(std::move(picture), options.provider);
    LECTERN_TRY(const bool as_sheet, wants_sheet(picture, options));
    if (as_sheet) return deliver_sheet(std::move(picture), options, limits);
  }
  const PixelRegion all = part.value_or(whole(picture.upright()));
  LECTERN_TRY(std::vector<DeliveredImage> delivered,
              deliver_regions(std::move(picture), {all}, options, limits));
  return std::move(delivered.front());
}

/// What a picture has taken at most that its decoder did not finish with, in units of work.
std::uint64_t work_of_unusable(ByteSpan bytes, const ImageCodec* codec, const Limits& limits) {
  constexpr std::uint64_t kPixelWork = 80;
  constexpr std::uint64_t kUnknownWork = 200'000'000;
  if (codec == nullptr) return 0;
  if (codec->inspect == nullptr) return kUnknownWork;
  const auto info = codec->inspect(bytes, limits);
  return info ? std::uint64_t{info->size.width} * info->size.height * kPixelWork : 0;
}

}  // namespace

Result<DeliveredImage> deliver_image(Media file, const ReadOptions& options, ImageBudget used,
                                     const std::optional<PixelRegion>& part) {
  constexpr std::uint64_t kPixelWork = 8;
  if (*used.work > options.limits.max_work) {
    return fail(ErrorCode::kLimitExceeded,
                "the pictures before it took what work one read may take");
  }
  const ImageCodec* codec = codec_for(file.bytes());
  const std::uint64_t unusable = work_of_unusable(file.bytes(), codec, options.limits);
  auto delivered = deliver_known(std::move(file), codec, options, used, part);
  if (delivered) {
    *used.work += std::uint64_t{delivered->upright.width} * delivered->upright.height * kPixelWork;
  } else if (delivered.error().code != ErrorCode::kUnsupportedFormat) {
    *used.work += unusable;
  }
  return delivered;
}

Result<std::vector<DeliveredImage>> deliver_file(Media file, const ImageCodec& codec,
                                                 const ReadOptions& options,
                                                 const std::optional<PixelRegion>& asked) {
  LECTERN_TRY(PictureFile picture, open_picture(std::move(file), &codec, options));
  LECTERN_TRY(const FitLimits limits, fit_limits(options, 0, 0));
  if (asked) return deliver_parts(std::move(picture), options, limits, asked);
  LECTERN_TRY(const bool fits, fits_as_it_is(picture, options, limits));
  if (fits) {
    std::vector<DeliveredImage> delivered;
    delivered.push_back(delivered_unchanged(std::move(picture), options.provider));
    return delivered;
  }
  LECTERN_TRY(const bool as_sheet, wants_sheet(picture, options));
  if (as_sheet) {
    LECTERN_TRY(DeliveredImage sheet, deliver_sheet(std::move(picture), options, limits));
    std::vector<DeliveredImage> delivered;
    delivered.push_back(std::move(sheet));
    return delivered;
  }
  return deliver_parts(std::move(picture), options, limits, asked);
}

Result<std::vector<DeliveredImage>> deliver_decoded(const HostPicture& decoded, ImageInfo info,
                                                    const ReadOptions& options,
                                                    const std::optional<PixelRegion>& region) {
  LECTERN_CHECK(check_buffer(decoded.pixels));
  LECTERN_TRY(const FitLimits limits, fit_limits(options, 0, 0));
  PictureFile picture{Media::view({}), nullptr,      std::move(info), true,
                      decoded.pixels,  decoded.given};
  return deliver_parts(std::move(picture), options, limits, region);
}

Result<DeliveredImage> deliver_pixels(PixelView pixels, const ReadOptions& options,
                                      ImageBudget used, bool photo) {
  LECTERN_CHECK(check_buffer(pixels));
  LECTERN_TRY(const FitLimits limits, fit_limits(options, used.images, used.bytes));
  const std::uint64_t memory = options.limits.max_decoded_bytes;
  const Dimensions target = fitted_size(pixels.size, limits);
  std::optional<Pixels> scaled;
  if (target != pixels.size) {
    LECTERN_TRY(scaled, scaled_pixels(pixels, target, memory));
  }
  LECTERN_TRY(EncodedImage encoded,
              encode_fitting(scaled ? scaled->view() : pixels, photo, limits, memory));
  ImageInfo info;
  info.size = pixels.size;
  info.color_type = "rgba";
  return delivered_anew(std::move(encoded), info, pixels.size, whole(pixels.size));
}

}  // namespace lectern
