// A pull scanner for JSON (RFC 8259) that hands out views into the text instead of building values.
//
// Notebooks are read with this and not with nlohmann/json, which stays the JSON library of requests
// and results, for two reasons. Speed: over a 4.1 MB notebook nlohmann's SAX parser takes 24 ms,
// because it copies every string byte by byte, where JSON.parse takes 5 ms; this scanner leaves
// strings where they are and takes 0.8 ms. Reach: Jupyter reads and writes with Python's json
// module, which accepts NaN, Infinity, -Infinity and lone surrogates; nlohmann/json refuses them.
//
// Beyond RFC 8259 it accepts those three numbers. Duplicate keys are handed out in turn. Bytes
// above 0x7F are not checked to be UTF-8. Not supported: comments, trailing commas, control
// characters in strings (Python refuses them, too).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/message.h"

namespace lectern {

enum class JsonKind : std::uint8_t { kNull, kBoolean, kNumber, kString, kArray, kObject };
/// "null", "a number", "an object" …, for messages.
std::string_view to_string(JsonKind kind);

/// One value as it stands in the text, strings with their quotes. Lives as long as the text.
struct JsonValue {
  JsonKind kind = JsonKind::kNull;
  std::string_view raw;
};

struct JsonFailure {
  std::size_t offset = 0;  ///< bytes from the start of the text
  /// "expected ',' or '}' but found '<'"
  std::string message;
  /// The text is well-formed so far but nested deeper than the limit.
  bool too_deep = false;
};

/// 1-based; the column counts characters (code points).
struct TextPosition {
  std::uint64_t line = 1;
  std::uint64_t column = 1;
};
TextPosition position_of(std::string_view text, std::size_t offset);

/// Strings long enough to remember where they end, as they stand inside of their quotes, in the
/// text's order. Most of a notebook is pictures in a few of them.
using LongStrings = std::vector<std::string_view>;

/// A cursor that stands before a value, or inside an object or array before its next member.
/// The first mistake in the text stops it for good: from then on every call returns nothing and
/// `failure` says what was wrong. Loops over members therefore end by themselves.
class JsonScanner {
 public:
  /// `text` must outlive the scanner and all views it gives. `max_depth` bounds the open objects
  /// and arrays, and with them the memory taken. The strings of `known`, which must outlive the
  /// scanner, are not looked at again: an earlier one has checked the text, or one that this is
  /// part of.
  JsonScanner(std::string_view text, std::uint64_t max_depth,
              std::span<const std::string_view> known = {});

  /// What the value at the cursor begins like, without moving past it.
  std::optional<JsonKind> peek();
  /// Checks the value at the cursor to its end and moves past it.
  std::optional<JsonValue> value();
  /// Moves into the object or array at the cursor; false when it is neither.
  bool enter();
  /// Moves to the value of the object's next member and gives the key, unescaped; the view is good
  /// until the next call. Nullopt, and out of the object, after the last.
  std::optional<std::string_view> next_key();
  /// Moves to the array's next element. False, and out of the array, after the last.
  bool next_element();
  /// True when only white space follows; anything else is a mistake.
  bool finish();

  bool ok() const { return !failure_; }
  const std::optional<JsonFailure>& failure() const { return failure_; }
  /// Those that were checked on the way here.
  const LongStrings& long_strings() const { return long_strings_; }

 private:
  struct StringToken {
    std::string_view inside;
    bool has_escapes = false;  ///< or may have
  };

  void skip_space();
  bool at(char c) const { return at_ < text_.size() && text_[at_] == c; }
  void fail(const Message& expected);
  void fail_at(std::size_t offset, const Message& message);
  /// Before a member of the innermost container: true when there is one.
  bool next_member(char close);
  void scalar(JsonKind kind);
  void number();
  bool digits();
  void word(std::string_view expected);
  std::optional<StringToken> string();
  /// The one that begins at the cursor, if it is known.
  std::optional<std::string_view> known_string();
  bool escape();

  std::string_view text_;
  std::uint64_t max_depth_;
  /// Those that do not stand before the cursor.
  std::span<const std::string_view> known_;
  LongStrings long_strings_;
  std::size_t at_ = 0;
  /// The closing bracket of each open container.
  std::string open_;
  /// The innermost container has had no member yet.
  bool first_ = true;
  std::string key_;
  std::optional<JsonFailure> failure_;
};

/// The characters of a JSON string (with its quotes) as UTF-8, appended to `out`. A lone surrogate
/// becomes U+FFFD. Escapes must be well-formed, as those of a scanned value are.
void append_unescaped(std::string_view raw, std::string& out);

}  // namespace lectern
