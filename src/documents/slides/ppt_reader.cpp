#include "documents/slides/ppt_reader.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "base/format.h"
#include "base/work_budget.h"
#include "documents/crypto/legacy_cipher.h"
#include "documents/crypto/password.h"
#include "documents/drawing/office_blip.h"
#include "documents/section_page.h"
#include "documents/slides/ppt_records.h"
#include "documents/slides/ppt_shapes.h"
#include "documents/slides/reading_order.h"
#include "documents/slides/slide_writer.h"
#include "package/compound.h"

namespace lectern {
namespace {

constexpr std::uint32_t kEncryptedToken = 0xF3D1C4DF;
constexpr std::size_t kMaxEdits = 10'000;
constexpr std::size_t kMaxPersists = 1'000'000;
constexpr std::size_t kMaxPptSlides = 100'000;

struct PptSlide {
  std::uint32_t persist = 0;
  std::uint32_t id = 0;
  std::vector<PptText> texts;
};

/// The stream of pictures, which are known by their offsets in it.
class PptPictures final : public PictureSource {
 public:
  Result<ByteVector> picture(std::string_view key, std::uint64_t max_bytes, bool whole) override {
    const auto blip = blip_at(stream, picture_place(key).offset);
    if (!blip) return fail(ErrorCode::kCorruptDocument, "it is not in the file");
    return blip_file(stream, *blip, max_bytes, whole);
  }
  ByteVector stream;
};

struct PptMaster {
  PptMarks marks = kPptMarks;
  /// The texts on it that are no placeholders.
  SlideText shown = {};
};

class PptDeck final : SlideParts {
 public:
  explicit PptDeck(const ReadContext& context)
      : context_(context), pictures_(source_, context.options), work_(context.options.limits) {
    // Paragraphs take many times the memory of their text.
    constexpr std::uint64_t kTextWork = 400;
    shapes_.spend_text = [this](std::uint64_t bytes) {
      return spend("the texts that shapes share", bytes, kTextWork);
    };
  }

  Result<ToolResult> read() {
    LECTERN_TRY(const CompoundFile file, CompoundFile::open(context_.bytes));
    const CompoundEntry* entry = file.find("PowerPoint Document");
    if (entry == nullptr)
      return fail(ErrorCode::kUnsupportedFormat,
                  "it has no stream \"PowerPoint Document\": PowerPoint 95 and older is not read");
    LECTERN_TRY(stream_, file.read(*entry, context_.options.limits.max_decoded_bytes));
    ByteVector user;
    if (const CompoundEntry* current = file.find("Current User")) {
      if (auto bytes = file.read(*current, 1U << 20)) user = *std::move(bytes);
    }
    const CompoundEntry* pictures = file.find("Pictures");
    if (pictures != nullptr && context_.options.document.pictures) {
      if (auto bytes = file.read(*pictures, context_.options.limits.max_decoded_bytes)) {
        source_.stream = *std::move(bytes);
      } else {
        add_to(warnings_, {"the pictures cannot be read: {}", bytes.error().message});
      }
    }
    shapes_.has_pictures = !source_.stream.empty();
    for (const std::string& warning : file.warnings()) warnings_.push_back(warning);
    read_edits(ppt_u32(user, 16));
    if (ppt_u32(user, 12) == kEncryptedToken || crypt_session_ != 0) LECTERN_CHECK(decrypt());
    LECTERN_CHECK(read_document());
    LECTERN_TRY(const auto page, SectionPage::open(context_, "slide", slides_.size()));
    page->set_pictures(&pictures_);
    while (const auto number = page->next()) {
      MarkdownWriter writer(*page);
      write_slide(*number, *page, writer);
      writer.finish();
      if (error_) return tl::unexpected<Error>(*error_);
    }
    DocumentInfo info;
    info.kind = DocumentKind::kSlides;
    info.slide_count = slides_.size();
    if (comment_count_ > 0) info.comment_count = comment_count_;
    counts_.tell(info, warnings_);
    return page->finish(std::move(info), std::move(warnings_),
                        context_.options.document.pictures ? &pictures_ : nullptr);
  }

