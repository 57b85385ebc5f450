// Finds plain words, not patterns: letters A to Z in either case, and any white space between
// words. It searches the text that a read of the page gives, so that what it shows can be read
// there; signs of Markdown do not keep words apart.
#include <algorithm>
#include <array>
#include <utility>

#include "base/format.h"
#include "base/page_selection.h"
#include "pdf/forms.h"
#include "text/utf8.h"
#include "text/word_matcher.h"

namespace lectern {
namespace {

/// Pages that one search looks at.
constexpr std::uint64_t kMaxSearchedPages = 1'000;
constexpr std::size_t kMaxLineChars = 300;
/// Of a longer line, what is shown before the words.
constexpr std::size_t kCharsBefore = 100;
/// Of two lines, what is looked at for words that run over the end of the first.
constexpr std::size_t kJoinedBytes = 600;
constexpr std::size_t kJoinedChars = 300;

/// A line as it is compared: words set apart by one space, letters A to Z in lower case.
struct Folded {
  std::string text;
  std::vector<std::uint32_t> places;  ///< of each byte in the line
};

/// Raised and lowered digits, which "10 6" and "CO2" mean as well.
char plain_digit(std::string_view text) {
  constexpr std::array<std::string_view, 20> kDigits = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶",
                                                        "⁷", "⁸", "⁹", "₀", "₁", "₂", "₃",
                                                        "₄", "₅", "₆", "₇", "₈", "₉"};
  const bool may_be = text[0] == kDigits[0][0] || text[0] == kDigits[1][0];
  for (std::size_t i = 0; may_be && i < kDigits.size(); ++i) {
    if (text.starts_with(kDigits[i])) return static_cast<char>('0' + i % 10);
  }
  return 0;
}

class Folder {
 public:
  Folder(bool markdown, bool keeps_case) : markdown_(markdown), keeps_case_(keeps_case) {}

  Folded fold(std::string_view line) {
    Folded folded;
    no_target_before_ = 0;
    for (std::size_t at = 0; at < line.size();) at = take(line, at, folded);
    while (folded.text.ends_with(' ')) {
      folded.text.pop_back();
      folded.places.pop_back();
    }
    return folded;
  }

 private:
  /// \returns where to go on.
  std::size_t take(std::string_view line, std::size_t at, Folded& to) {
    const char c = line[at];
    const char next = at + 1 < line.size() ? line[at + 1] : ' ';
    if (markdown_) {
      if (c == '\\' && is_sign(next)) return add(next, at, to) + 1;
      if (c == '[') return at + 1;
      if (c == ']' && next == '(') {
        if (const std::size_t end = end_of_target(line, at + 2); end > at) return end;
      }
      if (c == '|' || c == ']') return add(' ', at, to);
      if (const char digit = plain_digit(line.substr(at)); digit != 0) {
        add(digit, at, to);
        return at + (static_cast<unsigned char>(c) == 0xC2 ? 2 : 3);
      }
    }
    return add(c, at, to);
  }

  static bool is_sign(char c) {
    return c > ' ' && c < 0x7F && !(c >= '0' && c <= '9') && !(c >= 'a' && c <= 'z') &&
           !(c >= 'A' && c <= 'Z');
  }

  /// 0 when there is none, which holds for all up to where it has been looked for.
  std::size_t end_of_target(std::string_view line, std::size_t at) {
    if (at < no_target_before_) return 0;
    for (; at < line.size() && line[at] != ' '; ++at) {
      if (line[at] == '\\')
        ++at;
      else if (line[at] == ')')
        return at + 1;
    }
    no_target_before_ = at;
    return 0;
  }

  std::size_t add(char c, std::size_t at, Folded& to) const {
    const bool space = c == ' ' || c == '\n' || c == '\t';
    if (space && (to.text.empty() || to.text.back() == ' ')) return at + 1;
    const bool is_capital = c >= 'A' && c <= 'Z' && !keeps_case_;
    to.text += space ? ' ' : is_capital ? static_cast<char>(c - 'A' + 'a') : c;
    to.places.push_back(static_cast<std::uint32_t>(at));
    return at + 1;
  }

  bool markdown_;
  bool keeps_case_;
  std::size_t no_target_before_ = 0;
};

/// True when `place`, which lies between two characters of `text`, is inside of a word.
bool is_in_word(std::string_view text, std::size_t place) {
  if (place == 0 || place >= text.size()) return false;
  std::size_t before = place - 1;
  while (before > 0 && is_utf8_continuation(static_cast<std::uint8_t>(text[before]))) --before;
  return is_word_character(utf8_character_at(text, before).code_point) &&
         is_word_character(utf8_character_at(text, place).code_point);
}

/// The words as they are looked for in a folded line.
struct Words {
  std::string text;
  bool are_whole = false;

