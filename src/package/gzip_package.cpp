#include "package/gzip_package.h"

#include <algorithm>
#include <utility>

#include "base/byte_reader.h"
#include "base/crc32.h"
#include "inflate/inflater.h"
#include "package/member_name.h"
#include "package/unpack_stream.h"

namespace lectern {
namespace {

using namespace std::string_view_literals;

constexpr std::size_t kFixedBytes = 10;
constexpr std::size_t kTrailerBytes = 8;
/// The most that a header is looked for in: more than anybody writes.
constexpr std::size_t kMaxHeaderBytes = std::size_t{128} << 10;
/// What a member costs beside its content, in bytes that are unpacked.
constexpr std::uint64_t kGzipMemberCost = 1024;
constexpr std::uint64_t kGzipCostOfTurn = std::uint64_t{1} << 20;
/// Places from which inflating can go on: as far apart as this at first, and twice as far whenever
/// there are too many. Each takes 32 KiB.
constexpr std::uint64_t kFirstSpacing = std::uint64_t{4} << 20;
constexpr std::size_t kMaxPoints = 16;
constexpr std::size_t kPointHistory = std::size_t{32} << 10;

/// Flags (RFC 1952, section 2.3.1).
constexpr std::uint8_t kHasHeaderCrc = 2;
constexpr std::uint8_t kHasExtra = 4;
constexpr std::uint8_t kHasName = 8;
constexpr std::uint8_t kHasComment = 16;

struct GzipHeader {
  std::size_t size = 0;
  std::uint32_t modified = 0;
  std::string_view name;
};

bool is_gzip(ByteSpan bytes) { return starts_with(bytes, "\x1F\x8B\x08"sv); }

bool skip_text(ByteReader& reader, ByteSpan bytes, std::string_view* text = nullptr) {
  const std::size_t end = as_chars(bytes).find('\0', reader.position());
  if (end == std::string_view::npos) return false;
  if (text != nullptr) *text = as_chars(bytes).substr(reader.position(), end - reader.position());
  return reader.seek(end + 1);
}

/// Nothing when `bytes` are no header, or not all of one.
std::optional<GzipHeader> parse_gzip_header(ByteSpan bytes) {
  if (bytes.size() < kFixedBytes || !is_gzip(bytes)) return std::nullopt;
  const std::uint8_t flags = bytes[3];
  GzipHeader header;
  ByteReader reader(bytes);
  (void)reader.take(4);
  header.modified = *reader.u32_le();
  (void)reader.take(2);
  if ((flags & kHasExtra) != 0) {
    const auto size = reader.u16_le();
    if (!size || !reader.skip(*size)) return std::nullopt;
  }
  if ((flags & kHasName) != 0 && !skip_text(reader, bytes, &header.name)) return std::nullopt;
  if ((flags & kHasComment) != 0 && !skip_text(reader, bytes)) return std::nullopt;
  if ((flags & kHasHeaderCrc) != 0 && !reader.skip(2)) return std::nullopt;
  header.size = reader.position();
  return header;
}

/// A place within the deflated data.
struct GzipPoint {
  std::uint64_t given = 0;     ///< bytes of content before it
  std::uint64_t size = 0;      ///< the same of its member alone
  std::uint64_t position = 0;  ///< of the next byte in the file
  std::uint32_t crc = 0;       ///< of its member so far
  std::uint8_t bit_count = 0;
  std::uint8_t bits = 0;
  ByteVector history;
};

class GzipPoints {
 public:
  bool is_wanted(std::uint64_t given) const {
    return given >= (points_.empty() ? 0 : points_.back().given) + spacing_;
  }
  void add(GzipPoint point);
  /// The last one at or before `given`; null when there is none.
  const GzipPoint* before(std::uint64_t given) const;
  ByteVector to_bytes() const;
  /// \returns false for bytes that no `to_bytes` has written.
  bool take(ByteSpan bytes);

