// What a read of a package leaves for the next one.
#include "base/byte_reader.h"
#include "read/package_read.h"

namespace lectern {
namespace {

void put_u64(ByteVector& bytes, std::uint64_t value) {
  for (unsigned shift = 0; shift < 64; shift += 8)
    bytes.push_back(static_cast<std::uint8_t>(value >> shift));
}

}  // namespace

/// Of a single compressed file: the size of what it holds, its notes behind their size, and those
/// of its stream; nothing where damage has to be found again. Of an archive: its places.
ByteVector PackageRead::notes() const {
  ByteVector notes(kPackageNotesMark.begin(), kPackageNotesMark.end());
  if (!is_single_) {
    const auto& places = places_.size() > known_places_.size() ? places_ : known_places_;
    for (const std::uint64_t number : places) put_u64(notes, number);
    return places.empty() ? ByteVector() : notes;
  }
  if (!inner_ || !stream_ || !stream_->damage().empty()) return {};
  const ByteVector inner = inner_->notes();
  if (inner.empty()) return {};
  put_u64(notes, at_end_ ? position_ + piece_.size() : member_.size_bytes.value_or(0));
  put_u64(notes, inner.size());
  notes.insert(notes.end(), inner.begin(), inner.end());
  const ByteVector stream = stream_->notes();
  notes.insert(notes.end(), stream.begin(), stream.end());
  return notes;
}

void PackageRead::take_notes(ByteSpan notes) {
  if (!starts_with(notes, kPackageNotesMark)) return;
  ByteReader reader(notes.subspan(kPackageNotesMark.size()));
  while (!is_single_ && file_.is_sequential && known_places_.size() < kMostPlaceNumbers) {
    const auto hash = reader.u64_le();
    const auto place = reader.u64_le();
    if (!place) break;
    known_places_.insert(known_places_.end(), {*hash, *place});
  }
  if (!is_single_) return;
  const std::uint64_t content = reader.u64_le().value_or(0);
  const auto size = reader.u64_le();
  if (!size || *size > reader.remaining()) return;
  if (content > 0) known_bytes_ = content;
  inner_notes_ = *reader.take(static_cast<std::size_t>(*size));
  stream_notes_ = *reader.take(reader.remaining());
}

}  // namespace lectern
