#include "component/answer.h"

#include <cmath>
#include <utility>

#include "base/format.h"
#include "read/json.h"

namespace lectern::component {
namespace {

String view(std::string_view text) {
  return {text.data(), static_cast<std::uint32_t>(text.size())};
}

Bytes view(ByteSpan bytes) { return {bytes.data(), static_cast<std::uint32_t>(bytes.size())}; }

template <typename T>
List<T> view(std::vector<T>& values) {
  return {values.data(), static_cast<std::uint32_t>(values.size())};
}

/// "" is none.
Option<String> option(const std::string& text) { return {!text.empty(), view(text)}; }

Option<String> option(const std::optional<std::string>& text) {
  return text ? Option<String>{true, view(*text)} : Option<String>{};
}

Option<Dimensions> option(const std::optional<lectern::Dimensions>& size) {
  if (!size) return {};
  return {true, {size->width, size->height}};
}

template <typename T>
Option<T> option(const std::optional<T>& value) {
  return value ? Option<T>{true, *value} : Option<T>{};
}

/// The enums of the core have the order of lectern.wit.
template <typename Enum>
Case case_of(Enum value) {
  return static_cast<Case>(value);
}

/// Points with two decimals, as in the JSON of a result.
double points(double value) { return std::round(value * 100) / 100; }

}  // namespace

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
      part.text = view(*text);
    } else {
      part.kind = Part::kImage;
      part.image = static_cast<std::uint32_t>(std::get<std::size_t>(from.piece));
    }
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
  if (const auto& next = source_.truncation->next) {
    next_pages_ = ranges_text(next->pages);
    next_cells_ = ranges_text(next->cells);
    to.next = {true,
               {.file_path = view(next->file_path),
                .offset = option(next->offset),
                .column = option(next->column),
                .limit = option(next->limit),
                .pages = option(next_pages_),
                .cells = option(next_cells_),
                .file_type = option(next->file_type)}};
  }
  return {true, to};
}

Metadata Answer::metadata() {
  const lectern::Metadata& from = source_.metadata;
  for (const lectern::PageInfo& page : from.pages) {
    pages_.push_back({page.page, case_of(page.page_class), option(page.label),
                      points(page.width_points), points(page.height_points)});
  }
  for (const lectern::OutlineItem& item : from.outline) {
    outline_.push_back({view(item.title), item.level, option(item.page)});
  }
  for (const std::string& warning : from.warnings) warnings_.push_back(view(warning));
  Metadata to;
  to.size = from.size_bytes;
  to.modified = option(from.modified);
  to.mime_type = view(from.mime_type);
  to.encoding = option(from.encoding);
  to.encoding_confidence = option(from.encoding_confidence_percent);
  to.bom = option(from.bom);
  if (from.eol) to.eol = {true, case_of(*from.eol)};
  to.final_newline = option(from.final_newline);
  to.replacements = option(from.replacements);
  to.format = option(from.format);
  to.dimensions = option(from.dimensions);
  to.original_dimensions = option(from.original_dimensions);
  to.scale = option(from.scale);
  to.bit_depth = option(from.bit_depth);
  to.color_type = option(from.color_type);
  to.alpha = option(from.alpha);
  to.orientation = option(from.orientation);
  to.frames = option(from.frames);
  to.duration_ms = option(from.duration_ms);
  to.cell_count = option(from.cell_count);
  to.language = option(from.language);
  to.nbformat = option(from.nbformat);
  to.page_count = option(from.page_count);
  to.encrypted = option(from.encrypted);
  to.title = option(from.title);
  to.author = option(from.author);
  to.pages = view(pages_);
  to.outline = view(outline_);
  to.warnings = view(warnings_);
  return to;
}

}  // namespace lectern::component
