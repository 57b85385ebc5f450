#include "notebook/parse.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

#include "base/format.h"
#include "notebook/json_text.h"

namespace lectern {
namespace {

/// For text that `parse_notebook` has checked already.
constexpr std::uint64_t kCheckedDepth = std::numeric_limits<std::uint64_t>::max();

JsonValue value_or_null(JsonScanner& scanner) { return scanner.value().value_or(JsonValue{}); }

/// Moves into the value at the cursor when it is of `kind`, else past it.
bool enter_or_skip(JsonScanner& scanner, JsonKind kind) {
  if (scanner.peek() == kind) return scanner.enter();
  scanner.value();
  return false;
}

struct RootFields {
  JsonValue nbformat;
  JsonValue nbformat_minor;
  std::string kernel_language;
  std::string info_language;
  std::optional<std::vector<std::string_view>> cells;
  std::optional<std::vector<std::string_view>> sheet_cells;
  bool too_many_cells = false;
};

/// The string member `wanted` of the object at the cursor, or "".
std::string string_member(JsonScanner& scanner, std::string_view wanted) {
  std::string found;
  if (!enter_or_skip(scanner, JsonKind::kObject)) return found;
  while (const auto key = scanner.next_key()) {
    const bool is_wanted = *key == wanted;
    const JsonValue value = value_or_null(scanner);
    if (is_wanted && value.kind == JsonKind::kString) found = label_of(value);
  }
  return found;
}

void take_metadata(JsonScanner& scanner, RootFields& root) {
  root.kernel_language.clear();
  root.info_language.clear();
  if (!enter_or_skip(scanner, JsonKind::kObject)) return;
  while (const auto key = scanner.next_key()) {
    if (*key == "kernelspec") {
      root.kernel_language = string_member(scanner, "language");
    } else if (*key == "language_info") {
      root.info_language = string_member(scanner, "name");
    } else {
      scanner.value();
    }
  }
}

void take_cells(JsonScanner& scanner, RootFields& root, std::vector<std::string_view>& cells) {
  if (!enter_or_skip(scanner, JsonKind::kArray)) return;
  while (scanner.next_element()) {
    const JsonValue cell = value_or_null(scanner);
    if (cells.size() == kMaxCells) {
      root.too_many_cells = true;
    } else {
      cells.push_back(cell.raw);
    }
  }
}

void take_worksheets(JsonScanner& scanner, RootFields& root) {
  root.sheet_cells.emplace();
  if (!enter_or_skip(scanner, JsonKind::kArray)) return;
  while (scanner.next_element()) {
    if (!enter_or_skip(scanner, JsonKind::kObject)) continue;
    const std::size_t cells_before = root.sheet_cells->size();
    while (const auto key = scanner.next_key()) {
      if (*key == "cells") {
        root.sheet_cells->resize(cells_before);
        take_cells(scanner, root, *root.sheet_cells);
      } else {
        scanner.value();
      }
    }
  }
}

void take_root(JsonScanner& scanner, RootFields& root) {
  while (const auto key = scanner.next_key()) {
    if (*key == "nbformat") {
      root.nbformat = value_or_null(scanner);
    } else if (*key == "nbformat_minor") {
      root.nbformat_minor = value_or_null(scanner);
    } else if (*key == "metadata") {
      take_metadata(scanner, root);
    } else if (*key == "cells") {
      root.cells.reset();
      if (scanner.peek() == JsonKind::kArray) {
        take_cells(scanner, root, root.cells.emplace());
      } else {
        scanner.value();
      }
    } else if (*key == "worksheets") {
      take_worksheets(scanner, root);
    } else {
      scanner.value();
    }
  }
}

Error json_error(std::string_view text, const JsonFailure& failure) {
  const TextPosition position = position_of(text, failure.offset);
  const Message where(" at line {} column {}", position.line, position.column);
  if (failure.too_deep) {
    return {ErrorCode::kLimitExceeded,
            {"notebook JSON is {}{}", failure.message, where},
            failure.offset};
  }
  return {ErrorCode::kCorruptNotebook,
          {"notebook is not valid JSON: {}{}", failure.message, where},
          failure.offset};
}

/// The first code cell's own language, as nbformat 2 and 3 write it.
std::string cell_language(const Notebook& notebook) {
  for (std::size_t i = 0; i < notebook.cells.size(); ++i) {
    const Cell cell = parse_cell(notebook, i);
    if (cell.type == "code") return cell.language;
  }
  return "";
}

/// The major version that is meant, also by 4.0; 0 for one that is not known.
std::uint64_t known_version(std::string_view number) {
  std::uint64_t version = 0;
  const char* const end = number.data() + number.size();
  const auto [last, error] = std::from_chars(number.data(), end, version);
  const bool is_whole = last == end || std::all_of(last + 1, end, [](char c) { return c == '0'; });
  const bool is_known = error == std::errc() && (last == end || *last == '.') && is_whole;
  return is_known && version >= 2 && version <= 4 ? version : 0;
}

void set_version(const RootFields& root, Notebook& notebook) {
  if (root.nbformat.kind != JsonKind::kNumber) {
    notebook.warnings.push_back("nbformat is missing");
    return;
  }
  notebook.nbformat = label_of(root.nbformat);
  const std::uint64_t version = known_version(notebook.nbformat);
  if (version != 0) notebook.nbformat = compose({"{}", version});
  if (version == 2 || version == 3) notebook.join = LineJoin::kOldLines;
  if (root.nbformat_minor.kind == JsonKind::kNumber) {
    append_to(notebook.nbformat, {".{}", label_of(root.nbformat_minor)});
  }
  if (version == 0) {
    add_to(notebook.warnings, {"nbformat {} is unknown, read as 4", notebook.nbformat});
  }
}

/// The MIME type that an nbformat 2 or 3 output's short key stands for, or "".
std::string_view long_mime_type(std::string_view key) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 8> kShortKeys = {{
      {"png", "image/png"},
      {"jpeg", "image/jpeg"},
      {"svg", "image/svg+xml"},
      {"html", "text/html"},
      {"latex", "text/latex"},
      {"json", "application/json"},
      {"javascript", "application/javascript"},
      {"pdf", "application/pdf"},
  }};
  for (const auto& [short_key, mime_type] : kShortKeys) {
    if (key == short_key) return mime_type;
  }
  return "";
}

OutputKind kind_of(std::string_view type) {
  if (type == "stream") return OutputKind::kStream;
  if (type == "execute_result" || type == "display_data" || type == "pyout") {
    return OutputKind::kData;
  }
  if (type == "error" || type == "pyerr") return OutputKind::kError;
  return OutputKind::kUnknown;
}

/// Adds an entry, or replaces the one of the same type. False when there is no room.
bool add_entry(std::vector<MimeEntry>& entries, std::string_view type, JsonValue value) {
  const auto same = std::find_if(entries.begin(), entries.end(),
                                 [type](const MimeEntry& entry) { return entry.type == type; });
  if (same != entries.end()) {
    same->value = value;
    return true;
  }
  if (entries.size() == kMaxBundleEntries) return false;
  entries.push_back({clean_label(type), value});
  return true;
}

/// The MIME bundle at the cursor; returns how many entries had no room.
std::size_t take_bundle(JsonScanner& scanner, std::vector<MimeEntry>& entries) {
  std::size_t left_out = 0;
  if (!enter_or_skip(scanner, JsonKind::kObject)) return left_out;
  std::string type;
  while (const auto key = scanner.next_key()) {
    type = *key;
    if (!add_entry(entries, type, value_or_null(scanner))) ++left_out;
  }
  return left_out;
}

Output take_output(JsonScanner& scanner) {
  Output output;
  if (!enter_or_skip(scanner, JsonKind::kObject)) return output;
  while (const auto key = scanner.next_key()) {
    if (*key == "data") {
      output.data.clear();
      output.data_entries_left_out = take_bundle(scanner, output.data);
      continue;
    }
    const std::string name(*key);
    const JsonValue value = value_or_null(scanner);
    if (name == "output_type") {
      output.type = label_of(value);
    } else if (name == "name" || name == "stream") {
      output.stream = label_of(value);
    } else if (name == "text") {
      output.text = value;
    } else if (name == "ename") {
      output.error_name = value;
    } else if (name == "evalue") {
      output.error_value = value;
    } else if (name == "traceback") {
      output.traceback = value;
    } else if (const std::string_view mime_type = long_mime_type(name); !mime_type.empty()) {
      add_entry(output.data, mime_type, value);
    } else if (name.find('/') != std::string::npos) {
      add_entry(output.data, name, value);  // nbformat 2 and 3, too
    }
  }
  output.kind = kind_of(output.type);
  if (output.kind == OutputKind::kData && !output.text.raw.empty()) {
    add_entry(output.data, "text/plain", output.text);
  }
  return output;
}

std::uint64_t heading_level(JsonValue value) {
  std::uint64_t level = 1;
  std::from_chars(value.raw.data(), value.raw.data() + value.raw.size(), level);
  return std::clamp<std::uint64_t>(level, 1, 6);
}

}  // namespace

