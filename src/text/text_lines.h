// The lines of a stream of text: the range to show, the number of all lines, the style of their
// ends, and the places where a later read can start.
#pragma once

#include <cstdint>
#include <optional>

#include "base/tool_result.h"
#include "text/kernels.h"
#include "text/line_collector.h"
#include "text/line_index.h"
#include "text/text_stream.h"

namespace lectern {

/// LF and CRLF end lines; CR does in a text that has no LF at all, which only its end can tell, so
/// that both readings are followed until the first LF. NEL, U+2028 and other separators end no
/// line.
class TextLines final : public TextStreamSink {
 public:
  /// `start`: the text begins there instead of at line 1; the file has LF then. `index` takes the
  /// line starts and must outlive the object.
  TextLines(const LineSelection& selection, const LineLayout& layout,
            const std::optional<TextCheckpoint>& start, LineIndex& index);

  void append(std::string_view text) override;
  void at_line_start(const TextStreamState& state) override;
  /// The text has ended: an unterminated rest is a line.
  void finish();

  /// The lines taken, by the kind of line end the text has as far as it was seen.
  const LineCollector& taken() const { return splits_at_cr() ? *at_cr_ : at_lf_; }
  /// True when CR alone ends lines, as far as is known.
  bool splits_at_cr() const { return at_cr_.has_value() && ends_.cr > 0; }
  /// Takes lines off the page until it has room for the closing notes.
  void make_room() { splits_at_cr() ? at_cr_->make_room() : at_lf_.make_room(); }
  /// Lines seen, with an unterminated one at the end.
  std::uint64_t count() const;
  bool final_newline() const { return any_text_ && !unterminated(); }
  /// Absent when no line has ended.
  std::optional<LineEnd> style() const;
  const LineEndCounts& line_ends() const { return ends_; }

 private:
  bool unterminated() const { return any_text_ && last_ != (splits_at_cr() ? '\r' : '\n'); }

  LineCollector at_lf_;
  std::optional<LineCollector> at_cr_;  ///< absent once an LF was seen
  LineEndCounts ends_;
  bool any_text_ = false;
  char last_ = '\n';
  LineIndex& index_;
};

}  // namespace lectern
