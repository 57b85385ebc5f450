#include <catch2/catch_test_macros.hpp>
#include <vector>

#include "support/archives.h"

namespace lectern {
namespace {

using testing::read_place;

/// Writes binary property lists, object by object.
class PlistWriter {
 public:
  std::size_t text(const std::string& value) { return add(0x50, value.size(), value); }
  std::size_t data(const std::string& value) { return add(0x40, value.size(), value); }
  std::size_t array(const std::vector<std::size_t>& items) {
    return add(0xA0, items.size(), references(items));
  }
  std::size_t dictionary(const std::vector<std::pair<std::size_t, std::size_t>>& entries) {
    std::vector<std::size_t> all;
    for (const auto& [key, value] : entries) all.push_back(key);
    for (const auto& [key, value] : entries) all.push_back(value);
    return add(0xD0, entries.size(), references(all));
  }
  std::string finish(std::size_t root) const {
    std::string bytes = bytes_;
    for (const std::size_t offset : offsets_) bytes += big(offset, 4);
    return bytes + std::string(6, '\0') + big(4, 1) + big(2, 1) + big(offsets_.size(), 8) +
           big(root, 8) + big(bytes_.size(), 8);
  }

 private:
  static std::string big(std::size_t value, int size) {
    std::string bytes;
    for (int i = size - 1; i >= 0; --i) bytes += static_cast<char>(value >> (8 * i));
    return bytes;
  }
  static std::string references(const std::vector<std::size_t>& ids) {
    std::string bytes;
    for (const std::size_t id : ids) bytes += big(id, 2);
    return bytes;
  }
  std::size_t add(unsigned kind, std::size_t count, const std::string& content) {
    offsets_.push_back(bytes_.size());
    bytes_ += static_cast<char>(kind | std::min<std::size_t>(count, 15));
    if (count >= 15) bytes_ += "\x12" + big(count, 4);
    bytes_ += content;
    return offsets_.size() - 1;
  }

  std::string bytes_ = "bplist00";
  std::vector<std::size_t> offsets_;
};

std::string some_archive(const std::string& name = "cat.png") {
  PlistWriter list;
  const std::size_t main = list.text("WebMainResource");
  const std::size_t data = list.text("WebResourceData");
  const std::size_t type = list.text("WebResourceMIMEType");
  const std::size_t url = list.text("WebResourceURL");
  const std::size_t page = list.dictionary(
      {{data, list.data("<title>T</title><h1>Kept</h1><p>text <img src=" + name + " alt=cat>")},
       {type, list.text("text/html")},
       {url, list.text("https://a.example/x/page.html")}});
  const std::string png(
      "\x89PNG\r\n\x1A\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1\x08\0\0\0\0\x3A\x7E\x9B\x55\0\0\0\nIDAT"
      "\x78\x9C\x63\x60\0\0\0\2\0\1\x48\xAF\xA4\x71\0\0\0\0IEND\xAE\x42\x60\x82",
      67);
  const std::size_t picture = list.dictionary({{data, list.data(png)},
                                               {type, list.text("image/png")},
                                               {url, list.text("https://a.example/x/" + name)}});
  return list.finish(
      list.dictionary({{main, page}, {list.text("WebSubresources"), list.array({picture})}}));
}

}  // namespace

TEST_CASE("a web archive is read as its page, with its pictures") {
  const ToolResult result = read_place(some_archive(), "page.webarchive");
  REQUIRE(result.success);
  CHECK(result.metadata.mime_type == "application/x-webarchive");
  CHECK(result.metadata.document->kind == DocumentKind::kWeb);
  CHECK(result.metadata.document->title == "T");
  CHECK(result.content.find("[Title: T]\n\n# Kept\n\ntext [Image 1: 1x1 PNG: \"cat\"]") == 0);
}

TEST_CASE("a picture of a web archive is found by any address") {
  const ToolResult result = read_place(some_archive(std::string(5'000, 'a')), "page.webarchive");
  CHECK(result.content.find("text [Image 1: 1x1 PNG: \"cat\"]") != std::string::npos);
}

TEST_CASE("a web archive that is cut or changed anywhere does no harm") {
  const std::string archive = some_archive();
  for (std::size_t at = 8; at < archive.size(); ++at) {
    std::string changed = archive;
    changed[at] = static_cast<char>(~changed[at]);
    (void)read_place(changed, "page.webarchive");
    (void)read_place(archive.substr(0, at), "page.webarchive");
  }
  CHECK(read_place(archive, "page").success);
}

}  // namespace lectern
