#include "documents/slides/slide_writer.h"

#include <algorithm>
#include <utility>

#include "base/format.h"

namespace lectern {
namespace {

constexpr std::size_t kMaxConnectors = 2'000;
constexpr std::size_t kMaxLabelBytes = 300;

std::string roman(std::uint32_t number) {
  constexpr std::pair<std::uint32_t, std::string_view> kDigits[] = {
      {1000, "m"}, {900, "cm"}, {500, "d"}, {400, "cd"}, {100, "c"}, {90, "xc"}, {50, "l"},
      {40, "xl"},  {10, "x"},   {9, "ix"},  {5, "v"},    {4, "iv"},  {1, "i"}};
  std::string text;
  for (const auto& [value, digits] : kDigits) {
    for (; number >= value && text.size() < 40; number -= value) text += digits;
  }
  return text;
}

std::string letters(std::uint32_t number) {
  std::string text;
  for (; number > 0; number = (number - 1) / 26)
    text.insert(text.begin(), static_cast<char>('a' + (number - 1) % 26));
  return text;
}

std::string upper(std::string text) {
  for (char& c : text) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return text;
}

/// Emphasis that all of a paragraph has sets nothing off.
TextStyle common_emphasis(const SlideParagraph& paragraph) {
  TextStyle common = kBold | kItalic;
  for (const SlideRun& run : paragraph.runs) {
    if (run.kind == SlideRun::Kind::kText && run.text.find_first_not_of(" \t") != run.text.npos)
      common &= run.style;
  }
  return common;
}

void collect_connectors(const std::vector<SlideShape>& shapes,
                        std::vector<const SlideShape*>& connectors) {
  for (const SlideShape& shape : shapes) {
    if (shape.kind == SlideShape::Kind::kConnector && shape.from != 0 && shape.to != 0 &&
        connectors.size() < kMaxConnectors)
      connectors.push_back(&shape);
    collect_connectors(shape.children, connectors);
  }
}

void collect_labels(const std::vector<SlideShape>& shapes,
                    std::map<std::uint64_t, std::string>& labels) {
  for (const SlideShape& shape : shapes) {
    if (shape.kind != SlideShape::Kind::kConnector && shape.id != 0) {
      if (std::string line = line_of(shape.text); !line.empty() && line.size() <= kMaxLabelBytes)
        labels.emplace(shape.id, std::move(line));
    }
    collect_labels(shape.children, labels);
  }
}

}  // namespace

std::string bullet_number(std::uint32_t number, std::string_view format) {
  std::string text;
  if (format.starts_with("roman")) {
    text = roman(number);
    if (format.starts_with("romanUc")) text = upper(text);
  } else if (format.starts_with("alpha")) {
    text = letters(number);
    if (format.starts_with("alphaUc")) text = upper(text);
  } else {
    text = compose({"{}", number});
  }
  if (format.ends_with("ParenBoth")) return "(" + text + ")";
  if (format.ends_with("ParenR")) return text + ")";
  if (format.ends_with("Plain")) return text;
  return text + ".";
}

void SlideWriter::write(const std::vector<SlideShape>& shapes,
                        const std::optional<SlideBox>& page) {
  page_ = page;
  write_all(shapes);
  write_connectors(shapes);
}

void SlideWriter::write_all(const std::vector<SlideShape>& shapes) {
  bool had_title = false;
  for (const SlideShape& shape : shapes) {
    if (shape.is_title() && !had_title) {
      had_title = true;
      continue;
    }
    write_shape(shape);
  }
}

bool SlideWriter::is_outside(const SlideShape& shape) const {
  if (!page_ || !shape.box) return false;
  const SlideBox& box = *shape.box;
  const double reach = shape.is_turned ? box.width() + box.height() : 0;
  return box.right + reach < page_->left || box.left - reach > page_->right ||
         box.bottom + reach < page_->top || box.top - reach > page_->bottom;
}

void SlideWriter::write_shape(const SlideShape& shape) {
  if (shape.kind == SlideShape::Kind::kGroup) {
    if (shape.is_hidden) {
      ++counts_.hidden_shapes;
      writer_.note_block("(hidden group:)");
    }
    return write_all(shape.children);
  }
  if (shape.kind == SlideShape::Kind::kText && !has_text(shape.text)) return;
  if (shape.kind == SlideShape::Kind::kConnector && !has_text(shape.text)) return;
  if (shape.is_hidden) {
    ++counts_.hidden_shapes;
    writer_.note_block("(hidden:)");
  } else if (is_outside(shape)) {
    ++counts_.outside_shapes;
    writer_.note_block("(outside of the slide:)");
  }
  switch (shape.kind) {
    case SlideShape::Kind::kText:
    case SlideShape::Kind::kConnector:
      write_text(shape.text, shape.link);
      break;
    case SlideShape::Kind::kPicture:
      write_picture(shape);
      break;
    case SlideShape::Kind::kTable:
      write_table(shape.table);
      break;
    case SlideShape::Kind::kChart:
      if (const std::optional<Chart> chart = parts_.chart(shape)) {
        write_chart(*chart, shape.alt, writer_);
      } else {
        writer_.note_block("[Chart: not readable]");
      }
      break;
    case SlideShape::Kind::kDiagram:
      write_diagram(parts_.diagram(shape), shape.alt, writer_);
      break;
    case SlideShape::Kind::kObject:
    case SlideShape::Kind::kMedia:
      write_object(shape);
      break;
    case SlideShape::Kind::kGroup:
      break;
  }
}

void SlideWriter::write_text(const SlideText& text, std::string_view link) {
  numbers_.fill(0);
  counted_.clear();
  for (const SlideParagraph& paragraph : text) write_paragraph(paragraph, link);
  writer_.end_block();
}

void SlideWriter::write_paragraph(const SlideParagraph& paragraph, std::string_view link) {
  const bool is_empty = std::none_of(
      paragraph.runs.begin(), paragraph.runs.end(),
      [](const SlideRun& run) { return run.text.find_first_not_of(" \t\n\r") != run.text.npos; });
  if (is_empty) return;
  const std::size_t level = std::min<std::size_t>(paragraph.level, kBulletLevels - 1);
  for (std::size_t i = level + 1; i < kBulletLevels; ++i) numbers_[i] = 0;
  const Bullet& bullet = paragraph.bullet;
  if (bullet.kind == Bullet::Kind::kNumber) {
    counted_.resize(kBulletLevels);
    // Another format or start begins anew.
    if (std::exchange(counted_[level], bullet) != bullet) numbers_[level] = 0;
    numbers_[level] = numbers_[level] == 0 ? std::max(bullet.start, 1U) : numbers_[level] + 1;
    writer_.begin_item(static_cast<unsigned>(level), bullet_number(numbers_[level], bullet.format));
  } else {
    numbers_[level] = 0;
    if (bullet.kind == Bullet::Kind::kMark) {
      writer_.begin_item(static_cast<unsigned>(level), "");
    } else {
      writer_.begin_paragraph();
    }
  }
  const auto dropped = static_cast<TextStyle>(~common_emphasis(paragraph));
  std::string_view open;
  for (const SlideRun& run : paragraph.runs) {
    const std::string_view target = run.link.empty() ? link : std::string_view(run.link);
    if (target != open) {
      if (!open.empty()) writer_.end_link();
      if (!target.empty()) writer_.begin_link(target);
      open = target;
    }
    switch (run.kind) {
      case SlideRun::Kind::kText:
        writer_.text(run.text, run.style & dropped);
        break;
      case SlideRun::Kind::kBreak:
        writer_.line_break();
        break;
      case SlideRun::Kind::kMath:
        writer_.math(run.text);
        break;
    }
  }
  if (!open.empty()) writer_.end_link();
}

void SlideCounts::add(const SlideCounts& of_slide) {
  hidden_slides += of_slide.hidden_slides;
  hidden_shapes += of_slide.hidden_shapes;
  outside_shapes += of_slide.outside_shapes;
}

void SlideCounts::tell(DocumentInfo& info, std::vector<std::string>& warnings) const {
  if (hidden_slides + hidden_shapes > 0) {
    info.hidden_count = hidden_slides + hidden_shapes;
    std::string hidden;
    if (hidden_slides > 0) hidden = counted(hidden_slides, "slide");
    if (hidden_shapes > 0)
      append_to(hidden, {"{}{shape}", hidden.empty() ? "" : " and ", hidden_shapes});
    add_to(warnings, {"hidden in the presentation, and marked here: {}", hidden});
  }
  if (outside_shapes > 0)
    add_to(warnings, {"{shape} outside of the slide, marked here", outside_shapes});
}

void SlideFooters::take(std::vector<SlideShape>& shapes) {
  taken_.clear();
  std::erase_if(shapes, [this](SlideShape& shape) {
    const std::string_view type = shape.placeholder;
    if (type == "sldNum") return true;
    if (type != "ftr" && type != "dt" && type != "hdr") return false;
    taken_.push_back(std::move(shape));
    return true;
  });
}

void SlideFooters::add(std::string placeholder, std::string text) {
  SlideShape shape;
  shape.placeholder = std::move(placeholder);
  shape.text.emplace_back().runs.push_back({SlideRun::Kind::kText, kPlain, std::move(text)});
  taken_.push_back(std::move(shape));
}

void SlideFooters::write(SlideWriter& writer) {
  for (const SlideShape& footer : taken_) {
    std::string line = line_of(footer.text);
    std::string& last = last_[footer.placeholder];
    if (line == last) continue;
    last = std::move(line);
    writer.write_text(footer.text);
  }
}

std::string title_of(const std::vector<SlideShape>& shapes) {
  for (const SlideShape& shape : shapes) {
    if (shape.is_title()) return line_of(shape.text);
  }
  return {};
}

void SlideWriter::write_table(const SlideTable& table) {
  writer_.begin_table(table.header_rows);
  for (const auto& row : table.rows) {
    writer_.begin_row();
    for (const SlideCell& cell : row) {
      writer_.begin_cell(cell.columns);
      if (!cell.is_covered) write_text(cell.text);
      writer_.end_cell();
    }
    writer_.end_row();
  }
  writer_.end_table();
}

void SlideWriter::write_picture(const SlideShape& shape) {
  writer_.begin_paragraph();
  if (!shape.part.empty()) {
    const std::string mark = parts_.pictures().mark(shape.part, shape.alt, shape.crop);
    writer_.raw(mark);
  } else {
    std::string text = "[Picture outside of the file";
    if (!shape.link.empty()) append_to(text, {": {}", MarkdownWriter::escaped(shape.link)});
    if (!shape.alt.empty()) append_to(text, {": \"{}\"", MarkdownWriter::escaped(shape.alt)});
    writer_.raw(text + ']');
  }
  writer_.end_block();
  if (has_text(shape.text)) write_text(shape.text);
}

void SlideWriter::write_object(const SlideShape& shape) {
  const bool is_media = shape.kind == SlideShape::Kind::kMedia;
  std::string text = is_media ? "[Media" : "[Embedded object";
  const std::string& file = is_media ? shape.detail : shape.link;
  if (!is_media && !shape.detail.empty())
    append_to(text, {", {}", MarkdownWriter::escaped(shape.detail)});
  if (!file.empty()) append_to(text, {": {}", MarkdownWriter::escaped(file)});
  if (const auto size = parts_.size_of(file)) append_to(text, {", {}", human_size(*size)});
  if (!shape.alt.empty()) append_to(text, {", \"{}\"", MarkdownWriter::escaped(shape.alt)});
  writer_.note_block(text + ']');
  if (shape.part.empty()) return;
  writer_.begin_paragraph();
  writer_.raw(parts_.pictures().mark(shape.part, ""));
  writer_.end_block();
}

/// The arrows of a drawing whose both ends are fastened to shapes with text.
void SlideWriter::write_connectors(const std::vector<SlideShape>& shapes) {
  std::vector<const SlideShape*> connectors;
  collect_connectors(shapes, connectors);
  std::map<std::uint64_t, std::string> labels;
  if (!connectors.empty()) collect_labels(shapes, labels);
  bool any = false;
  for (const SlideShape* connector : connectors) {
    const auto from = labels.find(connector->from);
    const auto to = labels.find(connector->to);
    if (from == labels.end() || to == labels.end()) continue;
    if (!any) writer_.note_block("Connections:");
    any = true;
    std::string_view arrow = " — ";
    if (connector->arrow_at_start && connector->arrow_at_end) {
      arrow = " ↔ ";
    } else if (connector->arrow_at_end) {
      arrow = " → ";
    } else if (connector->arrow_at_start) {
      arrow = " ← ";
    }
    writer_.begin_item(0, "");
    writer_.text(from->second);
    writer_.text(arrow);
    writer_.text(to->second);
  }
  writer_.end_block();
}

}  // namespace lectern
