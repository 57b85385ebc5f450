// PdfEngine over PDFium (chromium/6764): the adapter of all targets. PDF 1.0 to 2.0, with the
// standard security handlers (RC4, AES-128, AES-256). Not supported: XFA forms, JavaScript, public
// key encryption, fonts that are neither embedded nor among the base 14.
#include <algorithm>
#include <cstring>
#include <ctime>
#include <utility>

#include "base/sha256.h"
#include "core/fpdfapi/parser/cpdf_dictionary.h"
#include "core/fpdfapi/parser/cpdf_document.h"
#include "core/fpdfdoc/cpdf_bookmark.h"
#include "core/fpdfdoc/cpdf_bookmarktree.h"
#include "fpdfsdk/cpdfsdk_helpers.h"
#include "pdf/layout/document_layout.h"
#include "pdf/page_region.h"
#include "pdf/pdf_engine.h"
#include "pdf/pdfium_destinations.h"
#include "pdf/pdfium_inner_files.h"
#include "pdf/pdfium_labels.h"
#include "pdf/pdfium_library.h"
#include "pdf/pdfium_page.h"
#include "pdf/pdfium_strings.h"
#include "public/fpdf_doc.h"
#include "public/fpdf_edit.h"
#include "public/fpdf_ext.h"
#include "public/fpdf_ppo.h"
#include "public/fpdf_save.h"
#include "public/fpdfview.h"
#include "text/utf8.h"
#include "work.h"

namespace lectern {

PdfiumSession::PdfiumSession() {
  // No clock: a slice carries the same date whenever it is made.
  FSDK_SetTimeFunction([]() -> std::time_t { return 0; });
  FSDK_SetLocaltimeFunction([](const std::time_t*) -> std::tm* {
    static std::tm epoch{};
    epoch.tm_year = 70;
    epoch.tm_mday = 1;
    return &epoch;
  });
  FPDF_LIBRARY_CONFIG config{};
  config.version = 2;
  FPDF_InitLibraryWithConfig(&config);
  lectern_pdfium::start();
}

PdfiumSession::~PdfiumSession() { FPDF_DestroyLibrary(); }

void allow_pdfium_work(const Limits& limits, std::uint64_t file_bytes) {
  lectern_pdfium::allow(limits.max_work + kLoopsOfFileByte * file_bytes, limits.max_decoded_bytes);
}

Result<void> check_pdfium_work() {
  if (!lectern_pdfium::is_exhausted()) return {};
  return fail(
      ErrorCode::kLimitExceeded,
      "what the document's streams, texts and layers take is more than the limit of units of work "
      "(maxWork)");
}

namespace {

constexpr std::size_t kMaxBookmarks = 500;
constexpr std::uint32_t kMaxBookmarkLevel = 16;
constexpr std::size_t kMaxTitleChars = 2'000;
/// As PDFium goes down from the root.
constexpr int kMaxPageTreeDepth = 1024;

struct DocumentCloser {
  void operator()(FPDF_DOCUMENT document) const { FPDF_CloseDocument(document); }
};
using Document = std::unique_ptr<std::remove_pointer_t<FPDF_DOCUMENT>, DocumentCloser>;

class OutlineReader {
 public:
  OutlineReader(CPDF_Document& document, PdfiumDestinations& targets, PdfFacts& facts)
      : tree_(&document), targets_(targets), facts_(facts) {}

  void run() { add_children(CPDF_Bookmark(), 0); }

 private:
  void add_children(const CPDF_Bookmark& parent, std::uint32_t level) {
    if (level == kMaxBookmarkLevel) return;
    // Siblings may form a ring: the number of bookmarks ends it.
    for (CPDF_Bookmark item = tree_.GetFirstChild(parent); item.GetDict();
         item = tree_.GetNextSibling(item)) {
      if (facts_.outline.size() == kMaxBookmarks) {
        facts_.outline_cut = true;
        return;
      }
      OutlineItem bookmark{
          utf8_line(text_for(*item.GetDict(), "Title", kMaxTitleChars), kMaxTitleChars), level};
      const auto page = target(item);
      if (page && *page < facts_.page_count) bookmark.page = *page + 1;
      facts_.outline.push_back(std::move(bookmark));
      add_children(item, level + 1);
      if (facts_.outline_cut) return;
    }
  }

  std::optional<std::uint64_t> target(const CPDF_Bookmark& item) {
    const CPDF_Dictionary* const dictionary = item.GetDict();
    if (const auto page = targets_.page(dictionary->GetDirectObjectFor("Dest"))) return page;
    const RetainPtr<const CPDF_Dictionary> action = dictionary->GetDictFor("A");
    return action ? targets_.page(action->GetDirectObjectFor("D")) : std::nullopt;
  }

  CPDF_BookmarkTree tree_;
  PdfiumDestinations& targets_;
  PdfFacts& facts_;
};

/// Collects what PDFium writes, up to a number of bytes.
struct Writer : FPDF_FILEWRITE {
  ByteVector bytes;
  std::uint64_t max_bytes;

