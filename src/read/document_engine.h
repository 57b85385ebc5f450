// The documents module: every reader of Office documents, books, mail and web pages. It is linked
// in, or it is not: see `document_engine`.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "base/reader.h"

namespace lectern {

/// A reader of documents and the type that it reads.
struct DocumentReader {
  std::string_view mime_type;
  ReadFunction read;
};

class PackageReading;
struct FileKnowledge;

struct DocumentEngine {
  /// Names of the modules whose formats it reads.
  std::span<const std::string_view> modules;
  std::span<const DocumentReader> readers;
  /// Reads a database, of which only the pages that are needed are loaded.
  std::unique_ptr<PackageReading> (*open_database)(const ReadRequest& request,
                                                   const ReadOptions& options, ByteSpan head,
                                                   const FileKnowledge& file);
  /// True for a file that only the module `documents` reads, whatever it is called; null in that.
  bool (*is_left)(ByteSpan bytes);
};

/// Null where the module is not linked in.
const DocumentEngine* document_engine();

/// Reads a document by the reader of its format's MIME type. \returns UNSUPPORTED_FORMAT where the
/// module is not linked in.
Result<ToolResult> read_document(const ReadContext& context);

/// True for a document of a format that this program reads, but of a kind that only the
/// module `documents` reads.
bool is_left_to_documents(const Format& format, ByteSpan bytes);

/// The rows of the table of formats that the module reads.
std::span<const Format> document_formats();

}  // namespace lectern
