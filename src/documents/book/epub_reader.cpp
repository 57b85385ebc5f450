#include "documents/book/epub_reader.h"

#include <utility>

#include "base/format.h"
#include "documents/book/epub_package.h"
#include "documents/html/html_markdown.h"
#include "documents/html/html_text.h"
#include "documents/section_page.h"

namespace lectern {
namespace {

class EpubReader final : HtmlHost {
 public:
  EpubReader(const ReadContext& context, OfficePackage& package)
      : context_(context), package_(package), pictures_(package, context.options) {}

  Result<ToolResult> read() {
    LECTERN_TRY(const EpubBook book, read_epub_package(package_));
    LECTERN_TRY(const auto page, SectionPage::open(context_, "chapter", book.chapters.size()));
    page->set_pictures(&pictures_);
    while (const auto number = page->next()) {
      const EpubChapter& chapter = book.chapters[static_cast<std::size_t>(*number - 1)];
      page->set_title(chapter.title);
      MarkdownWriter writer(*page);
      writer.note_block(compose({"(chapter {} of {}{})", *number, book.chapters.size(),
                                 chapter.is_linear ? "" : ", beside the text"}));
      write_chapter(chapter, writer);
      writer.finish();
    }
    DocumentInfo info;
    info.kind = DocumentKind::kBook;
    info.chapter_count = book.chapters.size();
    if (!book.title.empty()) info.title = book.title;
    std::string authors;
    for (const std::string& author : book.authors)
      append_to(authors, {"{}{}", authors.empty() ? "" : ", ", author});
    if (!authors.empty()) info.author = std::move(authors);
    if (hidden_count_ > 0) {
      info.hidden_count = hidden_count_;
      package_.warn({"{place} of the book hidden from its readers, marked here as [Hidden: ...]",
                     hidden_count_});
    }
    if (book.is_fixed_layout)
      package_.warn({"the book has a fixed layout: its pages may hold more in pictures"});
    return page->finish(std::move(info), package_.take_warnings(), &pictures_);
  }

 private:
  void write_chapter(const EpubChapter& chapter, MarkdownWriter& writer) {
    if (chapter.media_type.starts_with("image/") && chapter.media_type != "image/svg+xml") {
      writer.begin_paragraph();
      writer.raw(pictures_.mark(chapter.part, ""));
      return;
    }
    // Its bytes, its characters and a paragraph that grows.
    constexpr std::uint64_t kCopies = 5;
    auto bytes = package_.bytes(chapter.part, context_.options.limits.max_decoded_bytes / kCopies);
    if (!bytes) {
      package_.warn(chapter.part, bytes.error());
      return writer.note_block("(not readable)");
    }
    std::string room;
    const auto html = html_view(*bytes, "", context_.options.encoding_tables, room);
    if (!html) {
      package_.warn(chapter.part, html.error());
      return writer.note_block("(not readable)");
    }
    part_ = chapter.part;
    HtmlMarkdown markdown(writer, *this);
    markdown.read(*html, chapter.media_type != "text/html");
    hidden_count_ += markdown.hidden_count();
  }

  std::string picture(std::string_view source, std::string_view alt) override {
    const std::string part = resolved_target(part_, source);
    if (source.find(':') != source.npos || !package_.has(part))
      return HtmlHost::picture(source, alt);
    return pictures_.mark(part, alt);
  }

  /// Links within the book lead nowhere here.
  std::string link(std::string_view target) override {
    return target.find(':') == target.npos ? std::string() : std::string(target);
  }

  const ReadContext& context_;
  OfficePackage& package_;
  DocumentPictures pictures_;
  std::string part_;
  std::uint64_t hidden_count_ = 0;
};

}  // namespace

Result<ToolResult> read_epub(const ReadContext& context) {
  LECTERN_TRY(const auto package, OfficePackage::open(context));
  return EpubReader(context, *package).read();
}

}  // namespace lectern
