// Profiles of colors, whose elements may lie at one place: what they become, and what each color
// takes, counts.
#include <bit>
#include <catch2/catch_test_macros.hpp>
#include <cstdint>
#include <initializer_list>
#include <string>

#include "pdf/pdf_engine.h"
#include "read/read.h"
#include "support/drawn_page.h"
#include "support/pdf_writer.h"

namespace lectern::testing::profiles {
namespace {

std::string number(std::uint64_t value, int bytes) {
  std::string text;
  for (int i = bytes - 1; i >= 0; --i) text += static_cast<char>(value >> (8 * i) & 0xFF);
  return text;
}

std::string u32(std::uint64_t value) { return number(value, 4); }

std::string floats(std::initializer_list<float> values) {
  std::string text;
  for (const float value : values) text += u32(std::bit_cast<std::uint32_t>(value));
  return text;
}

std::string matrix(int inputs, const std::string& values) {
  const std::string zero = floats({0, 0, 0});
  return "matf" + u32(0) + number(static_cast<std::uint64_t>(inputs), 2) + number(3, 2) + values +
         zero;
}

/// Three colors that share a curve of so many parts.
std::string curves(int parts) {
  std::string curve = "curf" + u32(0) + number(static_cast<std::uint64_t>(parts), 2) + number(0, 2);
  for (int i = 1; i < parts; ++i) curve += floats({static_cast<float>(i) / 1000});
  for (int i = 0; i < parts; ++i) curve += "parf" + u32(0) + number(0, 4) + floats({1, 1, 0, 0});
  return "cvst" + u32(0) + number(3, 2) + number(3, 2) + repeated(3, u32(36) + u32(curve.size())) +
         curve;
}

/// A profile of four colors, whose second element stands `times` times at one place.
std::string profile(const std::string& element, int times) {
  const std::string first = matrix(4, floats({1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}));
  const std::size_t at = 16 + 8 * (static_cast<std::size_t>(times) + 1);
  const std::string table =
      "mpet" + u32(0) + number(4, 2) + number(3, 2) + u32(static_cast<std::uint64_t>(times) + 1) +
      u32(at) + u32(first.size()) + repeated(times, u32(at + first.size()) + u32(element.size())) +
      first + element;
  std::string head = u32(144 + table.size()) + u32(0) + u32(0x04000000) + "prtrCMYKLab ";
  head += std::string(12, '\0') + "acsp" + std::string(28, '\0') + u32(0xF6D6) + u32(0x10000) +
          u32(0xD32D);
  head.resize(128, '\0');
  return head + u32(1) + "D2B0" + u32(144) + u32(table.size()) + table;
}

/// A page with a picture of `side` x `side` colors, all of which differ.
void add_picture(PdfWriter& writer, const std::string& data, int side) {
  const std::string space =
      "[/ICCBased " + std::to_string(writer.add_stream("/N 4", data)) + " 0 R]";
  std::string pixels;
  for (int i = 0; i < side * side; ++i) pixels += number(static_cast<std::uint64_t>(i) * 256, 4);
  const std::string size = std::to_string(side);
  const int picture = writer.add_stream("/Type/XObject/Subtype/Image/Width " + size + "/Height " +
                                            size + "/BitsPerComponent 8/ColorSpace" + space,
                                        pixels);
  writer.add_page(shown_text("text") + " q 99 0 0 99 0 0 cm /P Do Q", "",
                  "/XObject<</P " + std::to_string(picture) + " 0 R>>");
}

ToolResult drawn(const std::string& data, int side, std::uint64_t max_work) {
  if (pdf_engine() == nullptr) SKIP("built without PDFium (LECTERN_WITH_PDF=OFF)");
  PdfWriter writer;
  add_picture(writer, data, side);
  ReadRequest request;
  request.file_path = "report.pdf";
  ReadOptions options;
  options.pdf.page_images = PageImages::kAlways;
  options.limits.max_work = max_work;
  return read(writer.finish(), request, options);
}

const std::string& as_it_is() {
  static const std::string element = matrix(3, floats({1, 0, 0, 0, 1, 0, 0, 0, 1}));
  return element;
}

}  // namespace

TEST_CASE("a picture in colors of a profile of elements is drawn") {
  const ToolResult result = drawn(profile(as_it_is(), 3), 20, 100'000'000);
  CHECK(contains(result.content, "text\n(page image: "));
}

TEST_CASE("elements of a profile that are read again and again count before they take memory") {
  // Each would have three curves of 8 KB, and each of these twice.
  const ToolResult result = drawn(profile(curves(1000), 2'000), 2, 2'000'000'000);
  CHECK(contains(result.content, "no picture of this page"));
  CHECK(contains(result.content, "units of work"));
}

TEST_CASE("elements that are put behind many others count") {
  const ToolResult result = drawn(profile(as_it_is(), 2'000), 2, 100'000'000);
  CHECK(contains(result.content, "no picture of this page"));
}

TEST_CASE("a color counts with all elements that it goes through") {
  const std::string data = profile(as_it_is(), 500);
  CHECK(contains(drawn(data, 10, 100'000'000).content, "text\n(page image: "));
  const ToolResult result = drawn(data, 100, 100'000'000);
  CHECK(contains(result.content, "no picture of this page"));
  CHECK(contains(result.content, "units of work"));
}

TEST_CASE("colors that were translated before are looked up, on other pages as well") {
  if (pdf_engine() == nullptr) SKIP("built without PDFium (LECTERN_WITH_PDF=OFF)");
  PdfWriter writer;
  const std::string data = profile(as_it_is(), 300);
  // Of each profile a hundred colors, which would cost a million units each time.
  for (int i = 0; i < 15; ++i) add_picture(writer, data, 10);
  ReadRequest request;
  request.file_path = "report.pdf";
  ReadOptions options;
  options.pdf.page_images = PageImages::kAlways;
  options.limits.max_work = 300'000'000;
  const ToolResult result = read(writer.finish(), request, options);
  CHECK_FALSE(contains(result.content, "no picture of this page"));
}

}  // namespace lectern::testing::profiles
