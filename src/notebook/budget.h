// Text under a budget of characters, with an honest account of what had no room.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/message.h"
#include "notebook/fences.h"

namespace lectern {

/// Appends blocks of lines to a text until a number of characters is used up, and counts the rest.
class BudgetedText {
 public:
  /// `out` must outlive this; at most `max_chars` code points are appended, notes, line ends and
  /// the mark of a cut not counted.
  BudgetedText(std::string& out, std::uint64_t max_chars) : out_(out), left_(max_chars) {}

  /// Appends well-formed `text` of the file and a line end; cuts it, with a mark, when it does not
  /// fit. What looks like structure of ours (notebook/fences.h) stands in a fence, not counted.
  void append_block(std::string_view text);
  /// Appends a line that says what is not shown. Notes have room of their own, so that they do not
  /// vanish with the text that used the budget up; one that finds none counts as left out.
  void append_note(const Message& note);
  /// Makes room for at least `chars` more.
  void reserve(std::uint64_t chars);
  /// For a text that is read line by line: notes have the room of a million characters, and a fence
  /// is no longer than `kMostFenceChars`.
  void take_all() {
    left_for_notes_ = 1'000'000;
    most_fence_chars_ = kMostFenceChars;
  }

  /// Characters that a text of any length may still have.
  std::uint64_t left() const { return left_; }
  /// Characters of blocks that were appended.
  std::uint64_t chars_shown() const { return chars_shown_; }
  std::uint64_t chars_left_out() const { return chars_left_out_; }
  /// True when some block stands in a fence.
  bool has_fenced() const { return has_fenced_; }

 private:
  std::string& out_;
  std::uint64_t left_;
  std::uint64_t left_for_notes_ = 4000;
  std::uint64_t chars_shown_ = 0;
  std::uint64_t chars_left_out_ = 0;
  bool has_fenced_ = false;
  std::size_t most_fence_chars_ = std::string::npos;
};

}  // namespace lectern
