// Marks of ours that stand in a text: behind words and headings, never in them.
#include <iterator>
#include <utility>

#include "documents/markdown/markdown_writer.h"
#include "text/utf8.h"

namespace lectern {
namespace {

/// Styles at which a word ends: a raised digit behind a word is no part of it.
constexpr TextStyle kDividing = kSuperscript | kSubscript | kInserted | kDeleted;

/// Letters and digits of scripts that divide their words.
bool is_of_word(char32_t c) {
  if (c < 0x80) return (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z');
  if (c >= 0xAC00 && c <= 0xD7A3) return true;  // Hangul
  const bool has_no_blanks = (c >= 0xE00 && c < 0xF00) || (c >= 0x1000 && c < 0x10A0) ||
                             (c >= 0x1780 && c < 0x1800);  // Thai, Lao, Burmese, Khmer
  return c >= 0xC0 && c < 0x2000 && c != 0xD7 && c != 0xF7 && !has_no_blanks;
}

/// Bytes of the word at the start of `text`.
std::size_t word_bytes(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    const DecodedCharacter decoded = utf8_character_at(text, at);
    if (!is_of_word(decoded.code_point)) break;
    at = decoded.next;
  }
  return at;
}

bool ends_in_word(std::string_view text) {
  std::size_t last = text.size();
  while (last > 0 && is_utf8_continuation(static_cast<std::uint8_t>(text[last - 1]))) --last;
  return last > 0 && is_of_word(utf8_character_at(text, last - 1).code_point);
}

}  // namespace

void MarkdownWriter::move_marks_behind_words() {
  std::vector<Run> moved;
  moved.reserve(runs_.size());
  std::vector<Run> waiting;
  bool in_word = false;
  TextStyle style = kPlain;
  const auto place_waiting = [&] {
    std::move(waiting.begin(), waiting.end(), std::back_inserter(moved));
    waiting.clear();
  };
  for (Run& run : runs_) {
    if (in_word && run.kind == RunKind::kRaw && run.mark == MarkKind::kNote) {
      waiting.push_back(std::move(run));
      continue;
    }
    if (run.kind != RunKind::kText) {
      const bool is_link = run.kind == RunKind::kLink || run.kind == RunKind::kLinkEnd;
      if (!is_link) place_waiting();
      in_word = in_word && is_link;
      moved.push_back(std::move(run));
      continue;
    }
    if (!waiting.empty()) {
      const bool goes_on = ((style ^ run.style) & kDividing) == 0;
      const std::size_t size = goes_on ? word_bytes(run.text) : 0;
      std::string rest = run.text.substr(size);
      run.text.resize(size);
      if (!moved.empty() && moved.back().kind == RunKind::kText &&
          moved.back().style == run.style) {
        moved.back().text += run.text;
      } else if (size > 0) {
        moved.push_back({RunKind::kText, run.style, run.text});
      }
      if (rest.empty()) continue;
      place_waiting();
      run.text = std::move(rest);
    }
    in_word = ends_in_word(run.text);
    style = run.style;
    moved.push_back(std::move(run));
  }
  place_waiting();
  runs_ = std::move(moved);
}

std::string MarkdownWriter::take_pictures() {
  std::string pictures;
  std::vector<Run> others;
  for (Run& run : runs_) {
    if (run.kind != RunKind::kRaw || run.mark != MarkKind::kPicture) {
      others.push_back(std::move(run));
      continue;
    }
    if (!pictures.empty()) pictures += ' ';
    pictures += run.text;
  }
  runs_ = std::move(others);
  return pictures;
}

}  // namespace lectern
