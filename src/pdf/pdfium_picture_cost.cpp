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
#include "pdf/pdfium_stream_size.h"
#include "work.h"

namespace lectern {
namespace {

constexpr double kSourcePixel = 2;  ///< to scale
constexpr double kMattePixel = 8;   ///< to take the color out that a mask was mixed with
/// To look a picture up and set about decoding it, however small it is.
constexpr double kPicture = 30'000;
/// To decode a pixel, by filter.
constexpr double kPlainPixel = 6;
constexpr double kJpegPixel = 12;
constexpr double kJbig2Pixel = 30;
constexpr double kJpxPixel = 100;
constexpr double kScanPixel = 0.5;  ///< for each scan of a JPEG
constexpr double kLayerPixel = 9;   ///< for each layer of a JPX beyond the first few
constexpr double kFewLayers = 64;
constexpr double kRowByte = 4;  ///< of the rows that a predictor holds
constexpr double kRowsHeld = 3;
/// PDFium keeps what is smaller as pixels, and reads the rest row by row.
constexpr std::uint64_t kMostKept = 60'000'000;
/// Of a picture of bits, as much as is counted of what it unpacks to before it is decoded.
constexpr std::uint64_t kMostCounted = 32 << 20;
constexpr std::uint64_t kWorkOfCountedByte = 5;

/// The filter that makes pixels, by its full name, and what it is told.
struct LastFilter {
  ByteString name;
  RetainPtr<const CPDF_Dictionary> parameters;
};

LastFilter last_filter(const CPDF_Dictionary& dictionary) {
  LastFilter last;
  const RetainPtr<const CPDF_Object> filter = dictionary.GetDirectObjectFor("Filter");
  if (!filter) return last;
  RetainPtr<const CPDF_Object> parameters = dictionary.GetDirectObjectFor("DecodeParms");
  if (const CPDF_Array* array = filter->AsArray()) {
    if (array->IsEmpty()) return last;
    last.name = array->GetByteStringAt(array->size() - 1);
    const CPDF_Array* each = parameters ? parameters->AsArray() : nullptr;
    parameters = each ? each->GetDirectObjectAt(array->size() - 1) : nullptr;
  } else {
    last.name = filter->GetString();
  }
  if (parameters) last.parameters = parameters->GetDict();
  if (last.name == "DCT") last.name = "DCTDecode";
  if (last.name == "CCF") last.name = "CCITTFaxDecode";
  return last;
}

/// What the data says about itself.
struct Coded {
  std::uint64_t width = 0;
  std::uint64_t height = 0;
  std::uint64_t bytes = 0;  ///< of memory, to decode it
  double scans = 0;
  double layers = 0;
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
  // Layers, wherever they are told: every packet is looked for in each.
  constexpr std::string_view kCoding("\xFF\x52\0", 3);
  const std::string_view text = as_chars(data);
  for (std::size_t style = text.find(kCoding, at); style != std::string_view::npos;
       style = text.find(kCoding, style + 1)) {
    ByteReader coding(data.subspan(style + kCoding.size()));
    if (!coding.skip(3)) break;
    if (const auto layers = coding.u16_be())
      coded.layers = std::max(coded.layers, static_cast<double>(*layers));
  }
  constexpr std::uint64_t kSampleBytes = 8;
  coded.bytes = (coded.width >> halvings) * (coded.height >> halvings) * *components * kSampleBytes;
  return coded;
}

/// How many values a color of the space has; one where that is not told.
std::size_t components_of(const CPDF_Object* space) {
  const CPDF_Array* array = space != nullptr ? space->AsArray() : nullptr;
  const ByteString family = array              ? array->GetByteStringAt(0)
                            : space != nullptr ? space->GetString()
                                               : "";
  if (family == "DeviceRGB" || family == "RGB" || family == "CalRGB" || family == "Lab") return 3;
  if (family == "DeviceCMYK" || family == "CMYK") return 4;
  if (array == nullptr) return 1;
  if (family == "DeviceN") {
    const RetainPtr<const CPDF_Array> names = array->GetArrayAt(1);
    return names ? names->size() : 1;
  }
  const RetainPtr<const CPDF_Stream> profile =
      family == "ICCBased" ? array->GetStreamAt(1) : nullptr;
  return profile
             ? static_cast<std::size_t>(std::clamp(profile->GetDict()->GetIntegerFor("N"), 1, 4))
             : 1;
}

std::uint64_t non_negative(int value) { return static_cast<std::uint64_t>(std::max(value, 0)); }

/// Without its masks.
PictureCost cost_of(const RetainPtr<const CPDF_Stream>& stream, bool is_mask, CFX_SizeF drawn) {
  PictureCost cost;
  const RetainPtr<const CPDF_Dictionary> dictionary = stream->GetDict();
  std::uint64_t width = non_negative(dictionary->GetIntegerFor("Width"));
  std::uint64_t height = non_negative(dictionary->GetIntegerFor("Height"));
  const LastFilter filter = last_filter(*dictionary);
  const bool is_jpeg = filter.name == "DCTDecode";
  const bool is_jpx = filter.name == "JPXDecode";
  const bool is_jbig2 = filter.name == "JBIG2Decode";
  double row_bytes = 0;
  Coded coded;
  if (is_jpeg || is_jpx) {
    const auto data = pdfium::MakeRetain<CPDF_StreamAcc>(stream);
    data->LoadAllDataImageAcc(0);
    const auto bytes = data->GetSpan();
    const ByteSpan raw(bytes.data(), bytes.size());
    coded = is_jpx ? jpx_facts(raw, drawn) : jpeg_facts(raw);
    cost.measured = static_cast<double>(raw.size());
    width = std::max(width, coded.width);
    height = std::max(height, coded.height);
  } else if (is_jbig2 || filter.name == "CCITTFaxDecode") {
    // What filters before it make of its bytes is held at once.
    coded.bytes = decoded_size(*stream, kMostCounted);
    lectern_pdfium::spend(kWorkOfCountedByte * coded.bytes);
  }
  if (const auto& parameters = filter.parameters; filter.name == "CCITTFaxDecode") {
    constexpr int kColumns = 1728;
    const int columns = parameters ? parameters->GetIntegerFor("Columns", kColumns) : kColumns;
    width = std::max(width, non_negative(columns));
  } else if (parameters && parameters->GetIntegerFor("Predictor") > 1) {
    row_bytes =
        static_cast<double>(non_negative(parameters->GetIntegerFor("Columns", 1))) *
        static_cast<double>(non_negative(parameters->GetIntegerFor("Colors", 1))) *
        static_cast<double>(non_negative(parameters->GetIntegerFor("BitsPerComponent", 8))) / 8;
  }
  const RetainPtr<const CPDF_Object> space = dictionary->GetDirectObjectFor("ColorSpace");
  const bool is_bits = is_mask || (dictionary->GetIntegerFor("BitsPerComponent") == 1 &&
                                   components_of(space.Get()) == 1);
  const std::uint64_t pixels = width * height;
  const auto count = static_cast<double>(pixels);
  // Of one component, the colors are converted once.
  const CPDF_Array* array = space ? space->AsArray() : nullptr;
  const ByteString family = array ? array->GetByteStringAt(0) : space ? space->GetString() : "";
  const bool is_gray = family == "DeviceGray" || family == "CalGray" || family == "G";
  constexpr int kBitsOfTable = 8;
  const bool is_one_ink =
      (family == "Separation" || (family == "DeviceN" && components_of(array) == 1)) &&
      dictionary->GetIntegerFor("BitsPerComponent") <= kBitsOfTable;
  const bool is_table = is_bits || is_gray || is_one_ink || family == "Indexed" || family == "I";
  const double each = is_jpx     ? kJpxPixel
                      : is_jbig2 ? kJbig2Pixel
                      : is_jpeg  ? kJpegPixel
                                 : kPlainPixel;
  cost.decode = kPicture + count * (is_bits && !is_jbig2 ? 1 : each + kScanPixel * coded.scans) +
                color_cost(space.Get()) * (is_table ? 256 : count) + kRowByte * row_bytes +
                kLayerPixel * count * std::max(coded.layers - kFewLayers, 0.0);
  cost.draw = count * (is_bits ? 1 : kSourcePixel);
  // A mask of bits is not unpacked.
  const std::uint64_t held = is_bits ? pixels / 8 : pixels * (is_table ? 1 : 4);
  cost.pixels = is_bits ? pixels / 8 : pixels;
  cost.kept_bytes = is_jpx || held < kMostKept ? held : 0;
  const auto rows_held = static_cast<std::uint64_t>(std::min(kRowsHeld * row_bytes, kEndless));
  cost.decoding_bytes = std::max({is_bits ? held : pixels, coded.bytes, rows_held});
  return cost;
}

}  // namespace

PictureCost picture_cost(const CPDF_Image& image, CFX_SizeF drawn) {
  const RetainPtr<const CPDF_Stream> stream = image.GetStream();
  if (!stream) return {};
  PictureCost cost = cost_of(stream, image.IsMask(), drawn);
  for (const char* name : {"SMask", "Mask"}) {
    const RetainPtr<const CPDF_Stream> mask = stream->GetDict()->GetStreamFor(name);
    if (!mask) continue;
    const PictureCost other = cost_of(mask, false, drawn);
    const std::uint64_t mask_pixels = non_negative(mask->GetDict()->GetIntegerFor("Width")) *
                                      non_negative(mask->GetDict()->GetIntegerFor("Height"));
    cost.pixels = std::max({cost.pixels, mask_pixels, other.pixels});
    cost.decoding_bytes = std::max(cost.decoding_bytes, other.decoding_bytes);
    cost.kept_bytes += mask_pixels;
    cost.decode += std::max(static_cast<double>(mask_pixels) * kPlainPixel, other.decode);
    const bool is_mixed = mask->GetDict()->KeyExist("Matte");
    cost.draw += static_cast<double>(mask_pixels) * (kSourcePixel + (is_mixed ? kMattePixel : 0));
    cost.measured += other.measured;
  }
  return cost;
}

}  // namespace lectern
