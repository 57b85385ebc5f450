#include <algorithm>
#include <utility>

#include "base/format.h"
#include "base/page_selection.h"
#include "pdf/forms.h"
#include "pdf/page_picture.h"
#include "pdf/page_region.h"
#include "text/tokens.h"
#include "text/utf8.h"

namespace lectern {
namespace {

/// Room for the line that says how to go on.
constexpr std::uint64_t kClosingChars = 120;
/// Room for the line behind a figure.
constexpr std::uint64_t kFigureNoteChars = 120;
constexpr std::string_view kCutMark = "... (truncated)\n";

class PagesForm final : public SteppedRead {
 public:
  PagesForm(const ReadContext& context, PdfDocument& document, const PdfFacts& facts,
            PageSelection selection)
      : context_(context),
        document_(document),
        facts_(facts),
        page_count_(facts.page_count),
        selection_(std::move(selection)) {
    add_inner_files();
    if (!selection_.missing.empty()) {
      warn({"pages {} asked for: the document has {page}", selection_.missing, page_count_});
    }
  }

  /// Loads a page, then lays all of them out, then adds a page.
  std::optional<Result<ToolResult>> step() override {
    if (!all_loaded_) {
      all_loaded_ = !load_next();
      return std::nullopt;
    }
    if (loaded_.empty()) return tl::unexpected<Error>(*std::move(first_error_));
    if (added_ == 0) lay_out();
    if (!add(loaded_[added_])) {
      leave_pages(selection_, loaded_[added_].place);
      added_ = loaded_.size();
    } else {
      loaded_[added_++].page = PdfPage();
    }
    if (added_ < loaded_.size()) return std::nullopt;
    close();
    return std::move(result_);
  }

 private:
  struct LoadedPage {
    std::size_t place = 0;  ///< in the selection
    std::uint64_t number = 0;
    PdfPage page;
    bool is_jpeg = false;  ///< the page is one picture, to be loaded again
    std::vector<LaidOutFigure> figures = {};
  };

  /// Files inside of the document and signatures, before its first page.
  void add_inner_files() {
    if (selection_.pages.front() != 1 || context_.request.region) return;
    std::string& out = result_.content;
    std::uint64_t formulas = 0;
    for (const PdfAttachment& file : facts_.attachments) {
      if (file.formula) {
        ++formulas;
        continue;
      }
      append_to(out, {"(attached file: \"{}\"", file.name});
      if (!file.mime_type.empty()) append_to(out, {", {}", file.mime_type});
      if (file.bytes) append_to(out, {", {}", human_size(*file.bytes)});
      out += ")\n";
    }
    if (formulas > 0)
      append_to(out, {"(attached files: the MathML of {})\n", counted(formulas, "formula")});
    for (const PdfSignature& signature : facts_.signatures) {
      out += "(signed";
      if (!signature.name.empty()) append_to(out, {" by \"{}\"", signature.name});
      if (!signature.date.empty()) append_to(out, {" on {}", signature.date});
      if (!signature.reason.empty()) append_to(out, {", reason \"{}\"", signature.reason});
      out += "; not verified)\n";
    }
    if (facts_.attachments_cut) warn("not all attached files and signatures are shown");
    end_part(std::nullopt);
  }

  /// Loads the next page of the selection, but none beyond what a result can hold. False when there
  /// is none.
  bool load_next() {
    const std::size_t i = next_++;
    if (i >= selection_.pages.size()) return false;
    const std::uint64_t number = selection_.pages[i];
    if (characters_ > limits().max_content_chars || document_.has_shown_enough(limits())) {
      leave_pages(selection_, i);
      return false;
    }
    Result<PdfPage> page = document_.page(number - 1, limits(), form(), context_.request.region);
    if (!page) {
      if (!first_error_) first_error_ = page.error();
      warn({"page {}: {}", number, page.error().message});
      return true;
    }
    characters_ += page->characters;
    // Pictures of all pages at once would be too much to hold.
    const bool is_jpeg = page->jpeg.has_value();
    page->jpeg.reset();
    loaded_.push_back({i, number, *std::move(page), is_jpeg});
    return true;
  }

