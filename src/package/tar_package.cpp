#include "package/tar_package.h"

#include <algorithm>

#include "package/member_name.h"
#include "package/tar_header.h"
#include "package/tar_stream.h"

namespace lectern {
namespace {

/// The longest name, link or pax header that is read.
constexpr std::uint64_t kMaxExtensionBytes = std::uint64_t{1} << 20;
/// Parts of a sparse file.
constexpr std::size_t kMaxExtents = 100'000;
/// Bytes that are asked for with a header, when members are small and when they are large.
constexpr std::uint64_t kNearBytes = std::uint64_t{64} << 10;
constexpr std::uint64_t kFarBytes = 8 * kTarBlockBytes;
/// Zeros behind the end that are looked at: more than any record has.
constexpr std::uint64_t kMostFilled = std::uint64_t{1} << 20;
/// Larger than any file: what is beyond is nowhere.
constexpr std::uint64_t kNowhere = std::uint64_t{1} << 62;

/// \param has_data  what has bytes is a file, whatever its name ends with
MemberKind tar_kind(char type, std::string_view name, bool has_data) {
  switch (type) {
    case '1':
      return MemberKind::kHardLink;
    case '2':
      return MemberKind::kLink;
    case '3':
    case '4':
    case '6':
      return MemberKind::kOther;
    case '5':
    case 'D':
      return MemberKind::kDirectory;
    default:
      return name.ends_with('/') && !has_data ? MemberKind::kDirectory : MemberKind::kFile;
  }
}

class TarPackage final : public Package {
 public:
  using Package::Package;

  Result<Step> next(Member& member) override;
  std::optional<std::uint64_t> place_of_next() const override { return position_; }
  void go_to(std::uint64_t place) override {
    position_ = place;
    filled_to_.reset();
  }
  Result<std::unique_ptr<MemberStream>> open(const Member& member) override {
    return open_tar_stream(window_, member);
  }

 private:
  Result<Step> read_extension(const TarHeader& header);
  Result<Step> end_with(const Message& warning);
  Result<Step> end_of_archive();
  void skip(std::uint64_t bytes);

