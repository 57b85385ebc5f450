// The b-trees of an SQLite database, walked in the order of their keys. A walk that lacks a page
// says so and is called again. Damage is told once for each page, and what can be read is read.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/message.h"
#include "documents/database/database_pages.h"

namespace lectern {

/// What the first 100 bytes of a database say.
struct DatabaseHeader {
  std::uint32_t page_size = 4096;
  std::uint32_t reserved = 0;    ///< bytes at the end of each page that are not used
  std::uint64_t pages = 0;       ///< as it states, or as the file's size has it
  std::uint32_t free_pages = 0;  ///< that hold nothing, or what was deleted
  std::uint32_t encoding = 1;    ///< 1 UTF-8, 2 UTF-16LE, 3 UTF-16BE
  std::int32_t user_version = 0;
  std::uint32_t application_id = 0;
  bool is_wal = false;
  bool is_auto_vacuum = false;

  std::uint32_t usable() const { return page_size - reserved; }
};

/// \param bytes  at least 100. \returns nothing when the page size or the reserved space cannot be.
std::optional<DatabaseHeader> read_database_header(ByteSpan bytes,
                                                   std::optional<std::uint64_t> file_size);

/// A varint of the format: up to 9 bytes, big-endian. Moves `at` behind it; nothing at the end.
std::optional<std::uint64_t> read_varint(ByteSpan bytes, std::size_t& at);

/// Where a row or a key lies.
struct TreeCell {
  std::int64_t rowid = 0;     ///< of a table's tree
  std::uint64_t payload = 0;  ///< bytes of its record, in all
  std::uint64_t page = 0;
  std::size_t offset = 0;      ///< of the record's first byte in the page
  std::size_t local = 0;       ///< bytes of it in the page
  std::uint64_t overflow = 0;  ///< the page where the rest begins; 0 for none
};

/// Where damage is told: "page 17: ...", which the caller puts the table's name before.
using DamageList = std::vector<std::string>;

class TreeWalk {
 public:
  enum class Step : std::uint8_t { kCell, kNeedsBytes, kEnd };

  /// \param pages, header, damage  must outlive this.
  TreeWalk(DatabasePages& pages, const DatabaseHeader& header, std::uint64_t root,
           DamageList& damage)
      : pages_(pages), header_(header), root_(root), damage_(damage) {}

  /// The next cell.
  Step next(TreeCell& cell);
  /// Adds what is left of the tree to `count`, as long as no more than `most_pages` are visited in
  /// all. \returns kCell when these were too few, then kEnd was not reached.
  Step count_rest(std::uint64_t& count, std::uint64_t most_pages);
  /// Begins at the first row whose rowid is not below `rowid`. kNeedsBytes: call it again.
  Step seek(std::int64_t rowid);
  /// Begins `count` rows before the end, or at the first row. kNeedsBytes: call it again.
  Step seek_back(std::uint64_t count);
  /// The first or last rowid. kEnd: the tree has none, or is no table's.
  Step edge(bool is_last, std::int64_t& rowid);
  /// True for the tree of an index, which is that of a table WITHOUT ROWID too. Known once a page
  /// was read.
  bool is_index() const { return is_index_; }
  std::uint64_t visited() const { return visited_; }

 private:
  struct Frame {
    std::uint64_t page = 0;
    std::uint32_t at = 0;     ///< of the next step
    std::uint32_t cells = 0;  ///< that it has room for
    bool is_leaf = false;
    bool was_counted = false;
  };
  enum class Push : std::uint8_t { kDone, kNeedsBytes, kDamaged };

  Step begin();
  Push push(std::uint64_t page);
  std::uint32_t steps(const Frame& frame) const;
  std::optional<std::size_t> cell_at(ByteSpan page, const Frame& frame, std::uint32_t index);
  std::optional<std::uint64_t> child_at(ByteSpan page, const Frame& frame, std::uint32_t index);
  bool read_cell(ByteSpan page, const Frame& frame, std::uint32_t index, TreeCell& cell);
  void tell(std::uint64_t page, const Message& what);

  DatabasePages& pages_;
  const DatabaseHeader& header_;
  std::uint64_t root_;
  DamageList& damage_;
  std::vector<Frame> frames_;
  bool has_begun_ = false;
  bool is_index_ = false;
  std::uint64_t visited_ = 0;
  bool is_backing_ = false;   ///< seek_back is under way
  std::uint64_t backed_ = 0;  ///< rows that it has gone back over
};

}  // namespace lectern
