#include "package/unpacker.h"

#include <algorithm>
#include <cstdlib>

#include "base/message.h"
#include "inflate/inflater.h"

namespace lectern {
namespace {

/// What unpackers take beside their dictionaries and tables is not counted: it is little, and not
/// as much on every host.
constexpr std::size_t kCountedBytes = std::size_t{1} << 20;
/// Taking that much takes ten microseconds, for which a file needs no more than a few bytes.
constexpr std::uint64_t kMaxTimesTaken = 20'000;
/// No host of 32 bits can be asked for more: what is beyond is one number on all of them.
constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 30;
/// In front of a piece of memory stands its size.
constexpr std::size_t kPrefixBytes = alignof(std::max_align_t);

class DeflateUnpacker final : public Unpacker {
 public:
  void feed(ByteSpan piece) override { inflater_.feed(piece); }
  tl::expected<ByteSpan, UnpackError> next() override {
    const auto bytes = inflater_.next();
    if (bytes) return *bytes;
    return tl::unexpected(UnpackError{ErrorCode::kCorruptArchive, std::string(bytes.error())});
  }
  bool ended() const override { return inflater_.ended(); }
  std::size_t unused() const override { return inflater_.unused(); }
  bool restart() override {
    inflater_.restart();
    return true;
  }
  Inflater* inflater() override { return &inflater_; }

 private:
  Inflater inflater_{Inflater::Wrapping::kNone};
};

class CopyUnpacker final : public Unpacker {
 public:
  explicit CopyUnpacker(std::uint64_t size_bytes) : left_(size_bytes) {}

  void feed(ByteSpan piece) override { piece_ = piece; }
  tl::expected<ByteSpan, UnpackError> next() override {
    const ByteSpan bytes =
        piece_.first(static_cast<std::size_t>(std::min<std::uint64_t>(piece_.size(), left_)));
    piece_ = piece_.subspan(bytes.size());
    left_ -= bytes.size();
    return bytes;
  }
  bool ended() const override { return left_ == 0; }
  std::size_t unused() const override { return piece_.size(); }

 private:
  std::uint64_t left_;
  ByteSpan piece_;
};

}  // namespace

void* UnpackerMemory::take(std::size_t size) {
  const std::uint64_t counted = size < kCountedBytes ? 0 : size;
  if (counted > 0 && ++times_taken_ > kMaxTimesTaken) return nullptr;
  if (size >= kMostBytes || held_ + counted > limit_) {
    wanted_ = held_ + counted;
    return nullptr;
  }
  auto* memory = static_cast<std::uint8_t*>(std::malloc(size + kPrefixBytes));
  if (memory == nullptr) {
    wanted_ = held_ + counted;
    return nullptr;
  }
  *reinterpret_cast<std::uint64_t*>(memory) = counted;
  held_ += counted;
  return memory + kPrefixBytes;
}

void UnpackerMemory::give(void* memory) {
  if (memory == nullptr) return;
  std::uint8_t* const start = static_cast<std::uint8_t*>(memory) - kPrefixBytes;
  held_ -= *reinterpret_cast<std::uint64_t*>(start);
  std::free(start);
}

std::string UnpackerMemory::refusal() const {
  if (times_taken_ > kMaxTimesTaken) {
    return compose({"unpacking it takes new memory more than {,} times", kMaxTimesTaken});
  }
  if (wanted_ > 0 && wanted_ < kMostBytes) {
    return compose({"unpacking it takes {byte} of memory, the limit is {,}", wanted_, limit_});
  }
  return compose(
      {"unpacking it takes {byte} of memory or more, the limit is {,}", kMostBytes, limit_});
}

tl::expected<ByteSpan, UnpackError> LibraryUnpacker::next() {
  if (output_.empty()) output_.resize(kOutputBytes);
  // Without a piece, too: more may come of the one before.
  while (problem_.empty() && !lacks_memory_ && !has_ended_) {
    const UnpackerStep done = step(piece_, output_);
    piece_ = piece_.subspan(done.used);
    has_ended_ = done.is_end;
    problem_ = done.problem;
    lacks_memory_ = done.lacks_memory;
    if (done.made > 0) return ByteSpan(output_).first(done.made);
    if (done.used == 0) break;
  }
  if (lacks_memory_) {
    return tl::unexpected(UnpackError{ErrorCode::kLimitExceeded, memory_.refusal()});
  }
  if (!problem_.empty()) {
    return tl::unexpected(UnpackError{ErrorCode::kCorruptArchive, std::string(problem_)});
  }
  return ByteSpan();
}

std::unique_ptr<Unpacker> make_copy_unpacker(std::uint64_t size_bytes) {
  return std::make_unique<CopyUnpacker>(size_bytes);
}

std::unique_ptr<Unpacker> make_deflate_unpacker() { return std::make_unique<DeflateUnpacker>(); }

}  // namespace lectern
