#include "pdf/pdfium_stream_size.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

#include "base/bytes.h"
#include "core/fpdfapi/parser/cpdf_array.h"
#include "core/fpdfapi/parser/cpdf_dictionary.h"
#include "core/fpdfapi/parser/cpdf_stream_acc.h"

namespace lectern {
namespace {

constexpr std::size_t kMaxFilters = 16;

enum class Filter { kFlate, kLzw, kRunLength, kOther };

Filter filter_named(const ByteString& name) {
  if (name == "FlateDecode" || name == "Fl") return Filter::kFlate;
  if (name == "LZWDecode" || name == "LZW") return Filter::kLzw;
  if (name == "RunLengthDecode" || name == "RL") return Filter::kRunLength;
  return Filter::kOther;
}

std::vector<Filter> filters_of(const CPDF_Stream& stream) {
  std::vector<Filter> filters;
  const RetainPtr<const CPDF_Object> filter = stream.GetDict()->GetDirectObjectFor("Filter");
  if (!filter) return filters;
  const CPDF_Array* array = filter->AsArray();
  if (array == nullptr) return {filter_named(filter->GetString())};
  for (std::size_t i = 0; i < std::min(array->size(), kMaxFilters); ++i)
    filters.push_back(filter_named(array->GetByteStringAt(i)));
  return filters;
}

/// The most that a byte can become.
std::uint64_t most_expansion(Filter filter) {
  switch (filter) {
    case Filter::kFlate:
      return 1032;  // 258 bytes from two bits
    case Filter::kLzw:
      return 2730;  // 4,095 bytes from twelve bits
    case Filter::kRunLength:
      return 64;  // 128 bytes from two
    case Filter::kOther:
      break;
  }
  return 1;
}

std::uint64_t possible_size(std::uint64_t raw_bytes, const std::vector<Filter>& filters,
                            std::uint64_t max_bytes) {
  std::uint64_t possible = raw_bytes;
  for (const Filter filter : filters) {
    if (possible > max_bytes) break;
    possible *= most_expansion(filter);
  }
  return possible;
}

struct InflateCloser {
  void operator()(z_stream* stream) const { inflateEnd(stream); }
};

/// What as much as there is inflates to; `max_bytes` + 1 when that is more.
/// \param out  gets the bytes, unless it is null
std::uint64_t inflate_all(ByteSpan bytes, std::uint64_t max_bytes, ByteVector* out) {
  std::uint64_t size = 0;
  z_stream state{};
  if (inflateInit(&state) != Z_OK) return size;
  const std::unique_ptr<z_stream, InflateCloser> closer(&state);
  // PDFium takes a stream whose sum is wrong, too.
  inflateValidate(&state, 0);
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
    if (made > max_bytes - size) return max_bytes + 1;
    size += made;
    if (out == nullptr) continue;
    out->insert(out->end(), buffer.begin(), buffer.begin() + static_cast<std::ptrdiff_t>(made));
  }
  return size;
}

}  // namespace

std::uint64_t possible_size(const CPDF_Stream& stream, std::uint64_t max_bytes) {
  return possible_size(stream.GetRawSize(), filters_of(stream), max_bytes);
}

std::uint64_t decoded_size(const CPDF_Stream& stream, std::uint64_t max_bytes) {
  const std::vector<Filter> filters = filters_of(stream);
  const auto data = pdfium::MakeRetain<CPDF_StreamAcc>(pdfium::WrapRetain(&stream));
  data->LoadAllDataRaw();
  const auto raw = data->GetSpan();
  ByteSpan bytes{raw.data(), raw.size()};
  std::uint64_t size = bytes.size();
  ByteVector held;
  for (std::size_t i = 0; i < filters.size(); ++i) {
    if (filters[i] == Filter::kOther) continue;
    if (filters[i] != Filter::kFlate) {
      // Taken for as large as they can be, if that is too much: today's files are not made with
      // these.
      const std::uint64_t possible = possible_size(
          size, {filters.begin() + static_cast<std::ptrdiff_t>(i), filters.end()}, max_bytes);
      if (possible > max_bytes) return possible;
      const auto decoded = pdfium::MakeRetain<CPDF_StreamAcc>(pdfium::WrapRetain(&stream));
      decoded->LoadAllDataFiltered();
      return decoded->GetSize();
    }
    // What no filter reads any more is only counted.
    const auto rest = filters.begin() + static_cast<std::ptrdiff_t>(i) + 1;
    const bool is_read = std::find(rest, filters.end(), Filter::kFlate) != filters.end();
    ByteVector inflated;
    size = inflate_all(bytes, max_bytes, is_read ? &inflated : nullptr);
    if (size > max_bytes) return size;
    held = std::move(inflated);
    bytes = held;
  }
  return size;
}

bool decodes_to_more_than(const CPDF_Stream& stream, std::uint64_t max_bytes) {
  return possible_size(stream, max_bytes) > max_bytes &&
         decoded_size(stream, max_bytes) > max_bytes;
}

std::uint64_t StreamSizes::of(const CPDF_Stream& stream, std::uint64_t max_bytes,
                              std::uint64_t few_bytes) {
  const std::uint64_t possible = possible_size(stream, few_bytes);
  if (possible <= few_bytes) return possible;
  const auto [place, is_new] = known_.try_emplace(pdfium::WrapRetain(&stream));
  Known& known = place->second;
  const bool is_cut = known.bytes > known.max_bytes && max_bytes > known.max_bytes;
  if (is_new || is_cut) known = {decoded_size(stream, max_bytes), max_bytes};
  return known.bytes;
}

}  // namespace lectern
