#include "image/image_reader.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <string>

#include "base/format.h"
#include "base/page_selection.h"
#include "image/bmp/ico.h"
#include "image/checks.h"
#include "image/codecs.h"
#include "image/fit/deliver.h"
#include "image/tiff/tiff_directory.h"

namespace lectern {
namespace {

/// Four decimals are enough to find a pixel in the largest picture.
double rounded(double scale) { return std::round(scale * 10'000.0) / 10'000.0; }

/// `value`, which is not negative, with up to four decimals.
std::string decimal(double value) {
  const std::int64_t units = std::llround(value * 10'000.0);
  const std::string fraction = compose({"{}", 10'000 + units % 10'000});
  const std::size_t kept = fraction.find_last_not_of('0');
  return compose(
      {"{}{}{}", units / 10'000, kept == 0 ? "" : ".", std::string_view(fraction).substr(1, kept)});
}

void describe(const DeliveredImage& first, Metadata& metadata) {
  const ImageInfo& info = first.original;
  metadata.dimensions = first.image.size;
  if (first.changed) {
    metadata.original_dimensions = first.upright;
    if (!first.sheet) metadata.scale = rounded(first.scale);
  }
  metadata.bit_depth = info.bit_depth;
  metadata.color_type = info.color_type;
  metadata.alpha = info.alpha;
  metadata.frames = info.frames;
  if (info.orientation != 1) metadata.orientation = info.orientation;
  if (info.frames > 1) metadata.duration_ms = info.duration_ms;
  metadata.warnings = info.warnings;
}

/// "1568x1045 JPEG, 210 KB"
std::string form(const ImageContent& image) {
  return compose({"{}{}{}", image.size, image.mime_type == "image/jpeg" ? " JPEG, " : " PNG, ",
                  human_size(image.data.bytes().size())});
}

/// How to find the place in the original of a place in the delivered picture.
std::string mapping(const DeliveredImage& delivered) {
  const PixelRegion& shown = delivered.shown;
  const bool moved = shown.x != 0 || shown.y != 0;
  if (delivered.scale == 1.0 && !moved) return "";
  std::string text = "; ";
  if (delivered.scale != 1.0) {
    append_to(text, {"multiply coordinates by {}", decimal(rounded(delivered.scale))});
    if (moved) text += ", then ";
  }
  if (moved) append_to(text, {"add {},{}", shown.x, shown.y});
  return text + " to map to the original";
}

std::string region_text(const PixelRegion& region) {
  return compose({"{} at {},{}", Dimensions{region.width, region.height}, region.x, region.y});
}

bool shows_all(const DeliveredImage& delivered) {
  return delivered.shown == PixelRegion{0, 0, delivered.upright.width, delivered.upright.height};
}

/// "3 columns, row by row: frames 1 (0 s), 7 (0.6 s)"
std::string sheet_text(const SheetLayout& sheet) {
  std::string text = compose(
      {"a contact sheet of {frame} in {column}, row by row: ", sheet.frames.size(), sheet.columns});
  for (std::size_t i = 0; i < sheet.frames.size(); ++i) {
    const SheetFrame& frame = sheet.frames[i];
    append_to(text, {"{}{} ({} s)", i == 0 ? "" : ", ", frame.number,
                     decimal(static_cast<double>(frame.time_ms) / 1000.0)});
  }
  return compose({"{}, each {}, together ", text, sheet.cell});
}

/// What happened to the only picture of a result; "" when nothing did.
std::string change_text(const DeliveredImage& delivered) {
  if (!delivered.changed) return "";
  std::string text = "; delivered ";
  if (delivered.sheet) {
    return compose({"{}{}{}", text, sheet_text(*delivered.sheet), form(delivered.image)});
  }
  if (!shows_all(delivered)) append_to(text, {"the region {} as ", region_text(delivered.shown)});
  return compose({"{}{}{}", text, form(delivered.image), mapping(delivered)});
}

void add_tiles(std::vector<DeliveredImage> tiles, ToolResult& result) {
  append_to(result.content, {"; delivered {tile} row by row", tiles.size()});
  result.parts.push_back({result.content});
  for (std::size_t i = 0; i < tiles.size(); ++i) {
    const std::string line =
        compose({"Tile {} of {}: {} as {}{}", i + 1, tiles.size(), region_text(tiles[i].shown),
                 form(tiles[i].image), mapping(tiles[i])});
    append_to(result.content, {"\n{}", line});
    result.parts.push_back({line});
    result.parts.push_back({i});
    result.images.push_back(std::move(tiles[i].image));
  }
}

/// What can be said about a picture that is not delivered.
Metadata failure_metadata(const ReadContext& context) {
  Metadata metadata;
  const ImageCodec* codec = codec_named(context.format.name);
  if (codec == nullptr) return metadata;
  metadata.format = std::string(codec->name);
  // Recognised formats say their size at the cost of a look at the header.
  if (codec->decode == nullptr && codec->verify != nullptr) {
    const auto info = codec->verify(context.bytes, {context.options.limits});
    if (!info) return metadata;
    metadata.dimensions = info->size;
    metadata.frames = info->frames;
    if (info->frames > 1) metadata.duration_ms = info->duration_ms;
  }
  return metadata;
}

ToolResult failed(Error error, const ReadContext& context) {
  if (error.code != ErrorCode::kFileTooLarge) {
    error.message = compose({"Failed to process image file: {}", error.message});
  }
  return failure(std::move(error), ContentType::kImage, failure_metadata(context));
}

/// \param name  of the format: "PNG".
ToolResult succeeded(std::vector<DeliveredImage> delivered, std::string_view name,
                     const ReadContext& context) {
  const std::string facts =
      compose({"{}, {}, {}", name, delivered.front().upright, human_size(context.bytes.size())});
  ToolResult result;
  result.success = true;
  result.content_type = ContentType::kImage;
  result.content = compose({"Read image: {} ({})", base_name(context.request.file_path), facts});
  result.short_result = compose({"Image ({})", facts});
  describe(delivered.front(), result.metadata);
  result.metadata.format = std::string(name);
  if (delivered.size() > 1) {
    add_tiles(std::move(delivered), result);
    return result;
  }
  result.content += change_text(delivered.front());
  result.parts = {{result.content}, {std::size_t{0}}};
  result.images.push_back(std::move(delivered.front().image));
  return result;
}

Result<DeliveredImage> page_of(ByteSpan file, const ImageCodec& codec, const ReadOptions& options,
                               ImageBudget used, const std::optional<PixelRegion>& region) {
  if (!region) return deliver_image(Media::view(file), options, used);
  LECTERN_TRY(std::vector<DeliveredImage> delivered,
              deliver_file(Media::view(file), codec, options, region));
  return std::move(delivered.front());
}

/// Unpacked twice, and maybe damaged or too much at its end.
std::uint64_t work_of_page(const Result<DeliveredImage>& page, const Limits& limits) {
  constexpr std::uint64_t kPixelWork = 28;
  /// Of one of inks, or of samples of more than a byte.
  constexpr std::uint64_t kWidePixelWork = 56;
  constexpr std::uint64_t kMostFailed = 4;
  if (!page)
    return page.error().code == ErrorCode::kUnsupportedFormat ? 0 : limits.max_work / kMostFailed;
  const bool is_wide = page->original.bit_depth > 8 || page->original.color_type == "cmyk";
  return std::uint64_t{page->upright.width} * page->upright.height *
         (is_wide ? kWidePixelWork : kPixelWork);
}

/// The pages of a TIFF, or the sizes of an icon, that are asked for: each is a picture of its own.
Result<ToolResult> read_pages(const ReadContext& context, const ImageCodec& codec) {
  const bool is_icon = codec.format == ImageFormat::kIco;
  const auto places = is_icon ? icon_pictures(context.bytes) : tiff_pages(context.bytes);
  if (!places) return failed(places.error(), context);
  const std::uint64_t count = places->size();
  LECTERN_TRY(PageSelection selection,
              select_pages(context.request.pages, count, context.options.limits.max_images));
  ByteVector file(context.bytes.begin(), context.bytes.end());
  ReadOptions options = context.options;
  // The pages behind it are no frames that are left out.
  options.image.animation = Animation::kFirst;
  ToolResult result;
  result.success = true;
  result.content_type = ContentType::kImage;
  const std::string facts =
      compose({"{}, {page}, {}", codec.name, count, human_size(context.bytes.size())});
  result.content = compose({"Read image: {} ({})", base_name(context.request.file_path), facts});
  result.short_result = compose({"Image ({})", facts});
  result.parts.push_back({result.content});
  ImageBudget used;
  std::optional<Error> first_error;
  std::uint64_t work = 0;
  std::uint64_t last_work = 0;
  for (std::uint64_t done = 0; done < selection.pages.size(); ++done) {
    if (work + last_work > context.options.limits.max_work) {
      // The others are for the next read.
      LECTERN_TRY(selection, select_pages(context.request.pages, count, done));
      break;
    }
    const std::uint64_t page = selection.pages[static_cast<std::size_t>(done)];
    const std::uint64_t place = (*places)[static_cast<std::size_t>(page - 1)];
    if (is_icon) {
      keep_icon_picture(context.bytes, place, file);
    } else {
      begin_tiff_with(place, file);
    }
    used.work = std::make_shared<std::uint64_t>(0);
    auto delivered = page_of(file, codec, options, used, context.request.region);
    last_work = work_of_page(delivered, context.options.limits);
    work += last_work;
    std::string line = compose({"Page {}: ", page});
    if (delivered) {
      append_to(line, {"{}{}", delivered->upright, change_text(*delivered)});
      if (result.images.empty()) describe(*delivered, result.metadata);
      used.add(delivered->image);
      delivered->image.page = page;
    } else {
      if (!first_error) first_error = delivered.error();
      line += delivered.error().message;
      result.metadata.warnings.push_back(line);
    }
    append_to(result.content, {"\n{}", line});
    result.parts.push_back({line, page});
    if (!delivered) continue;
    result.parts.push_back({result.images.size(), page});
    result.images.push_back(std::move(delivered->image));
  }
  if (result.images.empty()) {
    if (!selection.remaining.empty())
      append_to(first_error->message,
                {"; not read yet: pages {}", ranges_text(selection.remaining)});
    return failed(*std::move(first_error), context);
  }
  result.metadata.format = std::string(codec.name);
  result.metadata.frames = count;
  if (!selection.missing.empty()) {
    add_to(result.metadata.warnings,
           {"pages {} asked for: the document has {page}", selection.missing, count});
  }
  if (selection.remaining.empty()) return result;
  result.truncated = true;
  ReadRequest next = context.request;
  next.pages = selection.remaining;
  result.truncation = Truncation{TruncationCause::kPages, std::move(next)};
  const std::string line = compose({"(Next: pages={})", ranges_text(selection.remaining)});
  append_to(result.content, {"\n{}", line});
  result.parts.push_back({line});
  return result;
}

Result<ToolResult> read_pixels(const ReadContext& context, const HostPicture& picture) {
  const ImageCodec* codec = codec_named(context.format.name);
  const PixelView& pixels = picture.pixels;
  if (auto checked = check_pixels(pixels.size, context.options.limits); !checked) {
    return failed(std::move(checked).error(), context);
  }
  ImageInfo info;
  if (codec != nullptr && codec->decode == nullptr && codec->verify != nullptr) {
    // Pixels are all that was given; the boxes know the rest.
    if (auto inspected = codec->verify(context.bytes, {context.options.limits})) info = *inspected;
    info.lossy = true;
  }
  info.size = picture.facts.full_size.value_or(pixels.size);
  info.color_type = "rgba";
  info.bit_depth = picture.facts.bit_depth;
  info.alpha = picture.facts.alpha;
  info.warnings = picture.facts.warnings;
  auto delivered =
      deliver_decoded(picture, std::move(info), context.options, context.request.region);
  if (!delivered) return failed(std::move(delivered).error(), context);
  return succeeded(*std::move(delivered), context.format.name, context);
}

bool same_shape(Dimensions a, Dimensions b) {
  const double ratio =
      static_cast<double>(a.width) * b.height / (static_cast<double>(b.width) * a.height);
  return std::abs(ratio - 1) < 0.02;
}

}  // namespace

std::optional<ToolResult> read_preview(const ReadContext& context) {
  constexpr std::size_t kMostPlaces = 16;
  constexpr std::size_t kMostProven = 3;
  constexpr std::string_view kStart = "\xFF\xD8\xFF";
  const ImageCodec* codec = codec_named(context.format.name);
  if (codec == nullptr || codec->format != ImageFormat::kHeic || context.request.region) return {};
  const auto picture = codec->verify(context.bytes, {context.options.limits});
  if (!picture) return {};
  const ImageCodec& jpeg = codec_of(ImageFormat::kJpeg);
  const std::string_view text = as_chars(context.bytes);
  std::size_t places[kMostPlaces] = {};
  std::uint32_t widths[kMostPlaces] = {};
  std::size_t count = 0;
  for (std::size_t at = text.find(kStart); at != text.npos && count < kMostPlaces;
       at = text.find(kStart, at + 1)) {
    const auto info = jpeg.inspect(context.bytes.subspan(at), context.options.limits);
    places[count] = at;
    widths[count++] = info ? info->size.width : 0;
  }
  ByteSpan preview;
  Dimensions size;
  for (std::size_t proven = 0; proven < kMostProven && preview.empty(); ++proven) {
    std::uint32_t* widest = std::max_element(std::begin(widths), std::end(widths));
    if (*widest == 0) break;
    const ByteSpan bytes = context.bytes.subspan(places[widest - widths]);
    *widest = 0;
    const auto info = jpeg.verify(bytes, {context.options.limits});
    if (!info) continue;
    preview = bytes.first(bytes.size() - static_cast<std::size_t>(info->bytes_after));
    size = info->size;
  }
  if (preview.empty()) return {};
  auto delivered = deliver_image(Media::view(preview), context.options);
  if (!delivered) return {};
  DeliveredImage& image = *delivered;
  const bool maps = same_shape(image.upright, picture->size);
  image.scale *= static_cast<double>(picture->size.width) / image.upright.width;
  if (!maps) image.scale = 1;
  image.changed = true;
  image.upright = picture->size;
  image.shown = {0, 0, image.upright.width, image.upright.height};
  add_to(image.original.warnings,
         {"HEIC is not decoded here: this is the preview of {} that the file holds", size});
  std::vector<DeliveredImage> all;
  all.push_back(*std::move(delivered));
  ToolResult result = succeeded(std::move(all), codec->name, context);
  if (!maps) result.metadata.scale.reset();
  return result;
}

Result<ToolResult> read_image(const ReadContext& context) {
  if (context.pixels != nullptr) return read_pixels(context, *context.pixels);
  const ImageCodec* codec = codec_named(context.format.name);
  if (codec == nullptr) {
    return failed({ErrorCode::kUnsupportedFormat,
                   {"{} cannot be drawn here; read it as text, or let the host draw it",
                    context.format.name}},
                  context);
  }
  const bool has_pages = codec->format == ImageFormat::kTiff || codec->format == ImageFormat::kIco;
  if (has_pages && !context.request.pages.empty()) return read_pages(context, *codec);
  auto delivered =
      deliver_file(Media::view(context.bytes), *codec, context.options, context.request.region);
  if (!delivered) return failed(std::move(delivered).error(), context);
  return succeeded(*std::move(delivered), codec->name, context);
}

}  // namespace lectern
