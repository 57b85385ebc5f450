#include "notebook/notebook_reader.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "base/format.h"
#include "base/selection.h"
#include "notebook/cells_form.h"
#include "notebook/notebook_text.h"
#include "notebook/parse.h"
#include "notebook/render.h"
#include "text/made_text.h"
#include "text/text_reader.h"
#include "text/text_session.h"
#include "text/word_matcher.h"

namespace lectern {
namespace {

/// The cells to show: all when the request names none, else the ranges cut to the notebook's end.
Result<std::vector<NumberRange>> select_cells(const ReadRequest& request, std::uint64_t count,
                                              Metadata& metadata) {
  if (request.cells.empty()) {
    if (count == 0) return std::vector<NumberRange>{};
    return std::vector<NumberRange>{{1, count}};
  }
  std::vector<NumberRange> selection;
  for (const NumberRange range : request.cells) {
    if (range.first > count) {
      return fail(ErrorCode::kOutOfRange,
                  {"cell {} is past the end: the notebook has {cell}", range.first, count});
    }
    if (range.last > count) {
      add_to(metadata.warnings, {"cells={}: the notebook has {cell}", ranges_text({range}), count});
    }
    selection.push_back({range.first, std::min(range.last, count)});
  }
  return selection;
}

void set_metadata(const Notebook& notebook, Metadata& metadata) {
  metadata.cell_count = notebook.cells.size();
  metadata.language = notebook.language;
  if (!notebook.nbformat.empty()) metadata.nbformat = notebook.nbformat;
  metadata.warnings.insert(metadata.warnings.end(), notebook.warnings.begin(),
                           notebook.warnings.end());
}

NotebookText decoded(const ReadContext& context) {
  TextStreamOptions options;
  options.encoding = encoding_for_label(context.options.text.encoding);
  options.legacy_tables = context.options.encoding_tables;
  return notebook_text(context.bytes, options);
}

Result<ToolResult> read_raw(const ReadContext& context) {
  LECTERN_TRY(ToolResult result, read_text(context));
  result.content_type = ContentType::kNotebook;
  const NotebookText text = decoded(context);
  const Result<Notebook> notebook = parse_notebook(text.view(), context.options.limits);
  if (notebook) {
    set_metadata(*notebook, result.metadata);
  } else {
    result.metadata.warnings.push_back(notebook.error().message);
  }
  if (!context.request.cells.empty()) {
    result.metadata.warnings.emplace_back(
        "cells does not select in the raw form; use offset and limit");
  }
  return result;
}

bool selects_lines_of_cell(const ReadRequest& request) {
  return request.cells.size() == 1 && request.cells[0].first == request.cells[0].last &&
         !request.outline && request.search.empty();
}

/// All of one cell's text, its lines without numbers, as those of a document are read.
Result<ToolResult> read_cell_lines(const ReadContext& context, const Notebook& notebook,
                                   std::uint64_t number, Metadata metadata) {
  ReadOptions options = made_text_options(context.options);
  if (options.notebook.outputs == NotebookOutputs::kAll)
    options.notebook.outputs = NotebookOutputs::kText;
  // Lines are as long as an output has them.
  options.limits.max_line_chars = options.limits.max_content_chars;
  TextSession session(context.request, options, {.is_cell = true});
  const std::function<void(std::string_view)> take = [&session](std::string_view text) {
    // CommonMark 0.31, section 2.3: no text has a NUL.
    for (std::size_t nul = text.find('\0'); nul != text.npos; nul = text.find('\0')) {
      session.push(as_bytes(text.substr(0, nul)));
      session.push(as_bytes(std::string_view("\uFFFD")));
      text.remove_prefix(nul + 1);
    }
    session.push(as_bytes(text));
  };
  const Cell cell = parse_cell(notebook, static_cast<std::size_t>(number - 1));
  std::vector<MadePicture> made;
  PicturesSoFar none;
  none.made = &made;
  const RenderSettings settings{
      options,    notebook.language,     notebook.join,          kUnlimited,
      kUnlimited, /*is_only_cell=*/true, /*is_first_cell=*/true, &take};
  render_cell(number, cell, settings, none);
  ToolResult result = session.finish();
  result.content_type = ContentType::kNotebook;
  metadata.warnings.insert(metadata.warnings.end(), result.metadata.warnings.begin(),
                           result.metadata.warnings.end());
  result.metadata = std::move(metadata);
  return result;
}

Result<ToolResult> read_cells(const ReadContext& context) {
  if (context.bytes.empty()) return fail(ErrorCode::kCorruptNotebook, "the notebook file is empty");
  if (!context.request.search.empty() && WordMatcher(context.request).empty()) {
    return fail(ErrorCode::kInvalidArgument, "search must hold a word, got white space");
  }
  const NotebookText text = decoded(context);
  if (text.missing_tables) return tl::unexpected<Error>(*text.missing_tables);
  LECTERN_TRY(const Notebook notebook, parse_notebook(text.view(), context.options.limits));
  ToolResult result;
  result.success = true;
  result.content_type = ContentType::kNotebook;
  result.metadata.encoding = encoding_name(text.facts.encoding);
  result.metadata.encoding_confidence_percent = text.facts.confidence_percent;
  result.metadata.bom = text.facts.bom;
  if (text.facts.replacements > 0) result.metadata.replacements = text.facts.replacements;
  set_metadata(notebook, result.metadata);
  LECTERN_TRY(const std::vector<NumberRange> selection,
              select_cells(context.request, notebook.cells.size(), result.metadata));
  if (selects_lines(context.request)) {
    if (selects_lines_of_cell(context.request))
      return read_cell_lines(context, notebook, selection[0].first, std::move(result.metadata));
    const bool is_overview = context.request.outline || !context.request.search.empty();
    result.metadata.warnings.emplace_back(
        is_overview
            ? "offset, limit and lines select nothing in an outline or a search of a notebook"
            : "offset, limit and lines select in one cell of a notebook; name it in cells");
  }
  write_cells(context, notebook, selection, result);
  const auto ends = std::count(result.content.begin(), result.content.end(), '\n');
  result.line_count = static_cast<std::uint64_t>(ends) + (result.content.ends_with('\n') ? 0 : 1);
  result.start_line = 1;
  result.end_line = result.line_count;
  result.total_lines = static_cast<std::int64_t>(result.line_count);
  return result;
}

/// True for JSON text with nbformat and cells or worksheets: a notebook under whatever name.
bool is_notebook(const ReadContext& context) {
  const NotebookText text = decoded(context);
  const Result<Notebook> notebook = parse_notebook(text.view(), context.options.limits);
  return notebook && !notebook->nbformat.empty() && notebook->has_cells;
}

}  // namespace

Result<ToolResult> read_notebook(const ReadContext& context) {
  const std::uint64_t limit = context.options.limits.max_notebook_bytes;
  if (context.bytes.size() > limit) {
    return fail(ErrorCode::kFileTooLarge,
                {"Notebook file exceeds {}", limit_text(limit, context.bytes.size())});
  }
  if (context.evidence == DetectedBy::kHint && !is_notebook(context)) return read_text(context);
  return context.options.notebook.form == NotebookForm::kRaw ? read_raw(context)
                                                             : read_cells(context);
}

}  // namespace lectern
