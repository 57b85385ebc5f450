// Every bound a read obeys. All are passed in, none is global, each is checked before memory is
// taken. Names and defaults are section 5 of the public contract (docs/limits.md).
#pragma once

#include <cstdint>
#include <optional>

namespace lectern {

/// The bounds of one read.
struct Limits {
  /// Largest image file, in bytes. Above it: FILE_TOO_LARGE.
  std::uint64_t max_image_bytes = 20'971'520;
  /// Largest PDF file, in bytes; the largest request a provider takes.
  std::uint64_t max_pdf_bytes = 33'554'432;
  /// Largest notebook file, in bytes.
  std::uint64_t max_notebook_bytes = 52'428'800;
  /// Largest text file given as one buffer, in bytes. Streamed text has no limit unless this is
  /// set.
  std::optional<std::uint64_t> max_text_bytes = std::nullopt;
  /// Most pixels (width x height) of one image, from its header: stops decompression bombs.
  std::uint64_t max_pixels = 100'000'000;
  /// Most bytes that decoding one file may hold at a time.
  std::uint64_t max_decoded_bytes = 268'435'456;
  /// Most work that decoding one picture, or drawing the pages of one PDF, may take, in units that
  /// are the same on every host (see base/work_budget.h): some ten times what the largest honest
  /// files take.
  std::uint64_t max_work = 5'000'000'000;
  /// Most lines of text in one result.
  std::uint64_t max_lines = 2'000;
  /// Most characters (Unicode code points) of one line before it is cut.
  std::uint64_t max_line_chars = 2'000;
  /// Most characters (Unicode code points) of `content`.
  std::uint64_t max_content_chars = 100'000;
  /// Most estimated tokens of `content`; none by default.
  std::optional<std::uint64_t> max_tokens = std::nullopt;
  /// Most PDF pages of one read.
  std::uint64_t max_pages = 20;
  /// Most images of one result.
  std::uint64_t max_images = 20;
  /// Most characters shown of one notebook cell's outputs.
  std::uint64_t max_cell_output_chars = 10'000;
  /// Deepest nesting of JSON.
  std::uint64_t max_json_depth = 256;
};

/// Default of `Limits::max_text_bytes` for text that arrives as one buffer.
inline constexpr std::uint64_t kMaxBufferedTextBytes = 52'428'800;

}  // namespace lectern
