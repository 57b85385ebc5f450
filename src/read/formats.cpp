#include "read/formats.h"

#include <algorithm>

#include "image/bmp/bmp.h"
#include "image/gif/gif.h"
#include "image/bmp/ico.h"
#include "image/image_reader.h"
#include "image/isobmff/isobmff.h"
#include "image/jpeg/jpeg.h"
#include "image/png/png.h"
#include "image/tiff/tiff.h"
#include "image/webp/webp.h"
#include "notebook/notebook_reader.h"
#include "pdf/pdf_check.h"
#include "pdf/pdf_reader.h"
#include "text/text_reader.h"

namespace lectern {
namespace {

constexpr std::string_view kPngExtensions[] = {"png", "apng"};
constexpr std::string_view kJpegExtensions[] = {"jpg", "jpeg", "jpe", "jfif"};
constexpr std::string_view kGifExtensions[] = {"gif"};
constexpr std::string_view kWebpExtensions[] = {"webp"};
constexpr std::string_view kBmpExtensions[] = {"bmp", "dib"};
constexpr std::string_view kIcoExtensions[] = {"ico", "cur"};
constexpr std::string_view kTiffExtensions[] = {"tif", "tiff"};
constexpr std::string_view kAvifExtensions[] = {"avif"};
constexpr std::string_view kHeicExtensions[] = {"heic", "heif"};
constexpr std::string_view kPdfExtensions[] = {"pdf"};
constexpr std::string_view kNotebookExtensions[] = {"ipynb"};
constexpr std::string_view kTextExtensions[] = {"txt"};

constexpr Format kFormats[] = {
    {"PNG", "image/png", ContentType::kImage, kPngExtensions, sniff_png, read_image},
    {"JPEG", "image/jpeg", ContentType::kImage, kJpegExtensions, sniff_jpeg, read_image},
    {"GIF", "image/gif", ContentType::kImage, kGifExtensions, sniff_gif, read_image},
    {"WebP", "image/webp", ContentType::kImage, kWebpExtensions, sniff_webp, read_image},
    {"BMP", "image/bmp", ContentType::kImage, kBmpExtensions, sniff_bmp, read_image},
    {"ICO", "image/x-icon", ContentType::kImage, kIcoExtensions, sniff_ico, read_image},
    {"TIFF", "image/tiff", ContentType::kImage, kTiffExtensions, sniff_tiff, read_image},
    {"AVIF", "image/avif", ContentType::kImage, kAvifExtensions, sniff_avif, read_image},
    {"HEIC", "image/heic", ContentType::kImage, kHeicExtensions, sniff_heic, read_image},
    {"PDF", "application/pdf", ContentType::kPdf, kPdfExtensions, sniff_pdf, read_pdf},
    {"Jupyter notebook", "application/x-ipynb+json", ContentType::kNotebook, kNotebookExtensions,
     nullptr, read_notebook},
    {"text", "text/plain", ContentType::kText, kTextExtensions, nullptr, read_text},
};

const Format& by_type(ContentType type) {
  return *std::find_if(std::begin(kFormats), std::end(kFormats),
                       [type](const Format& format) { return format.content_type == type; });
}

}  // namespace

std::span<const Format> formats() { return kFormats; }
const Format& text_format() { return by_type(ContentType::kText); }
const Format& notebook_format() { return by_type(ContentType::kNotebook); }

const Format* format_by_extension(std::string_view extension) {
  for (const Format& format : kFormats) {
    if (std::find(format.extensions.begin(), format.extensions.end(), extension) !=
        format.extensions.end()) {
      return &format;
    }
  }
  return nullptr;
}

}  // namespace lectern
