#include "documents/document_pictures.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/format.h"
#include "detect/signatures.h"
#include "documents/markdown/markdown_writer.h"
#include "image/codecs.h"
#include "image/fit/deliver.h"

namespace lectern {
namespace {

constexpr std::string_view kMarkStart = "[Image ";
/// A picture's format and size stand at its start.
constexpr std::uint64_t kHeadBytes = std::uint64_t{64} << 10;
/// Pictures whose sizes are told; the marks of others have their number only.
constexpr std::size_t kMaxDescribed = 10'000;

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

std::string DocumentPictures::describe(std::string_view key) {
  if (keys_.size() >= kMaxDescribed) return "";
  const Result<ByteVector> head = source_.picture(key, kHeadBytes, false);
  if (!head) return compose({"not readable, {}", head.error().message});
  if (const ImageCodec* codec = codec_for(*head)) {
    if (codec->inspect != nullptr) {
      if (const auto info = codec->inspect(*head, options_.limits))
        return compose({"{} {}", info->size, codec->name});
    }
    return std::string(codec->name);
  }
  const auto kind = find_binary_kind(*head);
  return kind ? std::string(kind->name) : "unknown format";
}

std::string DocumentPictures::mark(std::string_view key, std::string_view alt) {
  const auto [place, is_new] = numbers_.try_emplace(std::string(key), keys_.size() + 1);
  if (is_new) {
    descriptions_.push_back(describe(key));
    keys_.emplace_back(key);
  }
  const std::string& description = descriptions_[place->second - 1];
  std::string text = compose({"{}{}", kMarkStart, place->second});
  if (!description.empty()) append_to(text, {": {}", description});
  if (!alt.empty()) {
    std::string quoted = MarkdownWriter::escaped(alt);
    std::replace(quoted.begin(), quoted.end(), '"', '\'');
    append_to(text, {": \"{}\"", quoted});
  }
  return text + ']';
}

void DocumentPictures::deliver(ToolResult& result) {
  if (keys_.empty() || !result.success) return;
  const std::string& content = result.content;
  std::vector<bool> is_done(keys_.size() + 1);
  std::uint64_t left_out = 0;
  ImageBudget used;
  std::size_t part_start = 0;
  for (std::size_t at = content.find(kMarkStart); at != content.npos;
       at = content.find(kMarkStart, at + 1)) {
    const auto number = number_at(content, at);
    if (!number || *number == 0 || *number > keys_.size() || is_done[*number]) continue;
    is_done[*number] = true;
    if (result.images.size() >= options_.limits.max_images) {
      ++left_out;
      continue;
    }
    Result<ByteVector> bytes =
        source_.picture(keys_[*number - 1], options_.limits.max_image_bytes, true);
    const auto fit = [&]() -> Result<DeliveredImage> {
      if (!bytes) return tl::unexpected<Error>(bytes.error());
      return deliver_image(Media::own(*std::move(bytes)), options_, used);
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