  /// What stands in a part of a page, only the layout of its text can tell.
  PdfForm form() const {
    return context_.request.region ? PdfForm::kMarkdown : context_.options.pdf.form;
  }

  void lay_out() {
    if (form() == PdfForm::kText) return;
    std::vector<LaidOutPage> texts = document_.lay_out(
        context_.request.region ? HeadersFooters::kKeep : context_.options.pdf.headers_footers,
        result_.metadata.warnings);
    for (std::size_t i = 0; i < loaded_.size(); ++i) {
      loaded_[i].page.text = std::move(texts[i].text);
      loaded_[i].figures = std::move(texts[i].figures);
    }
  }

  const Limits& limits() const { return context_.options.limits; }
  void warn(const Message& text) { add_to(result_.metadata.warnings, text); }

  /// False when the page has no room and waits for the next read.
  bool add(LoadedPage& loaded) {
    const std::uint64_t number = loaded.number;
    PdfPage& page = loaded.page;
    const AutoPicture wanted = wants(loaded);
    std::string title =
        compose({"{}--- Page {} of {} ---\n", shown_.empty() ? "" : "\n", number, page_count_});
    if (context_.request.region) append_to(title, {"({})\n", region_text(region_on(page))});
    std::string text = std::move(page.text);
    if (!text.empty() && !text.ends_with('\n')) text += '\n';
    if (page.characters == 0) {
      text += wanted != AutoPicture::kNone ? "(no text on this page)\n"
                                           : "(no text on this page, no picture of it)\n";
    } else if (context_.request.region && text.empty()) {
      text = "(no text in this region)\n";
    }
    const std::uint64_t notes =
        wanted == AutoPicture::kFigures ? loaded.figures.size() * kFigureNoteChars : 0;
    if (!fits(title + text, notes)) {
      if (!shown_.empty()) return false;
      cut(title, text, number);
    }
    result_.content += title;
    shown_.push_back(number);
    describe(number, page);
    add_text(text, wanted == AutoPicture::kFigures ? loaded.figures : std::vector<LaidOutFigure>(),
             number);
    if (wanted == AutoPicture::kPage && context_.request.region) {
      add_region(number, region_on(page));
    } else if (wanted == AutoPicture::kPage) {
      if (loaded.is_jpeg) {
        Result<PdfPage> again = document_.page(number - 1, limits(), PdfForm::kText);
        if (again) page.jpeg = std::move(again->jpeg);
      }
      add_picture(number, page);
    }
    end_part(number);
    return true;
  }

  /// The text of a page with a picture of each figure behind the line that names it.
  void add_text(std::string_view text, const std::vector<LaidOutFigure>& figures,
                std::uint64_t number) {
    std::size_t from = 0;
    for (std::size_t i = 0; i < figures.size(); ++i) {
      const LaidOutFigure& figure = figures[i];
      if (figure.end > text.size()) break;
      result_.content += text.substr(from, figure.end - from);
      result_.content += '\n';
      from = figure.end + 1;
      const PixelRegion& region = figure.region;
      if (result_.images.size() >= limits().max_images) {
        note(
            {"no picture of this figure: the result has {image} already; pages={} with "
             "region={},{},{},{} shows it",
             result_.images.size(), number, region.x, region.y, region.width, region.height});
        continue;
      }
      deliver(picture_of_figure(document_, number - 1, region, i + 1 == figures.size(),
                                context_.options, used_),
              number, "figure");
    }
    result_.content += text.substr(std::min(from, text.size()));
  }

  /// The asked region as far as it is on the page: `load` has refused those that are not at all.
  PixelRegion region_on(const PdfPage& page) const {
    return *part_of_page(*context_.request.region, page.width_points, page.height_points);
  }

  static std::string region_text(const PixelRegion& region) {
    return compose({"the region of {} points at {},{}", Dimensions{region.width, region.height},
                    region.x, region.y});
  }

