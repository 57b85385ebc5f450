// A read of what lies in a package: its listing, or one member, which is read as a file of its own
// by a reading inside of this one. The inner reading's questions for bytes are answered here, out
// of the package; all others are the host's.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/file_buffer.h"
#include "base/reader.h"
#include "base/work_budget.h"
#include "package/byte_window.h"
#include "package/listing.h"
#include "package/member_search.h"
#include "package/package.h"
#include "package/unpacker.h"
#include "read/package_reading.h"
#include "read/reading.h"

namespace lectern {

class PackageRead final : public PackageReading {
 public:
  /// \param request, options  must outlive this
  /// \param format  a row with a package
  /// \param name    of the file, for that of what a single compressed file holds
  /// \param head    the file's first bytes, which stay where they are
  /// \param file    what is known of it
  PackageRead(const ReadRequest& request, const ReadOptions& options, const Format& format,
              std::string_view name, ByteSpan head, const FileKnowledge& file);

  const Question& question() const override { return question_; }
  std::span<std::uint8_t> room(std::size_t size) override;
  void give(std::size_t size, bool at_end) override;
  void give_table(ByteSpan table) override;
  void give_module() override;
  void give_pixels(const HostPicture& picture) override;
  void fail_pixels(Error error) override;
  void decline(std::string_view reason) override;
  ByteSpan bytes() const override { return inner_ ? inner_->bytes() : ByteSpan(); }
  bool is_of_member() const override { return inner_ != nullptr; }
  ToolResult take_result() override { return *std::move(result_); }
  ByteVector notes() const override;

 private:
  void run();
  bool walk();
  bool end_walk();
  bool open(const Member& member, std::string_view rest);
  bool reopen();
  bool answer(const Question& question);
  bool unpack();
  bool ask_more();
  bool pay_for(std::uint64_t bytes, std::uint64_t each);
  bool verify();
  void take_notes(ByteSpan notes);
  void keep_place(const Member& member, const std::string& path);
  bool begin_again();
  std::size_t give_inner(ByteSpan bytes);
  void keep(ByteSpan piece);
  bool ask_bytes();
  bool finish(Error error);
  bool finish(ToolResult result);
  bool finish_listing();
  bool finish_missing();
  void finish_member();
  std::string path_of(std::string_view member) const;

  const ReadRequest& request_;
  const ReadOptions& options_;
  const Format& format_;
  bool is_single_;  ///< one member without a name of its own
  std::string name_;
  FileKnowledge file_;
  std::uint64_t unpacked_ = 0;  ///< unless `file_` has a count of its own
  std::uint64_t packed_bytes_;  ///< the same; of this file, as far as it is known
  std::uint64_t member_packed_bytes_ = 0;
  const std::uint64_t* member_packed_ = nullptr;  ///< what the member takes, or the file
  WorkBudget work_;                               ///< the same
  UnpackerMemory unpacker_memory_;                ///< the same
  Question question_;
  std::optional<ToolResult> result_;

  ByteWindow window_;
  std::unique_ptr<Package> package_;
  std::optional<MemberSearch> search_;
  std::optional<Listing> listing_;
  /// Of 16,384 members, in notes of 256 KiB.
  static constexpr std::size_t kMostPlaceNumbers = std::size_t{32} << 10;
  // Of a package whose members are found by unpacking all that stands before them: hashes of paths,
  // each followed by the place where to look for the member.
  std::vector<std::uint64_t> places_;
  std::vector<std::uint64_t> known_places_;  ///< of an earlier read
  std::uint64_t next_place_ = 0;
  bool went_ahead_ = false;  ///< to a place of an earlier read

  // Of the member that is read.
  Member member_;
  std::unique_ptr<MemberStream> stream_;
  std::optional<std::uint64_t> inner_bytes_;  ///< of the member, as far as the package has it
  std::optional<std::uint64_t> known_bytes_;  ///< of its content, by an earlier read
  ByteSpan inner_notes_;                      ///< of an earlier read, for the member's reading
  ByteSpan stream_notes_;                     ///< the same, for its stream
  std::unique_ptr<FileReading> inner_;
  ByteSpan piece_;                ///< of the stream, not given yet
  std::uint64_t position_ = 0;    ///< of `piece_` in the member
  bool at_end_ = false;           ///< the stream has ended behind `piece_`
  FileBuffer kept_;               ///< the member's first bytes, which are asked for again
  std::uint64_t until_turn_ = 0;  ///< bytes that are unpacked before others have a turn
};

}  // namespace lectern
