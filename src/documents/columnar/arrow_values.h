// The values of an Arrow file's arrays, through dictionaries, runs and unions. Lists, maps and
// structures become JSON.
// https://arrow.apache.org/docs/format/Columnar.html#physical-memory-layout
#pragma once

#include <cstdint>
#include <string>

#include "documents/columnar/arrow_buffers.h"
#include "documents/columnar/arrow_messages.h"
#include "documents/columnar/columnar_table.h"
#include "documents/columnar/columnar_value.h"
#include "documents/columnar/json_text.h"

namespace lectern {

/// Reads single values of one record batch after the other.
class ArrowValues {
 public:
  ArrowValues(const ColumnarTools& tools, ArrowContent& content)
      : tools_(tools), content_(content), buffers_(tools) {}

  /// Goes to a record batch and forgets what the last one had unpacked.
  void enter(const ArrowBatch& batch);
  /// A value of the batch. kFailed: see `problem`.
  /// \param column  a field of the schema
  /// \param index   of the row in the batch
  ColumnarStep cell(std::uint32_t column, std::uint64_t index, std::uint64_t text_bytes,
                    DatabaseValue& value);
  const std::string& problem() const { return buffers_.problem(); }
  bool is_out_of_work() const { return buffers_.is_out_of_work(); }

 private:
  /// Where a value is to be read.
  struct Place {
    ArrowUnpacked* buffers;
    std::uint32_t field;
    std::uint64_t index;
  };

  const ArrowArray& array_of(const Place& place) const;
  ColumnarStep is_valid(const Place& place, bool& out);
  /// Leads to where the value itself is: through dictionaries, runs and unions.
  ColumnarStep resolve(Place& place, bool& valid);
  ColumnarStep into_dictionary(Place& place);
  ColumnarStep into_run(Place& place);
  /// A value that is no list, structure or map.
  ColumnarStep scalar(const Place& place, std::uint64_t text_bytes, DatabaseValue& value);
  /// A text or a blob, of which only what is kept is read.
  ColumnarStep bytes_of(const Place& place, std::uint32_t buffer, std::uint64_t from,
                        std::uint64_t size, std::uint64_t text_bytes, DatabaseValue& value);

  bool is_nested(std::uint32_t field) const;
  /// Writes a value that may be nothing.
  ColumnarStep write_any(Place place, JsonText& json, std::uint64_t text_bytes);
  ColumnarStep write(const Place& place, JsonText& json, std::uint64_t text_bytes);
  /// The elements of a list or a map.
  ColumnarStep elements(const Place& place, std::uint64_t& from, std::uint64_t& count);
  ColumnarStep write_pair(const Place& pair, JsonText& json, std::uint64_t text_bytes);

  ColumnarTools tools_;
  ArrowContent& content_;
  ArrowBuffers buffers_;
  ArrowUnpacked current_;
};

}  // namespace lectern
