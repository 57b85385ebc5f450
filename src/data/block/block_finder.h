// The block of indentation around a line, and the lines that head the blocks around it. The text is
// looked at up to the block's end.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/ranges.h"

namespace lectern {

class BlockFinder {
 public:
  /// \param line  from 1
  /// \param most_lines  of a block that is shown from its head on; of a longer one, what is around
  ///   the line
  BlockFinder(std::uint64_t line, std::uint64_t most_lines) : wanted_(line), most_(most_lines) {}

  /// Takes the next line, without its end; of a long one the beginning.
  void line(std::string_view text);
  /// The text has ended.
  void finish();
  /// More lines would change nothing.
  bool is_done() const { return is_done_; }

  /// What to show, ascending; empty when the text has no such line.
  std::vector<LineRange> ranges() const;
  /// Lines seen.
  std::uint64_t lines() const { return number_; }

 private:
  /// A line that others are deeper than.
  struct Head {
    std::size_t indent;
    std::uint64_t lead;  ///< the first of the comments and decorators before it
    std::uint64_t line;
  };

  void before(std::size_t indent, std::string_view text);
  void after(std::size_t indent, std::string_view text);
  void decide(std::size_t next_indent);

  std::uint64_t wanted_;
  std::uint64_t most_;
  std::uint64_t number_ = 0;
  std::vector<Head> heads_;  ///< the last line of each indentation, ascending
  std::uint64_t lead_ = 0;   ///< where the comments begin that stand before this line; 0: none
  std::size_t lead_indent_ = 0;
  std::uint64_t paragraph_ = 0;  ///< where the lines began that no blank one divides
  bool is_after_blank_ = true;
  std::uint64_t last_ = 0;  ///< line that was not blank

  bool has_block_ = false;
  bool is_paragraph_ = false;  ///< the line heads nothing and stands under nothing
  std::uint64_t first_ = 0;    ///< of the block
  std::uint64_t block_last_ = 0;
  std::size_t indent_ = 0;  ///< of the line that heads it
  std::vector<std::uint64_t> around_;
  bool is_done_ = false;
};

}  // namespace lectern
