#include <algorithm>
#include <utility>

#include "base/base64.h"
#include "base/format.h"
#include "base/page_selection.h"
#include "base/provider.h"
#include "pdf/forms.h"

namespace lectern {
namespace {

std::uint64_t max_bytes(const ReadOptions& options) {
  const ProviderProfile& profile = profile_of(options.provider);
  std::uint64_t most = std::min(profile.max_pdf_bytes, options.limits.max_pdf_bytes);
  if (profile.max_request_bytes != kUnlimited) {
    const std::uint64_t left =
        profile.max_request_bytes - std::min(profile.max_request_bytes, options.host.bytes_in_request);
    most = std::min(most, left / 4 * 3);
  }
  return most;
}

std::string provider_text(const ReadOptions& options) {
  return std::string(profile_of(options.provider).name);
}

/// The file as it is, or why the provider would refuse it.
Result<void> check_whole(const ReadContext& context, std::uint64_t size_bytes,
                         std::optional<std::uint64_t> pages) {
  const ReadOptions& options = context.options;
  if (size_bytes > max_bytes(options)) {
    return fail(ErrorCode::kFileTooLarge,
                {"the PDF has {}, {} takes {}; ask for some of its pages", human_size(size_bytes),
                 provider_text(options), human_size(max_bytes(options))});
  }
  const std::uint64_t most = profile_of(options.provider).max_pdf_pages;
  if (pages && *pages > most) {
    return fail(ErrorCode::kLimitExceeded,
                {"the PDF has {page}, {} takes {,}; ask for some of them, for example pages=1-{}",
                 *pages, provider_text(options), most, most});
  }
  return {};
}

void set_document(const ReadContext& context, DocumentContent document, std::uint64_t all_pages,
                  const std::string& shown, ToolResult& result) {
  std::string facts = shown.empty()
                          ? counted(document.page_count, "page")
                          : compose({"{}{} of {,}", document.page_count == 1 ? "page " : "pages ",
                                     shown, all_pages});
  if (document.page_count == 0) facts = "number of pages unknown";
  append_to(facts, {", {}", human_size(document.data.bytes().size())});
  result.content = compose({"Read PDF: {} ({})", base_name(context.request.file_path), facts});
  result.short_result = compose({"PDF ({})", facts});
  result.parts.push_back({result.content});
  result.documents.push_back(std::move(document));
}

Result<ToolResult> read_slice(const ReadContext& context, PdfDocument& document,
                              const PdfFacts& facts, std::string why) {
  const std::uint64_t most = profile_of(context.options.provider).max_pdf_pages;
  LECTERN_TRY(PageSelection selection, select_pages(context.request.pages, facts.page_count, most));
  std::vector<std::uint64_t> indices;
  for (const std::uint64_t page : selection.pages) indices.push_back(page - 1);
  auto slice = document.slice(indices, max_bytes(context.options), context.options.limits);
  if (!slice) return tl::unexpected<Error>(std::move(slice).error());
  ToolResult result;
  if (!why.empty()) result.metadata.warnings.push_back(std::move(why));
  if (!selection.missing.empty()) {
    add_to(result.metadata.warnings,
           {"pages {} asked for: the document has {page}", selection.missing, facts.page_count});
  }
  const std::string shown = context.request.pages.empty() ? "" : pages_text(selection.pages);
  set_document(context, {Media::own(*std::move(slice)), selection.pages.size()}, facts.page_count,
               shown, result);
  if (!selection.remaining.empty()) {
    result.truncated = true;
    ReadRequest next = context.request;
    next.pages = selection.remaining;
    result.truncation = Truncation{TruncationCause::kPages, std::move(next)};
    append_to(result.content, {"\n(Next: pages={})", ranges_text(selection.remaining)});
    result.parts = {{result.content}};
  }
  return result;
}

}  // namespace

Result<ToolResult> read_document(const ReadContext& context, const PdfCheck& check,
                                 PdfDocument* document, const PdfFacts& facts) {
  const bool has_provider = context.options.provider != Provider::kNone;
  if (document != nullptr) {
    if (!context.request.pages.empty()) return read_slice(context, *document, facts, "");
    if (has_provider && facts.encrypted) {
      LECTERN_CHECK(check_whole(context, 0, facts.page_count));
      return read_slice(context, *document, facts,
                        compose({"saved without its encryption, which {} does not take",
                                 provider_text(context.options)}));
    }
    if (!check.has_end) {
      LECTERN_CHECK(check_whole(context, 0, facts.page_count));
      return read_slice(context, *document, facts, "the file is damaged and was repaired");
    }
  } else {
    if (!context.request.pages.empty()) {
      return fail(ErrorCode::kUnsupportedFormat,
                  "pages cannot be taken out of a PDF: the PDF module is not loaded");
    }
    if (!check.has_end) return fail(ErrorCode::kCorruptPdf, "the end of the file is missing");
    if (has_provider && check.encrypted) {
      return fail(ErrorCode::kEncrypted, {"the document is encrypted, which {} does not take",
                                          provider_text(context.options)});
    }
  }
  const std::optional<std::uint64_t> pages =
      document != nullptr ? facts.page_count : check.page_count;
  LECTERN_CHECK(check_whole(context, context.bytes.size(), pages));
  ToolResult result;
  set_document(context, {Media::view(context.bytes), pages.value_or(0)}, pages.value_or(0), "",
               result);
  return result;
}

}  // namespace lectern
