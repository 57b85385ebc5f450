#include "package/zip.h"

#include <catch2/catch_test_macros.hpp>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "support/zip_writer.h"

namespace lectern {
namespace {

std::string content(const ZipPackage& package, std::string_view name) {
  const ZipMember* member = package.find(name);
  REQUIRE(member != nullptr);
  WorkBudget work(1'000'000'000);
  const auto bytes = package.read(*member, 1'000'000, work);
  return bytes ? std::string(as_chars(*bytes)) : "error: " + bytes.error().message;
}

TEST_CASE("a member is read whether it is deflated or stored", "[zip]") {
  const std::string large(300'000, 'x');
  const ByteVector file =
      ZipWriter().add("a/b.txt", "hello").add("c", "stored", false).add("large", large).finish();
  const auto package = ZipPackage::open(file);
  REQUIRE(package);
  CHECK(package->members().size() == 3);
  CHECK(content(*package, "a/b.txt") == "hello");
  CHECK(content(*package, "c") == "stored");
  CHECK(content(*package, "large") == large);
  CHECK(package->find("d") == nullptr);
}

TEST_CASE("a member is found in any case and with backslashes, the same name first", "[zip]") {
  const ByteVector file = ZipWriter()
                              .add("Word\\Document.xml", "folder")
                              .add("A.txt", "capital")
                              .add("a.txt", "small")
                              .finish();
  const auto package = ZipPackage::open(file);
  REQUIRE(package);
  CHECK(content(*package, "word/document.xml") == "folder");
  CHECK(content(*package, "A.txt") == "capital");
  CHECK(content(*package, "a.txt") == "small");
  CHECK(package->find("a.tx") == nullptr);
}

TEST_CASE("members that are read side by side do not get into each other's way", "[zip]") {
  constexpr std::string_view kNames[] = {"a", "b", "c"};
  ZipWriter writer;
  for (const std::string_view name : kNames) writer.add(name, std::string(100'000, name[0]));
  const ByteVector file = writer.finish();
  const auto package = ZipPackage::open(file);
  REQUIRE(package);
  WorkBudget work(1'000'000'000);
  for (int round = 0; round < 2; ++round) {
    std::vector<std::unique_ptr<ByteStream>> streams;
    for (const std::string_view name : kNames) {
      auto stream = package->stream(*package->find(name), work);
      REQUIRE(stream);
      streams.push_back(*std::move(stream));
    }
    std::string read[std::size(kNames)];
    for (bool is_going = true; is_going;) {
      is_going = false;
      for (std::size_t i = 0; i < streams.size(); ++i) {
        const auto piece = streams[i]->next();
        REQUIRE(piece);
        read[i] += as_chars(*piece);
        is_going |= !piece->empty();
      }
    }
    for (std::size_t i = 0; i < streams.size(); ++i)
      CHECK(read[i] == std::string(100'000, kNames[i][0]));
  }
}

TEST_CASE("names whose hashes are the same are told apart", "[zip]") {
  // FNV-1a gives both 0x5E4DAA9D.
  const ByteVector file = ZipWriter().add("costarring", "one").add("liquid", "two").finish();
  const auto package = ZipPackage::open(file);
  REQUIRE(package);
  CHECK(content(*package, "costarring") == "one");
  CHECK(content(*package, "liquid") == "two");
}

TEST_CASE("bytes before and after a package do not matter", "[zip]") {
  ByteVector file = ZipWriter().add("a", "hello").finish();
  const std::string before(1000, '#');
  file.insert(file.begin(), before.begin(), before.end());
  file.insert(file.end(), before.begin(), before.end());
  const auto package = ZipPackage::open(file);
  REQUIRE(package);
  CHECK(content(*package, "a") == "hello");
}

TEST_CASE("a wrong byte in a member is found by its CRC and names the member", "[zip]") {
  ByteVector file = ZipWriter().add("notes.txt", "hello", false).finish();
  file[30 + 9] ^= 1;
  const auto package = ZipPackage::open(file);
  REQUIRE(package);
  CHECK(content(*package, "notes.txt") == "error: notes.txt: its CRC is wrong");
}

TEST_CASE("a file cut anywhere is refused or read, never more than is there", "[zip]") {
  const ByteVector file = ZipWriter().add("a", "hello").add("b", "world").finish();
  for (std::size_t size = 0; size < file.size(); ++size) {
    const ByteVector cut(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(size));
    const auto package = ZipPackage::open(cut);
    CHECK_FALSE(package);
    CHECK(package.error().code == ErrorCode::kCorruptDocument);
  }
}

TEST_CASE("what is inflated is paid for", "[zip]") {
  const ByteVector file = ZipWriter().add("zeros", std::string(10'000'000, '\0')).finish();
  const auto package = ZipPackage::open(file);
  REQUIRE(package);
  WorkBudget work(1'000'000);
  const auto bytes = package->read(*package->find("zeros"), 100'000'000, work);
  REQUIRE_FALSE(bytes);
  CHECK(bytes.error().code == ErrorCode::kLimitExceeded);
}

TEST_CASE("of members with one name the last counts, in its own letters first", "[zip]") {
  const ByteVector file = ZipWriter()
                              .add("a", "one")
                              .add("A", "two")
                              .add("a", "three")
                              .add("liquid", "four")
                              .add("costarring", "five")
                              .add("liquid", "six")
                              .finish();
  const auto package = ZipPackage::open(file);
  REQUIRE(package);
  CHECK(content(*package, "a") == "three");
  CHECK(content(*package, "A") == "two");
  CHECK(content(*package, "liquid") == "six");
  CHECK(content(*package, "LIQUID") == "six");
  CHECK(content(*package, "costarring") == "five");
}

}  // namespace
}  // namespace lectern
