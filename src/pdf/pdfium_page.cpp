#include "pdf/pdfium_page.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <string_view>
#include <tuple>
#include <utility>

#include "base/format.h"
#include "core/fpdfapi/page/cpdf_contentparser.h"
#include "core/fpdfapi/parser/cpdf_dictionary.h"
#include "core/fpdfapi/parser/cpdf_document.h"
#include "core/fxcrt/pauseindicator_iface.h"
#include "fpdfsdk/cpdfsdk_helpers.h"
#include "image/checks.h"
#include "pdf/layout/hidden_text.h"
#include "pdf/layout/plain_lines.h"
#include "pdf/pdfium_annotations.h"
#include "pdf/pdfium_content_check.h"
#include "pdf/pdfium_drawing_check.h"
#include "pdf/pdfium_fonts.h"
#include "pdf/pdfium_library.h"
#include "pdf/pdfium_notes.h"
#include "pdf/pdfium_objects.h"
#include "pdf/pdfium_text.h"
#include "public/fpdf_progressive.h"
#include "public/fpdfview.h"
#include "work.h"

namespace lectern {
namespace {

/// PDFium asks after every 100 operators whether it should pause. Real pages have thousands of
/// operators, drawings of maps a few hundred thousand. An operator is taken for this many
/// bytes.
constexpr std::uint64_t kOperatorsPerStep = 100;
constexpr std::uint64_t kOperatorBytes = 100;
constexpr std::uint64_t kMaxParseSteps = 30'000;
constexpr std::string_view kContents = "the contents of the PDF's pages so far";
/// To parse a byte of content, and to find its words, in units of work.
constexpr std::uint64_t kWorkOfContentByte = 400;
/// The same where no words are found: a byte, an object of a page or a form, and a character,
/// whether it is shown or not.
constexpr std::uint64_t kWorkOfShownByte = 30;
constexpr std::uint64_t kWorkOfObject = 3'000;
constexpr std::uint64_t kWorkOfCharacter = 300;
/// And for the page itself.
constexpr std::uint64_t kWorkOfPage = 200'000;
/// That much content has every page.
constexpr std::uint64_t kFreeBytes = 4 << 10;
/// The contents of all pages, each parsed twice, are packed in the file, about one in ten; this
/// part of all work stands besides for content that pages share.
constexpr std::uint64_t kWorkOfFileByte = 2 * 10 * kWorkOfContentByte;
constexpr std::uint64_t kPartOfParsing = 4;
/// So much of all work PDFium's loops may take to read pages that are drawn all the same.
constexpr std::uint64_t kPartOfLoops = 5;
/// It asks once or a few times per object drawn.
constexpr int kMaxRenderSteps = 3'000'000;

/// A path in a list of clips takes this part of an object's memory, and a state that is not that of
/// the object before.
constexpr std::uint64_t kClipsPerObject = 8;
constexpr std::uint64_t kStatesPerObject = 3;
constexpr std::uint64_t kStatesOfPicture = 3;
/// Characters take more than objects when their order is found: this many bytes each.
constexpr std::uint64_t kCharacterBytes = 400;

/// Where an object has its states and the mark around it. Objects that follow each other share what
/// does not change.
struct States {
  const void* general = nullptr;
  const void* color = nullptr;
  const void* lines = nullptr;
  const void* mark = nullptr;

  static States of(const CPDF_PageObject& object) {
    const CPDF_ContentMarks& marks = *object.GetContentMarks();
    const std::size_t count = marks.CountItems();
    return {object.general_state().GetSMaskMatrix(), object.color_state().GetFillColor(),
            object.graph_state().GetObject(), count == 0 ? nullptr : marks.GetItem(count - 1)};
  }

  int differences(const States& other) const {
    return (general != other.general) + (color != other.color) + (lines != other.lines) +
           (mark != other.mark);
  }
};

/// What a page's objects may take beside those of the file, which take half as much again as is
/// counted for them.
std::uint64_t left_for_page(std::uint64_t most) {
  constexpr std::uint64_t kLeast = 96 << 20;  // hosts of little memory have that for both
  const std::uint64_t held = lectern_pdfium::held_bytes() / 2 * 3;
  const std::uint64_t both = std::max(most, kLeast);
  return std::min(most, both - std::min(both, held));
}

/// Lets a number of steps pass, and of objects. Each object counts with the paths that clip it:
/// where they change between two objects, all of them are copied. So are its states.
class StepLimit final : public PauseIndicatorIface {
 public:
  StepLimit(const CPDF_Page& page, int steps, const Limits& limits)
      : page_(page), steps_left_(steps), limits_(limits) {}

