#include "data/outline/text_outline.h"

#include <utility>

#include "base/format.h"
#include "data/outline/outline.h"

namespace lectern {
namespace {

/// Text from which the kind is told.
constexpr std::size_t kHeadTextBytes = std::size_t{64} << 10;

std::unique_ptr<Outline> make_outline(const TextKindFound& found) {
  switch (found.kind) {
    case TextKind::kCode:
      return make_code_outline(*found.language);
    case TextKind::kMarkdown:
    case TextKind::kRst:
    case TextKind::kTex:
    case TextKind::kOrg:
    case TextKind::kAsciiDoc:
    case TextKind::kIni:
    case TextKind::kDiff:
      return make_markup_outline(found.kind);
    case TextKind::kLog:
      return make_log_outline();
    case TextKind::kJson:
      return make_json_outline();
    case TextKind::kYaml:
      return make_yaml_outline();
    case TextKind::kTable:
      return make_table_outline(found.delimiter);
    case TextKind::kXml:
      return make_xml_outline();
    case TextKind::kHtml:
      return make_html_outline();
    case TextKind::kSections:
      break;
  }
  return make_sections_outline();
}

class TextOutline final : public TextView {
 public:
  TextOutline(const ReadRequest& request, const ReadOptions& options, std::string_view name)
      : request_(request), limits_(options.limits), name_(name) {}

  void append(std::string_view text) override {
    if (outline_) return pass(text);
    head_ += text;
    if (head_.size() >= kHeadTextBytes) start(false);
  }

  Result<ToolResult> finish(const TextEnd& end) override {
    if (!outline_) start(true);
    const std::uint64_t lines = end.lines.value_or(end.cut_in.value_or(0));
    if (end.cut_in) {
      outline_->leave_rest();
      if (sections_) sections_->leave_rest();
    }
    outline_->finish(lines);
    const bool is_empty = outline_->entries().count() == 0 && outline_->head().facts.empty();
    if (!is_empty || !sections_) return show(*outline_, end);
    sections_->finish(lines);
    return show(*sections_, end);
  }

 private:
  void start(bool is_all) {
    const TextKindFound found = find_text_kind(name_, head_, is_all);
    outline_ = make_outline(found);
    if (found.kind != TextKind::kSections) sections_ = make_sections_outline();
    pass(std::exchange(head_, {}));
  }

  /// Where a kind of outline finds nothing, the sections of the text are better than nothing.
  void pass(std::string_view text) {
    outline_->append(text);
    if (!sections_) return;
    if (outline_->has_found()) {
      sections_.reset();
    } else {
      sections_->append(text);
    }
  }

  ToolResult show(const Outline& outline, const TextEnd& end) const {
    if (!end.cut_in)
      return show_outline(outline.head(), outline.entries(), end.lines, request_, limits_);
    OutlineHead head = outline.head();
    head.facts.insert(
        head.facts.begin(),
        compose({"Up to line {,}: what stands behind it takes too much work", *end.cut_in}));
    ToolResult result = show_outline(head, outline.entries(), end.lines, request_, limits_);
    if (!std::exchange(result.truncated, true))
      result.truncation = Truncation{TruncationCause::kBytes};
    return result;
  }

  const ReadRequest& request_;
  const Limits& limits_;
  std::string name_;
  std::string head_;
  std::unique_ptr<Outline> outline_;
  std::unique_ptr<Outline> sections_;
};

}  // namespace

Result<std::unique_ptr<TextView>> open_text_outline(const ReadRequest& request,
                                                    const ReadOptions& options,
                                                    std::string_view name) {
  if (request.from_end || request.column || !request.search.empty()) {
    return fail(ErrorCode::kInvalidArgument,
                "outline goes with a positive offset, limit and lines only");
  }
  return std::make_unique<TextOutline>(request, options, name);
}

}  // namespace lectern
