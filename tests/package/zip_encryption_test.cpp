// Encrypted members of ZIP archives. In documents/encrypted: aes128.zip, aes192.zip and aes256.zip
// were made by 7-Zip 26.02, `7zz a -tzip -mem=AES256 -psecret aes256.zip vault.txt`, its s.txt with
// `-mx0`; zipcrypto.zip by Info-ZIP 3.0, `zip -X -P secret`, and zipcrypto_streamed.zip by the same
// into a pipe, which puts sizes and checksum behind the member.
#include <catch2/catch_test_macros.hpp>

#include "base/crc32.h"
#include "support/archives.h"
#include "support/corpus.h"

namespace lectern {
namespace {

using testing::Host;
using testing::read_place;
using testing::text_of;
using testing::warns_of;

std::string encrypted_zip(std::string_view name) {
  return text_of(testing::file_bytes(testing::source_path("tests/documents/encrypted") / name));
}

ToolResult read_secret(std::string_view zip, const std::string& member, std::string_view password,
                       std::size_t most_bytes = std::size_t{1} << 20) {
  ReadOptions options;
  options.password = password;
  Host host;
  host.most_bytes = most_bytes;
  return read_place(zip, member.empty() ? "a.zip" : "a.zip/" + member, member, host, {}, options);
}

/// Where the entry of a member is in the directory.
std::size_t entry_of(std::string_view zip, std::string_view member) {
  const std::size_t at = zip.rfind(member) - 46;
  REQUIRE(zip.substr(at, 4) == "PK\1\2");
  return at;
}

void set_number(std::string& bytes, std::size_t at, std::uint32_t value, int size) {
  for (int i = 0; i < size; ++i)
    bytes[at + static_cast<std::size_t>(i)] = static_cast<char>(value >> (8 * i));
}

constexpr std::string_view kEncryptedZips[] = {"aes128.zip", "aes192.zip", "aes256.zip",
                                               "zipcrypto.zip", "zipcrypto_streamed.zip"};

}  // namespace

TEST_CASE("encrypted members are listed without a password, and the listing says what opens them") {
  for (const std::string_view name : kEncryptedZips) {
    const std::string zip = encrypted_zip(name);
    const std::string member = "vault.txt";
    CAPTURE(name);
    const ToolResult listing = read_secret(zip, "", "");
    REQUIRE(listing.success);
    CHECK(listing.content.find("encrypted (e: the option `password`)") != std::string::npos);
    CHECK(listing.content.find(member) != std::string::npos);
    CHECK(read_secret(zip, "", "secret").content.find("encrypted (e)") != std::string::npos);
    const ToolResult asked = read_secret(zip, member, "");
    REQUIRE(asked.error);
    CHECK(asked.error->code == ErrorCode::kEncrypted);
    CHECK(asked.content == "vault.txt is encrypted and needs a password: the option `password`");
  }
}

TEST_CASE("encrypted members are read with their password, however the bytes come") {
  for (const std::string_view name : kEncryptedZips) {
    const std::string zip = encrypted_zip(name);
    for (const std::size_t most : {std::size_t{1}, std::size_t{7}, std::size_t{1} << 20}) {
      CAPTURE(name, most);
      const ToolResult opened = read_secret(zip, "vault.txt", "secret", most);
      REQUIRE(opened.success);
      CHECK(opened.total_lines == 40);
      CHECK(opened.content.starts_with("     1\tThe vault is open.\n"));
      CHECK(opened.metadata.warnings.empty());
    }
    const ToolResult refused = read_secret(zip, "vault.txt", "Secret");
    REQUIRE(refused.error);
    CHECK(refused.error->code == ErrorCode::kEncrypted);
    CHECK(refused.content ==
          "vault.txt is encrypted and the password is wrong: it does not open it");
  }
  CHECK(read_secret(encrypted_zip("aes256.zip"), "s.txt", "secret").content == "     1\tshort");
}

TEST_CASE(
    "a wrong password that the old cipher takes for the right one is told by what comes out") {
  const std::string zip = encrypted_zip("zipcrypto.zip");
  for (int i = 0; i < 1000; ++i) {
    const ToolResult result = read_secret(zip, "vault.txt", "wrong " + std::to_string(i));
    CAPTURE(i, result.content);
    CHECK(((result.error && result.content.find("password is wrong") != std::string::npos) ||
           warns_of(result, "password is wrong")));
  }
}

TEST_CASE("a password that no member needs changes nothing") {
  const std::string zip = text_of(ZipWriter().add("a.txt", "hello\n").finish());
  CHECK(read_secret(zip, "a.txt", "secret").content == read_secret(zip, "a.txt", "").content);
  CHECK(read_secret(zip, "", "secret").content == read_secret(zip, "", "").content);
}

TEST_CASE("a member whose HMAC is not right says that it was changed") {
  std::string zip = encrypted_zip("aes256.zip");
  const std::size_t name = zip.find("s.txt");
  // The proof stands behind salt, check and six bytes.
  const std::size_t proof = name + 5 + 11 + 16 + 2 + 6;
  zip[proof] = static_cast<char>(zip[proof] ^ 1);
  const ToolResult changed = read_secret(zip, "s.txt", "secret");
  CHECK(changed.content == "     1\tshort");
  CHECK(warns_of(changed, "s.txt is damaged or was changed: its HMAC is not the one behind it"));
}

TEST_CASE("AE-1 proves the checksum as well, AE-2 has none") {
  std::string zip = encrypted_zip("aes256.zip");
  const std::size_t entry = entry_of(zip, "s.txt");
  const std::size_t extra = zip.find(std::string("\x01\x99\x07\0", 4), entry);
  REQUIRE(extra != std::string::npos);
  set_number(zip, extra + 4, 1, 2);
  const std::uint32_t crc = crc32_of(0, as_bytes("short\n"));
  // In the member's own header, too.
  for (const std::size_t at : {entry + 16, zip.find("s.txt") - 16}) set_number(zip, at, crc, 4);
  CHECK(read_secret(zip, "s.txt", "secret").metadata.warnings.empty());
  set_number(zip, entry + 16, 1, 4);
  CHECK(warns_of(read_secret(zip, "s.txt", "secret"), "its CRC-32 is not the one"));
}

TEST_CASE("encrypted members that lie end in an error") {
  const auto error_of = [](std::string_view zip, const std::string& member) {
    const ToolResult result = read_secret(zip, member, "secret");
    REQUIRE(result.error);
    return *result.error;
  };
  const std::string aes = encrypted_zip("aes256.zip");
  const std::string old = encrypted_zip("zipcrypto.zip");
  // Fewer bytes than salt, check and proof have.
  std::string small = aes;
  set_number(small, entry_of(aes, "s.txt") + 20, 27, 4);
  CHECK(error_of(small, "s.txt").code == ErrorCode::kCorruptArchive);
  CHECK(error_of(small, "s.txt").message == "s.txt is encrypted and cut off: 27 bytes");
  std::string tiny = old;
  set_number(tiny, entry_of(old, "vault.txt") + 20, 11, 4);
  CHECK(error_of(tiny, "vault.txt").code == ErrorCode::kCorruptArchive);
  // More than the file has.
  std::string large = aes;
  set_number(large, entry_of(aes, "s.txt") + 20, 0x7FFFFFFF, 4);
  set_number(large, entry_of(aes, "s.txt") + 24, 0x7FFFFFFF, 4);
  CHECK(warns_of(read_secret(large, "s.txt", "secret"), "s.txt is damaged after"));
  // A strength that there is not, and PKWARE's own AES.
  std::string strength = aes;
  strength[strength.find(std::string("\x01\x99\x07\0", 4), entry_of(aes, "s.txt")) + 8] = 9;
  CHECK(error_of(strength, "s.txt").code == ErrorCode::kUnsupportedFormat);
  std::string strong = old;
  strong[entry_of(old, "vault.txt") + 8] |= 0x40;
  CHECK(error_of(strong, "vault.txt").message.find("strong encryption") != std::string::npos);
  // Cut anywhere.
  for (std::size_t size = 0; size < aes.size(); size += 3) {
    const ToolResult cut =
        read_secret(std::string_view(aes).substr(aes.size() - size), "s.txt", "secret");
    if (cut.error) CHECK(cut.error->code != ErrorCode::kInternal);
  }
}

}  // namespace lectern