 private:
  /// Where the persistent objects are, by the edits from the last to the first.
  void read_edits(std::uint32_t offset) {
    std::set<std::uint32_t> seen;
    while (offset != 0 && seen.insert(offset).second && seen.size() < kMaxEdits) {
      const PptRecord edit = ppt_record(stream_, offset);
      if (edit.type != kPptUserEdit) break;
      const PptRecord directory = ppt_record(stream_, ppt_u32(edit.body, 12));
      if (document_ == 0) document_ = ppt_u32(edit.body, 16);
      if (crypt_session_ == 0 && edit.body.size() >= 32) crypt_session_ = ppt_u32(edit.body, 28);
      if (directory.type == kPptPersistDirectory && spend_records(directory.body.size())) {
        for (std::size_t at = 0; at + 4 <= directory.body.size();) {
          const std::uint32_t entry = ppt_u32(directory.body, at);
          at += 4;
          std::uint32_t id = entry & 0xFFFFF;
          for (std::uint32_t i = 0; i < entry >> 20 && at + 4 <= directory.body.size(); ++i) {
            if (persists_.size() < kMaxPersists)
              persists_.emplace(id++, ppt_u32(directory.body, at));
            at += 4;
          }
        }
      }
      offset = ppt_u32(edit.body, 8);
    }
  }

  /// Decrypts the persistent objects, in place: each with a key of its own.
  Result<void> decrypt() {
    const PptRecord session = persistent(crypt_session_);
    if (session.type != kPptCryptSession)
      return fail(ErrorCode::kCorruptDocument,
                  "PowerPoint Document: it is encrypted and does not say how");
    LECTERN_TRY(LegacyCipher cipher, LegacyCipher::from_info(session.body, context_.format.name));
    LECTERN_CHECK(cipher.unlock({context_.options.password, kSlidesPassword}));
    std::set<std::uint32_t> seen;
    for (const auto& [id, offset] : persists_) {
      if (id == crypt_session_ || offset >= stream_.size() || !seen.insert(offset).second) continue;
      const auto bytes = std::span(stream_).subspan(offset);
      constexpr std::size_t kHeadBytes = 8;
      if (bytes.size() < kHeadBytes) continue;
      ByteVector head(bytes.begin(), bytes.begin() + kHeadBytes);
      cipher.decrypt_block(head, id);
      const std::uint64_t size = kHeadBytes + std::uint64_t{ppt_u32(head, 4)};
      const auto object =
          bytes.first(static_cast<std::size_t>(std::min<std::uint64_t>(size, bytes.size())));
      LECTERN_CHECK(
          work_.spend("the encrypted objects of the presentation", object.size(), kCipherWork));
      cipher.decrypt_block(object, id);
    }
    return {};
  }

  PptRecord persistent(std::uint32_t id) {
    const auto found = persists_.find(id);
    if (found == persists_.end()) return {};
    const PptRecord record = ppt_record(stream_, found->second);
    return spend_records(record.body.size()) ? record : PptRecord();
  }

  /// Records that several slides name are paid for beyond a few times the file.
  bool spend_records(std::uint64_t bytes) {
    constexpr std::uint64_t kFreeReads = 8;
    constexpr std::uint64_t kReadWork = 48;
    record_bytes_ += bytes + 1;
    return record_bytes_ <= kFreeReads * stream_.size() ||
           spend("the records that slides share", bytes + 1, kReadWork);
  }

  bool spend(std::string_view what, std::uint64_t count, std::uint64_t each) {
    auto spent = work_.spend(what, count, each);
    if (!spent) error_ = std::move(spent).error();
    return !error_;
  }

