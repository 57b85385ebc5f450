#include "documents/slides/impress_reader.h"

#include <algorithm>
#include <utility>

#include "base/format.h"
#include "documents/drawing/odf_chart.h"
#include "documents/office_package.h"
#include "documents/section_page.h"
#include "documents/slides/impress_masters.h"
#include "documents/slides/impress_shapes.h"
#include "documents/slides/reading_order.h"
#include "documents/slides/slide_writer.h"

namespace lectern {
namespace {

constexpr std::string_view kContent = "content.xml";
constexpr std::uint64_t kMaxPages = 100'000;

class ImpressDeck final : SlideParts {
 public:
  ImpressDeck(const ReadContext& context, OfficePackage& package)
      : context_(context), package_(package), pictures_(package, context.options) {}

  Result<ToolResult> read() {
    LECTERN_CHECK(count_pages());
    LECTERN_TRY(const auto page, SectionPage::open(context_, "slide", page_count_));
    page->set_pictures(&pictures_);
    masters_ = read_impress_masters(package_);
    while (const auto number = page->next()) {
      MarkdownWriter writer(*page);
      if (!go_to(*number)) {
        writer.begin_heading(2);
        writer.text(compose({"Slide {} of {}", *number, page_count_}));
        writer.note_block("(not readable)");
      } else {
        write_page(*number, *page, writer);
      }
      writer.finish();
    }
    if (reader_ != nullptr && (*reader_)->error()) package_.warn(kContent, *(*reader_)->error());
    DocumentInfo info;
    info.kind = DocumentKind::kSlides;
    package_.read_properties(info);
    info.slide_count = page_count_;
    if (comment_count_ > 0) info.comment_count = comment_count_;
    std::vector<std::string> warnings = package_.take_warnings();
    counts_.tell(info, warnings);
    return page->finish(std::move(info), std::move(warnings), &pictures_);
  }

