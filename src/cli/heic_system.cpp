#include <dlfcn.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string_view>

#include "base/format.h"
#include "cli/heic.h"
#include "image/avif/to_srgb.h"
#include "image/checks.h"

namespace lectern::cli {
namespace {

// What of libheif's interface is used (heif.h, the same from 1.3 on).
struct HeifError {
  int code;
  int subcode;
  const char* message;
};
struct HeifContext;
struct HeifHandle;
struct HeifImage;
/// The first fields of `heif_decoding_options`.
struct HeifOptions {
  std::uint8_t version;
  std::uint8_t ignore_transformations;
  void (*progress[3])();
  void* progress_user_data;
  std::uint8_t convert_hdr_to_8bit;
};
/// The first fields of `heif_color_profile_nclx`: codes of ITU-T H.273.
struct HeifCodes {
  std::uint8_t version;
  int primaries;
  int transfer;
};
constexpr int kUnsupportedFileType = 3;
constexpr int kUnsupportedFeature = 4;
constexpr int kPluginLoadingError = 11;
constexpr int kColorspaceRgb = 1;
constexpr int kChromaInterleavedRgba = 11;
constexpr int kChannelInterleaved = 10;

struct Library {
  HeifContext* (*context_alloc)();
  void (*context_free)(HeifContext*);
  HeifError (*context_read_from_memory_without_copy)(HeifContext*, const void*, std::size_t,
                                                     const void*);
  HeifError (*context_get_primary_image_handle)(HeifContext*, HeifHandle**);
  void (*image_handle_release)(const HeifHandle*);
  int (*image_handle_get_width)(const HeifHandle*);
  int (*image_handle_get_height)(const HeifHandle*);
  int (*image_handle_get_luma_bits_per_pixel)(const HeifHandle*);
  int (*image_handle_has_alpha_channel)(const HeifHandle*);
  std::size_t (*image_handle_get_raw_color_profile_size)(const HeifHandle*);
  HeifError (*image_handle_get_raw_color_profile)(const HeifHandle*, void*);
  HeifError (*image_handle_get_nclx_color_profile)(const HeifHandle*, HeifCodes**);
  void (*nclx_color_profile_free)(HeifCodes*);
  HeifOptions* (*decoding_options_alloc)();
  void (*decoding_options_free)(HeifOptions*);
  HeifError (*decode_image)(const HeifHandle*, HeifImage**, int, int, const HeifOptions*);
  void (*image_release)(const HeifImage*);
  int (*image_get_width)(const HeifImage*, int);
  int (*image_get_height)(const HeifImage*, int);
  const std::uint8_t* (*image_get_plane_readonly)(const HeifImage*, int, int*);
};

void* open_library() {
  constexpr const char* kNames[] = {"libheif.so.1", "libheif.1.dylib",
                                    "/opt/homebrew/lib/libheif.1.dylib"};
  const char* chosen = std::getenv("LECTERN_LIBHEIF");
  if (chosen != nullptr) {
    return std::string_view(chosen) == "none" ? nullptr : dlopen(chosen, RTLD_NOW | RTLD_LOCAL);
  }
  for (const char* name : kNames) {
    if (void* opened = dlopen(name, RTLD_NOW | RTLD_LOCAL)) return opened;
  }
  return nullptr;
}

/// True when the library has the function.
template <typename Function>
bool find(void* opened, const char* name, Function*& function) {
  function = reinterpret_cast<Function*>(dlsym(opened, name));
  return function != nullptr;
}

std::optional<Library> load_library() {
  void* opened = open_library();
  if (opened == nullptr) return std::nullopt;
  Library library{};
  const bool complete =
      find(opened, "heif_context_alloc", library.context_alloc) &&
      find(opened, "heif_context_free", library.context_free) &&
      find(opened, "heif_context_read_from_memory_without_copy",
           library.context_read_from_memory_without_copy) &&
      find(opened, "heif_context_get_primary_image_handle",
           library.context_get_primary_image_handle) &&
      find(opened, "heif_image_handle_release", library.image_handle_release) &&
      find(opened, "heif_image_handle_get_width", library.image_handle_get_width) &&
      find(opened, "heif_image_handle_get_height", library.image_handle_get_height) &&
      find(opened, "heif_image_handle_get_luma_bits_per_pixel",
           library.image_handle_get_luma_bits_per_pixel) &&
      find(opened, "heif_image_handle_has_alpha_channel", library.image_handle_has_alpha_channel) &&
      find(opened, "heif_image_handle_get_raw_color_profile_size",
           library.image_handle_get_raw_color_profile_size) &&
      find(opened, "heif_image_handle_get_raw_color_profile",
           library.image_handle_get_raw_color_profile) &&
      find(opened, "heif_image_handle_get_nclx_color_profile",
           library.image_handle_get_nclx_color_profile) &&
      find(opened, "heif_nclx_color_profile_free", library.nclx_color_profile_free) &&
      find(opened, "heif_decoding_options_alloc", library.decoding_options_alloc) &&
      find(opened, "heif_decoding_options_free", library.decoding_options_free) &&
      find(opened, "heif_decode_image", library.decode_image) &&
      find(opened, "heif_image_release", library.image_release) &&
      find(opened, "heif_image_get_width", library.image_get_width) &&
      find(opened, "heif_image_get_height", library.image_get_height) &&
      find(opened, "heif_image_get_plane_readonly", library.image_get_plane_readonly);
  if (!complete) return std::nullopt;
  return library;
}

/// Loaded once, and never unloaded.
const Library* libheif() {
  static const std::optional<Library> library = load_library();
  return library ? &*library : nullptr;
}

Result<void> check(const HeifError& error) {
  switch (error.code) {
    case 0:
      return {};
    case kUnsupportedFileType:
    case kUnsupportedFeature:
    case kPluginLoadingError:
      return fail(ErrorCode::kUnsupportedFormat, "");
    default:
      return fail(ErrorCode::kCorruptImage,
                  {"libheif: {}", error.message == nullptr ? "it is damaged" : error.message});
  }
}

template <typename Held>
using Owned = std::unique_ptr<Held, void (*)(Held*)>;
template <typename Held>
using OwnedConst = std::unique_ptr<const Held, void (*)(const Held*)>;

/// The conversion that the file's profile or its codes ask for; false when it has a profile that is
/// not read.
bool find_conversion(const Library& heif, const HeifHandle* handle,
                     std::optional<ToSrgb>& conversion) {
  const std::size_t size = heif.image_handle_get_raw_color_profile_size(handle);
  if (size > 0) {
    ByteVector icc(size);
    if (heif.image_handle_get_raw_color_profile(handle, icc.data()).code != 0) return false;
    conversion = ToSrgb::from_profile(icc);
    return conversion.has_value();
  }
  HeifCodes* found = nullptr;
  if (heif.image_handle_get_nclx_color_profile(handle, &found).code != 0) return true;
  const Owned<HeifCodes> codes(found, heif.nclx_color_profile_free);
  conversion = ToSrgb::from_codes(static_cast<std::uint32_t>(codes->primaries),
                                  static_cast<std::uint32_t>(codes->transfer));
  return true;
}

Result<Dimensions> checked_size(int width, int height, const Limits& limits) {
  if (width <= 0 || height <= 0) return fail(ErrorCode::kCorruptImage, "libheif: it has no size");
  const Dimensions size{static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height)};
  LECTERN_CHECK(check_pixels(size, limits));
  return size;
}

}  // namespace