  bool NeedToPauseNow() override {
    const std::uint64_t objects = page_.GetPageObjectCount();
    if (objects > seen_) {
      const CPDF_PageObject* const last =
          page_.GetPageObjectByIndex(static_cast<std::size_t>(objects - 1));
      if (last->clip_path().HasRef())
        clips_ += (objects - seen_) * last->clip_path().GetPathCount() / kClipsPerObject;
      for (; seen_ < objects; ++seen_) {
        const CPDF_PageObject* const object =
            page_.GetPageObjectByIndex(static_cast<std::size_t>(seen_));
        if (const CPDF_TextObject* text = object->AsText())
          characters_ += text->GetCharCodes().size();
        if (object->IsImage()) states_ += kStatesOfPicture;
        const States states = States::of(*object);
        states_ += static_cast<std::uint64_t>(states.differences(last_states_));
        last_states_ = states;
      }
    }
    // Content makes objects of the file be read.
    Limits left = limits_;
    left.max_decoded_bytes = left_for_page(limits_.max_decoded_bytes);
    return --steps_left_ < 0 || objects + clips_ + states_ / kStatesPerObject > max_objects(left) ||
           characters_ > left.max_decoded_bytes / kCharacterBytes;
  }

 private:
  const CPDF_Page& page_;
  int steps_left_;
  const Limits& limits_;
  std::uint64_t seen_ = 0;
  std::uint64_t clips_ = 0;  ///< as many objects
  std::uint64_t states_ = 0;
  States last_states_;
  std::uint64_t characters_ = 0;
};

/// \param of_each  what is made for each text besides
std::uint64_t count_characters(const CPDF_Page& page, std::uint64_t of_each) {
  std::uint64_t count = 0;
  for_each_text(page, [&count, of_each](const CPDF_TextObject& text) {
    count += text.GetCharCodes().size() + of_each;
  });
  return count;
}

std::uint64_t count_objects(const CPDF_PageObjectHolder& holder) {
  std::uint64_t count = holder.GetPageObjectCount();
  for (const auto& object : holder) {
    if (const CPDF_FormObject* form = object->AsForm()) count += count_objects(*form->form());
  }
  return count;
}

/// What PDFium's loops take while a page is read, beyond what honest ones do, is not left for
/// drawing.
class LoopsOfReading {
 public:
  explicit LoopsOfReading(PdfiumWork& work) : work_(work), before_(lectern_pdfium::spent()) {}
  LoopsOfReading(const LoopsOfReading&) = delete;
  LoopsOfReading& operator=(const LoopsOfReading&) = delete;
  ~LoopsOfReading() {
    const std::uint64_t taken = lectern_pdfium::spent() - before_;
    const std::uint64_t free = std::min(taken, work_.free_loops);
    work_.free_loops -= free;
    std::ignore = work_.drawing.spend(kContents, taken - free);
  }

 private:
  PdfiumWork& work_;
  const std::uint64_t before_;
};

struct RenderLimit : IFSDK_PAUSE {
  int steps_left = kMaxRenderSteps;

  RenderLimit() : IFSDK_PAUSE{1, &need_to_pause, nullptr} {}

