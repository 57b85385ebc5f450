#include "documents/markdown/markdown_writer.h"

#include <algorithm>
#include <utility>

#include "base/message.h"
#include "documents/markdown/escape.h"

namespace lectern {
namespace {

constexpr TextStyle kEmphasis = kBold | kItalic | kStrike;
/// A block that holds more goes on as another paragraph: only what stands in memory is a block.
constexpr std::size_t kMaxBlockBytes = std::size_t{16} << 20;

/// Of the memory that one block takes the next has so much.
constexpr std::size_t kMostKeptBytes = std::size_t{64} << 10;

/// What opens and closes a style, in the order in which they nest.
struct StyleMark {
  TextStyle style;
  std::string_view open;
  std::string_view close;
};
constexpr StyleMark kStyleMarks[] = {{kInserted, "{++", "++}"},
                                     {kDeleted, "{--", "--}"},
                                     {kBold, "**", "**"},
                                     {kItalic, "*", "*"},
                                     {kStrike, "~~", "~~"},
                                     {kSuperscript, "<sup>", "</sup>"},
                                     {kSubscript, "<sub>", "</sub>"}};

/// What most texts begin and end with.
bool is_visible_ascii(char c) { return c > ' ' && c < 0x7F; }

/// Bytes of the blank that a text begins with, which Markdown takes no emphasis beside; 0 when it
/// begins with none.
std::size_t blank_at_start(std::string_view text) {
  if (text.empty() || is_visible_ascii(text.front())) return 0;
  constexpr std::string_view kBlanks[] = {
      " ", "\t", "\n", "\xC2\xA0", "\xE2\x80\xAF", "\xE2\x81\x9F", "\xE3\x80\x80"};
  for (const std::string_view blank : kBlanks) {
    if (text.starts_with(blank)) return blank.size();
  }
  // U+2000 to U+200A.
  const bool is_space = text.size() > 2 && text.starts_with("\xE2\x80") &&
                        static_cast<unsigned char>(text[2]) <= 0x8A;
  return is_space ? 3 : 0;
}

std::size_t blank_at_end(std::string_view text) {
  if (text.empty() || is_visible_ascii(text.back())) return 0;
  for (std::size_t size = 1; size <= std::min<std::size_t>(text.size(), 3); ++size) {
    if (blank_at_start(text.substr(text.size() - size)) == size) return size;
  }
  return 0;
}

/// Takes the blanks at the start off `text`.
std::string_view take_lead(std::string_view& text) {
  std::string_view rest = text;
  while (const std::size_t size = blank_at_start(rest)) rest.remove_prefix(size);
  const std::string_view lead = text.substr(0, text.size() - rest.size());
  text = rest;
  return lead;
}

std::string_view take_tail(std::string_view& text) {
  std::string_view rest = text;
  while (const std::size_t size = blank_at_end(rest)) rest.remove_suffix(size);
  const std::string_view tail = text.substr(rest.size());
  text = rest;
  return tail;
}

bool is_blank_text(std::string_view text) {
  take_lead(text);
  return text.empty();
}

/// "1." and "12)", which Markdown knows as they are.
bool is_markdown_number(std::string_view marker) {
  if (marker.size() < 2 || marker.size() > 10) return false;
  const char end = marker.back();
  marker.remove_suffix(1);
  return (end == '.' || end == ')') &&
         std::all_of(marker.begin(), marker.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// Blanks at both ends and double ones taken out; lines stay.
std::string trimmed(std::string text) {
  const std::size_t first = text.find_first_not_of(" \t\n");
  if (first == text.npos) return "";
  text.erase(text.find_last_not_of(" \t\n") + 1);
  text.erase(0, first);
  return text;
}

/// A code span whose fence is longer than any in it.
[[gnu::cold]] std::string code_span(std::string_view code) {
  std::size_t longest = 0;
  std::size_t run = 0;
  for (const char c : code) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  const std::string fence(longest + 1, '`');
  const bool pads = longest > 0;
  std::string text = fence + (pads ? " " : "");
  for (const char c : code) text += c == '\n' ? ' ' : c;
  return text + (pads ? " " : "") + fence;
}

/// In a table a bar divides cells even in code.
[[gnu::cold]] std::string cell_code_span(std::string_view code) {
  std::string span;
  for (const char c : code_span(code)) {
    if (c == '|') span += '\\';
    span += c;
  }
  return span;
}

}  // namespace

void MarkdownWriter::begin(Block block) {
  end_block();
  block_ = block;
}

void MarkdownWriter::begin_paragraph() { begin(Block::kParagraph); }

void MarkdownWriter::begin_heading(unsigned level) {
  begin(Block::kHeading);
  level_ = std::clamp(level, 1U, 6U);
}

void MarkdownWriter::begin_item(unsigned level, std::string_view marker) {
  begin(Block::kItem);
  level_ = std::min(level, 12U);
  marker_.clear();
  append_escaped_text(single_line(marker), {is_cell()}, marker_);
}

void MarkdownWriter::begin_quote() { begin(Block::kQuote); }

void MarkdownWriter::add_run(Run run) {
  make_room(sizeof(Run) + run.text.size());
  runs_.push_back(std::move(run));
}

/// Ends a block that holds too much for so many bytes more.
void MarkdownWriter::make_room(std::size_t bytes) {
  if (runs_.empty()) held_bytes_ = 0;
  if (held_bytes_ > kMaxBlockBytes) {
    const bool is_quote = block_ == Block::kQuote;
    end_block();
    block_ = is_quote ? Block::kQuote : Block::kParagraph;
    held_bytes_ = 0;
  }
  held_bytes_ += bytes;
}

void MarkdownWriter::text(std::string_view utf8, TextStyle style) {
  if (utf8.empty()) return;
  if (!runs_.empty() && runs_.back().kind == RunKind::kText && runs_.back().style == style &&
      runs_.back().text.size() < kMaxBlockBytes) {
    held_bytes_ += utf8.size();
    runs_.back().text += utf8;
  } else {
    add_run({RunKind::kText, style, std::string(utf8)});
  }
}

void MarkdownWriter::line_break() { add_run({RunKind::kBreak, kPlain, {}}); }

void MarkdownWriter::begin_link(std::string_view target) {
  if (target.size() > room_->target_bytes || room_->lacks_targets) {
    if (!room_->lacks_targets) raw("[From here on links have no targets: those shown take 8 MiB] ");
    room_->lacks_targets = true;
    target = {};
  }
  room_->target_bytes -= target.size();
  add_run({RunKind::kLink, kPlain, std::string(target)});
}

void MarkdownWriter::end_link() {
  if (!runs_.empty() && runs_.back().kind == RunKind::kLink) {
    runs_.pop_back();
  } else {
    add_run({RunKind::kLinkEnd, kPlain, {}});
  }
}

void MarkdownWriter::math(std::string_view latex) {
  // A blank inside of the dollars would make them signs of money.
  std::string formula = trimmed(std::string(latex));
  if (!formula.empty()) add_run({RunKind::kMath, kPlain, std::move(formula)});
}

void MarkdownWriter::raw(std::string_view markdown, MarkKind kind) {
  add_run({RunKind::kRaw, kPlain, std::string(markdown), kind});
  has_note_marks_ |= kind == MarkKind::kNote;
}

/// Writes the runs with the marks of their styles. Blanks at the ends of a styled run stand outside
/// of the marks, which would not count otherwise.
void MarkdownWriter::append_runs(std::string& out, bool has_math) {
  const bool in_table = is_cell();
  TextStyle open = kPlain;
  std::size_t link_start = 0;
  std::string_view target;
  bool in_link = false;
  bool after_mark = false;
  bool after_picture = false;
  const StyleMark* opened[std::size(kStyleMarks)];
  std::size_t depth = 0;
  // Closes marks, the innermost first, until `style` has all that are open.
  const auto close_to = [&](TextStyle style) {
    while ((open & ~style) != 0) {
      const StyleMark& mark = *opened[--depth];
      out += mark.close;
      open &= static_cast<TextStyle>(~mark.style);
    }
  };
  const auto end_link = [&] {
    if (!in_link) return;
    in_link = false;
    const std::string_view shown = std::string_view(out).substr(link_start);
    if (is_blank_text(shown) || target.empty()) return;
    if (target.ends_with(shown)) {
      const std::string_view scheme = target.substr(0, target.size() - shown.size());
      if (scheme.empty() || scheme == "mailto:" || scheme == "http://" || scheme == "https://")
        return;
    }
    out.insert(link_start, 1, '[');
    out += "](";
    out += escaped_target(target);
    out += ')';
  };
  for (std::size_t i = 0; i < runs_.size(); ++i) {
    const Run& run = runs_[i];
    if (run.kind != RunKind::kText) close_to(kPlain);
    switch (run.kind) {
      case RunKind::kText: {
        TextStyle style = run.style;
        if (block_ == Block::kHeading) style &= static_cast<TextStyle>(~kEmphasis);
        std::string_view text = run.text;
        const bool is_blank = is_blank_text(text);
        after_mark = false;
        if (std::exchange(after_picture, false) && !is_blank_text(text.substr(0, 1))) out += ' ';
        if ((style & kCode) != 0 && !is_blank) {
          close_to(kPlain);
          out += in_table ? cell_code_span(text) : code_span(text);
          break;
        }
        // Blanks between two runs of one style belong to it.
        const bool goes_on = open != kPlain && i + 1 < runs_.size() &&
                             runs_[i + 1].kind == RunKind::kText && runs_[i + 1].style == open;
        if (is_blank && goes_on) {
          out += text;
          break;
        }
        if (is_blank && (style & (kInserted | kDeleted)) == 0) style = kPlain;
        // Only the marks that change are written.
        const auto same = static_cast<TextStyle>(style & ~kCode);
        std::string_view lead;
        std::string_view tail;
        if (same != kPlain && !is_blank) {
          lead = take_lead(text);
          tail = take_tail(text);
        }
        close_to(same);
        out += lead;
        for (const StyleMark& mark : kStyleMarks) {
          if ((same & ~open & mark.style) == 0) continue;
          out += mark.open;
          opened[depth++] = &mark;
        }
        open = same;
        const char before = out.empty() ? ' ' : out.back();
        char after = ' ';
        if (i + 1 < runs_.size() && runs_[i + 1].kind == RunKind::kText &&
            !runs_[i + 1].text.empty() && tail.empty())
          after = runs_[i + 1].text[0];
        append_escaped_text(text, {in_table, has_math, before, after}, out);
        if (!tail.empty()) {
          close_to(kPlain);
          out += tail;
        }
        break;
      }
      case RunKind::kBreak:
        after_mark = after_picture = false;
        out += '\n';
        break;
      case RunKind::kRaw:
        // Marks side by side would read as one link.
        if (after_mark && run.mark != MarkKind::kHere) out += ' ';
        after_mark = true;
        after_picture |= run.mark == MarkKind::kPicture;
        out += run.text;
        break;
      case RunKind::kMath:
        after_mark = after_picture = false;
        out += '$';
        for (const char c : run.text) {
          if (c == '|' && in_table)
            out += "\\vert ";
          else
            out += c == '\n' ? ' ' : c;
        }
        out += '$';
        break;
      case RunKind::kLink:
        end_link();
        in_link = true;
        link_start = out.size();
        target = run.text;
        break;
      case RunKind::kLinkEnd:
        end_link();
        break;
    }
  }
  close_to(kPlain);
  end_link();
}

std::string MarkdownWriter::take_inline() {
  if (std::exchange(has_note_marks_, false)) move_marks_behind_words();
  bool has_math = false;
  std::size_t size = 0;
  for (const Run& run : runs_) {
    has_math |= run.kind == RunKind::kMath;
    size += run.text.size();
  }
  std::string text;
  text.reserve(size + size / 16);
  append_runs(text, has_math);
  runs_.clear();
  return is_blank_text(text) ? "" : trimmed(std::move(text));
}

void MarkdownWriter::end_block() {
  const Block block = std::exchange(block_, Block::kNone);
  if (runs_.empty()) return;
  block_ = block;
  const bool is_heading = block == Block::kHeading;
  const std::string pictures = is_heading ? take_pictures() : "";
  std::string text = take_inline();
  block_ = Block::kNone;
  if (is_heading) {
    if (!text.empty()) write_heading(level_, std::move(text));
    if (!pictures.empty()) note_block(pictures);
    return;
  }
  if (text.empty()) return;
  if (in_table()) {
    text = with_line_marks(text);
    if (block == Block::kItem) {
      // Its first line begins with the marker.
      text.erase(0, 1);
      text.insert(0, marker_.empty() ? "- " : marker_ + ' ');
    }
    return add_to_cell(text);
  }
  if (block == Block::kItem) return write_item(text);
  if (block != Block::kQuote && text.find('\n') == text.npos) {
    escape_line_start(text);
    return write_block(text);
  }
  std::string lines;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string line = trimmed(text.substr(at, end - at));
    escape_line_start(line);
    if (block == Block::kQuote) line.insert(0, "> ");
    if (at > 0) lines += '\n';
    lines += line;
    at = end + 1;
  }
  write_block(lines);
}

void MarkdownWriter::write_block(std::string_view text, bool is_tight) {
  written_.clear();
  // A sink has the blank line that divides blocks before the block, so that none is at the end.
  if (wrote_any_ && !is_tight) written_ += '\n';
  written_ += text;
  written_ += '\n';
  wrote_any_ = true;
  last_was_item_ = false;
  sink_.append(written_);
  if (written_.size() > kMostKeptBytes) written_ = {};
}

void MarkdownWriter::write_heading(unsigned level, std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  std::replace(text.begin(), text.end(), '\t', ' ');
  if (is_cell())
    return note_block(compose({"<h{}>{}</h{}>", level, with_line_marks(text).substr(1), level}));
  indents_.clear();
  if (wrote_any_) sink_.append("\n");
  sink_.heading(level, text);
  write_block(text.insert(0, std::string(level, '#') + ' '), true);
}

void MarkdownWriter::write_item(const std::string& text) {
  // The first item of a list stands at the margin, where four blanks would begin code.
  if (!last_was_item_) {
    indents_.clear();
    base_level_ = level_;
  }
  base_level_ = std::min(base_level_, level_);
  const unsigned level = level_ - base_level_;
  indents_.resize(std::min<std::size_t>(indents_.size(), level));
  // Levels that a document skips are as wide as a dash.
  while (indents_.size() < level) indents_.push_back(2);
  std::size_t indent = 0;
  for (const std::size_t width : indents_) indent += width;
  std::string marker = marker_;
  if (marker.empty() || marker == "-" || marker == "*" || marker == "•") {
    marker = "-";
  } else if (!is_markdown_number(marker)) {
    escape_line_start(marker);
    marker = "- " + marker;
  }
  const std::size_t width = marker.starts_with('-') ? 2 : marker.size() + 1;
  indents_.push_back(width);
  std::string lines(indent, ' ');
  lines += marker;
  lines += ' ';
  bool is_first = true;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string line = trimmed(text.substr(at, end - at));
    escape_line_start(line);
    if (!is_first) {
      lines += '\n';
      lines.append(indent + width, ' ');
    }
    is_first = false;
    lines += line;
    at = end + 1;
  }
  const bool is_tight = last_was_item_;
  write_block(lines, is_tight);
  last_was_item_ = true;
}

[[gnu::cold]] void MarkdownWriter::code_block(std::string_view code, std::string_view language) {
  end_block();
  if (is_cell()) {
    const std::string span = cell_code_span(code);
    return in_table() ? add_to_cell(span) : write_block(span);
  }
  std::size_t longest = 2;
  std::size_t run = 0;
  for (const char c : code) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  while (code.ends_with('\n')) code.remove_suffix(1);
  const std::string fence(longest + 1, '`');
  std::string text = fence;
  text += language;
  text += '\n';
  text += code;
  text += '\n';
  text += fence;
  write_block(text);
}

void MarkdownWriter::note_block(std::string_view markdown) {
  end_block();
  if (in_table()) return add_to_cell(markdown);
  write_block(markdown);
}

void MarkdownWriter::rule() {
  end_block();
  if (!in_table()) write_block("---");
}

void MarkdownWriter::finish() {
  end_block();
  while (in_table()) end_table();
}

std::string MarkdownWriter::escaped(std::string_view text) {
  std::string line(text);
  std::replace_if(
      line.begin(), line.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
  std::string out;
  append_escaped_text(line, {}, out);
  return out;
}

}  // namespace lectern
