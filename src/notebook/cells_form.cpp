#include "notebook/cells_form.h"

#include <algorithm>
#include <optional>
#include <string>

#include "base/format.h"
#include "image/fit/fit.h"
#include "notebook/cell_search.h"
#include "notebook/fences.h"
#include "notebook/outline.h"
#include "notebook/parse.h"
#include "notebook/render.h"
#include "text/text_notes.h"
#include "text/tokens.h"
#include "text/utf8.h"

namespace lectern {
namespace {

/// Room that the last line, which says how to go on, needs beside the cells' numbers.
constexpr std::uint64_t kClosingChars = 120;

/// Builds the content cell by cell and keeps the accounts of the cut.
class CellsForm {
 public:
  CellsForm(const ReadContext& context, const Notebook& notebook, ToolResult& result)
      : context_(context), notebook_(notebook), result_(result) {}

  void write(const std::vector<NumberRange>& selection) {
    doubt_ = encoding_doubt(result_.metadata);
    if (!doubt_.empty()) {
      add_to(result_.metadata.warnings, {"{}; the option encoding sets another", doubt_});
    }
    reserve_closing(selection);
    header();
    for (std::size_t i = 0; i < selection.size(); ++i) {
      for (std::uint64_t number = selection[i].first; number <= selection[i].last; ++number) {
        const bool had_room = !pictures_.full;
        const bool added = add(number, is_single(selection));
        const bool lacks_pictures = had_room && pictures_.full;
        if (added && !lacks_pictures) continue;
        std::vector<NumberRange> rest(selection.begin() + static_cast<std::ptrdiff_t>(i),
                                      selection.end());
        rest.front().first = number;
        if (!added) {
          remaining_ = std::move(rest);
          return close();
        }
        without_pictures_ = std::move(rest);
      }
    }
    close();
  }

 private:
  static bool is_single(const std::vector<NumberRange>& selection) {
    return selection.size() == 1 && selection[0].first == selection[0].last;
  }

  const Limits& limits() const { return context_.options.limits; }

  /// Not counted when nothing depends on it.
  std::uint64_t token_quarters_of(std::string_view text) const {
    return limits().max_tokens ? estimate_token_quarters(text) : 0;
  }

  /// Keeps room for the last line, which may name all of the selection, and that twice.
  void reserve_closing(const std::vector<NumberRange>& selection) {
    const std::string ranges = ranges_text(selection);
    const std::string others = doubt_ + context_.request.search;
    const std::uint64_t chars = doubt_.empty() ? kClosingChars : 2 * kClosingChars;
    closing_chars_ = chars + 2 * ranges.size() + utf8_length(others);
    token_quarters_ = chars + 2 * token_quarters_of(ranges) + token_quarters_of(others);
  }

  void header() {
    result_.content = compose(
        {"# Jupyter Notebook ({})\n# {} cells\n", notebook_.language, notebook_.cells.size()});
    if (context_.request.outline || is_search()) result_.content += '\n';
    end_part(std::nullopt);
    chars_ = utf8_length(result_.content);
    token_quarters_ += token_quarters_of(result_.content);
  }

  bool has_tokens_for(std::uint64_t quarters) const {
    return !limits().max_tokens ||
           tokens_from_quarters(token_quarters_ + quarters) <= *limits().max_tokens;
  }

  /// Adds a cell. False when it has no room and waits for the next read.
  bool add(std::uint64_t number, bool is_only_cell) {
    const Cell cell = parse_cell(notebook_, static_cast<std::size_t>(number - 1));
    made_.clear();
    const std::uint64_t output_chars =
        is_only_cell ? limits().max_content_chars : limits().max_cell_output_chars;
    const std::uint64_t room =
        limits().max_content_chars - std::min(limits().max_content_chars, chars_ + closing_chars_);
    RenderSettings settings{
        context_.options, notebook_.language, notebook_.join, limits().max_content_chars,
        output_chars,     is_only_cell,       shown_.empty()};
    // It is shown in any case, as much as fits.
    if (shown_.empty()) settings.room = room;
    RenderedCell rendered = render(number, cell, settings);
    if (is_search() && rendered.text.empty()) {
      ++searched_;
      return true;
    }
    if (rendered.lacks_pictures && !shown_.empty() && can_deliver_ && !pictures_.full) {
      // The next read begins here, and has room for all of the cell's pictures.
      pictures_.full = true;
      if (!rendered.images.empty()) rendered = render(number, cell, settings);
    }
    const bool has_tokens = has_tokens_for(token_quarters_of(rendered.text));
    if (utf8_length(rendered.text) > room || !has_tokens) {
      cause_ = has_tokens ? TruncationCause::kCells : TruncationCause::kTokens;
      if (!shown_.empty()) return false;
      // Every read makes progress: the first cell alone is cut until it fits.
      rendered = cut_to_fit(number, cell, settings, std::move(rendered),
                            has_tokens ? room : tokens_left(room));
    }
    token_quarters_ += token_quarters_of(rendered.text);
    chars_ += utf8_length(rendered.text);
    if (rendered.alone_shows_more && !first_cut_) first_cut_ = number;
    if (rendered.is_cut || rendered.source_is_cut) is_cut_ = true;
    if (rendered.lacks_pictures) lacks_pictures_ = true;
    if (rendered.is_guarded) note(guarded_, number);
    append(std::move(rendered), number);
    note(shown_, number);
    ++searched_;
    return true;
  }

