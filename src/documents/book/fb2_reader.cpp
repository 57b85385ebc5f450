#include "documents/book/fb2_reader.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/base64.h"
#include "base/byte_stream.h"
#include "base/format.h"
#include "documents/book/fb2_chapter.h"
#include "documents/document_pictures.h"
#include "documents/markdown/markdown_writer.h"
#include "documents/section_page.h"
#include "documents/unpacked_work.h"
#include "documents/xml/xml_reader.h"
#include "package/zip.h"

namespace lectern {
namespace {

constexpr std::size_t kMaxFictionTitle = 2'000;
constexpr std::size_t kMaxNoteBytes = 100'000;
constexpr std::size_t kMaxChapters = 100'000;

class FictionBook final : PictureSource {
 public:
  /// \param room  bytes that may be held of the book beside it.
  /// \param work  of the read
  FictionBook(const ReadContext& context, ByteSpan xml, std::uint64_t room, WorkBudget& work)
      : context_(context),
        work_(work),
        bytes_(xml),
        room_(room / 2),
        pictures_room_(room / 2),
        pictures_(*this, context.options) {}

  Result<ToolResult> read() {
    // All of the book is held, and its tags are gone through twice.
    constexpr std::uint64_t kTagWork = 800;
    LECTERN_CHECK(
        work_.spend("the tags of the book", count_of_marks(as_chars(bytes_), {'<'}), kTagWork));
    read_surroundings();
    read_chapters();
    if (error_ && chapters_.empty()) return tl::unexpected<Error>(*error_);
    if (error_) add_to(warnings_, {"the book: {}; what stands behind is missing", error_->message});
    if (has_left_notes_)
      warnings_.push_back("the notes of later chapters are left out: they take too much memory");
    if (is_full_) warnings_.push_back("the rest of the book is left out: it takes too much memory");
    LECTERN_TRY(const auto page, SectionPage::open(context_, "chapter", chapters_.size()));
    page->set_pictures(&pictures_);
    while (const auto number = page->next()) {
      const FictionChapter& chapter = *chapters_[static_cast<std::size_t>(*number - 1)];
      page->set_title(chapter.title);
      MarkdownWriter writer(*page);
      writer.note_block(compose({"(chapter {} of {})", *number, chapters_.size()}));
      writer.finish();
      page->append("\n");
      chapter.give(*page);
    }
    DocumentInfo info;
    info.kind = DocumentKind::kBook;
    info.chapter_count = chapters_.size();
    if (!title_.empty()) info.title = title_;
    if (!author_.empty()) info.author = author_;
    return page->finish(std::move(info), std::move(warnings_), &pictures_);
  }

 private:
  /// A string that grows needs so many times its bytes while it does.
  static constexpr std::uint64_t kGrowth = 4;
  /// What a note or a picture takes beside its text and its name.
  static constexpr std::uint64_t kEntryBytes = 200;

  /// What is known of the book, its notes, and its pictures, which may stand at its end.
  void read_surroundings() {
    MemoryStream stream(bytes_);
    XmlReader xml(stream, context_.options.encoding_tables);
    while (xml.next() != XmlReader::Event::kDone) {
      if (xml.event() != XmlReader::Event::kStart) continue;
      if (xml.name() == "title-info") {
        read_title_info(xml);
      } else if (xml.name() == "document-info" || xml.name() == "src-title-info") {
        xml.skip();
      } else if (xml.name() == "binary") {
        keep_binary(xml);
      } else if (xml.name() == "body" && is_notes(xml)) {
        read_notes(xml);
      }
    }
  }

  void keep_binary(XmlReader& xml) {
    const std::string id(xml.value("id"));
    const std::uint64_t needed = id.size() + kEntryBytes;
    has_left_pictures_ |= needed > pictures_room_;
    if (has_left_pictures_) return xml.skip();
    pictures_room_ -= needed;
    binaries_.emplace(id, read_binary(xml));
  }

  /// The base64 of a picture; nothing when there is no room for it. Larger ones than may be shown
  /// are cut.
  std::optional<std::string> read_binary(XmlReader& xml) {
    const std::uint64_t most = context_.options.limits.max_image_bytes;
    const auto shown =
        static_cast<std::size_t>(std::min<std::uint64_t>(bytes_.size(), most / 2 * 3));
    const auto left = static_cast<std::size_t>(pictures_room_ / kGrowth);
    std::string text = xml.text_inside(std::min(shown, left));
    if (text.size() == left) return std::nullopt;
    pictures_room_ -= text.size();
    return text;
  }

  /// Whether there is room for so much more of the block that is read, and its escapes; without it
  /// the text is left out.
  bool has_room(std::size_t bytes) {
    block_bytes_ += bytes;
    is_full_ |= held_ + block_bytes_ * kGrowth > room_;
    return !is_full_;
  }

