#include "pdf/pdf_reader.h"

#include <algorithm>
#include <map>
#include <utility>

#include "base/format.h"
#include "base/page_selection.h"
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

/// What is said of several pages becomes one warning, in the place of the first.
void join_warnings(std::vector<std::string>& warnings) {
  constexpr std::string_view kPage = "page ";
  struct Said {
    std::size_t place = 0;
    std::vector<std::uint64_t> pages;
  };
  std::map<std::string, Said> all;  // by what follows the number
  std::vector<std::string> joined;
  for (std::string& warning : warnings) {
    std::size_t end = kPage.size();
    std::uint64_t number = 0;
    while (end < warning.size() && warning[end] >= '0' && warning[end] <= '9')
      number = 10 * number + static_cast<std::uint64_t>(warning[end++] - '0');
    if (warning.starts_with(kPage) && number > 0) {
      const auto [said, is_new] = all.try_emplace(warning.substr(end), Said{joined.size(), {}});
      std::vector<std::uint64_t>& pages = said->second.pages;
      if (is_new || pages.back() != number) pages.push_back(number);
      if (!is_new) continue;
    }
    joined.push_back(std::move(warning));
  }
  for (const auto& [text, said] : all) {
    if (said.pages.size() > 1)
      joined[said.place] = compose({"each of pages {}{}", pages_text(said.pages), text});
  }
  warnings = std::move(joined);
}

/// What all results of PDFs have.
Result<ToolResult> completed(Result<ToolResult> result, const ReadContext& context) {
  if (!result) return tl::unexpected<Error>(with_prefix(std::move(result).error()));
  result->success = true;
  result->content_type = ContentType::kPdf;
  if (selects_lines(context.request)) {
    result->metadata.warnings.emplace_back(
        "offset, limit and lines do not select in a PDF; use pages");
  }
  const bool is_map = !context.request.search.empty() || context.request.outline;
  if (context.request.region && (is_map || context.options.pdf.as == PdfAs::kDocument)) {
    result->metadata.warnings.emplace_back("region selects in pages that are read as such only");
  }
  return result;
}

/// A read with the engine: opens the document, then goes on page by page.
class EngineRead final : public SteppedRead {
 public:
  EngineRead(const ReadContext& context, PdfCheck check, const PdfEngine& engine)
      : context_(context), check_(std::move(check)), engine_(engine) {}

  std::optional<Result<ToolResult>> step() override {
    std::optional<Result<ToolResult>> result = form_ ? form_->step() : open();
    if (!result) return std::nullopt;
    if (*result) {
      join_warnings((*result)->metadata.warnings);
      add_facts(facts_, (*result)->metadata);
    }
    return completed(*std::move(result), context_);
  }

 private:
  /// Nothing when pages are to be read.
  std::optional<Result<ToolResult>> open() {
    const ReadOptions& options = context_.options;
    auto document = engine_.open(context_.bytes, options.password, options.limits);
    if (!document) return tl::unexpected<Error>(std::move(document).error());
    document_ = *std::move(document);
    Result<PdfFacts> facts = document_->facts();
    if (!facts) return tl::unexpected<Error>(std::move(facts).error());
    facts_ = *std::move(facts);
    if (facts_.page_count == 0) {
      return tl::unexpected<Error>(Error{ErrorCode::kCorruptPdf, "the document has no pages"});
    }
    if (options.pdf.as == PdfAs::kDocument) {
      return read_document(context_, check_, document_.get(), facts_);
    }
    const bool searches = !context_.request.search.empty();
    if (context_.request.outline && !searches) return outline_pages(context_, *document_, facts_);
    auto form = !searches ? read_pages(context_, *document_, facts_)
                          : search_pages(context_, *document_, facts_);
    if (!form) return tl::unexpected<Error>(std::move(form).error());
    form_ = *std::move(form);
    return std::nullopt;
  }

  const ReadContext context_;
  PdfCheck check_;
  const PdfEngine& engine_;
  std::unique_ptr<PdfDocument> document_;
  PdfFacts facts_;
  std::unique_ptr<SteppedRead> form_;
};

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
  Result<PdfCheck> check = check_pdf(context.bytes);
  if (!check) return completed(tl::unexpected<Error>(std::move(check).error()), context);
  const PdfEngine* engine = pdf_engine();
  if (engine == nullptr) return completed(read_without_engine(context, *check), context);
  auto read = std::make_unique<EngineRead>(context, *std::move(check), *engine);
  if (context.steps != nullptr) {
    *context.steps = std::move(read);
    return ToolResult();
  }
  for (;;) {
    if (auto result = read->step()) return *std::move(result);
  }
}

}  // namespace lectern