  std::uint64_t position_ = 0;
  std::uint64_t ahead_ = kNearBytes;
  std::optional<std::uint64_t> filled_to_;  ///< behind the end: nothing but zeros up to here
  TarOverrides overrides_;
};

/// Goes on behind a header and `bytes` of data, which fill up blocks.
void TarPackage::skip(std::uint64_t bytes) {
  const std::uint64_t filled = std::min(bytes, kNowhere) / kTarBlockBytes * kTarBlockBytes +
                               (bytes % kTarBlockBytes == 0 ? 0 : kTarBlockBytes);
  position_ = std::min(position_ + kTarBlockBytes + filled, kNowhere);
  ahead_ = filled > kNearBytes ? kFarBytes : kNearBytes;
}

Result<Package::Step> TarPackage::end_with(const Message& warning) {
  warn(warning);
  return Step::kEnd;
}

/// Zeros fill up the last record; what stands behind them would be seen by nobody.
Result<Package::Step> TarPackage::end_of_archive() {
  for (; *filled_to_ - position_ < kMostFilled; *filled_to_ += kNearBytes) {
    const auto rest = window_.get(*filled_to_, kNearBytes);
    if (!rest) return Step::kNeedsBytes;
    const bool is_filled =
        std::all_of(rest->begin(), rest->end(), [](std::uint8_t byte) { return byte == 0; });
    if (!is_filled) break;
    if (rest->size() < kNearBytes) return Step::kEnd;
  }
  return end_with({"the tar file ends at byte {}; what follows is not read", position_});
}

/// A header that says something of the member after it.
Result<Package::Step> TarPackage::read_extension(const TarHeader& header) {
  if (header.stored_bytes > kMaxExtensionBytes) {
    return fail(ErrorCode::kLimitExceeded,
                {"the tar header at byte {} has {byte} of names, more than the limit of {,}",
                 position_, header.stored_bytes, kMaxExtensionBytes});
  }
  const std::uint64_t size = header.stored_bytes;
  const auto bytes = window_.get(position_, kTarBlockBytes + size, 3 * kTarBlockBytes + size);
  if (!bytes) return Step::kNeedsBytes;
  const std::string_view text = as_chars(bytes->subspan(kTarBlockBytes));
  const std::string_view name = text.substr(0, text.find('\0'));
  if (header.type == 'L') overrides_.name = name;
  if (header.type == 'K') overrides_.target = name;
  const bool is_pax = header.type == 'x' || header.type == 'X';
  if (is_pax && (!parse_pax_records(text, overrides_) || text.size() < size)) {
    warn({"the pax header at byte {} of the tar file is damaged", position_});
  }
  if (overrides_.extents.size() > kMaxExtents) {
    return fail(ErrorCode::kLimitExceeded,
                {"the sparse file at byte {} of the tar file has more than {,} parts", position_,
                 kMaxExtents});
  }
  skip(size);
  return Step::kMember;
}

Result<Package::Step> TarPackage::next(Member& member) {
  if (filled_to_) return end_of_archive();
  for (;;) {
    const auto block = window_.get(position_, kTarBlockBytes, ahead_);
    if (!block) return Step::kNeedsBytes;
    if (block->size() < kTarBlockBytes) {
      const bool is_cut = !block->empty() || (window_.size() && position_ > *window_.size());
      // A header alone promises a member of which nothing is there.
      if (is_cut && (members_ == 0 || window_.size() == kTarBlockBytes)) {
        return fail(ErrorCode::kCorruptArchive, "the tar file is cut off in its first member");
      }
      return is_cut ? end_with({"the tar file is cut off after {member}", members_}) : Step::kEnd;
    }
    if (std::all_of(block->begin(), block->end(), [](std::uint8_t byte) { return byte == 0; })) {
      const auto both = window_.get(position_, 2 * kTarBlockBytes);
      if (!both) return Step::kNeedsBytes;
      const auto header = parse_tar_header(both->subspan(kTarBlockBytes));
      if (!header) {
        filled_to_ = position_;
        return end_of_archive();
      }
      // A lone block of zeros ends nothing.
      position_ += kTarBlockBytes;
      continue;
    }
    const auto header = parse_tar_header(*block);
    if (!header && members_ == 0) {
      return fail(ErrorCode::kCorruptArchive, {"there is no tar header at byte {}", position_});
    }
    if (!header) {
      return end_with({"there is no tar header at byte {}; what follows is not read", position_});
    }
    if (std::string_view("LKxXg").find(header->type) != std::string_view::npos) {
      LECTERN_TRY(const Step step, read_extension(*header));
      if (step == Step::kNeedsBytes) return step;
      continue;
    }
    TarHeader own = *header;
    std::uint64_t blocks = 0;
    for (bool has_more = own.has_more_extents; has_more; ++blocks) {
      // Twice as many each time: all are read again when some are missing.
      const std::uint64_t read = (2 + blocks) * kTarBlockBytes;
      const auto all = window_.get(position_, read, 2 * read);
      if (!all) return Step::kNeedsBytes;
      const ByteSpan map = all->subspan(static_cast<std::size_t>(
          std::min<std::uint64_t>((1 + blocks) * kTarBlockBytes, all->size())));
      if (map.size() < kTarBlockBytes || own.extents.size() > kMaxExtents) {
        return fail(
            ErrorCode::kCorruptArchive,
            {"the map of the sparse file at byte {} of the tar file does not end", position_});
      }
      has_more = parse_tar_extents(map, own.extents);
    }
    position_ += blocks * kTarBlockBytes;
    TarOverrides said = std::exchange(overrides_, {});
    member = {};
    member.name = decode_member_name(as_bytes(said.name.value_or(own.name)));
    member.stored_bytes = said.stored_bytes.value_or(own.stored_bytes);
    member.kind = tar_kind(own.type, member.name, member.stored_bytes > 0);
    const bool is_link = member.kind == MemberKind::kLink || member.kind == MemberKind::kHardLink;
    if (is_link) member.target = decode_member_name(as_bytes(said.target.value_or(own.target)));
    member.modified = said.modified.value_or(own.modified);
    member.is_utc = true;
    member.place = position_ + kTarBlockBytes;
    const bool has_data = member.kind == MemberKind::kFile || own.type == '1' || own.type == 'D';
    if (!has_data) member.stored_bytes = 0;
    member.size_bytes = member.stored_bytes;
    if (own.type == 'S' || said.is_sparse) {
      member.method = said.has_map_in_data ? kTarMapInData : kTarSparse;
      member.extents = own.type == 'S' ? std::move(own.extents) : std::move(said.extents);
      member.size_bytes =
          own.type == 'S' ? own.real_bytes.value_or(0) : said.real_bytes.value_or(0);
    }
    skip(member.stored_bytes);
    // Labels of tapes are no members.
    if (own.type == 'V') continue;
    LECTERN_CHECK(count_member());
    return Step::kMember;
  }
}

}  // namespace

std::unique_ptr<Package> open_tar_package(ByteWindow& window, const Limits& limits) {
  return std::make_unique<TarPackage>(window, limits);
}

}  // namespace lectern
