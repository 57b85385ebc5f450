#include "package/seven_zip_header.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/byte_reader.h"
#include "base/format.h"

namespace lectern {
namespace {

constexpr std::uint64_t kMaxCoders = 8;
constexpr std::uint64_t kMaxFolders = 250'000;
/// Packed streams of all folders.
constexpr std::uint64_t kMaxPacked = 4 * kMaxFolders;
constexpr std::uint64_t kFixedStartBytes = 32;
/// From 1601, in 100 nanoseconds, to 1970.
constexpr std::uint64_t kTicksPerSecond = 10'000'000;
constexpr std::int64_t kSecondsBefore1970 = 11'644'473'600;

/// Whether `names` are `count` names and nothing else: with one too many or too few each would
/// stand for another file.
bool names_end(ByteSpan names, std::uint64_t count) {
  if (names.size() % 2 != 0) return false;
  std::uint64_t ends = 0;
  bool is_end = true;
  for (std::size_t i = 0; i < names.size(); i += 2) {
    is_end = names[i] == 0 && names[i + 1] == 0;
    ends += is_end ? 1 : 0;
  }
  return is_end && ends == count;
}

/// Reads what the directory is made of. What is wrong makes it stop; `ok` tells at the end.
class SevenZipParser {
 public:
  SevenZipParser(ByteSpan header, const Limits& limits) : reader_(header), limits_(limits) {}

  Result<SevenZipDirectory> parse();

 private:
  /// Properties of the directory.
  enum Id : std::uint8_t {
    kEnd = 0x00,
    kHeader = 0x01,
    kArchiveProperties = 0x02,
    kMainStreams = 0x04,
    kFiles = 0x05,
    kPackInfo = 0x06,
    kUnpackInfo = 0x07,
    kSubStreams = 0x08,
    kSize = 0x09,
    kCrc = 0x0A,
    kFolder = 0x0B,
    kUnpackSizes = 0x0C,
    kPartCounts = 0x0D,
    kEmptyStream = 0x0E,
    kEmptyFile = 0x0F,
    kNames = 0x11,
    kModified = 0x14,
    kAttributes = 0x15,
    kPackedHeader = 0x17,
  };

  bool ok() const { return ok_; }
  void stop() { ok_ = false; }
  std::uint8_t byte() {
    const auto value = reader_.u8();
    ok_ = ok_ && value.has_value();
    return value.value_or(0);
  }
  ByteSpan take(std::uint64_t size);
  std::uint64_t number();
  std::uint64_t count(std::uint64_t most);
  std::vector<bool> bits(std::uint64_t size);
  std::vector<bool> defined(std::uint64_t size);
  std::vector<std::optional<std::uint32_t>> crcs(std::uint64_t size);

  void read_streams();
  void read_pack_info();
  void read_folders();
  /// Which of a folder's outputs are those of its chain, or of its content alone, and how many
  /// there are.
  struct Outputs {
    std::vector<std::size_t> places;
    std::uint64_t count = 0;
  };
  SevenZipFolder read_folder(Outputs& outputs);
  void read_parts();
  void place_folders();
  void read_files();
  void read_times(ByteSpan data);
  void read_attributes(ByteSpan data);

