// Names the encoding of each FILE: one line each, "binary" for what is no text. For
// bench/text/detection.mjs; alone: lectern_guess_encoding FILE...
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

#include "text/encoding.h"
#include "text/text_stream.h"

namespace {

using namespace lectern;

class Nothing final : public TextStreamSink {
 public:
  void append(std::string_view) override {}
  void at_line_start(const TextStreamState&) override {}
};

std::string_view guess(ByteSpan bytes) {
  Nothing nothing;
  TextStreamOptions options;
  options.decode = false;
  TextStream stream(options, nothing);
  stream.push(bytes);
  stream.finish();
  return stream.is_binary() ? "binary" : encoding_name(stream.facts().encoding);
}

}  // namespace

int main(int count, char** arguments) {
  for (int i = 1; i < count; ++i) {
    std::ifstream stream(arguments[i], std::ios::binary);
    const std::string bytes((std::istreambuf_iterator<char>(stream)), {});
    std::puts(std::string(guess(as_bytes(bytes))).c_str());
  }
  return 0;
}
