// The bytes of a table file, as far as they have been asked for: its end first, then what the rows
// that are shown need. A file that comes only once and forward is read to its end first.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "base/bytes.h"
#include "base/file_buffer.h"
#include "base/file_parts.h"

namespace lectern {

class ColumnarBytes {
 public:
  /// \param head        the file's first bytes, which stay where they are
  /// \param size        of the file, when it is known
  /// \param is_forward  going back in the file is not possible, or dear
  ColumnarBytes(ByteSpan head, std::optional<std::uint64_t> size, bool is_forward);

  /// Of the file; only once `is_loading` is false.
  std::uint64_t size() const { return parts_ ? parts_->size() : head_.size(); }
  /// All of the file has to be taken in before anything else, and has not been yet.
  bool is_loading() const { return !parts_; }
  /// Something is wanted that is not here.
  bool is_lacking() const { return is_loading() || parts_->is_lacking(); }

  /// The bytes from `from` on, valid until the next call of `trim` or `give`. Nothing where the
  /// file has fewer, and where they are not here: then `is_lacking`.
  std::optional<ByteSpan> get(std::uint64_t from, std::uint64_t size);
  /// The same of a few bytes, for which a block of the file is loaded.
  /// \param room  where bytes of two blocks stand together
  std::optional<ByteSpan> get_few(std::uint64_t from, std::uint64_t size, ByteVector& room);
  /// Forgets what is here when it is much. Nothing that was got is valid any more.
  void trim();

  std::uint64_t wanted_from() const;
  std::uint64_t wanted_to() const;
  /// Where the host writes what is wanted, at most `size` bytes. Empty when memory is exhausted.
  std::span<std::uint8_t> room(std::size_t size);
  /// The first `size` bytes of the room have been written. \param at_end  the file ends behind
  /// them.
  void give(std::size_t size, bool at_end);

  /// Counts bytes that are unpacked. \returns how many of them are beyond what the file has, so
  /// that they were unpacked before
  std::uint64_t again(std::uint64_t size);
  /// Counts a value that is written in digits. \returns whether there are more of them than one for
  /// each four bytes of the file
  bool has_digits_again();

  /// Bytes that came.
  std::uint64_t loaded() const { return loaded_; }
  /// Bytes that are here or wanted.
  std::uint64_t held() const { return parts_ ? parts_->loaded_bytes() : loaded_; }

 private:
  ByteSpan head_;
  std::optional<std::uint64_t> size_;
  std::optional<FileParts> parts_;
  bool is_whole_ = false;
  FileBuffer all_;
  std::uint64_t loaded_ = 0;
  std::uint64_t unpacked_ = 0;
  std::uint64_t in_digits_ = 0;
};

}  // namespace lectern
