#include "pdf/pdf_reader.h"

#include <algorithm>
#include <utility>

#include "base/format.h"
#include "base/selection.h"
#include "pdf/forms.h"

namespace lectern {
namespace {

Error with_prefix(Error error) {
  if (error.code == ErrorCode::kCorruptPdf) {
    error.message = compose({"Failed to read PDF: {}", error.message});
  } else if (error.code == ErrorCode::kEncrypted) {
    error.message = compose({"Cannot read PDF: {}", error.message});
  }
  return error;
}

void add_facts(const PdfFacts& facts, Metadata& metadata) {
  metadata.page_count = facts.page_count;
  metadata.encrypted = facts.encrypted;
  if (!facts.title.empty()) metadata.title = facts.title;
  if (!facts.author.empty()) metadata.author = facts.author;
  metadata.outline = facts.outline;
  if (facts.outline_cut) {
    add_to(metadata.warnings, {"the outline shows its first {,} entries", facts.outline.size()});
  }
}

Result<ToolResult> read_with_engine(const ReadContext& context, const PdfCheck& check,
                                    const PdfEngine& engine) {
  const ReadOptions& options = context.options;
  LECTERN_TRY(const std::unique_ptr<PdfDocument> document,
              engine.open(context.bytes, options.password));
  const PdfFacts facts = document->facts();
  if (facts.page_count == 0) return fail(ErrorCode::kCorruptPdf, "the document has no pages");
  auto result = [&]() -> Result<ToolResult> {
    if (options.pdf.as == PdfAs::kDocument)
      return read_document(context, check, document.get(), facts);
    if (!context.request.search.empty()) return search_pages(context, *document, facts);
    if (context.request.outline) return outline_pages(context, *document, facts);
    return read_pages(context, *document, facts);
  }();
  if (result) {
    add_facts(facts, result->metadata);
    const bool is_map = !context.request.search.empty() || context.request.outline;
    if (context.request.region && (is_map || options.pdf.as == PdfAs::kDocument))
      result->metadata.warnings.emplace_back("region selects in pages that are read as such only");
  }
  return result;
}

Result<ToolResult> read_without_engine(const ReadContext& context, const PdfCheck& check) {
  if (context.options.pdf.as == PdfAs::kPages) {
    return fail(ErrorCode::kUnsupportedFormat,
                "PDF pages cannot be read: the PDF module is not loaded; with the option pdf set "
                "to document the file is passed on as it is");
  }
  LECTERN_TRY(ToolResult result, read_document(context, check, nullptr, {}));
  result.metadata.page_count = check.page_count;
  result.metadata.encrypted = check.encrypted;
  return result;
}

}  // namespace

void count_content_lines(ToolResult& result) {
  const auto ends = std::count(result.content.begin(), result.content.end(), '\n');
  result.line_count = static_cast<std::uint64_t>(ends) + (result.content.ends_with('\n') ? 0 : 1);
}

Result<ToolResult> read_pdf(const ReadContext& context) {
  const auto read = [&context]() -> Result<ToolResult> {
    LECTERN_TRY(const PdfCheck check, check_pdf(context.bytes));
    const PdfEngine* engine = pdf_engine();
    return engine == nullptr ? read_without_engine(context, check)
                             : read_with_engine(context, check, *engine);
  };
  Result<ToolResult> result = read();
  if (!result) return tl::unexpected<Error>(with_prefix(std::move(result).error()));
  result->success = true;
  result->content_type = ContentType::kPdf;
  if (selects_lines(context.request)) {
    result->metadata.warnings.emplace_back(
        "offset, limit and lines do not select in a PDF; use pages");
  }
  return result;
}

}  // namespace lectern