Result<DecodedPicture> decode_heic(ByteSpan bytes, const Limits& limits) {
  const Library* library = libheif();
  if (library == nullptr) return fail(ErrorCode::kUnsupportedFormat, "");
  const Library& heif = *library;
  const Owned<HeifContext> context(heif.context_alloc(), heif.context_free);
  LECTERN_CHECK(check(heif.context_read_from_memory_without_copy(context.get(), bytes.data(),
                                                                 bytes.size(), nullptr)));
  HeifHandle* primary = nullptr;
  LECTERN_CHECK(check(heif.context_get_primary_image_handle(context.get(), &primary)));
  const OwnedConst<HeifHandle> handle(primary, heif.image_handle_release);
  LECTERN_CHECK(checked_size(heif.image_handle_get_width(primary),
                             heif.image_handle_get_height(primary), limits));

  const Owned<HeifOptions> options(heif.decoding_options_alloc(), heif.decoding_options_free);
  options->convert_hdr_to_8bit = 1;
  HeifImage* decoded = nullptr;
  LECTERN_CHECK(check(
      heif.decode_image(primary, &decoded, kColorspaceRgb, kChromaInterleavedRgba, options.get())));
  const OwnedConst<HeifImage> image(decoded, heif.image_release);
  int stride = 0;
  const std::uint8_t* plane = heif.image_get_plane_readonly(decoded, kChannelInterleaved, &stride);
  LECTERN_TRY(const Dimensions size,
              checked_size(heif.image_get_width(decoded, kChannelInterleaved),
                           heif.image_get_height(decoded, kChannelInterleaved), limits));
  if (plane == nullptr || static_cast<std::size_t>(stride) < std::size_t{size.width} * kRgbaBytes) {
    return fail(ErrorCode::kCorruptImage, "libheif: it has no pixels");
  }
  LECTERN_TRY(Pixels pixels, Pixels::create(size, limits.max_decoded_bytes));
  for (std::uint32_t y = 0; y < size.height; ++y) {
    const std::span<std::uint8_t> row = pixels.row(y);
    std::copy_n(plane + std::size_t{y} * static_cast<std::size_t>(stride), row.size(), row.begin());
  }
  DecodedFacts facts;
  facts.bit_depth = static_cast<std::uint32_t>(heif.image_handle_get_luma_bits_per_pixel(primary));
  facts.alpha = heif.image_handle_has_alpha_channel(primary) != 0;
  std::optional<ToSrgb> conversion;
  if (!find_conversion(heif, primary, conversion)) {
    facts.warnings.emplace_back("the colour profile was left out");
  }
  if (conversion && !conversion->is_identity()) {
    for (std::uint32_t y = 0; y < size.height; ++y) conversion->apply(pixels.row(y));
  }
  return DecodedPicture{std::move(pixels), std::move(facts)};
}

}  // namespace lectern::cli