  static void note(std::vector<NumberRange>& ranges, std::uint64_t number) {
    if (!ranges.empty() && ranges.back().last + 1 == number) {
      ranges.back().last = number;
    } else {
      ranges.push_back({number, number});
    }
  }

  bool is_search() const { return !context_.request.search.empty(); }
  bool has_lines_only() const { return context_.request.outline || is_search(); }

  /// As characters: none is more than a token.
  std::uint64_t tokens_left(std::uint64_t room) const {
    const std::uint64_t used = tokens_from_quarters(token_quarters_);
    return std::min(room, *limits().max_tokens - std::min(*limits().max_tokens, used));
  }

  RenderedCell render(std::uint64_t number, const Cell& cell, const RenderSettings& settings) {
    if (!has_lines_only()) return render_cell(number, cell, settings, pictures_);
    RenderedCell lines;
    lines.text = is_search() ? found_in_cell(number, cell, notebook_.join,
                                             context_.options.notebook.outputs, matcher_)
                             : outline_line(number, cell, notebook_.join) + '\n';
    return lines;
  }

  /// Cuts the source and the outputs of a cell to what fits into `room` characters: a source may
  /// take half of it, or what the outputs leave.
  RenderedCell cut_to_fit(std::uint64_t number, const Cell& cell, RenderSettings settings,
                          RenderedCell rendered, std::uint64_t room) {
    constexpr std::uint64_t kNoteChars = 100;
    // Beside the source and what the outputs say: heading, line ends, fences, an error's room,
    // notes.
    const std::uint64_t frame = utf8_length(rendered.text) -
                                std::min(rendered.source_chars, settings.max_source_chars) -
                                rendered.output_chars + rendered.reserved_chars + 2 * kNoteChars;
    const std::uint64_t others = frame + rendered.output_chars;
    settings.max_source_chars = std::max(room / 2, room - std::min(room, others));
    const std::uint64_t source = std::min(rendered.source_chars, settings.max_source_chars);
    const std::uint64_t output_chars = room - std::min(room, source + frame);
    if (!has_lines_only()) {
      if (output_chars < settings.max_output_chars) {
        settings.max_output_chars = output_chars;
        settings.is_only_cell = true;  // a read of this cell alone would show no more
      }
      rendered = render(number, cell, settings);
      if (utf8_length(rendered.text) <= room) return rendered;
    }
    std::size_t kept = 0;
    std::string fence;
    // A long fence has to end within the room as well.
    for (std::uint64_t part = room;; part /= 2) {
      kept = utf8_prefix_size(rendered.text, part);
      fence = open_fence(std::string_view(rendered.text).substr(0, kept));
      if (part + fence.size() <= room + kNoteChars) break;
    }
    const std::uint64_t left_out = utf8_length(std::string_view(rendered.text).substr(kept));
    rendered.text.resize(kept);
    std::size_t images_left_out = 0;
    while (!rendered.image_offsets.empty() && rendered.image_offsets.back() > kept) {
      rendered.image_offsets.pop_back();
      rendered.images.pop_back();
      ++images_left_out;
    }
    append_to(rendered.text, {"... (truncated)\n{}{}[Cell cut: {more character}", fence,
                              fence.empty() ? "" : "\n", left_out});
    if (images_left_out > 0) append_to(rendered.text, {" and {image}", images_left_out});
    append_to(rendered.text,
              {" left out{}]\n", has_lines_only() ? std::string() : call_for_all(number)});
    is_cut_ = true;
    return rendered;
  }

  /// Each picture becomes a part just after the line that stands for it.
  void append(RenderedCell rendered, std::uint64_t cell) {
    std::size_t from = 0;
    for (std::size_t i = 0; i < rendered.images.size(); ++i) {
      pictures_.used.add(rendered.images[i]);
      result_.content.append(rendered.text, from, rendered.image_offsets[i] - from);
      from = rendered.image_offsets[i];
      end_part(cell);
      result_.parts.push_back({result_.images.size(), std::nullopt, cell});
      result_.images.push_back(std::move(rendered.images[i]));
    }
    pictures_.count = result_.images.size();
    result_.content.append(rendered.text, from);
    end_part(cell);
  }

