// The stretch of a file that a package's reader has at hand, and what it wants next of the file. A
// reader takes bytes wherever it needs them; what is not there becomes a question to the host.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "base/bytes.h"
#include "base/file_buffer.h"

namespace lectern {

class ByteWindow {
 public:
  /// \param head  the file's first bytes, which stay where they are
  /// \param size  of the file, when it is known
  ByteWindow(ByteSpan head, std::optional<std::uint64_t> size) : head_(head), size_(size) {}

  /// Bytes of the file, when they are known: at the latest when its end has come.
  std::optional<std::uint64_t> size() const { return size_; }

  /// The bytes from `from` on, valid until the next call: `size` of them, fewer only where the file
  /// ends. Nothing while they are not here: then `wanted_from` to `wanted_to` are wanted. Only one
  /// stretch is here at a time: what is needed together has to be asked for from one start.
  /// \param ahead  how many from `from` on are worth asking for at once
  std::optional<ByteSpan> get(std::uint64_t from, std::uint64_t size, std::uint64_t ahead = 0);
  /// As many bytes from `from` on as are here, and at least one unless the file has ended.
  std::optional<ByteSpan> get_some(std::uint64_t from, std::uint64_t ahead);

  /// Keeps all bytes from now on, for a file that comes only once and forward.
  void keep_all();

  std::uint64_t wanted_from() const { return end(); }
  std::uint64_t wanted_to() const { return wanted_to_; }
  /// Where the host writes what is wanted, at most `size` bytes. Empty when memory is exhausted.
  std::span<std::uint8_t> room(std::size_t size);
  /// The first `size` bytes of the room have been written.
  /// \param at_end  the file ends behind them
  void give(std::size_t size, bool at_end);

 private:
  std::uint64_t end() const { return start_ + buffer_.bytes().size(); }
  void move_to(std::uint64_t from);
  void want(std::uint64_t from, std::uint64_t size, std::uint64_t ahead);

  ByteSpan head_;
  std::optional<std::uint64_t> size_;
  bool keeps_all_ = false;
  std::uint64_t start_ = 0;  ///< of `buffer_` in the file
  FileBuffer buffer_;
  std::uint64_t wanted_to_ = 0;
};

}  // namespace lectern
