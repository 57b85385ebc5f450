#include "notebook/notebook_text.h"

#include "text/utf8.h"

namespace lectern {
namespace {

constexpr std::string_view kUtf8Mark = "\xEF\xBB\xBF";

class Collector : public TextStreamSink {
 public:
  explicit Collector(std::string& out) : out_(out) {}
  void append(std::string_view text) override { out_ += text; }
  void at_line_start(const TextStreamState&) override {}

 private:
  std::string& out_;
};

}  // namespace

NotebookText notebook_text(ByteSpan bytes, const TextStreamOptions& options) {
  NotebookText text;
  if (options.encoding.value_or(Encoding::kUtf8) == Encoding::kUtf8 && is_valid_utf8(bytes)) {
    text.facts.bom = starts_with(bytes, kUtf8Mark);
    text.in_place = as_chars(bytes.subspan(text.facts.bom ? kUtf8Mark.size() : 0));
    // UTF-16 without a mark is valid UTF-8 as long as it is ASCII; JSON text holds no NUL.
    if (text.in_place.substr(0, 2).find('\0') == std::string_view::npos) return text;
  }
  Collector collector(text.converted);
  TextStream stream(options, collector);
  stream.push(bytes);
  stream.finish();
  text.facts = stream.facts();
  if (stream.lacks_tables()) text.missing_tables = stream.missing_tables();
  return text;
}

}  // namespace lectern
