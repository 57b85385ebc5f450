#include "package/compressed_package.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/byte_reader.h"
#include "base/format.h"
#include "package/unpack_stream.h"

namespace lectern {
namespace {

using namespace std::string_view_literals;

/// Bytes that are looked at between two streams.
constexpr std::size_t kGapBytes = std::size_t{64} << 10;

/// Bytes by which a stream or a note is told.
constexpr std::size_t kMarkBytes = 8;
/// What a stream costs beside its content, and a note, in bytes that are unpacked.
constexpr std::uint64_t kStreamCost = 1024;
constexpr std::uint64_t kNoteCost = 64;
constexpr std::uint64_t kCostOfTurn = std::uint64_t{1} << 20;

/// Streams and blocks that are remembered, so that reading can go on with them: as far apart as
/// this at first, and twice as far whenever there are too many.
constexpr std::uint64_t kFirstStartSpacing = std::uint64_t{1} << 20;
constexpr std::size_t kMaxStarts = 4096;

/// Where streams and their blocks begin: in the file, and in the content.
class StreamStarts {
 public:
  struct Start {
    std::uint64_t given = 0;
    std::uint64_t position = 0;
    std::uint64_t state = 0;  ///< of a block; 0: a stream begins
  };
  void add(const Start& start);
  /// The last one at or before `given`; null when there is none.
  const Start* before(std::uint64_t given) const;
  ByteVector to_bytes() const;
  /// Bytes that no `to_bytes` has written are ignored.
  void take(ByteSpan bytes);

 private:
  std::uint64_t spacing_ = kFirstStartSpacing;
  std::vector<Start> starts_;
};

void StreamStarts::add(const Start& start) {
  if (start.given < (starts_.empty() ? 0 : starts_.back().given) + spacing_) return;
  starts_.push_back(start);
  if (starts_.size() < kMaxStarts) return;
  for (std::size_t i = 0; 2 * i + 1 < starts_.size(); ++i) starts_[i] = starts_[2 * i + 1];
  starts_.resize(starts_.size() / 2);
  spacing_ *= 2;
}

const StreamStarts::Start* StreamStarts::before(std::uint64_t given) const {
  const auto after =
      std::upper_bound(starts_.begin(), starts_.end(), given,
                       [](std::uint64_t place, const Start& start) { return place < start.given; });
  return after == starts_.begin() ? nullptr : &*(after - 1);
}

ByteVector StreamStarts::to_bytes() const {
  ByteVector bytes;
  const auto put = [&bytes](std::uint64_t value) {
    for (unsigned shift = 0; shift < 64; shift += 8)
      bytes.push_back(static_cast<std::uint8_t>(value >> shift));
  };
  if (!starts_.empty()) put(spacing_);
  for (const Start& start : starts_) {
    put(start.given);
    put(start.position);
    put(start.state);
  }
  return bytes;
}

void StreamStarts::take(ByteSpan bytes) {
  ByteReader reader(bytes);
  StreamStarts taken;
  taken.spacing_ = reader.u64_le().value_or(0);
  if (taken.spacing_ < kFirstStartSpacing) return;
  while (!reader.at_end()) {
    const auto given = reader.u64_le();
    const auto position = reader.u64_le();
    const auto state = reader.u64_le();
    const Start last = taken.starts_.empty() ? Start{} : taken.starts_.back();
    if (!state || *given <= last.given || *position <= last.position ||
        taken.starts_.size() == kMaxStarts)
      return;
    taken.starts_.push_back({*given, *position, *state});
  }
  *this = std::move(taken);
}

/// The size of a frame of Zstandard that is to be skipped; nothing for any other.
std::optional<std::uint64_t> note_bytes(ByteSpan mark) {
  const bool is_note = mark.size() == kMarkBytes && (mark[0] & 0xF0) == 0x50 &&
                       has_bytes_at(mark, 1, "\x2A\x4D\x18"sv);
  if (!is_note) return std::nullopt;
  return kMarkBytes + std::uint64_t{*ByteReader(mark.subspan(4)).u32_le()};
}

bool starts_zstd_frame(ByteSpan bytes) {
  const bool is_skipped =
      bytes.size() > 3 && (bytes[0] & 0xF0) == 0x50 && has_bytes_at(bytes, 1, "\x2A\x4D\x18"sv);
  return is_skipped || starts_with(bytes, "\x28\xB5\x2F\xFD"sv);
}

struct CompressedMethod {
  std::string_view name;
  std::unique_ptr<Unpacker> (*make)(UnpackerMemory& memory);
  /// Whether another stream begins there, which goes on with the content. Null: there is only one.
  bool (*starts)(ByteSpan bytes);
  /// Streams may have so many zeros between them, or a multiple of it; 0: none.
  std::uint64_t padding = 0;
  /// Frames that are to be skipped may stand between them.
  bool has_notes = false;
};
constexpr CompressedMethod kBzip2Files{"bzip2", make_bzip2_unpacker,
                                       [](ByteSpan bytes) { return starts_with(bytes, "BZh"sv); }};
constexpr CompressedMethod kXzFiles{
    "xz", make_xz_unpacker, [](ByteSpan bytes) { return starts_with(bytes, "\xFD\x37zXZ\0"sv); },
    4};
constexpr CompressedMethod kLzmaFiles{"LZMA", make_lzma_unpacker, nullptr};
constexpr CompressedMethod kZstdFiles{"Zstandard", make_zstd_unpacker, starts_zstd_frame, 0, true};

const CompressedMethod& method_of(PackageKind kind) {
  switch (kind) {
    case PackageKind::kBzip2:
      return kBzip2Files;
    case PackageKind::kXz:
      return kXzFiles;
    case PackageKind::kLzma:
      return kLzmaFiles;
    default:
      return kZstdFiles;
  }
}

class CompressedStream final : public MemberStream {
 public:
  CompressedStream(const CompressedMethod& method, ByteWindow& window, UnpackerMemory& memory)
      : method_(method), window_(window), memory_(memory) {
    begin();
  }

