#include "documents/html/html_markdown.h"

#include <algorithm>

#include "base/message.h"
#include "documents/html/html_style.h"
#include "documents/markdown/escape.h"

namespace lectern {
namespace {

constexpr std::size_t kMaxTitleBytes = 2'000;
constexpr std::size_t kMaxPreBytes = std::size_t{16} << 20;
/// Formatting that is taken up again behind a block that ended.
constexpr std::size_t kMaxReopened = 12;

bool is_blank(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f'; }

}  // namespace

std::string HtmlHost::picture(std::string_view source, std::string_view alt) {
  if (source.empty() || source.starts_with("data:")) {
    return alt.empty() ? std::string("[Image]")
                       : compose({"[Image: \"{}\"]", MarkdownWriter::escaped(alt)});
  }
  return compose({"![{}]({})", MarkdownWriter::escaped(alt), escaped_target(source)});
}

void HtmlMarkdown::read_inner(std::string_view html, int depth) {
  HtmlTokenizer tokens(html);
  depth_ = depth;
  tokens_ = &tokens;
  tokens.set_xml(is_xml_);
  lookahead_ = html.size() * 4 + kTableAhead;
  for (auto kind = tokens.next(); kind != HtmlTokenizer::Kind::kDone; kind = tokens.next()) {
    switch (kind) {
      case HtmlTokenizer::Kind::kText:
        text(tokens.text());
        break;
      case HtmlTokenizer::Kind::kStart:
        start();
        if (is_xml_ && tokens.is_self_closing() && !is_void_html(tokens.name()))
          end(std::string(tokens.name()));
        break;
      case HtmlTokenizer::Kind::kEnd:
        end(tokens.name());
        break;
      case HtmlTokenizer::Kind::kDone:
        break;
    }
  }
  while (!open_.empty()) pop();
  block();
  tokens_ = nullptr;
}

HtmlMarkdown::Open* HtmlMarkdown::innermost(Role role) {
  for (auto open = open_.rbegin(); open != open_.rend(); ++open) {
    if (open->role == role) return &*open;
    if (open->role == Role::kCell && role != Role::kTable) return nullptr;
  }
  return nullptr;
}

bool HtmlMarkdown::hides() const {
  return std::any_of(open_.begin(), open_.end(), [](const Open& open) { return open.is_hidden; });
}

/// Ends what is being written.
void HtmlMarkdown::block() {
  if (pres_ > 0) {
    if (!pre_.empty() && !pre_.ends_with('\n')) pre_ += '\n';
    return;
  }
  needs_space_ = false;
  at_start_ = true;
  if (headings_ > 0) {
    needs_space_ = in_block_ && writer_.has_text();
    return;
  }
  if (items_ > 0 && in_block_ && writer_.has_text()) {
    waits_break_ = true;
    return;
  }
  leave_link();
  if (in_block_) writer_.end_block();
  in_block_ = false;
  waits_break_ = false;
}

void HtmlMarkdown::leave_link() {
  if (link_.empty()) return;
  writer_.end_link();
  link_.clear();
}

/// Writes text or Markdown of ours in the style and the link that are open.
void HtmlMarkdown::emit(std::string_view piece, bool is_raw) {
  for (Open& open : open_) {
    if (!open.is_hidden || open.is_marked) continue;
    open.is_marked = true;
    ++hidden_count_;
    emit("[Hidden: ", true);
  }
  if (!in_block_) {
    if (quotes_ > 0 && cells_ == 0 && items_ == 0) {
      writer_.begin_quote();
    } else {
      writer_.begin_paragraph();
    }
    in_block_ = true;
  }
  if (waits_break_) {
    leave_link();
    writer_.line_break();
    waits_break_ = false;
    needs_space_ = false;
  }
  std::string target;
  for (const Open& open : open_) {
    if (open.role == Role::kLink) target = open.target;
  }
  if (target != link_) {
    leave_link();
    if (needs_space_) writer_.text(" ", kPlain);
    needs_space_ = false;
    if (!target.empty()) writer_.begin_link(target);
    link_ = target;
  }
  // A blank between two styles has what both have.
  if (needs_space_) writer_.text(" ", style_ & last_style_);
  needs_space_ = false;
  last_style_ = style_;
  if (is_raw) {
    writer_.raw(piece);
  } else {
    writer_.text(piece, style_);
  }
  at_start_ = false;
}

void HtmlMarkdown::text(std::string_view text) {
  if (skipped_depth_ > 0) return;
  if (open_.size() >= 1 && open_.back().role == Role::kSkipped) {
    if (open_.back().name == "title" && title_.size() + text.size() < kMaxTitleBytes)
      title_ += text;
    return;
  }
  if (pres_ > 0) {
    if (pre_.size() + text.size() > kMaxPreBytes) return;
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] == '\r') {
        if (i + 1 < text.size() && text[i + 1] == '\n') continue;
        pre_ += '\n';
      } else {
        pre_ += text[i];
      }
    }
    return;
  }
  std::size_t at = 0;
  std::string piece;
  while (at < text.size()) {
    if (is_blank(text[at])) {
      while (at < text.size() && is_blank(text[at])) ++at;
      if (!at_start_ || !piece.empty()) {
        if (piece.empty()) {
          needs_space_ = true;
        } else {
          piece += ' ';
        }
      }
      continue;
    }
    const std::size_t from = at;
    while (at < text.size() && !is_blank(text[at])) ++at;
    piece += text.substr(from, at - from);
  }
  if (piece.empty()) return;
  const bool ends_blank = piece.back() == ' ';
  if (ends_blank) piece.pop_back();
  if (!open_.empty() && cells_ == 0 &&
      (open_.back().role == Role::kSection || open_.back().role == Role::kRow))
    return stray_text(piece);
  if (headings_ > 0 && first_heading_.size() < 300) {
    if (!first_heading_.ends_with('\n')) first_heading_ += (needs_space_ ? " " : "") + piece;
  }
  emit(piece);
  needs_space_ = ends_blank;
}

