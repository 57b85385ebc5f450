#include "pdf/pdfium_stream_size.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <memory>

#include "base/bytes.h"
#include "core/fpdfapi/parser/cpdf_array.h"
#include "core/fpdfapi/parser/cpdf_dictionary.h"
#include "core/fpdfapi/parser/cpdf_stream_acc.h"

namespace lectern {
namespace {

/// Deflate's best: 258 bytes from two bits.
constexpr std::uint64_t kMostExpansion = 1032;
constexpr std::size_t kMaxFilters = 16;

std::size_t flate_filters(const CPDF_Stream& stream) {
  const RetainPtr<const CPDF_Object> filter = stream.GetDict()->GetDirectObjectFor("Filter");
  if (!filter) return 0;
  const auto is_flate = [](const ByteString& name) {
    return name == "FlateDecode" || name == "Fl";
  };
  const CPDF_Array* array = filter->AsArray();
  if (array == nullptr) return is_flate(filter->GetString()) ? 1 : 0;
  std::size_t count = 0;
  for (std::size_t i = 0; i < std::min(array->size(), kMaxFilters); ++i) {
    if (is_flate(array->GetByteStringAt(i))) ++count;
  }
  return count;
}

struct InflateCloser {
  void operator()(z_stream* stream) const { inflateEnd(stream); }
};

/// Inflates as much as there is; false when that is more than `max_bytes`.
bool inflate_all(ByteSpan bytes, std::uint64_t max_bytes, ByteVector& out) {
  z_stream state{};
  if (inflateInit(&state) != Z_OK) return true;
  const std::unique_ptr<z_stream, InflateCloser> closer(&state);
  state.next_in = const_cast<Bytef*>(bytes.data());
  state.avail_in = static_cast<uInt>(bytes.size());
  std::array<std::uint8_t, 1 << 16> buffer;
  int status = Z_OK;
  while (status == Z_OK) {
    state.next_out = buffer.data();
    state.avail_out = static_cast<uInt>(buffer.size());
    status = inflate(&state, Z_NO_FLUSH);
    const std::size_t made = buffer.size() - state.avail_out;
    if (made == 0) break;
    if (made > max_bytes - out.size()) return false;
    out.insert(out.end(), buffer.begin(), buffer.begin() + static_cast<std::ptrdiff_t>(made));
  }
  return true;
}

}  // namespace

bool decodes_to_more_than(const CPDF_Stream& stream, std::uint64_t max_bytes) {
  const std::size_t stages = flate_filters(stream);
  std::uint64_t possible = stream.GetRawSize();
  for (std::size_t i = 0; i < stages && possible <= max_bytes; ++i) possible *= kMostExpansion;
  if (stages == 0 || possible <= max_bytes) return false;
  const auto data = pdfium::MakeRetain<CPDF_StreamAcc>(pdfium::WrapRetain(&stream));
  data->LoadAllDataRaw();
  const auto raw = data->GetSpan();
  ByteVector bytes(raw.begin(), raw.end());
  for (std::size_t i = 0; i < stages; ++i) {
    ByteVector inflated;
    if (!inflate_all(bytes, max_bytes, inflated)) return true;
    bytes = std::move(inflated);
  }
  return false;
}

}  // namespace lectern