  static bool is_notes(const XmlReader& xml) {
    const std::string_view name = xml.value("name");
    return name == "notes" || name == "comments" || name == "footnotes";
  }

  void read_title_info(XmlReader& xml) {
    const std::size_t depth = xml.depth();
    while (xml.next_in(depth)) {
      if (xml.event() != XmlReader::Event::kStart) continue;
      if (xml.name() == "book-title") {
        title_ = xml.text_inside(kMaxFictionTitle);
      } else if (xml.name() == "author") {
        std::string author;
        const std::size_t inner = xml.depth();
        while (xml.next_in(inner)) {
          if (xml.event() != XmlReader::Event::kStart) continue;
          const bool is_name = xml.name().ends_with("-name") || xml.name() == "nickname";
          const bool counts = is_name && (xml.name() != "nickname" || author.empty());
          const std::string part = xml.text_inside(kMaxFictionTitle);
          if (counts && !part.empty()) append_to(author, {"{}{}", author.empty() ? "" : " ", part});
        }
        if (!author.empty() && author_.size() < kMaxFictionTitle)
          append_to(author_, {"{}{}", author_.empty() ? "" : ", ", author});
      } else {
        xml.skip();
      }
    }
  }

  void read_notes(XmlReader& xml) {
    const std::size_t depth = xml.depth();
    while (xml.next_in(depth)) {
      if (xml.event() != XmlReader::Event::kStart || xml.name() != "section") continue;
      const std::string id(xml.value("id"));
      if (id.empty()) continue;
      std::string text;
      const std::size_t inner = xml.depth();
      while (xml.next_in(inner)) {
        if (xml.event() != XmlReader::Event::kStart) continue;
        if (xml.name() == "title") {
          xml.skip();
        } else if (xml.name() == "p" || xml.name() == "v" || xml.name() == "subtitle") {
          const std::string line = xml.text_inside(kMaxNoteBytes);
          if (text.size() < kMaxNoteBytes) append_to(text, {"{}{}", text.empty() ? "" : " ", line});
        }
      }
      const std::uint64_t needed = id.size() + text.size() + kEntryBytes;
      if (held_ + needed > room_ / 2) {
        has_left_notes_ = true;
        continue;
      }
      held_ += needed;
      notes_.emplace(id, std::move(text));
    }
  }

  void read_chapters() {
    MemoryStream stream(bytes_);
    XmlReader xml(stream, context_.options.encoding_tables);
    bool is_book = false;
    while (xml.next() != XmlReader::Event::kDone) {
      if (xml.event() != XmlReader::Event::kStart) continue;
      is_book = is_book || xml.name() == "FictionBook";
      if (xml.name() == "binary" || xml.name() == "description") {
        xml.skip();
      } else if (xml.name() == "body") {
        if (is_notes(xml)) {
          xml.skip();
        } else {
          read_body(xml);
        }
      }
    }
    error_ = xml.error();
    end_chapter();
    if (!is_book && !error_) error_ = Error{ErrorCode::kCorruptDocument, "it holds no FictionBook"};
  }

  MarkdownWriter& writer() {
    if (!writer_) {
      chapters_.push_back(std::make_unique<FictionChapter>(held_));
      writer_ = std::make_unique<MarkdownWriter>(*chapters_.back());
    }
    return *writer_;
  }

  /// With the notes that it names.
  void end_chapter() {
    if (!writer_) return;
    for (const auto& [number, id] : due_notes_) {
      const std::string& note = notes_[id];
      notes_bytes_ += note.size();
      if (notes_bytes_ > context_.options.limits.max_decoded_bytes / 8) {
        has_left_notes_ = true;
        break;
      }
      writer_->note_block(compose({"[^{}]: {}", number, MarkdownWriter::escaped(note)}));
    }
    due_notes_.clear();
    due_ids_.clear();
    writer_->finish();
    writer_.reset();
  }

  /// What stands before the first section belongs to it.
  void read_body(XmlReader& xml) {
    const std::size_t depth = xml.depth();
    bool has_section = false;
    while (xml.next_in(depth)) {
      if (xml.event() != XmlReader::Event::kStart) continue;
      if (xml.name() != "section") {
        read_block(xml, 1);
        continue;
      }
      if (has_section && chapters_.size() < kMaxChapters) end_chapter();
      has_section = true;
      (void)writer();
      read_section(xml, 2);
    }
    end_chapter();
  }

