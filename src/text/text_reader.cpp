#include "text/text_reader.h"

#include <utility>

#include "text/text_session.h"

namespace lectern {

Result<ToolResult> read_text(const ReadContext& context) {
  ReadOptions options = context.options;
  // The reading hashes every file that it holds, whatever its format.
  options.hash = HashKind::kNone;
  TextSource source;
  source.size_bytes = context.bytes.size();
  TextSession session(context.request, options, std::move(source));
  session.push(context.bytes);
  return session.finish();
}

}  // namespace lectern
