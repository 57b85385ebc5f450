// MathML in a web page as LaTeX: the tree is put down as XML, which the reader of MathML takes.
#pragma once

#include <string>
#include <string_view>

#include "documents/html/html_tokenizer.h"

namespace lectern {

class HtmlMath {
 public:
  /// Elements of the math that are open.
  bool is_open() const { return depth_ > 0; }

  void start(std::string_view name, const HtmlAttributes& attributes);
  void text(std::string_view text);
  void end(std::string_view name);

  /// The LaTeX of what has ended; "" when it has none, or was larger than a formula is.
  std::string take();

 private:
  void append_escaped(std::string_view text);

  std::string xml_;
  std::size_t depth_ = 0;
};

}  // namespace lectern
