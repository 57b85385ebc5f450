#include "documents/mail/outlook_body.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/byte_reader.h"
#include "base/format.h"
#include "base/message.h"
#include "documents/html/html_text.h"
#include "documents/mail/mail_words.h"
#include "documents/rtf/rtf_document.h"
#include "documents/unpacked_work.h"
#include "text/utf8.h"

namespace lectern {
namespace {

/// What stands in the dictionary before the first byte.
constexpr std::string_view kRtfDictionary =
    "{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern "
    "\\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0"
    "\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx";
constexpr std::size_t kDictionaryBytes = 4096;
constexpr std::uint32_t kCompressed = 0x75465A4C;
constexpr std::uint32_t kUncompressed = 0x414C454D;

constexpr std::size_t kMaxRtfDepth = 500;

/// Takes the HTML out of an RTF: what stands in \htmltag groups, and the text outside of \htmlrtf.
class RtfHtml {
 public:
  RtfHtml(std::string_view rtf, const EncodingTables& tables) : rest_(rtf), tables_(tables) {}

  std::string take() {
    while (!rest_.empty()) {
      const char c = rest_[0];
      rest_.remove_prefix(1);
      if (c == '{') {
        if (groups_.size() < kMaxRtfDepth) groups_.push_back(groups_.back());
      } else if (c == '}') {
        if (groups_.size() > 1) groups_.pop_back();
      } else if (c == '\\') {
        control();
      } else if (c != '\r' && c != '\n') {
        if (fallbacks_ > 0) {
          --fallbacks_;
        } else {
          put(std::string_view(&c, 1));
        }
      }
    }
    flush();
    return std::move(html_);
  }

 private:
  struct Group {
    bool is_tag = false;      ///< HTML as it is
    bool is_ignored = false;  ///< a destination of RTF
    bool is_rtf = false;      ///< only for readers of RTF
    int fallback = 1;         ///< characters that stand for one in Unicode
  };

  bool shows() const {
    return groups_.back().is_tag || !(groups_.back().is_ignored || groups_.back().is_rtf);
  }

  void flush() {
    if (bytes_.empty()) return;
    const auto text = guessed_text(as_bytes(std::string_view(bytes_)), label_, tables_);
    html_ += text ? *text : std::string();
    bytes_.clear();
  }

  /// \param text  in ASCII, or in UTF-8 of ours.
  void put(std::string_view text) {
    if (!shows()) return;
    flush();
    for (const char c : text) {
      if (groups_.back().is_tag || (c != '<' && c != '>' && c != '&')) {
        html_ += c;
      } else {
        html_ += c == '<' ? "&lt;" : c == '>' ? "&gt;" : "&amp;";
      }
    }
  }

  void control() {
    if (rest_.empty()) return;
    const char c = rest_[0];
    const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (!is_letter) {
      rest_.remove_prefix(1);
      if (c == '\'') return escaped_byte();
      if (c == '*') {
        is_optional_ = true;
      } else if (c == '~') {
        put("&nbsp;");
      } else if (c == '{' || c == '}' || c == '\\') {
        put(std::string_view(&c, 1));
      } else if (c == '_') {
        put("\xE2\x80\x91");
      }
      return;
    }
    std::size_t size = 0;
    while (size < rest_.size() && ((rest_[size] >= 'a' && rest_[size] <= 'z') ||
                                   (rest_[size] >= 'A' && rest_[size] <= 'Z')))
      ++size;
    const std::string_view word = rest_.substr(0, size);
    rest_.remove_prefix(size);
    const bool is_negative = rest_.starts_with('-');
    if (is_negative) rest_.remove_prefix(1);
    std::optional<std::int32_t> number;
    while (!rest_.empty() && rest_[0] >= '0' && rest_[0] <= '9') {
      number = std::min(number.value_or(0), 10'000'000) * 10 + (rest_[0] - '0');
      rest_.remove_prefix(1);
    }
    if (rest_.starts_with(' ')) rest_.remove_prefix(1);
    apply(word, number ? std::optional(is_negative ? -*number : *number) : std::nullopt);
  }

