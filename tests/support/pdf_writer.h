// Writes small PDF files for tests: one font (Helvetica as /F1), pages given by their content
// streams.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/tool_result.h"

namespace lectern::testing {

class PdfWriter {
 public:
  PdfWriter();

  /// Adds an object ("<<...>>") and returns its number.
  int add(std::string body);
  /// Adds a stream; `dictionary` is what stands beside its length ("/Type/XObject").
  int add_stream(std::string_view dictionary, std::string_view data);
  /// Adds a form of one rectangle and so many forms around it, each of which draws the one inside
  /// twice: 2^levels rectangles. The number of the outermost.
  int add_doubling_forms(int levels);
  /// Adds a page of 200 x 100 points. `extra` goes into its dictionary, `resources` beside its
  /// font.
  int add_page(std::string_view content, std::string_view extra = "",
               std::string_view resources = "");
  /// Entries of the catalog ("/Outlines 7 0 R") and of the trailer ("/Info 8 0 R").
  void set_catalog(std::string entries) { catalog_ = std::move(entries); }
  void set_trailer(std::string entries) { trailer_ = std::move(entries); }

  /// The number that the next object will get.
  int next_number() const { return static_cast<int>(objects_.size()) + 1; }

  ByteVector finish() const;

 private:
  std::vector<std::string>
      objects_;  ///< the first two, catalog and page tree, are written by finish
  std::vector<int> pages_;
  std::string catalog_;
  std::string trailer_;
};

/// Content that shows `text` (no parentheses) at a place, 12 points high.
std::string shown_text(std::string_view text, int x = 10, int y = 50);

/// A document with one page for each text.
ByteVector pdf_with_pages(const std::vector<std::string>& texts);

/// What a read shows of a document, without pictures of its pages. Skips the test where there is no
/// engine.
ToolResult read_without_pictures(const PdfWriter& writer);

}  // namespace lectern::testing
