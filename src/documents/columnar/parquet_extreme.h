// The smallest or largest value of a Parquet column, out of the statistics of its row groups.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "documents/columnar/columnar_value.h"
#include "documents/columnar/parquet_footer.h"

namespace lectern {

/// The smallest or largest value of a column over all row groups.
class ParquetExtreme {
 public:
  explicit ParquetExtreme(const ParquetNode& node) : node_(&node) {}

  /// What the statistics of one more row group say.
  void add(std::string_view bytes, bool is_most, bool is_exact);

  /// \param groups  that have values. "" when one of them does not say.
  std::string text(std::uint64_t groups, bool is_most) const;

 private:
  void give_up() { is_void_ = true; }
  bool is_below(const ColumnarScalar& a, const ColumnarScalar& b) const;

  const ParquetNode* node_;
  ColumnarScalar best_;
  bool has_ = false;
  bool is_exact_ = true;
  bool is_void_ = false;
  std::uint64_t count_ = 0;
};

}  // namespace lectern