  void read_section(XmlReader& xml, unsigned level) {
    const std::size_t depth = xml.depth();
    // Sections in sections are as deep as the XML may nest.
    while (xml.next_in(depth)) {
      if (xml.event() != XmlReader::Event::kStart) continue;
      const auto below = static_cast<unsigned>(xml.depth() - depth - 1);
      if (xml.name() != "section") read_block(xml, level + below);
    }
  }

  void read_block(XmlReader& xml, unsigned level) {
    if (is_full_) return xml.skip();
    block_bytes_ = 0;
    const std::string name(xml.name());
    if (name == "title") {
      writer().begin_heading(level);
      const std::size_t depth = xml.depth();
      while (xml.next_in(depth)) {
        if (xml.event() != XmlReader::Event::kStart || xml.name() != "p") continue;
        if (writer().has_text()) writer().text(" ");
        read_inline(xml, kPlain);
      }
      writer().end_block();
    } else if (name == "p" || name == "subtitle" || name == "text-author" || name == "date") {
      writer().begin_paragraph();
      read_inline(xml, name == "subtitle" ? kBold : kPlain);
      writer().end_block();
    } else if (name == "epigraph" || name == "cite" || name == "annotation") {
      read_quote(xml);
    } else if (name == "poem") {
      read_poem(xml, false);
    } else if (name == "image") {
      writer().begin_paragraph();
      read_inline(xml, kPlain);
      writer().end_block();
    } else if (name == "table") {
      read_table(xml);
    } else {
      xml.skip();
    }
  }

  void read_quote(XmlReader& xml) {
    const std::size_t depth = xml.depth();
    while (xml.next_in(depth)) {
      if (xml.event() != XmlReader::Event::kStart) continue;
      if (xml.name() == "poem") {
        read_poem(xml, true);
      } else if (xml.name() == "p" || xml.name() == "subtitle" || xml.name() == "text-author") {
        writer().begin_quote();
        read_inline(xml, kPlain);
        writer().end_block();
      } else if (xml.name() == "table") {
        read_table(xml);
      }
    }
  }

  void read_poem(XmlReader& xml, bool is_quote) {
    const std::size_t depth = xml.depth();
    bool is_open = false;
    while (xml.next_in(depth)) {
      const bool ends_stanza = xml.event() == XmlReader::Event::kEnd && xml.name() == "stanza";
      if (ends_stanza) {
        writer().end_block();
        is_open = false;
      }
      if (xml.event() != XmlReader::Event::kStart || xml.name() == "stanza" ||
          xml.name() == "title" || xml.name() == "epigraph")
        continue;
      if (std::exchange(is_open, true)) {
        writer().line_break();
      } else if (is_quote) {
        writer().begin_quote();
      } else {
        writer().begin_paragraph();
      }
      read_inline(xml, kPlain);
    }
    writer().end_block();
  }

  void read_table(XmlReader& xml) {
    const std::size_t depth = xml.depth();
    bool has_row = false;
    bool is_head = false;
    writer().begin_table(0);
    while (xml.next_in(depth)) {
      if (xml.name() == "tr") {
        if (xml.event() == XmlReader::Event::kStart) {
          writer().begin_row();
        } else if (xml.event() == XmlReader::Event::kEnd) {
          if (!std::exchange(has_row, true) && is_head) writer().set_header_rows(1);
          writer().end_row();
        }
      }
      const bool is_cell = xml.name() == "td" || xml.name() == "th";
      if (!is_cell || xml.event() != XmlReader::Event::kStart) continue;
      is_head = xml.name() == "th";
      std::uint32_t columns = 0;
      for (const char c : xml.value("colspan")) {
        if (c >= '0' && c <= '9' && columns < 100)
          columns = columns * 10 + static_cast<std::uint32_t>(c - '0');
      }
      writer().begin_cell(std::max<std::uint32_t>(columns, 1));
      read_inline(xml, kPlain);
      writer().end_cell();
    }
    writer().end_table();
  }

  static TextStyle style_of(std::string_view name) {
    if (name == "emphasis") return kItalic;
    if (name == "strong") return kBold;
    if (name == "strikethrough") return kStrike;
    if (name == "sup") return kSuperscript;
    if (name == "sub") return kSubscript;
    if (name == "code") return kCode;
    return kPlain;
  }

  /// The text of the element that starts.
  void read_inline(XmlReader& xml, TextStyle style) {
    if (xml.name() == "image") return write_image(xml);
    const std::size_t depth = xml.depth();
    std::vector<TextStyle> styles{style};
    while (xml.next_in(depth)) {
      if (xml.event() == XmlReader::Event::kText) {
        if (has_room(xml.text().size())) writer().text(xml.text(), styles.back());
      } else if (xml.event() == XmlReader::Event::kEnd) {
        if (styles.size() > 1) styles.pop_back();
      } else if (xml.name() == "image") {
        write_image(xml);
      } else if (xml.name() == "a" && write_note(xml)) {
        xml.skip();
      } else {
        styles.push_back(static_cast<TextStyle>(styles.back() | style_of(xml.name())));
      }
    }
  }

