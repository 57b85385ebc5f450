// Documents of OpenDocument and RTF, and what is read of them.
#pragma once

#include <string>
#include <string_view>

#include "read/read.h"
#include "support/zip_writer.h"

namespace lectern::testing {

inline ToolResult read_named(const ByteVector& bytes, std::string_view name,
                             ReadOptions options = {}) {
  ReadRequest request;
  request.file_path = name;
  return read(bytes, request, options);
}

/// OpenDocument text of what stands in its automatic styles and in its body.
inline ByteVector odt_file(std::string_view styles, std::string_view body) {
  ZipWriter zip;
  zip.add("mimetype", "application/vnd.oasis.opendocument.text", false);
  std::string content =
      "<office:document-content xmlns:office=\"urn:oasis:names:tc:opendocument:xmlns:office:1.0\" "
      "xmlns:text=\"urn:oasis:names:tc:opendocument:xmlns:text:1.0\" "
      "xmlns:style=\"urn:oasis:names:tc:opendocument:xmlns:style:1.0\" "
      "xmlns:fo=\"urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0\" "
      "xmlns:table=\"urn:oasis:names:tc:opendocument:xmlns:table:1.0\" "
      "xmlns:dc=\"http://purl.org/dc/elements/1.1/\"><office:automatic-styles>";
  content += styles;
  content += "</office:automatic-styles><office:body><office:text>";
  content += body;
  zip.add("content.xml", content + "</office:text></office:body></office:document-content>");
  return zip.finish();
}

/// The text of such a document and a line break, or why it is refused.
inline std::string odt_text(std::string_view styles, std::string_view body) {
  const ToolResult result = read_named(odt_file(styles, body), "a.odt");
  return result.success ? result.content + '\n' : result.error->message;
}

/// The text of a document of RTF and a line break, or why it is refused.
inline std::string rtf_text(std::string_view rtf) {
  const ToolResult result = read_named(ByteVector(rtf.begin(), rtf.end()), "a.rtf");
  return result.success ? result.content + '\n' : result.error->message;
}

}  // namespace lectern::testing