  explicit Writer(std::uint64_t limit) : FPDF_FILEWRITE{1, &write}, max_bytes(limit) {}

 private:
  static int write(FPDF_FILEWRITE* self, const void* data, unsigned long size) {
    auto& writer = *static_cast<Writer*>(self);
    if (size > writer.max_bytes - writer.bytes.size()) return 0;
    const auto* first = static_cast<const std::uint8_t*>(data);
    writer.bytes.insert(writer.bytes.end(), first, first + size);
    return 1;
  }
};

/// PDFium makes the file's identifier from an address in memory. Here it comes from the file's
/// content: the same pages give the same bytes.
void set_file_identifier(ByteVector& bytes) {
  constexpr std::string_view kStart = "/ID[<";
  constexpr std::string_view kMiddle = "><";
  constexpr std::size_t kDigits = 32;
  const auto found = std::find_end(bytes.begin(), bytes.end(), kStart.begin(), kStart.end());
  const auto at = static_cast<std::size_t>(found - bytes.begin());
  if (bytes.size() - at < kStart.size() + 2 * kDigits + kMiddle.size()) return;
  const std::string digits = sha256_hex(ByteSpan(bytes).first(at)).substr(0, kDigits);
  for (const std::size_t offset : {kStart.size(), kStart.size() + kDigits + kMiddle.size()}) {
    std::copy(digits.begin(), digits.end(), found + static_cast<std::ptrdiff_t>(offset));
  }
}

class PdfiumDocument final : public PdfDocument {
 public:
  /// `bytes` are what the document was opened from, where they are not the caller's.
  PdfiumDocument(std::unique_ptr<PdfiumSession> session, Document document, ByteVector bytes,
                 std::uint64_t file_bytes)
      : session_(std::move(session)),
        bytes_(std::move(bytes)),
        document_(std::move(document)),
        file_bytes_(file_bytes),
        targets_(core()),
        labels_(core()) {}

  Result<PdfFacts> facts() override {
    PdfFacts facts;
    facts.page_count = page_count();
    facts.encrypted = FPDF_GetSecurityHandlerRevision(document_.get()) != -1;
    if (const RetainPtr<const CPDF_Dictionary> info = core().GetInfo()) {
      facts.title = utf8_line(info->GetUnicodeTextFor("Title"));
      facts.author = utf8_line(info->GetUnicodeTextFor("Author"));
    }
    OutlineReader(core(), targets_, facts).run();
    add_inner_files(core(), facts);
    LECTERN_CHECK(check_pdfium_work());
    return facts;
  }

  Result<PdfPage> page(std::uint64_t index, const Limits& limits, PdfForm form,
                       const std::optional<PixelRegion>& region) override {
    LECTERN_TRY(PdfiumPage loaded, load(index, limits));
    PageContent content;
    LECTERN_TRY(PdfPage page, loaded.read(limits, form == PdfForm::kMarkdown ? &content : nullptr));
    page.label = labels_.of(index);
    LECTERN_CHECK(check_pdfium_work());
    if (form == PdfForm::kMarkdown) {
      if (region) {
        LECTERN_TRY(const PixelRegion part,
                    part_of_page(*region, page.width_points, page.height_points));
        keep_region(content, part);
      }
      layout_.add(index + 1, std::move(content));
    }
    return page;
  }

  std::vector<LaidOutPage> lay_out(HeadersFooters headers_footers,
                                   std::vector<std::string>& warnings) override {
    return layout_.write(headers_footers, warnings);
  }

  Result<PageContent> content(std::uint64_t index, const Limits& limits) override {
    LECTERN_TRY(PdfiumPage loaded, load(index, limits));
    LECTERN_TRY(PdfiumContent content, loaded.content(limits));
    return std::move(content.page);
  }

  Result<PdfPicture> render(std::uint64_t index, const PdfView& view,
                            const Limits& limits) override {
    if (!drawn_ || drawn_index_ != index) {
      LECTERN_TRY(PdfiumPage loaded, load(index, limits));
      drawn_.emplace(std::move(loaded));
      drawn_index_ = index;
    }
    Result<PdfPicture> picture = drawn_->render(view, limits);
    if (view.is_last) drawn_.reset();
    return picture;
  }

  bool has_read_enough(const Limits& limits) const override {
    return work_ && work_->has_read_enough(limits);
  }

  bool has_shown_enough(const Limits& limits) const override {
    return work_ && work_->has_shown_enough(limits);
  }

  Result<ByteVector> slice(std::span<const std::uint64_t> indices, std::uint64_t max_bytes,
                           const Limits& limits) override {
    allow_pdfium_work(limits, file_bytes_);
    for (const std::uint64_t index : indices) LECTERN_CHECK(check_parents(index));
    const Document target(FPDF_CreateNewDocument());
    const std::vector<int> chosen(indices.begin(), indices.end());
    const bool is_taken = target && FPDF_ImportPagesByIndex(target.get(), document_.get(),
                                                            chosen.data(), chosen.size(), 0);
    // What could not be copied any more is left out of the pages.
    LECTERN_CHECK(check_pdfium_work());
    if (!is_taken)
      return fail(ErrorCode::kCorruptPdf, "the pages cannot be taken out of the document");
    Writer writer(max_bytes);
    if (!FPDF_SaveAsCopy(target.get(), &writer, FPDF_NO_INCREMENTAL)) {
      return fail(ErrorCode::kLimitExceeded, {"the pages have more than {} bytes", max_bytes});
    }
    LECTERN_CHECK(check_pdfium_work());
    set_file_identifier(writer.bytes);
    return std::move(writer.bytes);
  }

