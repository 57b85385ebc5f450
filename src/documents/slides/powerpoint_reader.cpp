#include "documents/slides/powerpoint_reader.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <utility>

#include "base/format.h"
#include "documents/markdown/escape.h"
#include "documents/office_package.h"
#include "documents/section_page.h"
#include "documents/slides/drawing_text.h"
#include "documents/slides/reading_order.h"
#include "documents/slides/slide_comments.h"
#include "documents/slides/slide_layout.h"
#include "documents/slides/slide_shapes.h"
#include "documents/slides/slide_writer.h"

namespace lectern {
namespace {

/// More slides than any deck has.
constexpr std::size_t kMaxSlides = 100'000;
/// A number.
constexpr std::size_t kMaxSlideIdBytes = 20;
constexpr std::size_t kMaxSectionBytes = 1'000;

struct DeckSlide {
  std::string part;
  std::string section;  ///< that begins with it
};

class Deck final : SlideParts {
 public:
  Deck(const ReadContext& context, OfficePackage& package)
      : context_(context),
        package_(package),
        pictures_(package, context.options),
        layouts_(package),
        comments_(package) {}

  Result<ToolResult> read() {
    const std::string main = package_.main_part("ppt/presentation.xml");
    if (auto opened = read_presentation(main); !opened) {
      return fail(opened.error().code, {"{}", opened.error().message});
    }
    LECTERN_TRY(const auto page, SectionPage::open(context_, "slide", slides_.size()));
    page->set_pictures(&pictures_);
    while (const auto number = page->next()) {
      MarkdownWriter writer(*page);
      write_slide(*number, *page, writer);
      writer.finish();
    }
    DocumentInfo info;
    info.kind = DocumentKind::kSlides;
    package_.read_properties(info);
    info.slide_count = slides_.size();
    if (comment_count_ > 0) info.comment_count = comment_count_;
    std::vector<std::string> warnings = package_.take_warnings();
    counts_.tell(info, warnings);
    return page->finish(std::move(info), std::move(warnings), &pictures_);
  }

 private:
  Result<void> read_presentation(const std::string& main) {
    PartLinks links(package_, main);
    LECTERN_TRY(const auto reader, package_.xml(main));
    XmlReader& xml = **reader;
    std::vector<std::pair<std::string, std::string>> ids;      // slide id, part
    std::map<std::string, std::string, std::less<>> sections;  // first slide id, name
    std::string section;
    bool waits = false;
    bool has_root = false;
    while (xml.next() != XmlReader::Event::kDone) {
      if (xml.event() != XmlReader::Event::kStart) continue;
      has_root = true;
      if (xml.is(Xmlns::kSlides, "sldId") && ids.size() < kMaxSlides) {
        const Relationship* link =
            links.find(xml.attribute(Xmlns::kRelationships, "id").value_or(""));
        ids.emplace_back(xml.value("id").substr(0, kMaxSlideIdBytes),
                         link == nullptr ? std::string() : link->target);
      } else if (xml.is(Xmlns::kSlides, "sldSz")) {
        const auto size = [&xml](std::string_view name) {
          std::int64_t value = 0;
          const std::string_view text = xml.value(name);
          std::from_chars(text.data(), text.data() + text.size(), value);
          return static_cast<double>(value);
        };
        box_ = SlideBox{0, 0, size("cx"), size("cy")};
      } else if (xml.is(Xmlns::kSlides2010, "section")) {
        section = shortened(xml.value("name"), kMaxSectionBytes);
        waits = true;
      } else if (xml.is(Xmlns::kSlides2010, "sldId") && std::exchange(waits, false)) {
        sections.try_emplace(std::string(xml.value("id").substr(0, kMaxSlideIdBytes)),
                             std::exchange(section, {}));
      }
    }
    if (xml.error()) {
      if (!has_root)
        return fail(ErrorCode::kCorruptDocument, {"{}: {}", main, xml.error()->message});
      package_.warn(main, *xml.error());
    }
    for (auto& [id, part] : ids) {
      DeckSlide slide{std::move(part), {}};
      const auto found = sections.find(id);
      if (found != sections.end()) slide.section = std::exchange(found->second, {});
      slides_.push_back(std::move(slide));
    }
    for (const Relationship& link : links.all()) {
      if (link.type == "commentAuthors" || link.type == "authors")
        comments_.read_authors(link.target);
    }
    return {};
  }