  void apply(std::string_view word, std::optional<std::int32_t> number) {
    Group& group = groups_.back();
    const bool is_optional = std::exchange(is_optional_, false);
    if (word == "htmltag") {
      group.is_tag = true;
      group.is_ignored = false;
    } else if (is_optional || word == "fonttbl" || word == "colortbl" || word == "stylesheet" ||
               word == "info" || word == "pict") {
      group.is_ignored = true;
      group.is_tag = false;
    } else if (word == "htmlrtf") {
      group.is_rtf = number.value_or(1) != 0;
    } else if (word == "ansicpg" && number) {
      label_ = compose({"windows-{}", *number});
    } else if (word == "uc") {
      group.fallback = std::clamp(number.value_or(1), 0, 16);
    } else if (word == "u" && number) {
      auto unit = static_cast<std::uint32_t>(*number & 0xFFFF);
      fallbacks_ = group.fallback;
      if (unit >= 0xD800 && unit < 0xDC00) {
        high_ = unit;
        return;
      }
      if (unit >= 0xDC00 && unit < 0xE000)
        unit = high_ == 0 ? 0xFFFD : 0x10000 + ((high_ - 0xD800) << 10U) + (unit - 0xDC00);
      high_ = 0;
      std::string text;
      append_utf8(unit, text);
      put(text);
    } else if (word == "par" || word == "line") {
      put("\n");
    } else if (word == "tab") {
      put("\t");
    } else if (word == "bin" && number && *number > 0) {
      rest_.remove_prefix(std::min(rest_.size(), static_cast<std::size_t>(*number)));
    } else {
      constexpr std::pair<std::string_view, std::string_view> kSigns[] = {
          {"lquote", "\xE2\x80\x98"},    {"rquote", "\xE2\x80\x99"}, {"ldblquote", "\xE2\x80\x9C"},
          {"rdblquote", "\xE2\x80\x9D"}, {"bullet", "\xE2\x80\xA2"}, {"endash", "\xE2\x80\x93"},
          {"emdash", "\xE2\x80\x94"}};
      for (const auto& [name, sign] : kSigns) {
        if (name == word) put(sign);
      }
    }
  }

  void escaped_byte() {
    unsigned value = 0;
    for (int i = 0; i < 2 && !rest_.empty(); ++i) {
      const char c = static_cast<char>(rest_[0] | 0x20);
      const bool is_digit = c >= '0' && c <= '9';
      if (!is_digit && (c < 'a' || c > 'f')) return;
      value = value * 16 + static_cast<unsigned>(is_digit ? c - '0' : c - 'a' + 10);
      rest_.remove_prefix(1);
    }
    if (fallbacks_ > 0) {
      --fallbacks_;
    } else if (shows()) {
      bytes_ += static_cast<char>(value);
    }
  }

  std::string_view rest_;
  const EncodingTables& tables_;
  std::vector<Group> groups_{Group{}};
  std::string label_ = "windows-1252";
  std::string bytes_;  ///< in a code page
  std::string html_;
  bool is_optional_ = false;
  int fallbacks_ = 0;
  std::uint32_t high_ = 0;
};

/// Names what another form says beside what is shown. \returns true when it is to be shown.
/// \param page  the form in HTML, or the words of one in RTF.
/// \param type  of the form.
bool says_more(MarkdownWriter& writer, const MailWords& shown, std::string_view page,
               std::string_view type, std::vector<std::string>& warnings) {
  MailWords other;
  other.add_page(page);
  if (other.count() == 0) return false;
  const FormDifference difference(other, shown, type);
  write_difference(writer, difference, warnings);
  return difference.has_words;
}

}  // namespace

Result<std::string> uncompressed_rtf(ByteSpan bytes, std::uint64_t max_bytes) {
  constexpr std::size_t kHeaderBytes = 16;
  ByteReader reader(bytes);
  (void)reader.u32_le();
  const auto size = reader.u32_le();
  const auto kind = reader.u32_le();
  if (bytes.size() < kHeaderBytes || !size || !kind ||
      (*kind != kCompressed && *kind != kUncompressed))
    return fail(ErrorCode::kCorruptDocument, "the compressed RTF has no header");
  if (*size > max_bytes)
    return fail(ErrorCode::kLimitExceeded,
                {"the RTF has {byte}, more than {,}", std::uint64_t{*size}, max_bytes});
  bytes = bytes.subspan(kHeaderBytes);
  if (*kind == kUncompressed)
    return std::string(as_chars(bytes.first(std::min<std::size_t>(bytes.size(), *size))));
  std::array<char, kDictionaryBytes> dictionary{};
  std::copy(kRtfDictionary.begin(), kRtfDictionary.end(), dictionary.begin());
  std::size_t place = kRtfDictionary.size();
  std::string rtf;
  const auto put = [&](char c) {
    rtf += c;
    dictionary[place] = c;
    place = (place + 1) % kDictionaryBytes;
  };
  for (std::size_t at = 0; at < bytes.size() && rtf.size() < *size;) {
    const unsigned flags = bytes[at++];
    for (unsigned bit = 0; bit < 8 && at < bytes.size() && rtf.size() < *size; ++bit) {
      if ((flags >> bit & 1U) == 0) {
        put(static_cast<char>(bytes[at++]));
        continue;
      }
      if (at + 2 > bytes.size()) return rtf;
      const unsigned reference = static_cast<unsigned>(bytes[at] << 8U | bytes[at + 1]);
      at += 2;
      std::size_t from = reference >> 4U;
      if (from == place) return rtf;
      for (unsigned left = (reference & 15U) + 2; left > 0 && rtf.size() < *size; --left) {
        put(dictionary[from]);
        from = (from + 1) % kDictionaryBytes;
      }
    }
  }
  return rtf;
}

std::optional<std::string> html_of_rtf(std::string_view rtf, const EncodingTables& tables) {
  constexpr std::size_t kHeadBytes = 4096;
  if (rtf.substr(0, kHeadBytes).find("\\fromhtml") == rtf.npos) return std::nullopt;
  return RtfHtml(rtf, tables).take();
}

void write_plain_text(MarkdownWriter& writer, std::string_view text) {
  writer.end_block();
  bool is_open = false;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.find_first_not_of(" \t") == line.npos) {
      writer.end_block();
      is_open = false;
      continue;
    }
    if (std::exchange(is_open, true)) {
      writer.line_break();
    } else {
      writer.begin_paragraph();
    }
    writer.text(line);
  }
  writer.end_block();
}

