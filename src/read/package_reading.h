// A read that takes stretches of a file wherever it needs them. Of a package: its listing, or one
// member, which is read as a file of its own by a reading inside of this one; the inner reading's
// questions for bytes are answered here, out of the package, all others are the host's. Of a large
// document: what its reader takes. Both are linked into every program but core.wasm, which leaves
// them to its modules.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "base/reader.h"
#include "read/reading.h"

namespace lectern {

/// Notes of a package begin so.
inline constexpr std::string_view kPackageNotesMark = "LNOTESP1\n";

/// The host is asked for so many bytes at a time.
constexpr std::uint64_t kMaxQuestionBytes = std::uint64_t{4} << 20;

class PackageReading {
 public:
  PackageReading() = default;
  PackageReading(const PackageReading&) = delete;
  PackageReading& operator=(const PackageReading&) = delete;
  virtual ~PackageReading() = default;

  // As those of FileReading.
  virtual const Question& question() const = 0;
  virtual std::span<std::uint8_t> room(std::size_t size) = 0;
  virtual void give(std::size_t size, bool at_end) = 0;
  virtual void give_table(ByteSpan table) = 0;
  virtual void give_module() {}
  virtual void give_pixels(const HostPicture& picture) = 0;
  virtual void fail_pixels(Error error) = 0;
  virtual void decline(std::string_view reason) = 0;
  virtual ByteSpan bytes() const = 0;
  virtual ToolResult take_result() = 0;

  /// At kDone: as those of FileReading.
  virtual ByteVector notes() const { return {}; }

  /// At kDone: true when the result is that of a member, and has all that results have.
  virtual bool is_of_member() const = 0;
};

/// \param request, options  must outlive the reading
/// \param format  a row with a package
/// \param name    of the file, for that of what a single compressed file holds
/// \param head    the file's first bytes, which stay where they are
/// \param file    what is known of it
/// \returns null where the reader of the package is not linked in
std::unique_ptr<PackageReading> open_package_reading(const ReadRequest& request,
                                                     const ReadOptions& options,
                                                     const Format& format, std::string_view name,
                                                     ByteSpan head, const FileKnowledge& file);

/// \param request, options  must outlive the reading
/// \param detection  what the file is; its format has `in_parts`
/// \param head    the file's first bytes, which stay where they are
/// \param size    of the file
/// \returns null where packages are not linked in
std::unique_ptr<PackageReading> open_parts_reading(const ReadRequest& request,
                                                   const ReadOptions& options,
                                                   const Detection& detection, ByteSpan head,
                                                   std::uint64_t size);

}  // namespace lectern
