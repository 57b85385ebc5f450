// Metafiles: their text and their bitmap. Pictures of binary presentations.
#include <catch2/catch_test_macros.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "documents/drawing/metafile.h"
#include "documents/drawing/office_blip.h"
#include "image/codecs.h"
#include "read/read.h"
#include "support/compound_writer.h"
#include "support/pictures.h"

namespace lectern {
namespace {

constexpr std::uint64_t kRoom = 1U << 20;

class Bytes {
 public:
  Bytes& u16(std::uint32_t value) { return number(value, 2); }
  Bytes& u32(std::uint32_t value) { return number(value, 4); }
  Bytes& zeros(std::size_t count) {
    bytes.resize(bytes.size() + count);
    return *this;
  }
  Bytes& add(ByteSpan more) {
    bytes.insert(bytes.end(), more.begin(), more.end());
    return *this;
  }
  Bytes& wide(std::string_view text) {
    for (const char c : text) u16(static_cast<std::uint8_t>(c));
    return *this;
  }
  ByteVector bytes;

 private:
  Bytes& number(std::uint32_t value, int count) {
    for (int i = 0; i < count; ++i) bytes.push_back(static_cast<std::uint8_t>(value >> 8 * i));
    return *this;
  }
};

ByteVector enhanced_record(std::uint32_t type, const Bytes& body) {
  Bytes record;
  record.u32(type).u32(static_cast<std::uint32_t>(body.bytes.size() + 8)).add(body.bytes);
  return record.bytes;
}

/// A metafile of 40 by 20 mm.
ByteVector enhanced(const std::vector<ByteVector>& records) {
  Bytes head;
  head.zeros(16).u32(0).u32(0).u32(4'000).u32(2'000);
  head.add(as_bytes(" EMF")).zeros(44);
  ByteVector file = enhanced_record(1, head);
  for (const ByteVector& record : records) file.insert(file.end(), record.begin(), record.end());
  const ByteVector end = enhanced_record(14, Bytes().zeros(12));
  file.insert(file.end(), end.begin(), end.end());
  return file;
}

ByteVector text_record(std::string_view text, std::uint32_t x, std::uint32_t y,
                       std::uint32_t options = 0) {
  const auto count = static_cast<std::uint32_t>(text.size());
  Bytes body;
  body.zeros(28).u32(x).u32(y).u32(count).u32(76).u32(options).zeros(16).u32(76 + count * 2);
  body.wide(text);
  for (std::uint32_t i = 0; i < count; ++i) body.u32(10);
  return enhanced_record(84, body);
}

/// A bitmap of two pixels in 24 bits.
Bytes bitmap_header() {
  Bytes header;
  header.u32(40).u32(2).u32(1).u16(1).u16(24).zeros(24);
  return header;
}

ByteVector bitmap_record() {
  Bytes body;
  body.zeros(40).u32(80).u32(40).u32(120).u32(8).zeros(16).add(bitmap_header().bytes).zeros(8);
  return enhanced_record(81, body);
}

}  // namespace

TEST_CASE("the text of a metafile is joined where it goes on and divided where it does not",
          "[metafile]") {
  const auto metafile =
      read_metafile(enhanced({text_record("Sal", 0, 100), text_record("es", 30, 100),
                              text_record("2019", 70, 100), text_record("Costs", 0, 300),
                              text_record("glyph", 0, 500, 0x10)}),
                    kRoom);
  REQUIRE(metafile);
  CHECK(metafile->kind == "EMF");
  CHECK(metafile->width == 400);
  CHECK(metafile->height == 200);
  CHECK(metafile->text == "Sales 2019 / Costs");
  CHECK(metafile->picture.empty());
}

TEST_CASE("a metafile that is only a bitmap is that picture", "[metafile]") {
  const auto metafile = read_metafile(enhanced({bitmap_record()}), kRoom);
  REQUIRE(metafile);
  const ImageCodec* codec = codec_for(metafile->picture);
  REQUIRE(codec != nullptr);
  CHECK(codec->name == "BMP");
  CHECK(metafile->picture.size() == 14 + 40 + 8);
  // Beside a line or a text it is one part of a drawing.
  const ByteVector line = enhanced_record(54, Bytes().zeros(8));
  CHECK(read_metafile(enhanced({bitmap_record(), line}), kRoom)->picture.empty());
  CHECK(read_metafile(enhanced({bitmap_record(), text_record("a", 0, 0)}), kRoom)->picture.empty());
  CHECK(read_metafile(enhanced({bitmap_record(), bitmap_record()}), kRoom)->picture.empty());
}

TEST_CASE("an image object of EMF+ is the picture that it holds", "[metafile]") {
  const ByteVector png = testing::png_of(testing::plain({3, 2}, 0xFF0000FF));
  const auto size = static_cast<std::uint32_t>(png.size());
  Bytes object;
  object.u32(0xDBC01002).u32(1).zeros(16).u32(1).add(png);
  Bytes comment;
  comment.u32(4 + 12 + 28 + size).add(as_bytes("EMF+"));
  comment.u16(0x4008).u16(0x0500).u32(12 + 28 + size).u32(28 + size).zeros(4);
  comment.add(ByteSpan(object.bytes).subspan(0, 24)).add(ByteSpan(object.bytes).subspan(24));
  // The four zeros above are the first of the object's fields.
  comment.bytes.erase(comment.bytes.begin() + 20, comment.bytes.begin() + 24);
  const auto metafile = read_metafile(enhanced({enhanced_record(70, comment)}), kRoom);
  REQUIRE(metafile);
  CHECK(metafile->picture == png);
}

TEST_CASE("an old metafile has its size and its text", "[metafile]") {
  Bytes file;
  file.add(as_bytes("\xD7\xCD\xC6\x9A")).u16(0).u16(0).u16(0).u16(144).u16(72).u16(72);
  file.zeros(6);
  file.u16(1).u16(9).u16(0x300).zeros(12);
  // META_EXTTEXTOUT of three characters at 5, 10, then META_TEXTOUT.
  file.u32(3 + 4 + 2).u16(0x0A32).u16(10).u16(5).u16(3).u16(0).add(as_bytes("a\x80z"));
  file.zeros(1);
  file.u32(3 + 1 + 1 + 2).u16(0x0521).u16(2).add(as_bytes("hi")).u16(40).u16(0);
  file.u32(3).u16(0);
  const auto metafile = read_metafile(file.bytes, kRoom);
  REQUIRE(metafile);
  CHECK(metafile->kind == "WMF");
  CHECK(metafile->width == 508);
  CHECK(metafile->text == "a€z / hi");
}

TEST_CASE("letters in a font of symbols are what it draws in an old metafile", "[metafile]") {
  Bytes file;
  file.u16(1).u16(9).u16(0x300).zeros(12);
  const auto font = [&file](std::string_view face) {
    file.u32(3 + 9 + 5).u16(0x02FB).zeros(18).add(as_bytes(face)).zeros(10 - face.size());
  };
  const auto select = [&file](std::uint32_t number) { file.u32(4).u16(0x012D).u16(number); };
  const auto text = [&file] {
    file.u32(3 + 1 + 1 + 2).u16(0x0521).u16(1).add(as_bytes("a")).zeros(1).u16(40).u16(0);
  };
  file.u32(3 + 5).u16(0x02FA).zeros(10);  // a pen, which is object 0
  font("Symbol");
  font("Arial");
  select(1);
  text();
  select(0);
  text();
  select(2);
  text();
  file.u32(3).u16(0);
  const auto metafile = read_metafile(file.bytes, kRoom);
  REQUIRE(metafile);
  CHECK(metafile->text == "α / α / a");
}

TEST_CASE("what is no metafile, or is cut, is not read beyond its end", "[metafile]") {
  CHECK_FALSE(is_metafile(as_bytes("text")));
  CHECK_FALSE(read_metafile({}, kRoom));
  const ByteVector whole = enhanced({text_record("Sales", 0, 0), bitmap_record()});
  for (std::size_t size = 0; size < whole.size(); ++size)
    (void)read_metafile(ByteSpan(whole).first(size), kRoom);
  CHECK(bmp_of({}, {}).empty());
}

namespace {

ByteVector ppt_record_of(std::uint32_t version, std::uint32_t type, const ByteVector& body) {
  Bytes record;
  record.u16(version).u16(type).u32(static_cast<std::uint32_t>(body.size())).add(body);
  return record.bytes;
}

/// A presentation of one slide with one picture.
ByteVector presentation(const ByteVector& png) {
  constexpr std::uint32_t kContainer = 0xF;
  Bytes blip;
  blip.zeros(17).add(png);
  const ByteVector pictures = ppt_record_of(0x6E0 << 4, 0xF01E, blip.bytes);

  Bytes entry;
  entry.zeros(28).u32(0).zeros(4);
  const ByteVector store =
      ppt_record_of(kContainer, 0xF001, ppt_record_of(0x62, 0xF007, entry.bytes));
  const ByteVector group =
      ppt_record_of(kContainer, 1035, ppt_record_of(kContainer, 0xF000, store));
  Bytes listed;
  listed.u32(2).zeros(8).u32(256).zeros(4);
  const ByteVector list = ppt_record_of(kContainer, 4080, ppt_record_of(0, 1011, listed.bytes));
  Bytes document;
  document.add(group).add(list);

  Bytes atom;
  atom.u32(7).u32(0);
  Bytes properties;
  Bytes alt;
  alt.wide("a dot").u16(0);
  properties.u16(0x4104).u32(1).u16(0x8381).u32(12).add(alt.bytes);
  Bytes shape;
  shape.add(ppt_record_of(75 << 4 | 2, 0xF00A, atom.bytes));
  shape.add(ppt_record_of(2 << 4 | 3, 0xF00B, properties.bytes));
  const ByteVector drawing =
      ppt_record_of(kContainer, 1036, ppt_record_of(kContainer, 0xF004, shape.bytes));
  const ByteVector slide = ppt_record_of(kContainer, 1006, drawing);

  Bytes stream;
  stream.add(ppt_record_of(kContainer, 1000, document.bytes));
  const auto slide_at = static_cast<std::uint32_t>(stream.bytes.size());
  stream.add(slide);
  const auto directory_at = static_cast<std::uint32_t>(stream.bytes.size());
  Bytes directory;
  directory.u32(2U << 20 | 1).u32(0).u32(slide_at);
  stream.add(ppt_record_of(0, 6002, directory.bytes));
  const auto edit_at = static_cast<std::uint32_t>(stream.bytes.size());
  Bytes edit;
  edit.zeros(8).u32(0).u32(directory_at).u32(1).zeros(8);
  stream.add(ppt_record_of(0, 4085, edit.bytes));
  Bytes user;
  user.zeros(16).u32(edit_at);
  return testing::CompoundWriter()
      .add("Current User", user.bytes)
      .add("PowerPoint Document", stream.bytes)
      .add("Pictures", pictures)
      .finish();
}

}  // namespace

TEST_CASE("a picture of a binary presentation stands on its slide and is delivered", "[metafile]") {
  const ByteVector png = testing::png_of(testing::plain({6, 4}, 0xFF00FF00));
  ReadRequest request;
  request.file_path = "a.ppt";
  const ToolResult result = read(presentation(png), request);
  REQUIRE(result.success);
  CHECK(result.content == "## Slide 1 of 1\n\n[Image 1: 6x4 PNG: \"a dot\"]\n");
  CHECK(result.images.size() == 1);
}

TEST_CASE("a picture record beyond its stream is refused", "[metafile]") {
  CHECK_FALSE(blip_at({}, 0));
  CHECK_FALSE(blip_at(as_bytes("too short"), 100));
  const ByteVector cut = ppt_record_of(0x6E0 << 4, 0xF01E, ByteVector(10));
  CHECK_FALSE(blip_at(cut, 0));
  CHECK_FALSE(blip_file({}, {5, 10, false, false}, 100, true));
}

}  // namespace lectern
