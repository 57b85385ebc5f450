#include "documents/text/review_layer.h"

#include <algorithm>
#include <utility>

#include "base/format.h"
#include "documents/markdown/escape.h"

namespace lectern {
namespace {

constexpr std::size_t kMaxAuthors = 1'000;
/// What tells one author from another.
constexpr std::size_t kMaxAuthorBytes = 1'000;
/// Of a name that stands behind each change.
constexpr std::size_t kMaxShownAuthor = 200;
constexpr std::size_t kMaxHeaders = 200;

/// Brackets would end a mark of ours.
std::string without_brackets(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\n' || c == '\r') {
      out += ' ';
      continue;
    }
    if ((c == '[' || c == ']') && (i == 0 || text[i - 1] != '\\')) out += '\\';
    out += c;
  }
  return out;
}

bool is_blank_name(std::string_view name) { return name.find_first_not_of(' ') == name.npos; }

/// True for "Page 3 of 12" and for nothing.
bool is_page_number(std::string_view text) {
  constexpr std::string_view kWords[] = {"page",   "of", "seite",  "von", "página",   "de",
                                         "pagina", "di", "strana", "z",   "sur",      "sayfa",
                                         "p",      "pg", "стр",    "из",  "страница", "br"};
  std::string word;
  bool is_only = true;
  const auto end_word = [&] {
    if (!word.empty() && std::find(std::begin(kWords), std::end(kWords), word) == std::end(kWords))
      is_only = false;
    word.clear();
  };
  for (const char c : ascii_lower(text)) {
    const bool is_letter = (c >= 'a' && c <= 'z') || static_cast<unsigned char>(c) >= 0x80;
    if (is_letter) {
      word += c;
    } else {
      end_word();
    }
  }
  end_word();
  return is_only;
}

}  // namespace

std::string heading_prefix(std::string_view marker) {
  if (marker.empty() || marker == "•") return "";
  return std::string(marker) + ' ';
}

std::string MarkdownText::take() {
  while (text_.ends_with('\n')) text_.pop_back();
  return std::move(text_);
}

std::uint64_t ReviewLayer::add_note(std::string markdown) {
  ++notes_;
  if (options_.notes) waiting_.push_back({notes_, std::move(markdown)});
  return notes_;
}

std::string ReviewLayer::note_mark(std::uint64_t number) const {
  return options_.notes ? compose({"[^{}]", number}) : "";
}

void ReviewLayer::write_notes(MarkdownWriter& writer) {
  for (const Note& note : std::exchange(waiting_, {})) {
    std::string block = compose({"[^{}]: ", note.number});
    bool at_start = false;
    for (const char c : note.markdown) {
      if (std::exchange(at_start, c == '\n') && c != '\n') block += "    ";
      block += c;
    }
    writer.note_block(block);
  }
}

void ReviewLayer::before_heading(unsigned level, MarkdownWriter& writer) {
  top_level_ = std::min(top_level_, level);
  if (level == top_level_ && !waiting_.empty() && !writer.in_table()) write_notes(writer);
}

std::string ReviewLayer::comment_mark(std::string_view kind, std::string_view author,
                                      std::string_view markdown, bool is_resolved) {
  ++comments_;
  if (!options_.comments) return "";
  std::string mark = compose({"[{}", kind});
  if (!is_blank_name(author))
    append_to(mark, {" by {}", without_brackets(MarkdownWriter::escaped(author))});
  if (is_resolved) mark += ", resolved";
  append_to(mark, {": {}]", without_brackets(markdown)});
  return mark;
}

void ReviewLayer::count_change(std::string_view author) {
  ++changes_;
  author = author.substr(0, kMaxAuthorBytes);
  if (authors_.size() < kMaxAuthors && !authors_.contains(author)) authors_.emplace(author);
}

std::string ReviewLayer::change_author(std::string_view author) {
  if (is_blank_name(author)) return "";
  return compose({"{{>>{}<<}", MarkdownWriter::escaped(shortened(author, kMaxShownAuthor))});
}

std::string ReviewLayer::hidden_mark(std::string_view text) {
  ++hidden_;
  return compose({"[Hidden text: {}]", without_brackets(MarkdownWriter::escaped(text))});
}

std::string ReviewLayer::header_mark(std::string_view kind, std::string_view markdown) {
  if (options_.headers_footers == HeadersFooters::kDrop || is_page_number(markdown)) return "";
  std::string mark = compose({"[{}: {}]", kind, markdown});
  if (headers_.size() >= kMaxHeaders) {
    lacks_headers_ |= !headers_.contains(mark);
    return "";
  }
  return headers_.insert(mark).second ? mark : "";
}

void ReviewLayer::finish(MarkdownWriter& writer, DocumentInfo& info,
                         std::vector<std::string>& warnings) {
  write_notes(writer);
  if (changes_ > 0) {
    std::string line = compose({"{tracked change}", changes_});
    authors_.erase("");
    if (!authors_.empty()) append_to(line, {" by {author}", authors_.size()});
    if (marks_changes()) {
      line += ": marked";
    } else {
      line += ": shown as final; `changes: 'marked'` shows them";
      warnings.push_back(line);
    }
    writer.note_block(compose({"({})", line}));
    info.change_count = changes_;
  }
  if (hidden_ > 0) {
    add_to(warnings, {"{place} with hidden text, each marked as [Hidden text: ...]", hidden_});
    info.hidden_count = hidden_;
  }
  if (notes_ > 0) info.footnote_count = notes_;
  if (comments_ > 0) info.comment_count = comments_;
  if (lacks_headers_)
    add_to(warnings, {"more than {} headers and footers: the others are left out", kMaxHeaders});
  if (notes_ > 0 && !options_.notes) add_to(warnings, {"{note} left out", notes_});
  if (comments_ > 0 && !options_.comments) add_to(warnings, {"{comment} left out", comments_});
}

}  // namespace lectern
