#include "documents/html/html_markdown.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/bytes.h"
#include "base/message.h"
#include "documents/html/html_style.h"
#include "documents/markdown/escape.h"
#include "text/utf8.h"
#include "text/word_kernels.h"

namespace lectern {
namespace {

/// Of one block of code.
constexpr std::size_t kMaxPreBytes = std::size_t{16} << 20;
/// A longer text is written in pieces: each stands in memory more than once.
constexpr std::size_t kTextPieceBytes = std::size_t{1} << 20;
/// Of a link that is compared with the next one.
constexpr std::size_t kMaxComparedBytes = 4096;

/// What is looked at of an attribute that says how an element is shown.
constexpr std::size_t kShortBytes = 4096;

constexpr auto kIsBlank = [] {
  std::array<bool, 256> is_blank{};
  for (const char c : std::string_view(" \n\t\r\f")) is_blank[static_cast<unsigned char>(c)] = true;
  return is_blank;
}();

bool is_blank(char c) { return kIsBlank[static_cast<unsigned char>(c)]; }

/// Takes the blanks at both ends off. \returns whether there were some at the end.
bool trim_blanks(std::string_view& text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  const std::size_t size = text.size();
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text.size() < size;
}

/// Whether words are divided by single spaces. \param text  without blanks at its ends
bool has_single_spaces(std::string_view text) {
  const std::uint8_t* const bytes = as_bytes(text).data();
  bool after_blank = false;
  for (std::size_t at = 0; at < text.size();) {
    if (text.size() - at >= words::kBytes) {
      const std::uint64_t word = words::load(bytes + at);
      // Without other blanks, which are below the space, it is looked at as a whole.
      if (words::zeros(word & words::all_of(0xE0)) == 0) {
        const std::uint64_t spaces = words::equal(word, ' ');
        if ((spaces & spaces << 8) != 0 || (after_blank && text[at] == ' ')) return false;
        at += words::kBytes;
        after_blank = text[at - 1] == ' ';
        continue;
      }
    }
    const char c = text[at++];
    if (is_blank(c) && (after_blank || c != ' ')) return false;
    after_blank = c == ' ';
  }
  return true;
}

std::string with_single_spaces(std::string_view text) {
  std::string single;
  for (const char c : text) {
    if (!is_blank(c)) {
      single += c;
    } else if (single.back() != ' ') {
      single += ' ';
    }
  }
  return single;
}

}  // namespace

std::string HtmlHost::picture(std::string_view source, std::string_view alt) {
  if (source.empty() || source.starts_with("data:")) {
    return alt.empty() ? std::string("[Image]")
                       : compose({"[Image: \"{}\"]", MarkdownWriter::escaped(alt)});
  }
  return compose({"![{}]({})", MarkdownWriter::escaped(alt), escaped_target(source)});
}

void HtmlMarkdown::read_inner(std::string_view html, int depth) {
  depth_ = depth;
  hidden_.clear();
  std::string plain;
  if (html.find('\r') != html.npos) {
    plain = with_plain_line_ends(html);
    html = plain;
  }
  HtmlTreeBuilder builder(html, this);
  builder.set_xml(is_xml_);
  builder.build();
  while (!open_.empty()) pop();
  block();
}

bool HtmlMarkdown::Element::has(std::string_view name) const {
  const HtmlAttributes& all = node().attributes;
  return std::any_of(all.begin(), all.end(), [name](const auto& one) { return one.first == name; });
}

std::string HtmlMarkdown::Element::short_value(std::string_view name) const {
  for (const auto& [key, value] : node().attributes) {
    if (key == name) return html_attribute_text(value.substr(0, kShortBytes));
  }
  return "";
}

std::string HtmlMarkdown::Element::text() const {
  std::string text;
  for (HtmlNodeId at = node().first; at != kNoNode; at = (*tree_)[at].next) {
    if ((*tree_)[at].kind == HtmlNode::Kind::kText) text += (*tree_)[at].text();
  }
  return text;
}

bool HtmlMarkdown::start(const HtmlTree& tree, HtmlNodeId element) {
  element_ = {tree, element};
  const std::uint64_t before = pushes_;
  const bool is_wanted = start_element();
  started_.push_back(pushes_ != before ? open_.size() - 1 : kNotOpen);
  return is_wanted;
}

void HtmlMarkdown::end(const HtmlTree& tree, HtmlNodeId element) {
  if (math_.is_open()) {
    math_.end(tree[element].name);
    if (!math_.is_open()) end_math();
  }
  const std::size_t place = started_.back();
  started_.pop_back();
  if (place != kNotOpen && place < open_.size()) pop_to(place);
}

/// The value of an attribute that may hide the element; of long ones as many as may be looked at.
std::string HtmlMarkdown::hiding_value(std::string_view name) {
  for (const auto& [key, value] : element_.node().attributes) {
    if (key != name) continue;
    if (value.size() <= kShortBytes) return html_attribute_text(value);
    if (value.size() > long_bytes_left_) {
      long_bytes_left_ = 0;
      return element_.short_value(name);
    }
    long_bytes_left_ -= value.size();
    return html_attribute_text(value);
  }
  return "";
}

/// Whether the element that starts is hidden by what is said of itself. One that goes on behind a
/// paragraph is asked once: its attributes stand in the document where they stood before.
bool HtmlMarkdown::hides_itself() {
  const HtmlAttributes& attributes = element_.node().attributes;
  const auto first = std::find_if(attributes.begin(), attributes.end(),
                                  [](const auto& one) { return !one.second.empty(); });
  if (first == attributes.end() || !is_formatting(element_.tag())) return is_hidden_by_itself();
  const auto [known, is_new] = hidden_.try_emplace(first->second.data(), false);
  if (is_new) known->second = is_hidden_by_itself();
  return known->second;
}

bool HtmlMarkdown::is_hidden_by_itself() {
  if (!element_.node().attributes.empty() &&
      (element_.has("hidden") || is_hidden_style(hiding_value("style"))))
    return true;
  return !sheet_.is_empty() &&
         sheet_.hides(element_.name(), hiding_value("id"), hiding_value("class"));
}

/// Its rules may hide what is open, too: that is asked again, but not for each of thousands.
void HtmlMarkdown::read_sheet(std::string_view text) {
  sheet_.read(text);
  if (hidden_.empty() || text.find('{') == text.npos) return;
  if (resets_left_ == 0) {
    has_old_ = true;
    return;
  }
  --resets_left_;
  hidden_.clear();
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
  if (link_ == 0) return;
  writer_.end_link();
  link_ = 0;
}

/// The link that text stands in; null for none.
const HtmlMarkdown::Open* HtmlMarkdown::open_link() const {
  if (open_links_ == 0) return nullptr;
  const auto innermost = std::find_if(open_.rbegin(), open_.rend(),
                                      [](const Open& open) { return open.role == Role::kLink; });
  return innermost->target.empty() ? nullptr : &*innermost;
}

/// Writes text or Markdown of ours in the style and the link that are open.
void HtmlMarkdown::emit(std::string_view piece, bool is_raw) {
  for (std::size_t i = 0; hiding_ > 0 && i < open_.size(); ++i) {
    if (!open_[i].is_hidden || open_[i].is_marked) continue;
    open_[i].is_marked = true;
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
  const Open* link = open_link();
  // A link that the tree has divided goes on.
  const bool goes_on = link_ != 0 && link != nullptr && link->link != link_ &&
                       !link_target_.empty() && link->target == link_target_;
  if (goes_on) link_ = link->link;
  if ((link == nullptr ? 0 : link->link) != link_) {
    leave_link();
    if (needs_space_) writer_.text(" ", kPlain);
    needs_space_ = false;
    if (link != nullptr) {
      writer_.begin_link(link->target);
      link_ = link->link;
      link_target_ = link->target.size() <= kMaxComparedBytes ? link->target : std::string();
    }
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

/// Writes what a pre element has so far. A longer one goes on in another block.
void HtmlMarkdown::write_pre() {
  if (pre_.starts_with('\n')) pre_.erase(0, 1);
  if (std::any_of(pre_.begin(), pre_.end(), [](char c) { return !is_blank(c); }))
    writer_.code_block(pre_, pre_language_);
  pre_.clear();
}

void HtmlMarkdown::text(std::string_view text) {
  while (text.size() > kTextPieceBytes && pres_ == 0) {
    std::size_t end = kTextPieceBytes;
    while (end < text.size() && is_utf8_continuation(static_cast<std::uint8_t>(text[end]))) ++end;
    write_text(text.substr(0, end));
    text.remove_prefix(end);
  }
  write_text(text);
}

void HtmlMarkdown::write_text(std::string_view text) {
  if (math_.is_open()) return math_.text(text);
  if (pres_ > 0) {
    if (pre_.size() + text.size() > kMaxPreBytes) write_pre();
    pre_ += text;
    return;
  }
  if (text.empty()) return;
  if (is_blank(text.front()) && !at_start_) needs_space_ = true;
  const bool ends_blank = trim_blanks(text);
  if (text.empty()) return;
  std::string single;
  if (!has_single_spaces(text)) {
    single = with_single_spaces(text);
    text = single;
  }
  if (!open_.empty() && cells_ == 0 &&
      (open_.back().role == Role::kSection || open_.back().role == Role::kRow))
    return stray_text(text);
  if (headings_ > 0 && first_heading_.size() < 300 && !first_heading_.ends_with('\n')) {
    if (needs_space_) first_heading_ += ' ';
    first_heading_ += text;
  }
  emit(text);
  needs_space_ = ends_blank;
}

void HtmlMarkdown::push(Role role) {
  ++pushes_;
  Open& open = open_.emplace_back();
  open.tag = element_.tag();
  open.role = role;
  if (role == Role::kStyle) open.style = static_cast<TextStyle>(html_style_of(open.tag) & ~style_);
  if (role == Role::kLink) ++open_links_;
  style_ |= open.style;
  open.is_hidden = hiding_ == 0 && hides_itself();
  if (open.is_hidden) ++hiding_;
  if ((sheet_.gave_up() || long_bytes_left_ == 0 || has_old_) && !std::exchange(has_said_, true))
    emit("[From here on not all that is hidden is marked: rules and styles are too large] ", true);
}

void HtmlMarkdown::pop() {
  Open open = std::move(open_.back());
  open_.pop_back();
  if (open.is_hidden) --hiding_;
  if (open.role == Role::kLink) --open_links_;
  if (open.is_marked) {
    needs_space_ = false;
    emit("]", true);
    needs_space_ = true;
  }
  if (open.tag == Tag::k_rt && open.number == 1) {
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
        write_pre();
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
      break;
  }
}

void HtmlMarkdown::pop_to(std::size_t size) {
  while (open_.size() > size) pop();
}

}  // namespace lectern
