// What all packages have in common: members, one after the other, and the bytes of each. A package
// is read over a ByteWindow; whatever has to wait for bytes of the file says so and is called
// again.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/error.h"
#include "base/limits.h"
#include "package/byte_window.h"

namespace lectern {

/// Bytes that the names of a directory may have together, and what a listing holds of names.
constexpr std::uint64_t most_name_bytes(const Limits& limits) {
  return limits.max_decoded_bytes / 2;
}

/// What a member is. Only files have bytes that can be read.
enum class MemberKind : std::uint8_t { kFile, kDirectory, kLink, kHardLink, kOther };

/// Bytes of a sparse file that are stored; those between are zero.
struct Extent {
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
};

struct Member {
  /// As it is stored, in UTF-8: it may be absolute, climb out, or hold any character.
  std::string name;
  MemberKind kind = MemberKind::kFile;
  /// A name that tells what its bytes are, for a file whose own does not; "" for all others.
  std::string_view kind_name;
  /// Where a link leads, when the directory says so. Never followed.
  std::string target;
  /// What somebody wrote about it, in UTF-8.
  std::string comment;
  /// Of its content; absent when only reading it tells.
  std::optional<std::uint64_t> size_bytes;
  /// Time of the last change, in seconds since 1970; in an unknown time zone without `is_utc`.
  std::optional<std::int64_t> modified;
  bool is_utc = false;
  bool is_encrypted = false;
  bool is_ignored = false;  ///< by git
  bool is_locked = false;   ///< no password opens it here
  /// Where and how it is stored, for the package that it comes from.
  std::uint64_t place = 0;
  std::uint64_t stored_bytes = 0;
  std::uint32_t crc = 0;
  std::uint16_t method = 0;
  std::uint16_t flags = 0;
  std::uint16_t dos_time = 0;
  std::uint8_t aes_strength = 0;  ///< ZIP: 1 to 3 when it is encrypted with AES
  bool has_crc = true;            ///< `crc` is that of its bytes
  std::vector<Extent> extents;
};

/// The bytes of one member from its start on.
class MemberStream {
 public:
  MemberStream() = default;
  MemberStream(const MemberStream&) = delete;
  MemberStream& operator=(const MemberStream&) = delete;
  virtual ~MemberStream() = default;

  /// The next bytes, valid until the next call; empty at the end. Nothing: the window wants bytes
  /// first. An error means that none can be had; damage behind some ends the stream.
  virtual Result<std::optional<ByteSpan>> next() = 0;
  /// Goes on at `to` bytes from the member's start, or as near before it as it can; not before
  /// `least`. Nothing: the bytes before have to be read. \returns where it goes on
  virtual std::optional<std::uint64_t> seek(std::uint64_t to, std::uint64_t least) {
    static_cast<void>(to);
    static_cast<void>(least);
    return std::nullopt;
  }
  /// What helps a later stream of the same member to seek; empty when nothing does.
  virtual ByteVector notes() const { return {}; }
  /// \param notes  of an earlier stream; those that are damaged are ignored
  virtual void take_notes(ByteSpan notes) { static_cast<void>(notes); }

  /// How many bytes of others, before the member's own, were unpacked since the last call: then
  /// `next` gives nothing although the window wants none.
  virtual std::uint64_t take_passed() { return 0; }

  /// Whether its bytes stand in the package as they are, so that `seek` costs nothing.
  virtual bool is_stored() const { return false; }

  /// At the end: what is wrong with the member, as a warning says it; "" when nothing is.
  const std::string& damage() const { return damage_; }

 protected:
  std::string damage_;
};

class Package {
 public:
  enum class Step : std::uint8_t { kMember, kNeedsBytes, kEnd };

  Package(ByteWindow& window, const Limits& limits) : window_(window), limits_(limits) {}
  Package(const Package&) = delete;
  Package& operator=(const Package&) = delete;
  virtual ~Package() = default;

  /// Goes on to the next member, in the order in which the file has them. After kNeedsBytes, once
  /// the window has them, it is called again. CORRUPT_ARCHIVE, LIMIT_EXCEEDED, UNSUPPORTED_FORMAT.
  virtual Result<Step> next(Member& member) = 0;
  /// Behind a member: where to look for the one after it; nothing where only a directory tells.
  virtual std::optional<std::uint64_t> place_of_next() const { return std::nullopt; }
  /// Goes on to the member at a place that `place_of_next` gave for the same file.
  virtual void go_to(std::uint64_t place) { static_cast<void>(place); }
  /// The bytes of a file. ENCRYPTED, UNSUPPORTED_FORMAT.
  virtual Result<std::unique_ptr<MemberStream>> open(const Member& member) = 0;

  /// What is odd about the package although it can be read.
  const std::vector<std::string>& warnings() const { return warnings_; }
  /// What somebody wrote about all of it, in UTF-8.
  const std::string& comment() const { return comment_; }
  /// At the end: members that were ignored are not, after all.
  bool ignores_none() const { return ignores_none_; }

 protected:
  /// LIMIT_EXCEEDED when there are too many members.
  Result<void> count_member();
  /// Archives of a pipe's output have members without names: one that can be asked for.
  void name_if_none(Member& member);
  /// Of many warnings the first are kept.
  void warn(const Message& warning);

  ByteWindow& window_;
  const Limits& limits_;
  std::vector<std::string> warnings_;
  std::string comment_;
  bool ignores_none_ = false;
  std::uint64_t members_ = 0;
};

}  // namespace lectern
