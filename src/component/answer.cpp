#include "component/answer.h"

#include <utility>

#include "base/format.h"
#include "component/views.h"

namespace lectern::component {
Answer::Answer(File file, lectern::ToolResult source)
    : file_(std::move(file)), source_(std::move(source)) {
  is_failure = !source_.success;
  if (!is_failure) {
    fill_success();
    return;
  }
  std::construct_at(&failure, Failure{.code = case_of(source_.error->code),
                                      .message = view(source_.error->message),
                                      .content_type = case_of(source_.content_type),
                                      .content_hash = option(source_.content_hash),
                                      .metadata = metadata()});
}

void Answer::fill_success() {
  for (const lectern::ImageContent& image : source_.images) {
    images_.push_back({view(image.data.bytes()), view(image.mime_type), image.size.width,
                       image.size.height, option(image.page), option(image.cell)});
  }
  for (const lectern::DocumentContent& document : source_.documents) {
    documents_.push_back({view(document.data.bytes()), document.page_count});
  }
  for (const lectern::Part& from : source_.parts) {
    Part& part = parts_.emplace_back();
    if (const auto* text = std::get_if<std::string>(&from.piece)) {
      part.piece.text = view(*text);
    } else {
      part.piece.kind = Piece::kImage;
      part.piece.image = static_cast<std::uint32_t>(std::get<std::size_t>(from.piece));
    }
    part.page = option(from.page);
    part.cell = option(from.cell);
  }
  const bool is_counted = source_.total_lines >= 0;
  result = {.content = view(source_.content),
            .short_result = option(source_.short_result),
            .content_type = case_of(source_.content_type),
            .images = view(images_),
            .documents = view(documents_),
            .parts = view(parts_),
            .line_count = source_.line_count,
            .start_line = source_.start_line,
            .end_line = source_.end_line,
            .total_lines = {is_counted, static_cast<std::uint64_t>(source_.total_lines)},
            .truncated = source_.truncated,
            .truncation = truncation(),
            .content_hash = option(source_.content_hash),
            .metadata = metadata()};
}

Option<Truncation> Answer::truncation() {
  if (!source_.truncation) return {};
  Truncation to;
  to.cause = case_of(source_.truncation->cause);
  if (const auto& next = source_.truncation->next) to.next = {true, next_input(*next)};
  return {true, to};
}

ReadInput Answer::next_input(const ReadRequest& from) {
  next_lines_ = ranges_text(from.lines);
  next_pages_ = ranges_text(from.pages);
  next_cells_ = ranges_text(from.cells);
  ReadInput to;
  to.file_path = view(from.file_path);
  if (from.offset) to.offset = {true, static_cast<std::int64_t>(*from.offset)};
  if (from.from_end) to.offset = {true, -static_cast<std::int64_t>(*from.from_end)};
  to.limit = option(from.limit);
  to.lines = option(next_lines_);
  to.column = option(from.column);
  to.pages = option(next_pages_);
  to.cells = option(next_cells_);
  to.range = option(from.range);
  if (const auto& region = from.region) {
    to.region = {true, {region->x, region->y, region->width, region->height}};
  }
  // The case before the first: nothing is said.
  if (from.view != View::kAuto) to.view = {true, static_cast<Case>(case_of(from.view) - 1)};
  to.search = option(from.search);
  to.case_sensitive = {from.case_sensitive, from.case_sensitive};
  to.whole_words = {from.whole_words, from.whole_words};
  to.context = option(from.context);
  to.outline = {from.outline, from.outline};
  to.block = option(from.block);
  to.at = option(from.at);
  to.depth = option(from.depth);
  to.file_type = option(from.file_type);
  return to;
}

Metadata Answer::metadata() {
  const lectern::Metadata& from = source_.metadata;
  for (const lectern::PageInfo& page : from.pages) fill(page, pages_.emplace_back());
  for (const lectern::OutlineItem& item : from.outline) fill(item, outline_.emplace_back());
  for (const std::string& warning : from.warnings) warnings_.push_back(view(warning));
  Metadata to;
  fill(from, to);
  to.pages = view(pages_);
  to.outline = view(outline_);
  to.warnings = view(warnings_);
  return to;
}

}  // namespace lectern::component
