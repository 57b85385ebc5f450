// What decoding and drawing a picture takes (PDF 32000-1:2008, 8.9.5): told from its dictionary,
// and from the header of its data where that may say more.
#include <algorithm>
#include <cmath>
#include <string_view>

#include "base/byte_reader.h"
#include "core/fpdfapi/parser/cpdf_array.h"
#include "core/fpdfapi/parser/cpdf_dictionary.h"
#include "core/fpdfapi/parser/cpdf_stream.h"
#include "core/fpdfapi/parser/cpdf_stream_acc.h"
#include "image/jpeg/jpeg_markers.h"
#include "pdf/pdfium_drawing_cost.h"

namespace lectern {
namespace {

constexpr double kSourcePixel = 2;  ///< to scale
/// To decode a pixel, by filter.
constexpr double kPlainPixel = 6;
constexpr double kJpegPixel = 12;
constexpr double kJbig2Pixel = 30;
constexpr double kJpxPixel = 100;
constexpr double kScanPixel = 0.5;  ///< for each scan of a JPEG
/// PDFium keeps what is smaller as pixels, and reads the rest row by row.
constexpr std::uint64_t kMostKept = 60'000'000;

bool has_filter(const CPDF_Dictionary& dictionary, std::string_view name) {
  const RetainPtr<const CPDF_Object> filter = dictionary.GetDirectObjectFor("Filter");
  if (!filter) return false;
  const auto is = [name](const ByteString& each) {
    return name == std::string_view(each.c_str(), each.GetLength());
  };
  const CPDF_Array* array = filter->AsArray();
  if (array == nullptr) return is(filter->GetString());
  for (std::size_t i = 0; i < array->size(); ++i) {
    if (is(array->GetByteStringAt(i))) return true;
  }
  return false;
}

/// What the data says about itself.
struct Coded {
  std::uint64_t width = 0;
  std::uint64_t height = 0;
  std::uint64_t bytes = 0;  ///< of memory, to decode it
  double scans = 0;
};

Coded jpeg_facts(ByteSpan data) {
  Coded coded;
  const Result<JpegHeader> header = read_jpeg_header(data);
  if (!header) return coded;
  coded.width = header->size.width;
  coded.height = header->size.height;
  if (header->single_scan) return coded;
  coded.bytes = header->coefficient_bytes;
  constexpr std::string_view kScan = "\xFF\xDA";
  const std::string_view text = as_chars(data);
  for (std::size_t at = text.find(kScan); at != std::string_view::npos;
       at = text.find(kScan, at + 2))
    ++coded.scans;
  return coded;
}

/// The size marker of a codestream (ISO 15444-1, A.5.1). \param drawn  in pixels: each halving that
/// the data allows leaves a quarter.
Coded jpx_facts(ByteSpan data, CFX_SizeF drawn) {
  Coded coded;
  constexpr std::string_view kSize = "\xFF\x4F\xFF\x51";
  const std::size_t at = as_chars(data).find(kSize);
  if (at == std::string_view::npos) return coded;
  ByteReader reader(data.subspan(at + kSize.size()));
  const bool skipped = reader.skip(4);
  const auto right = reader.u32_be();
  const auto bottom = reader.u32_be();
  const auto left = reader.u32_be();
  const auto top = reader.u32_be();
  const bool tiles = reader.skip(16);
  const auto components = reader.u16_be();
  if (!skipped || !tiles || !components) return coded;
  coded.width = *right - std::min(*left, *right);
  coded.height = *bottom - std::min(*top, *bottom);
  const double smaller = std::min(static_cast<double>(coded.width) / std::max(drawn.width, 1.0f),
                                  static_cast<double>(coded.height) / std::max(drawn.height, 1.0f));
  const auto halvings =
      static_cast<unsigned>(std::clamp(std::log2(std::max(smaller, 1.0)), 0.0, 5.0));
  constexpr std::uint64_t kSampleBytes = 8;
  coded.bytes = (coded.width >> halvings) * (coded.height >> halvings) * *components * kSampleBytes;
  return coded;
}

std::uint64_t non_negative(int value) { return static_cast<std::uint64_t>(std::max(value, 0)); }

}  // namespace

PictureCost picture_cost(const CPDF_Image& image, CFX_SizeF drawn) {
  PictureCost cost;
  const RetainPtr<const CPDF_Stream> stream = image.GetStream();
  if (!stream) return cost;
  const RetainPtr<const CPDF_Dictionary> dictionary = stream->GetDict();
  std::uint64_t width = non_negative(image.GetPixelWidth());
  std::uint64_t height = non_negative(image.GetPixelHeight());
  const bool is_jpeg = has_filter(*dictionary, "DCTDecode");
  const bool is_jpx = has_filter(*dictionary, "JPXDecode");
  const bool is_jbig2 = has_filter(*dictionary, "JBIG2Decode");
  Coded coded;
  if (is_jpeg || is_jpx) {
    const auto data = pdfium::MakeRetain<CPDF_StreamAcc>(stream);
    data->LoadAllDataRaw();
    const auto bytes = data->GetSpan();
    const ByteSpan raw(bytes.data(), bytes.size());
    coded = is_jpx ? jpx_facts(raw, drawn) : jpeg_facts(raw);
    cost.measured = static_cast<double>(raw.size());
    width = std::max(width, coded.width);
    height = std::max(height, coded.height);
  }
  const bool is_bits = image.IsMask() || dictionary->GetIntegerFor("BitsPerComponent") == 1;
  const std::uint64_t pixels = width * height;
  const auto count = static_cast<double>(pixels);
  const RetainPtr<const CPDF_Object> space = dictionary->GetDirectObjectFor("ColorSpace");
  // Of one component, the colors are converted once.
  const CPDF_Array* array = space ? space->AsArray() : nullptr;
  const ByteString family = array ? array->GetByteStringAt(0) : space ? space->GetString() : "";
  const bool is_gray = family == "DeviceGray" || family == "CalGray" || family == "G";
  const bool is_table =
      is_bits || is_gray || family == "Indexed" || family == "I" || family == "Separation";
  const double each = is_jpx     ? kJpxPixel
                      : is_jbig2 ? kJbig2Pixel
                      : is_jpeg  ? kJpegPixel
                                 : kPlainPixel;
  cost.decode = count * (is_bits && !is_jbig2 ? 1 : each + kScanPixel * coded.scans) +
                color_cost(space.Get()) * (is_table ? 256 : count);
  cost.draw = count * (is_bits ? 1 : kSourcePixel);
  // A mask of bits is not unpacked.
  const std::uint64_t held = is_bits ? pixels / 8 : pixels * (is_table ? 1 : 4);
  cost.pixels = is_bits ? pixels / 8 : pixels;
  cost.kept_bytes = is_jpx || held < kMostKept ? held : 0;
  cost.decoding_bytes = std::max(is_bits ? held : pixels, coded.bytes);
  for (const char* name : {"SMask", "Mask"}) {
    const RetainPtr<const CPDF_Stream> mask = dictionary->GetStreamFor(name);
    if (!mask) continue;
    const std::uint64_t mask_pixels = non_negative(mask->GetDict()->GetIntegerFor("Width")) *
                                      non_negative(mask->GetDict()->GetIntegerFor("Height"));
    cost.pixels = std::max(cost.pixels, mask_pixels);
    cost.kept_bytes += mask_pixels;
    cost.decode += static_cast<double>(mask_pixels) * kPlainPixel;
    cost.draw += static_cast<double>(mask_pixels) * kSourcePixel;
  }
  return cost;
}

}  // namespace lectern
