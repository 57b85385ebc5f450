// What the values of a table file mean, and how they are written: numbers, dates, times, decimals.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/bytes.h"
#include "documents/database/row_record.h"

namespace lectern {

enum class ColumnarKind : std::uint8_t {
  kUnknown,
  kNull,
  kBoolean,
  kSigned,
  kUnsigned,
  kHalf,
  kFloat,
  kDouble,
  kDecimal,
  kText,
  kBinary,
  kDate,
  kTime,
  kTimestamp,
  kInt96,
  kDuration,
  kInterval,
  kMonths,
  kUuid,
};

/// Whether values are written in digits that take long to make: fractions, dates and times.
constexpr bool has_digits(ColumnarKind kind) {
  return (kind >= ColumnarKind::kHalf && kind <= ColumnarKind::kDecimal) ||
         (kind >= ColumnarKind::kDate && kind <= ColumnarKind::kInterval);
}

/// What a column's values are.
struct ColumnarType {
  ColumnarKind kind = ColumnarKind::kUnknown;
  /// Bits of an integer.
  unsigned bits = 64;
  /// Digits of a second behind the point: 0, 3, 6, 9.
  unsigned digits = 0;
  std::int32_t precision = 0;
  std::int32_t scale = 0;
  /// Times are UTC.
  bool is_utc = false;
  /// Decimals of bytes: the last one comes first.
  bool is_little_endian = false;
};

/// A value before it is written.
struct ColumnarScalar {
  /// Of numbers, as two's complement or as the bits of a float; dates in days, times in units.
  std::uint64_t bits = 0;
  ByteSpan bytes = {};
};

/// Units of work that the digits of a value take, whose type has them.
std::uint64_t digits_work(const ColumnarType& type, const ColumnarScalar& scalar);

/// Days since 1970 as "2024-01-31"; years beyond 0 to 9999 with a sign.
std::string date_of_days(std::int64_t days);

/// \param text_bytes  of a text that are kept
DatabaseValue columnar_value(const ColumnarType& type, const ColumnarScalar& scalar,
                             std::uint64_t text_bytes);

/// A column's name as UTF-8: of more than 1,000 bytes the beginning and "…".
std::string columnar_name(std::string_view name);

/// A type as people write it: "timestamp(us, UTC)", "decimal(10, 2)".
std::string columnar_type_name(const ColumnarType& type);

}  // namespace lectern
