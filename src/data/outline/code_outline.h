// Source code by its declarations: lines that begin with a declaring word of their language, or
// have the shape of a function, nested by indentation. No grammar: a macro that looks like a
// function is listed as one, and what a line does not show is not.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "data/outline/code_words.h"
#include "data/outline/outline.h"

namespace lectern {

/// What a line of code declares.
enum class Declared : std::uint8_t { kNothing, kContainer, kFunction, kValue };

class CodeOutline final : public LineOutline {
 public:
  explicit CodeOutline(const CodeLanguage& language);
  void append(std::string_view text) override;

 private:
  struct Open {
    std::uint64_t serial;
    std::size_t indent;
    bool is_container;
    bool is_nameless;  ///< `typedef struct {`, whose name stands at its end
    std::string name;
    std::size_t inner;  ///< how far its members stand in
  };

  bool has(std::uint32_t trait) const { return (language_.traits & trait) != 0; }

  void line(std::string_view text) override;
  void look_at(std::string_view text);
  void note_state();
  bool is_plain(std::string_view text, std::string_view rest);
  bool is_slash_comment(std::string_view text) const;
  void note_edge(std::string_view text, std::size_t indent);
  void note_inner(std::string_view text, std::size_t indent);
  void end(std::uint64_t lines) override;

  bool is_inside() const { return !inside_.empty() || !here_document_.empty(); }
  bool skip_inside(std::string_view text);
  bool begins_text(std::string_view text);
  bool is_comment(std::string_view text);
  void note_inside(std::string_view text);
  void note_triple_quotes(std::string_view text);
  std::string_view here_document_of(std::string_view text) const;
  [[gnu::always_inline]] bool is_body(std::string_view text, std::size_t indent) const;
  void declare(std::string_view rest, std::size_t indent);
  bool is_wrapper(std::string_view text, std::size_t indent) const;
  bool close_until(std::size_t indent, std::string_view text);
  void close_last(std::uint64_t last);
  bool is_in_statement(std::size_t indent, std::string_view text);
  Declared declared(std::string_view text, std::size_t indent);
  Declared by_word(std::string_view text, bool in_function = false);
  Declared by_shape(std::string_view text, std::size_t indent) const;
  bool is_call_shape(std::string_view text, std::size_t indent) const;
  static bool is_bare_type(std::string_view text);
  bool is_script_value(std::string_view text) const;
  bool is_script_class(std::string_view text) const;

  const CodeLanguage& language_;
  const CodeWords words_;
  std::vector<Open> open_;
  std::uint64_t last_line_ = 0;  ///< that was not blank
  std::string inside_;           ///< what ends the comment or string that lines are in
  std::string here_document_;    ///< the word that ends the text that lines are in
  std::string name_;             ///< of what was declared
  bool is_continued_ = false;    ///< the line before ends with a backslash
  bool is_after_type_ = false;   ///< the line before is a type alone
  std::size_t edge_ = 0;         ///< how far in stands what is in no function and no type
  bool is_after_edge_ = false;   ///< the next line shows it
  bool goes_on_ = false;         ///< the next line stands in a text, or belongs to the last one
  std::size_t body_indent_;      ///< how far in stands what is in the function that is open
};

}  // namespace lectern
