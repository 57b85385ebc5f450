// PDFium's JPEG decoder for WASI, where a jump can only end a call that was made for it (cmake/wasi_setjmp). The calls in
// which libjpeg may give up are made so here; what they return then takes PDFium where its own jump would take it.

#include <setjmp.h>

#include <cstddef>
#include <cstdint>
#include <initializer_list>

#include "core/fxcodec/jpeg/jpeg_common.h"

namespace {

/// PDFium destroys the decompressor after a jpeg_start_decompress that answered FALSE, but not after one that jumped.
bool start_has_jumped = false;

/// Runs `body`; false when libjpeg gave up in it.
template <typename Body>
bool completes(jpeg_decompress_struct* info, Body& body) {
  jmp_buf& environment = *static_cast<jmp_buf*>(info->client_data);
  return setjmp_call(environment, [](void* context) { (*static_cast<Body*>(context))(); }, &body) == 0;
}

/// The height in a file's header, two bytes, when it is the wrong one that some programs wrote: 65535, which libjpeg
/// refuses. `width` and `height` are what the PDF says.
uint8_t* known_bad_height(const jpeg_decompress_struct& info, const uint8_t* file, size_t size, JDIMENSION width,
                          JDIMENSION height) {
  if (info.err->msg_code != JERR_IMAGE_TOO_BIG || info.image_width >= JPEG_MAX_DIMENSION ||
      info.image_height != 0xFFFF || width == 0 || width > JPEG_MAX_DIMENSION || height == 0 ||
      height > JPEG_MAX_DIMENSION) {
    return nullptr;
  }
  for (const size_t offset : {size_t{94}, size_t{163}}) {
    if (size <= offset + 3) return nullptr;
    const uint8_t* marker = file + offset - 5;
    const uint8_t* bytes = file + offset;
    if (marker[0] == 0xFF && marker[1] >= 0xC0 && marker[1] <= 0xCF && bytes[0] == 0xFF && bytes[1] == 0xFF &&
        bytes[2] == (width >> 8) && bytes[3] == (width & 0xFF)) {
      return const_cast<uint8_t*>(bytes);
    }
  }
  return nullptr;
}

int read_header(jpeg_decompress_struct* info, boolean require_image) {
  const JDIMENSION width = info->image_width;
  const JDIMENSION height = info->image_height;
  jpeg_source_mgr* const source = info->src;
  const jpeg_source_mgr start = *source;
  int result = JPEG_SUSPENDED;
  auto body = [&] { result = jpeg_read_header(info, require_image); };
  if (completes(info, body)) return result;
  uint8_t* const bytes = known_bad_height(*info, start.next_input_byte, start.bytes_in_buffer, width, height);
  if (bytes == nullptr) return JPEG_SUSPENDED;
  bytes[0] = static_cast<uint8_t>(height >> 8);
  bytes[1] = static_cast<uint8_t>(height);
  jpeg_destroy_decompress(info);
  jpeg_create_decompress(info);
  *source = start;
  info->src = source;
  info->image_width = width;
  info->image_height = height;
  return completes(info, body) ? result : JPEG_SUSPENDED;
}

boolean start_decompress(jpeg_decompress_struct* info) {
  boolean result = FALSE;
  auto body = [&] { result = jpeg_start_decompress(info); };
  start_has_jumped = !completes(info, body);
  return result;
}

JDIMENSION read_scanlines(jpeg_decompress_struct* info, JSAMPARRAY rows, JDIMENSION count) {
  JDIMENSION result = 0;
  auto body = [&] { result = jpeg_read_scanlines(info, rows, count); };
  return completes(info, body) ? result : 0;
}

void destroy_decompress(jpeg_decompress_struct* info) {
  if (!start_has_jumped) jpeg_destroy_decompress(info);
  start_has_jumped = false;
}

}  // namespace

#define jpeg_read_header read_header
#define jpeg_start_decompress start_decompress
#define jpeg_read_scanlines read_scanlines
#define jpeg_destroy_decompress destroy_decompress

#include "core/fxcodec/jpeg/jpegmodule.cpp"
