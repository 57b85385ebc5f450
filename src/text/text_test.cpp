#include "text/text_test.h"

#include <algorithm>

#include "base/format.h"
#include "detect/signatures.h"
#include "text/kernels.h"
#include "text/text_stream.h"
#include "text/utf8.h"

namespace lectern {
namespace {

std::string describe_text(ByteSpan bytes) {
  std::string_view text = as_chars(bytes.first(std::min<std::size_t>(bytes.size(), 512)));
  const std::size_t start = text.find_first_not_of(" \t\r\n");
  if (start == std::string_view::npos) return "text";
  const std::string head = ascii_lower(text.substr(start));
  if (head.starts_with("<!doctype html") || head.starts_with("<html")) return "HTML text";
  if (head.starts_with("<?xml") || head.starts_with("<svg")) return "XML text";
  if (head.starts_with("{") || head.starts_with("[")) return "JSON text";
  return "text";
}

/// Bytes at the end that begin a UTF-8 sequence which goes on behind them.
std::size_t cut_sequence_bytes(ByteSpan bytes) {
  for (std::size_t back = 1; back <= std::min<std::size_t>(3, bytes.size()); ++back) {
    const std::uint8_t byte = bytes[bytes.size() - back];
    if (byte < 0x80) return 0;
    if (byte < 0xC0) continue;
    const std::size_t size = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2;
    return size > back ? back : 0;
  }
  return 0;
}

}  // namespace

TextVerdict test_text(ByteSpan bytes, const TextTestOptions& test) {
  if (bytes.empty()) return {true, true, "no bytes"};
  class : public TextStreamSink {
    void append(std::string_view) override {}
    void at_line_start(const TextStreamState&) override {}
  } nothing;
  TextStreamOptions options;
  options.encoding = test.encoding;
  options.legacy_tables = test.tables;
  options.decode = false;
  TextStream stream(options, nothing);
  stream.push(bytes);
  if (test.at_end) stream.finish();
  // A NUL may still wait for the rest of the window that the encoding is guessed from.
  const bool holds_nul = !test.at_end && stream.is_undecided() && find_byte(bytes, 0) < bytes.size();
  if (stream.is_binary() || holds_nul) {
    const auto kind = find_binary_kind(bytes);
    return {false, false, kind ? std::string(kind->name) : "binary data"};
  }
  // What needs tables that are not there is left to the readers: they ask for them.
  if (stream.lacks_tables()) return {true, false, describe_text(bytes)};
  if (stream.is_undecided()) {
    const std::size_t whole = bytes.size() - cut_sequence_bytes(bytes);
    return {true, is_valid_utf8(bytes.first(whole)), describe_text(bytes)};
  }
  const TextFacts facts = stream.facts();
  // Binary data reads as UTF-16 without a fault, so that saying so proves nothing.
  const bool certain =
      facts.bom || (test.encoding ? is_ascii_compatible(*test.encoding)
                             : facts.encoding == Encoding::kUtf8 && !facts.confidence_percent);
  return {true, certain, describe_text(bytes)};
}

}  // namespace lectern
