// Records of BIFF 2 to 8, the binary format of Excel 2 to 2003 ([MS-XLS] 2.1.4): a type, a length
// and bytes, and what does not fit goes on in records of its own.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/byte_reader.h"
#include "base/bytes.h"
#include "base/encoding_tables.h"

namespace lectern {

enum class BiffVersion : std::uint8_t { k2 = 2, k3 = 3, k4 = 4, k5 = 5, k8 = 8 };

/// A record; `bytes` is without what goes on behind it.
struct BiffRecord {
  std::uint16_t type = 0;
  ByteSpan bytes;
};

class BiffStream {
 public:
  /// \param bytes  must outlive the stream.
  explicit BiffStream(ByteSpan bytes) : reader_(bytes) {}
  /// The next record; nothing at the end, and in place of one that is cut: zeros that stand for
  /// what it lacks would be values.
  std::optional<BiffRecord> next();
  /// The type of the record that comes next; 0 where `next` has none.
  std::uint16_t peek() const;
  std::size_t position() const { return reader_.position(); }
  [[nodiscard]] bool seek(std::size_t offset) { return reader_.seek(offset); }

 private:
  ByteReader reader_;
};

/// Records that go on with the one before.
constexpr std::uint16_t kBiffContinue = 0x003C;

/// The bytes of a record and of those that go on with it. Characters of a string that was cut begin
/// in the next piece with a byte that says how wide they are.
class BiffPieces {
 public:
  /// \param rest  stands behind the record: those that go on with it are looked up when they are
  /// read, since a file may have millions that are empty.
  BiffPieces(ByteSpan first, const BiffStream& rest) : piece_(first), rest_(rest) {}

  std::optional<std::uint8_t> u8();
  std::optional<std::uint16_t> u16();
  std::optional<std::uint32_t> u32();
  bool skip(std::uint64_t count);
  /// `count` characters; \param wide  two bytes each, else one.
  bool characters(std::uint32_t count, bool wide, std::string& out);
  /// A string with a length of 16 bits and its formatting ([MS-XLS] 2.5.293).
  std::optional<std::string> rich_string();
  bool at_end();

 private:
  bool settle();

  ByteSpan piece_;
  BiffStream rest_;
  std::size_t at_ = 0;
};

/// A name that many cells may show: cut, with a mark, where no program writes one so long.
std::string bounded_name(std::string name);

/// A string of BIFF8 with a length of 8 or 16 bits, all in one record.
std::optional<std::string> biff8_string(ByteReader& reader, bool is_short);
/// Appends UTF-16, little endian; what is no character becomes U+FFFD.
void append_utf16(ByteSpan bytes, std::string& out);

/// Text in the code page of a workbook.
class CodePage {
 public:
  explicit CodePage(const EncodingTables& tables) : tables_(tables) {}
  /// \param page  of Windows: 1252, 932 …
  void set(std::uint16_t page) { page_ = page; }
  std::uint16_t page() const { return page_; }
  std::string decode(ByteSpan bytes) const;

 private:
  EncodingTables tables_;
  std::uint16_t page_ = 1252;
};

/// A number in 30 bits ([MS-XLS] 2.5.217).
double rk_number(std::uint32_t rk);
/// "#DIV/0!" …
std::string_view biff_error(std::uint8_t code);

}  // namespace lectern
