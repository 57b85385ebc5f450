// The columns of an Arrow file or stream, and the metadata of its messages.
// https://github.com/apache/arrow/blob/main/format/Schema.fbs and Message.fbs
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/work_budget.h"
#include "documents/columnar/columnar_value.h"
#include "documents/columnar/flat_table.h"

namespace lectern {

enum class ArrowLayout : std::uint8_t {
  kNull,
  kBits,
  kFixed,
  kBytes,
  kLargeBytes,
  kViews,
  kList,
  kLargeList,
  kListView,
  kLargeListView,
  kFixedList,
  kStruct,
  kMap,
  kSparseUnion,
  kDenseUnion,
  kRuns,
};

struct ArrowField {
  std::string name;
  ArrowLayout layout = ArrowLayout::kNull;
  ColumnarType type;
  /// Bytes of a value, or elements of a list, where all have as many.
  std::uint64_t width = 0;
  bool is_nullable = false;
  std::string zone;
  std::vector<std::int32_t> type_ids;  ///< of unions
  std::vector<std::uint32_t> children;
  /// The field of a dictionary's values: what is stored here are indexes. 0: none.
  std::uint32_t values = 0;
  std::int64_t dictionary = 0;
};

/// The values of a dictionary, and where its fields begin.
struct ArrowDictionaryField {
  std::int64_t id = 0;
  std::uint32_t field = 0;
};

struct ArrowSchema {
  /// Those of record batches in the order of their arrays, then those of dictionaries.
  std::vector<ArrowField> fields;
  std::vector<std::uint32_t> columns;
  std::uint32_t record_fields = 0;
  std::vector<ArrowDictionaryField> dictionaries;            ///< by their numbers
  std::vector<std::pair<std::string, std::uint64_t>> notes;  ///< names and sizes
};

Result<ArrowSchema> read_arrow_schema(const FlatTable& schema, const bool& is_damaged,
                                      WorkBudget& budget);

/// "list<struct<a: int64>>"
std::string arrow_type_text(const ArrowSchema& schema, std::uint32_t field);

struct ArrowArray {
  std::uint64_t length = 0;
  std::uint64_t nulls = 0;
  std::uint32_t buffer = 0;    ///< the first of its own
  std::uint32_t variadic = 0;  ///< buffers of views
};

struct ArrowBuffer {
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
};

/// A record batch's, or a dictionary's, arrays and where their buffers lie.
struct ArrowBatch {
  std::uint64_t message = 0;  ///< in the file
  std::uint64_t body = 0;
  std::uint64_t body_size = 0;
  std::uint64_t rows = 0;
  /// -1: none, 0: LZ4, 1: Zstandard
  int codec = -1;
  std::uint32_t first_field = 0;
  std::vector<ArrowArray> arrays;
  std::vector<ArrowBuffer> buffers;
};

/// Takes a RecordBatch apart. \param first, end  the fields whose arrays it has
/// \returns false when it does not fit the schema
bool read_arrow_batch(const ArrowSchema& schema, const FlatTable& record, bool is_version_4,
                      std::uint32_t first, ArrowBatch& batch);

}  // namespace lectern
