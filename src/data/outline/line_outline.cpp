#include "data/outline/outline.h"
#include "text/utf8.h"

namespace lectern {
namespace {

/// What is looked at of one line.
constexpr std::size_t kMaxLineBytes = 2'048;

std::string_view start_of(std::string_view line) {
  if (line.size() <= kMaxLineBytes) return line;
  std::size_t end = kMaxLineBytes;
  while (end > 0 && is_utf8_continuation(static_cast<std::uint8_t>(line[end]))) --end;
  return line.substr(0, end);
}

}  // namespace

void LineOutline::append(std::string_view text) {
  append_lines(text, [](std::string_view, std::string_view) { return false; });
}

void LineOutline::begin_line(std::string_view text) {
  in_line_ = true;
  if (part_.size() < kMaxLineBytes) part_ += start_of(text);
}

void LineOutline::end_line(std::string_view text) {
  if (in_line_) {
    begin_line(text);
    take(start_of(part_));
    part_.clear();
    in_line_ = false;
  } else {
    take(start_of(text));
  }
  is_marked_ = false;
}

void LineOutline::take(std::string_view text) {
  if (text.ends_with('\r')) text.remove_suffix(1);
  line(text);
  ++number_;
}

void LineOutline::finish(std::uint64_t lines) {
  if (in_line_ && is_whole()) take(start_of(part_));
  in_line_ = false;
  end(lines);
}

}  // namespace lectern