  std::size_t place_in(std::string_view line) const {
    std::size_t place = line.find(text);
    while (are_whole && place != line.npos &&
           (is_in_word(line, place) || is_in_word(line, place + text.size()))) {
      place = line.find(text, place + 1);
    }
    return place;
  }
};

struct Hits {
  std::uint64_t count = 0;
  std::string lines;  ///< each with its line end
};

/// The part of a line around `place`.
std::string excerpt(std::string_view line, std::size_t place) {
  std::size_t from = 0;
  if (utf8_length(line) > kMaxLineChars && place > kCharsBefore) {
    from = place - kCharsBefore;
    while (from < place && (static_cast<unsigned char>(line[from]) & 0xC0) == 0x80) ++from;
  }
  const std::string_view rest = line.substr(from);
  const std::size_t kept = utf8_prefix_size(rest, kMaxLineChars);
  std::string text = from > 0 ? "…" : "";
  text += rest.substr(0, kept);
  if (kept < rest.size()) text += "…";
  return text;
}

/// The lines with the words; words that run over a line end are shown with both lines.
Hits find_words(std::string_view text, const Words& words, Folder folder) {
  Hits hits;
  std::string_view previous;
  bool previous_has = false;
  std::size_t from = 0;
  while (from < text.size()) {
    const std::size_t end = std::min(text.find('\n', from), text.size());
    const std::string_view line = text.substr(from, end - from);
    from = end + 1;
    if (line.empty()) continue;
    const Folded folded = folder.fold(line);
    const std::size_t place = words.place_in(folded.text);
    const bool has = place != std::string::npos;
    if (has) {
      ++hits.count;
      append_to(hits.lines, {"{}\n", excerpt(line, folded.places[place])});
    } else if (!previous.empty() && !previous_has) {
      // Only the ends of both lines can hold words that neither holds.
      std::size_t tail = previous.size() - std::min(previous.size(), kJoinedBytes);
      while (tail < previous.size() &&
             is_utf8_continuation(static_cast<std::uint8_t>(previous[tail])))
        ++tail;
      std::string joined(previous.substr(tail));
      joined += ' ';
      joined += line.substr(0, utf8_prefix_size(line, kJoinedChars));
      const Folded both = folder.fold(joined);
      if (const std::size_t at = words.place_in(both.text); at != std::string::npos) {
        ++hits.count;
        append_to(hits.lines, {"{}\n", excerpt(joined, both.places[at])});
      }
    }
    previous = line;
    previous_has = has;
  }
  return hits;
}

class SearchForm final : public SteppedRead {
 public:
  SearchForm(const ReadContext& context, PdfDocument& document, std::uint64_t page_count,
             PageSelection selection)
      : context_(context),
        document_(document),
        page_count_(page_count),
        selection_(std::move(selection)),
        folder_(context.options.pdf.form == PdfForm::kMarkdown, context.request.case_sensitive),
        words_{folder_.fold(context.request.search).text, context.request.whole_words} {}

  /// Searches a page.
  std::optional<Result<ToolResult>> step() override {
    if (next_ < selection_.pages.size() && search(selection_.pages[next_])) {
      ++next_;
      if (document_.has_read_enough(context_.options.limits)) leave_pages(selection_, next_);
      return std::nullopt;
    }
    close();
    return std::move(result_);
  }

 private:
  /// False when the page's hits have no room.
  bool search(std::uint64_t number) {
    const Limits& limits = context_.options.limits;
    const PdfForm form = context_.options.pdf.form;
    Result<PdfPage> page = document_.page(number - 1, limits, form);
    if (!page) {
      add_to(result_.metadata.warnings, {"page {}: {}", number, page.error().message});
      return true;
    }
    if (form == PdfForm::kMarkdown) {
      std::vector<LaidOutPage> pages =
          document_.lay_out(HeadersFooters::kKeep, result_.metadata.warnings);
      page->text = std::move(pages[0].text);
    }
    warn_of_gaps(number, *page, result_.metadata.warnings);
    const Hits hits = find_words(page->text, words_, folder_);
    if (hits.count == 0) return true;
    std::string text = compose({"\n--- Page {} of {} ---\n{}", number, page_count_, hits.lines});
    if (!body_.empty() && utf8_length(body_) + utf8_length(text) > limits.max_content_chars) {
      leave_pages(selection_, next_);
      return false;
    }
    if (utf8_length(text) > limits.max_content_chars) {
      const std::size_t room = utf8_prefix_size(text, limits.max_content_chars);
      add_to(result_.metadata.warnings,
             {"page {} is cut: {more character} of its lines with the words", number,
              utf8_length(std::string_view(text).substr(room))});
      text.resize(room);
      text += "... (truncated)\n";
      result_.truncated = true;
      result_.truncation = Truncation{TruncationCause::kBytes};
    }
    body_ += text;
    hits_count_ += hits.count;
    ++pages_with_hits_;
    return true;
  }

  void close() {
    const std::string& asked = context_.request.search;
    const std::string summary =
        hits_count_ == 0
            ? compose({"No line holds \"{}\"", asked})
            : compose({"{line} on {page} with \"{}\"", hits_count_, pages_with_hits_, asked});
    result_.content = compose(
        {"{} (searched {page} of {,})\n{}", summary, selection_.pages.size(), page_count_, body_});
    result_.short_result = compose({"PDF search ({})", summary});
    result_.parts.push_back({result_.content});
    if (!selection_.remaining.empty()) {
      result_.truncated = true;
      ReadRequest next = context_.request;
      next.pages = selection_.remaining;
      result_.truncation = Truncation{TruncationCause::kPages, std::move(next)};
    }
    count_content_lines(result_);
  }

  const ReadContext context_;
  PdfDocument& document_;
  std::uint64_t page_count_;
  PageSelection selection_;
  std::size_t next_ = 0;
  Folder folder_;
  Words words_;
  ToolResult result_;
  std::uint64_t hits_count_ = 0;
  std::uint64_t pages_with_hits_ = 0;
  std::string body_;
};

}  // namespace

Result<std::unique_ptr<SteppedRead>> search_pages(const ReadContext& context, PdfDocument& document,
                                                  const PdfFacts& facts) {
  const bool markdown = context.options.pdf.form == PdfForm::kMarkdown;
  if (Folder(markdown, false).fold(context.request.search).text.empty())
    return fail(ErrorCode::kInvalidArgument, "search must hold a word, got white space");
  LECTERN_TRY(PageSelection selection,
              select_pages(context.request.pages, facts.page_count, kMaxSearchedPages));
  return std::make_unique<SearchForm>(context, document, facts.page_count, std::move(selection));
}

}  // namespace lectern
