#include "documents/slides/ppt_reader.h"

#include <algorithm>
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
#include "documents/slides/reading_order.h"
#include "documents/slides/slide_writer.h"
#include "package/compound.h"

namespace lectern {
namespace {

constexpr std::uint32_t kEncryptedToken = 0xF3D1C4DF;
constexpr std::size_t kMaxEdits = 10'000;
constexpr std::size_t kMaxPersists = 1'000'000;
constexpr std::size_t kMaxPptSlides = 100'000;
constexpr int kMaxPptDepth = 40;
constexpr std::uint16_t kPictureFrame = 75;

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
  /// Offsets, by the numbers that shapes use, from 1 on.
  std::vector<std::uint32_t> offsets;
};

/// What a shape's properties say of the picture in it ([MS-ODRAW] 2.3.23).
void read_picture_properties(const PptRecord& record, const std::vector<std::uint32_t>& offsets,
                             SlideShape& shape) {
  constexpr std::uint32_t kComplex = 0x8000;
  constexpr std::size_t kMaxAltBytes = 4'000;
  const auto cut = [](std::uint32_t value) {
    return std::clamp(static_cast<double>(static_cast<std::int32_t>(value)) / 65536, 0.0, 1.0);
  };
  std::uint64_t data = std::uint64_t{record.instance} * 6;
  for (std::size_t i = 0; i < record.instance && i * 6 + 6 <= record.body.size(); ++i) {
    const std::uint32_t id = ppt_u16(record.body, i * 6);
    const std::uint32_t value = ppt_u32(record.body, i * 6 + 2);
    const std::uint32_t property = id & 0x3FFF;
    if (property == 0x104 && (id & kComplex) == 0 && value > 0 && value <= offsets.size()) {
      shape.part = std::to_string(offsets[value - 1]);
    } else if (property == 0x100) {
      shape.crop.top = cut(value);
    } else if (property == 0x101) {
      shape.crop.bottom = cut(value);
    } else if (property == 0x102) {
      shape.crop.left = cut(value);
    } else if (property == 0x103) {
      shape.crop.right = cut(value);
    }
    if ((id & kComplex) == 0) continue;
    if (property == 0x381 && data < record.body.size()) {
      const ByteSpan text = record.body.subspan(static_cast<std::size_t>(data));
      shape.alt = ppt_utf16(text.first(std::min<std::size_t>({value, text.size(), kMaxAltBytes})));
      shape.alt.resize(std::min(shape.alt.find('\0'), shape.alt.size()));
    }
    data += value;
  }
}

class PptDeck final : SlideParts {
 public:
  explicit PptDeck(const ReadContext& context)
      : context_(context), pictures_(source_, context.options), work_(context.options.limits) {}

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
    for (const std::string& warning : file.warnings()) warnings_.push_back(warning);
    read_edits(ppt_u32(user, 16));
    if (ppt_u32(user, 12) == kEncryptedToken || crypt_session_ != 0) LECTERN_CHECK(decrypt());
    LECTERN_CHECK(read_document());
    LECTERN_TRY(const auto page, SectionPage::open(context_, "slide", slides_.size()));
    page->set_pictures(&pictures_);
    std::uint64_t hidden = 0;
    while (const auto number = page->next()) {
      MarkdownWriter writer(*page);
      if (write_slide(*number, *page, writer)) ++hidden;
      writer.finish();
      if (error_) return tl::unexpected<Error>(*error_);
    }
    DocumentInfo info;
    info.kind = DocumentKind::kSlides;
    info.slide_count = slides_.size();
    if (comment_count_ > 0) info.comment_count = comment_count_;
    if (hidden > 0) {
      info.hidden_count = hidden;
      add_to(warnings_, {"hidden in the presentation, and marked here: {slide}", hidden});
    }
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
    WorkBudget work(context_.options.limits);
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
          work.spend("the encrypted objects of the presentation", object.size(), kCipherWork));
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
      if (record.type == kPptSlideList && record.instance == 2) read_list(record.body, notes_);
      if (record.type == kPptDrawingGroup) read_pictures(record.body);
    }
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
          if (source_.offsets.size() < kMaxPptPictures)
            source_.offsets.push_back(entry.type == kArtPicture ? ppt_u32(entry.body, kOffsetAt)
                                                                : 0xFFFFFFFF);
        }
      }
    }
  }

  static void read_list(ByteSpan body, std::vector<PptSlide>& slides) {
    for (const PptRecord& record : ppt_records(body)) {
      if (record.type == kPptSlidePersist) {
        if (slides.size() >= kMaxPptSlides) return;
        slides.push_back({ppt_u32(record.body, 0), ppt_u32(record.body, 12), {}});
      } else if (!slides.empty()) {
        take_text(record, slides.back().texts);
      }
    }
  }

  /// A record of a text, which a header begins.
  static void take_text(const PptRecord& record, std::vector<PptText>& texts) {
    if (record.type == kPptTextHeader) {
      texts.push_back({ppt_u32(record.body, 0)});
    } else if (texts.empty()) {
      return;
    } else if (record.type == kPptTextChars) {
      texts.back().text += ppt_utf16(record.body);
    } else if (record.type == kPptTextBytes) {
      texts.back().text += ppt_low_bytes(record.body);
    } else if (record.type == kPptStyleText) {
      texts.back().styles = record.body;
    }
  }

  void read_shapes(ByteSpan body, const PptSlide& slide, std::vector<SlideShape>& shapes,
                   std::uint64_t& pictures, int depth) {
    if (depth > kMaxPptDepth) return;
    for (const PptRecord& record : ppt_records(body)) {
      if (record.type == kArtShape) {
        read_shape(record.body, slide, shapes, pictures);
      } else if (record.is_container && record.type >= 0xF000) {
        read_shapes(record.body, slide, shapes, pictures, depth + 1);
      }
    }
  }

  void read_shape(ByteSpan body, const PptSlide& slide, std::vector<SlideShape>& shapes,
                  std::uint64_t& pictures) {
    SlideShape shape;
    bool is_picture = false;
    std::vector<PptText> texts;
    for (const PptRecord& record : ppt_records(body)) {
      if (record.type == kArtShapeAtom) {
        is_picture = record.instance == kPictureFrame;
        shape.id = ppt_u32(record.body, 0);
      } else if (record.type == kArtProperties) {
        read_picture_properties(record, source_.offsets, shape);
      } else if (record.type == kArtClientAnchor && record.body.size() == 8) {
        const auto at = [&record](std::size_t i) {
          return static_cast<double>(static_cast<std::int16_t>(ppt_u16(record.body, i)));
        };
        shape.box = SlideBox{at(2), at(0), at(4), at(6)};
      } else if (record.type == kArtClientAnchor || record.type == kArtChildAnchor) {
        const auto at = [&record](std::size_t i) {
          return static_cast<double>(static_cast<std::int32_t>(ppt_u32(record.body, i)));
        };
        if (record.body.size() >= 16 && record.type == kArtChildAnchor)
          shape.box = SlideBox{at(0), at(4), at(8), at(12)};
      } else if (record.type == kArtTextbox) {
        for (const PptRecord& inner : ppt_records(record.body)) {
          if (inner.type == kPptOutlineTextRef) {
            const std::uint32_t place = ppt_u32(inner.body, 0);
            // Paragraphs take many times the memory of their text.
            constexpr std::uint64_t kTextWork = 400;
            if (place < slide.texts.size() &&
                spend("the texts that shapes share", slide.texts[place].text.size(), kTextWork))
              texts.push_back(slide.texts[place]);
          } else {
            take_text(inner, texts);
          }
        }
      }
    }
    for (const PptText& text : texts) {
      if (text.type == 0 || text.type == 6) shape.placeholder = "title";
      for (SlideParagraph& paragraph : ppt_paragraphs(text))
        shape.text.push_back(std::move(paragraph));
    }
    if (is_picture && !shape.part.empty() && !source_.stream.empty()) {
      shape.kind = SlideShape::Kind::kPicture;
    } else if (is_picture) {
      ++pictures;
    }
    if (has_text(shape.text) || shape.kind == SlideShape::Kind::kPicture)
      shapes.push_back(std::move(shape));
  }

  /// \returns whether it is hidden.
  bool write_slide(std::uint64_t number, SectionPage& page, MarkdownWriter& writer) {
    const PptSlide& slide = slides_[static_cast<std::size_t>(number - 1)];
    const PptRecord container = persistent(slide.persist);
    std::vector<SlideShape> shapes;
    std::uint64_t pictures = 0;
    bool is_hidden = false;
    if (container.type == kPptSlide) {
      for (const PptRecord& record : ppt_records(container.body)) {
        if (record.type == kPptDrawing) read_shapes(record.body, slide, shapes, pictures, 0);
        if (record.type == kPptSlideShowInfo) is_hidden = (ppt_u16(record.body, 10) & 4U) != 0;
      }
    } else {
      for (const PptText& text : slide.texts) {
        SlideShape shape;
        if (text.type == 0 || text.type == 6) shape.placeholder = "title";
        shape.text = ppt_paragraphs(text);
        shapes.push_back(std::move(shape));
      }
    }
    sort_for_reading(shapes);
    std::string title;
    for (const SlideShape& shape : shapes) {
      if (title.empty() && shape.placeholder == "title") title = line_of(shape.text);
    }
    page.set_title(title.empty() ? std::string_view("(no title)") : std::string_view(title));
    writer.begin_heading(2);
    writer.raw(compose({"Slide {} of {}{}", number, slides_.size(), is_hidden ? " (hidden)" : ""}));
    if (!title.empty()) writer.text(": " + title);
    SlideWriter slide_writer(writer, *this);
    slide_writer.write(shapes, std::nullopt);
    if (pictures > 0)
      writer.note_block(compose({"({picture} on this slide, not shown)", pictures}));
    write_notes(slide, writer);
    write_comments(container.body, writer, 0);
    return is_hidden;
  }

  void write_notes(const PptSlide& slide, MarkdownWriter& writer) {
    const auto found = notes_by_slide_.find(slide.id);
    if (found == notes_by_slide_.end() || !spend_records(found->second.size())) return;
    std::vector<SlideShape> shapes;
    std::uint64_t pictures = 0;
    const PptSlide none;
    for (const PptRecord& record : ppt_records(found->second)) {
      if (record.type == kPptDrawing) read_shapes(record.body, none, shapes, pictures, 0);
    }
    bool any = false;
    SlideWriter notes(writer, *this);
    for (const SlideShape& shape : shapes) {
      const std::string line = line_of(shape.text);
      if (line.empty() || line == "*") continue;  // the number of the page
      if (!std::exchange(any, true)) writer.note_block("Notes:");
      notes.write_text(shape.text);
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
      } else if (record.is_container && record.type != kPptDrawing) {
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
  std::vector<PptSlide> notes_;
  std::map<std::uint32_t, ByteSpan> notes_by_slide_;
  std::uint64_t comment_count_ = 0;
  WorkBudget work_;
  std::uint64_t record_bytes_ = 0;
  std::optional<Error> error_;  ///< that ends the reading
  std::vector<std::string> warnings_;
};

}  // namespace

Result<ToolResult> read_ppt(const ReadContext& context) { return PptDeck(context).read(); }

}  // namespace lectern
