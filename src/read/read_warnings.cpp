#include "read/read_warnings.h"

#include <string_view>
#include <utility>

#include "base/cut_message.h"
#include "base/format.h"
#include "text/hidden_characters.h"

namespace lectern {
namespace {

constexpr std::size_t kMostWarningBytes = 2'000;

/// The fields that were given and select nothing: "pages, range".
std::string unused_selectors(const ReadRequest& request, ContentType type) {
  constexpr auto bit = [](ContentType kind) { return 1U << static_cast<unsigned>(kind); };
  constexpr unsigned kPages =
      bit(ContentType::kPdf) | bit(ContentType::kDocument) | bit(ContentType::kImage);
  struct Selector {
    std::string_view name;
    bool is_given;
    unsigned used_by;
  };
  const Selector selectors[] = {
      {"pages", !request.pages.empty(), kPages},
      {"cells", !request.cells.empty(), bit(ContentType::kNotebook)},
      {"range", !request.range.empty(), bit(ContentType::kDocument)},
      {"region", request.region.has_value(), bit(ContentType::kPdf) | bit(ContentType::kImage)},
      {"at", !request.at.empty(), bit(ContentType::kText)},
      {"block", request.block.has_value(), bit(ContentType::kText)},
  };
  std::string unused;
  for (const Selector& selector : selectors) {
    if (!selector.is_given || (selector.used_by & bit(type)) != 0) continue;
    if (!unused.empty()) unused += ", ";
    unused += selector.name;
  }
  return unused;
}

}  // namespace

void add_read_warnings(const ReadRequest& request, const std::vector<std::string>& known,
                       ToolResult& result) {
  std::vector<std::string> warnings = known;
  if (result.success) {
    for (std::string& warning : describe_hidden_characters(result.content))
      warnings.push_back(std::move(warning));
    const std::string unused = unused_selectors(request, result.content_type);
    if (!unused.empty()) add_to(warnings, {"fields that select nothing in this file: {}", unused});
  }
  auto& own = result.metadata.warnings;
  own.insert(own.begin(), warnings.begin(), warnings.end());
  for (std::string& warning : own) cut_message(warning, kMostWarningBytes);
}

}  // namespace lectern
