#include <algorithm>
#include <iterator>

#include "base/format.h"
#include "base/message.h"
#include "documents/html/html_markdown.h"
#include "documents/html/html_style.h"
#include "documents/markdown/escape.h"
#include "text/utf8.h"

namespace lectern {
namespace {

constexpr std::size_t kMaxTitleCharacters = 2'000;
constexpr std::size_t kMaxBaseBytes = 4096;

std::string roman_number(std::int64_t number) {
  constexpr std::pair<std::int64_t, std::string_view> kDigits[] = {
      {1000, "m"}, {900, "cm"}, {500, "d"}, {400, "cd"}, {100, "c"}, {90, "xc"}, {50, "l"},
      {40, "xl"},  {10, "x"},   {9, "ix"},  {5, "v"},    {4, "iv"},  {1, "i"}};
  std::string text;
  for (const auto& [value, digits] : kDigits) {
    for (; number >= value; number -= value) text += digits;
  }
  return text;
}

/// "iv." for 4 in 'i'.
std::string item_marker(std::int64_t number, char type) {
  std::string text;
  if ((type == 'i' || type == 'I') && number > 0 && number < 4000) {
    text = roman_number(number);
  } else if ((type == 'a' || type == 'A') && number > 0) {
    for (std::int64_t n = number; n > 0; n = (n - 1) / 26)
      text.insert(text.begin(), static_cast<char>('a' + (n - 1) % 26));
  } else {
    text = compose({"{}", number});
  }
  if (type == 'I' || type == 'A') {
    for (char& c : text) {
      if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    }
  }
  return text + ".";
}

}  // namespace

/// The title and the base of a document that starts.
void HtmlMarkdown::read_head() {
  const HtmlTree& tree = element_.tree();
  for (HtmlNodeId at = element_.node().first; at != kNoNode; at = tree[at].next) {
    const Element child(tree, at);
    if (child.node().tag == Tag::k_title) take_title(child);
    if (child.node().tag == Tag::k_base) set_base(child.value("href"));
    if (child.node().tag == Tag::k_style) read_sheet(child.text());
  }
}

void HtmlMarkdown::take_title(const Element& element) {
  if (!title_.empty() || depth_ > 0) return;
  const std::string text = single_line(element.text());
  title_ = text.substr(0, utf8_prefix_size(text, kMaxTitleCharacters));
  if (!title_.empty()) host_.title(title_);
}

void HtmlMarkdown::start_heading() {
  const std::string_view name = element_.name();
  if (pres_ == 0 && headings_ == 0) {
    block();
    if (items_ == 0 || !in_block_ || !writer_.has_text()) {
      leave_link();
      writer_.begin_heading(static_cast<unsigned>(name[1] - '0'));
      heading_began_ = true;
      in_block_ = true;
      waits_break_ = false;
    }
  }
  push(Role::kHeading);
  ++headings_;
}

/// Annotations stand in parentheses, those of the document or ours.
void HtmlMarkdown::start_ruby() {
  const std::string_view name = element_.name();
  if (name == "ruby") {
    ruby_has_marks_ = false;
  } else {
    if (name == "rp") ruby_has_marks_ = true;
  }
  const bool has_mark = name == "rt" && !ruby_has_marks_;
  push(Role::kInline);
  open_.back().number = has_mark ? 1 : 0;
  if (has_mark) emit("(", true);
}

/// An element of SVG or MathML.
void HtmlMarkdown::start_foreign() {
  const std::string_view name = element_.name();
  if (name == "image") return start_picture();
  if (open_.size() >= kMaxOpenElements) return;
  if (name == "a") return start_link();
  push(Role::kInline);
  if (name == "math" && pres_ == 0) math_.start(name, element_.node().attributes);
}

/// Writes the math that has ended.
void HtmlMarkdown::end_math() {
  const std::string latex = math_.take();
  if (latex.empty()) return;
  emit("", true);
  writer_.math(latex);
}

void HtmlMarkdown::start_picture() {
  if (pres_ > 0) return;
  std::string source = element_.value("src");
  if (source.empty()) source = element_.value("href");
  if (source.empty()) source = element_.value("xlink:href");
  const std::string alt = element_.value("alt");
  if (!source.empty() || !alt.empty()) emit(host_.picture(source, alt), true);
}

/// A longer address would be repeated in each link of the page.
void HtmlMarkdown::set_base(std::string address) {
  if (base_.empty() && address.size() <= kMaxBaseBytes) base_ = std::move(address);
}

/// A long one is not copied for each of its links when none of them shows it, nor beyond what all
/// of them may take.
std::string HtmlMarkdown::link_target() {
  constexpr std::size_t kShortTarget = 4096;
  if (writer_.lacks_targets()) return element_.short_value("href");
  for (const auto& [key, value] : element_.node().attributes) {
    if (key != "href" || value.size() <= kShortTarget) continue;
    if (value.size() > target_bytes_left_)
      return shortened(element_.short_value("href"), kShortTarget / 2);
    target_bytes_left_ -= value.size();
  }
  return element_.value("href");
}

void HtmlMarkdown::start_link() {
  const std::string target = link_target();
  push(Role::kLink);
  open_.back().link = ++links_;
  if (!target.empty() && !target.starts_with("javascript:"))
    open_.back().target = host_.link(resolved_url(base_, target));
}

/// \returns false when nothing in it is shown.
bool HtmlMarkdown::start_element() {
  if (math_.is_open()) {
    math_.start(element_.name(), element_.node().attributes);
    return true;
  }
  if (element_.tag() == Tag::k_style) read_sheet(element_.text());
  if (has_trait(element_.tag(), HtmlTrait::kNeverShown)) return false;
  if (element_.node().space != HtmlSpace::kHtml) {
    start_foreign();
    return true;
  }
  switch (element_.node().tag) {
    case Tag::k_head:
      read_head();
      return false;
    case Tag::k_title:
      take_title(element_);
      return false;
    case Tag::k_base:
      set_base(element_.value("href"));
      return false;
    case Tag::k_iframe:
    case Tag::k_frame:
      start_frame();
      return false;
    case Tag::k_noframes:
      read_document(element_.text());
      return false;
    default:
      start_shown();
      return true;
  }
}

void HtmlMarkdown::start_shown() {
  const Tag tag = element_.node().tag;
  switch (tag) {
    case Tag::k_br:
      return start_break();
    case Tag::k_hr:
      block();
      if (items_ == 0 && cells_ == 0 && pres_ == 0) writer_.rule();
      return;
    case Tag::k_img:
    case Tag::k_embed:
    case Tag::k_input:
      push(Role::kInline);
      if (tag == Tag::k_img) start_picture();
      if (tag == Tag::k_input) start_control();
      if (const std::string source = element_.value("src"); tag == Tag::k_embed && !source.empty())
        emit(compose({"[Embedded: {}]", MarkdownWriter::escaped(source)}), true);
      return pop_void();
    case Tag::k_option:
    case Tag::k_select:
    case Tag::k_textarea:
    case Tag::k_button:
      return start_control();
    default:
      break;
  }
  if (is_void(tag) || open_.size() >= kMaxOpenElements) return;
  switch (tag) {
    case Tag::k_p:
      block();
      return push(Role::kParagraph);
    case Tag::k_ul:
    case Tag::k_ol:
    case Tag::k_menu:
    case Tag::k_dir:
    case Tag::k_dl:
      return start_list();
    case Tag::k_li:
    case Tag::k_dd:
      return begin_item();
    case Tag::k_blockquote:
      block();
      push(Role::kQuote);
      ++quotes_;
      return;
    case Tag::k_pre:
    case Tag::k_listing:
    case Tag::k_xmp:
    case Tag::k_plaintext:
      if (pres_ == 0) {
        block();
        pre_.clear();
        pre_language_.clear();
      }
      push(Role::kPre);
      ++pres_;
      return;
    case Tag::k_a:
      return start_link();
    case Tag::k_table:
      return begin_table();
    case Tag::k_thead:
    case Tag::k_tbody:
    case Tag::k_tfoot:
    case Tag::k_tr:
    case Tag::k_td:
    case Tag::k_th:
    case Tag::k_caption:
    case Tag::k_colgroup:
      return begin_cell();
    case Tag::k_ruby:
    case Tag::k_rt:
    case Tag::k_rp:
      return start_ruby();
    case Tag::k_span:
      return push(Role::kInline);
    default:
      break;
  }
  if (is_heading(tag)) return start_heading();
  if (is_html_formatting(tag)) {
    if (tag == Tag::k_code && pres_ > 0 && pre_language_.empty() && pre_.empty())
      pre_language_ = code_language(element_.short_value("class"));
    return push(Role::kStyle);
  }
  const bool is_film = tag == Tag::k_video || tag == Tag::k_audio;
  if (is_film || has_trait(tag, HtmlTrait::kShownAsBlock)) {
    if (!is_film) block();
    push(Role::kBlock);
    if (const std::string source = element_.value("src"); is_film && !source.empty())
      emit(compose({"[{}: {}]", tag == Tag::k_video ? "Video" : "Audio",
                    MarkdownWriter::escaped(source)}),
           true);
    return;
  }
  push(Role::kInline);
}

void HtmlMarkdown::start_break() {
  if (pres_ > 0) {
    pre_ += '\n';
  } else if (headings_ > 0) {
    needs_space_ = true;
  } else if (in_block_ && writer_.has_text()) {
    waits_break_ = true;
    at_start_ = true;
    needs_space_ = false;
  }
}

void HtmlMarkdown::start_list() {
  block();
  push(Role::kList);
  if (element_.node().tag != Tag::k_ol) return;
  Open& list = open_.back();
  const std::string type = element_.value("type");
  list.list_type = type.size() == 1 ? type[0] : '1';
  list.number = html_number(element_.value("start"), 1);
  list.step = element_.has("reversed") ? -1 : 1;
}

void HtmlMarkdown::begin_item() {
  unsigned level = 0;
  Open* list = nullptr;
  for (Open& open : open_) {
    if (open.role == Role::kCell) level = 0;
    if (open.role != Role::kList) continue;
    list = &open;
    ++level;
  }
  std::string marker;
  if (element_.tag() == Tag::k_li && list != nullptr && list->list_type != kMarks) {
    if (element_.has("value")) list->number = html_number(element_.value("value"), list->number);
    marker = item_marker(list->number, list->list_type);
    list->number += list->step;
  }
  if (pres_ == 0) {
    leave_link();
    writer_.begin_item(level == 0 ? 0 : level - 1, marker);
    in_block_ = true;
    at_start_ = true;
    needs_space_ = false;
    waits_break_ = false;
  }
  push(Role::kItem);
  ++items_;
}

void HtmlMarkdown::start_control() {
  const std::string_view name = element_.name();
  if (name == "select" || name == "textarea" || name == "button") {
    needs_space_ = needs_space_ || !at_start_;
    return push(Role::kInline);
  }
  if (name == "option") {
    if (!at_start_) emit(element_.has("selected") ? " / ◉ " : " / ", true);
    return push(Role::kInline);
  }
  const std::string type = ascii_lower(element_.value("type"));
  if (type == "hidden" || type == "image" || pres_ > 0) return;
  if (type == "checkbox" || type == "radio") {
    const bool is_on = element_.has("checked");
    emit(type == "radio" ? (is_on ? "◉" : "○") : (is_on ? "☑" : "☐"), true);
    needs_space_ = true;
    return;
  }
  std::string shown = element_.value("value");
  if (type == "password" && !shown.empty()) shown = "***";
  if (shown.empty()) shown = element_.value("placeholder");
  needs_space_ = needs_space_ || !at_start_;
  if (!shown.empty()) emit(compose({"[{}]", MarkdownWriter::escaped(shown)}), true);
  needs_space_ = true;
}

/// A document in a frame: what is written down in it is shown, else where it is.
void HtmlMarkdown::start_frame() {
  const std::string source = element_.value("src");
  const std::string inner = element_.value("srcdoc");
  push(Role::kInline);
  if (!inner.empty()) {
    read_document(inner);
  } else if (!source.empty() && pres_ == 0) {
    emit(compose({"[Frame: {}]", MarkdownWriter::escaped(source)}), true);
  }
  pop_void();
}

/// Ends what has begun with an element that has nothing in it.
void HtmlMarkdown::pop_void() {
  pop();
  --pushes_;
}

/// A document in the document.
void HtmlMarkdown::read_document(const std::string& html) {
  if (depth_ >= 3) return emit("[Frame: not shown, it stands in too many others]", true);
  // What is hidden here is in the frame, too.
  if (hiding_ > 0) emit("", true);
  block();
  HtmlMarkdown frame(writer_, host_);
  frame.read_inner(html, depth_ + 1);
  hidden_count_ += frame.hidden_count();
}

}  // namespace lectern
