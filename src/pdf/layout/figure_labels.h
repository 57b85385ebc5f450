// The words of figures: numbers at axes, legends, names of parts. They belong to the figure, not to
// the text around it.
#pragma once

#include <string>
#include <vector>

#include "pdf/layout/figures.h"
#include "pdf/layout/inline_text.h"
#include "pdf/layout/lines.h"

namespace lectern {

class FigureLabels {
 public:
  /// `used` marks the words that are shown elsewhere.
  FigureLabels(const PageContent& page, PageVocabulary& vocabulary, std::vector<bool>& used);

  /// Makes one figure of charts beside each other that nothing but labels stands between.
  void join_charts(std::vector<Figure>& figures) const;

  /// Takes the words of a figure that nothing has used yet, as Markdown: those of a row on one
  /// line, numbers behind each other. \param box  grows by those that stand beside it.
  /// \param first  becomes the least of their indices.
  std::string take(const Figure& figure, PageBox& box, std::uint32_t& first);

 private:
  bool is_free(const LayoutLine& line) const;
  bool is_running_text(const LayoutLine& line) const;
  bool is_beside(const LayoutLine& line, const PageBox& axes, const PageBox& box,
                 float reach) const;
  bool parts_charts(const LayoutLine& line) const;
  bool are_one(const Figure& one, const Figure& other) const;
  bool is_number(const LayoutLine& line) const;
  std::string written(std::vector<LayoutLine> lines);
  void add_turned(const PageBox& axes, PageBox& box, std::uint32_t& first, std::string& text);

  const PageContent& page_;
  PageVocabulary& vocabulary_;
  std::vector<bool>& used_;
  std::vector<LayoutLine> lines_;
  std::vector<std::size_t> long_lines_;  ///< in `lines_`: those that may be sentences
  mutable std::vector<signed char>
      running_;                        ///< by line: whether it is running text; -1: not known
  std::vector<std::uint32_t> turned_;  ///< words that do not run to the right
  std::uint64_t turned_looks_ = 0;
};

}  // namespace lectern
