// One picture, made fit to be sent: proven to decode, within the limits and the provider's
// profile, changed only when it must be. Notebooks and PDFs deliver their pictures through here.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/request.h"
#include "base/tool_result.h"
#include "image/fit/contact_sheet.h"
#include "image/image_info.h"
#include "image/pixels.h"

namespace lectern {

/// What earlier pictures of the same result have taken from the provider's request already.
struct ImageBudget {
  std::uint64_t images = 0;
  std::uint64_t bytes = 0;  ///< as base64
  /// What the pictures have taken, those that could not be used as well, in units of work. Copies
  /// share it.
  std::shared_ptr<std::uint64_t> work = std::make_shared<std::uint64_t>(0);

  /// Counts `image` in.
  void add(const ImageContent& image);
};

struct DeliveredImage {
  ImageContent image;
  /// The picture as it was found.
  ImageInfo original;
  /// True when `image` is not the file's bytes: scaled, turned upright or encoded anew.
  bool changed = false;
  /// Size of the original after turning it upright.
  Dimensions upright = {};
  /// The part of the upright original that `image` shows.
  PixelRegion shown = {};
  /// Length in the original = length in `image` x scale, on both axes.
  double scale = 1.0;
  /// Set when `image` shows several frames of an animation; `scale` is that of a cell.
  std::optional<SheetLayout> sheet = std::nullopt;
};

/// Verifies one picture file of any format this folder reads and makes it fit `options.provider`.
/// `options.image.tile` is for whole files only: not looked at.
/// \param file  what to deliver. When it is a view and the picture fits as it is, so is the
///              result: the bytes must outlive it. Give Media::own for bytes that do not.
/// \param used  what the result holds already. What the picture takes is added to its work.
/// \param part  of the upright picture to deliver, within it; nothing for all of it.
/// \returns CORRUPT_IMAGE, UNSUPPORTED_FORMAT, FILE_TOO_LARGE or LIMIT_EXCEEDED with the bare
///          reason ("IDAT crc mismatch at byte 1042") when there is nothing to deliver.
Result<DeliveredImage> deliver_image(Media file, const ReadOptions& options, ImageBudget used = {},
                                     const std::optional<PixelRegion>& part = std::nullopt);

/// The same for a file that is read for itself, with all of the options: one picture, or the tiles
/// of one, row by row. Also OUT_OF_RANGE for a region outside of the picture.
/// \param codec   of the file, whose signature detection has found.
/// \param region  the part to deliver.
Result<std::vector<DeliveredImage>> deliver_file(
    Media file, const ImageCodec& codec, const ReadOptions& options,
    const std::optional<PixelRegion>& region = std::nullopt);

/// The same for a picture that was decoded elsewhere: by the host, or by a module.
/// \param decoded  where its pixels are given, they are gone then.
/// \param info  what is known of it; its size is that of the pixels, or larger where all of it is
///              asked for.
Result<std::vector<DeliveredImage>> deliver_decoded(const HostPicture& decoded, ImageInfo info,
                                                    const ReadOptions& options,
                                                    const std::optional<PixelRegion>& region);

/// Makes pixels (a rendered page) fit `options.provider`, as PNG
/// or JPEG, whichever keeps it readable and small.
/// \param photo  the pixels come from a lossy format: JPEG is no harm to them.
/// \returns LIMIT_EXCEEDED; INVALID_ARGUMENT when `pixels.rgba` does not match its size.
Result<DeliveredImage> deliver_pixels(PixelView pixels, const ReadOptions& options,
                                      ImageBudget used = {}, bool photo = false);

}  // namespace lectern