  AutoPicture wants(const LoadedPage& loaded) const {
    const auto page_if = [](bool wanted) {
      return wanted ? AutoPicture::kPage : AutoPicture::kNone;
    };
    if (context_.request.region) return page_if(context_.request.view != View::kText);
    if (context_.request.view != View::kAuto)
      return page_if(context_.request.view == View::kPicture);
    switch (context_.options.pdf.page_images) {
      case PageImages::kAlways:
        return AutoPicture::kPage;
      case PageImages::kNever:
        return AutoPicture::kNone;
      case PageImages::kAuto:
        return auto_picture(loaded.page, loaded.figures);
    }
    return AutoPicture::kNone;
  }

  /// \param notes  characters that we add to the text.
  bool fits(std::string_view text, std::uint64_t notes) const {
    const std::uint64_t chars =
        utf8_length(result_.content) + utf8_length(text) + notes + kClosingChars;
    if (chars > limits().max_content_chars) return false;
    if (!limits().max_tokens) return true;
    const std::uint64_t quarters = estimate_token_quarters(result_.content) +
                                   estimate_token_quarters(text) + notes + kClosingChars;
    return tokens_from_quarters(quarters) <= *limits().max_tokens;
  }

  /// The first page alone is longer than a whole result may be: shows its beginning, so that every
  /// read makes progress.
  void cut(std::string_view title, std::string& text, std::uint64_t number) {
    const std::uint64_t taken = utf8_length(result_.content) + utf8_length(title) + kClosingChars;
    std::uint64_t room = limits().max_content_chars - std::min(limits().max_content_chars, taken);
    if (limits().max_tokens) room = std::min(room, *limits().max_tokens);
    const std::uint64_t chars = utf8_length(text);
    text.resize(utf8_prefix_size(text, static_cast<std::size_t>(std::min(room, chars))));
    text += kCutMark;
    cut_inside_ = true;
    warn({"page {} is cut: {more character}", number, chars - std::min(room, chars)});
  }

  void describe(std::uint64_t number, const PdfPage& page) {
    PageInfo info{number, classify(page), page.label, page.width_points, page.height_points};
    if (info.label == compose({"{}", number})) info.label.clear();
    result_.metadata.pages.push_back(std::move(info));
    warn_of_gaps(number, page, result_.metadata.warnings);
  }

  void add_picture(std::uint64_t number, const PdfPage& page) {
    if (has_all_images()) return;
    deliver(picture_of_page(document_, number - 1, page, context_.options, used_), number, "page");
  }

  void add_region(std::uint64_t number, const PixelRegion& region) {
    if (has_all_images()) return;
    deliver(picture_of_region(document_, number - 1, region, context_.options, used_), number,
            "region");
  }

  bool has_all_images() {
    if (result_.images.size() < limits().max_images) return false;
    note({"no picture of this page: the result has {image} already", result_.images.size()});
    return true;
  }

  /// \param what  the picture shows.
  void deliver(Result<PageImage> picture, std::uint64_t number, std::string_view what) {
    if (!picture) {
      note({"no picture of this {}: {}", what, picture.error().message});
      return;
    }
    ImageContent& image = picture->image;
    used_.add(image);
    note({"{} image: {}{}", what, image.size, image.mime_type == "image/jpeg" ? " JPEG" : " PNG"});
    end_part(number);
    result_.parts.push_back({result_.images.size(), number});
    result_.images.push_back(std::move(image));
    warn_of_missing(number, picture->missing);
  }

  void warn_of_missing(std::uint64_t number, const std::vector<MissingGlyphs>& missing) {
    if (missing.empty()) return;
    std::uint64_t characters = 0;
    std::string fonts;
    for (const MissingGlyphs& glyphs : missing) {
      characters += glyphs.characters;
      append_to(fonts, {"{}{}", fonts.empty() ? "" : ", ", glyphs.font});
    }
    warn({"page {}: its picture lacks {character}, whose font is not in the file ({})", number,
          characters, fonts});
  }

  void note(const Message& text) { append_to(result_.content, {"({})\n", text}); }