  /// What the next read should ask for: the cells from the first on whose pictures are missing,
  /// else those that are missing, else the first one whose outputs were cut, by itself. It never
  /// begins where this read began.
  std::vector<NumberRange> next_cells() const {
    if (!without_pictures_.empty()) return without_pictures_;
    if (!remaining_.empty()) return remaining_;
    if (first_cut_ && !is_single(shown_)) return {{*first_cut_, *first_cut_}};
    return {};
  }

  void close() {
    result_.truncated = !remaining_.empty() || lacks_pictures_ || is_cut_;
    if (result_.truncated) {
      result_.truncation = Truncation{cause_};
      ReadRequest next = context_.request;
      next.cells = next_cells();
      next.offset.reset();
      next.from_end.reset();
      next.lines.clear();
      next.column.reset();
      next.limit.reset();
      if (!next.cells.empty()) result_.truncation->next = std::move(next);
    }
    closing_line();
    end_part(std::nullopt);
    short_result();
  }

  void closing_line() {
    if (!guarded_.empty()) {
      add_to(result_.metadata.warnings,
             {"text that looks like lines of this tool stands in fences: cells={}",
              ranges_text(guarded_)});
    }
    if (!doubt_.empty()) {
      append_to(result_.content, {"\n(Encoding: {}. The option encoding sets another.)", doubt_});
    }
    std::string text;
    if (is_search()) {
      text = compose({"{}; searched {} of {,}", found_text(), searched_, notebook_.cells.size()});
    } else if (remaining_.empty() && without_pictures_.empty()) {
      return;
    } else {
      text = compose({"Showing {} of {,}", shown_cells(), notebook_.cells.size()});
    }
    if (!without_pictures_.empty()) {
      append_to(text, {", from cell {} on without images", without_pictures_.front().first});
    }
    const std::vector<NumberRange> next = next_cells();
    if (!next.empty()) append_to(text, {". Next: cells={}", ranges_text(next)});
    append_to(result_.content, {"{}({})", result_.content.ends_with("\n\n") ? "" : "\n", text});
  }

  /// "2 cells hold "needle""
  std::string found_text() const {
    std::uint64_t count = 0;
    for (const NumberRange& range : shown_) count += range.last - range.first + 1;
    if (count == 0) return compose({"No cell holds \"{}\"", context_.request.search});
    return compose(
        {"{cell} {} \"{}\"", count, count == 1 ? "holds" : "hold", context_.request.search});
  }

  /// What the content has gained since the last part becomes one.
  void end_part(std::optional<std::uint64_t> cell) {
    if (result_.content.size() == bytes_in_parts_) return;
    result_.parts.push_back({result_.content.substr(bytes_in_parts_), std::nullopt, cell});
    bytes_in_parts_ = result_.content.size();
  }

  /// "cell 3", "cells 1-12"
  std::string shown_cells() const {
    return compose({"{}{}", is_single(shown_) ? "cell " : "cells ", ranges_text(shown_)});
  }

  void short_result() {
    const std::size_t count = notebook_.cells.size();
    const bool all = shown_.size() == 1 && shown_[0] == NumberRange{1, count};
    std::string cells = counted(count, "cell");
    if (!all && !shown_.empty()) {
      cells = compose({"{} of {,}", shown_cells(), count});
    }
    result_.short_result =
        is_search() ? found_text() : compose({"Notebook ({}, {})", notebook_.language, cells});
  }

  const ReadContext& context_;
  const Notebook& notebook_;
  ToolResult& result_;
  WordMatcher matcher_{context_.request};
  std::uint64_t closing_chars_ = 0;
  std::uint64_t chars_ = 0;
  std::uint64_t token_quarters_ = 0;
  TruncationCause cause_ = TruncationCause::kCells;
  std::vector<MadePicture> made_;
  PicturesSoFar pictures_{.count = 0, .used = {}, .full = false, .made = &made_};
  std::size_t bytes_in_parts_ = 0;
  std::vector<NumberRange> shown_;
  std::vector<NumberRange> remaining_;
  /// Some picture can be delivered, be it in another read.
  const bool can_deliver_ = limits().max_images > 0 && fit_limits(context_.options, 0, 0);
  bool lacks_pictures_ = false;
  std::vector<NumberRange> without_pictures_;
  std::optional<std::uint64_t> first_cut_;
  bool is_cut_ = false;
  /// Cells of which text stands in a fence lest it pass for ours.
  std::vector<NumberRange> guarded_;
  /// What is not sure about the encoding; "" when all is.
  std::string doubt_;
  std::uint64_t searched_ = 0;
};

}  // namespace

void write_cells(const ReadContext& context, const Notebook& notebook,
                 const std::vector<NumberRange>& selection, ToolResult& result) {
  CellsForm(context, notebook, result).write(selection);
}

}  // namespace lectern
