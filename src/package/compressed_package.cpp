#include "package/compressed_package.h"

#include <algorithm>
#include <optional>

#include "base/format.h"
#include "package/unpack_stream.h"

namespace lectern {
namespace {

using namespace std::string_view_literals;

/// Bytes that are looked at between two streams.
constexpr std::size_t kGapBytes = std::size_t{64} << 10;

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
};
constexpr CompressedMethod kBzip2Files{"bzip2", make_bzip2_unpacker,
                                       [](ByteSpan bytes) { return starts_with(bytes, "BZh"sv); }};
constexpr CompressedMethod kXzFiles{
    "xz", make_xz_unpacker, [](ByteSpan bytes) { return starts_with(bytes, "\xFD\x37zXZ\0"sv); },
    4};
constexpr CompressedMethod kLzmaFiles{"LZMA", make_lzma_unpacker, nullptr};
constexpr CompressedMethod kZstdFiles{"Zstandard", make_zstd_unpacker, starts_zstd_frame};

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

 private:
  void begin() {
    data_.emplace(method_.make(memory_), window_, position_, UnpackStream::kToItsEnd);
  }
  bool pass_gap();

  const CompressedMethod& method_;
  ByteWindow& window_;
  UnpackerMemory& memory_;
  std::uint64_t position_ = 0;
  std::uint64_t zeros_ = 0;  ///< before it, since the last stream
  std::uint64_t given_ = 0;
  bool is_done_ = false;
  std::optional<UnpackStream> data_;
};

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
  if (bytes->empty()) return true;
  constexpr std::size_t kMarkBytes = 6;
  const auto mark = window_.get(position_, kMarkBytes, kGapBytes);
  if (!mark) {
    is_done_ = false;
    return false;
  }
  const bool may_start = method_.padding == 0 ? zeros_ == 0 : zeros_ % method_.padding == 0;
  if (may_start && method_.starts != nullptr && method_.starts(*mark)) {
    is_done_ = false;
    zeros_ = 0;
    begin();
  } else {
    damage_ = compose(
        {"what stands at byte {} of the {} file is no part of it", position_, method_.name});
  }
  return true;
}

Result<std::optional<ByteSpan>> CompressedStream::next() {
  while (!is_done_) {
    if (!data_) {
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
      damage_ = compose({"the {} file is damaged after {byte} of content: {}", method_.name, given_,
                         error.reason});
      break;
    }
    if (!*bytes) return std::nullopt;
    if (!(*bytes)->empty()) {
      given_ += (*bytes)->size();
      return *bytes;
    }
    position_ = data_->position();
    data_.reset();
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
