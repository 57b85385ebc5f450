// Blocks of OpenDocument text: paragraphs, headings, lists, sections, tables.
#include <algorithm>
#include <utility>

#include "base/format.h"
#include "documents/odf/text/odf_story.h"
#include "documents/word/word_styles.h"

namespace lectern {
namespace {

using Event = XmlReader::Event;

constexpr int kMaxBlockNesting = 100;
constexpr std::uint32_t kMaxRepeat = 1'000;
constexpr std::size_t kMaxChanges = 100'000;
/// Of the name of a style or list, by which lists go on.
constexpr std::size_t kMaxListNameBytes = 1'000;
constexpr std::size_t kMaxDeletedBytes = std::size_t{16} << 20;

}  // namespace

void OdfStory::read_blocks(XmlReader& xml) {
  if (nesting_ >= kMaxBlockNesting) {
    document_.package.warn(
        {"content.xml: blocks nested deeper than {} are left out", kMaxBlockNesting});
    return xml.skip();
  }
  ++nesting_;
  const std::size_t depth = xml.depth();
  while (xml.next_in(depth)) {
    if (xml.event() == Event::kStart) block(xml);
  }
  --nesting_;
}

void OdfStory::finish() {
  flush_hidden();
  flush_code();
  writer_->end_block();
  flush_boxes();
}

void OdfStory::flush_boxes() {
  for (const std::string& box : std::exchange(boxes_, {})) writer_->note_block(box);
}

void OdfStory::flush_code() {
  if (std::exchange(has_code_, false)) writer_->code_block(std::exchange(code_, {}));
}

void OdfStory::block(XmlReader& xml) {
  const std::string_view name = xml.name();
  if (xml.space() == Xmlns::kOdfTable) {
    if (name == "table") return table(xml);
    return xml.skip();
  }
  if (xml.space() == Xmlns::kOdfDrawing) {
    // What is anchored to the page stands between blocks.
    flush_code();
    writer_->begin_paragraph();
    drawing(xml);
    flush_hidden();
    writer_->end_block();
    return flush_boxes();
  }
  if (xml.space() != Xmlns::kOdfText) return xml.skip();
  if (name == "p" || name == "h") {
    paragraph(xml);
  } else if (name == "list") {
    list(xml);
  } else if (name == "numbered-paragraph") {
    list_item(xml, true);
  } else if (name == "section" || name == "index-title") {
    const bool is_hidden = xml.value("display") == "none" || xml.value("is-hidden") == "true";
    if (is_hidden) ++hidden_sections_;
    read_blocks(xml);
    if (is_hidden) --hidden_sections_;
  } else if (name == "tracked-changes") {
    tracked_changes(xml);
  } else if (name == "change" || name == "change-start" || name == "change-end") {
    change_mark(xml);
  } else if (name.ends_with("-index") || name == "table-of-content" || name == "index-body" ||
             name == "bibliography") {
    read_blocks(xml);
  } else {
    xml.skip();
  }
}

std::string OdfStory::heading_number(std::uint32_t level) {
  if (level >= document_.outline_counts.size()) return "";
  const OdfListLevel& own = document_.styles.outline()[level];
  auto& counts = document_.outline_counts;
  counts[level] = counts[level] == 0 ? own.start : counts[level] + 1;
  for (std::size_t deeper = level + 1; deeper < counts.size(); ++deeper) counts[deeper] = 0;
  if (own.style == NumberStyle::kNone) return "";
  std::string text = own.prefix;
  const std::uint32_t first = level + 1 - std::min(own.shown_levels, level + 1);
  for (std::uint32_t at = first; at <= level; ++at) {
    const OdfListLevel& shown = document_.styles.outline()[at];
    if (shown.style == NumberStyle::kNone) continue;
    if (text.size() > own.prefix.size()) text += '.';
    text += format_number(std::max<std::uint64_t>(counts[at], 1), shown.style);
  }
  return text + own.suffix;
}

std::string OdfStory::take_marker() {
  if (!std::exchange(marker_is_due_, false) || lists_.empty()) return "";
  const std::size_t level = std::min<std::size_t>(lists_.size(), 10) - 1;
  List& list = lists_.back();
  if (list.style == nullptr) return "•";
  const OdfListLevel& own = (*list.style)[level];
  if (!own.is_number) return "•";
  list.counts[level] = list.counts[level] == 0 ? own.start : list.counts[level] + 1;
  if (own.style == NumberStyle::kNone) return own.prefix + own.suffix;
  std::string text = own.prefix;
  const std::size_t first = level + 1 - std::min<std::size_t>(own.shown_levels, level + 1);
  for (std::size_t at = first; at <= level; ++at) {
    const OdfListLevel& shown = (*list.style)[at];
    if (shown.style == NumberStyle::kNone) continue;
    if (text.size() > own.prefix.size()) text += '.';
    const std::uint64_t count = lists_[std::min(at, lists_.size() - 1)].counts[at];
    text += format_number(std::max<std::uint64_t>(count, 1), shown.style);
  }
  return text + own.suffix;
}

void OdfStory::paragraph(XmlReader& xml) {
  const bool is_heading = xml.name() == "h";
  const std::string style(xml.value("style-name"));
  const std::uint32_t level =
      std::clamp(unsigned_value(xml.attribute("outline-level").value_or("1")), 1U, 10U);
  const bool has_no_number = xml.value("is-list-header") == "true";
  const bool is_code =
      !is_heading && !writer_->in_table() && document_.styles.is_code("paragraph", style);
  after_blank_ = true;
  if (!is_code) flush_code();
  std::string marker = take_marker();
  if (is_code) {
    in_code_ = true;
    if (std::exchange(has_code_, true)) code_ += '\n';
  } else if (is_heading) {
    if (marker == "•") marker.clear();
    if (marker.empty() && !has_no_number && lists_.empty()) marker = heading_number(level - 1);
    document_.review.before_heading(level, *writer_);
    writer_->begin_heading(level);
    while (marker.ends_with(' ')) marker.pop_back();
    writer_->text(heading_prefix(marker));
  } else if (!marker.empty()) {
    while (marker.ends_with(' ')) marker.pop_back();
    writer_->begin_item(static_cast<unsigned>(lists_.size()) - 1, marker);
  } else if (document_.styles.is_quote(style)) {
    writer_->begin_quote();
  } else {
    writer_->begin_paragraph();
  }
  push_look(document_.styles.paragraph_look(style));
  inlines(xml);
  looks_.pop_back();
  flush_hidden();
  if (in_code_) {
    in_code_ = false;
  } else {
    writer_->end_block();
  }
  if (!boxes_.empty()) {
    flush_code();
    flush_boxes();
  }
}

void OdfStory::list(XmlReader& xml) {
  if (nesting_ >= kMaxBlockNesting) {
    document_.package.warn({"content.xml: lists nested deeper than {} left out", kMaxBlockNesting});
    return xml.skip();
  }
  ++nesting_;
  const std::string style(xml.value("style-name"));
  List list{nullptr, style.substr(0, kMaxListNameBytes), {}, {}};
  list.id = xml.attribute(Xmlns::kXml, "id").value_or("").substr(0, kMaxListNameBytes);
  if (style.empty() && !lists_.empty()) {
    list.style_name = lists_.back().style_name;
    list.style = lists_.back().style;
  } else {
    list.style = document_.styles.list_style(style);
  }
  const auto go_on = [&](std::string_view key) {
    const auto found = document_.list_counts.find(key);
    if (found != document_.list_counts.end()) list.counts = found->second;
  };
  if (const std::string_view other = xml.value("continue-list"); !other.empty()) {
    go_on("id " + std::string(other.substr(0, kMaxListNameBytes)));
  } else if (xml.value("continue-numbering") == "true") {
    go_on("style " + list.style_name);
  }
  if (!lists_.empty()) {
    // Levels above keep their counts where numbers of several levels are shown.
    for (std::size_t i = 0; i < lists_.size() && i < 10; ++i) list.counts[i] = lists_[i].counts[i];
  }
  lists_.push_back(std::move(list));
  const std::size_t depth = xml.depth();
  while (xml.next_in(depth)) {
    if (xml.event() != Event::kStart) continue;
    if (xml.is(Xmlns::kOdfText, "list-item")) {
      list_item(xml, true);
    } else if (xml.is(Xmlns::kOdfText, "list-header")) {
      list_item(xml, false);
    } else {
      xml.skip();
    }
  }
  List done = std::move(lists_.back());
  lists_.pop_back();
  if (document_.list_counts.size() < kMaxChanges) {
    if (!done.id.empty()) document_.list_counts["id " + done.id] = done.counts;
    document_.list_counts["style " + done.style_name] = done.counts;
  }
  --nesting_;
}

void OdfStory::list_item(XmlReader& xml, bool has_marker) {
  if (const auto start = xml.attribute("start-value"); start && !lists_.empty()) {
    const std::size_t level = std::min<std::size_t>(lists_.size(), 10) - 1;
    lists_.back().counts[level] = std::max(unsigned_value(*start), 1U) - 1;
    if (lists_.back().counts[level] == 0 && lists_.back().style != nullptr &&
        (*lists_.back().style)[level].start != 1)
      lists_.back().counts[level] = 0;
  }
  marker_is_due_ = has_marker;
  const std::size_t depth = xml.depth();
  while (xml.next_in(depth)) {
    if (xml.event() == Event::kStart) block(xml);
  }
  marker_is_due_ = false;
}

void OdfStory::tracked_changes(XmlReader& xml) {
  const std::size_t depth = xml.depth();
  while (xml.next_in(depth)) {
    if (!xml.starts(Xmlns::kOdfText, "changed-region")) continue;
    std::string id(xml.value("id"));
    if (id.empty()) id = xml.attribute(Xmlns::kXml, "id").value_or("");
    OdfChange change;
    const std::size_t region = xml.depth();
    while (xml.next_in(region)) {
      if (xml.event() == Event::kText) {
        if (change.style != kDeleted) continue;
        document_.held_bytes += xml.text().size();
        if (document_.held_bytes <= kMaxDeletedBytes) change.deleted += xml.text();
        continue;
      }
      if (xml.event() != Event::kStart) continue;
      if (xml.is(Xmlns::kOdfText, "insertion")) {
        change.style = kInserted;
      } else if (xml.is(Xmlns::kOdfText, "deletion")) {
        change.style = kDeleted;
      } else if (xml.is(Xmlns::kDublinCore, "creator")) {
        change.author = xml.text_inside(1'000);
      } else if (xml.is(Xmlns::kDublinCore, "date")) {
        xml.skip();
      } else if (xml.is(Xmlns::kOdfText, "p") && !change.deleted.empty()) {
        change.deleted += ' ';
      }
    }
    const std::size_t first =
        std::min(change.deleted.find_first_not_of(" \n\t"), change.deleted.size());
    change.deleted.erase(0, first);
    while (change.deleted.ends_with('\n') || change.deleted.ends_with('\t'))
      change.deleted.pop_back();
    document_.review.count_change(change.author);
    document_.held_bytes += id.size();
    const bool has_room =
        document_.changes.size() < kMaxChanges && document_.held_bytes <= kMaxDeletedBytes;
    if (has_room) document_.changes.insert_or_assign(std::move(id), std::move(change));
    if (!has_room && document_.review.marks_changes())
      document_.package.warn(
          {"content.xml: more tracked changes than are held: some are not shown"});
  }
}

void OdfStory::table(XmlReader& xml) {
  if (nesting_ >= kMaxBlockNesting) {
    document_.package.warn(
        {"content.xml: tables nested deeper than {} left out", kMaxBlockNesting});
    return xml.skip();
  }
  ++nesting_;
  flush_code();
  const std::vector<List> outer = std::exchange(lists_, {});
  const bool was_due = std::exchange(marker_is_due_, false);
  std::uint32_t columns = 0;
  bool has_begun = false;
  bool is_layout = false;
  const std::size_t depth = xml.depth();
  while (xml.next_in(depth)) {
    if (xml.event() != Event::kStart) continue;
    const std::string_view name = xml.name();
    if (name == "table-column") {
      columns += std::clamp(unsigned_value(xml.attribute("number-columns-repeated").value_or("1")),
                            1U, kMaxRepeat);
      xml.skip();
    } else if (name == "table-columns" || name == "table-column-group" ||
               name == "table-header-columns") {
      continue;
    } else if (name == "table-row" || name == "table-rows" || name == "table-header-rows" ||
               name == "table-row-group") {
      if (!std::exchange(has_begun, true)) {
        is_layout = columns == 1 && !writer_->in_table();
        if (!is_layout) {
          writer_->begin_table(name == "table-header-rows" ? 1 : 0);
          writer_->infer_header();
        }
      }
      if (name == "table-row") {
        row(xml, is_layout);
      } else {
        table_rows(xml, is_layout);
      }
    } else {
      xml.skip();
    }
  }
  if (has_begun && !is_layout) writer_->end_table();
  lists_ = outer;
  marker_is_due_ = was_due;
  --nesting_;
}

void OdfStory::table_rows(XmlReader& xml, bool is_layout) {
  const std::size_t depth = xml.depth();
  while (xml.next_in(depth)) {
    if (xml.starts(Xmlns::kOdfTable, "table-row")) row(xml, is_layout);
  }
}

void OdfStory::row(XmlReader& xml, bool is_layout) {
  if (!is_layout) writer_->begin_row();
  const std::size_t depth = xml.depth();
  while (xml.next_in(depth)) {
    if (xml.event() != Event::kStart) continue;
    const bool is_covered = xml.is(Xmlns::kOdfTable, "covered-table-cell");
    if (!is_covered && !xml.is(Xmlns::kOdfTable, "table-cell")) {
      xml.skip();
      continue;
    }
    const std::uint32_t repeat = std::clamp(
        unsigned_value(xml.attribute("number-columns-repeated").value_or("1")), 1U, kMaxRepeat);
    // Covered cells stand as elements of their own, so a span needs no room here.
    if (!is_layout) writer_->begin_cell();
    const bool was_filled = std::exchange(in_filled_, true);
    if (is_covered) {
      xml.skip();
    } else {
      read_blocks(xml);
    }
    in_filled_ = was_filled;
    flush_code();
    flush_boxes();
    if (is_layout) continue;
    writer_->end_cell();
    for (std::uint32_t i = 1; i < repeat; ++i) writer_->covered_cell();
  }
  if (!is_layout) writer_->end_row();
}

}  // namespace lectern
