#include "documents/sheets/biff/xls_encryption.h"

#include <algorithm>

#include "documents/crypto/legacy_cipher.h"
#include "documents/crypto/password.h"

namespace lectern {
namespace {

constexpr std::size_t kRc4BlockBytes = 1024;
constexpr std::size_t kRecordHeadBytes = 4;
constexpr std::uint16_t kBoundSheet = 0x0085;
/// Records that are never encrypted: BOF of all versions, InterfaceHdr, RRDHead, UsrExcl, FileLock,
/// RRDInfo.
constexpr std::uint16_t kPlainRecords[] = {0x0009, 0x0209, 0x0409, 0x0809, 0x002F,
                                           0x00E1, 0x0138, 0x0194, 0x0195, 0x0196};

Result<LegacyCipher> cipher_of(const BiffRecord& file_pass, std::string_view kind) {
  ByteReader reader(file_pass.bytes);
  // Before Excel 97 there is only XOR, and nothing says so.
  const bool has_type = file_pass.bytes.size() > 4;
  const std::uint16_t type = has_type ? reader.u16_le().value_or(0) : 0;
  if (type == 0) {
    const auto key = reader.u16_le();
    const auto check = reader.u16_le();
    if (!check) return fail(ErrorCode::kCorruptDocument, "the record FilePass is cut off");
    return LegacyCipher::from_xor(*key, *check, kind);
  }
  if (type == 1) return LegacyCipher::from_info(file_pass.bytes.subspan(2), kind);
  return refuse_method(kind, compose({"by type {}", type}));
}

}  // namespace

Result<void> decrypt_workbook(const ReadContext& context, const BiffRecord& file_pass,
                              std::span<std::uint8_t> stream, std::size_t from, WorkBudget& work) {
  LECTERN_TRY(LegacyCipher cipher, cipher_of(file_pass, context.format.name));
  LECTERN_CHECK(cipher.unlock({context.options.password, kWorkbookPassword}));
  LECTERN_CHECK(work.spend("the encrypted records", stream.size(), kCipherWork));
  // What is not encrypted takes its part of the cipher's stream as well.
  ByteVector clear;
  if (!cipher.is_xor()) {
    clear.assign(stream.begin(), stream.end());
    cipher.decrypt_stream(clear, kRc4BlockBytes);
  }
  for (std::size_t at = from; stream.size() - at > kRecordHeadBytes;) {
    const auto type = static_cast<std::uint16_t>(stream[at] | stream[at + 1] << 8);
    const std::size_t stated = stream[at + 2] | std::size_t{stream[at + 3]} << 8;
    const std::size_t start = at + kRecordHeadBytes;
    const std::size_t size = std::min(stated, stream.size() - start);
    at = start + size;
    if (std::count(std::begin(kPlainRecords), std::end(kPlainRecords), type) > 0) continue;
    // Where a sheet begins is not encrypted.
    const std::size_t plain = type == kBoundSheet ? std::min<std::size_t>(4, size) : 0;
    const auto bytes = stream.subspan(start + plain, size - plain);
    if (cipher.is_xor()) {
      cipher.decrypt_record(bytes, start + stated + plain);
    } else {
      std::copy_n(clear.begin() + static_cast<std::ptrdiff_t>(start + plain), bytes.size(),
                  bytes.begin());
    }
  }
  return {};
}

}  // namespace lectern
