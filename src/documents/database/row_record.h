// A row of an SQLite database as values. Only as much of a record is read as is shown: a long blob
// costs its first bytes, unless something else stands behind it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/message.h"
#include "documents/database/tree_walk.h"

namespace lectern {

struct DatabaseValue {
  enum class Kind : std::uint8_t { kNull, kInteger, kReal, kText, kBlob };
  Kind kind = Kind::kNull;
  std::int64_t integer = 0;
  double real = 0;
  /// A text in UTF-8, or a blob, from its start on.
  std::string bytes = {};
  /// Bytes of a text or blob in the file, in all.
  std::uint64_t size = 0;
  /// `bytes` is not all of it.
  bool is_cut = false;
  /// Nothing of it was read: too much stands before it.
  bool is_far = false;
};

/// How much of a record is read.
struct RecordBounds {
  /// Bytes of one text.
  std::uint64_t text_bytes = 0;
  /// Bytes from the record's start on.
  std::uint64_t record_bytes = std::uint64_t{1} << 20;
};

class RowRecord {
 public:
  /// \param pages, header, damage  must outlive this.
  RowRecord(DatabasePages& pages, const DatabaseHeader& header, DamageList& damage)
      : pages_(pages), header_(header), damage_(damage) {}

  /// Begins with the record of `cell`.
  void begin(const TreeCell& cell);
  /// Reads it. kNeedsBytes: call it again; kEnd: it cannot be read, which is told.
  TreeWalk::Step read(const RecordBounds& bounds, std::vector<DatabaseValue>& values);

 private:
  bool fill(std::uint64_t size);
  TreeWalk::Step damaged(const Message& what);

  DatabasePages& pages_;
  const DatabaseHeader& header_;
  DamageList& damage_;
  TreeCell cell_;
  ByteVector payload_;  ///< as far as it was read
  bool has_local_ = false;
  std::uint64_t overflow_ = 0;  ///< the page that goes on; 0 at the end
};

/// Text of the database's encoding as UTF-8, with U+FFFD for what is none. \param is_cut characters
/// that end with `bytes` are left out
std::string decode_database_text(ByteSpan bytes, std::uint32_t encoding, bool is_cut);

/// A real as SQLite prints it: 15 digits, "1.0", "1.0e+20", "Inf".
std::string real_text(double value);

}  // namespace lectern