  ByteReader reader_;
  const Limits& limits_;
  bool ok_ = true;
  std::uint64_t pack_place_ = 0;
  std::vector<std::uint64_t> packed_;  ///< sizes of the packed streams
  std::vector<std::uint64_t> inputs_;  ///< packed streams of each folder
  struct TooMany {
    std::uint64_t count = 0;
    std::uint64_t limit = 0;
    std::string_view noun;
  };
  TooMany too_many_;
  SevenZipDirectory directory_;
};

ByteSpan SevenZipParser::take(std::uint64_t size) {
  if (size > reader_.remaining()) {
    stop();
    return {};
  }
  return *reader_.take(static_cast<std::size_t>(size));
}

/// The ones that lead the first byte say how many bytes follow.
std::uint64_t SevenZipParser::number() {
  const std::uint8_t first = byte();
  std::uint64_t value = 0;
  std::uint8_t mask = 0x80;
  for (unsigned i = 0; i < 8; ++i, mask >>= 1) {
    if ((first & mask) == 0) {
      return value | static_cast<std::uint64_t>(first & (mask - 1U)) << 8 * i;
    }
    value |= std::uint64_t{byte()} << 8 * i;
  }
  return value;
}

std::uint64_t SevenZipParser::count(std::uint64_t most) {
  const std::uint64_t value = number();
  if (value <= most) return value;
  stop();
  return 0;
}

std::vector<bool> SevenZipParser::bits(std::uint64_t size) {
  std::vector<bool> all;
  const ByteSpan bytes = take((size + 7) / 8);
  if (!ok()) return all;
  all.reserve(static_cast<std::size_t>(size));
  for (std::size_t i = 0; i < size; ++i) all.push_back((bytes[i / 8] & 0x80 >> i % 8) != 0);
  return all;
}

/// Which of them have a value: all, or those of a row of bits.
std::vector<bool> SevenZipParser::defined(std::uint64_t size) {
  if (byte() == 0) return bits(size);
  return std::vector<bool>(static_cast<std::size_t>(size), true);
}

std::vector<std::optional<std::uint32_t>> SevenZipParser::crcs(std::uint64_t size) {
  std::vector<std::optional<std::uint32_t>> all;
  const std::vector<bool> known = defined(size);
  for (const bool has_one : known) {
    if (!ok()) break;
    all.emplace_back();
    if (!has_one) continue;
    all.back() = reader_.u32_le();
    if (!all.back()) stop();
  }
  all.resize(static_cast<std::size_t>(size));
  return all;
}

void SevenZipParser::read_pack_info() {
  pack_place_ = number();
  const std::uint64_t streams = count(reader_.remaining());
  if (streams > kMaxPacked) {
    too_many_ = {streams, kMaxPacked, "packed stream"};
    return stop();
  }
  for (std::uint8_t id = byte(); ok() && id != kEnd; id = byte()) {
    if (id == kSize) {
      packed_.clear();
      for (std::uint64_t i = 0; ok() && i < streams; ++i) packed_.push_back(number());
    } else if (id == kCrc) {
      crcs(streams);
    } else {
      stop();
    }
  }
}

SevenZipFolder SevenZipParser::read_folder(Outputs& outputs) {
  struct Node {
    SevenZipCoder coder;
    std::uint64_t first_in;
    std::uint64_t ins;
    std::uint64_t outs;
  };
  SevenZipFolder folder;
  std::vector<Node> nodes;
  std::uint64_t ins = 0;
  std::uint64_t outs = 0;
  const std::uint64_t coders = count(kMaxCoders);
  for (std::uint64_t i = 0; ok() && i < coders; ++i) {
    const std::uint8_t flags = byte();
    Node node{{}, ins, 1, 1};
    if ((flags & 0x80) != 0 || (flags & 0x0F) > 8) stop();
    for (const std::uint8_t part : take(flags & 0x0F)) {
      node.coder.method = node.coder.method << 8 | part;
    }
    if ((flags & 0x10) != 0) {
      node.ins = count(kMaxCoders);
      node.outs = count(kMaxCoders);
    }
    if ((flags & 0x20) != 0) node.coder.properties = take(count(reader_.remaining()));
    ins += node.ins;
    outs += node.outs;
    nodes.push_back(node);
  }
  outputs.count = outs;
  if (outs == 0) stop();
  // Which output each input comes from.
  std::vector<std::optional<std::uint64_t>> source(static_cast<std::size_t>(ins));
  std::vector<bool> is_used(static_cast<std::size_t>(outs));
  for (std::uint64_t i = 0; ok() && i + 1 < outs; ++i) {
    const std::uint64_t in = number();
    const std::uint64_t out = number();
    if (in >= ins || out >= outs || source[static_cast<std::size_t>(in)] ||
        is_used[static_cast<std::size_t>(out)]) {
      stop();
      break;
    }
    source[static_cast<std::size_t>(in)] = out;
    is_used[static_cast<std::size_t>(out)] = true;
  }
  if (ok() && ins < outs - 1) stop();
  if (!ok()) return folder;
  const std::uint64_t packed = ins - (outs - 1);
  for (std::uint64_t i = 0; packed > 1 && i < packed; ++i) number();
  inputs_.push_back(packed);
  const auto unbound =
      static_cast<std::size_t>(std::find(is_used.begin(), is_used.end(), false) - is_used.begin());
  // The chain from what nothing reads down to the packed bytes.
  const bool is_simple = packed == 1 && ins == outs && outs == nodes.size() &&
                         std::all_of(nodes.begin(), nodes.end(), [](const Node& node) {
                           return node.ins == 1 && node.outs == 1;
                         });
  if (!is_simple) {
    for (const Node& node : nodes) folder.methods.push_back(node.coder.method);
    outputs.places.push_back(unbound);
    return folder;
  }
  std::optional<std::uint64_t> at = unbound;
  while (at && outputs.places.size() < nodes.size()) {
    folder.chain.push_back(nodes[static_cast<std::size_t>(*at)].coder);
    outputs.places.push_back(static_cast<std::size_t>(*at));
    at = source[static_cast<std::size_t>(*at)];
  }
  // A ring beside the chain.
  if (at || outputs.places.size() < nodes.size()) stop();
  return folder;
}

void SevenZipParser::read_folders() {
  if (byte() != kFolder) return stop();
  const std::uint64_t folders = count(reader_.remaining());
  if (folders > kMaxFolders) {
    too_many_ = {folders, kMaxFolders, "block"};
    return stop();
  }
  if (byte() != 0) return stop();
  std::vector<Outputs> outputs;
  for (std::uint64_t i = 0; ok() && i < folders; ++i) {
    outputs.emplace_back();
    directory_.folders.push_back(read_folder(outputs.back()));
  }
  if (byte() != kUnpackSizes) return stop();
  for (std::size_t i = 0; ok() && i < outputs.size(); ++i) {
    SevenZipFolder& folder = directory_.folders[i];
    std::vector<std::uint64_t> sizes;
    for (std::uint64_t k = 0; k < outputs[i].count; ++k) sizes.push_back(number());
    const auto& places = outputs[i].places;
    folder.size_bytes = sizes[places.front()];
    for (std::size_t k = 0; k < folder.chain.size(); ++k) {
      folder.chain[k].size_bytes = sizes[places[k]];
    }
  }
  for (std::uint8_t id = byte(); ok() && id != kEnd; id = byte()) {
    if (id != kCrc) return stop();
    const auto all = crcs(folders);
    for (std::size_t i = 0; ok() && i < all.size(); ++i) directory_.folders[i].crc = all[i];
  }
}

/// How many files share a folder, and which part of it each has. Without a word each is one file.
void SevenZipParser::read_parts() {
  auto& folders = directory_.folders;
  std::vector<std::uint64_t> counts(folders.size(), 1);
  std::uint8_t id = byte();
  if (id == kPartCounts) {
    std::uint64_t total = 0;
    for (std::uint64_t& parts : counts) {
      parts = count(limits_.max_members);
      total += parts;
      if (!ok() || total > limits_.max_members) return stop();
    }
    id = byte();
  }
  const bool has_sizes = id == kSize;
  for (std::size_t i = 0; ok() && i < folders.size(); ++i) {
    std::uint64_t left = folders[i].size_bytes;
    for (std::uint64_t k = 0; ok() && k < counts[i]; ++k) {
      SevenZipPart part{folders[i].size_bytes - left, left, static_cast<std::uint32_t>(i), {}};
      if (k + 1 < counts[i]) part.size_bytes = has_sizes ? number() : 0;
      if (part.size_bytes > left) return stop();
      left -= part.size_bytes;
      if (counts[i] == 1) part.crc = folders[i].crc;
      directory_.parts.push_back(part);
    }
  }
  if (has_sizes) id = byte();
  bool has_crcs = false;
  for (; ok() && id != kEnd; id = byte()) {
    if (id != kCrc || std::exchange(has_crcs, true)) return stop();
    const auto lacks_crc = [](const SevenZipPart& part) { return !part.crc; };
    const auto all = crcs(static_cast<std::uint64_t>(
        std::count_if(directory_.parts.begin(), directory_.parts.end(), lacks_crc)));
    std::size_t at = 0;
    for (SevenZipPart& part : directory_.parts) {
      if (lacks_crc(part) && at < all.size()) part.crc = all[at++];
    }
  }
}

void SevenZipParser::place_folders() {
  if (pack_place_ > ~std::uint64_t{0} - kFixedStartBytes) return stop();
  std::uint64_t place = kFixedStartBytes + pack_place_;
  std::size_t stream = 0;
  for (std::size_t i = 0; i < directory_.folders.size(); ++i) {
    directory_.folders[i].place = place;
    if (inputs_[i] > packed_.size() - stream) return stop();
    directory_.folders[i].packed_bytes = packed_[stream];
    for (std::uint64_t k = 0; k < inputs_[i]; ++k) {
      const std::uint64_t size = packed_[stream++];
      if (size > ~std::uint64_t{0} - place) return stop();
      place += size;
    }
  }
}

void SevenZipParser::read_streams() {
  bool has_parts = false;
  for (std::uint8_t id = byte(); ok() && id != kEnd; id = byte()) {
    if (id == kPackInfo && packed_.empty()) {
      read_pack_info();
    } else if (id == kUnpackInfo && directory_.folders.empty()) {
      read_folders();
    } else if (id == kSubStreams && !has_parts) {
      has_parts = true;
      read_parts();
    } else {
      stop();
    }
  }
  if (ok() && !has_parts) {
    for (std::size_t i = 0; i < directory_.folders.size(); ++i) {
      const SevenZipFolder& folder = directory_.folders[i];
      directory_.parts.push_back({0, folder.size_bytes, static_cast<std::uint32_t>(i), folder.crc});
    }
  }
  if (ok()) place_folders();
}

void SevenZipParser::read_times(ByteSpan data) {
  SevenZipParser inner(data, limits_);
  const std::vector<bool> known = inner.defined(directory_.files);
  if (inner.byte() != 0) return;
  for (const bool has_one : known) {
    directory_.modified.emplace_back();
    if (!has_one) continue;
    const auto ticks = inner.reader_.u64_le();
    if (!ticks) return;
    directory_.modified.back() =
        static_cast<std::int64_t>(*ticks / kTicksPerSecond) - kSecondsBefore1970;
  }
}

void SevenZipParser::read_attributes(ByteSpan data) {
  SevenZipParser inner(data, limits_);
  const std::vector<bool> known = inner.defined(directory_.files);
  if (inner.byte() != 0) return;
  for (const bool has_one : known) {
    directory_.attributes.push_back(has_one ? inner.reader_.u32_le().value_or(0) : 0);
  }
}

void SevenZipParser::read_files() {
  directory_.files = number();
  if (directory_.files > limits_.max_members) {
    too_many_ = {directory_.files, limits_.max_members, "member"};
    return stop();
  }
  // A name has two bytes at the least.
  if (directory_.files > reader_.remaining()) return stop();
  // What is said of all files is said once: each time costs as much as they are.
  std::array<bool, kAttributes + 1> is_said{};
  for (std::uint64_t id = number(); ok() && id != kEnd; id = number()) {
    const ByteSpan data = take(number());
    if (id < is_said.size() && std::exchange(is_said[static_cast<std::size_t>(id)], true)) stop();
    if (!ok()) return;
    SevenZipParser inner(data, limits_);
    if (id == kEmptyStream) {
      directory_.has_no_stream = inner.bits(directory_.files);
    } else if (id == kEmptyFile) {
      directory_.is_empty_file = inner.bits(static_cast<std::uint64_t>(
          std::count(directory_.has_no_stream.begin(), directory_.has_no_stream.end(), true)));
    } else if (id == kNames) {
      if (inner.byte() != 0) return stop();
      directory_.names = data.subspan(std::min<std::size_t>(data.size(), 1));
      if (!names_end(directory_.names, directory_.files)) return stop();
    } else if (id == kModified && directory_.modified.empty()) {
      read_times(data);
    } else if (id == kAttributes && directory_.attributes.empty()) {
      read_attributes(data);
    }
    if (!inner.ok()) return stop();
  }
}

Result<SevenZipDirectory> SevenZipParser::parse() {
  const std::uint8_t kind = byte();
  if (kind == kPackedHeader) {
    directory_.is_packed = true;
    read_streams();
    if (directory_.folders.size() != 1) stop();
  } else if (kind == kHeader) {
    for (std::uint8_t id = byte(); ok() && id != kEnd; id = byte()) {
      if (id == kArchiveProperties) {
        while (ok() && number() != kEnd) take(number());
      } else if (id == kMainStreams && directory_.folders.empty()) {
        read_streams();
      } else if (id == kFiles && directory_.files == 0) {
        read_files();
      } else {
        stop();
      }
    }
  } else {
    stop();
  }
  if (too_many_.count > 0) {
    return fail(ErrorCode::kLimitExceeded,
                {"the archive has {}, more than the limit of {,}",
                 counted(too_many_.count, too_many_.noun), too_many_.limit});
  }
  if (!ok()) {
    return fail(
        ErrorCode::kCorruptArchive,
        {"the directory of the 7-Zip archive is damaged at its byte {}", reader_.position()});
  }
  return std::move(directory_);
}

constexpr std::uint64_t kAesMethod = 0x06F10701;

struct MethodName {
  std::uint64_t method;
  std::string_view name;
};
constexpr MethodName kNamesOfMethods[] = {
    {0x00, "Copy"},          {0x03, "Delta"},     {0x04, "BCJ"},
    {0x21, "LZMA2"},         {0x030101, "LZMA"},  {0x03030103, "BCJ"},
    {0x0303011B, "BCJ2"},    {0x030401, "PPMd"},  {0x040108, "Deflate"},
    {0x040109, "Deflate64"}, {0x040202, "bzip2"}, {0x04F71101, "Zstandard"},
    {0x04F71102, "Brotli"},  {0x04F71104, "LZ4"}, {kAesMethod, "AES-256"},
};

}  // namespace

Result<SevenZipDirectory> parse_seven_zip(ByteSpan header, const Limits& limits) {
  return SevenZipParser(header, limits).parse();
}

bool SevenZipFolder::is_encrypted() const {
  return std::find(methods.begin(), methods.end(), kAesMethod) != methods.end() ||
         std::any_of(chain.begin(), chain.end(),
                     [](const SevenZipCoder& coder) { return coder.method == kAesMethod; });
}

bool SevenZipFolder::is_opened_by_password() const {
  return !chain.empty() && chain.back().method == kAesMethod;
}

std::string seven_zip_method_name(std::uint64_t method) {
  for (const MethodName& known : kNamesOfMethods) {
    if (known.method == method) return std::string(known.name);
  }
  return compose({"method {}", method});
}

}  // namespace lectern