std::uint64_t write_outlook_body(MarkdownWriter& writer, const ReadContext& context, HtmlHost& host,
                                 const OutlookBody& body, WorkBudget& work,
                                 std::vector<std::string>& warnings) {
  const EncodingTables& tables = context.options.encoding_tables;
  const bool has_plain = body.plain.find_first_not_of(" \t\r\n") != body.plain.npos;
  std::uint64_t hidden = 0;
  // Of what is packed again, as the RTF is, few bytes are millions of lines.
  constexpr std::uint64_t kMarkWork = 1'000;
  const auto takes = [&](std::string_view text, std::initializer_list<char> marks) {
    // One that is too long leaves the work to others.
    WorkBudget left = work;
    const auto paid =
        left.spend("the lines and tags of the message", count_of_marks(text, marks), kMarkWork);
    if (paid) {
      work = left;
    } else {
      writer.note_block("(a text that takes too much work is left out here)");
      add_to(warnings, {"the text of the message: {}", paid.error().message});
    }
    return paid.has_value();
  };
  if (!takes(body.plain, {'\n'}) || !takes(body.html, {'<'})) return hidden;
  MailWords shown;
  const auto write_page = [&](std::string_view page) {
    HtmlMarkdown markdown(writer, host);
    markdown.read(page);
    hidden += markdown.hidden_count();
  };
  if (has_plain) {
    write_plain_text(writer, body.plain);
    shown.add_plain(body.plain);
  }
  const bool has_page = !body.html.empty();
  if (has_page && (!has_plain || says_more(writer, shown, body.html, "text/html", warnings))) {
    write_page(body.html);
    shown.add_page(body.html);
  }
  if (body.compressed_rtf.empty()) return hidden;
  // The RTF, what it was made from, and words of both.
  constexpr std::uint64_t kCopies = 4;
  const auto rtf = uncompressed_rtf(body.compressed_rtf, room_beside_unpacked(context) / kCopies);
  if (!rtf) {
    add_to(warnings, {"the text of the message: {}", rtf.error().message});
    return hidden;
  }
  if (!takes(*rtf, {'\\', '{'})) return hidden;
  const std::optional<std::string> page = html_of_rtf(*rtf, tables);
  const bool is_other = has_plain || has_page;
  const std::string words = page || !is_other ? std::string() : RtfHtml(*rtf, tables).take();
  const std::string_view type = page ? "text/html" : "application/rtf";
  if (is_other && !says_more(writer, shown, page ? *page : words, type, warnings)) return hidden;
  if (page) {
    write_page(*page);
    return hidden;
  }
  const ReadContext inner{as_bytes(std::string_view(*rtf)), context.request, context.options,
                          context.format};
  RtfDocument document(inner, writer);
  if (const auto read = document.read(); !read)
    add_to(warnings, {"the text of the message: {}", read.error().message});
  writer.end_block();
  for (std::string& warning : document.take_warnings()) warnings.push_back(std::move(warning));
  return hidden;
}

}  // namespace lectern
