// Errors are values: what went wrong, where in the file, and the code a program can act on.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>

#include "base/error_code.h"
#include "base/message.h"

namespace lectern {

/// What went wrong.
struct [[nodiscard]] Error {
  /// Writes `text` out.
  Error(ErrorCode error_code, const Message& text,
        std::optional<std::uint64_t> offset = std::nullopt);
  /// Takes the message over.
  [[gnu::noinline]] Error(Error&& other) noexcept;
  /// Takes the message over.
  [[gnu::noinline]] Error& operator=(Error&& other) noexcept;
  /// A copy.
  Error(const Error&) = default;
  /// A copy.
  Error& operator=(const Error&) = default;
  [[gnu::noinline]] ~Error();

  /// For programs.
  ErrorCode code;
  /// Lower case, no full stop, with the numbers: "IDAT crc mismatch at byte 1042".
  std::string message;
  /// Where in the file, in bytes from its start, when that is known.
  std::optional<std::uint64_t> offset_bytes;
};

/// A value, or why there is none.
template <typename T>
using Result = tl::expected<T, Error>;

/// Shorthand for returning a failure from a function that returns Result<T>:
/// `return fail(ErrorCode::kCorruptImage, {"{} crc mismatch at byte {}", name, offset}, offset)`.
tl::unexpected<Error> fail(ErrorCode code, const Message& message);
/// The same with the place in the file.
tl::unexpected<Error> fail(ErrorCode code, const Message& message, std::uint64_t offset_bytes);

}  // namespace lectern

// NOLINTBEGIN(bugprone-macro-parentheses): the arguments are names and declarations.
#define LECTERN_CONCAT_INNER(a, b) a##b
#define LECTERN_CONCAT(a, b) LECTERN_CONCAT_INNER(a, b)

/// LECTERN_TRY(auto value, expression): value of a Result, or return its error from this function.
#define LECTERN_TRY(declaration, expression) \
  LECTERN_TRY_INNER(LECTERN_CONCAT(lectern_try_, __LINE__), declaration, expression)
#define LECTERN_TRY_INNER(temporary, declaration, expression)                          \
  auto temporary = (expression);                                                       \
  if (!temporary) return tl::unexpected<lectern::Error>(std::move(temporary).error()); \
  declaration = *std::move(temporary)
// NOLINTEND(bugprone-macro-parentheses)

/// LECTERN_CHECK(expression): return the error of a Result<void>, or go on.
#define LECTERN_CHECK(expression)                                                                \
  do {                                                                                           \
    auto lectern_check = (expression);                                                           \
    if (!lectern_check) return tl::unexpected<lectern::Error>(std::move(lectern_check).error()); \
  } while (false)
