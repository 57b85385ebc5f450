#include "data/block/block_view.h"

#include "data/block/block_finder.h"
#include "data/outline/outline.h"

namespace lectern {
namespace {

/// Hands lines to the finder.
class BlockLines final : public LineOutline {
 public:
  BlockLines(std::uint64_t line, std::uint64_t most_lines)
      : LineOutline("block"), finder_(line, most_lines) {}

  const BlockFinder& finder() const { return finder_; }

 private:
  void line(std::string_view text) override { finder_.line(text); }
  void end(std::uint64_t) override { finder_.finish(); }

  BlockFinder finder_;
};

class BlockView final : public TextView {
 public:
  BlockView(std::uint64_t line, std::uint64_t most_lines)
      : wanted_(line), lines_(line, most_lines) {}

  void append(std::string_view text) override { lines_.append(text); }
  bool is_complete() const override { return lines_.finder().is_done(); }
  std::vector<LineRange> ranges() const override { return lines_.finder().ranges(); }

  Result<ToolResult> finish(const TextEnd& end) override {
    lines_.finish(end.lines.value_or(0));
    if (ranges().empty()) {
      return fail(ErrorCode::kOutOfRange, {"block {} is past the end: the file has {line}", wanted_,
                                           end.lines.value_or(lines_.finder().lines())});
    }
    return ToolResult();
  }

 private:
  std::uint64_t wanted_;
  BlockLines lines_;
};

}  // namespace

Result<std::unique_ptr<TextView>> open_block(const ReadRequest& request,
                                             const ReadOptions& options) {
  const bool selects_more = request.offset || request.from_end || request.limit ||
                            !request.lines.empty() || request.column || !request.search.empty() ||
                            request.outline;
  if (selects_more) {
    return fail(ErrorCode::kInvalidArgument,
                "block goes without offset, limit, lines, column, search and outline");
  }
  return std::make_unique<BlockView>(*request.block, options.limits.max_lines);
}

}  // namespace lectern
