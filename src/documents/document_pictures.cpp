#include "documents/document_pictures.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/format.h"
#include "detect/signatures.h"
#include "documents/drawing/metafile.h"
#include "documents/markdown/escape.h"
#include "documents/markdown/markdown_writer.h"
#include "image/codecs.h"
#include "image/fit/deliver.h"
#include "image/orient.h"

namespace lectern {
namespace {

constexpr std::string_view kMarkStart = "[Image ";
/// A picture's format and size stand at its start.
constexpr std::uint64_t kHeadBytes = std::uint64_t{64} << 10;
/// Pictures whose sizes are told; the marks of others have their number only.
constexpr std::size_t kMaxDescribed = 10'000;
/// Pictures that have a number, and what their names take; others are marked without one.
constexpr std::size_t kMaxNumbered = 200'000;
constexpr std::size_t kMaxKeyBytes = std::size_t{32} << 20;
/// Of a description; the long ones of all marks together take no more than `alt_room_`.
constexpr std::size_t kLongestAlt = 4'000;
constexpr std::size_t kShortAlt = 200;
/// What metafiles may have, all together: as the file holds them and inflated.
constexpr std::size_t kMaxMetafileBytes = std::size_t{256} << 20;
/// What is kept of them, text and bitmaps, counts as so many times its bytes.
constexpr std::size_t kKeptWeight = 16;

/// The number of the mark at `at`, which no text of the document can look like.
std::optional<std::size_t> number_at(std::string_view content, std::size_t at) {
  if (at > 0 && content[at - 1] == '\\') return std::nullopt;
  std::size_t number = 0;
  std::size_t digits = at + kMarkStart.size();
  const std::size_t first = digits;
  for (; digits < content.size() && digits - first < 9 && content[digits] >= '0' &&
         content[digits] <= '9';
       ++digits) {
    number = number * 10 + static_cast<std::size_t>(content[digits] - '0');
  }
  if (digits == first) return std::nullopt;
  return number;
}

/// The part of a picture that is left of it; nothing for all of it.
std::optional<PixelRegion> shown_part(ByteSpan bytes, const PictureCrop& crop,
                                      const Limits& limits) {
  if (crop.is_none()) return std::nullopt;
  const ImageCodec* codec = codec_for(bytes);
  if (codec == nullptr || codec->inspect == nullptr) return std::nullopt;
  const auto info = codec->inspect(bytes, limits);
  if (!info) return std::nullopt;
  const Dimensions size = upright_size(info->size, info->orientation);
  const auto place = [](double part, std::uint32_t side) {
    return static_cast<std::uint32_t>(std::clamp(part, 0.0, 1.0) * side + 0.5);
  };
  PixelRegion part;
  part.x = place(crop.left, size.width);
  part.y = place(crop.top, size.height);
  const std::uint32_t right = place(1 - crop.right, size.width);
  const std::uint32_t bottom = place(1 - crop.bottom, size.height);
  if (right <= part.x || bottom <= part.y) return std::nullopt;
  part.width = right - part.x;
  part.height = bottom - part.y;
  return part;
}

std::string quoted_alt(std::string_view alt) {
  std::string quoted = MarkdownWriter::escaped(alt);
  std::replace(quoted.begin(), quoted.end(), '"', '\'');
  return compose({": \"{}\"", quoted});
}

}  // namespace

PicturePlace picture_place(std::string_view key) {
  PicturePlace place;
  std::uint64_t* number = &place.offset;
  for (const char c : key) {
    if (c == '+') {
      number = &place.bytes;
    } else if (c >= '0' && c <= '9') {
      *number = *number * 10 + static_cast<unsigned>(c - '0');
    }
  }
  return place;
}

void DocumentPictures::describe_metafile(Picture& picture) {
  picture.is_drawn = true;
  if (metafile_bytes_ > kMaxMetafileBytes) {
    picture.text = "; not looked into, the metafiles before it are too large";
    return;
  }
  const Result<ByteVector> bytes =
      source_.picture(picture.key, options_.limits.max_image_bytes, true);
  if (!bytes) return;
  metafile_bytes_ += bytes->size();
  std::optional<Metafile> metafile = read_metafile(*bytes, options_.limits.max_image_bytes);
  if (!metafile) return;
  metafile_bytes_ += metafile->read_bytes;
  picture.kind = compose({"{} metafile", metafile->kind});
  if (metafile->width > 0 && metafile->height > 0)
    append_to(picture.kind, {" {}x{} mm", metafile->width / 10, metafile->height / 10});
  metafile_bytes_ += kKeptWeight * (metafile->text.size() + metafile->picture.size());
  if (!metafile->text.empty())
    picture.text = compose({"; text: {}", MarkdownWriter::escaped(metafile->text)});
  const ImageCodec* codec = codec_for(metafile->picture);
  if (codec == nullptr || codec->inspect == nullptr) return;
  const auto info = codec->inspect(metafile->picture, options_.limits);
  if (!info) return;
  picture.is_drawn = false;
  picture.kind = compose({"{} {} in {}", info->size, codec->name, metafile->kind});
  picture.bytes = std::move(metafile->picture);
}

void DocumentPictures::describe(Picture& picture) {
  if (pictures_.size() >= kMaxDescribed) return;
  const Result<ByteVector> head = source_.picture(picture.key, kHeadBytes, false);
  if (!head) {
    picture.kind = compose({"not readable, {}", head.error().message});
  } else if (const ImageCodec* codec = codec_for(*head)) {
    picture.kind = codec->name;
    if (codec->inspect != nullptr) {
      if (const auto info = codec->inspect(*head, options_.limits))
        picture.kind = compose({"{} {}", info->size, codec->name});
    }
    if (!picture.crop.is_none()) picture.kind += ", cropped";
  } else {
    // What OpenOffice stores to show of an object.
    constexpr std::string_view kStarView = "VCLMTF";
    picture.is_drawn = as_chars(*head).starts_with(kStarView);
    const auto kind = find_binary_kind(*head);
    picture.kind = picture.is_drawn ? "StarView metafile"
                   : kind           ? std::string(kind->name)
                                    : "unknown format";
    if (is_metafile(*head)) describe_metafile(picture);
  }
}

std::string DocumentPictures::mark(std::string_view key, std::string_view alt,
                                   const PictureCrop& crop) {
  std::string whole(key);
  if (!crop.is_none()) {
    for (const double side : {crop.left, crop.top, crop.right, crop.bottom})
      append_to(whole, {"\n{}", static_cast<std::int64_t>(side * 1e6)});
  }
  std::size_t most = kLongestAlt;
  if (alt.size() > kShortAlt) {
    // One description may stand for thousands of pictures.
    const std::size_t size = std::min(alt.size(), kLongestAlt);
    if (size > alt_room_) most = kShortAlt;
    alt_room_ -= std::min(alt_room_, size);
  }
  const std::string quoted = alt.empty() ? std::string() : quoted_alt(shortened(alt, most));
  const bool is_full = pictures_.size() >= kMaxNumbered || key_bytes_ > kMaxKeyBytes;
  if (is_full && !numbers_.contains(whole))
    return compose({"[Image: not shown, too many are before it{}]", quoted});
  const auto [place, is_new] = numbers_.try_emplace(std::move(whole), pictures_.size() + 1);
  if (is_new) {
    key_bytes_ += key.size();
    Picture picture{std::string(key), crop};
    describe(picture);
    pictures_.push_back(std::move(picture));
  }
  const Picture& picture = pictures_[place->second - 1];
  std::string text = compose({"{}{}", kMarkStart, place->second});
  if (!picture.kind.empty()) append_to(text, {": {}", picture.kind});
  text += quoted;
  // The text of a drawing stands once.
  if (is_new) text += picture.text;
  return text + ']';
}

void DocumentPictures::deliver(ToolResult& result) {
  if (count() == 0 || !result.success) return;
  const std::string& content = result.content;
  std::vector<bool> is_done(pictures_.size() + 1);
  std::uint64_t left_out = 0;
  ImageBudget used;
  std::size_t part_start = 0;
  for (std::size_t at = content.find(kMarkStart); at != content.npos;
       at = content.find(kMarkStart, at + 1)) {
    const auto number = number_at(content, at);
    if (!number || *number == 0 || *number > pictures_.size() || is_done[*number]) continue;
    is_done[*number] = true;
    Picture& picture = pictures_[*number - 1];
    // Its mark says what it is.
    if (picture.is_drawn) continue;
    if (result.images.size() >= options_.limits.max_images) {
      ++left_out;
      continue;
    }
    const auto fit = [&]() -> Result<DeliveredImage> {
      ByteVector bytes = picture.bytes;
      if (bytes.empty()) {
        LECTERN_TRY(bytes, source_.picture(picture.key, options_.limits.max_image_bytes, true));
      }
      const auto part = shown_part(bytes, picture.crop, options_.limits);
      return deliver_image(Media::own(std::move(bytes)), options_, used, part);
    };
    Result<DeliveredImage> image = fit();
    if (!image) {
      add_to(result.metadata.warnings,
             {"image {} is not shown: {}", *number, image.error().message});
      continue;
    }
    used.add(image->image);
    const std::size_t line_end = std::min(content.find('\n', at), content.size() - 1) + 1;
    if (line_end > part_start) {
      result.parts.push_back({content.substr(part_start, line_end - part_start)});
      part_start = line_end;
    }
    result.parts.push_back({result.images.size()});
    result.images.push_back(std::move(image->image));
  }
  if (!result.parts.empty() && part_start < content.size())
    result.parts.push_back({content.substr(part_start)});
  if (left_out > 0) {
    add_to(result.metadata.warnings, {"{image} of this part left out: a result has at most {}",
                                      left_out, options_.limits.max_images});
  }
}

}  // namespace lectern
