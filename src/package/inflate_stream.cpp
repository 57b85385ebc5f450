#include "package/inflate_stream.h"

#include <algorithm>

namespace lectern {

tl::expected<std::optional<ByteSpan>, std::string_view> InflateStream::next() {
  for (;;) {
    if (has_piece_) {
      const auto bytes = inflater_.next();
      if (!bytes) return tl::unexpected(bytes.error());
      if (!bytes->empty()) return *bytes;
      has_piece_ = false;
      if (!inflater_.ended()) continue;
      position_ -= inflater_.unused();
      return ByteSpan();
    }
    if (inflater_.ended()) {
      return ByteSpan();
    }
    if (position_ >= to_) return tl::unexpected(std::string_view("the data is cut off"));
    const auto piece = window_.get_some(position_, std::min(ahead_, to_ - position_));
    if (!piece) return std::nullopt;
    if (piece->empty()) return tl::unexpected(std::string_view("the file ends within the data"));
    ahead_ = std::min(2 * ahead_, kMaxAheadBytes);
    ByteSpan fed = piece->first(
        static_cast<std::size_t>(std::min<std::uint64_t>(piece->size(), to_ - position_)));
    if (cipher_ != nullptr) {
      fed = fed.first(std::min(fed.size(), kDecryptedBytes));
      decrypted_.assign(fed.begin(), fed.end());
      cipher_->decrypt(decrypted_);
      fed = decrypted_;
    }
    inflater_.feed(fed);
    position_ += fed.size();
    has_piece_ = true;
  }
}

}  // namespace lectern
