#include "documents/odf/text/odf_reader.h"

#include <utility>

#include "documents/document_page.h"
#include "documents/odf/text/odf_story.h"

namespace lectern {
namespace {

using Event = XmlReader::Event;

constexpr std::string_view kContent = "content.xml";
/// More headers than are shown.
constexpr std::size_t kMaxMargins = 1'000;

struct OdfMargins {
  std::vector<std::string> headers;
  std::vector<std::string> footers;
};

/// Styles, and headers and footers of the pages that have them.
void read_styles_part(OdfDocument& document, OdfMargins& margins) {
  constexpr std::string_view kStyles = "styles.xml";
  if (!document.package.has(kStyles)) return;
  auto reader = document.package.xml(kStyles);
  if (!reader) return document.package.warn(kStyles, reader.error());
  XmlReader& xml = ***reader;
  while (xml.next() != Event::kDone) {
    if (xml.starts(Xmlns::kOdfOffice, "styles")) {
      document.styles.read(xml, false);
    } else if (xml.starts(Xmlns::kOdfOffice, "automatic-styles")) {
      document.styles.read(xml, true);
    } else if (xml.event() == Event::kStart && xml.space() == Xmlns::kOdfStyle &&
               (xml.name().starts_with("header") || xml.name().starts_with("footer"))) {
      const bool is_header = xml.name().starts_with("header");
      if (xml.value("display") == "false" || xml.name().ends_with("style")) {
        xml.skip();
        continue;
      }
      MarkdownText text;
      MarkdownWriter writer(text, true, &document.repeat_room);
      OdfStory story(document, writer);
      story.read_blocks(xml);
      story.finish();
      writer.finish();
      std::string line;
      for (const char c : text.take()) {
        if (c != '\n') {
          line += c;
        } else if (!line.ends_with("<br>")) {
          line += "<br>";
        }
      }
      if (line.empty()) continue;
      auto& list = is_header ? margins.headers : margins.footers;
      if (list.size() < kMaxMargins) list.push_back(std::move(line));
    }
  }
  if (xml.error()) document.package.warn(kStyles, *xml.error());
}

}  // namespace

Result<ToolResult> read_odf_text(const ReadContext& context) {
  LECTERN_TRY(const auto package, OfficePackage::open(context));
  LECTERN_TRY(const auto reader, package->xml(kContent));
  XmlReader& xml = **reader;
  OdfDocument document(context, *package);
  DocumentPage page(context);
  MarkdownWriter writer(page, false, &document.repeat_room);
  OdfMargins margins;
  const bool has_margins = context.options.document.headers_footers != HeadersFooters::kDrop;
  read_styles_part(document, margins);
  const auto write_margins = [&](std::string_view kind, const std::vector<std::string>& lines) {
    if (!has_margins) return;
    for (const std::string& line : lines) {
      if (const std::string mark = document.review.header_mark(kind, line); !mark.empty())
        writer.note_block(mark);
    }
  };
  write_margins("Header", margins.headers);
  bool has_text = false;
  while (xml.next() != Event::kDone) {
    if (xml.starts(Xmlns::kOdfOffice, "automatic-styles")) {
      document.styles.read(xml, true);
    } else if (xml.starts(Xmlns::kOdfOffice, "text")) {
      has_text = true;
      OdfStory story(document, writer);
      story.read_blocks(xml);
      story.finish();
    }
  }
  if (xml.error()) {
    if (!has_text) return tl::unexpected<Error>(*xml.error());
    package->warn(kContent, *xml.error());
  } else if (!has_text) {
    return fail(ErrorCode::kCorruptDocument, "content.xml: it holds no text document");
  }
  if (document.styles.lacks_some()) package->warn({kLacksStyles});
  writer.finish();
  write_margins("Footer", margins.footers);
  return finish_text_document(document, *package, writer, page);
}

}  // namespace lectern