  void write_slide(std::uint64_t number, SectionPage& page, MarkdownWriter& writer) {
    const DeckSlide& slide = slides_[static_cast<std::size_t>(number - 1)];
    if (!slide.section.empty()) {
      writer.begin_heading(1);
      writer.text(slide.section);
    }
    std::string head = compose({"Slide {} of {}", number, slides_.size()});
    auto reader = slide.part.empty() ? fail(ErrorCode::kCorruptDocument, "its part is not named")
                                     : package_.xml(slide.part);
    if (!reader) {
      package_.warn(compose({"slide {}", number}), reader.error());
      writer.begin_heading(2);
      writer.text(head);
      writer.note_block("(not readable)");
      return;
    }
    XmlReader& xml = ***reader;
    SlideShapeReader shape_reader(xml, package_, slide.part);
    std::vector<SlideShape> shapes;
    bool is_hidden = false;
    bool shows_master = true;
    while (xml.next() != XmlReader::Event::kDone) {
      if (xml.event() != XmlReader::Event::kStart) continue;
      if (xml.is(Xmlns::kSlides, "sld")) {
        const std::string_view show = xml.value("show");
        is_hidden = show == "0" || show == "false";
        const std::string_view master = xml.value("showMasterSp");
        shows_master = master != "0" && master != "false";
      } else if (xml.is(Xmlns::kSlides, "spTree")) {
        shapes = shape_reader.read_tree();
      } else if (xml.depth() > 1 && xml.name() != "cSld") {
        xml.skip();
      }
    }
    if (xml.error()) package_.warn(slide.part, *xml.error());
    warn_of_cuts(compose({"slide {}", number}), shape_reader);
    std::shared_ptr<const SlideLayout> layout;
    for (const Relationship& link : shape_reader.links()) {
      if (link.type == "slideLayout") layout = layouts_.layout(link.target);
    }
    inherit(shapes, layout.get());
    footers_.take(shapes);
    sort_for_reading(shapes);

    if (is_hidden) {
      ++counts_.hidden_slides;
      head += " (hidden)";
    }
    const std::string title = title_of(shapes);
    page.set_title(title.empty() ? std::string_view("(no title)") : std::string_view(title));
    writer.begin_heading(2);
    writer.raw(head);
    if (!title.empty()) writer.text(": " + title);
    SlideWriter slide_writer(writer, *this);
    slide_writer.write(shapes, box_);
    write_drawing(number, shapes, writer);
    write_inherited(slide_writer, layout.get(), shows_master);
    footers_.write(slide_writer);
    counts_.add(slide_writer.counts());
    for (const Relationship& link : shape_reader.links()) {
      if (link.type == "notesSlide") write_notes(link.target, writer);
    }
    for (const Relationship& link : shape_reader.links()) {
      if (link.type == "comments") comment_count_ += comments_.write(link.target, writer);
    }
  }

  struct Drawn {
    std::uint64_t shapes = 0;
    std::uint64_t connectors = 0;
    std::uint64_t pictures = 0;
    std::uint64_t silent = 0;  ///< of them without a text
    std::uint64_t text = 0;    ///< bytes on the slide, without its title
  };

  static void count_drawn(const std::vector<SlideShape>& shapes, Drawn& drawn) {
    for (const SlideShape& shape : shapes) {
      count_drawn(shape.children, drawn);
      for (const SlideParagraph& paragraph : shape.text) {
        for (const SlideRun& run : paragraph.runs)
          if (!shape.is_title()) drawn.text += run.text.size();
      }
      if (!shape.placeholder.empty()) continue;
      const bool is_connector = shape.kind == SlideShape::Kind::kConnector;
      if (shape.kind == SlideShape::Kind::kPicture) {
        ++drawn.pictures;
      } else if (is_connector || shape.kind == SlideShape::Kind::kText) {
        ++(is_connector ? drawn.connectors : drawn.shapes);
        if (!has_text(shape.text)) ++drawn.silent;
      }
    }
  }

  /// Says what a slide holds that is mostly drawn, of which no picture exists but that of the
  /// first.
  void write_drawing(std::uint64_t number, const std::vector<SlideShape>& shapes,
                     MarkdownWriter& writer) {
    constexpr std::uint64_t kFewShapes = 6;
    // More text than this to a shape without one, and they decorate it.
    constexpr std::uint64_t kMuchText = 50;
    Drawn drawn;
    count_drawn(shapes, drawn);
    const std::uint64_t all = drawn.shapes + drawn.connectors;
    if (all < kFewShapes || drawn.silent * 2 < all || drawn.text > kMuchText * drawn.silent) return;
    std::string line = compose({"({shape}", drawn.shapes});
    if (drawn.connectors > 0) append_to(line, {", {connector}", drawn.connectors});
    if (drawn.pictures > 0) append_to(line, {", {picture}", drawn.pictures});
    writer.note_block(line + ')');
    if (number != 1) return;
    for (const Relationship& relationship : package_.relationships("")) {
      if (relationship.type != "thumbnail" || !package_.has(relationship.target)) continue;
      writer.begin_paragraph();
      writer.raw(pictures_.mark(relationship.target, "the slide, small"));
      writer.end_block();
      return;
    }
  }

