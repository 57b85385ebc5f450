// The columns of a Parquet file: the tree of its schema, what its values mean, and how people write
// that.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/error.h"
#include "base/limits.h"
#include "documents/columnar/parquet_footer.h"
#include "documents/columnar/thrift.h"

namespace lectern {

/// Reads the nodes, leaves and columns of a footer.
/// \param field   the footer's list of schema elements
/// \param offset  where the footer stands in the file, for messages
Result<void> read_parquet_schema(ParquetFooter& footer, ThriftReader& reader,
                                 const ThriftReader::Field& field, std::uint64_t offset);

/// A name as valid UTF-8.
std::string parquet_name_text(std::string_view name);

/// "list<struct<a: int64, b: string>> not null", cut when it is long
std::string parquet_type_text(const ParquetFooter& footer, std::uint32_t node);

}  // namespace lectern