  void close() {
    result_.truncated = !selection_.remaining.empty() || cut_inside_;
    if (result_.truncated) {
      result_.truncation =
          Truncation{cut_inside_ && selection_.remaining.empty() ? TruncationCause::kBytes
                                                                 : TruncationCause::kPages};
    }
    if (!selection_.remaining.empty()) {
      ReadRequest next = context_.request;
      next.pages = selection_.remaining;
      next.offset.reset();
      next.from_end.reset();
      next.lines.clear();
      next.column.reset();
      next.limit.reset();
      result_.truncation->next = std::move(next);
      append_to(result_.content, {"\n(Showing pages {} of {,}. Next: pages={})", pages_text(shown_),
                                  page_count_, ranges_text(selection_.remaining)});
    }
    end_part(std::nullopt);
    short_result();
    count_content_lines(result_);
    result_.start_line = 0;
  }

  /// What the content has gained since the last part becomes one.
  void end_part(std::optional<std::uint64_t> page) {
    if (result_.content.size() == bytes_in_parts_) return;
    result_.parts.push_back({result_.content.substr(bytes_in_parts_), page});
    bytes_in_parts_ = result_.content.size();
  }

  void short_result() {
    const bool all = shown_.size() == page_count_;
    std::string pages = all ? counted(page_count_, "page")
                            : compose({"{}{} of {,}", shown_.size() == 1 ? "page " : "pages ",
                                       pages_text(shown_), page_count_});
    if (!result_.images.empty()) append_to(pages, {", {image}", result_.images.size()});
    result_.short_result = compose({"PDF ({})", pages});
  }

  const ReadContext context_;
  PdfDocument& document_;
  const PdfFacts& facts_;  ///< the reader's, which outlives this
  std::uint64_t page_count_;
  PageSelection selection_;
  std::size_t next_ = 0;  ///< of the selection, to be loaded
  std::uint64_t characters_ = 0;
  bool all_loaded_ = false;
  std::size_t added_ = 0;  ///< of the loaded pages
  ToolResult result_;
  std::vector<LoadedPage> loaded_;
  std::optional<Error> first_error_;
  ImageBudget used_;
  std::size_t bytes_in_parts_ = 0;
  std::vector<std::uint64_t> shown_;
  bool cut_inside_ = false;
};

}  // namespace

void warn_of_gaps(std::uint64_t number, const PdfPage& page, std::vector<std::string>& warnings) {
  if (page.cut) add_to(warnings, {"page {} has too many parts: its text is incomplete", number});
  for (const std::string_view kind : page.left_out)
    add_to(warnings, {"page {}: not all of its {} are shown", number, kind});
  if (page.hidden.all() > 0) {
    std::string kinds;
    const auto add = [&kinds](std::uint64_t count, std::string_view kind) {
      if (count > 0) append_to(kinds, {"{}{} {}", kinds.empty() ? "" : ", ", count, kind});
    };
    add(page.hidden.like_ground, "in the colour of what is behind");
    add(page.hidden.tiny, "too small");
    add(page.hidden.invisible, "drawn invisibly");
    add(page.hidden.covered, "under a picture or an area");
    add_to(warnings, {"page {}: {character} of its text cannot be seen on it ({})", number,
                      page.hidden.all(), kinds});
  }
  if (page.outside_characters > 0)
    add_to(warnings, {"page {}: {character} outside of the page are not shown", number,
                      page.outside_characters});
  if (page.lacks_tags)
    add_to(warnings, {"page {} is read without its tags: their tree is too large", number});
  if (page.lacks_choices)
    add_to(warnings,
           {"page {}: some choices of its fields are left out or shown as they are stored: the "
            "document has too many",
            number});
  if (page.lacks_notes)
    add_to(warnings, {"page {}: its notes are cut: the document has too many", number});
  if (!page.against_annotations.empty())
    add_to(warnings,
           {"page {} is shown without its annotations: {}", number, page.against_annotations});
}

Result<std::unique_ptr<SteppedRead>> read_pages(const ReadContext& context, PdfDocument& document,
                                                const PdfFacts& facts) {
  if (context.request.region && context.request.pages.empty() && facts.page_count > 1) {
    return fail(ErrorCode::kInvalidArgument,
                {"region is a part of one page, and the document has {,}: say which with pages",
                 facts.page_count});
  }
  LECTERN_TRY(PageSelection selection, select_pages(context.request.pages, facts.page_count,
                                                    context.options.limits.max_pages));
  return std::make_unique<PagesForm>(context, document, facts, std::move(selection));
}

}  // namespace lectern
