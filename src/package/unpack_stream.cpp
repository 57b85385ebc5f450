#include "package/unpack_stream.h"

#include <algorithm>

#include "base/message.h"

namespace lectern {
namespace {

/// Content of this size may be packed however well...
constexpr std::uint64_t kFreeBytes = std::uint64_t{256} << 20;
/// ...what is beyond not better than deflate can, which packs 1,032 bytes into one: else a small
/// file would cost as much as a large one.
constexpr std::uint64_t kMaxRatio = 1'100;

tl::unexpected<UnpackError> is_cut_off(std::string_view reason) {
  return tl::unexpected(UnpackError{ErrorCode::kCorruptArchive, std::string(reason)});
}

}  // namespace

bool UnpackStream::restart(std::uint64_t from) {
  // What was not used of the stream before, or stands between both, counts as packed, too.
  if (!unpacker_->restart()) return false;
  position_ = from;
  has_piece_ = false;
  return true;
}

tl::expected<std::optional<ByteSpan>, UnpackError> UnpackStream::next() {
  for (;;) {
    if (has_piece_) {
      auto bytes = unpacker_->next();
      if (!bytes) return tl::unexpected(std::move(bytes).error());
      if (!bytes->empty()) {
        made_ += bytes->size();
        const std::uint64_t used = position_ - from_ - unpacker_->unused();
        if (made_ <= kFreeBytes || made_ / kMaxRatio <= used) return *bytes;
        return tl::unexpected(
            UnpackError{ErrorCode::kLimitExceeded,
                        compose({"it unpacks to more than {,} times its size, {,} from {byte}",
                                 kMaxRatio, made_, used})});
      }
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
