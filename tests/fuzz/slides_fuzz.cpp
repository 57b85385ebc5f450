// Fuzzes presentations: the input is a whole file, and the slide of a package made around it, so
// that the fuzzer reaches the XML without finding checksums.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "base/crc32.h"
#include "documents/drawing/metafile.h"
#include "documents/drawing/office_blip.h"
#include "fuzz/documents_check.h"

namespace {

using namespace lectern;

/// A ZIP package of stored members.
class Package {
 public:
  void add(std::string_view name, std::string_view data) {
    const std::string head = described(name, data);
    const auto offset = static_cast<std::uint32_t>(file_.size());
    file_ += "PK\3\4" + head;
    file_ += name;
    file_ += data;
    directory_ += "PK\1\2";
    number(directory_, 20, 2);
    directory_ += head.substr(0, head.size() - 2);
    number(directory_, 0, 2);
    number(directory_, 0, 4);
    number(directory_, 0, 4);
    number(directory_, 0, 2);
    number(directory_, offset, 4);
    directory_ += name;
    ++count_;
  }
  std::string finish() {
    const auto start = static_cast<std::uint32_t>(file_.size());
    file_ += directory_;
    file_ += "PK\5\6";
    number(file_, 0, 4);
    number(file_, count_, 2);
    number(file_, count_, 2);
    number(file_, static_cast<std::uint32_t>(directory_.size()), 4);
    number(file_, start, 4);
    number(file_, 0, 2);
    return file_;
  }

 private:
  static void number(std::string& out, std::uint32_t value, int bytes) {
    for (int i = 0; i < bytes; ++i) out += static_cast<char>(value >> (8 * i) & 255);
  }
  static std::string described(std::string_view name, std::string_view data) {
    std::string head;
    number(head, 20, 2);
    number(head, 0, 4);
    number(head, 0, 4);
    number(head, crc32_of(0, as_bytes(data)), 4);
    number(head, static_cast<std::uint32_t>(data.size()), 4);
    number(head, static_cast<std::uint32_t>(data.size()), 4);
    number(head, static_cast<std::uint32_t>(name.size()), 2);
    number(head, 0, 2);
    return head;
  }
  std::string file_;
  std::string directory_;
  std::uint32_t count_ = 0;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const ByteSpan bytes(data, size);
  check_document(bytes, "fuzz.ppt");
  // What pictures in it may be.
  constexpr std::uint64_t kMaxPicture = 1U << 20;
  if (const auto metafile = read_metafile(bytes, kMaxPicture)) {
    if (metafile->text.size() > 5'000) std::abort();
  }
  if (const auto blip = blip_at(bytes, 0)) (void)blip_file(bytes, *blip, kMaxPicture, false);
  const std::string_view text = as_chars(bytes);
  Package deck;
  deck.add("ppt/presentation.xml",
           "<p:presentation xmlns:p=\"http://schemas.openxmlformats.org/presentationml/2006/main\" "
           "xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\">"
           "<p:sldId id=\"256\" r:id=\"a\"/></p:presentation>");
  deck.add("ppt/_rels/presentation.xml.rels",
           "<R><Relationship Id=\"a\" Type=\"x/slide\" Target=\"slides/a.xml\"/></R>");
  deck.add("ppt/slides/a.xml", text);
  // The slide is its own layout, master, notes, comments, chart and diagram.
  deck.add("ppt/slides/_rels/a.xml.rels",
           "<R><Relationship Id=\"c\" Type=\"x/chart\" Target=\"a.xml\"/>"
           "<Relationship Id=\"l\" Type=\"x/slideLayout\" Target=\"a.xml\"/>"
           "<Relationship Id=\"m\" Type=\"x/slideMaster\" Target=\"a.xml\"/>"
           "<Relationship Id=\"n\" Type=\"x/notesSlide\" Target=\"a.xml\"/>"
           "<Relationship Id=\"k\" Type=\"x/comments\" Target=\"a.xml\"/></R>");
  const std::string pptx = deck.finish();
  check_document(as_bytes(std::string_view(pptx)), "fuzz.pptx");
  Package impress;
  impress.add("mimetype", "application/vnd.oasis.opendocument.presentation");
  impress.add("content.xml", text);
  const std::string odp = impress.finish();
  check_document(as_bytes(std::string_view(odp)), "fuzz.odp");
  return 0;
}
