// The pages of an SQLite database, as far as they have been asked for. A reader takes pages
// wherever it needs them; one that is not here becomes a question to the host. A file that comes
// only once and forward is read to its end first.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>

#include "base/bytes.h"
#include "base/file_buffer.h"
#include "base/work_budget.h"

namespace lectern {

class DatabasePages {
 public:
  /// \param head        the file's first bytes, at least its header, which stay where they are
  /// \param size        of the file, when it is known
  /// \param is_forward  going back in the file is not possible, or dear
  DatabasePages(ByteSpan head, std::optional<std::uint64_t> size, bool is_forward,
                const Limits& limits);

  /// \param size  bytes of a page, a power of 2 from 512 to 65,536
  void set_page_size(std::uint32_t size) { page_size_ = size; }
  std::uint32_t page_size() const { return page_size_; }
  /// Bytes of the file; of one that came forward, once it has ended.
  std::optional<std::uint64_t> size() const { return size_; }

  /// Whether all of the file has to be taken in before pages can be had, and has not been yet.
  bool is_loading() const { return is_forward_ && !is_loaded_; }
  /// Wants what comes next of a file that comes forward.
  void want_more();

  /// Page `number`, from 1, valid until the next call; empty when the file does not have all of it.
  /// Nothing while it is not here: then `wanted_from` to `wanted_to` are wanted.
  std::optional<ByteSpan> page(std::uint64_t number);

  /// Counts bytes that are looked at. Cells and overflow pages may be named again and again: what
  /// is beyond a few times the file is paid for. \returns false once it cannot be: see `error`.
  bool spend(std::uint64_t bytes);
  /// The same for values of rows, of which each takes a byte or more. \param each  its units
  bool spend_values(std::uint64_t count, std::uint64_t each);
  const std::optional<Error>& error() const { return error_; }

  std::uint64_t wanted_from() const { return start_ + incoming_.bytes().size(); }
  std::uint64_t wanted_to() const { return wanted_to_; }
  /// Where the host writes what is wanted, at most `size` bytes. Empty when memory is exhausted.
  std::span<std::uint8_t> room(std::size_t size);
  /// The first `size` bytes of the room have been written. \param at_end  the file ends behind
  /// them.
  void give(std::size_t size, bool at_end);
  /// Bytes that came.
  std::uint64_t loaded() const { return loaded_; }

 private:
  void want(std::uint64_t from, std::uint64_t size);
  void keep();

  ByteSpan head_;
  std::optional<std::uint64_t> size_;
  bool is_forward_;
  bool is_loaded_ = false;
  std::uint32_t page_size_ = 4096;
  std::map<std::uint64_t, FileBuffer> pieces_;  ///< by where they start
  std::uint64_t held_ = 0;                      ///< bytes in `pieces_`
  FileBuffer incoming_;
  std::uint64_t start_ = 0;  ///< of `incoming_` in the file
  std::uint64_t wanted_to_ = 0;
  std::uint64_t ahead_ = 0;  ///< bytes of the last question
  std::uint64_t loaded_ = 0;
  WorkBudget work_;
  std::uint64_t looked_at_ = 0;
  std::uint64_t values_ = 0;
  std::optional<Error> error_;
};

}  // namespace lectern