  /// What stands on the layout and the master beside their placeholders: once for each.
  void write_inherited(SlideWriter& writer, const SlideLayout* layout, bool shows_master) {
    if (layout == nullptr || !shows_master) return;
    if (layout->shows_master_shapes && layout->master != nullptr &&
        last_master_ != layout->master.get()) {
      last_master_ = layout->master.get();
      for (const SlideShape& shape : layout->master->shown) writer.write_text(shape.text);
    }
    if (last_layout_ == layout) return;
    last_layout_ = layout;
    for (const SlideShape& shape : layout->shown) writer.write_text(shape.text);
  }

  void warn_of_cuts(std::string_view where, const SlideShapeReader& reader) {
    if (reader.is_cut()) package_.warn({"{} has too many shapes: some are left out", where});
    const SlideRoom& room = reader.room();
    if (room.lacks_text) package_.warn({"{} has too much text: some is left out", where});
    if (room.lost_links > 0)
      package_.warn({"{}: {target} of links left out, which are longer than {,} bytes or too many",
                     where, room.lost_links, kMostSlideLinkBytes});
  }

  void write_notes(const std::string& part, MarkdownWriter& writer) {
    auto reader = package_.xml(part);
    if (!reader) return package_.warn(part, reader.error());
    XmlReader& xml = ***reader;
    SlideShapeReader shape_reader(xml, package_, part);
    std::vector<SlideShape> shapes;
    while (xml.next() != XmlReader::Event::kDone) {
      if (xml.starts(Xmlns::kSlides, "spTree")) shapes = shape_reader.read_tree();
    }
    if (xml.error()) package_.warn(part, *xml.error());
    warn_of_cuts(part, shape_reader);
    bool any = false;
    SlideWriter notes(writer, *this);
    for (const SlideShape& shape : shapes) {
      if (shape.placeholder == "sldImg" || shape.placeholder == "sldNum" ||
          shape.placeholder == "hdr" || shape.placeholder == "ftr" || shape.placeholder == "dt")
        continue;
      const bool is_table = shape.kind == SlideShape::Kind::kTable;
      if (!is_table && !has_text(shape.text)) continue;
      if (!std::exchange(any, true)) writer.note_block("Notes:");
      if (is_table) {
        notes.write_shape(shape);
      } else {
        notes.write_text(shape.text);
      }
    }
  }

  std::optional<Chart> chart(const SlideShape& shape) override {
    auto reader = package_.xml(shape.part);
    if (!reader) {
      package_.warn(shape.part, reader.error());
      return std::nullopt;
    }
    return read_chart(package_, shape.part, ***reader);
  }

  std::vector<DiagramItem> diagram(const SlideShape& shape) override {
    auto reader = package_.xml(shape.part);
    if (!reader) {
      package_.warn(shape.part, reader.error());
      return {};
    }
    XmlReader& xml = ***reader;
    std::vector<DiagramItem> items = read_diagram(xml);
    if (xml.error()) package_.warn(shape.part, *xml.error());
    return items;
  }

  std::optional<std::uint64_t> size_of(std::string_view part) override {
    return package_.size_of(part);
  }

  DocumentPictures& pictures() override { return pictures_; }

  const ReadContext& context_;
  OfficePackage& package_;
  DocumentPictures pictures_;
  SlideLayouts layouts_;
  SlideComments comments_;
  std::vector<DeckSlide> slides_;
  std::optional<SlideBox> box_;
  SlideFooters footers_;
  const SlideMaster* last_master_ = nullptr;
  const SlideLayout* last_layout_ = nullptr;
  SlideCounts counts_;
  std::uint64_t comment_count_ = 0;
};

}  // namespace

Result<ToolResult> read_powerpoint(const ReadContext& context) {
  LECTERN_TRY(const auto package, OfficePackage::open(context));
  return Deck(context, *package).read();
}

}  // namespace lectern
