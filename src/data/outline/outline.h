// What every kind of outline is: it takes a text as it goes by, and leaves entries.
#pragma once

#include <bit>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "data/outline/line_marks.h"
#include "data/outline/outline_entries.h"

namespace lectern {

class Outline {
 public:
  explicit Outline(std::string_view kind) { head_.kind = kind; }
  Outline(const Outline&) = delete;
  Outline& operator=(const Outline&) = delete;
  virtual ~Outline() = default;

  /// Takes the next piece of the text: whole characters, LF ends lines.
  virtual void append(std::string_view text) = 0;
  /// The rest of the text is not looked at: where it ends for the outline is no mistake of it.
  void leave_rest() { is_whole_ = false; }
  /// The text has ended, with so many lines.
  virtual void finish(std::uint64_t lines) = 0;

  /// True when the text is sure to be of this kind: there will be entries.
  virtual bool has_found() const { return entries_.count() > 0; }

  const OutlineHead& head() const { return head_; }
  const OutlineEntries& entries() const { return entries_; }

 protected:
  bool is_whole() const { return is_whole_; }

  OutlineHead head_;
  OutlineEntries entries_;

 private:
  bool is_whole_ = true;
};

/// An outline that looks at one line after the other.
class LineOutline : public Outline {
 public:
  using Outline::Outline;
  void append(std::string_view text) override;
  void finish(std::uint64_t lines) final;

 protected:
  /// `append`, which asks `is_done(line, text)` first of a line that stands in one piece and of the
  /// text from there on: true when nothing is left for `line` to do.
  template <typename IsDone>
  void append_lines(std::string_view text, const IsDone& is_done);
  /// The next line, `number()`, without its end; of a long one the beginning.
  virtual void line(std::string_view text) = 0;
  /// Behind the last line.
  virtual void end(std::uint64_t lines) = 0;
  std::uint64_t number() const { return number_; }
  /// False: none of the bytes that `marks_` names stands in the line.
  bool is_marked() const { return is_marked_; }

  LineMarks marks_;

 private:
  void begin_line(std::string_view text);
  void end_line(std::string_view text);
  void take(std::string_view text);

  std::uint64_t number_ = 1;
  std::string part_;  ///< of a line whose end has not come
  bool in_line_ = false;
  bool is_marked_ = false;
};

template <typename IsDone>
void LineOutline::append_lines(std::string_view text, const IsDone& is_done) {
  std::size_t start = 0;
  for (std::size_t at = 0; at < text.size(); at += LineMarks::kBlockBytes) {
    auto [ends, marks] = marks_.first_block(text.substr(at));
    for (; ends != 0; ends &= ends - 1) {
      const std::uint64_t before = (ends - 1) & ~ends;
      is_marked_ = is_marked_ || (marks & before) != 0;
      marks &= ~before;
      const std::size_t end = at + static_cast<std::size_t>(std::countr_zero(ends));
      const std::string_view line(text.data() + start, end - start);
      const std::string_view rest(text.data() + start, text.size() - start);
      if (!in_line_ && is_done(line, rest)) {
        ++number_;
        is_marked_ = false;
      } else {
        end_line(line);
      }
      start = end + 1;
    }
    is_marked_ = is_marked_ || marks != 0;
  }
  if (start < text.size()) begin_line(text.substr(start));
}

/// What a text is, as far as its outline goes.
enum class TextKind : std::uint8_t {
  kSections,
  kMarkdown,
  kRst,
  kTex,
  kOrg,
  kAsciiDoc,
  kIni,
  kDiff,
  kCode,
  kJson,
  kYaml,
  kTable,
  kLog,
  kXml,
  kHtml,
};

struct CodeLanguage;

struct TextKindFound {
  TextKind kind = TextKind::kSections;
  const CodeLanguage* language = nullptr;  ///< of kCode
  char delimiter = ',';                    ///< of kTable
};

/// Tells by the name and the first characters.
/// \param is_all  `head` is all of the text
TextKindFound find_text_kind(std::string_view name, std::string_view head, bool is_all);

std::unique_ptr<Outline> make_code_outline(const CodeLanguage& language);
std::unique_ptr<Outline> make_markup_outline(TextKind kind);
std::unique_ptr<Outline> make_sections_outline();
std::unique_ptr<Outline> make_log_outline();
std::unique_ptr<Outline> make_json_outline();
std::unique_ptr<Outline> make_yaml_outline();
std::unique_ptr<Outline> make_table_outline(char delimiter);
std::unique_ptr<Outline> make_xml_outline();
std::unique_ptr<Outline> make_html_outline();

}  // namespace lectern
