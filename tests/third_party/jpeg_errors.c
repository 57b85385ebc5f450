/* Proves that a fatal error deep inside libjpeg comes back to the caller, as often as needed, without growing memory; and
 * times decoding. Usage: jpeg_errors errors <count> | time <count>. */

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <jerror.h>
#include <jpeglib.h>

enum { kWidth = 1024, kHeight = 768 };

#ifndef __wasi__
/* What this platform's setjmp makes of the WASI call. */
static int setjmp_call(jmp_buf env, void (*body)(void*), void* context) {
  const int value = setjmp(env);
  if (value == 0) body(context);
  return value;
}
static size_t memory_pages(void) { return 0; }
#else
static size_t memory_pages(void) { return __builtin_wasm_memory_size(0); }
#endif

struct session {
  struct jpeg_error_mgr errors;
  jmp_buf env;
  const unsigned char* data;
  size_t size;
  /* After how many bytes the source gives up; size for never. */
  size_t readable;
  unsigned rows;
  unsigned checksum;
};

static void on_error(j_common_ptr object) {
  struct session* session = object->client_data;
  longjmp(session->env, 100 + session->errors.msg_code);
}

static void on_message(j_common_ptr object, int level) {
  (void)object;
  (void)level;
}

static void source_nothing(j_decompress_ptr decoder) { (void)decoder; }

static boolean source_fill(j_decompress_ptr decoder) {
  ERREXIT(decoder, JERR_INPUT_EOF);
  return FALSE;
}

static void source_skip(j_decompress_ptr decoder, long count) {
  if ((size_t)count > decoder->src->bytes_in_buffer) ERREXIT(decoder, JERR_INPUT_EOF);
  decoder->src->next_input_byte += count;
  decoder->src->bytes_in_buffer -= (size_t)count;
}

static struct jpeg_decompress_struct decoder;

static void decode(void* context) {
  struct session* session = context;
  static unsigned char row[kWidth * 3];
  struct jpeg_source_mgr source = {0};
  source.init_source = source_nothing;
  source.fill_input_buffer = source_fill;
  source.skip_input_data = source_skip;
  source.resync_to_restart = jpeg_resync_to_restart;
  source.term_source = source_nothing;
  source.next_input_byte = session->data;
  source.bytes_in_buffer = session->readable;
  decoder.src = &source;
  jpeg_read_header(&decoder, TRUE);
  jpeg_start_decompress(&decoder);
  while (decoder.output_scanline < decoder.output_height) {
    JSAMPROW line = row;
    jpeg_read_scanlines(&decoder, &line, 1);
    session->rows++;
    for (int i = 0; i < kWidth * 3; ++i) session->checksum = session->checksum * 31 + row[i];
  }
  jpeg_finish_decompress(&decoder);
}

/* Decodes the first `readable` bytes; returns 0 or the value of the jump. */
static int run(struct session* session, size_t readable) {
  memset(&decoder, 0, sizeof decoder);
  decoder.err = jpeg_std_error(&session->errors);
  session->errors.error_exit = on_error;
  session->errors.emit_message = on_message;
  jpeg_create_decompress(&decoder);
  decoder.client_data = session;
  session->readable = readable;
  session->rows = 0;
  session->checksum = 0;
  const int value = setjmp_call(session->env, decode, session);
  jpeg_destroy_decompress(&decoder);
  return value;
}

static unsigned char* encode(size_t* size) {
  struct jpeg_error_mgr errors;
  struct jpeg_compress_struct encoder;
  encoder.err = jpeg_std_error(&errors);
  jpeg_create_compress(&encoder);
  unsigned char* data = NULL;
  unsigned long length = 0;
  jpeg_mem_dest(&encoder, &data, &length);
  encoder.image_width = kWidth;
  encoder.image_height = kHeight;
  encoder.input_components = 3;
  encoder.in_color_space = JCS_RGB;
  jpeg_set_defaults(&encoder);
  jpeg_set_quality(&encoder, 85, TRUE);
  jpeg_start_compress(&encoder, TRUE);
  static unsigned char row[kWidth * 3];
  unsigned noise = 1;
  for (int y = 0; y < kHeight; ++y) {
    for (int i = 0; i < kWidth * 3; ++i) {
      noise = noise * 1103515245u + 12345u;
      row[i] = (unsigned char)((i / 3 + y) / 8 + (noise >> 26));
    }
    JSAMPROW line = row;
    jpeg_write_scanlines(&encoder, &line, 1);
  }
  jpeg_finish_compress(&encoder);
  jpeg_destroy_compress(&encoder);
  *size = length;
  return data;
}

static int fail(const char* what, int value) {
  printf("FAILED: %s (%d)\n", what, value);
  return EXIT_FAILURE;
}

static int check_errors(struct session* session, unsigned count) {
  if (run(session, session->size) != 0) return fail("a valid picture must decode", 0);
  const unsigned good = session->checksum;
  const int expected = 100 + JERR_INPUT_EOF;
  unsigned deep = 0;
  size_t pages = 0;
  for (unsigned i = 0; i < count; ++i) {
    /* Cuts all over the file: in the header, the tables and the picture's data. */
    const size_t readable = i % 8 == 0 ? (i * 7919u) % session->size : (i * 131u) % 4096;
    const int value = run(session, readable);
    if (value != expected) return fail("a cut picture must jump", value);
    deep += session->rows > 0;
    if (i == count / 10) pages = memory_pages();
  }
  if (memory_pages() != pages) return fail("memory must not grow", (int)memory_pages());
  if (run(session, session->size) != 0 || session->checksum != good) return fail("a valid picture must still decode", 0);
  printf("%u jumps, %u of them from the picture's data, memory %u pages\n", count, deep, (unsigned)pages);
  return EXIT_SUCCESS;
}

static int time_decoding(struct session* session, unsigned count) {
  struct timespec begin;
  struct timespec end;
  clock_gettime(CLOCK_MONOTONIC, &begin);
  for (unsigned i = 0; i < count; ++i) {
    if (run(session, session->size) != 0) return fail("a valid picture must decode", 0);
  }
  clock_gettime(CLOCK_MONOTONIC, &end);
  const double seconds = (double)(end.tv_sec - begin.tv_sec) + (double)(end.tv_nsec - begin.tv_nsec) / 1e9;
  printf("%.2f ms a picture of %d x %d, checksum %08x\n", seconds * 1000 / count, kWidth, kHeight, session->checksum);
  return EXIT_SUCCESS;
}

int main(int argc, char** argv) {
  if (argc != 3) return fail("usage: jpeg_errors errors|time <count>", argc);
  static struct session session;
  session.data = encode(&session.size);
  const unsigned count = (unsigned)atoi(argv[2]);
  return strcmp(argv[1], "errors") == 0 ? check_errors(&session, count) : time_decoding(&session, count);
}
