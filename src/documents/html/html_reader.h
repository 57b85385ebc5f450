// Web pages as Markdown, where the host asks for that.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/reader.h"
#include "documents/document_pictures.h"
#include "documents/html/html_markdown.h"

namespace lectern {

Result<ToolResult> read_html(const ReadContext& context);

/// Pictures that stand in a page as "data:" addresses.
class DataPictures final : public PictureSource {
 public:
  /// \returns the key of the picture in an address; "" when it holds none.
  std::string add(std::string_view address);
  bool has(std::string_view key) const { return key.starts_with("data:"); }
  Result<ByteVector> picture(std::string_view key, std::uint64_t max_bytes, bool whole) override;

 private:
  std::vector<std::string> pictures_;  ///< as base64
};

}  // namespace lectern
