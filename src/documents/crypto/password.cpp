#include "documents/crypto/password.h"

#include "text/utf8.h"

namespace lectern {

ByteVector utf16_of(std::string_view text) {
  ByteVector bytes;
  const auto unit = [&bytes](char32_t value) {
    bytes.push_back(static_cast<std::uint8_t>(value));
    bytes.push_back(static_cast<std::uint8_t>(value >> 8));
  };
  while (!text.empty()) {
    const std::size_t size = utf8_sequence_size(as_bytes(text));
    if (size == 0) {
      unit(0xFFFD);
      text.remove_prefix(invalid_utf8_at(as_bytes(text)).size);
      continue;
    }
    const char32_t character = utf8_character_at(text.substr(0, size), 0).code_point;
    if (character < 0x10000) {
      unit(character);
    } else {
      unit(0xD800 + ((character - 0x10000) >> 10));
      unit(0xDC00 + ((character - 0x10000) & 0x3FF));
    }
    text.remove_prefix(size);
  }
  return bytes;
}

tl::unexpected<Error> refuse_password(std::string_view kind, std::string_view password) {
  if (password.empty())
    return fail(ErrorCode::kEncrypted,
                {"the {} is encrypted and needs a password: pass `password`", kind});
  return fail(ErrorCode::kEncrypted,
              {"the {} is encrypted and the password is wrong: it does not open it", kind});
}

tl::unexpected<Error> refuse_method(std::string_view kind, std::string_view method) {
  return fail(ErrorCode::kEncrypted,
              {"the {} is encrypted {}, which is not read here", kind, method});
}

}  // namespace lectern
