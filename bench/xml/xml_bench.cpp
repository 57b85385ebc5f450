// Reads XML with lectern's reader and with Expat, in one run: two documents that are made here, as
// a word processor and a spreadsheet write them.
//
//   cmake --preset bench && cmake --build build/bench --target lectern_xml_bench
//   build/bench/bench/xml/lectern_xml_bench
#include <expat.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string>

#include "documents/xml/xml_reader.h"

namespace {

constexpr std::size_t kPieceBytes = 32768;
constexpr int kRuns = 9;

/// What an event adds, so that nothing is left out as unused.
std::size_t seen = 0;

class Pieces final : public lectern::ByteStream {
 public:
  explicit Pieces(lectern::ByteSpan bytes) : bytes_(bytes) {}
  lectern::Result<lectern::ByteSpan> next() override {
    const lectern::ByteSpan piece = bytes_.first(std::min(bytes_.size(), kPieceBytes));
    bytes_ = bytes_.subspan(piece.size());
    return piece;
  }

 private:
  lectern::ByteSpan bytes_;
};

void read_with_lectern(const std::string& document) {
  Pieces pieces(lectern::as_bytes(document));
  lectern::XmlReader xml(pieces);
  while (xml.next() != lectern::XmlReader::Event::kDone) {
    seen += xml.event() == lectern::XmlReader::Event::kText ? xml.text().size() : xml.name().size();
  }
}

void read_with_expat(const std::string& document) {
  XML_Parser parser = XML_ParserCreateNS(nullptr, '|');
  XML_SetElementHandler(
      parser, [](void*, const char* name, const char**) { seen += name[0] != 0; },
      [](void*, const char* name) { seen += name[0] != 0; });
  XML_SetCharacterDataHandler(
      parser, [](void*, const char*, int size) { seen += static_cast<std::size_t>(size); });
  for (std::size_t at = 0; at < document.size(); at += kPieceBytes) {
    const std::size_t size = std::min(kPieceBytes, document.size() - at);
    XML_Parse(parser, document.data() + at, static_cast<int>(size), at + size == document.size());
  }
  XML_ParserFree(parser);
}

template <typename Work>
double fastest_ms(Work work) {
  double best = 1e9;
  for (int run = 0; run < kRuns; ++run) {
    const auto start = std::chrono::steady_clock::now();
    work();
    best = std::min(
        best, std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
                  .count());
  }
  return best;
}

void compare(const char* name, const std::string& document) {
  const double ours = fastest_ms([&] { read_with_lectern(document); });
  const double expat = fastest_ms([&] { read_with_expat(document); });
  std::printf("%s, %.1f MB: Expat %.1f ms, lectern %.1f ms, %.2f of it\n", name,
              static_cast<double>(document.size()) / 1e6, expat, ours, ours / expat);
}

}  // namespace

int main() {
  constexpr const char* kNamespaces = "http://schemas.openxmlformats.org/";
  std::string text =
      std::string("<w:document xmlns:w=\"") + kNamespaces + "wordprocessingml/2006/main\"><w:body>";
  for (int i = 0; i < 12'000; ++i) {
    text +=
        "<w:p w:rsidR=\"00A77427\"><w:pPr><w:pStyle "
        "w:val=\"Normal\"/></w:pPr><w:r><w:rPr><w:b/></w:rPr>"
        "<w:t>A paragraph &amp; its number</w:t></w:r><w:r><w:t xml:space=\"preserve\"> " +
        std::to_string(i) + ", with some more words in it.</w:t></w:r></w:p>";
  }
  compare("paragraphs", text + "</w:body></w:document>");
  std::string sheet =
      std::string("<worksheet xmlns=\"") + kNamespaces + "spreadsheetml/2006/main\"><sheetData>";
  for (int row = 1; row <= 12'000; ++row) {
    sheet += "<row r=\"" + std::to_string(row) + "\">";
    for (int column = 0; column < 10; ++column) {
      sheet += "<c r=\"" + std::string(1, static_cast<char>('A' + column)) + std::to_string(row) +
               "\" s=\"1\"><v>" + std::to_string(row * column) + "</v></c>";
    }
    sheet += "</row>";
  }
  compare("cells", sheet + "</sheetData></worksheet>");
  return seen == 0;
}
