#include "base/error.h"

namespace lectern {

Error::Error(ErrorCode error_code, const Message& text, std::optional<std::uint64_t> offset)
    : code(error_code), message(compose(text)), offset_bytes(offset) {}
Error::Error(Error&& other) noexcept = default;
Error& Error::operator=(Error&& other) noexcept = default;
Error::~Error() = default;

tl::unexpected<Error> fail(ErrorCode code, const Message& message) {
  return tl::unexpected<Error>(Error(code, message));
}

tl::unexpected<Error> fail(ErrorCode code, const Message& message, std::uint64_t offset_bytes) {
  return tl::unexpected<Error>(Error(code, message, offset_bytes));
}

}  // namespace lectern
