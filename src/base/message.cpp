#include "base/message.h"

#include <iterator>

namespace lectern {
namespace {

using message::Kind;
using message::Piece;

/// Decimal digits of `value`, with a comma before each third of them from the right when
/// `thousands`.
void append_number(std::string& text, std::uint64_t value, bool thousands) {
  char digits[26];
  char* first = std::end(digits);
  unsigned count = 0;
  do {
    if (thousands && count != 0 && count % 3 == 0) *--first = ',';
    *--first = static_cast<char>('0' + value % 10);
    value /= 10;
    ++count;
  } while (value != 0);
  text.append(first, std::end(digits));
}

/// `form` is what the pattern has between its braces.
void append_piece(std::string& text, Kind kind, const Piece& piece, std::string_view form) {
  switch (kind) {
    case Kind::kUnsigned:
      append_number(text, piece.number, !form.empty());
      if (form.empty() || form == ",") return;
      text += ' ';
      text += form;
      if (piece.number != 1) text += 's';
      return;
    case Kind::kSigned: {
      const auto bits = static_cast<std::uint64_t>(piece.signed_number);
      if (piece.signed_number < 0) text += '-';
      return append_number(text, piece.signed_number < 0 ? 0 - bits : bits, false);
    }
    case Kind::kChar:
      text += piece.character;
      return;
    case Kind::kLiteral:
      text += piece.literal;
      return;
    case Kind::kView:
      text += piece.view;
      return;
    case Kind::kString:
      text += *piece.string;
      return;
    case Kind::kDimensions:
      append_number(text, piece.dimensions.width, false);
      text += 'x';
      return append_number(text, piece.dimensions.height, false);
    case Kind::kMessage:
      return append_to(text, *piece.message);
    case Kind::kEnd:
      return;
  }
}

}  // namespace

void append_to(std::string& text, const Message& message) {
  std::string_view pattern = message.pattern_;
  if (message.kinds_ == 0) {
    text += pattern;
    return;
  }
  const Piece* piece = message.pieces_;
  std::uint32_t kinds = message.kinds_;
  for (;;) {
    const std::size_t brace = pattern.find('{');
    text += pattern.substr(0, brace);
    if (brace == std::string_view::npos) return;
    pattern.remove_prefix(brace + 1);
    if (pattern.front() == '{') {
      text += '{';
      pattern.remove_prefix(1);
      continue;
    }
    const std::size_t end = pattern.find('}');
    append_piece(text, static_cast<Kind>(kinds % (1u << message::kKindBits)), *piece++,
                 pattern.substr(0, end));
    pattern.remove_prefix(end + 1);
    kinds >>= message::kKindBits;
  }
}

std::string compose(const Message& message) {
  std::string text;
  append_to(text, message);
  return text;
}

void add_to(std::vector<std::string>& messages, const Message& message) {
  append_to(messages.emplace_back(), message);
}

}  // namespace lectern
