#include "package/unpack_stream.h"

#include <algorithm>

namespace lectern {
namespace {

tl::unexpected<UnpackError> is_cut_off(std::string_view reason) {
  return tl::unexpected(UnpackError{ErrorCode::kCorruptArchive, std::string(reason)});
}

}  // namespace

tl::expected<std::optional<ByteSpan>, UnpackError> UnpackStream::next() {
  for (;;) {
    if (has_piece_) {
      auto bytes = unpacker_->next();
      if (!bytes) return tl::unexpected(std::move(bytes).error());
      if (!bytes->empty()) return *bytes;
      has_piece_ = false;
      if (!unpacker_->ended()) continue;
      position_ -= unpacker_->unused();
      return ByteSpan();
    }
    if (unpacker_->ended()) return ByteSpan();
    if (position_ >= to_) return is_cut_off("the data is cut off");
    const auto piece = window_.get_some(position_, std::min(ahead_, to_ - position_));
    if (!piece) return std::nullopt;
    if (piece->empty()) return is_cut_off("the file ends within the data");
    ahead_ = std::min(2 * ahead_, kMaxAheadBytes);
    ByteSpan fed = piece->first(
        static_cast<std::size_t>(std::min<std::uint64_t>(piece->size(), to_ - position_)));
    if (cipher_ != nullptr) {
      fed = fed.first(std::min(fed.size(), kDecryptedBytes));
      decrypted_.assign(fed.begin(), fed.end());
      cipher_->decrypt(decrypted_);
      fed = decrypted_;
    }
    unpacker_->feed(fed);
    position_ += fed.size();
    has_piece_ = true;
  }
}

}  // namespace lectern
