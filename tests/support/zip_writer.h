// Makes ZIP packages for tests: members in the order in which they are added.
#pragma once

#include <zlib.h>

#include <catch2/catch_test_macros.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"

namespace lectern {

class ZipWriter {
 public:
  /// \param deflates  false stores the member as it is.
  ZipWriter& add(std::string_view name, std::string_view data, bool deflates = true) {
    Member member{
        std::string(name),
        static_cast<std::uint32_t>(file_.size()),
        static_cast<std::uint32_t>(crc32(0, as_bytes(data).data(), static_cast<uInt>(data.size()))),
        0,
        static_cast<std::uint32_t>(data.size()),
        deflates};
    const std::string packed = deflates ? deflated(data) : std::string(data);
    member.packed = static_cast<std::uint32_t>(packed.size());
    text("PK\3\4");
    describe(member);
    u16(0);
    text(name);
    text(packed);
    members_.push_back(member);
    return *this;
  }

  /// The whole package.
  ByteVector finish() {
    const auto start = static_cast<std::uint32_t>(file_.size());
    for (const Member& member : members_) {
      text("PK\1\2");
      u16(20);
      describe(member);
      for (int i = 0; i < 4; ++i) u16(0);
      u32(0);
      u32(member.offset);
      text(member.name);
    }
    const auto size = static_cast<std::uint32_t>(file_.size()) - start;
    text("PK\5\6");
    u32(0);
    u16(static_cast<std::uint32_t>(members_.size()));
    u16(static_cast<std::uint32_t>(members_.size()));
    u32(size);
    u32(start);
    u16(0);
    return file_;
  }

 private:
  struct Member {
    std::string name;
    std::uint32_t offset;
    std::uint32_t crc;
    std::uint32_t packed;
    std::uint32_t size;
    bool deflates;
  };

  static std::string deflated(std::string_view data) {
    z_stream state{};
    REQUIRE(deflateInit2(&state, 6, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY) == Z_OK);
    std::string packed(deflateBound(&state, static_cast<uLong>(data.size())) + 64, '\0');
    state.next_in = const_cast<Bytef*>(as_bytes(data).data());
    state.avail_in = static_cast<uInt>(data.size());
    state.next_out = reinterpret_cast<Bytef*>(packed.data());
    state.avail_out = static_cast<uInt>(packed.size());
    REQUIRE(deflate(&state, Z_FINISH) == Z_STREAM_END);
    packed.resize(state.total_out);
    deflateEnd(&state);
    return packed;
  }

  /// What local header and directory have in common.
  void describe(const Member& member) {
    u16(20);
    u16(0x800);
    u16(member.deflates ? 8 : 0);
    u32(0);
    u32(member.crc);
    u32(member.packed);
    u32(member.size);
    u16(static_cast<std::uint32_t>(member.name.size()));
  }

  void text(std::string_view value) { file_.insert(file_.end(), value.begin(), value.end()); }
  void u16(std::uint32_t value) {
    file_.push_back(static_cast<std::uint8_t>(value));
    file_.push_back(static_cast<std::uint8_t>(value >> 8));
  }
  void u32(std::uint32_t value) {
    u16(value & 0xFFFF);
    u16(value >> 16);
  }

  ByteVector file_;
  std::vector<Member> members_;
};

}  // namespace lectern
