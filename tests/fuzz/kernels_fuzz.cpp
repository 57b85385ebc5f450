// Differential: the vector loops of text, base64 and checksums against plain ones, at every
// alignment.
#include <zlib.h>

#include <algorithm>
#include <cstdlib>

#include "base/base64.h"
#include "base/crc32.h"
#include "inflate/adler32.h"
#include "support/plain_kernels.h"

namespace {

using namespace lectern;

void require(bool holds) {
  if (!holds) std::abort();
}

void check(ByteSpan bytes) {
  for (const bool after_cr : {false, true}) {
    require(count_line_ends(bytes, after_cr) == plain_line_ends(bytes, after_cr));
  }
  require(plain_ascii_size(bytes) == plain_ascii_prefix(bytes));
  require(valid_utf8_size(bytes) == plain_utf8_prefix(bytes));
  require(count_characters(bytes) == plain_characters(bytes));
  const auto found = std::find(bytes.begin(), bytes.end(), '\n');
  require(find_byte(bytes, '\n') == static_cast<std::size_t>(found - bytes.begin()));
  const auto size = static_cast<uInt>(bytes.size());
  require(crc32_of(1, bytes) == (size == 0 ? 1 : crc32(1, bytes.data(), size)));
  require(adler32_of(1, bytes) == (size == 0 ? 1 : adler32(1, bytes.data(), size)));
  const std::string encoded = base64_encode(bytes);
  require(encoded == plain_base64(bytes));
  const auto decoded = base64_decode(encoded);
  require(decoded && ByteSpan(*decoded).size() == bytes.size());
  require(std::equal(bytes.begin(), bytes.end(), decoded->begin()));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // The plain loops are slow.
  size = std::min<std::size_t>(size, 1 << 20);
  const ByteSpan bytes(data, size);
  if (size > 0) check(bytes.subspan(std::min<std::size_t>(size, data[0] % 16)));
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  require(base64_decode(text) == plain_base64_decode(text));
  return 0;
}
