// Lists, maps and structures of a Parquet file, put together from the columns they were taken apart
// into. They become JSON.
// https://github.com/apache/parquet-format/blob/master/LogicalTypes.md#nested-types
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "documents/columnar/columnar_value.h"
#include "documents/columnar/json_text.h"
#include "documents/columnar/parquet_column.h"
#include "documents/columnar/parquet_footer.h"

namespace lectern {

/// Puts the entries of a nested column together, as Dremel took them apart.
class ParquetRecord {
 public:
  /// \param columns  of all leaves, each with the entries of one row
  ParquetRecord(const ParquetFooter& footer, const std::vector<ParquetColumn>& columns,
                std::uint64_t text_bytes)
      : footer_(footer), columns_(columns), json_(text_bytes) {}

  /// The row's value of a column. \param node  of the schema
  DatabaseValue write(std::uint32_t node);

 private:
  std::size_t leaf_end(std::uint32_t node) const;
  bool has_leaves(std::uint32_t node) const { return leaf_end(node) > footer_.nodes[node].leaf; }
  const ParquetEntry* entry(std::uint32_t node) const;
  bool is_null(std::uint32_t node) const;
  void consume(std::uint32_t node);
  /// Whether nothing more can be written.
  bool ends(std::uint32_t node);

  void write_node(std::uint32_t index);
  /// The elements of `repeated`, each being `element` or below.
  void write_list(std::uint32_t repeated, std::uint32_t element);
  bool goes_on(std::uint32_t repeated, const ParquetNode& node);
  void write_map(std::uint32_t repeated);
  void write_key(std::uint32_t index);
  void write_body(std::uint32_t index);

  const ParquetFooter& footer_;
  const std::vector<ParquetColumn>& columns_;
  JsonText json_;
  std::vector<std::size_t> at_;
  std::size_t first_ = 0;
};

}  // namespace lectern
