#include "text/text_test.h"

#include <algorithm>

#include "base/format.h"
#include "detect/signatures.h"
#include "text/text_stream.h"

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

}  // namespace

TextVerdict test_text(ByteSpan bytes, std::optional<Encoding> encoding) {
  if (bytes.empty()) return {true, true, "no bytes"};
  class : public TextStreamSink {
    void append(std::string_view) override {}
    void at_line_start(const TextStreamState&) override {}
  } nothing;
  TextStreamOptions options;
  options.encoding = encoding;
  options.decode = false;
  TextStream stream(options, nothing);
  stream.push(bytes);
  stream.finish();
  if (stream.is_binary()) {
    const auto kind = find_binary_kind(bytes);
    return {false, false, kind ? std::string(kind->name) : "binary data"};
  }
  // What needs tables that are not there is left to the readers: they ask for them.
  if (stream.lacks_tables()) return {true, false, describe_text(bytes)};
  const TextFacts facts = stream.facts();
  // Binary data reads as UTF-16 without a fault, so that saying so proves nothing.
  const bool certain =
      facts.bom || (encoding ? is_ascii_compatible(*encoding)
                             : facts.encoding == Encoding::kUtf8 && !facts.confidence_percent);
  return {true, certain, describe_text(bytes)};
}

}  // namespace lectern
