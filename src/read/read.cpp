#include "read/read.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/format.h"
#include "base/sha256.h"
#include "image/image_reader.h"
#include "read/detect.h"
#include "read/formats.h"

namespace lectern {
namespace {

/// What a kind of file is called in messages, and how large it may be.
struct SizeLimit {
  std::string_view noun;
  std::uint64_t bytes;
};

std::optional<SizeLimit> size_limit(ContentType kind, const Limits& limits) {
  switch (kind) {
    case ContentType::kImage:
      return SizeLimit{"Image file", limits.max_image_bytes};
    case ContentType::kPdf:
      return SizeLimit{"PDF file", limits.max_pdf_bytes};
    case ContentType::kNotebook:
      return SizeLimit{"Notebook file", limits.max_notebook_bytes};
    case ContentType::kText:
      return SizeLimit{"Text file", limits.max_text_bytes.value_or(kMaxBufferedTextBytes)};
    case ContentType::kBinary:
      return std::nullopt;
  }
  return std::nullopt;
}

Result<ToolResult> refuse_svg(const ReadContext&) {
  return fail(ErrorCode::kUnsupportedFormat,
              "Failed to process image file: SVG cannot be drawn here; read it as text, or let the "
              "host draw it");
}

constexpr std::string_view kSvgExtensions[] = {"svg"};
/// A text, unless options.image.svg wants a picture of it: no row of the table.
constexpr Format kSvg{"SVG",          "image/svg+xml", ContentType::kImage,
                      kSvgExtensions, nullptr,         refuse_svg};

/// Null when the bytes are for the format's reader.
const PixelView* usable_pixels(const Detection& detection, const PixelView* pixels) {
  if (detection.format == nullptr || detection.not_the_image_named) return nullptr;
  const std::string_view name = detection.format->name;
  return name == "AVIF" || name == "HEIC" || name == kSvg.name ? pixels : nullptr;
}

Result<ToolResult> run_reader(ByteSpan bytes, const PixelView* pixels, const Detection& detection,
                              const ReadRequest& request, const ReadOptions& options) {
  if (detection.not_the_image_named) {
    return fail(ErrorCode::kCorruptImage,
                {"Failed to process image file: not an image, {}", *detection.not_the_image_named});
  }
  if (detection.format == nullptr) {
    return fail(ErrorCode::kBinaryFile, "Binary files cannot be read as text");
  }
  if (detection.format->read == nullptr) {
    return fail(ErrorCode::kUnsupportedFormat,
                {"{} files cannot be read by this build", detection.format->name});
  }
  LECTERN_CHECK(check_file_size(detection.kind, bytes.size(), options.limits));
  const ReadContext context{bytes, request, options, *detection.format};
  pixels = usable_pixels(detection, pixels);
  return pixels == nullptr ? detection.format->read(context) : read_decoded_image(context, *pixels);
}

/// \param pixels  null when the host has decoded nothing.
ToolResult read_file(ByteSpan bytes, const PixelView* pixels, const ReadRequest& request,
                     const ReadOptions& options) {
  Detection detection =
      detect(bytes, request.file_path, request.file_type, encoding_for_label(options.text.encoding));
  if (options.image.svg == SvgForm::kImage && detection.format == &text_format() &&
      is_svg(bytes, request.file_path)) {
    detection.format = &kSvg;
    detection.kind = kSvg.content_type;
    detection.mime_type = kSvg.mime_type;
  }
  Result<ToolResult> outcome = run_reader(bytes, pixels, detection, request, options);
  ToolResult result =
      outcome ? *std::move(outcome) : failure(std::move(outcome).error(), detection.kind);

  Metadata& metadata = result.metadata;
  metadata.size_bytes = bytes.size();
  metadata.modified = options.host.modified;
  if (metadata.mime_type.empty()) metadata.mime_type = std::move(detection.mime_type);
  metadata.warnings.insert(metadata.warnings.begin(), detection.warnings.begin(),
                           detection.warnings.end());
  // What is refused unread has no hash, for hosts that read in pieces have none: a file over its
  // limit, or arguments that cannot be.
  const bool is_unread = !check_file_size(detection.kind, bytes.size(), options.limits) ||
                         (result.error && result.error->code == ErrorCode::kInvalidArgument);
  if (options.hash == HashKind::kSha256 && !is_unread) {
    result.content_hash = options.host.content_hash.empty() ? sha256_hex(bytes) : options.host.content_hash;
  }
  return result;
}

}  // namespace

ToolResult read(ByteSpan bytes, const ReadRequest& request, const ReadOptions& options) {
  return read_file(bytes, nullptr, request, options);
}

ToolResult read_decoded(ByteSpan bytes, PixelView pixels, const ReadRequest& request,
                        const ReadOptions& options) {
  return read_file(bytes, &pixels, request, options);
}

Result<void> check_file_size(ContentType kind, std::uint64_t size_bytes, const Limits& limits) {
  const auto limit = size_limit(kind, limits);
  if (!limit || size_bytes <= limit->bytes) return {};
  return fail(ErrorCode::kFileTooLarge,
              {"{} exceeds {}", limit->noun, limit_text(limit->bytes, size_bytes)});
}

std::uint64_t max_file_bytes(const Limits& limits) {
  std::uint64_t most = 0;
  for (const ContentType kind :
       {ContentType::kImage, ContentType::kPdf, ContentType::kNotebook, ContentType::kText}) {
    most = std::max(most, size_limit(kind, limits)->bytes);
  }
  return most;
}

}  // namespace lectern
