// The values of one column of a Parquet file in one row group, row after row: pages are found,
// loaded and unpacked as rows need them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "documents/columnar/columnar_table.h"
#include "documents/columnar/parquet_footer.h"

namespace lectern {

/// A value with its place in nested columns, or the lack of one.
struct ParquetEntry {
  std::uint32_t repetition = 0;
  std::uint32_t definition = 0;
  DatabaseValue value = {};
};

class ParquetColumn {
 public:
  /// \param tools, node  must outlive this
  ParquetColumn(const ColumnarTools& tools, const ParquetNode& node) : tools_(tools), node_(node) {}

  /// Begins with a row group. \param held  bytes that all columns hold
  void begin(const ParquetChunk& chunk, std::uint64_t rows, std::uint64_t* held);
  /// Goes to a row of the group that does not stand before the last one, and reads it: all entries
  /// of it, one where nothing repeats. kFailed: see `problem`; no other row of the group is read.
  /// \param room  bytes that the row's entries may still take, beyond one that is short
  ColumnarStep read(std::uint64_t row, std::uint64_t text_bytes, std::uint64_t& room);

  const std::vector<ParquetEntry>& entries() const { return entries_; }
  /// Entries of the row that have no room.
  std::uint64_t left_out() const { return left_out_; }
  const std::string& problem() const { return problem_; }
  bool has_failed() const { return !problem_.empty(); }
  /// The work of the whole read is used up.
  bool is_out_of_work() const { return is_out_of_work_; }

 private:
  struct Header;
  ColumnarStep next_page(std::uint64_t row);
  ColumnarStep jump(std::uint64_t row);
  ColumnarStep read_header(Header& header);
  bool open_dictionary(const Header& header, ByteSpan body);
  bool open_page(const Header& header, ByteSpan body);
  bool take_entry(bool is_kept, std::uint64_t text_bytes, std::uint64_t& room);
  bool peek_level();
  ColumnarStep wrong(const Message& what);
  ColumnarStep wrong(const Error& error);

  ColumnarTools tools_;
  const ParquetNode& node_;
  ParquetChunk chunk_;
  std::uint64_t group_rows_ = 0;
  std::uint64_t* held_ = nullptr;
  std::uint64_t mine_ = 0;  ///< of what is held

  std::uint64_t at_ = 0;       ///< of the next page in the file
  std::uint64_t page_at_ = 0;  ///< of the current one
  bool has_jumped_ = false;
  ByteVector page_;
  ParquetDictionary dictionary_;
  HybridDecoder repetitions_;
  HybridDecoder definitions_;
  ParquetValues values_;
  std::uint64_t left_ = 0;      ///< entries of the page
  std::uint64_t seen_ = 0;      ///< entries before the next page
  std::uint64_t next_row_ = 0;  ///< the row that begins with the next entry
  bool has_level_ = false;
  std::uint32_t level_ = 0;  ///< the repetition of the next entry

  bool is_reading_ = false;  ///< the row's first entry was taken
  std::vector<ParquetEntry> entries_;
  std::uint64_t kept_bytes_ = 0;  ///< of the entries' texts
  std::uint64_t left_out_ = 0;
  std::string problem_;
  bool is_out_of_work_ = false;
};

}  // namespace lectern
