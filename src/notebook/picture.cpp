#include "notebook/picture.h"

#include "base/base64.h"
#include "notebook/json_text.h"
#include "text/kernels.h"

namespace lectern {
namespace {

/// The base64 itself. A string whose only escapes are line ends at its end, which is how Jupyter
/// writes pictures, is not copied; `storage` holds the copy of any other.
std::string_view base64_of(JsonValue value, std::string& storage) {
  std::string_view text;
  if (value.kind == JsonKind::kString && value.raw.size() >= 2) {
    text = value.raw.substr(1, value.raw.size() - 2);
    while (text.ends_with("\\n")) text.remove_suffix(2);
  }
  if (text.empty() || find_byte(as_bytes(text), '\\') < text.size()) {
    append_text(value, storage);
    text = storage;
  }
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  if (text.starts_with("data:")) text.remove_prefix(std::min(text.find(',') + 1, text.size()));
  return text;
}

}  // namespace

Result<DeliveredImage> picture_of(JsonValue value, const ReadOptions& options,
                                  const ImageBudget& used) {
  std::string storage;
  return picture_of_base64(base64_of(value, storage), options, used);
}

Result<DeliveredImage> picture_of_base64(std::string_view text, const ReadOptions& options,
                                         const ImageBudget& used) {
  if (text.empty()) return fail(ErrorCode::kCorruptImage, "no data");
  const std::uint64_t limit = options.limits.max_image_bytes;
  if (text.size() / 4 > limit / 3 + 1) {
    return fail(ErrorCode::kFileTooLarge, {"larger than the limit of {} bytes", limit});
  }
  auto bytes = base64_decode(text);
  if (!bytes) return fail(ErrorCode::kCorruptImage, "not valid base64");
  return deliver_image(Media::own(*std::move(bytes)), options, used);
}

std::size_t picture_bytes(JsonValue value) {
  return value.raw.size() < 2 ? 0 : (value.raw.size() - 2) / 4 * 3;
}

std::string_view picture_name(std::string_view mime_type) {
  if (mime_type == "image/png") return "PNG";
  if (mime_type == "image/jpeg") return "JPEG";
  if (mime_type == "image/gif") return "GIF";
  if (mime_type == "image/webp") return "WebP";
  return mime_type;
}

}  // namespace lectern