Result<Notebook> parse_notebook(std::string_view text, const Limits& limits) {
  JsonScanner scanner(text, limits.max_json_depth);
  RootFields root;
  const auto kind = scanner.peek();
  if (kind == JsonKind::kObject && scanner.enter()) {
    take_root(scanner, root);
  } else {
    scanner.value();
  }
  if (!scanner.finish()) return tl::unexpected<Error>(json_error(text, *scanner.failure()));
  if (kind != JsonKind::kObject) {
    return fail(ErrorCode::kCorruptNotebook,
                {"JSON, but no notebook: expected an object but found {}", to_string(*kind)});
  }
  if (root.nbformat.kind != JsonKind::kNumber && !root.cells && !root.sheet_cells) {
    return fail(ErrorCode::kCorruptNotebook,
                "JSON, but no notebook: it has neither nbformat nor cells nor worksheets");
  }
  if (root.too_many_cells) {
    return fail(ErrorCode::kLimitExceeded, {"notebook has more than {cell}", kMaxCells});
  }
  Notebook notebook;
  notebook.long_strings = scanner.long_strings();
  set_version(root, notebook);
  if (root.cells) {
    notebook.cells = *std::move(root.cells);
  } else if (root.sheet_cells) {
    notebook.cells = *std::move(root.sheet_cells);
  } else {
    notebook.has_cells = false;
    notebook.warnings.emplace_back("the notebook has no list of cells");
  }
  std::string language = root.kernel_language;
  if (language.empty()) language = root.info_language;
  if (language.empty() && root.sheet_cells) language = cell_language(notebook);
  if (!language.empty()) notebook.language = std::move(language);
  return notebook;
}