  Result<void> read_document() {
    PptRecord document = persistent(document_);
    if (document.type != kPptDocument) {
      // Without a directory: the first one in the stream.
      for (const PptRecord& record : ppt_records(stream_)) {
        if (record.type == kPptDocument) document = record;
      }
    }
    if (document.type != kPptDocument)
      return fail(ErrorCode::kCorruptDocument, "PowerPoint Document: it has no document record");
    for (const PptRecord& record : ppt_records(document.body)) {
      if (record.type == kPptSlideList && record.instance == 0) read_list(record.body, slides_);
      if (record.type == kPptSlideList && record.instance == 1) read_list(record.body, masters_);
      if (record.type == kPptSlideList && record.instance == 2) read_list(record.body, notes_);
      if (record.type == kPptDrawingGroup) read_pictures(record.body);
      if (record.type == kPptObjectList) read_objects(record.body);
      if (record.type == kPptFooters && record.instance == 3) footers_of_all_ = record.body;
      if (record.type == kPptDocumentAtom && record.body.size() >= 8)
        box_ = SlideBox{0, 0, static_cast<double>(ppt_u32(record.body, 0)),
                        static_cast<double>(ppt_u32(record.body, 4))};
    }
    for (const PptSlide& master : masters_) masters_by_id_.emplace(master.id, &master);
    for (const PptSlide& note : notes_) {
      const PptRecord container = persistent(note.persist);
      if (error_) return tl::unexpected<Error>(*error_);
      if (container.type != kPptNotes) continue;
      for (const PptRecord& record : ppt_records(container.body)) {
        if (record.type == kPptNotesAtom)
          notes_by_slide_.emplace(ppt_u32(record.body, 0), container.body);
      }
    }
    return {};
  }

  /// Where pictures are, by the numbers that shapes use. What is encrypted is not there.
  void read_pictures(ByteSpan body) {
    constexpr std::size_t kMaxPptPictures = 100'000;
    constexpr std::size_t kOffsetAt = 28;
    if (crypt_session_ != 0) return;
    for (const PptRecord& group : ppt_records(body)) {
      if (group.type != kArtDrawingGroup) continue;
      for (const PptRecord& store : ppt_records(group.body)) {
        if (store.type != kArtPictures) continue;
        for (const PptRecord& entry : ppt_records(store.body)) {
          if (shapes_.pictures.size() < kMaxPptPictures)
            shapes_.pictures.push_back(entry.type == kArtPicture ? ppt_u32(entry.body, kOffsetAt)
                                                                 : 0xFFFFFFFF);
        }
      }
    }
  }

  void read_objects(ByteSpan body) {
    constexpr std::uint16_t kProgram = 2;
    // Programs have at most 39 characters there.
    constexpr std::size_t kMaxProgramBytes = 256;
    for (const PptRecord& object : ppt_records(body)) {
      if (object.type != kPptObject) continue;
      std::uint32_t number = 0;
      std::string program;
      for (const PptRecord& record : ppt_records(object.body)) {
        if (record.type == kPptObjectAtom) number = ppt_u32(record.body, 8);
        if (record.type == kPptString && record.instance == kProgram)
          program = ppt_utf16(record.body.first(std::min(record.body.size(), kMaxProgramBytes)));
      }
      shapes_.objects.emplace(number, program.empty() ? "of unknown kind" : std::move(program));
    }
  }

  static void read_list(ByteSpan body, std::vector<PptSlide>& slides) {
    for (const PptRecord& record : ppt_records(body)) {
      if (record.type == kPptSlidePersist) {
        if (slides.size() >= kMaxPptSlides) return;
        slides.push_back({ppt_u32(record.body, 0), ppt_u32(record.body, 12), {}});
      } else if (!slides.empty()) {
        take_ppt_text(record, slides.back().texts);
      }
    }
  }

