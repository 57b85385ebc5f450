// Encrypted documents. encrypted/make.mjs made those of OpenDocument and of Office 97 and says what
// else opens them; agile.docx, standard.docx and default.xlsx were made by officecrypto-tool 0.0.19
// (npm), which msoffcrypto-tool 5.0.0 opens as well.
#include <catch2/catch_test_macros.hpp>
#include <string>
#include <string_view>

#include "package/compound.h"
#include "package/zip.h"
#include "read/read.h"
#include "support/compound_writer.h"
#include "support/corpus.h"
#include "support/zip_writer.h"

namespace lectern {
namespace {

using testing::CompoundWriter;
using testing::file_bytes;
using testing::source_path;

constexpr std::string_view kVault = "The vault is open.";
constexpr std::string_view kEncrypted[] = {
    "agile.docx", "standard.docx", "aes.odt", "blowfish.odt",  "rc4.doc",      "cryptoapi.doc",
    "xor.doc",    "rc4.xls",       "xor.xls", "cryptoapi.xls", "cryptoapi.ppt"};

ByteVector fixture(std::string_view name) {
  return file_bytes(source_path("tests/documents/encrypted") / name);
}

ToolResult open(ByteSpan bytes, std::string_view name, std::string_view password,
                std::uint64_t max_work = Limits().max_work) {
  ReadOptions options;
  options.password = password;
  options.limits.max_work = max_work;
  ReadRequest request;
  request.file_path = name;
  return read(bytes, request, options);
}

ErrorCode code_of(const ToolResult& result) {
  REQUIRE(result.error);
  return result.error->code;
}

/// The streams of a compound file, one of them another.
ByteVector with_stream(ByteSpan file, std::string_view name, ByteSpan data) {
  const auto compound = CompoundFile::open(file);
  REQUIRE(compound);
  CompoundWriter writer;
  for (const CompoundEntry& entry : compound->entries()) {
    if (entry.is_storage) continue;
    const auto bytes = compound->read(entry, 1U << 20);
    writer.add(entry.path, entry.path == name || !bytes ? data : ByteSpan(*bytes));
  }
  return writer.finish();
}

ByteVector stream_of(ByteSpan file, std::string_view name) {
  const auto compound = CompoundFile::open(file);
  REQUIRE(compound);
  const CompoundEntry* entry = compound->find(name);
  REQUIRE(entry != nullptr);
  return compound->read(*entry, 1U << 20).value();
}

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

/// agile.docx with another text in its EncryptionInfo.
ToolResult open_agile(std::string_view from, std::string_view to) {
  const ByteVector file = fixture("agile.docx");
  const ByteVector info = stream_of(file, "EncryptionInfo");
  const std::string text = replaced(std::string(as_chars(info)), from, to);
  return open(with_stream(file, "EncryptionInfo", as_bytes(text)), "agile.docx", "secret");
}

/// aes.odt with another text in its manifest.
ToolResult open_odt(std::string_view from, std::string_view to,
                    std::uint64_t max_work = Limits().max_work) {
  const ByteVector file = fixture("aes.odt");
  const auto package = ZipPackage::open(file);
  REQUIRE(package);
  WorkBudget work{Limits()};
  ZipWriter zip;
  for (const ZipMember& member : package->members()) {
    const ByteVector bytes = package->read(member, 1U << 20, work).value();
    const std::string text(as_chars(bytes));
    const bool is_manifest = member.raw_name == "META-INF/manifest.xml";
    zip.add(member.raw_name, is_manifest ? replaced(text, from, to) : text, false);
  }
  return open(zip.finish(), "aes.odt", "secret", max_work);
}

}  // namespace

TEST_CASE("an encrypted document opens with its password and with no other", "[encrypted]") {
  for (const std::string_view name : kEncrypted) {
    CAPTURE(name);
    const ByteVector file = fixture(name);
    const ToolResult opened = open(file, name, "secret");
    CHECK(opened.success);
    CHECK(opened.content.find(kVault) != std::string::npos);
    CHECK(opened.metadata.warnings.empty());

    const ToolResult asked = open(file, name, "");
    CHECK(code_of(asked) == ErrorCode::kEncrypted);
    CHECK(asked.content.find("is encrypted and needs a password: the option `password`") !=
          std::string::npos);

    for (const std::string_view wrong :
         {"Secret", "secret ", "\xFF", "a very long pässword, longer than any of XOR"}) {
      const ToolResult refused = open(file, name, wrong);
      CHECK(code_of(refused) == ErrorCode::kEncrypted);
      CHECK(refused.content.find("the password is wrong") != std::string::npos);
      CHECK(refused.content.find(wrong) == std::string::npos);
    }
  }
}

TEST_CASE("the message names the kind of document", "[encrypted]") {
  CHECK(open(fixture("agile.docx"), "a.docx", "").content ==
        "the Word document is encrypted and needs a password: the option `password`");
  CHECK(open(fixture("agile.docx"), "a", "").content ==
        "the Office document is encrypted and needs a password: the option `password`");
  CHECK(open(fixture("rc4.xls"), "a.xls", "").content ==
        "the Excel 97-2003 workbook is encrypted and needs a password: the option `password`");
}

TEST_CASE("workbooks with the password that Excel gives itself open without one", "[encrypted]") {
  for (const std::string_view name : {"default.xls", "default.xlsx"}) {
    CAPTURE(name);
    for (const std::string_view password : {"", "another"}) {
      const ToolResult opened = open(fixture(name), name, password);
      CHECK(opened.success);
      CHECK(opened.content.find(kVault) != std::string::npos);
    }
  }
}

TEST_CASE("a password that is not needed changes nothing", "[encrypted]") {
  for (const std::string_view name : {"plain.doc", "plain.xls", "plain.ppt"}) {
    CAPTURE(name);
    const ToolResult with = open(fixture(name), name, "secret");
    const ToolResult without = open(fixture(name), name, "");
    CHECK(with.success);
    CHECK(with.content == without.content);
    CHECK(with.content.find(kVault) != std::string::npos);
  }
}

TEST_CASE("what an encrypted package holds counts, whatever it is called", "[encrypted]") {
  const ByteVector file = fixture("agile.docx");
  constexpr std::string_view kWord =
      "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
  const ToolResult misnamed = open(file, "budget.xlsx", "secret");
  CHECK(misnamed.success);
  CHECK(misnamed.metadata.mime_type == kWord);
  CHECK(misnamed.metadata.warnings == std::vector<std::string>{"named .xlsx, holds Word document"});
  const ToolResult unnamed = open(file, "vault", "secret");
  CHECK(unnamed.success);
  CHECK(unnamed.metadata.mime_type == kWord);
  CHECK(open(file, "old.doc", "secret").content == unnamed.content);
}

TEST_CASE("a package that was changed after it was encrypted says so", "[encrypted]") {
  const ByteVector file = fixture("agile.docx");
  ByteVector package = stream_of(file, "EncryptedPackage");
  package.push_back(0);
  const ToolResult changed =
      open(with_stream(file, "EncryptedPackage", package), "a.docx", "secret");
  CHECK(changed.success);
  REQUIRE(changed.metadata.warnings.size() == 1);
  CHECK(changed.metadata.warnings[0].find("its HMAC is not the one stated") != std::string::npos);
}

TEST_CASE("EncryptionInfo that lies is refused with what is wrong", "[encrypted]") {
  const ToolResult spins = open_agile("spinCount=\"100000\"", "spinCount=\"10000000\"");
  CHECK(code_of(spins) == ErrorCode::kLimitExceeded);
  CHECK(spins.content ==
        "the password of the document is to be hashed 10,000,000 times, more than 1,000,000");
  const auto refused = [](std::string_view from, std::string_view to, ErrorCode code,
                          std::string_view words) {
    CAPTURE(to);
    const ToolResult result = open_agile(from, to);
    CHECK(code_of(result) == code);
    CAPTURE(result.content);
    CHECK(result.content.find(words) != std::string::npos);
  };
  const auto corrupt = ErrorCode::kCorruptDocument;
  const auto encrypted = ErrorCode::kEncrypted;
  refused("blockSize=\"16\"", "blockSize=\"0\"", corrupt, "blocks of 0 bytes");
  refused("saltSize=\"16\"", "saltSize=\"0\"", corrupt, "a salt of 0 bytes");
  refused("saltSize=\"16\"", "saltSize=\"99999999\"", corrupt, "a salt of 99999999 bytes");
  refused("saltSize=\"16\"", "saltSize=\"15\"", corrupt, "a salt of 16 bytes, not 15");
  refused("keyBits=\"256\"", "keyBits=\"7\"", corrupt, "keys of 7 bits");
  refused("cipherAlgorithm=\"AES\"", "cipherAlgorithm=\"RC2\"", encrypted, "with the cipher RC2");
  refused("ChainingModeCBC", "ChainingModeCFB", encrypted, "with ChainingModeCFB");
  refused("hashAlgorithm=\"SHA512\"", "hashAlgorithm=\"WHIRLPOOL\"", encrypted,
          "with the digest WHIRLPOOL");
  refused("encryptedVerifierHashInput=\"", "encryptedVerifierHashInput=\"\" x=\"", corrupt,
          "cut off");
  refused("<encryption ", "<encryption <", corrupt, "EncryptionInfo: ");
}

TEST_CASE("hashing a password is paid for", "[encrypted]") {
  const ToolResult agile = open(fixture("agile.docx"), "a.docx", "secret", 10'000'000);
  CHECK(code_of(agile) == ErrorCode::kLimitExceeded);
  CHECK(agile.content.find("the password of the document") != std::string::npos);
  CHECK(code_of(open(fixture("standard.docx"), "a.docx", "secret", 10'000'000)) ==
        ErrorCode::kLimitExceeded);
  const ToolResult odt = open_odt("2000", "1000000", 100'000'000);
  CHECK(code_of(odt) == ErrorCode::kLimitExceeded);
}

TEST_CASE("cut and damaged encryption ends in an error that says so", "[encrypted]") {
  for (const std::string_view name : {"agile.docx", "standard.docx"}) {
    const ByteVector file = fixture(name);
    for (const std::string_view stream : {"EncryptionInfo", "EncryptedPackage"}) {
      const ByteVector bytes = stream_of(file, stream);
      for (std::size_t size = 0; size < bytes.size(); size += size < 300 ? 41 : 199) {
        CAPTURE(name, stream, size);
        const ToolResult result =
            open(with_stream(file, stream, ByteSpan(bytes).first(size)), name, "secret");
        REQUIRE_FALSE((result.success && result.metadata.warnings.empty()));
        if (result.error) CHECK(result.error->code != ErrorCode::kInternal);
      }
    }
  }
  for (const std::string_view name : {"rc4.xls", "cryptoapi.xls", "xor.xls", "rc4.doc",
                                      "cryptoapi.doc", "xor.doc", "cryptoapi.ppt"}) {
    const ByteVector file = fixture(name);
    // Behind the sectors of the header, the tables and the directory stand the streams.
    for (std::size_t at = 2560; at < std::min<std::size_t>(file.size(), 3000); at += 3) {
      ByteVector damaged = file;
      damaged[at] ^= 0xFF;
      CAPTURE(name, at);
      const ToolResult result = open(damaged, name, "secret");
      if (result.error) CHECK(result.error->code != ErrorCode::kInternal);
    }
  }
}

TEST_CASE("a package without EncryptionInfo has rights, not a password", "[encrypted]") {
  const ByteVector file =
      CompoundWriter().add("EncryptedPackage", ByteVector(64)).add("Other", ByteSpan()).finish();
  const ToolResult result = open(file, "a.docx", "secret");
  CHECK(code_of(result) == ErrorCode::kEncrypted);
  CHECK(result.content ==
        "the Word document is encrypted by rights management (IRM), not with a password, which is "
        "not read here");
}

TEST_CASE("OpenDocument encryption that is not read is named", "[encrypted]") {
  const auto refused = [](std::string_view from, std::string_view to, ErrorCode code,
                          std::string_view words) {
    CAPTURE(to);
    const ToolResult result = open_odt(from, to);
    CHECK(code_of(result) == code);
    CAPTURE(result.content);
    CHECK(result.content.find(words) != std::string::npos);
  };
  refused("http://www.w3.org/2001/04/xmlenc#aes256-cbc",
          "http://www.w3.org/2009/xmlenc11#aes256-gcm", ErrorCode::kEncrypted, "aes256-gcm");
  refused("\"PBKDF2\"",
          "\"urn:org:documentfoundation:names:experimental:office:manifest:argon2id\"",
          ErrorCode::kEncrypted, "argon2id");
  refused("\"content.xml\"", "\"encrypted-package\"", ErrorCode::kEncrypted, "as a whole");
  refused("\"2000\"", "\"99999999\"", ErrorCode::kLimitExceeded, "99,999,999 times");
  refused("\"2000\"", "\"0\"", ErrorCode::kCorruptDocument, "0 rounds");
  refused("manifest:key-size=\"32\" manifest:iter", "manifest:key-size=\"5\" manifest:iter",
          ErrorCode::kCorruptDocument, "a key of 5 bytes");
  refused("initialisation-vector=\"", "initialisation-vector=\"\" manifest:x=\"",
          ErrorCode::kCorruptDocument, "a start of 0 bytes");
}

TEST_CASE("what opening a document took is not there for reading it", "[encrypted]") {
  const ByteVector file = fixture("standard.docx");
  const auto opened = [&](std::uint64_t work) { return open(file, "a.docx", "secret", work); };
  std::uint64_t least = 1;
  for (std::uint64_t more = std::uint64_t{1} << 30; more > 0; more /= 2) {
    const ToolResult result = opened(least + more);
    if (!result.success || !result.metadata.warnings.empty()) least += more;
  }
  const ToolResult whole = opened(least + 1);
  REQUIRE(whole.success);
  CHECK(whole.metadata.warnings.empty());
  const ToolResult cut = opened(least);
  const std::string& why = cut.error ? cut.error->message : cut.metadata.warnings.at(0);
  INFO(why);
  CHECK(why.find("(maxWork)") != std::string::npos);
  CHECK(why.find("the encrypted") == std::string::npos);
  CHECK(why.find("password") == std::string::npos);
}

}  // namespace lectern
