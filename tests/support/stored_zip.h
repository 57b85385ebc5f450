// Makes ZIP packages of members that are not compressed, for fuzz targets.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/crc32.h"

namespace lectern {

class StoredZip {
 public:
  void add(std::string_view name, std::string_view data) {
    const Member member{std::string(name), static_cast<std::uint32_t>(file_.size()),
                        crc32_of(0, as_bytes(data)), static_cast<std::uint32_t>(data.size())};
    text("PK\3\4");
    describe(member);
    text(name);
    text(data);
    members_.push_back(member);
  }

  ByteVector finish() {
    const auto start = static_cast<std::uint32_t>(file_.size());
    for (const Member& member : members_) {
      text("PK\1\2");
      number(20, 2);
      describe(member);
      // Comment, disk and attributes.
      number(0, 2);
      number(0, 2);
      number(0, 2);
      number(0, 4);
      number(member.offset, 4);
      text(member.name);
    }
    const auto size = static_cast<std::uint32_t>(file_.size()) - start;
    text("PK\5\6");
    number(0, 4);
    number(static_cast<std::uint32_t>(members_.size()), 2);
    number(static_cast<std::uint32_t>(members_.size()), 2);
    number(size, 4);
    number(start, 4);
    number(0, 2);
    return std::move(file_);
  }

 private:
  struct Member {
    std::string name;
    std::uint32_t offset, crc, size;
  };

  void number(std::uint64_t value, int bytes) {
    for (int i = 0; i < bytes; ++i)
      file_.push_back(i < 8 ? static_cast<std::uint8_t>(value >> (8 * i)) : std::uint8_t{0});
  }
  void text(std::string_view value) { file_.insert(file_.end(), value.begin(), value.end()); }
  /// What the local header and the directory have in common.
  void describe(const Member& member) {
    number(20, 2);
    number(0, 2);
    number(0, 2);
    number(0, 4);
    number(member.crc, 4);
    number(member.size, 4);
    number(member.size, 4);
    number(member.name.size(), 2);
    number(0, 2);
  }

  ByteVector file_;
  std::vector<Member> members_;
};

}  // namespace lectern
