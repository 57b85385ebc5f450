// ZIP (APPNOTE 6.3.10) by ranges: the directory from the file's end, then a member's own bytes.
// Members stored or compressed by a method that has an unpacker; other methods and parts of split
// archives are refused by name.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "package/package.h"
#include "package/unpacker.h"
#include "package/zip_records.h"

namespace lectern {

class ZipArchive final : public Package {
 public:
  ZipArchive(ByteWindow& window, const Limits& limits, std::string_view password,
             UnpackerMemory& memory)
      : Package(window, limits), password_(password), memory_(memory) {}

  Result<Step> next(Member& member) override;
  Result<std::unique_ptr<MemberStream>> open(const Member& member) override;

 private:
  /// What is looked for next. Each is found in bytes that stand together: only those are here.
  enum class Part : std::uint8_t {
    kEnd,
    kZip64End,
    kZip64EndBefore,
    kStart,
    kStartAsSaid,
    kBetween,
    kEntries
  };

  Result<Step> find_directory();
  Result<Step> read_end();
  Result<Step> read_zip64_end();
  Result<Step> read_start();
  Result<Step> read_between();
  std::optional<bool> has_entries_between(std::uint64_t offset, std::uint64_t start);
  Step settle(std::uint64_t start);
  Step settle_as_said();
  Step use_zip64();
  Result<Step> read_entry(Member& member);
  bool has_all_entries() const;
  Result<Step> end_of_directory();
  Result<Step> look_between();
  Result<Step> look_behind();

  /// What a member takes of the file, by the directory, or what that takes itself.
  struct Stretch {
    std::uint64_t from = 0;
    std::uint64_t to = 0;
    std::uint64_t stored_bytes = 0;
    bool is_streamed = false;  ///< its sizes stand behind it
    bool is_directory = false;
  };

  std::string password_;
  UnpackerMemory& memory_;
  Part part_ = Part::kEnd;
  bool is_at_end_ = false;                  ///< a directory stands right before its end record
  ZipDirectory directory_;                  ///< as the end record that counts says
  std::uint64_t directory_end_ = 0;         ///< where the record after the directory stands
  std::optional<std::uint64_t> zip64_end_;  ///< where a locator says that it is; until it is used
  std::uint64_t shift_ = 0;                 ///< bytes before the archive's first
  std::uint64_t directory_start_ = 0;
  std::vector<Stretch> stretches_;  ///< in the order of the directory, then of the file
  bool has_ended_ = false;          ///< and `stretches_` has the directory's own, too
  std::size_t looked_at_ = 0;       ///< of `stretches_`, with what follows
  std::size_t padded_ = 0;          ///< members whose own headers had to be looked at
  std::size_t too_long_ = 0;        ///< members that run into others
  std::uint64_t covered_to_ = 0;
  std::uint64_t between_bytes_ = 0;  ///< that belong to no member
  std::uint64_t behind_from_ = 0;
  std::uint64_t behind_bytes_ = 0;  ///< likewise, before the directory
  bool is_signed_ = false;
  std::uint64_t position_ = 0;
};

/// \param memory  must outlive the package and its streams
std::unique_ptr<Package> open_zip_archive(ByteWindow& window, const Limits& limits,
                                          std::string_view password, UnpackerMemory& memory);

}  // namespace lectern