Cell parse_cell(const Notebook& notebook, std::size_t index) {
  JsonScanner scanner(notebook.cells[index], kCheckedDepth, notebook.long_strings);
  Cell cell;
  cell.long_strings = notebook.long_strings;
  cell.json_kind = scanner.peek().value_or(JsonKind::kNull);
  if (cell.json_kind != JsonKind::kObject || !scanner.enter()) return cell;
  while (const auto key = scanner.next_key()) {
    const std::string name(*key);
    const JsonValue value = value_or_null(scanner);
    if (name == "cell_type") {
      cell.type = word_of(value);
    } else if (name == "id") {
      cell.id = word_of(value);
    } else if (name == "source" || name == "input") {
      cell.source = value;
    } else if (name == "outputs") {
      cell.outputs = value;
    } else if (name == "attachments") {
      cell.attachments = value;
    } else if (name == "language") {
      cell.language = label_of(value);
    } else if (name == "level") {
      cell.heading_level = heading_level(value);
    } else if (name == "execution_count" || name == "prompt_number") {
      cell.execution_count = value.kind == JsonKind::kNull ? " " : word_of(value);
    }
  }
  return cell;
}

std::string_view kind_name(const Cell& cell) {
  if (cell.json_kind != JsonKind::kObject) return "damaged";
  return cell.type.empty() ? std::string_view("unknown") : cell.type;
}

void for_each_output(const Cell& cell, const std::function<void(const Output&)>& take) {
  JsonScanner scanner(cell.outputs.raw, kCheckedDepth, cell.long_strings);
  if (cell.outputs.kind != JsonKind::kArray || !scanner.enter()) return;
  while (scanner.next_element()) take(take_output(scanner));
}

Attachments attachments_of(const Cell& cell) {
  Attachments attachments;
  JsonScanner scanner(cell.attachments.raw, kCheckedDepth, cell.long_strings);
  if (cell.attachments.kind != JsonKind::kObject || !scanner.enter()) return attachments;
  std::vector<Attachment>& all = attachments.all;
  std::vector<MimeEntry> unused;
  while (const auto key = scanner.next_key()) {
    std::size_t at = 0;
    while (at < all.size() && all[at].name != *key) ++at;
    if (at == kMaxAttachments) {
      ++attachments.left_out;
      take_bundle(scanner, unused);
      continue;
    }
    if (at == all.size()) all.push_back({std::string(*key), {}});
    all[at].data.clear();
    take_bundle(scanner, all[at].data);
  }
  return attachments;
}

}  // namespace lectern