 private:
  static FPDF_BOOL need_to_pause(IFSDK_PAUSE* pause) {
    // What is drawn when no work is left is not shown.
    return --static_cast<RenderLimit*>(pause)->steps_left < 0 || lectern_pdfium::is_exhausted();
  }
};

struct BitmapCloser {
  void operator()(FPDF_BITMAP bitmap) const { FPDFBitmap_Destroy(bitmap); }
};
using Bitmap = std::unique_ptr<std::remove_pointer_t<FPDF_BITMAP>, BitmapCloser>;

Error page_error(const Message& what) { return {ErrorCode::kCorruptPdf, what}; }

}  // namespace

PdfiumWork::PdfiumWork(CPDF_Document& document, const Limits& limits, std::uint64_t file_bytes,
                       PdfiumDestinations& where)
    : parsing(limits.max_work / kPartOfParsing + file_bytes * kWorkOfFileByte),
      drawing(limits),
      free_loops(limits.max_work / kPartOfLoops + file_bytes * kLoopsOfFileByte),
      annotation_bytes_left((limits.max_work / kPartOfParsing + file_bytes * kWorkOfFileByte) /
                            kWorkOfContentByte),
      sources(document, where, file_bytes) {
  allow_pdfium_work(limits, file_bytes);
}

bool PdfiumWork::has_read_enough(const Limits& limits) const {
  return parsing.spent() > parsing.max_units() || of_pages >= limits.max_work / 5 * 3;
}

bool PdfiumWork::has_shown_enough(const Limits& limits) const {
  return of_objects >= limits.max_work / 5;
}

Result<PdfiumPage> PdfiumPage::load(CPDF_Document& document, int index, const Limits& limits,
                                    PdfiumWork& work) {
  const LoopsOfReading loops(work);
  const int number = index + 1;
  RetainPtr<CPDF_Dictionary> dictionary = document.GetMutablePageDictionary(index);
  if (!dictionary) {
    LECTERN_CHECK(check_pdfium_work());
    return tl::unexpected<Error>(page_error({"page {} cannot be loaded", number}));
  }
  auto page = pdfium::MakeRetain<CPDF_Page>(&document, std::move(dictionary));
  page->AddPageImageCache();
  lectern_pdfium::begin_page();
  work.of_pages += kWorkOfPage;
  LECTERN_CHECK(work.parsing.spend(kContents, 0));
  const auto own_bytes = content_size(*page, limits, work.sizes);
  if (!own_bytes) {
    return fail(ErrorCode::kLimitExceeded, {"the content of page {} is too large", number});
  }
  const auto form_bytes = break_form_loops(*page, limits, work.forms);
  if (!form_bytes) {
    return fail(ErrorCode::kLimitExceeded, {"page {} draws too many forms or objects", number});
  }
  const std::uint64_t bytes = *own_bytes + *form_bytes;
  work.of_pages += bytes * kWorkOfContentByte;
  // A page that is large itself is for the other limits.
  const std::uint64_t paid_bytes = bytes - std::min(bytes, kFreeBytes);
  std::ignore = work.parsing.spend(kContents, paid_bytes, kWorkOfContentByte);
  std::string against_annotations = work.annotations.reason_against_shared(*page, index);
  if (against_annotations.empty())
    against_annotations = reason_against_annotations(*page, limits, work.sizes, work.forms,
                                                     work.annotation_bytes_left);
  page->StartParse(std::make_unique<CPDF_ContentParser>(page.Get()));
  const std::uint64_t steps =
      std::min(kMaxParseSteps, limits.max_decoded_bytes / (kOperatorsPerStep * kOperatorBytes));
  // They are refused when they are counted; here none are read beyond that.
  StepLimit limit(*page, static_cast<int>(steps), limits);
  page->ContinueParse(&limit);
  LECTERN_CHECK(check_pdfium_work());
  work.of_objects += bytes * kWorkOfShownByte + count_objects(*page) * kWorkOfObject +
                     count_characters(*page, 0) * kWorkOfCharacter;
  const bool all_parsed = page->GetParseState() == CPDF_PageObjectHolder::ParseState::kParsed;
  return PdfiumPage(std::move(page), !all_parsed, std::move(against_annotations), paid_bytes, work);
}

Result<void> PdfiumPage::complete(const Limits& limits, bool as_lines) {
  if (against_annotations_.empty()) {
    notes_ = page_notes(*page_, upright_matrix(*page_), work_->sources.note_chars_left, notes_cut_);
    append_annotations(*page_, Annotations::kAll);
  }
  constexpr std::uint64_t kLineEnd = 2;  // which PDFium may put before each
  const std::uint64_t characters = count_characters(*page_, as_lines ? kLineEnd : 0);
  if (const std::uint64_t most = limits.max_decoded_bytes / kCharacterBytes; characters > most) {
    return fail(ErrorCode::kLimitExceeded,
                {"the page has more characters than the limit of {,}", most});
  }
  return {};
}

Result<PdfiumContent> PdfiumPage::content(const Limits& limits) {
  LECTERN_CHECK(complete(limits, false));
  PdfiumContent found = pdfium_content(*page_, against_annotations_.empty(), work_->sources);
  found.page.notes = std::move(notes_);
  LECTERN_CHECK(check_pdfium_work());
  return found;
}

Result<PdfPage> PdfiumPage::read(const Limits& limits, PageContent* content) {
  const LoopsOfReading loops(*work_);
  LECTERN_CHECK(complete(limits, content == nullptr));
  PdfiumObjects objects = inspect_objects(*page_, *work_->sources.layers);
  PdfiumText text;
  PdfPage read;
  std::uint64_t outside = 0;
  if (content != nullptr) {
    PdfiumContent found = pdfium_content(*page_, against_annotations_.empty(), work_->sources);
    *content = std::move(found.page);
    content->notes = std::move(notes_);
    if (notes_cut_) content->left_out.push_back("comments");
    outside = found.glyphs.outside;
    read.lacks_tags = found.lacks_tags;
    read.lacks_choices = found.lacks_choices;
    read.lacks_notes = !content->notes.empty() && work_->sources.note_chars_left == 0;
    text.characters = found.glyphs.characters;
    text.unmapped_characters = found.glyphs.unmapped;
    text.invisible_characters = found.glyphs.invisible;
  } else {
    std::ignore = work_->parsing.spend(kContents, paid_bytes_, kWorkOfContentByte);
    text = pdfium_text(*page_, objects.hidden_text);
    // PDFium passes over text that stands close to other text or follows marked content.
    PageContent words = pdfium_words(*page_, work_->sources);
    if (count_letters(text.text) < count_letters(words)) text.text = plain_lines(std::move(words));
  }
  read.text = std::move(text.text);
  read.width_points = page_->GetPageWidth();
  read.height_points = page_->GetPageHeight();
  read.characters = text.characters;
  read.unmapped_characters = text.unmapped_characters;
  read.invisible_characters = text.invisible_characters;
  if (content != nullptr) {
    read.hidden = count_hidden_letters(*content);
    read.outside_characters = outside;
    read.left_out = content->left_out;
  }
  read.pictures = objects.pictures;
  read.picture_coverage = objects.picture_coverage;
  read.drawings = objects.drawings;
  if (text.characters == text.invisible_characters) read.jpeg = std::move(objects.jpeg);
  read.cut = cut_;
  read.against_annotations = against_annotations_;
  LECTERN_CHECK(check_pdfium_work());
  return read;
}

FX_RECT PdfiumPage::place_of_page(const PdfView& view) const {
  const auto width = static_cast<int>(view.size.width);
  const auto height = static_cast<int>(view.size.height);
  if (!view.region) return {0, 0, width, height};
  const PixelRegion& region = *view.region;
  const double across = view.size.width / static_cast<double>(region.width);
  const double down = view.size.height / static_cast<double>(region.height);
  const auto pixels = [](double length) {
    constexpr double kMost = 1 << 24;
    return static_cast<int>(std::lround(std::clamp(length, -kMost, kMost)));
  };
  const int left = -pixels(region.x * across);
  const int top = -pixels(region.y * down);
  return {left, top, left + std::max(pixels(page_->GetPageWidth() * across), 1),
          top + std::max(pixels(page_->GetPageHeight() * down), 1)};
}

Result<PdfPicture> PdfiumPage::render(const PdfView& view, const Limits& limits) {
  const Dimensions size = view.size;
  if (cut_) return fail(ErrorCode::kLimitExceeded, "the page has too many parts to be drawn");
  if (std::uint64_t{size.width} * size.height > limits.max_pixels) {
    return fail(ErrorCode::kLimitExceeded,
                {"the page would have {,} pixels, more than the limit of {,}",
                 std::uint64_t{size.width} * size.height, limits.max_pixels});
  }
  const bool with_annotations = against_annotations_.empty();
  PageObjects notes;
  if (with_annotations) {
    if (!has_fields_) append_annotations(*page_, Annotations::kFields);
    has_fields_ = true;
    notes = annotation_objects(*page_, Annotations::kNotes);
  }
  const FX_RECT place = place_of_page(view);
  // Pictures of the last view, which may be smaller, are not for this one.
  page_->AddPageImageCache();
  LECTERN_CHECK(check_drawing(*page_, notes, size, place, limits, work_->sizes, work_->drawing));
  std::vector<MissingGlyphs> missing = missing_glyphs(*page_, notes, *work_->sources.layers);
  notes.clear();
  LECTERN_TRY(Pixels pixels, Pixels::create(size, limits.max_decoded_bytes));
  const int width = static_cast<int>(size.width);
  const int height = static_cast<int>(size.height);
  // BGRx with reversed byte order is RGBx: our rows, but for the fourth byte.
  const Bitmap bitmap(FPDFBitmap_CreateEx(width, height, FPDFBitmap_BGRx, pixels.row(0).data(),
                                          width * static_cast<int>(kRgbaBytes)));
  if (!bitmap) return fail(ErrorCode::kLimitExceeded, {"no bitmap of {} pixels", size});
  FPDFBitmap_FillRect(bitmap.get(), 0, 0, width, height, 0xFFFFFFFF);
  FPDF_PAGE page = FPDFPageFromIPDFPage(page_.Get());
  RenderLimit limit;
  // It draws the notes itself, and leaves fields to a form filler.
  const int flags =
      FPDF_REVERSE_BYTE_ORDER | FPDF_RENDER_LIMITEDIMAGECACHE | (with_annotations ? FPDF_ANNOT : 0);
  const int status = FPDF_RenderPageBitmap_Start(bitmap.get(), page, place.left, place.top,
                                                 place.Width(), place.Height(), 0, flags, &limit);
  FPDF_RenderPage_Close(page);
  LECTERN_CHECK(check_pdfium_work());
  if (status == FPDF_RENDER_TOBECONTINUED)
    return fail(ErrorCode::kLimitExceeded, "the page has too many parts to be drawn");
  if (status != FPDF_RENDER_DONE)
    return tl::unexpected<Error>(page_error("the page cannot be drawn"));
  for (std::uint32_t y = 0; y < size.height; ++y) {
    const std::span<std::uint8_t> row = pixels.row(y);
    for (std::size_t x = kRgbaBytes - 1; x < row.size(); x += kRgbaBytes) row[x] = 0xFF;
  }
  return PdfPicture{std::move(pixels), std::move(missing)};
}

}  // namespace lectern