 private:
  CPDF_Document& core() { return *CPDFDocumentFromFPDFDocument(document_.get()); }

  std::uint64_t page_count() {
    return static_cast<std::uint64_t>(std::max(FPDF_GetPageCount(document_.get()), 0));
  }

  /// PDFium goes up from a page to find what it inherits, as long as there is a parent.
  Result<void> check_parents(std::uint64_t index) {
    RetainPtr<const CPDF_Dictionary> node = core().GetPageDictionary(static_cast<int>(index));
    constexpr std::uint64_t kWorkOfLevel = 300;
    for (int level = 0; level < kMaxPageTreeDepth; ++level) {
      if (!node) return {};
      lectern_pdfium::spend(kWorkOfLevel);
      node = node->GetDictFor("Parent");
    }
    return fail(ErrorCode::kCorruptPdf,
                {"the parents of page {} in the tree of pages have no end", index + 1});
  }

  Result<PdfiumPage> load(std::uint64_t index, const Limits& limits) {
    drawn_.reset();
    if (index >= page_count())
      return fail(ErrorCode::kCorruptPdf, {"there is no page {}", index + 1});
    if (!work_) work_.emplace(core(), limits, file_bytes_, targets_);
    return PdfiumPage::load(core(), static_cast<int>(index), limits, *work_);
  }

  // In this order: the document is closed before PDFium stops, and before its bytes go.
  std::unique_ptr<PdfiumSession> session_;
  ByteVector bytes_;
  Document document_;
  DocumentLayout layout_;
  const std::uint64_t file_bytes_;
  PdfiumDestinations targets_;
  PdfiumLabels labels_;
  std::optional<PdfiumWork> work_;
  std::optional<PdfiumPage> drawn_;  ///< of which more is drawn
  std::uint64_t drawn_index_ = 0;
};

/// ISO 32000-2 has passwords cut; their hashing takes its time for each byte.
Document load(ByteSpan bytes, const std::string& password) {
  constexpr std::size_t kMaxPasswordBytes = 127;
  return Document(FPDF_LoadMemDocument64(bytes.data(), bytes.size(),
                                         password.substr(0, kMaxPasswordBytes).c_str()));
}

bool has_first_page(const Document& document) {
  return CPDFDocumentFromFPDFDocument(document.get())->GetPageDictionary(0) != nullptr;
}

/// Without the last pointer to a table of objects: PDFium then looks for the objects themselves.
ByteVector without_table(ByteSpan bytes) {
  constexpr std::string_view kPointer = "startxref";
  ByteVector copy(bytes.begin(), bytes.end());
  const auto found = std::find_end(copy.begin(), copy.end(), kPointer.begin(), kPointer.end());
  if (found != copy.end()) std::fill_n(found, kPointer.size(), std::uint8_t{' '});
  return copy;
}

class PdfiumEngine final : public PdfEngine {
 public:
  Result<std::unique_ptr<PdfDocument>> open(ByteSpan bytes, const std::string& password,
                                            const Limits& limits) const override {
    auto session = std::make_unique<PdfiumSession>();
    // Whatever its pages may take, a document is opened.
    Limits opening;
    opening.max_decoded_bytes = limits.max_decoded_bytes;
    allow_pdfium_work(opening, bytes.size());
    Document document = load(bytes, password);
    LECTERN_CHECK(check_pdfium_work());
    if (document && !has_first_page(document)) {
      ByteVector repaired = without_table(bytes);
      Document again = load(repaired, password);
      if (again && has_first_page(again)) {
        document.reset();
        return std::make_unique<PdfiumDocument>(std::move(session), std::move(again),
                                                std::move(repaired), bytes.size());
      }
    }
    if (!document) {
      switch (FPDF_GetLastError()) {
        case FPDF_ERR_PASSWORD:
          return fail(ErrorCode::kEncrypted,
                      password.empty()
                          ? "the document is encrypted and needs a password"
                          : "the document is encrypted and the password does not open it");
        case FPDF_ERR_SECURITY:
          return fail(ErrorCode::kEncrypted,
                      "the document is encrypted by a method that is not supported");
        default:
          return fail(ErrorCode::kCorruptPdf, "neither its objects nor its pages can be found");
      }
    }
    return std::make_unique<PdfiumDocument>(std::move(session), std::move(document), ByteVector(),
                                            bytes.size());
  }
};

}  // namespace

const PdfEngine* pdf_engine() {
  static const PdfiumEngine engine;
  return &engine;
}

}  // namespace lectern
