#include "package/tar_stream.h"

#include <algorithm>
#include <array>

#include "package/member_name.h"
#include "package/tar_header.h"

namespace lectern {
namespace {

constexpr std::uint64_t kTarPieceBytes = std::uint64_t{256} << 10;
/// The longest map before the data of a sparse file.
constexpr std::uint64_t kMaxMapBytes = std::uint64_t{1} << 20;
constexpr std::array<std::uint8_t, 4096> kZeros{};

class TarStream final : public MemberStream {
 public:
  TarStream(ByteWindow& window, const Member& member, std::string_view archive)
      : window_(window),
        archive_(archive),
        member_(member),
        data_(member.place),
        data_end_(member.place + std::min(member.stored_bytes, ~std::uint64_t{0} - member.place)),
        stored_(data_),
        has_map_(member.method != kTarMapInData) {
    if (member_.method == kTarPlain) member_.extents = {{0, member.stored_bytes}};
  }

  Result<std::optional<ByteSpan>> next() override;
  std::optional<std::uint64_t> seek(std::uint64_t to, std::uint64_t) override {
    if (!has_map_) return std::nullopt;
    position_ = to;
    index_ = 0;
    stored_ = data_;
    return to;
  }
  bool is_stored() const override { return member_.method == kTarPlain; }

 private:
  static std::uint64_t end_of(const Extent& extent) {
    return extent.offset + std::min(extent.size, ~std::uint64_t{0} - extent.offset);
  }
  bool read_map();
  std::optional<ByteSpan> stored_bytes(std::uint64_t from, std::uint64_t left);

  ByteWindow& window_;
  std::string_view archive_;
  Member member_;
  std::uint64_t data_;      ///< where the first extent is stored
  std::uint64_t data_end_;  ///< behind the last byte that is stored
  std::uint64_t position_ = 0;
  std::size_t index_ = 0;  ///< of the first extent that does not end before `position_`
  std::uint64_t stored_;   ///< where it is stored
  bool has_map_;
};

/// Lines of decimal numbers: how many extents, then offset and size of each; zeros fill the block.
/// \returns false while the window wants bytes.
bool TarStream::read_map() {
  const std::uint64_t stored = data_end_ - data_;
  for (std::uint64_t size = kTarBlockBytes; size <= kMaxMapBytes; size *= 2) {
    const auto bytes = window_.get(data_, std::min(size, stored), std::min(stored, kTarPieceBytes));
    if (!bytes) return false;
    std::string_view rest = as_chars(*bytes);
    const auto take = [&rest] {
      const std::size_t end = rest.find('\n');
      const auto number = end == rest.npos ? std::nullopt : parse_decimal(rest.substr(0, end));
      if (number) rest.remove_prefix(end + 1);
      return number;
    };
    std::vector<Extent> extents;
    auto left = take();
    for (; left && *left > 0; --*left) {
      const auto offset = take();
      const auto length = take();
      if (!offset || !length) break;
      extents.push_back({*offset, *length});
    }
    if (left && *left == 0) {
      member_.extents = std::move(extents);
      const std::uint64_t read = bytes->size() - rest.size();
      data_ += (read + kTarBlockBytes - 1) / kTarBlockBytes * kTarBlockBytes;
      stored_ = data_;
      has_map_ = true;
      return true;
    }
    if (bytes->size() < size) break;
  }
  damage_ = compose({"{} is a sparse file whose map is damaged", told_name(member_.name)});
  member_.size_bytes = 0;
  has_map_ = true;
  return true;
}

Result<std::optional<ByteSpan>> TarStream::next() {
  if (!has_map_ && !read_map()) return std::nullopt;
  const std::uint64_t size = member_.size_bytes.value_or(0);
  if (position_ >= size) return ByteSpan();
  for (; index_ < member_.extents.size() && position_ >= end_of(member_.extents[index_]);
       ++index_) {
    stored_ += std::min(member_.extents[index_].size, data_end_ - std::min(stored_, data_end_));
  }
  std::uint64_t end = size;
  if (index_ < member_.extents.size()) {
    const Extent& extent = member_.extents[index_];
    if (position_ >= extent.offset) {
      return stored_bytes(stored_ + (position_ - extent.offset),
                          std::min(end_of(extent), size) - position_);
    }
    end = std::min(end, extent.offset);
  }
  const std::uint64_t hole = std::min<std::uint64_t>(end - position_, kZeros.size());
  position_ += hole;
  return ByteSpan(kZeros).first(static_cast<std::size_t>(hole));
}

/// At most `left` bytes from `from` on in the file.
std::optional<ByteSpan> TarStream::stored_bytes(std::uint64_t from, std::uint64_t left) {
  const std::uint64_t stored = std::min(left, data_end_ - std::min(from, data_end_));
  const auto bytes = stored == 0 ? std::optional(ByteSpan())
                                 : window_.get_some(from, std::min(stored, kTarPieceBytes));
  if (!bytes) return std::nullopt;
  if (bytes->empty()) {
    damage_ =
        compose({"{} is cut off after {byte} of {,}: the {} has no more of it",
                 told_name(member_.name), position_, member_.size_bytes.value_or(0), archive_});
    member_.size_bytes = position_;
    return ByteSpan();
  }
  const auto taken = std::min<std::uint64_t>(bytes->size(), stored);
  position_ += taken;
  return bytes->first(static_cast<std::size_t>(taken));
}

}  // namespace

std::unique_ptr<MemberStream> open_tar_stream(ByteWindow& window, const Member& member,
                                              std::string_view archive) {
  return std::make_unique<TarStream>(window, member, archive);
}

}  // namespace lectern
