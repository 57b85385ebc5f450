#include "documents/sheets/xlsb/binary_records.h"

#include "documents/sheets/biff/records.h"

namespace lectern {

Result<bool> BinaryRecords::need(std::size_t count) {
  while (buffer_.size() - at_ < count) {
    if (at_ > 0) {
      buffer_.erase(buffer_.begin(), buffer_.begin() + static_cast<std::ptrdiff_t>(at_));
      dropped_ += at_;
      at_ = 0;
    }
    LECTERN_TRY(const ByteSpan piece, stream_->next());
    if (piece.empty()) return false;
    buffer_.insert(buffer_.end(), piece.begin(), piece.end());
  }
  return true;
}

/// Seven bits a byte, the lowest first.
Result<std::optional<std::uint32_t>> BinaryRecords::number(int most_bytes) {
  std::uint32_t value = 0;
  for (int i = 0; i < most_bytes; ++i) {
    LECTERN_TRY(const bool is_there, need(1));
    if (!is_there) return std::optional<std::uint32_t>();
    const std::uint8_t byte = buffer_[at_++];
    value |= static_cast<std::uint32_t>(byte & 0x7F) << (7 * i);
    if ((byte & 0x80) == 0) break;
  }
  return std::optional(value);
}

Result<std::optional<BinaryRecords::Record>> BinaryRecords::next() {
  LECTERN_TRY(const auto type, number(2));
  if (!type) return std::optional<Record>();
  LECTERN_TRY(const auto size, number(4));
  const std::uint64_t offset = dropped_ + at_;
  if (!size) return fail(ErrorCode::kCorruptDocument, {"a record is cut at byte {}", offset});
  if (*size > kMaxRecordBytes) {
    return fail(ErrorCode::kLimitExceeded, {"a record of {byte} at byte {} is longer than {byte}",
                                            *size, offset, kMaxRecordBytes});
  }
  LECTERN_TRY(const bool is_there, need(*size));
  if (!is_there) return fail(ErrorCode::kCorruptDocument, {"a record is cut at byte {}", offset});
  const Record record{*type, ByteSpan(buffer_).subspan(at_, *size)};
  at_ += *size;
  return std::optional(record);
}

std::optional<std::string> wide_string(ByteReader& reader) {
  const auto count = reader.u32_le();
  if (!count || *count == 0xFFFFFFFF || *count > reader.remaining() / 2) return std::nullopt;
  std::string out;
  append_utf16(*reader.take(static_cast<std::size_t>(*count) * 2), out);
  return out;
}

}  // namespace lectern
