// What binary data is by its first bytes: MIME type and name of the kinds of file that have a
// signature. For refusals and for telling binary data from text; readers have their own checks.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "base/bytes.h"

namespace lectern {

/// Bytes that a kind of file has at a fixed place.
struct Signature {
  std::size_t offset;
  std::string_view magic;
  std::string_view mime_type;
  std::string_view name;  ///< as people write it: "ZIP archive"
  /// A second condition; empty when there is none.
  std::size_t more_offset = 0;
  std::string_view more_magic = {};
};

struct BinaryKind {
  std::string_view mime_type;
  std::string_view name;
  /// False: the signature is printable text, so a text may start with it as well.
  bool certain = true;
};

/// All signatures, in the order in which they are tried: longer and rarer ones first.
std::span<const Signature> signatures();

/// Bytes from a file's start that signatures are looked for in.
inline constexpr std::size_t kSignatureBytes = std::size_t{64} << 10;

/// What a file is by its first kSignatureBytes, or by all of it when it has fewer. Containers are
/// looked into: ZIP (documents, packages), OLE compound files, ISO media, RIFF, Ogg, Matroska.
std::optional<BinaryKind> find_binary_kind(ByteSpan bytes);

}  // namespace lectern
