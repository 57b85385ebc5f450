// What a format is and what its reader is given. Every format is one row of the table in
// read/formats.cpp, and its reader one function of the shape below.
#pragma once

#include <span>
#include <string_view>

#include "base/bytes.h"
#include "base/error.h"
#include "base/request.h"
#include "base/tool_result.h"

namespace lectern {

struct Format;

/// One read in progress. Everything in it outlives the reader's call.
struct ReadContext {
  /// The whole file.
  ByteSpan bytes;
  /// What the model asked for.
  const ReadRequest& request;
  /// What the host set.
  const ReadOptions& options;
  /// The format that detection decided on: one reader may serve several rows.
  const Format& format;
};

/// Reads one file. An error becomes a failed ToolResult; size, MIME type, hash and detection's
/// warnings are filled in by `read`, so a reader sets only what it learned itself.
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
  /// True when the bytes carry this format's signature. Null: the format has none and is known by
  /// its name or by a hint only.
  bool (*sniff)(ByteSpan bytes);
  /// Null: recognised by name so that the refusal can say what it is, but not read.
  ReadFunction read;
};

}  // namespace lectern
