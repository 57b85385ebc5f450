// Fuzzes compound files ([MS-CFB]): the bytes behind the signature are the file. Each entry is
// found by its path, what a storage holds is below it, and a stream has no more bytes than it
// states, nor than the file; what is missing of one is named.
#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "package/compound.h"
#include "text/utf8.h"

namespace {

using namespace lectern;

constexpr std::string_view kSignature = "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1";
constexpr std::uint64_t kMostOfStream = 1U << 20;

void require(bool holds) {
  if (!holds) std::abort();
}

void check_stream(const CompoundFile& file, const CompoundEntry& entry, std::size_t file_bytes) {
  const auto bytes = file.read(entry, kMostOfStream);
  if (!bytes) return require(is_valid_utf8(as_bytes(std::string_view(bytes.error().message))));
  require(bytes->size() <= std::min<std::uint64_t>({entry.size_bytes, file_bytes, kMostOfStream}));
  require(bytes->size() == entry.size_bytes || !file.warnings().empty());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  ByteVector bytes(data, data + size);
  const std::size_t known = std::min(size, kSignature.size());
  std::copy_n(kSignature.begin(), known, bytes.begin());
  const auto file = CompoundFile::open(bytes);
  if (!file) {
    require(is_valid_utf8(as_bytes(std::string_view(file.error().message))));
    return 0;
  }
  // A chain of sectors that goes round is as long as the file, in whole sectors.
  require(file->entries().size() <= size / 128 + 512);
  require(file->below("").size() == file->entries().size());
  for (const CompoundEntry& entry : file->entries()) {
    require(is_valid_utf8(as_bytes(std::string_view(entry.path))));
    const CompoundEntry* found = file->find(entry.path);
    require(found != nullptr && found <= &entry);
    if (!entry.is_storage) {
      check_stream(*file, entry, size);
      continue;
    }
    const std::string folder = entry.path + '/';
    for (const CompoundEntry& one : file->below(folder)) require(one.path.starts_with(folder));
  }
  for (const std::string& warning : file->warnings())
    require(is_valid_utf8(as_bytes(std::string_view(warning))));
  return 0;
}
