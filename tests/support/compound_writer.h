// Makes compound files ([MS-CFB]) of streams in the root, each in small sectors.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"

namespace lectern::testing {

class CompoundWriter {
 public:
  CompoundWriter& add(std::string_view name, ByteSpan data) {
    streams_.push_back({std::string(name), ByteVector(data.begin(), data.end())});
    return *this;
  }

  /// Sectors of 512 bytes: the table, the directory, the table of small sectors, those sectors.
  ByteVector finish() const {
    ByteVector data;
    std::vector<std::uint32_t> small;
    std::vector<std::uint32_t> starts;
    for (const Stream& stream : streams_) {
      starts.push_back(static_cast<std::uint32_t>(small.size()));
      data.insert(data.end(), stream.data.begin(), stream.data.end());
      data.resize((data.size() + 63) / 64 * 64);
      while (small.size() < data.size() / 64)
        small.push_back(static_cast<std::uint32_t>(small.size() + 1));
      if (!stream.data.empty()) small.back() = kEnd;
    }
    const std::size_t directory = (streams_.size() + 4) / 4;
    const std::size_t small_table = (small.size() + 127) / 128;
    const std::size_t sectors = (data.size() + 511) / 512;
    const std::size_t first = 1 + directory + small_table;

    ByteVector file;
    for (const int byte : {0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1})
      file.push_back(static_cast<std::uint8_t>(byte));
    file.resize(24);
    for (const std::uint32_t pair : {0x0003003EU, 0x0009FFFEU, 6U}) number(file, pair);
    file.resize(44);
    for (const std::size_t value :
         {std::size_t{1}, std::size_t{1}, std::size_t{0}, std::size_t{4096}, 1 + directory,
          small_table, kNone - 1, std::size_t{0}, std::size_t{0}})
      number(file, static_cast<std::uint32_t>(value));
    file.resize(512, 0xFF);

    std::vector<std::uint32_t> table = {kTable};
    for (const std::size_t count : {directory, small_table, sectors}) {
      for (std::size_t i = 0; i < count; ++i)
        table.push_back(i + 1 < count ? static_cast<std::uint32_t>(table.size() + 1) : kEnd);
    }
    table.resize(128, kFree);
    for (const std::uint32_t value : table) number(file, value);

    entry(file, "Root Entry", 5, 1, kFree, static_cast<std::uint32_t>(first), data.size());
    for (std::size_t i = 0; i < streams_.size(); ++i) {
      const bool is_last = i + 1 == streams_.size();
      entry(file, streams_[i].name, 2, kFree, is_last ? kFree : static_cast<std::uint32_t>(i + 2),
            starts[i], streams_[i].data.size());
    }
    file.resize(512 * (2 + directory));
    small.resize(128 * small_table, kFree);
    for (const std::uint32_t value : small) number(file, value);
    file.insert(file.end(), data.begin(), data.end());
    file.resize(512 * (1 + first + sectors));
    return file;
  }

 private:
  struct Stream {
    std::string name;
    ByteVector data;
  };
  static constexpr std::uint32_t kFree = 0xFFFFFFFF;
  static constexpr std::uint32_t kEnd = 0xFFFFFFFE;
  static constexpr std::uint32_t kTable = 0xFFFFFFFD;
  static constexpr std::size_t kNone = 0xFFFFFFFF;

  static void number(ByteVector& file, std::uint32_t value) {
    for (int shift = 0; shift < 32; shift += 8)
      file.push_back(static_cast<std::uint8_t>(value >> shift));
  }

  static void entry(ByteVector& file, std::string_view name, std::uint8_t type, std::uint32_t child,
                    std::uint32_t right, std::uint32_t start, std::size_t size) {
    const std::size_t at = file.size();
    for (const char c : name) {
      file.push_back(static_cast<std::uint8_t>(c));
      file.push_back(0);
    }
    file.resize(at + 64);
    file.push_back(static_cast<std::uint8_t>(2 * name.size() + 2));
    file.push_back(0);
    file.push_back(type);
    file.push_back(1);
    for (const std::uint32_t value : {kFree, right, type == 5 ? child : kFree}) number(file, value);
    file.resize(at + 116);
    number(file, start);
    number(file, static_cast<std::uint32_t>(size));
    number(file, 0);
  }

  std::vector<Stream> streams_;
};

}  // namespace lectern::testing
