// A notebook as its reader sees it: where the parts stand in the file, not copies of them.
// Specification: nbformat 2-4, https://nbformat.readthedocs.io (and its JSON schemas). All views
// point into the notebook's text and live as long as it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "json/json_scanner.h"

namespace lectern {

/// More cells than people make; stops a file of millions of empty ones.
inline constexpr std::size_t kMaxCells = 1'000'000;
/// More representations of one output than any library gives.
inline constexpr std::size_t kMaxBundleEntries = 64;
/// More files than people attach to a cell.
inline constexpr std::size_t kMaxAttachments = 100;

/// How a list of strings becomes one text.
enum class LineJoin : std::uint8_t {
  kAsIs,      ///< nbformat 4: the strings carry their line ends
  kLines,     ///< a line each (tracebacks)
  kOldLines,  ///< nbformat 2 and 3: lines, unless the first string carries its line end
};

struct Notebook {
  LineJoin join = LineJoin::kAsIs;
  /// "4.5"; "4" when the file gives no minor version, "" when it gives none at all.
  std::string nbformat;
  /// kernelspec.language, else language_info.name, else the first code cell's (nbformat 2 and 3);
  /// "unknown" when there is none.
  std::string language = "unknown";
  /// The JSON of each cell; the worksheets of nbformat 2 and 3 one after the other.
  std::vector<std::string_view> cells;
  /// Of the whole file.
  LongStrings long_strings;
  /// False when the file has neither cells nor worksheets.
  bool has_cells = true;
  /// What is wrong with the file but does not keep it from being read.
  std::vector<std::string> warnings;
};

struct Cell {
  /// Kind of the cell's JSON; anything but an object is a damaged cell.
  JsonKind json_kind = JsonKind::kNull;
  std::string type;  ///< "code", "markdown", "raw", "heading" …; "" when missing
  std::string id;    ///< nbformat 4.5; "" when missing
  /// `execution_count` or `prompt_number`: its digits, or " " for null. Absent when the file has
  /// none.
  std::optional<std::string> execution_count;
  std::uint64_t heading_level = 1;  ///< 1-6
  std::string language;             ///< nbformat 2 and 3
  JsonValue source;
  JsonValue outputs;
  JsonValue attachments;
  /// Those of the notebook, which must outlive the cell.
  std::span<const std::string_view> long_strings;
};

/// One representation of an output: a MIME type and its value, a string, list or JSON.
struct MimeEntry {
  std::string type;
  JsonValue value;
};

struct Attachment {
  std::string name;  ///< of the file, as it stands
  std::vector<MimeEntry> data;
};

/// Of a cell, in the file's order.
struct Attachments {
  std::vector<Attachment> all;  ///< at most kMaxAttachments
  std::size_t left_out = 0;
};

enum class OutputKind : std::uint8_t { kStream, kData, kError, kUnknown };

struct Output {
  OutputKind kind = OutputKind::kUnknown;
  std::string type;    ///< `output_type` as written; "" when missing
  std::string stream;  ///< "stdout" or "stderr"
  JsonValue text;
  JsonValue error_name;
  JsonValue error_value;
  JsonValue traceback;
  /// At most kMaxBundleEntries; the last one wins when a type comes twice.
  std::vector<MimeEntry> data;
  std::size_t data_entries_left_out = 0;
};

}  // namespace lectern
