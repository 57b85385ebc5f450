// Numbers and words of attribute values (SVG 2, section 4).
#pragma once

#include <optional>
#include <string_view>

namespace lectern::drawing {

inline bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
inline bool is_digit(char c) { return c >= '0' && c <= '9'; }
inline bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

std::string_view trimmed(std::string_view text);
/// ASCII letters without their case. \param lower  in lower case
bool equals_ignoring_case(std::string_view text, std::string_view lower);

class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  bool at_end() const { return text_.empty(); }
  char peek() const { return text_.empty() ? '\0' : text_.front(); }
  std::string_view rest() const { return text_; }
  void skip_spaces();
  /// White space with at most one comma in it.
  void skip_separator();
  bool take(char c);
  /// A number, at most 1e12 in size; nullopt when none stands here.
  std::optional<double> number();
  /// A flag of an arc.
  std::optional<bool> flag();
  /// Letters, digits and hyphens; "" when none stand here.
  std::string_view word();
  /// Up to `end`, which is taken as well.
  std::string_view until(char end);

 private:
  std::string_view text_;
};

}  // namespace lectern::drawing
