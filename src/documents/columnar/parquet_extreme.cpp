#include "documents/columnar/parquet_extreme.h"

#include <cmath>

#include "base/bit_cast.h"
#include "documents/database/value_text.h"

namespace lectern {
namespace {

constexpr std::uint64_t kFactChars = 40;

}  // namespace

void ParquetExtreme::add(std::string_view bytes, bool is_most, bool is_exact) {
  ColumnarScalar scalar{0, as_bytes(bytes)};
  const std::size_t width = parquet_width(node_->stored, node_->width);
  const bool is_number =
      node_->stored != ParquetType::kByteArray && node_->stored != ParquetType::kFixedByteArray;
  if (is_number) {
    if (bytes.size() != (node_->stored == ParquetType::kBoolean ? 1 : width)) return give_up();
    for (std::size_t i = bytes.size(); i > 0; --i)
      scalar.bits = scalar.bits << 8 | scalar.bytes[i - 1];
    if (width == 4 && node_->stored == ParquetType::kInt32)
      scalar.bits = static_cast<std::uint64_t>(
          std::int64_t{static_cast<std::int32_t>(static_cast<std::uint32_t>(scalar.bits))});
    scalar.bytes = {};
  }
  if (!has_ || is_below(is_most ? best_ : scalar, is_most ? scalar : best_)) {
    best_ = scalar;
    is_exact_ = is_exact;
  }
  has_ = true;
  ++count_;
}

std::string ParquetExtreme::text(std::uint64_t groups, bool is_most) const {
  if (is_void_ || !has_ || count_ < groups) return "";
  // What has an order of its own is only known of one group.
  const ColumnarKind kind = node_->type.kind;
  const bool is_ordered = kind == ColumnarKind::kHalf || kind == ColumnarKind::kInt96 ||
                          kind == ColumnarKind::kInterval || kind == ColumnarKind::kBinary ||
                          kind == ColumnarKind::kNull ||
                          (kind == ColumnarKind::kDecimal && !best_.bytes.empty() && count_ > 1);
  if (is_ordered) return "";
  if (kind == ColumnarKind::kFloat &&
      std::isnan(bit_cast<float>(static_cast<std::uint32_t>(best_.bits))))
    return "";
  if (kind == ColumnarKind::kDouble && std::isnan(bit_cast<double>(best_.bits))) return "";
  bool is_cut = false;
  const std::string shown =
      value_cell(columnar_value(node_->type, best_, kFactChars * 4), kFactChars, is_cut);
  return (is_exact_ ? "" : is_most ? "≤ " : "≥ ") + shown;
}

bool ParquetExtreme::is_below(const ColumnarScalar& a, const ColumnarScalar& b) const {
  if (node_->stored == ParquetType::kFloat)
    return bit_cast<float>(static_cast<std::uint32_t>(a.bits)) <
           bit_cast<float>(static_cast<std::uint32_t>(b.bits));
  if (node_->stored == ParquetType::kDouble)
    return bit_cast<double>(a.bits) < bit_cast<double>(b.bits);
  if (!a.bytes.empty() || !b.bytes.empty()) return as_chars(a.bytes) < as_chars(b.bytes);
  if (node_->type.kind == ColumnarKind::kUnsigned) {
    const std::uint64_t mask =
        node_->stored == ParquetType::kInt32 ? 0xFFFFFFFF : ~std::uint64_t{0};
    return (a.bits & mask) < (b.bits & mask);
  }
  return static_cast<std::int64_t>(a.bits) < static_cast<std::int64_t>(b.bits);
}

}  // namespace lectern
