#include "read/formats.h"

#include <algorithm>
#include <vector>

#include "base/format.h"
#include "image/codecs.h"
#include "image/image_reader.h"
#include "image/left_to_module.h"
#include "notebook/notebook_reader.h"
#include "pdf/pdf_check.h"
#include "pdf/pdf_reader.h"
#include "read/data_engine.h"
#include "read/document_engine.h"
#include "read/modules.h"
#include "read/packages.h"

namespace lectern {
namespace {

constexpr std::string_view kPdfExtensions[] = {"pdf"};
constexpr std::string_view kNotebookExtensions[] = {"ipynb"};
constexpr std::string_view kTextExtensions[] = {"txt"};
constexpr std::string_view kSvgExtensions[] = {"svg"};

constexpr std::string_view kImageNoun = "Image file";

/// Only where `has_module` says that the engine is there.
Result<ToolResult> read_binary_file(const ReadContext& context) {
  return data_engine()->read_binary(context);
}

constexpr Format kOthers[] = {
    {.name = "PDF",
     .mime_type = "application/pdf",
     .content_type = ContentType::kPdf,
     .extensions = kPdfExtensions,
     .sniff = sniff_pdf,
     .read = read_pdf,
     .max_bytes = &Limits::max_pdf_bytes,
     .noun = "PDF file",
     .module = kPdfModule},
    {.name = "Jupyter notebook",
     .mime_type = "application/x-ipynb+json",
     .content_type = ContentType::kNotebook,
     .extensions = kNotebookExtensions,
     .sniff = nullptr,
     .read = read_notebook,
     .max_bytes = &Limits::max_notebook_bytes,
     .noun = "Notebook file"},
    {.name = "text",
     .mime_type = "text/plain",
     .content_type = ContentType::kText,
     .extensions = kTextExtensions,
     .sniff = nullptr,
     .read = nullptr},
};

constexpr Format kSvg{.name = "SVG",
                      .mime_type = "image/svg+xml",
                      .content_type = ContentType::kImage,
                      .extensions = kSvgExtensions,
                      .sniff = nullptr,
                      .read = read_image,
                      .max_bytes = &Limits::max_image_bytes,
                      .noun = kImageNoun,
                      .host_decodes = true};

constexpr Format kBinary{.name = "binary file",
                         .mime_type = "application/octet-stream",
                         .content_type = ContentType::kBinary,
                         .extensions = {},
                         .sniff = nullptr,
                         .read = read_binary_file,
                         .max_bytes = &Limits::max_document_bytes,
                         .noun = "File",
                         .module = kDataModule,
                         .in_parts = [](ByteSpan) { return true; }};

std::vector<Format> all_formats() {
  const std::span<const Format> packages = package_formats();
  std::vector<Format> all(packages.begin(), packages.end());
  for (const ImageCodec& codec : image_codecs()) {
    all.push_back({.name = codec.name,
                   .mime_type = codec.mime_type,
                   .content_type = ContentType::kImage,
                   .extensions = codec.extensions,
                   .sniff = codec.sniff,
                   .confirming_end = codec.sniff == sniff_tga ? kTgaEnd : std::string_view(),
                   .read = read_image,
                   .max_bytes = &Limits::max_image_bytes,
                   .noun = kImageNoun,
                   .host_decodes = codec.decode == nullptr || codec.format == ImageFormat::kTiff});
  }
  const std::span<const Format> documents = document_formats();
  all.insert(all.end(), documents.begin(), documents.end());
  all.insert(all.end(), std::begin(kOthers), std::end(kOthers));
  return all;
}

const Format& by_type(ContentType type) {
  return *std::find_if(std::begin(kOthers), std::end(kOthers),
                       [type](const Format& format) { return format.content_type == type; });
}

}  // namespace

std::span<const Format> formats() {
  static const std::vector<Format> all = all_formats();
  return all;
}

const Format& text_format() { return by_type(ContentType::kText); }
const Format& notebook_format() { return by_type(ContentType::kNotebook); }
const Format& svg_format() { return kSvg; }
const Format& binary_format() { return kBinary; }

const Format* format_by_extension(std::string_view extension) {
  for (const Format& format : formats()) {
    if (std::find(format.extensions.begin(), format.extensions.end(), extension) !=
        format.extensions.end()) {
      return &format;
    }
  }
  return nullptr;
}

Result<void> check_file_size(const Format& format, std::uint64_t size_bytes, const Limits& limits) {
  if (format.max_bytes == nullptr) return {};
  const std::uint64_t most = limits.*format.max_bytes;
  if (size_bytes <= most) return {};
  return fail(ErrorCode::kFileTooLarge,
              {"{} exceeds {}", format.noun, limit_text(most, size_bytes)});
}

}  // namespace lectern
