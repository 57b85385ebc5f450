#include "documents/html/html_text.h"

#include <algorithm>
#include <memory>

#include "base/format.h"
#include "text/decoder.h"
#include "text/encoding_detector.h"
#include "text/legacy_tables.h"
#include "text/utf8.h"

namespace lectern {
namespace {

constexpr std::size_t kPrescanBytes = 4'096;
constexpr std::size_t kGuessBytes = std::size_t{64} << 10;

class StringSink final : public TextSink {
 public:
  explicit StringSink(std::string& out) : out_(out) {}
  void append(std::string_view text) override { out_ += text; }

 private:
  std::string& out_;
};

/// What a meta element or an XML declaration says.
std::string stated_label(ByteSpan bytes) {
  const std::string head =
      ascii_lower(as_chars(bytes.first(std::min(bytes.size(), kPrescanBytes))));
  std::size_t at = std::string::npos;
  if (head.starts_with("<?xml")) {
    at = head.find("encoding");
    if (at > head.find("?>")) at = std::string::npos;
    if (at != std::string::npos) at += 8;
  }
  for (std::size_t meta = head.find("<meta"); at == std::string::npos && meta != head.npos;
       meta = head.find("<meta", meta + 5)) {
    const std::size_t end = std::min(head.find('>', meta), head.size());
    const std::size_t charset = head.find("charset", meta);
    if (charset < end) at = charset + 7;
  }
  if (at == std::string::npos) return "";
  while (at < head.size() &&
         (head[at] == ' ' || head[at] == '=' || head[at] == '"' || head[at] == '\''))
    ++at;
  std::string label;
  while (at < head.size() && head[at] > ' ' && head[at] != '"' && head[at] != '\'' &&
         head[at] != ';' && head[at] != '>' && head[at] != '/' && head[at] != '?' &&
         label.size() < 40)
    label += head[at++];
  return label;
}

bool is_ascii(ByteSpan bytes) {
  return std::all_of(bytes.begin(), bytes.end(), [](std::uint8_t byte) { return byte < 0x80; });
}

}  // namespace

Result<std::string> decoded_text(ByteSpan bytes, Encoding encoding, const EncodingTables& tables) {
  std::string text;
  std::unique_ptr<Decoder> own;
  std::unique_ptr<Decoder>& decoder =
      tables.kept == nullptr ? own : tables.kept->by_encoding[encoding];
  if (!decoder) decoder = make_decoder(encoding, tables);
  if (!decoder)
    return fail(ErrorCode::kUnsupportedFormat,
                {"the tables of the encoding {} are not there", encoding_name(encoding)});
  StringSink sink(text);
  decoder->decode(bytes, sink);
  decoder->finish(sink);
  // In the middle of something it is of no use for the next.
  if (!decoder->at_boundary()) decoder.reset();
  return text;
}

namespace {

/// As `guessed_text`: `bytes` where they are UTF-8 already, else `room`.
Result<std::string_view> guessed_view(ByteSpan bytes, std::string_view label,
                                      const EncodingTables& tables, std::string& room) {
  const auto decoded = [&](ByteSpan encoded, Encoding encoding) -> Result<std::string_view> {
    LECTERN_TRY(room, decoded_text(encoded, encoding, tables));
    return room;
  };
  if (const auto mark = find_byte_order_mark(bytes))
    return decoded(bytes.subspan(mark->size), mark->encoding);
  std::optional<Encoding> encoding = encoding_for_label(label);
  // What browsers refuse to read is shown as it stands.
  if (encoding == Encoding::kReplacement) encoding.reset();
  const bool is_escaped = encoding && *encoding == Encoding::kIso2022Jp;
  if (!is_escaped && (!encoding || code_unit_bytes(*encoding) == 1) && is_valid_utf8(bytes) &&
      (!encoding || is_ascii_compatible(*encoding) || !is_ascii(bytes)))
    return as_chars(bytes);
  const bool wants_guess = !encoding || *encoding == Encoding::kUtf8;
  if (wants_guess && tables.kept != nullptr && tables.kept->guesses_left == 0) {
    if (!encoding) encoding = Encoding::kWindows1252;
  } else if (wants_guess) {
    if (tables.kept != nullptr) --tables.kept->guesses_left;
    ByteSpan window = bytes;
    const auto first =
        std::find_if(window.begin(), window.end(), [](std::uint8_t byte) { return byte >= 0x80; });
    window = window.subspan(static_cast<std::size_t>(first - window.begin()));
    const bool at_end = window.size() <= kGuessBytes;
    window = window.first(std::min(window.size(), kGuessBytes));
    auto guess = guess_without_tables(window, at_end);
    if (!guess) {
      if (const auto legacy = find_legacy_tables(tables))
        guess = guess_with_tables(window, at_end, *legacy);
    }
    // What says that it is UTF-8 and has a few bad bytes is UTF-8.
    if (!encoding || (guess && guess->encoding != Encoding::kUtf8 && !guess->confidence_percent))
      encoding = guess ? guess->encoding : Encoding::kWindows1252;
  }
  return decoded(bytes, *encoding);
}

/// A text of its own of what is `room`, or is not.
Result<std::string> owned(Result<std::string_view> text, std::string room) {
  if (!text) return tl::unexpected<Error>(std::move(text).error());
  if (room.empty()) return std::string(*text);
  return room;
}

}  // namespace

Result<std::string> guessed_text(ByteSpan bytes, std::string_view label,
                                 const EncodingTables& tables) {
  std::string room;
  auto text = guessed_view(bytes, label, tables, room);
  return owned(std::move(text), std::move(room));
}

Result<std::string_view> html_view(ByteSpan bytes, std::string_view label,
                                   const EncodingTables& tables, std::string& room) {
  std::string stated(label);
  if (stated.empty()) stated = stated_label(bytes);
  // A label that could be read is no UTF-16.
  if (const auto encoding = encoding_for_label(stated); encoding && code_unit_bytes(*encoding) > 1)
    stated = "utf-8";
  return guessed_view(bytes, stated, tables, room);
}

Result<std::string> html_source(ByteSpan bytes, std::string_view label,
                                const EncodingTables& tables) {
  std::string room;
  auto text = html_view(bytes, label, tables, room);
  return owned(std::move(text), std::move(room));
}

}  // namespace lectern