 private:
  std::uint64_t spacing_ = kFirstSpacing;
  std::vector<GzipPoint> points_;
};

void GzipPoints::add(GzipPoint point) {
  points_.push_back(std::move(point));
  if (points_.size() < kMaxPoints) return;
  for (std::size_t i = 0; 2 * i + 1 < points_.size(); ++i)
    points_[i] = std::move(points_[2 * i + 1]);
  points_.resize(points_.size() / 2);
  spacing_ *= 2;
}

const GzipPoint* GzipPoints::before(std::uint64_t given) const {
  const auto after =
      std::upper_bound(points_.begin(), points_.end(), given,
                       [](std::uint64_t place, const GzipPoint& p) { return place < p.given; });
  return after == points_.begin() ? nullptr : &*(after - 1);
}

ByteVector GzipPoints::to_bytes() const {
  ByteVector bytes;
  const auto put = [&bytes](std::uint64_t value) {
    for (unsigned shift = 0; shift < 64; shift += 8)
      bytes.push_back(static_cast<std::uint8_t>(value >> shift));
  };
  put(spacing_);
  for (const GzipPoint& point : points_) {
    put(point.given);
    put(point.size);
    put(point.position);
    put(std::uint64_t{point.crc} << 16 | std::uint64_t{point.bit_count} << 8 | point.bits);
    put(point.history.size());
    bytes.insert(bytes.end(), point.history.begin(), point.history.end());
  }
  return bytes;
}

bool GzipPoints::take(ByteSpan bytes) {
  ByteReader reader(bytes);
  GzipPoints taken;
  taken.spacing_ = reader.u64_le().value_or(0);
  if (taken.spacing_ < kFirstSpacing) return false;
  while (!reader.at_end()) {
    GzipPoint point;
    point.given = reader.u64_le().value_or(0);
    point.size = reader.u64_le().value_or(0);
    point.position = reader.u64_le().value_or(0);
    const std::uint64_t state = reader.u64_le().value_or(0);
    const std::uint64_t history = reader.u64_le().value_or(kPointHistory + 1);
    const std::uint64_t least = taken.points_.empty() ? 0 : taken.points_.back().given;
    if (history > kPointHistory || taken.points_.size() == kMaxPoints || point.given <= least ||
        state >> 48 != 0 || (state >> 8 & 0xFF) > 7)
      return false;
    const auto window = reader.take(static_cast<std::size_t>(history));
    if (!window) return false;
    point.crc = static_cast<std::uint32_t>(state >> 16);
    point.bit_count = static_cast<std::uint8_t>(state >> 8);
    point.bits = static_cast<std::uint8_t>(state);
    point.history.assign(window->begin(), window->end());
    taken.points_.push_back(std::move(point));
  }
  *this = std::move(taken);
  return true;
}

/// The header at `from`, or how far it was looked for.
struct FoundHeader {
  bool needs_bytes = false;
  std::optional<GzipHeader> header = std::nullopt;
  ByteSpan bytes = {};  ///< what stands there, all the same
};
FoundHeader find_gzip_header(ByteWindow& window, std::uint64_t from) {
  for (std::size_t size = 512; size <= kMaxHeaderBytes; size *= 4) {
    const auto bytes = window.get(from, size, size);
    if (!bytes) return {true, std::nullopt, {}};
    const auto header = parse_gzip_header(*bytes);
    if (header || bytes->size() < size || !is_gzip(*bytes)) return {false, header, *bytes};
  }
  return {};
}

class GzipStream final : public MemberStream {
 public:
  explicit GzipStream(ByteWindow& window) : window_(window) {}
  Result<std::optional<ByteSpan>> next() override;
  std::uint64_t take_passed() override { return std::exchange(passed_, 0); }
  std::optional<std::uint64_t> seek(std::uint64_t to, std::uint64_t least) override;
  ByteVector notes() const override { return points_.to_bytes(); }
  void take_notes(ByteSpan notes) override { points_.take(notes); }

 private:
  enum class Part : std::uint8_t { kHeader, kData, kTrailer, kDone };

  bool read_header();
  bool read_trailer();
  void open_data();
  void note_point();
  void end(std::string damage) {
    part_ = Part::kDone;
    damage_ = std::move(damage);
  }

