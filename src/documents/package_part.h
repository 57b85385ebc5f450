// The parts of a document's package, as streams of bytes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/byte_stream.h"
#include "base/format.h"
#include "base/work_budget.h"
#include "documents/flat/flat_parts.h"
#include "inflate/inflater.h"
#include "package/member_name.h"
#include "text/word_kernels.h"

namespace lectern {

/// What they are paid for as.
inline constexpr std::string_view kUnpackedParts = "the parts that the document unpacks to";

/// What parts may unpack to before each of their bytes is paid for.
struct FreeWork {
  std::uint64_t bytes = 0;
  bool with_tags = false;  ///< nor do the tags in those bytes cost anything
};

/// An OpenDocument part that was decrypted, as it is inflated.
class DecryptedPart final : public ByteStream {
 public:
  DecryptedPart(std::string_view name, ByteVector packed, std::uint64_t size, WorkBudget& work)
      : name_(told_name(name)), packed_(std::move(packed)), size_(size), work_(work) {
    inflater_.feed(packed_);
  }

  Result<ByteSpan> next() override {
    const auto piece = inflater_.next();
    if (!piece) return fail(ErrorCode::kCorruptDocument, {"{}: {}", name_, piece.error()});
    LECTERN_CHECK(work_.spend("the members of the package", piece->size(), kInflatedWork));
    seen_ += piece->size();
    if (piece->empty() && (!inflater_.ended() || (size_ != 0 && seen_ != size_))) {
      return fail(ErrorCode::kCorruptDocument,
                  {"{}: it has {,} bytes, and its manifest says {,}", name_, seen_, size_});
    }
    return *piece;
  }

 private:
  /// What a byte that is inflated and parsed costs.
  static constexpr std::uint64_t kInflatedWork = 4;

  std::string name_;
  ByteVector packed_;
  std::uint64_t size_;
  std::uint64_t seen_ = 0;
  WorkBudget& work_;
  Inflater inflater_{Inflater::Wrapping::kNone};
};

/// How many tags begin in it, counted in eight bytes at a time.
inline std::uint64_t tags_in(ByteSpan bytes) {
  // So many words have less than 256 of them.
  constexpr std::size_t kMostWords = 31;
  std::uint64_t tags = 0;
  while (bytes.size() >= words::kBytes) {
    const std::size_t size = std::min(bytes.size() / words::kBytes, kMostWords) * words::kBytes;
    std::uint64_t found = 0;
    for (std::size_t at = 0; at < size; at += words::kBytes)
      found += words::equal(words::load(bytes.data() + at), '<') >> 7;
    tags += found * words::all_of(1) >> 56;
    bytes = bytes.subspan(size);
  }
  return tags + static_cast<std::uint64_t>(std::count(bytes.begin(), bytes.end(), '<'));
}

/// A part of a document that is one XML.
class FlatPart final : public ByteStream {
 public:
  /// Both must outlive the part. \param work  of which there has to be some left.
  FlatPart(const PartPieces& pieces, WorkBudget& work) : pieces_(pieces), work_(work) {}

  Result<ByteSpan> next() override {
    LECTERN_CHECK(work_.spend(kUnpackedParts, 0));
    while (true) {
      const ByteSpan some = stream_ ? stream_->next().value() : ByteSpan();
      if (!some.empty() || place_ == pieces_.size()) return some;
      stream_.emplace(as_bytes(std::string_view(pieces_[place_++])));
    }
  }

 private:
  const PartPieces& pieces_;
  WorkBudget& work_;
  std::size_t place_ = 0;  ///< of the next
  std::optional<MemoryStream> stream_;
};

/// A part that pays for being parsed, by its tags and its bytes. The bytes of as much as people's
/// packages hold have no price: 16 times what is packed. Nor have the tags of that in a workbook,
/// which has millions of cells.
class PaidPart final : public ByteStream {
 public:
  /// \param byte_work  what a byte costs that is not free
  PaidPart(std::unique_ptr<ByteStream> part, std::uint64_t byte_work, FreeWork& free,
           WorkBudget& work)
      : part_(std::move(part)), byte_work_(byte_work), free_(free), work_(work) {}

  Result<ByteSpan> next() override {
    LECTERN_TRY(const ByteSpan piece, part_->next());
    const bool is_free = piece.size() <= free_.bytes;
    if (is_free) free_.bytes -= piece.size();
    const std::uint64_t tags = is_free && free_.with_tags ? 0 : tags_in(piece);
    LECTERN_CHECK(
        work_.spend(kUnpackedParts, (is_free ? 0 : piece.size() * byte_work_) + tags * kTagWork));
    return piece;
  }

 private:
  static constexpr std::uint64_t kTagWork = 400;

  std::unique_ptr<ByteStream> part_;
  std::uint64_t byte_work_;
  FreeWork& free_;
  WorkBudget& work_;
};

}  // namespace lectern
