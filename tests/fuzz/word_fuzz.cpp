// Fuzzes the readers of word processing. The first byte says what the rest is: RTF, a binary
// document, a package, or the main part of a Word document or an OpenDocument, around which a
// package is made.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "base/crc32.h"
#include "read/read.h"
#include "text/utf8.h"

namespace {

using namespace lectern;

void add(ByteVector& file, std::uint64_t value, int bytes) {
  for (int i = 0; i < bytes; ++i) file.push_back(static_cast<std::uint8_t>(value >> 8 * i));
}

/// A package with one stored member.
ByteVector packed(std::string_view name, ByteSpan data) {
  ByteVector file;
  const std::uint32_t crc = crc32_of(0, data);
  const auto describe = [&] {
    add(file, 20, 2);
    add(file, 0, 8);
    add(file, crc, 4);
    add(file, data.size(), 4);
    add(file, data.size(), 4);
    add(file, name.size(), 2);
  };
  add(file, 0x04034B50, 4);
  describe();
  add(file, 0, 2);
  file.insert(file.end(), name.begin(), name.end());
  file.insert(file.end(), data.begin(), data.end());
  const std::size_t directory = file.size();
  add(file, 0x02014B50, 4);
  add(file, 20, 2);
  describe();
  add(file, 0, 8);
  add(file, 0, 4);
  add(file, 0, 4);
  file.insert(file.end(), name.begin(), name.end());
  const std::size_t size = file.size() - directory;
  add(file, 0x06054B50, 4);
  add(file, 0, 4);
  add(file, 1, 2);
  add(file, 1, 2);
  add(file, size, 4);
  add(file, directory, 4);
  add(file, 0, 2);
  return file;
}

void check(ByteSpan bytes, std::string_view name, bool marks_changes) {
  ReadRequest request;
  request.file_path = name;
  ReadOptions options;
  options.limits.max_content_chars = 20'000;
  options.limits.max_pixels = 1'000'000;
  options.limits.max_work = 50'000'000;
  options.limits.max_decoded_bytes = std::uint64_t{16} << 20;
  options.document.changes = marks_changes ? TrackedChanges::kMarked : TrackedChanges::kFinal;
  const ToolResult result = read(bytes, request, options);
  if (result.content.empty() || !is_valid_utf8(as_bytes(result.content))) std::abort();
  if (result.success == result.error.has_value()) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::uint8_t kind = data[0];
  const ByteSpan bytes(data + 1, size - 1);
  const bool marks_changes = (kind & 8) != 0;
  switch (kind % 5) {
    case 0:
      check(bytes, "fuzz.rtf", marks_changes);
      break;
    case 1:
      check(bytes, "fuzz.doc", marks_changes);
      break;
    case 2:
      check(bytes, "fuzz.docx", marks_changes);
      break;
    case 3:
      check(packed("word/document.xml", bytes), "fuzz.docx", marks_changes);
      break;
    default:
      check(packed("content.xml", bytes), "fuzz.odt", marks_changes);
      break;
  }
  return 0;
}