  void write_slide(std::uint64_t number, SectionPage& page, MarkdownWriter& writer) {
    const PptSlide& slide = slides_[static_cast<std::size_t>(number - 1)];
    const PptRecord container = persistent(slide.persist);
    std::vector<SlideShape> shapes;
    std::uint64_t lacking_pictures = 0;
    std::uint64_t lost_shapes = 0;
    bool is_hidden = false;
    const PptMaster* master = nullptr;
    bool shows_master = false;
    ByteSpan footers = footers_of_all_;
    if (container.type == kPptSlide) {
      for (const PptRecord& record : ppt_records(container.body)) {
        if (record.type == kPptSlideAtom) {
          master = master_of(ppt_u32(record.body, 12));
          shows_master = (ppt_u16(record.body, 20) & 1U) != 0;
        } else if (record.type == kPptDrawing) {
          PptShapeReader reader(shapes_, slide.texts,
                                master == nullptr ? kPptMarks : master->marks);
          std::vector<SlideShape> more = reader.read(record.body);
          std::move(more.begin(), more.end(), std::back_inserter(shapes));
          lacking_pictures += reader.lacking_pictures();
          lost_shapes += reader.lost_shapes();
        } else if (record.type == kPptSlideShowInfo) {
          is_hidden = (ppt_u16(record.body, 10) & 4U) != 0;
        } else if (record.type == kPptFooters) {
          footers = record.body;
        }
      }
    } else {
      std::size_t room = kMaxPptRuns;
      for (const PptText& text : slide.texts) {
        SlideShape shape;
        if (text.type == 0 || text.type == 6) shape.placeholder = "title";
        shape.text = ppt_paragraphs(text, kPptMarks, room);
        shapes.push_back(std::move(shape));
      }
    }
    footers_.take(shapes);
    sort_for_reading(shapes);
    const std::string title = title_of(shapes);
    page.set_title(title.empty() ? std::string_view("(no title)") : std::string_view(title));
    writer.begin_heading(2);
    writer.raw(compose({"Slide {} of {}{}", number, slides_.size(), is_hidden ? " (hidden)" : ""}));
    if (!title.empty()) writer.text(": " + title);
    SlideWriter slide_writer(writer, *this);
    slide_writer.write(shapes, box_);
    if (lacking_pictures > 0)
      writer.note_block(compose({"({picture} on this slide, not shown)", lacking_pictures}));
    if (lost_shapes > 0) {
      add_to(warnings_,
             {"slide {}: {,} or more shapes are left out: they are too many, or too deep in groups",
              number, lost_shapes});
    }
    if (shows_master && master != nullptr && std::exchange(last_master_, master) != master)
      slide_writer.write_text(master->shown);
    if (shows_master) add_footers(footers);
    footers_.write(slide_writer);
    if (is_hidden) ++counts_.hidden_slides;
    counts_.add(slide_writer.counts());
    write_notes(slide, writer);
    write_comments(container.body, writer, 0);
  }

  const PptMaster* master_of(std::uint32_t id) {
    const auto [entry, is_new] = read_masters_.try_emplace(id);
    if (!is_new) return &entry->second;
    const auto found = masters_by_id_.find(id);
    if (found == masters_by_id_.end()) return &entry->second;
    constexpr std::uint16_t kBody = 1;
    PptMaster& master = entry->second;
    for (const PptRecord& record : ppt_records(persistent(found->second->persist).body)) {
      if (record.type == kPptMasterStyle && record.instance == kBody)
        master.marks = ppt_marks(record.body);
      if (record.type != kPptDrawing) continue;
      std::vector<SlideShape> shapes =
          PptShapeReader(shapes_, found->second->texts, master.marks).read(record.body);
      keep_texts(shapes, master.shown);
    }
    return &master;
  }

  /// What is kept of all masters is bounded.
  void keep_texts(std::vector<SlideShape>& shapes, SlideText& shown) {
    constexpr std::size_t kMaxMasterBytes = std::size_t{8} << 20;
    for (SlideShape& shape : shapes) {
      if (!shape.placeholder.empty() || shape.is_hidden) continue;
      keep_texts(shape.children, shown);
      for (SlideParagraph& paragraph : shape.text) {
        if (master_bytes_ > kMaxMasterBytes) return;
        master_bytes_ += sizeof paragraph;
        for (const SlideRun& run : paragraph.runs) master_bytes_ += sizeof run + run.text.size();
        shown.push_back(std::move(paragraph));
        if (master_bytes_ > kMaxMasterBytes)
          warnings_.emplace_back("the masters have too much text: some is left out");
      }
    }
  }

