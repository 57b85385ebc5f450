// What a format is and what its reader is given. Every format is one row of the table in
// read/formats.cpp, and its reader one function of the shape below.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "base/bytes.h"
#include "base/error.h"
#include "base/request.h"
#include "base/tool_result.h"

namespace lectern {

class FileParts;
struct Format;
struct HostPicture;

/// What a detection rests on, strongest first.
enum class DetectedBy : std::uint8_t { kSignature, kText, kExtension, kHint, kNone };

/// A read that is done step by step, so that its host can do other things in between. A step is
/// about a page's work.
class SteppedRead {
 public:
  SteppedRead() = default;
  SteppedRead(const SteppedRead&) = delete;
  SteppedRead& operator=(const SteppedRead&) = delete;
  virtual ~SteppedRead() = default;
  /// The result, or nothing while there is more to do.
  virtual std::optional<Result<ToolResult>> step() = 0;
};

/// Files whose parts have paths of their own, by how they are taken apart. Only what is needed of
/// them is loaded.
enum class PackageKind : std::uint8_t {
  kNone,
  kZip,
  kTar,
  kAr,
  kSevenZip,
  kDirectory,
  kDatabase,
  // Documents that files are attached to, read by the path of one.
  kMail,
  kMailbox,
  kOutlook,
  kTnef,
  // Of one member without a name of its own.
  kGzip,
  kBzip2,
  kXz,
  kLzma,
  kZstd
};

/// True for compressed files, which are read through as what they hold.
constexpr bool is_single(PackageKind kind) { return kind >= PackageKind::kGzip; }

/// One read in progress. Everything in it outlives the reader's call.
struct ReadContext {
  /// The whole file; with `parts` its first bytes alone.
  ByteSpan bytes;
  /// What the model asked for.
  const ReadRequest& request;
  /// What the host set.
  const ReadOptions& options;
  /// The format that detection decided on: one reader may serve several rows.
  const Format& format;
  /// Why it decided so.
  DetectedBy evidence = DetectedBy::kSignature;
  /// The picture as the host decoded it; null unless `Format::host_decodes` and it did.
  const HostPicture* pixels = nullptr;
  /// Where a reader may leave all of its work, to be done step by step; what it returns does not
  /// count then. Null: it has to be done at once.
  std::unique_ptr<SteppedRead>* steps = nullptr;
  /// The file when it is large and `Format::in_parts`; else null. When the reader returns and
  /// something is wanted, its result does not count and it is called again with that.
  FileParts* parts = nullptr;
  /// The bytes came out of a compressed file: however many they are, they may stand for few.
  bool is_unpacked = false;
  /// Those of the compressed file then.
  std::uint64_t packed_bytes = 0;
};

/// Reads one file. An error becomes a failed ToolResult; size, MIME type, hash and detection's
/// warnings are filled in by `FileReading`, so a reader sets only what it learned itself.
using ReadFunction = Result<ToolResult> (*)(const ReadContext& context);

/// One row of the table of formats.
struct Format {
  /// As people write it: "PNG", "Jupyter notebook".
  std::string_view name;
  /// The type that its files are reported as.
  std::string_view mime_type;
  /// The kind of result that its reader gives.
  ContentType content_type;
  /// Lower case, without dots; the first is the usual one.
  std::span<const std::string_view> extensions;
  /// True when the bytes, the file's first kSignatureBytes, carry this format's signature. Null:
  /// the format has none and is known by its name or by a hint only.
  bool (*sniff)(ByteSpan bytes);
  /// The bytes alone are not enough to know it by: its name, or this at the end of what `sniff` is
  /// given, has to confirm them. "": they are.
  std::string_view confirming_end = {};
  /// Reads a whole file. Null: text, which is read as a stream, and packages.
  ReadFunction read;
  /// The largest file. Null: any size.
  std::uint64_t Limits::*max_bytes = nullptr;
  /// What messages about its size call it: "Image file".
  std::string_view noun = {};
  /// The module that reads it (read/modules.h); "" for the core itself.
  std::string_view module = {};
  /// The host may decode the file where the reader answers UNSUPPORTED_FORMAT.
  bool host_decodes = false;
  /// Which package it is, for archives, compressed files and directories.
  PackageKind package = PackageKind::kNone;
  /// True when a large file that begins like this can be read by `ReadContext::parts`. Null: none.
  bool (*in_parts)(ByteSpan head) = nullptr;
};

}  // namespace lectern
