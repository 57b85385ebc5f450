#include "pdf/layout/notes.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/format.h"
#include "base/message.h"
#include "pdf/layout/inline_text.h"
#include "text/utf8.h"

namespace lectern {
namespace {

constexpr std::size_t kMostMarkedBytes = 160;
/// Comparisons of words with marks; notes beyond do not say which words they mark.
constexpr std::uint64_t kMostMarkLooks = 5'000'000;
constexpr int kDeepestAnswer = 20;

class NoteWriter {
 public:
  NoteWriter(const PageContent& page, std::vector<PageElement>& elements)
      : page_(page), elements_(elements) {}

  void run() {
    const std::vector<PageNote>& notes = page_.notes;
    std::vector<std::vector<std::size_t>> answers(notes.size());
    for (std::size_t i = 0; i < notes.size(); ++i) {
      const std::int32_t to = notes[i].answers;
      if (to >= 0 && static_cast<std::size_t>(to) < i)
        answers[static_cast<std::size_t>(to)].push_back(i);
    }
    std::vector<PageElement> added;
    for (std::size_t i = 0; i < notes.size(); ++i) {
      const std::int32_t to = notes[i].answers;
      if (to >= 0 && static_cast<std::size_t>(to) < i) continue;
      PageElement element;
      element.kind = PageElement::Kind::kNote;
      element.box = notes[i].box;
      element.text = line_of(i, answers, 0);
      added.push_back(std::move(element));
    }
    insert_at_place(std::move(added), elements_);
  }

 private:
  /// A note and the answers to it, which come later in the file.
  std::string line_of(std::size_t number, const std::vector<std::vector<std::size_t>>& answers,
                      int depth) {
    const PageNote& note = page_.notes[number];
    std::string line = compose({"[{}", depth > 0 ? std::string_view("Reply") : note.kind});
    if (!note.author.empty()) append_to(line, {" by {}", escaped(note.author)});
    std::string replies;
    for (const std::size_t i : answers[number]) {
      const PageNote& answer = page_.notes[i];
      if (!answer.state.empty() && answer.state != "None") {
        append_to(line, {", {}", escaped(answer.state)});
        if (!answer.author.empty()) append_to(line, {" by {}", escaped(answer.author)});
      } else if (depth < kDeepestAnswer && answer.state.empty()) {
        replies += '\n' + line_of(i, answers, depth + 1);
      }
    }
    if (!note.subject.empty()) append_to(line, {" \"{}\"", escaped(note.subject)});
    if (const std::string marked = marked_words(note); !marked.empty())
      append_to(line, {" on \"{}\"", marked});
    if (!note.text.empty()) append_to(line, {": {}", escaped(note.text)});
    return line + "]" + replies;
  }

  static std::string escaped(std::string_view text) {
    std::string out;
    append_escaped(text, out);
    return out;
  }

  std::string marked_words(const PageNote& note) {
    std::string text;
    looks_ += std::uint64_t{note.marked.size()} * page_.words.size();
    if (note.marked.empty() || looks_ > kMostMarkLooks) return text;
    for (const PageWord& word : page_.words) {
      const float x = (word.box.left + word.box.right) / 2;
      const float y = (word.box.top + word.box.bottom) / 2;
      const bool is_marked =
          std::any_of(note.marked.begin(), note.marked.end(), [&](const PageBox& box) {
            return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
          });
      if (!is_marked) continue;
      if (text.size() > kMostMarkedBytes) return text + " …";
      if (!text.empty() && !word.joined) text += ' ';
      const std::size_t bytes = utf8_prefix_size(word.text, kMostMarkedBytes);
      append_escaped(std::string_view(word.text).substr(0, bytes), text);
      if (bytes < word.text.size()) return text + "…";
    }
    return text;
  }

  const PageContent& page_;
  std::vector<PageElement>& elements_;
  std::uint64_t looks_ = 0;
};

}  // namespace

void add_notes(const PageContent& page, std::vector<PageElement>& elements) {
  if (!page.notes.empty()) NoteWriter(page, elements).run();
}

}  // namespace lectern