  ByteWindow& window_;
  Part part_ = Part::kHeader;
  std::uint64_t position_ = 0;
  std::uint64_t given_ = 0;
  std::uint64_t size_ = 0;    ///< of the part that is read
  std::uint64_t passed_ = 0;  ///< the cost of members, which may hold nothing
  std::uint32_t crc_ = 0;
  GzipPoints points_;
  std::optional<UnpackStream> inflated_;
};

void GzipStream::open_data() {
  if (inflated_ && inflated_->restart(position_)) return;
  inflated_.emplace(make_deflate_unpacker(), window_, position_, UnpackStream::kToItsEnd);
}

/// Keeps the place between two blocks, when it is far enough behind the one before.
void GzipStream::note_point() {
  const bool is_wanted = points_.is_wanted(given_);
  inflated_->inflater()->stop_at_blocks(is_wanted);
  const auto point = is_wanted ? inflated_->inflater()->point() : std::nullopt;
  if (!point) return;
  points_.add({given_, size_, inflated_->used_to(), crc_,
               static_cast<std::uint8_t>(point->bit_count), point->bits,
               ByteVector(point->history.begin(), point->history.end())});
  inflated_->inflater()->stop_at_blocks(false);
}

std::optional<std::uint64_t> GzipStream::seek(std::uint64_t to, std::uint64_t least) {
  const GzipPoint* point = points_.before(to);
  if (point == nullptr || point->given < least) return std::nullopt;
  position_ = point->position;
  // With a count of its own of what it unpacks: some is unpacked again.
  inflated_.emplace(make_deflate_unpacker(), window_, position_, UnpackStream::kToItsEnd);
  inflated_->inflater()->resume({point->bit_count, point->bits, point->history});
  given_ = point->given;
  size_ = point->size;
  crc_ = point->crc;
  part_ = Part::kData;
  damage_.clear();
  return given_;
}

/// \returns false while the window wants bytes.
bool GzipStream::read_header() {
  const FoundHeader found = find_gzip_header(window_, position_);
  if (found.needs_bytes) return false;
  if (found.header) {
    position_ += found.header->size;
    if (inflated_) passed_ += kGzipMemberCost;
    open_data();
    crc_ = 0;
    size_ = 0;
    part_ = Part::kData;
    return true;
  }
  // Tapes and some servers fill up with zeros.
  const bool is_filled = std::all_of(found.bytes.begin(), found.bytes.end(),
                                     [](std::uint8_t byte) { return byte == 0; });
  end(position_ == 0 || !is_filled
          ? compose({"what stands at byte {} of the gzip file is no part of it", position_})
          : std::string());
  return true;
}

/// \returns false while the window wants bytes.
bool GzipStream::read_trailer() {
  const auto bytes = window_.get(position_, kTrailerBytes, kTrailerBytes);
  if (!bytes) return false;
  ByteReader reader(*bytes);
  const auto crc = reader.u32_le();
  const auto size = reader.u32_le();
  if (!size) {
    end("the gzip file is cut off before its checksum");
  } else if (*crc != crc_ || *size != static_cast<std::uint32_t>(size_)) {
    end("the content of the gzip file is damaged: its checksum is wrong");
  } else {
    position_ += kTrailerBytes;
    part_ = Part::kHeader;
  }
  return true;
}

Result<std::optional<ByteSpan>> GzipStream::next() {
  for (;;) {
    // Others have a turn although nothing has come.
    if (passed_ >= kGzipCostOfTurn) return std::nullopt;
    switch (part_) {
      case Part::kHeader:
        if (window_.size() == position_) {
          part_ = Part::kDone;
        } else if (!read_header()) {
          return std::nullopt;
        }
        break;
      case Part::kData: {
        const auto bytes = inflated_->next();
        if (!bytes) {
          end(compose({"the gzip file {} after {byte} of content: {}", bytes.error().verdict(),
                       given_, bytes.error().reason}));
          break;
        }
        if (!*bytes) return std::nullopt;
        if ((*bytes)->empty()) {
          position_ = inflated_->position();
          part_ = Part::kTrailer;
          break;
        }
        crc_ = crc32_of(crc_, **bytes);
        size_ += (*bytes)->size();
        given_ += (*bytes)->size();
        note_point();
        return *bytes;
      }
      case Part::kTrailer:
        if (!read_trailer()) return std::nullopt;
        break;
      case Part::kDone:
        return ByteSpan();
    }
  }
}

class GzipPackage final : public Package {
 public:
  using Package::Package;

  Result<Step> next(Member& member) override {
    if (members_ > 0) return Step::kEnd;
    const FoundHeader found = find_gzip_header(window_, 0);
    if (found.needs_bytes) return Step::kNeedsBytes;
    if (!found.header) {
      return fail(ErrorCode::kCorruptArchive, "the gzip file is cut off within its header");
    }
    ++members_;
    member = {};
    member.name = decode_member_name(as_bytes(found.header->name));
    member.is_utc = true;
    if (found.header->modified != 0) member.modified = found.header->modified;
    return Step::kMember;
  }

  Result<std::unique_ptr<MemberStream>> open(const Member&) override {
    return std::make_unique<GzipStream>(window_);
  }
};

}  // namespace

std::unique_ptr<Package> open_gzip_package(ByteWindow& window, const Limits& limits) {
  return std::make_unique<GzipPackage>(window, limits);
}

}  // namespace lectern