  Result<std::optional<ByteSpan>> next() override;
  std::uint64_t take_passed() override { return std::exchange(passed_, 0); }
  std::optional<std::uint64_t> seek(std::uint64_t to, std::uint64_t least) override;
  ByteVector notes() const override { return starts_.to_bytes(); }
  void take_notes(ByteSpan notes) override { starts_.take(notes); }

 private:
  void begin() {
    in_data_ = true;
    starts_.add({given_, position_});
    if (data_ && data_->restart(position_)) return;
    data_.emplace(method_.make(memory_), window_, position_, UnpackStream::kToItsEnd);
  }
  bool pass_gap();

  const CompressedMethod& method_;
  ByteWindow& window_;
  UnpackerMemory& memory_;
  std::uint64_t position_ = 0;
  std::uint64_t zeros_ = 0;  ///< before it, since the last stream
  std::uint64_t given_ = 0;
  std::uint64_t passed_ = 0;  ///< the cost of streams, which may hold nothing
  bool in_data_ = false;
  bool is_done_ = false;
  StreamStarts starts_;
  std::optional<UnpackStream> data_;
};

std::optional<std::uint64_t> CompressedStream::seek(std::uint64_t to, std::uint64_t least) {
  const StreamStarts::Start* const start = starts_.before(to);
  if (start == nullptr || start->given < least) return std::nullopt;
  // With a count of its own of what it unpacks: some is unpacked again.
  UnpackStream data(method_.make(memory_), window_, start->position, UnpackStream::kToItsEnd);
  if (start->state != 0 && !data.resume(start->state)) return std::nullopt;
  data_.emplace(std::move(data));
  given_ = start->given;
  position_ = start->position;
  zeros_ = 0;
  in_data_ = true;
  is_done_ = false;
  damage_.clear();
  return given_;
}

/// Goes on behind a stream. \returns false while the window wants bytes.
bool CompressedStream::pass_gap() {
  const auto bytes = window_.get_some(position_, kGapBytes);
  if (!bytes) return false;
  const auto* const other = std::find_if(bytes->data(), bytes->data() + bytes->size(),
                                         [](auto byte) { return byte != 0; });
  const auto zeros = static_cast<std::size_t>(other - bytes->data());
  if (zeros > 0) {
    // Tapes and some servers fill up with zeros.
    zeros_ += zeros;
    position_ += zeros;
    return true;
  }
  is_done_ = true;
  if (bytes->empty()) {
    if (position_ > window_.size().value_or(position_)) {
      damage_ = compose({"the {} file ends within a frame that is to be skipped", method_.name});
    }
    return true;
  }
  const auto mark = window_.get(position_, kMarkBytes, kGapBytes);
  if (!mark) {
    is_done_ = false;
    return false;
  }
  const bool may_start = method_.padding == 0 ? zeros_ == 0 : zeros_ % method_.padding == 0;
  const auto note = may_start && method_.has_notes ? note_bytes(*mark) : std::nullopt;
  if (note && (!window_.size() || *note <= *window_.size() - position_)) {
    is_done_ = false;
    position_ += *note;
    passed_ += kNoteCost;
  } else if (may_start && method_.starts != nullptr && method_.starts(*mark)) {
    is_done_ = false;
    zeros_ = 0;
    passed_ += kStreamCost;
    begin();
  } else {
    damage_ = compose(
        {"what stands at byte {} of the {} file is no part of it", position_, method_.name});
  }
  return true;
}

Result<std::optional<ByteSpan>> CompressedStream::next() {
  while (!is_done_) {
    // Others have a turn although nothing has come.
    if (passed_ >= kCostOfTurn) return std::nullopt;
    if (!in_data_) {
      if (!pass_gap()) return std::nullopt;
      continue;
    }
    const auto bytes = data_->next();
    if (!bytes) {
      const UnpackError& error = bytes.error();
      if (given_ == 0 && error.code == ErrorCode::kLimitExceeded) {
        return fail(error.code, {"the {} file: {}", method_.name, error.reason});
      }
      is_done_ = true;
      damage_ = compose({"the {} file {} after {byte} of content: {}", method_.name,
                         error.verdict(), given_, error.reason});
      break;
    }
    if (!*bytes) return std::nullopt;
    if (!(*bytes)->empty()) {
      if (const auto block = data_->block_start())
        starts_.add({given_, position_ + block->offset, block->state});
      given_ += (*bytes)->size();
      return *bytes;
    }
    position_ = data_->position();
    in_data_ = false;
  }
  return ByteSpan();
}

class CompressedPackage final : public Package {
 public:
  CompressedPackage(const CompressedMethod& method, ByteWindow& window, const Limits& limits,
                    UnpackerMemory& memory)
      : Package(window, limits), method_(method), memory_(memory) {}

  Result<Step> next(Member& member) override {
    if (members_ > 0) return Step::kEnd;
    ++members_;
    member = {};
    return Step::kMember;
  }

  Result<std::unique_ptr<MemberStream>> open(const Member&) override {
    return std::make_unique<CompressedStream>(method_, window_, memory_);
  }

 private:
  const CompressedMethod& method_;
  UnpackerMemory& memory_;
};

}  // namespace

std::unique_ptr<Package> open_compressed_package(PackageKind kind, ByteWindow& window,
                                                 const Limits& limits, UnpackerMemory& memory) {
  return std::make_unique<CompressedPackage>(method_of(kind), window, limits, memory);
}

}  // namespace lectern