 private:
  /// Counts the pages and learns the styles, which stand before them.
  Result<void> count_pages() {
    LECTERN_TRY(const auto reader, package_.xml(kContent));
    XmlReader& xml = **reader;
    bool has_root = false;
    while (xml.next() != XmlReader::Event::kDone) {
      if (xml.event() != XmlReader::Event::kStart) continue;
      has_root = true;
      if (xml.is(Xmlns::kOdfDrawing, "page")) {
        if (page_count_ < kMaxPages) ++page_count_;
        xml.skip();
      } else if (xml.is(Xmlns::kOdfPresentation, "footer-decl")) {
        std::string name(xml.value("name"));
        footers_.insert_or_assign(std::move(name), xml.text_inside(4'000));
      } else {
        styles_.take(xml);
      }
    }
    if (xml.error() && (!has_root || page_count_ == 0))
      return fail(ErrorCode::kCorruptDocument, {"{}: {}", kContent, xml.error()->message});
    if (xml.error()) package_.warn(kContent, *xml.error());
    return {};
  }

  /// Goes to the start of a page. False when it is not there.
  bool go_to(std::uint64_t number) {
    if (reader_ == nullptr || at_page_ >= number) {
      auto reader = package_.xml(kContent);
      if (!reader) return false;
      reader_ = *std::move(reader);
      at_page_ = 0;
    }
    XmlReader& xml = **reader_;
    while (xml.next() != XmlReader::Event::kDone) {
      if (!xml.starts(Xmlns::kOdfDrawing, "page")) continue;
      if (++at_page_ == number) return true;
      xml.skip();
    }
    return false;
  }

  void write_page(std::uint64_t number, SectionPage& page, MarkdownWriter& writer) {
    XmlReader& xml = **reader_;
    const bool is_hidden = styles_.hidden_pages.contains(xml.value("style-name"));
    const bool shows_master = !styles_.bare_pages.contains(xml.value("style-name"));
    const auto found_master = masters_.find(xml.value("master-page-name"));
    const ImpressMaster* master = found_master == masters_.end() ? nullptr : &found_master->second;
    std::string name(xml.value("name"));
    std::string footer;
    if (const auto used = xml.attribute(Xmlns::kOdfPresentation, "use-footer-name")) {
      if (const auto found = footers_.find(*used); found != footers_.end()) footer = found->second;
    }
    ImpressShapeReader shape_reader(xml, styles_, package_);
    std::vector<SlideShape> shapes;
    std::vector<SlideShape> notes;
    shape_reader.read_page(shapes, notes);
    if (shape_reader.is_cut())
      package_.warn({"slide {} has too much on it: some is left out", number});
    if (shape_reader.lost_links() > 0)
      package_.warn({"slide {}: {target} of links left out, which have more than {,} bytes", number,
                     shape_reader.lost_links(), kMostImpressLinkBytes});
    footers_of_slide_.take(shapes);
    if (!footer.empty()) footers_of_slide_.add("ftr", std::move(footer));
    for (SlideShape& shape : shapes) name_chart(shape);
    sort_for_reading(shapes);

    std::string head = compose({"Slide {} of {}", number, page_count_});
    if (is_hidden) {
      ++counts_.hidden_slides;
      head += " (hidden)";
    }
    const std::string title = title_of(shapes);
    page.set_title(title.empty() ? std::string_view(name) : std::string_view(title));
    writer.begin_heading(2);
    writer.raw(head);
    if (!title.empty()) writer.text(": " + title);
    SlideWriter slide_writer(writer, *this);
    slide_writer.write(shapes, master == nullptr ? std::nullopt : master->page);
    if (shows_master && master != nullptr && std::exchange(last_master_, master) != master)
      slide_writer.write_text(master->shown);
    footers_of_slide_.write(slide_writer);
    counts_.add(slide_writer.counts());
    write_notes(notes, writer);
    for (const ImpressComment& comment : shape_reader.comments()) {
      ++comment_count_;
      writer.note_block(compose({"[Comment by {}: {}]",
                                 comment.author.empty() ? std::string("unknown author")
                                                        : MarkdownWriter::escaped(comment.author),
                                 MarkdownWriter::escaped(comment.text)}));
    }
  }

  void write_notes(const std::vector<SlideShape>& notes, MarkdownWriter& writer) {
    bool any = false;
    SlideWriter note_writer(writer, *this);
    for (const SlideShape& shape : notes) {
      if (!shape.placeholder.empty() || !has_text(shape.text)) continue;
      if (!std::exchange(any, true)) writer.note_block("Notes:");
      note_writer.write_text(shape.text);
    }
  }

  /// An object whose content is a chart becomes one.
  void name_chart(SlideShape& shape) {
    for (SlideShape& child : shape.children) name_chart(child);
    if (shape.kind != SlideShape::Kind::kObject) return;
    const std::string content = shape.link + "/content.xml";
    if (!package_.has(content)) return;
    auto reader = package_.xml(content);
    if (!reader) return;
    XmlReader& xml = ***reader;
    while (xml.next() != XmlReader::Event::kDone) {
      if (xml.starts(Xmlns::kOdfChart, "chart")) {
        shape.kind = SlideShape::Kind::kChart;
        shape.part = content;
        return;
      }
      if (xml.event() == XmlReader::Event::kStart && xml.space() == Xmlns::kOdfOffice &&
          (xml.name() == "text" || xml.name() == "spreadsheet" || xml.name() == "presentation" ||
           xml.name() == "drawing"))
        return;
    }
    if (xml.error()) package_.warn(content, *xml.error());
  }

  std::optional<Chart> chart(const SlideShape& shape) override {
    return read_odf_chart(package_, shape.part);
  }

  std::vector<DiagramItem> diagram(const SlideShape&) override { return {}; }
  std::optional<std::uint64_t> size_of(std::string_view part) override {
    return package_.size_of(part);
  }
  DocumentPictures& pictures() override { return pictures_; }

  const ReadContext& context_;
  OfficePackage& package_;
  DocumentPictures pictures_;
  ImpressStyles styles_;
  std::map<std::string, std::string, std::less<>> footers_;
  SlideFooters footers_of_slide_;
  std::map<std::string, ImpressMaster, std::less<>> masters_;
  const ImpressMaster* last_master_ = nullptr;
  SlideCounts counts_;
  std::unique_ptr<PartReader> reader_;
  std::uint64_t at_page_ = 0;
  std::uint64_t page_count_ = 0;
  std::uint64_t comment_count_ = 0;
};

}  // namespace

Result<ToolResult> read_impress(const ReadContext& context) {
  LECTERN_TRY(const auto package, OfficePackage::open(context));
  return ImpressDeck(context, *package).read();
}

}  // namespace lectern
