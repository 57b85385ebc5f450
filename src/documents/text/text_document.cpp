#include "documents/text/text_document.h"

#include <string>
#include <utility>
#include <vector>

namespace lectern {

Result<ToolResult> finish_text_document(TextDocument& document, OfficePackage& package,
                                        MarkdownWriter& writer, DocumentPage& page) {
  DocumentInfo info;
  package.read_properties(info);
  std::vector<std::string> warnings;
  document.review.finish(writer, info, warnings);
  writer.finish();
  for (std::string& warning : package.take_warnings()) warnings.push_back(std::move(warning));
  const bool delivers = document.context.options.document.pictures;
  return page.finish(std::move(info), std::move(warnings), delivers ? &document.pictures : nullptr);
}

}  // namespace lectern
