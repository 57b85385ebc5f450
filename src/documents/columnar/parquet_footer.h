// What the end of a Parquet file says: its columns, its row groups and where their pages lie.
// https://github.com/apache/parquet-format/blob/master/src/main/thrift/parquet.thrift
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/limits.h"
#include "documents/columnar/columnar_value.h"
#include "documents/columnar/parquet_values.h"

namespace lectern {

enum class ParquetShape : std::uint8_t { kLeaf, kGroup, kList, kMap };

/// A node of the schema, in the file's order: a group stands before its children.
struct ParquetNode {
  std::string_view name;
  ParquetShape shape = ParquetShape::kLeaf;
  bool is_optional = false;
  bool is_repeated = false;
  ParquetType stored = ParquetType::kInt32;
  std::size_t width = 0;  ///< bytes of kFixedByteArray
  ColumnarType type;
  std::uint32_t parent = 0;
  std::uint32_t children = 0;
  std::uint32_t end = 0;   ///< the node behind this and all below it
  std::uint32_t leaf = 0;  ///< the first leaf of it
  std::uint32_t definition = 0;
  std::uint32_t repetition = 0;
};

struct ParquetStatistics {
  std::optional<std::string_view> least = std::nullopt;
  std::optional<std::string_view> most = std::nullopt;
  std::optional<std::uint64_t> nulls = std::nullopt;
  bool is_least_exact = true;
  bool is_most_exact = true;
  /// Of older writers, whose order of bytes is not that of texts.
  bool is_old = false;
};

/// A column's pages in a row group.
struct ParquetChunk {
  std::uint32_t codec = 0;
  std::uint64_t values = 0;
  std::uint64_t start = 0;
  std::uint64_t end = 0;
  std::uint64_t unpacked = 0;  ///< bytes
  std::uint64_t index_start = 0;
  std::uint64_t index_size = 0;
  bool is_elsewhere = false;  ///< in another file
  bool is_encrypted = false;
  bool is_wrong = false;
  ParquetStatistics statistics;
};

struct ParquetGroup {
  std::uint64_t first = 0;  ///< row
  std::uint64_t rows = 0;
  std::size_t offset = 0;  ///< in the footer
};

/// Metadata of programs, and how long it is.
struct ParquetNote {
  std::string_view key;
  std::string_view value;
};

struct ParquetFooter {
  ByteVector bytes;
  std::int64_t version = 0;
  std::string_view writer;
  bool is_signed = false;  ///< of a file whose columns may be encrypted
  std::uint64_t rows = 0;
  std::uint64_t stated_rows = 0;
  std::vector<ParquetNode> nodes;      ///< the first one is the root
  std::vector<std::uint32_t> leaves;   ///< nodes
  std::vector<std::uint32_t> columns;  ///< nodes: children of the root
  std::vector<ParquetGroup> groups;
  std::vector<ParquetNote> notes;
};

/// Takes the footer apart. \param offset  where it stands in the file, for messages
Result<void> read_parquet_footer(ParquetFooter& footer, std::uint64_t offset, const Limits& limits);

/// The chunks of all leaves of a row group. \returns false when the group has not as many.
bool read_parquet_chunks(const ParquetFooter& footer, std::size_t group,
                         std::vector<ParquetChunk>& chunks);

}  // namespace lectern
