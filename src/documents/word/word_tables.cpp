// Tables of a Word document.
#include <utility>

#include "documents/word/word_story.h"

namespace lectern {
namespace {

using Event = XmlReader::Event;

constexpr std::uint32_t kMaxSpan = 1'000;

/// Content controls and tracked changes, in which rows and cells may stand.
bool is_wrapper(const XmlReader& xml) {
  const std::string_view name = xml.name();
  return xml.space() == Xmlns::kWord && (name == "sdt" || name == "sdtContent" ||
                                         name == "customXml" || name == "ins" || name == "moveTo");
}

}  // namespace

void WordStory::table(XmlReader& xml) {
  flush_code();
  if (merges_) writer_->end_block();
  merges_ = false;
  tables_.emplace_back();
  const bool was_inside = tables_.size() > 1;
  std::uint32_t columns = 0;
  bool has_header = false;
  bool has_begun = false;
  const std::size_t depth = xml.depth();
  const auto begin = [&] {
    if (std::exchange(has_begun, true)) return;
    // A single column only frames its content.
    tables_.back().is_layout = columns == 1 && !was_inside && !writer_->in_table();
    if (!tables_.back().is_layout) writer_->begin_table(has_header ? 1 : 0);
  };
  while (xml.next_in(depth)) {
    if (xml.event() != Event::kStart) continue;
    if (xml.is(Xmlns::kWord, "tblPr")) {
      const std::size_t inner = xml.depth();
      bool has_style_row = false;
      bool has_first_row = true;
      while (xml.next_in(inner)) {
        if (xml.event() != Event::kStart) continue;
        if (xml.name() == "tblStyle") {
          const WordStyles::Resolved& style = document_.styles.resolve(xml.value("val"));
          has_style_row = style.has_first_row;
          tables_.back().is_shaded = style.has_shading;
        } else if (xml.name() == "tblLook") {
          const auto first = xml.attribute("firstRow");
          if (first) {
            has_first_row = is_on(*first);
          } else {
            // The bit 0x20 of a hexadecimal number.
            const std::string_view value = xml.value("val");
            const char digit = value.size() >= 2 ? value[value.size() - 2] : '2';
            const int bits = digit >= '0' && digit <= '9' ? digit - '0' : (digit | 32) - 'a' + 10;
            has_first_row = (bits & 2) != 0;
          }
        } else if (xml.name() == "shd") {
          if (is_fill(xml.value("fill"))) tables_.back().is_shaded = true;
        } else if (xml.name() == "tblPrChange") {
          xml.skip();
        }
      }
      has_header = has_style_row && has_first_row;
    } else if (xml.is(Xmlns::kWord, "tblGrid")) {
      const std::size_t inner = xml.depth();
      while (xml.next_in(inner)) {
        if (xml.starts(Xmlns::kWord, "tblGridChange")) {
          xml.skip();
        } else if (xml.starts(Xmlns::kWord, "gridCol")) {
          ++columns;
        }
      }
    } else {
      begin();
      table_content(xml);
    }
  }
  begin();
  if (!tables_.back().is_layout) {
    writer_->end_table();
    for (const std::string& box : std::exchange(boxes_, {})) writer_->note_block(box);
  }
  tables_.pop_back();
}

/// Rows may stand in content controls and tracked changes.
void WordStory::table_content(XmlReader& xml) {
  if (xml.is(Xmlns::kWord, "tr")) return row(xml);
  if (!is_wrapper(xml)) return xml.skip();
  const std::size_t depth = xml.depth();
  while (xml.next_in(depth)) {
    if (xml.event() == Event::kStart) table_content(xml);
  }
}

void WordStory::row(XmlReader& xml) {
  const bool is_layout = tables_.back().is_layout;
  bool has_begun = false;
  bool is_change = false;
  bool is_deleted = false;
  bool is_header = false;
  std::uint32_t before = 0;
  std::string author;
  const std::size_t depth = xml.depth();
  const auto begin = [&] {
    if (std::exchange(has_begun, true)) return;
    if (is_layout) return;
    if (is_header && tables_.back().is_first_row) writer_->set_header_rows(1);
    writer_->begin_row();
    for (std::uint32_t i = 0; i < before; ++i) {
      writer_->begin_cell();
      writer_->end_cell();
    }
  };
  while (xml.next_in(depth)) {
    if (xml.event() != Event::kStart) continue;
    if (xml.is(Xmlns::kWord, "trPr")) {
      const std::size_t inner = xml.depth();
      while (xml.next_in(inner)) {
        if (xml.event() != Event::kStart) continue;
        const std::string_view name = xml.name();
        if (name == "tblHeader") {
          is_header = is_on(xml.value("val"));
        } else if (name == "gridBefore") {
          before = std::min(unsigned_value(xml.value("val")), kMaxSpan);
        } else if (name == "del" || name == "ins") {
          is_change = true;
          is_deleted = name == "del";
          author = xml.value("author");
        } else if (name == "trPrChange") {
          xml.skip();
        }
      }
      if (is_change) document_.review.count_change(author);
    } else if (is_deleted && !document_.review.marks_changes()) {
      skip_deleted(xml);
    } else {
      begin();
      if (is_change) changes_.push_back({is_deleted ? kDeleted : kInserted, author});
      row_content(xml);
      if (is_change) changes_.pop_back();
    }
  }
  if (!has_begun) return;
  Cells& cells = tables_.back();
  if (!is_layout) {
    // A first row all in bold heads its columns.
    if (cells.is_first_row && cells.is_bold && cells.filled >= 2) writer_->set_header_rows(1);
    writer_->end_row();
  }
  cells.is_first_row = false;
}

void WordStory::row_content(XmlReader& xml) {
  if (xml.is(Xmlns::kWord, "tc")) return cell(xml);
  if (!is_wrapper(xml)) return xml.skip();
  const std::size_t depth = xml.depth();
  while (xml.next_in(depth)) {
    if (xml.event() == Event::kStart) row_content(xml);
  }
}

void WordStory::cell(XmlReader& xml) {
  const std::size_t at = tables_.size() - 1;
  const bool is_layout = tables_[at].is_layout;
  const bool was_shaded = tables_[at].is_shaded;
  bool has_begun = false;
  bool is_covered = false;
  std::uint32_t columns = 1;
  tables_[at].sees_text = false;
  const std::size_t depth = xml.depth();
  const auto begin = [&] {
    if (!std::exchange(has_begun, true) && !is_layout) writer_->begin_cell(columns);
  };
  while (xml.next_in(depth)) {
    if (xml.event() != Event::kStart) continue;
    if (xml.is(Xmlns::kWord, "tcPr")) {
      const std::size_t inner = xml.depth();
      while (xml.next_in(inner)) {
        if (xml.event() != Event::kStart) continue;
        const std::string_view name = xml.name();
        if (name == "gridSpan") {
          columns = std::clamp(unsigned_value(xml.value("val")), 1U, kMaxSpan);
        } else if (name == "vMerge" || name == "hMerge") {
          is_covered |= xml.value("val") != "restart";
        } else if (name == "shd") {
          if (is_fill(xml.value("fill")) || xml.attribute("themeFill"))
            tables_[at].is_shaded = true;
        } else if (name == "tcPrChange") {
          xml.skip();
        } else if (name == "cellIns" || name == "cellDel") {
          document_.review.count_change(xml.value("author"));
        }
      }
    } else if (is_covered) {
      // What covered cells hold is not shown.
      xml.skip();
    } else {
      begin();
      block(xml);
    }
  }
  begin();
  merges_ = false;
  flush_code();
  if (!is_layout) {
    writer_->end_block();
    for (const std::string& box : std::exchange(boxes_, {})) writer_->note_block(box);
    writer_->end_cell();
  }
  if (tables_[at].sees_text) ++tables_[at].filled;
  tables_[at].is_shaded = was_shaded;
}

}  // namespace lectern
