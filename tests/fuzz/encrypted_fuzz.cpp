// Fuzzes what is read with a password. The first byte says what the rest is: a whole file of one of
// the formats that are encrypted, or the part of one that says how it is, around which the file is
// made. A read ends in a result that keeps the contract and never shows the password.
#include <cstdlib>
#include <string>

#include "read/reading.h"
#include "support/compound_writer.h"
#include "support/stored_zip.h"
#include "text/utf8.h"

namespace {

using namespace lectern;

constexpr std::string_view kPassword = "secret";

void check(ByteSpan bytes, std::string_view name, std::string_view member = "") {
  ReadRequest request;
  request.file_path = name;
  ReadOptions options;
  options.password = kPassword;
  options.host.member = member;
  options.limits.max_content_chars = 4'000;
  options.limits.max_decoded_bytes = 16U << 20;
  options.limits.max_work = 100'000'000;
  FileReading reading(request, options, {.size_bytes = bytes.size()});
  for (int asked = 0; reading.question().kind != Question::Kind::kDone; ++asked) {
    if (asked > 100'000) std::abort();
    const Question question = reading.question();
    if (question.kind != Question::Kind::kBytes) {
      reading.decline("");
      continue;
    }
    const std::size_t from = std::min<std::size_t>(question.from, bytes.size());
    const std::size_t size =
        std::min<std::uint64_t>(question.to - question.from, bytes.size() - from);
    const std::span<std::uint8_t> room = reading.room(std::max<std::size_t>(size, 1));
    if (room.empty()) std::abort();
    std::copy_n(bytes.begin() + static_cast<std::ptrdiff_t>(from), size, room.begin());
    reading.give(size, true);
  }
  const ToolResult result = reading.take_result();
  if (result.success == result.error.has_value()) std::abort();
  if (!is_valid_utf8(as_bytes(result.content))) std::abort();
  if (result.error && result.error->code == ErrorCode::kInternal) std::abort();
}

ByteVector package_with(ByteSpan info) {
  return testing::CompoundWriter()
      .add("EncryptionInfo", info)
      .add("EncryptedPackage", ByteVector(600))
      .finish();
}

ByteVector workbook_with(ByteSpan file_pass) {
  ByteVector stream = {9, 8, 16, 0, 0, 6, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 6, 0, 0, 0, 0x2F, 0};
  stream.push_back(static_cast<std::uint8_t>(file_pass.size()));
  stream.push_back(static_cast<std::uint8_t>(file_pass.size() >> 8));
  stream.insert(stream.end(), file_pass.begin(), file_pass.end());
  stream.resize(stream.size() + 200);
  return testing::CompoundWriter().add("Workbook", stream).finish();
}

ByteVector text_with(std::string_view manifest) {
  StoredZip zip;
  zip.add("mimetype", "application/vnd.oasis.opendocument.text");
  zip.add("content.xml", std::string(64, 'x'));
  zip.add("META-INF/manifest.xml", manifest);
  return zip.finish();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const ByteSpan rest(data + 1, size - 1);
  switch (data[0]) {
    case 'd':
      check(rest, "a.doc");
      break;
    case 'p':
      check(rest, "a.ppt");
      break;
    case 'x':
      check(rest, "a.xls");
      break;
    case 'o':
      check(rest, "a.docx");
      break;
    case 't':
      check(rest, "a.odt");
      break;
    case 'z':
      check(rest, "a.zip/vault.txt", "vault.txt");
      break;
    case 'i':
      check(package_with(rest), "a.docx");
      break;
    case 'f':
      if (rest.size() < 8'000) check(workbook_with(rest), "a.xls");
      break;
    case 'm':
      check(text_with(as_chars(rest)), "a.odt");
      break;
    default:
      break;
  }
  return 0;
}
