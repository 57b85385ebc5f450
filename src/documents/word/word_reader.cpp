#include "documents/word/word_reader.h"

#include "documents/document_page.h"
#include "documents/office_package.h"

namespace lectern {

Result<ToolResult> read_word(const ReadContext& context) {
  LECTERN_TRY(const auto package, OfficePackage::open(context));
  const std::string part = package->main_part("word/document.xml");
  LECTERN_TRY(const auto reader, package->xml(part));
  XmlReader& xml = **reader;
  DocumentPage page(context);
  MarkdownWriter writer(page);
  while (xml.next() != XmlReader::Event::kDone) {
    if (xml.starts(Xmlns::kWord, "p")) writer.begin_paragraph();
    if (xml.starts(Xmlns::kWord, "t")) writer.text(xml.text_inside(1 << 20));
  }
  writer.finish();
  if (xml.error()) package->warn(part, *xml.error());
  DocumentInfo info;
  package->read_properties(info);
  DocumentPictures pictures(*package, context.options);
  return page.finish(std::move(info), package->take_warnings(), &pictures);
}

}  // namespace lectern
