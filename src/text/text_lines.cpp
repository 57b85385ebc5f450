#include "text/text_lines.h"

namespace lectern {

TextLines::TextLines(const LineSelection& selection, const LineLayout& layout,
                     const std::optional<TextCheckpoint>& start, LineIndex& index)
    : at_lf_('\n', start ? start->line : 1, selection, layout), index_(index) {
  if (start) {
    ends_ = start->line_ends;
    any_text_ = true;
  } else {
    at_cr_.emplace('\r', 1, selection, layout);
  }
}

void TextLines::append(std::string_view text) {
  if (text.empty()) return;
  const LineEndCounts more = count_line_ends(as_bytes(text), last_ == '\r');
  ends_.lf += more.lf;
  ends_.cr += more.cr;
  ends_.crlf += more.crlf;
  any_text_ = true;
  last_ = text.back();
  if (ends_.lf > 0) at_cr_.reset();
  if (!at_lf_.saw_all()) at_lf_.append(text, more.lf);
  if (at_cr_ && !at_cr_->saw_all()) at_cr_->append(text, more.cr);
}

void TextLines::at_line_start(const TextStreamState& state) {
  index_.add({state, ends_.lf + 1, ends_});
}

void TextLines::finish() {
  at_lf_.finish();
  if (at_cr_) at_cr_->finish();
}

std::uint64_t TextLines::count() const {
  return (splits_at_cr() ? ends_.cr : ends_.lf) + (unterminated() ? 1 : 0);
}

std::optional<LineEnd> TextLines::style() const {
  if (splits_at_cr()) return LineEnd::kCr;
  if (ends_.lf == 0) return std::nullopt;
  if (ends_.crlf == 0) return LineEnd::kLf;
  return ends_.crlf == ends_.lf ? LineEnd::kCrlf : LineEnd::kMixed;
}

}  // namespace lectern
