#include "documents/mail/mail_words.h"

#include <algorithm>
#include <vector>

#include "base/message.h"

namespace lectern {
namespace {

/// Of an attribute's value that is looked at once.
constexpr std::size_t kLongBytes = 100;

void end_word(std::string& words) {
  if (!words.empty() && words.back() != ' ' && words.back() != '\n') words += ' ';
}

/// Letters and digits make words; a character of East Asia is one of its own.
void append_words(std::string_view text, std::string& words) {
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    const auto lead = static_cast<unsigned char>(c);
    const bool is_capital = c >= 'A' && c <= 'Z';
    if (lead < 0x80) {
      ++at;
      if (is_capital || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) {
        words += is_capital ? static_cast<char>(c + ('a' - 'A')) : c;
      } else {
        end_word(words);
      }
      continue;
    }
    const std::string_view character = text.substr(at, lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4);
    at += character.size();
    // Signs: of Latin-1, U+2000 to U+2FFF, U+3000 to U+303F, the byte order mark.
    if (lead == 0xC2 || lead == 0xE2 || character.starts_with("\xE3\x80") ||
        character.starts_with("\xEF\xBB")) {
      end_word(words);
      continue;
    }
    if (lead > 0xE2) end_word(words);
    words += character;
    if (lead > 0xE2) end_word(words);
  }
}

/// Takes the first word off. \returns false at the end.
bool take_word(std::string_view& words, std::string_view& word) {
  const std::size_t first = words.find_first_not_of(" \n");
  if (first == words.npos) return false;
  words.remove_prefix(first);
  word = words.substr(0, words.find_first_of(" \n"));
  words.remove_prefix(word.size());
  return true;
}

}  // namespace

void MailWords::add_plain(std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(" \t\r\n<>()[]\""), text.size() - 1) + 1;
    const std::string_view piece = text.substr(0, end);
    text.remove_prefix(end);
    std::string& words = piece.find("://") == piece.npos ? said_ : aside_;
    append_words(piece, words);
    end_word(words);
  }
}

void MailWords::add_page(std::string_view html) {
  const std::string source = with_plain_line_ends(html);
  seen_.clear();
  HtmlTreeBuilder(source, this).build();
  end_word(said_);
}

bool MailWords::start(const HtmlTree& tree, HtmlNodeId element) {
  const HtmlNode& node = tree[element];
  if (is_one_of(node.tag, {Tag::k_script, Tag::k_style, Tag::k_template_, Tag::k_title}))
    return false;
  if (!is_formatting(node.tag) && node.tag != Tag::k_span) end_word(said_);
  for (const auto& [name, value] : node.attributes) {
    // An element that goes on behind a paragraph has the same value again.
    if (value.size() > kLongBytes && !seen_.insert(value.data()).second) continue;
    if (name == "href" && !value.starts_with('#')) {
      const std::string target = html_attribute_text(value);
      append_words(std::string_view(target).substr(target.find(':') + 1), links_);
      links_ += '\n';
    } else if (name == "alt" || name == "value" || name == "src" || name == "title") {
      std::string& words = name == "alt" || name == "value" ? said_ : aside_;
      append_words(html_attribute_text(value), words);
      end_word(words);
    }
  }
  return true;
}

void MailWords::end(const HtmlTree& tree, HtmlNodeId element) {
  const Tag tag = tree[element].tag;
  if (!is_formatting(tag) && tag != Tag::k_span) end_word(said_);
}

void MailWords::text(std::string_view text) { append_words(text, said_); }

std::uint64_t MailWords::count_of(std::string_view words) {
  std::uint64_t count = 0;
  for (std::string_view word; take_word(words, word);) ++count;
  return count;
}

bool MailWords::is_long() const {
  constexpr std::uint64_t kMostWords = 2'000'000;
  return count_of(said_) + count_of(links_) + count_of(aside_) > kMostWords;
}

MailWords::Missing MailWords::missing_in(const MailWords& other) const {
  std::vector<std::string_view> known;
  for (const std::string* text : {&other.said_, &other.links_, &other.aside_}) {
    std::string_view words = *text;
    for (std::string_view word; take_word(words, word);) known.push_back(word);
  }
  std::sort(known.begin(), known.end());
  const auto count_missing = [&known](std::string_view words) {
    std::uint64_t count = 0;
    for (std::string_view word; take_word(words, word);)
      count += std::binary_search(known.begin(), known.end(), word) ? 0 : 1;
    return count;
  };
  Missing missing{count_missing(said_), 0};
  for (std::string_view links = links_; !links.empty();) {
    const std::size_t end = links.find('\n') + 1;
    if (count_missing(links.substr(0, end)) > 0) ++missing.links;
    links.remove_prefix(end);
  }
  return missing;
}

FormDifference::FormDifference(const MailWords& form, const MailWords& shown,
                               std::string_view type) {
  // Both are shown then.
  has_words = is_other = form.is_long() || shown.is_long();
  if (is_other) return;
  constexpr std::uint64_t kFewWords = 10;
  const MailWords::Missing more = form.missing_in(shown);
  const std::uint64_t less = shown.missing_in(form).words;
  has_words = more.words > 0;
  is_other = more.words * 4 > form.count();
  if (more.words + more.links > 0 || less >= kFewWords)
    note = compose({"[Other version of this text, {}: {more word}, {more link}, {word} less",
                    MarkdownWriter::escaped(type), more.words, more.links, less});
  if (is_other || (less >= kFewWords && less * 4 > shown.count()))
    warning = compose(
        {"two versions of the mail's text say different things; mail programs show the one in {}",
         type});
}

void write_difference(MarkdownWriter& writer, const FormDifference& difference,
                      std::vector<std::string>& warnings) {
  if (!difference.note.empty()) writer.note_block(difference.note + "]");
  if (!difference.warning.empty()) warnings.push_back(difference.warning);
}

}  // namespace lectern
