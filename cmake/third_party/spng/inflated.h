/* What libspng decodes comes from the core (src/image/png/png_decode.cpp), which has inflated and proven it: here it is copied.
   zlib's inflate, which nothing else needs, stays out of the module. */
#include <string.h>
#include <zlib.h>

static int take_inflated(z_stream *stream) {
  const uInt size = stream->avail_in < stream->avail_out ? stream->avail_in : stream->avail_out;
  if (size == 0) return Z_BUF_ERROR;
  memcpy(stream->next_out, stream->next_in, size);
  stream->next_in += size;
  stream->avail_in -= size;
  stream->next_out += size;
  stream->avail_out -= size;
  return Z_OK;
}

#undef inflateInit2
#define inflateInit2(stream, window_bits) Z_OK
#define inflateValidate(stream, check) Z_OK
#define inflateEnd(stream) ((void)0)
#define inflate(stream, flush) take_inflated(stream)
