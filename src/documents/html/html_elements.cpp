#include <algorithm>
#include <iterator>

#include "base/format.h"
#include "base/message.h"
#include "documents/html/html_markdown.h"
#include "documents/html/html_style.h"

namespace lectern {
namespace {

template <std::size_t N>
bool is_one_of(std::string_view name, const std::string_view (&names)[N]) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

constexpr std::string_view kBlocks[] = {
    "address",  "article",  "aside",   "center",  "details",    "dialog",  "div",
    "fieldset", "figure",   "footer",  "form",    "header",     "hgroup",  "main",
    "nav",      "search",   "section", "summary", "figcaption", "legend",  "body",
    "html",     "noscript", "dl",      "dt",      "optgroup",   "caption", "noframes"};
/// Elements that end an open paragraph.
constexpr std::string_view kEndsParagraph[] = {
    "address", "article", "aside",    "blockquote", "center", "details", "dialog",  "dir",
    "div",     "dl",      "fieldset", "figcaption", "figure", "footer",  "form",    "h1",
    "h2",      "h3",      "h4",       "h5",         "h6",     "header",  "hgroup",  "hr",
    "main",    "menu",    "nav",      "ol",         "p",      "pre",     "section", "summary",
    "table",   "ul",      "li",       "dt",         "dd",     "listing", "xmp",     "plaintext"};
constexpr std::string_view kSkipped[] = {"script",  "style", "template",
                                         "noembed", "head",  "datalist"};

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

/// "iv." for 4 in "i".
std::string item_marker(std::int64_t number, std::string_view type) {
  std::string text;
  if ((type == "i" || type == "I") && number > 0 && number < 4000) {
    text = roman_number(number);
  } else if ((type == "a" || type == "A") && number > 0) {
    for (std::int64_t n = number; n > 0; n = (n - 1) / 26)
      text.insert(text.begin(), static_cast<char>('a' + (n - 1) % 26));
  } else {
    text = compose({"{}", number});
  }
  if (type == "I" || type == "A") {
    for (char& c : text) {
      if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    }
  }
  return text + ".";
}

}  // namespace

/// At a start within an element that is not shown.
void HtmlMarkdown::start_in_skipped(bool& goes_on) {
  constexpr std::string_view kInHead[] = {"title", "meta",   "link",     "base",
                                          "style", "script", "template", "noscript"};
  const std::string& name = tokens_->name();
  const std::string outer = open_.back().name;
  if (outer != "head" || skipped_depth_ > 0) {
    if (name == outer) ++skipped_depth_;
    return;
  }
  if (!is_one_of(name, kInHead)) {
    // A head ends where the body's elements begin.
    pop();
    goes_on = true;
    return;
  }
  if (name == "base" && base_.empty()) base_ = tokens_->value("href");
  if (name == "title" || name == "script" || name == "style" || name == "template")
    push(Role::kSkipped);
}

void HtmlMarkdown::start_heading() {
  const std::string& name = tokens_->name();
  if (!open_.empty() && open_.back().role == Role::kHeading) pop();
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
  const std::string& name = tokens_->name();
  if (name == "ruby") {
    ruby_has_marks_ = false;
  } else {
    if (!close_if_open("rt")) close_if_open("rp");
    if (name == "rp") ruby_has_marks_ = true;
  }
  const bool has_mark = name == "rt" && !ruby_has_marks_;
  push(Role::kInline);
  open_.back().number = has_mark ? 1 : 0;
  if (has_mark) emit("(", true);
}

void HtmlMarkdown::start() {
  const std::string& name = tokens_->name();
  if (skipped_depth_ > 0 || (!open_.empty() && open_.back().role == Role::kSkipped)) {
    bool goes_on = false;
    start_in_skipped(goes_on);
    if (!goes_on) return;
  }
  if (name == "base" && base_.empty()) base_ = tokens_->value("href");
  if (name == "title" && !in_foreign_ && title_.empty()) return push(Role::kSkipped);
  if (is_one_of(name, kSkipped)) return push(Role::kSkipped);
  if (is_one_of(name, kEndsParagraph)) close_paragraph();
  if (name == "br") {
    if (pres_ > 0) {
      pre_ += '\n';
    } else if (headings_ > 0) {
      needs_space_ = true;
    } else if (in_block_ && writer_.has_text()) {
      waits_break_ = true;
      at_start_ = true;
      needs_space_ = false;
    }
    return;
  }
  if (name == "hr") {
    block();
    if (items_ == 0 && cells_ == 0 && pres_ == 0) writer_.rule();
    return;
  }
  if (name == "img" || name == "image") {
    if (pres_ > 0) return;
    std::string source = tokens_->value("src");
    if (source.empty() && name == "image") source = tokens_->value("xlink:href");
    const std::string alt = tokens_->value("alt");
    if (!source.empty() || !alt.empty()) emit(host_.picture(source, alt), true);
    return;
  }
  if (name == "input" || name == "option" || name == "select" || name == "textarea" ||
      name == "button")
    return start_control();
  if (name == "wbr" || is_void_html(name)) {
    if (name == "embed" && !tokens_->value("src").empty())
      emit(compose({"[Embedded: {}]", MarkdownWriter::escaped(tokens_->value("src"))}), true);
    return;
  }
  if (open_.size() >= kMaxOpenElements) return;
  if (name == "svg" || name == "math") {
    tokens_->set_foreign(true);
    in_foreign_ = true;
  }
  if (name == "iframe" || name == "frame") return start_frame();
  if (name == "video" || name == "audio") {
    std::string source = tokens_->value("src");
    push(Role::kBlock);
    if (!source.empty())
      emit(compose(
               {"[{}: {}]", name == "video" ? "Video" : "Audio", MarkdownWriter::escaped(source)}),
           true);
    return;
  }
  if (name.size() == 2 && name[0] == 'h' && name[1] >= '1' && name[1] <= '6') {
    return start_heading();
  }
  if (name == "p") {
    block();
    return push(Role::kParagraph);
  }
  if (name == "ul" || name == "ol" || name == "menu" || name == "dir") {
    block();
    push(Role::kList);
    Open& list = open_.back();
    if (name == "ol") {
      list.list_type = tokens_->attribute("type").value_or("1");
      if (list.list_type.empty()) list.list_type = "1";
      list.number = html_number(tokens_->value("start"), 1);
      list.step = tokens_->has("reversed") ? -1 : 1;
    }
    return;
  }
  if (name == "li" || name == "dd") return begin_item();
  if (name == "dt") {
    if (!close_if_open("dt")) close_if_open("dd");
    block();
    return push(Role::kBlock);
  }
  if (name == "blockquote") {
    block();
    push(Role::kQuote);
    ++quotes_;
    return;
  }
  if (name == "pre" || name == "listing" || name == "xmp" || name == "plaintext") {
    if (pres_ == 0) {
      block();
      pre_.clear();
      pre_language_.clear();
    }
    push(Role::kPre);
    ++pres_;
    return;
  }
  if (name == "a") {
    close_if_open("a");
    const std::string target = tokens_->value("href");
    push(Role::kLink);
    if (!target.empty() && !target.starts_with("javascript:"))
      open_.back().target = host_.link(resolved_url(base_, target));
    return;
  }
  if (name == "table") return begin_table();
  if (name == "thead" || name == "tbody" || name == "tfoot" || name == "tr" || name == "td" ||
      name == "th" || name == "caption" || name == "colgroup")
    return begin_cell();
  if (is_html_formatting(name)) {
    if (name == "code" && pres_ > 0 && pre_language_.empty() && pre_.empty())
      pre_language_ = code_language(tokens_->value("class"));
    return push(Role::kStyle);
  }
  if (is_one_of(name, kBlocks)) {
    block();
    return push(Role::kBlock);
  }
  if (name == "ruby" || name == "rt" || name == "rp") return start_ruby();
  if (tokens_->is_self_closing() && name.find_first_of(":-") != name.npos) return;
  push(Role::kInline);
}

void HtmlMarkdown::end(const std::string& name) {
  if (skipped_depth_ > 0 || (!open_.empty() && open_.back().role == Role::kSkipped)) {
    if (name != open_.back().name) {
      if (name == "head" && open_.size() > 1 && skipped_depth_ == 0) close_if_open("head");
      return;
    }
    if (skipped_depth_ > 0) {
      --skipped_depth_;
    } else {
      pop();
    }
    return;
  }
  if (name == "svg" || name == "math") {
    tokens_->set_foreign(false);
    in_foreign_ = false;
  }
  if (name == "br") {
    waits_break_ = in_block_ && writer_.has_text();
    at_start_ = waits_break_;
    return;
  }
  if (name == "p" && innermost(Role::kParagraph) == nullptr) return block();
  if (name == "body" || name == "html") return;
  if (is_html_formatting(name) || name == "a") {
    // It may end while blocks within it go on: only it ends.
    for (std::size_t i = open_.size(); i-- > 0;) {
      if (open_[i].role == Role::kCell || open_[i].role == Role::kTable) return;
      if (open_[i].name != name) continue;
      if (i + 1 == open_.size() || open_[i].is_marked) return pop_to(i);
      style_ &= static_cast<TextStyle>(~open_[i].style);
      open_.erase(open_.begin() + static_cast<std::ptrdiff_t>(i));
      return;
    }
    return;
  }
  if (name.size() == 2 && name[0] == 'h' && name[1] >= '1' && name[1] <= '6') {
    for (std::size_t i = open_.size(); i-- > 0;) {
      if (open_[i].role == Role::kHeading) return pop_to(i);
      if (open_[i].role == Role::kCell) return;
    }
    return;
  }
  const bool is_table_part = name == "table" || name == "tr" || name == "td" || name == "th" ||
                             name == "thead" || name == "tbody" || name == "tfoot";
  if (!is_table_part) {
    close_if_open(name);
    return;
  }
  // Of the innermost table only.
  for (std::size_t i = open_.size(); i-- > 0;) {
    if (open_[i].name == name) return pop_to(i);
    if (open_[i].role == Role::kTable || open_[i].role == Role::kLayoutTable) return;
  }
}

void HtmlMarkdown::begin_item() {
  const std::string name = tokens_->name();
  for (std::size_t i = open_.size(); i-- > 0;) {
    const Role role = open_[i].role;
    if (role == Role::kList || role == Role::kCell || role == Role::kTable) break;
    if (open_[i].name == name || (name == "dd" && open_[i].name == "dt")) {
      pop_to(i);
      break;
    }
  }
  unsigned level = 0;
  Open* list = nullptr;
  for (Open& open : open_) {
    if (open.role == Role::kCell) level = 0;
    if (open.role != Role::kList) continue;
    list = &open;
    ++level;
  }
  std::string marker;
  if (name == "li" && list != nullptr && !list->list_type.empty()) {
    if (tokens_->has("value")) list->number = html_number(tokens_->value("value"), list->number);
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
  const std::string& name = tokens_->name();
  if (name == "select" || name == "textarea" || name == "button") {
    needs_space_ = needs_space_ || !at_start_;
    return push(Role::kInline);
  }
  if (name == "option") {
    close_if_open("option");
    if (!at_start_) emit(tokens_->has("selected") ? " / ◉ " : " / ", true);
    return push(Role::kInline);
  }
  const std::string type = ascii_lower(tokens_->value("type"));
  if (type == "hidden" || type == "image" || pres_ > 0) return;
  if (type == "checkbox" || type == "radio") {
    const bool is_on = tokens_->has("checked");
    emit(type == "radio" ? (is_on ? "◉" : "○") : (is_on ? "☑" : "☐"), true);
    needs_space_ = true;
    return;
  }
  std::string shown = tokens_->value("value");
  if (type == "password" && !shown.empty()) shown = "***";
  if (shown.empty()) shown = tokens_->value("placeholder");
  needs_space_ = needs_space_ || !at_start_;
  if (!shown.empty()) emit(compose({"[{}]", MarkdownWriter::escaped(shown)}), true);
  needs_space_ = true;
}

/// A document in a frame: what is written down in it is shown, else where it is.
void HtmlMarkdown::start_frame() {
  const std::string source = tokens_->value("src");
  const std::string inner = tokens_->value("srcdoc");
  if (!inner.empty() && depth_ < 3) {
    block();
    HtmlMarkdown frame(writer_, host_);
    frame.read_inner(inner, depth_ + 1);
    hidden_count_ += frame.hidden_count();
  } else if (!source.empty() && pres_ == 0) {
    emit(compose({"[Frame: {}]", MarkdownWriter::escaped(source)}), true);
  }
  if (tokens_->name() == "iframe") push(Role::kSkipped);
}

}  // namespace lectern