  static std::string target_of(const XmlReader& xml) {
    return std::string(xml.attribute(Xmlns::kXlink, "href").value_or(xml.value("href")));
  }

  /// At a link: true when it leads to a note, whose mark is written then.
  bool write_note(const XmlReader& xml) {
    const std::string target = target_of(xml);
    if (!target.starts_with('#') || !notes_.contains(target.substr(1))) return false;
    const std::string id = target.substr(1);
    const auto [number, is_new] = note_numbers_.emplace(id, note_numbers_.size() + 1);
    if (due_ids_.insert(id).second) due_notes_.emplace_back(number->second, id);
    writer().raw(compose({"[^{}]", number->second}), MarkKind::kNote);
    return true;
  }

  void write_image(XmlReader& xml) {
    const std::string target = target_of(xml);
    const std::string alt(xml.value("alt"));
    xml.skip();
    const bool is_inside = target.starts_with('#');
    if (is_inside && (has_left_pictures_ || binaries_.contains(target.substr(1)))) {
      writer().raw(pictures_.mark(target.substr(1), alt), MarkKind::kPicture);
    } else {
      writer().raw(compose({"[Image: not in the book, {}]", MarkdownWriter::escaped(target)}),
                   MarkKind::kPicture);
    }
  }

  Result<ByteVector> picture(std::string_view key, std::uint64_t max_bytes, bool whole) override {
    const auto found = binaries_.find(std::string(key));
    if (found == binaries_.end() && !has_left_pictures_)
      return fail(ErrorCode::kCorruptDocument, "it is not in the book");
    if (found == binaries_.end() || !found->second)
      return fail(ErrorCode::kLimitExceeded, "the book's pictures take too much memory");
    std::string data;
    for (const char c : *found->second) {
      if (c != ' ' && c != '\n' && c != '\r' && c != '\t') data += c;
      if (!whole && data.size() / 4 > max_bytes / 3) break;
    }
    if (whole && data.size() / 4 > max_bytes / 3)
      return fail(ErrorCode::kLimitExceeded, {"it has more than {}", human_size(max_bytes)});
    if (!whole) data.resize(data.size() / 4 * 4);
    auto bytes = base64_decode(data);
    if (!bytes) return fail(ErrorCode::kCorruptDocument, "its base64 is damaged");
    return *std::move(bytes);
  }

  const ReadContext& context_;
  WorkBudget& work_;
  ByteSpan bytes_;
  std::uint64_t room_;             ///< bytes that texts may take
  std::uint64_t pictures_room_;    ///< bytes that pictures may still take
  std::uint64_t held_ = 0;         ///< of chapters and notes
  std::uint64_t block_bytes_ = 0;  ///< of text in the block that is read
  bool is_full_ = false;
  DocumentPictures pictures_;
  std::string title_;
  std::string author_;
  std::map<std::string, std::optional<std::string>> binaries_;  ///< base64 of pictures
  bool has_left_pictures_ = false;                              ///< some are not even known by name
  std::map<std::string, std::string> notes_;
  std::map<std::string, std::uint64_t> note_numbers_;
  std::vector<std::pair<std::uint64_t, std::string>> due_notes_;  ///< of the chapter
  std::set<std::string> due_ids_;
  std::uint64_t notes_bytes_ = 0;  ///< written, each as often as chapters name it
  bool has_left_notes_ = false;
  std::vector<std::unique_ptr<FictionChapter>> chapters_;
  std::unique_ptr<MarkdownWriter> writer_;  ///< of the last of them, while it is written
  std::optional<Error> error_;
  std::vector<std::string> warnings_;
};

}  // namespace

Result<ToolResult> read_fiction_book(const ReadContext& context) {
  using namespace std::string_view_literals;
  WorkBudget work(context.options.limits);
  if (!starts_with(context.bytes, "PK\3\4"sv))
    return FictionBook(context, context.bytes, room_beside_unpacked(context), work).read();
  LECTERN_TRY(const ZipPackage zip, ZipPackage::open(context.bytes));
  for (const ZipMember& member : zip.members()) {
    if (!ascii_lower(member.raw_name).ends_with(".fb2")) continue;
    const std::uint64_t most = room_beside_unpacked(context);
    LECTERN_TRY(const ByteVector xml, zip.read(member, most, work));
    return FictionBook(context, xml, most - xml.size(), work).read();
  }
  return fail(ErrorCode::kCorruptDocument, "the archive holds no book (.fb2)");
}

}  // namespace lectern
