// Text with values in it, as every message, warning and note has: a call that makes one puts down
// where the pattern and the values are, and one function out of line writes them.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/dimensions.h"

namespace lectern {

class Message;

namespace message {

/// What a piece holds. `kEnd` comes after the last.
enum class Kind : std::uint8_t {
  kEnd,
  kUnsigned,
  kSigned,
  kChar,
  kLiteral,
  kView,
  kString,
  kDimensions,
  kMessage
};

/// A value, or where it is.
union Piece {
  /// Nothing yet.
  Piece() {}
  std::uint64_t number;
  std::int64_t signed_number;
  char character;
  const char* literal;
  std::string_view view;
  const std::string* string;
  Dimensions dimensions;
  const Message* message;
};

template <typename Value>
consteval Kind kind_of() {
  if constexpr (std::same_as<Value, char>) return Kind::kChar;
  if constexpr (std::same_as<Value, std::string>) return Kind::kString;
  if constexpr (std::same_as<Value, std::string_view>) return Kind::kView;
  if constexpr (std::same_as<Value, Dimensions>) return Kind::kDimensions;
  if constexpr (std::same_as<Value, Message>) return Kind::kMessage;
  if constexpr (std::convertible_to<const Value&, const char*>) return Kind::kLiteral;
  if constexpr (std::integral<Value> && !std::same_as<Value, bool>) {
    return std::is_signed_v<Value> ? Kind::kSigned : Kind::kUnsigned;
  }
}

/// Kinds of the pieces of a message, the first in the lowest bits.
constexpr unsigned kKindBits = 4;
constexpr std::size_t kMostPieces = 32 / kKindBits;

template <typename... Values>
consteval std::uint32_t kinds_of() {
  std::uint32_t kinds = 0;
  unsigned shift = 0;
  ((kinds |= static_cast<std::uint32_t>(kind_of<Values>()) << shift, shift += kKindBits), ...);
  return kinds;
}

/// What the compiler names in its error when a pattern and its values do not belong together. Never
/// defined.
void the_pattern_has_another_number_of_values();
void a_number_without_sign_must_stand_here();

/// A pattern that is known to fit its values. \see Message
template <typename... Values>
class Pattern {
 public:
  template <std::size_t kSize>
  consteval Pattern(const char (&text)[kSize]) : text_(text) {
    constexpr Kind kinds[] = {kind_of<Values>()...};
    std::size_t used = 0;
    for (std::size_t at = 0; at + 1 < kSize; ++at) {
      if (text[at] != '{') continue;
      if (text[at + 1] == '{') {
        ++at;
        continue;
      }
      if (used == sizeof...(Values)) the_pattern_has_another_number_of_values();
      if (text[at + 1] != '}' && kinds[used] != Kind::kUnsigned) {
        a_number_without_sign_must_stand_here();
      }
      while (text[at] != '}') ++at;
      ++used;
    }
    if (used != sizeof...(Values)) the_pattern_has_another_number_of_values();
  }
  constexpr const char* text() const { return text_; }

 private:
  const char* text_;
};

}  // namespace message

/// A text that is not written yet: a pattern and its values, `{"cell {} of {,}", 3, count}`, or a
/// text alone, which is taken as it is. In a pattern stand for the next value
///
/// - `{}`: text, a character, an integer, or Dimensions as "1200x800";
/// - `{,}`: a number without sign with thousands, "1,234,567";
/// - `{noun}`: such a number and what it counts, "1 page", "2 pages", "1,234 pages".
///
/// `{{` is a brace. Pattern and values are compared when they are compiled.
///
/// It holds references: it lives as an argument, until the end of the call.
class [[nodiscard]] Message {
 public:
  /// A text alone.
  [[gnu::always_inline]] Message(const char* text) : pattern_(text), kinds_(0) {}
  /// A text alone.
  [[gnu::always_inline]] Message(const std::string& text)
      : pattern_("{}"), kinds_(message::kinds_of<std::string>()) {
    put(pieces_[0], text);
  }
  /// A text alone.
  [[gnu::always_inline]] Message(std::string_view text)
      : pattern_("{}"), kinds_(message::kinds_of<std::string_view>()) {
    put(pieces_[0], text);
  }
  /// A pattern and what is put into it, up to eight values.
  template <typename First, typename... Rest>
  [[gnu::always_inline]] Message(
      message::Pattern<std::type_identity_t<First>, std::type_identity_t<Rest>...> pattern,
      const First& first, const Rest&... rest)
      : pattern_(pattern.text()), kinds_(message::kinds_of<First, Rest...>()) {
    static_assert(sizeof...(Rest) < message::kMostPieces);
    message::Piece* piece = pieces_;
    put(*piece, first);
    (put(*++piece, rest), ...);
  }
  Message(const Message&) = delete;
  Message& operator=(const Message&) = delete;

 private:
  friend void append_to(std::string& text, const Message& message);

  template <typename Value>
  [[gnu::always_inline]] static void put(message::Piece& piece, const Value& value) {
    constexpr message::Kind kind = message::kind_of<Value>();
    if constexpr (kind == message::Kind::kUnsigned) piece.number = value;
    if constexpr (kind == message::Kind::kSigned) piece.signed_number = value;
    if constexpr (kind == message::Kind::kChar) piece.character = value;
    if constexpr (kind == message::Kind::kLiteral) piece.literal = value;
    if constexpr (kind == message::Kind::kView) piece.view = value;
    if constexpr (kind == message::Kind::kString) piece.string = &value;
    if constexpr (kind == message::Kind::kDimensions) piece.dimensions = value;
    if constexpr (kind == message::Kind::kMessage) piece.message = &value;
  }

  const char* pattern_;
  std::uint32_t kinds_;
  // Not set to zero: only as many are there as `kinds_` says.
  message::Piece pieces_[message::kMostPieces];
};

/// Writes `message` after what `text` holds. `text` itself must not be among its values.
[[gnu::noinline]] void append_to(std::string& text, const Message& message);

/// `message` as a text of its own: `compose({"{} of {page}", shown, count})`.
[[gnu::noinline]] std::string compose(const Message& message);

/// Writes `message` as one more of `messages`: warnings.
[[gnu::noinline]] void add_to(std::vector<std::string>& messages, const Message& message);

}  // namespace lectern