  /// The footer and the date that a deck or a slide says ([MS-PPT] 2.4.15), where no shape has
  /// them.
  void add_footers(ByteSpan body) {
    constexpr unsigned kShowsUserDate = 5;
    constexpr unsigned kShowsFooter = 32;
    unsigned flags = 0;
    // Those of the deck are read for each slide.
    if (!spend_records(body.size())) return;
    for (const PptRecord& record : ppt_records(body)) {
      if (record.type == kPptFootersAtom) flags = ppt_u16(record.body, 2);
      if (record.type != kPptString) continue;
      if (record.instance == 0 && (flags & kShowsUserDate) == kShowsUserDate) {
        footers_.add("dt", ppt_utf16(record.body));
        flags &= ~kShowsUserDate;
      }
      if (record.instance == 2 && (flags & kShowsFooter) != 0) {
        footers_.add("ftr", ppt_utf16(record.body));
        flags &= ~kShowsFooter;
      }
    }
  }

  void write_notes(const PptSlide& slide, MarkdownWriter& writer) {
    const auto found = notes_by_slide_.find(slide.id);
    if (found == notes_by_slide_.end() || !spend_records(found->second.size())) return;
    bool any = false;
    SlideWriter notes(writer, *this);
    for (const PptRecord& record : ppt_records(found->second)) {
      if (record.type != kPptDrawing) continue;
      for (const SlideShape& shape : PptShapeReader(shapes_, {}, kPptMarks).read(record.body)) {
        const bool is_block =
            shape.kind == SlideShape::Kind::kTable || shape.kind == SlideShape::Kind::kGroup;
        if (!is_block && !has_text(shape.text)) continue;
        if (!std::exchange(any, true)) writer.note_block("Notes:");
        if (is_block) {
          notes.write_shape(shape);
        } else {
          notes.write_text(shape.text);
        }
      }
    }
  }

  void write_comments(ByteSpan body, MarkdownWriter& writer, int depth) {
    if (depth > 6) return;
    for (const PptRecord& record : ppt_records(body)) {
      if (record.type == kPptComment) {
        std::string author;
        std::string text;
        for (const PptRecord& inner : ppt_records(record.body)) {
          if (inner.type != kPptString) continue;
          if (inner.instance == 0) author = ppt_utf16(inner.body);
          if (inner.instance == 1) text = ppt_utf16(inner.body);
        }
        ++comment_count_;
        writer.note_block(compose({"[Comment by {}: {}]", MarkdownWriter::escaped(author),
                                   MarkdownWriter::escaped(text)}));
      } else if ((record.is_container || record.type == kPptTagData) &&
                 record.type != kPptDrawing) {
        write_comments(record.body, writer, depth + 1);
      }
    }
  }

  std::optional<Chart> chart(const SlideShape&) override { return std::nullopt; }
  std::vector<DiagramItem> diagram(const SlideShape&) override { return {}; }
  std::optional<std::uint64_t> size_of(std::string_view) override { return std::nullopt; }
  DocumentPictures& pictures() override { return pictures_; }

  const ReadContext& context_;
  PptPictures source_;
  DocumentPictures pictures_;
  ByteVector stream_;
  std::uint32_t document_ = 0;
  std::uint32_t crypt_session_ = 0;  ///< the object that says how the others are encrypted
  std::map<std::uint32_t, std::uint32_t> persists_;
  std::vector<PptSlide> slides_;
  std::vector<PptSlide> masters_;
  std::map<std::uint32_t, const PptSlide*> masters_by_id_;
  std::size_t master_bytes_ = 0;
  std::vector<PptSlide> notes_;
  std::map<std::uint32_t, ByteSpan> notes_by_slide_;
  std::map<std::uint32_t, PptMaster> read_masters_;
  const PptMaster* last_master_ = nullptr;
  PptShapeSources shapes_;
  std::optional<SlideBox> box_;
  ByteSpan footers_of_all_;
  SlideFooters footers_;
  SlideCounts counts_;
  std::uint64_t comment_count_ = 0;
  WorkBudget work_;
  std::uint64_t record_bytes_ = 0;
  std::optional<Error> error_;  ///< that ends the reading
  std::vector<std::string> warnings_;
};

}  // namespace

Result<ToolResult> read_ppt(const ReadContext& context) { return PptDeck(context).read(); }

}  // namespace lectern