void HtmlMarkdown::push(Role role) {
  Open open;
  open.name = tokens_->name();
  open.role = role;
  open.style = static_cast<TextStyle>(html_style_of(open.name) & ~style_);
  style_ |= open.style;
  open.is_hidden = role != Role::kSkipped && !hides() &&
                   (tokens_->has("hidden") || is_hidden_style(tokens_->value("style")));
  open_.push_back(std::move(open));
}

void HtmlMarkdown::pop() {
  Open open = std::move(open_.back());
  open_.pop_back();
  if (open.is_marked) {
    needs_space_ = false;
    emit("]", true);
    needs_space_ = true;
  }
  if (open.name == "rt" && open.number == 1) {
    needs_space_ = false;
    emit(")", true);
  }
  style_ &= static_cast<TextStyle>(~open.style);
  switch (open.role) {
    case Role::kHeading:
      if (--headings_ == 0) {
        leave_link();
        needs_space_ = false;
        waits_break_ = false;
        if (!first_heading_.empty() && !first_heading_.ends_with('\n')) first_heading_ += '\n';
        if (heading_began_) {
          writer_.end_block();
          in_block_ = false;
        }
        heading_began_ = false;
        block();
      }
      break;
    case Role::kItem:
      --items_;
      waits_break_ = false;
      if (headings_ == 0) {
        leave_link();
        writer_.end_block();
        in_block_ = false;
      }
      block();
      break;
    case Role::kPre:
      if (--pres_ == 0) {
        leave_link();
        writer_.end_block();
        in_block_ = false;
        if (pre_.starts_with('\n')) pre_.erase(0, 1);
        if (std::any_of(pre_.begin(), pre_.end(), [](char c) { return !is_blank(c); }))
          writer_.code_block(pre_, pre_language_);
        pre_.clear();
        block();
      }
      break;
    case Role::kQuote:
      block();
      --quotes_;
      break;
    case Role::kCell:
      --cells_;
      leave_link();
      writer_.end_cell();
      in_block_ = false;
      waits_break_ = false;
      block();
      break;
    case Role::kRow:
      writer_.end_row();
      break;
    case Role::kTable:
      if (open.is_started) writer_.end_table();
      in_block_ = false;
      block();
      break;
    case Role::kBlock:
    case Role::kParagraph:
    case Role::kList:
    case Role::kLayoutTable:
      block();
      break;
    case Role::kInline:
    case Role::kStyle:
    case Role::kLink:
    case Role::kSection:
    case Role::kSkipped:
      break;
  }
}

/// Ends elements down to `size`. Formatting that was not ended goes on behind them.
void HtmlMarkdown::pop_to(std::size_t size) {
  std::vector<Open> again;
  // It does not leave its cell.
  const Role outer = size < open_.size() ? open_[size].role : Role::kCell;
  const bool may_go_on = outer == Role::kParagraph || outer == Role::kBlock ||
                         outer == Role::kItem || outer == Role::kHeading || outer == Role::kQuote;
  while (open_.size() > size) {
    const bool is_first = open_.size() == size + 1;
    const bool goes_on = !is_first && may_go_on && again.size() < kMaxReopened &&
                         (open_.back().role == Role::kStyle);
    if (goes_on) again.push_back(open_.back());
    pop();
  }
  while (!again.empty() && open_.size() < kMaxOpenElements) {
    Open open = std::move(again.back());
    again.pop_back();
    open.style = static_cast<TextStyle>(html_style_of(open.name) & ~style_);
    style_ |= open.style;
    open.is_hidden = false;
    open.is_marked = false;
    open_.push_back(std::move(open));
  }
}

/// Ends the innermost element of that name, if one is open in the cell or the document.
bool HtmlMarkdown::close_if_open(std::string_view name, bool within_cell) {
  for (std::size_t i = open_.size(); i-- > 0;) {
    if (open_[i].name == name) {
      pop_to(i);
      return true;
    }
    if (within_cell && (open_[i].role == Role::kCell || open_[i].role == Role::kTable))
      return false;
  }
  return false;
}

void HtmlMarkdown::close_paragraph() {
  for (std::size_t i = open_.size(); i-- > 0;) {
    if (open_[i].role == Role::kParagraph) return pop_to(i);
    if (open_[i].role != Role::kStyle && open_[i].role != Role::kLink &&
        open_[i].role != Role::kInline)
      return;
  }
}

}  // namespace lectern
