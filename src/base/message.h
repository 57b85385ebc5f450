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

/// \cond
// What a message is made of: not for programs.
namespace message {

/// What a piece holds; `kEnd` comes after the last.
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
  /// None.
  Piece() {}
  [[gnu::always_inline]] Piece(char value) : character(value) {}
  [[gnu::always_inline]] Piece(const char* value) : literal(value) {}
  [[gnu::always_inline]] Piece(std::string_view value) : view(value) {}
  [[gnu::always_inline]] Piece(const std::string& value) : string(&value) {}
  [[gnu::always_inline]] Piece(Dimensions value) : dimensions(value) {}
  [[gnu::always_inline]] Piece(const Message& value) : message(&value) {}
  template <std::unsigned_integral Value>
  [[gnu::always_inline]] Piece(Value value) : number(value) {}
  template <std::signed_integral Value>
  [[gnu::always_inline]] Piece(Value value) : signed_number(value) {}

  std::uint64_t number;
  std::int64_t signed_number;
  char character;
  const char* literal;
  std::string_view view;
  const std::string* string;
  Dimensions dimensions;
  const Message* message;
};

/// The kind of the piece that a value makes. Nothing for what cannot be a value.
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

/// Bits of a kind. One number holds all kinds of a message, the first in the lowest bits.
constexpr unsigned kKindBits = 4;
/// Pieces of a message at most.
constexpr std::size_t kMostPieces = 32 / kKindBits;

/// The kinds of all `Values`.
template <typename... Values>
consteval std::uint32_t kinds_of() {
  std::uint32_t kinds = 0;
  unsigned shift = 0;
  ((kinds |= static_cast<std::uint32_t>(kind_of<Values>()) << shift, shift += kKindBits), ...);
  return kinds;
}

/// What the compiler names when a pattern and its values do not belong together. Never defined.
void the_pattern_has_another_number_of_values();
/// What it names when `{,}` or `{noun}` stands for something else.
void a_number_without_sign_must_stand_here();

/// A pattern that is known to fit its values. \see Message
template <typename... Values>
class Pattern {
 public:
  /// Compiles only when `text` has a place for each value.
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
  /// The pattern, which ends with a NUL.
  constexpr const char* text() const { return text_; }

 private:
  const char* text_;
};

}  // namespace message
/// \endcond

/// A text that is not written yet: a pattern and its values, `{"cell {} of {,}", 3, count}`, or a
/// text alone, which is taken as it is. In a pattern stand for the next value
///
/// - `{}`: text, a character, an integer, or Dimensions as "1200x800";
/// - `{,}`: a number without sign with thousands, "1,234,567";
/// - `{noun}`: such a number and what it counts, "1 page", "2 pages", "1,234 pages".
///
/// `{{` is a brace. Pattern and values are compared when they are compiled.
///
/// It refers to the texts among its values, which must outlive it: most messages are an argument
/// and end with the call.
class [[nodiscard]] Message {
 public:
  /// A text alone.
  [[gnu::always_inline]] Message(const char* text) : pattern_(text), kinds_(0) {}
  /// A text alone.
  [[gnu::always_inline]] Message(const std::string& text)
      : pattern_("{}"), kinds_(message::kinds_of<std::string>()), pieces_{text} {}
  /// A text alone.
  [[gnu::always_inline]] Message(std::string_view text)
      : pattern_("{}"), kinds_(message::kinds_of<std::string_view>()), pieces_{text} {}
  /// A pattern and what is put into it, up to eight values.
  template <typename First, typename... Rest>
  [[gnu::always_inline]] Message(
      message::Pattern<std::type_identity_t<First>, std::type_identity_t<Rest>...> pattern,
      const First& first, const Rest&... rest)
      : pattern_(pattern.text()),
        kinds_(message::kinds_of<First, Rest...>()),
        pieces_{message::Piece(first), message::Piece(rest)...} {}
  Message(const Message&) = delete;
  Message& operator=(const Message&) = delete;

 private:
  friend void append_to(std::string& text, const Message& message);

  const char* pattern_;
  std::uint32_t kinds_;
  // As many as `kinds_` says; the rest has no value.
  message::Piece pieces_[message::kMostPieces];
};

/// Writes `message` after what `text` holds. `text` itself must not be among its values.
[[gnu::noinline]] void append_to(std::string& text, const Message& message);

/// `message` as a text of its own: `compose({"{} of {page}", shown, count})`.
[[gnu::noinline]] std::string compose(const Message& message);

/// Writes `message` as one more of `messages`: warnings.
[[gnu::noinline]] void add_to(std::vector<std::string>& messages, const Message& message);

}  // namespace lectern
