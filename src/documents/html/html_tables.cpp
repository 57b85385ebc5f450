#include <algorithm>

#include "documents/html/html_markdown.h"
#include "documents/html/html_style.h"

namespace lectern {
namespace {

constexpr std::size_t kMaxTableColumns = 1'000;

}  // namespace

/// Text that stands in a table, but in none of its cells.
void HtmlMarkdown::stray_text(std::string_view piece) {
  const bool in_row = open_.back().role == Role::kRow;
  if (!in_row) writer_.begin_row();
  writer_.begin_cell();
  in_block_ = false;
  emit(piece);
  leave_link();
  writer_.end_cell();
  if (!in_row) writer_.end_row();
  in_block_ = false;
  at_start_ = true;
}

/// Looks into the table that begins: one with another inside, or with headings, serves the layout.
bool HtmlMarkdown::looks_like_layout(bool& has_header) const {
  const HtmlTree& tree = element_.tree();
  const HtmlNodeId table = element_.id();
  bool has_data = false;
  bool has_heads = false;
  bool first_row = true;
  HtmlNodeId at = tree[table].first;
  while (at != kNoNode && at != table) {
    const HtmlNode& node = tree[at];
    if (node.kind == HtmlNode::Kind::kElement && node.space == HtmlSpace::kHtml) {
      if (node.tag == Tag::k_table || is_heading(node.tag)) return true;
      if (node.tag == Tag::k_tr) first_row = !has_data && !has_heads;
      if (first_row && node.tag == Tag::k_td) has_data = true;
      if (first_row && node.tag == Tag::k_th) has_heads = true;
    }
    if (node.first != kNoNode) {
      at = node.first;
      continue;
    }
    while (at != table && tree[at].next == kNoNode) at = tree[at].parent;
    if (at != table) at = tree[at].next;
  }
  has_header = has_heads && !has_data;
  return false;
}

void HtmlMarkdown::begin_table() {
  bool has_header = false;
  block();
  const std::string role = element_.value("role");
  const bool is_layout = looks_like_layout(has_header) || role == "presentation" ||
                         role == "none" || pres_ > 0 || headings_ > 0 || cells_ > 8;
  if (is_layout) return push(Role::kLayoutTable);
  if (in_block_ || items_ > 0) {
    leave_link();
    writer_.end_block();
    in_block_ = false;
    waits_break_ = false;
  }
  // Items do not go on behind a table in them.
  push(Role::kTable);
  open_.back().has_header = has_header;
}

/// Its caption stands before it.
void HtmlMarkdown::start_table(Open& table) {
  if (table.is_started) return;
  table.is_started = true;
  leave_link();
  if (in_block_) writer_.end_block();
  in_block_ = false;
  writer_.begin_table(table.has_header ? 1 : 0);
}

/// At a row, a cell or another part of a table.
void HtmlMarkdown::begin_cell() {
  const Tag tag = element_.node().tag;
  std::size_t table = open_.size();
  while (table > 0 && open_[table - 1].role != Role::kTable &&
         open_[table - 1].role != Role::kLayoutTable)
    --table;
  if (table == 0) {
    // Outside of a table they are nothing but their text.
    block();
    return;
  }
  const bool is_layout = open_[table - 1].role == Role::kLayoutTable;
  const bool is_cell = tag == Tag::k_td || tag == Tag::k_th;
  // What is open below the row, or below the table.
  std::size_t keep = table;
  if (is_cell) {
    while (keep < open_.size() &&
           (open_[keep].role == Role::kSection || open_[keep].role == Role::kRow))
      ++keep;
  } else if (tag == Tag::k_tr) {
    while (keep < open_.size() && open_[keep].role == Role::kSection) ++keep;
  }
  pop_to(keep);
  if (is_layout) {
    block();
    if (is_cell || tag == Tag::k_caption) return push(Role::kBlock);
    return;
  }
  if (tag == Tag::k_caption && !open_[table - 1].is_started) {
    block();
    return push(Role::kBlock);
  }
  if (tag == Tag::k_colgroup) return;
  start_table(open_[table - 1]);
  if (tag == Tag::k_caption) return push(Role::kSection);
  if (tag == Tag::k_tr) {
    writer_.begin_row();
    push(Role::kRow);
    open_[table - 1].column = 0;
    return;
  }
  if (!is_cell) return push(Role::kSection);
  if (open_.back().role != Role::kRow) {
    writer_.begin_row();
    Open row;
    row.tag = Tag::k_tr;
    row.role = Role::kRow;
    open_.push_back(std::move(row));
    open_[table - 1].column = 0;
  }
  const auto columns = static_cast<std::uint32_t>(
      std::clamp<std::int64_t>(html_number(element_.value("colspan"), 1), 1, 1'000));
  const auto rows = static_cast<std::uint32_t>(
      std::clamp<std::int64_t>(html_number(element_.value("rowspan"), 1), 1, 65'534));
  Open& open = open_[table - 1];
  // Cells from above stand in the way.
  while (open.column < open.spans.size() && open.spans[open.column] > 0) {
    --open.spans[open.column++];
    writer_.covered_cell();
  }
  for (std::uint32_t i = 0; i < columns && open.column < kMaxTableColumns; ++i, ++open.column) {
    if (open.spans.size() <= open.column) open.spans.resize(open.column + 1);
    open.spans[open.column] = rows - 1;
  }
  writer_.begin_cell(columns);
  in_block_ = false;
  at_start_ = true;
  needs_space_ = false;
  waits_break_ = false;
  push(Role::kCell);
  ++cells_;
}

}  // namespace lectern
