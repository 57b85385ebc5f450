#include "documents/slides/slide_layout.h"

#include <algorithm>
#include <utility>

#include "documents/slides/drawing_text.h"
#include "documents/slides/slide_shapes.h"

namespace lectern {
namespace {

constexpr std::size_t kMaxLayouts = 2'000;
constexpr std::size_t kMaxLayoutBytes = std::size_t{16} << 20;
/// Each shape of a slide looks for its own among them.
constexpr std::size_t kMaxPlaceholders = 1'000;

bool is_title_type(std::string_view type) { return type == "title" || type == "ctrTitle"; }

/// Types that a master has one of.
std::string_view master_type(std::string_view type) {
  if (is_title_type(type)) return "title";
  if (type == "dt" || type == "ftr" || type == "sldNum" || type == "hdr") return type;
  return "body";
}

void flatten(std::vector<SlideShape>& shapes, std::vector<SlideShape>& placeholders,
             std::vector<SlideShape>& shown) {
  for (SlideShape& shape : shapes) {
    if (!shape.placeholder.empty()) {
      if (placeholders.size() < kMaxPlaceholders) placeholders.push_back(std::move(shape));
    } else if (shape.kind == SlideShape::Kind::kGroup) {
      flatten(shape.children, placeholders, shown);
    } else if (has_text(shape.text)) {
      shown.push_back(std::move(shape));
    }
  }
}

const SlideShape* find_in_layout(const SlideLayout& layout, const SlideShape& shape) {
  for (const SlideShape& other : layout.placeholders) {
    if (is_title_type(shape.placeholder) && is_title_type(other.placeholder)) return &other;
    if (other.placeholder_index == shape.placeholder_index && !is_title_type(other.placeholder) &&
        !is_title_type(shape.placeholder))
      return &other;
  }
  for (const SlideShape& other : layout.placeholders) {
    if (other.placeholder == shape.placeholder) return &other;
  }
  return nullptr;
}

const SlideShape* find_in_master(const SlideMaster& master, std::string_view type) {
  const auto found = std::find_if(
      master.placeholders.begin(), master.placeholders.end(),
      [type](const SlideShape& other) { return master_type(other.placeholder) == type; });
  return found == master.placeholders.end() ? nullptr : &*found;
}

void take_bullet(Bullet& bullet, const LevelBullets& from, std::uint32_t level) {
  if (bullet.kind == Bullet::Kind::kInherited && level < from.size()) bullet = from[level];
}

}  // namespace

/// Reads a layout or a master: `take` gets each element that starts. \returns the part's links, or
/// nothing when it cannot be read.
template <typename Take>
std::optional<Relationships> SlideLayouts::read(const std::string& part, Take take) {
  auto reader = package_.xml(part);
  if (!reader) {
    package_.warn(part, reader.error());
    return std::nullopt;
  }
  XmlReader& xml = ***reader;
  SlideShapeReader shapes(xml, package_, part);
  while (xml.next() != XmlReader::Event::kDone) {
    if (xml.event() == XmlReader::Event::kStart) take(xml, shapes);
  }
  if (xml.error()) package_.warn(part, *xml.error());
  taken_ += shapes.room().taken;
  return shapes.links();
}

bool SlideLayouts::has_room() {
  if (layouts_.size() + masters_.size() < kMaxLayouts && taken_ < kMaxLayoutBytes) return true;
  package_.warn({"the layouts and masters are too many or too large: some are left out"});
  return false;
}

std::shared_ptr<const SlideMaster> SlideLayouts::master(const std::string& part) {
  if (const auto found = masters_.find(part); found != masters_.end()) return found->second;
  if (part.empty() || !has_room()) return nullptr;
  auto& entry = masters_[part];
  auto master = std::make_shared<SlideMaster>();
  const auto links = read(part, [&](XmlReader& xml, SlideShapeReader& shapes) {
    if (xml.name() == "spTree") {
      std::vector<SlideShape> tree = shapes.read_tree();
      flatten(tree, master->placeholders, master->shown);
    } else if (xml.name() == "titleStyle") {
      read_level_bullets(xml, master->title);
    } else if (xml.name() == "bodyStyle") {
      read_level_bullets(xml, master->body);
    } else if (xml.name() == "otherStyle") {
      read_level_bullets(xml, master->other);
    }
  });
  if (!links) return nullptr;
  entry = master;
  return master;
}

std::shared_ptr<const SlideLayout> SlideLayouts::layout(const std::string& part) {
  if (const auto found = layouts_.find(part); found != layouts_.end()) return found->second;
  if (part.empty() || !has_room()) return nullptr;
  auto& entry = layouts_[part];
  auto layout = std::make_shared<SlideLayout>();
  const auto links = read(part, [&](XmlReader& xml, SlideShapeReader& shapes) {
    if (xml.name() == "sldLayout") {
      layout->shows_master_shapes = xml.value("showMasterSp") != "0";
    } else if (xml.name() == "spTree") {
      std::vector<SlideShape> tree = shapes.read_tree();
      flatten(tree, layout->placeholders, layout->shown);
    }
  });
  if (!links) return nullptr;
  for (const Relationship& relationship : *links) {
    if (relationship.type == "slideMaster") layout->master_part = relationship.target;
  }
  layout->master = master(layout->master_part);
  entry = layout;
  return layout;
}

void inherit(std::vector<SlideShape>& shapes, const SlideLayout* layout) {
  for (SlideShape& shape : shapes) {
    inherit(shape.children, layout);
    const SlideMaster* master = layout == nullptr ? nullptr : layout->master.get();
    const bool is_placeholder = !shape.placeholder.empty();
    const SlideShape* from_layout =
        is_placeholder && layout != nullptr ? find_in_layout(*layout, shape) : nullptr;
    const std::string_view type =
        master_type(from_layout != nullptr && shape.placeholder == "obj" ? from_layout->placeholder
                                                                         : shape.placeholder);
    const SlideShape* from_master =
        is_placeholder && master != nullptr ? find_in_master(*master, type) : nullptr;
    if (!shape.box && from_layout != nullptr) shape.box = from_layout->box;
    if (!shape.box && from_master != nullptr) shape.box = from_master->box;
    for (SlideParagraph& paragraph : shape.text) {
      Bullet& bullet = paragraph.bullet;
      take_bullet(bullet, shape.bullets, paragraph.level);
      if (from_layout != nullptr) take_bullet(bullet, from_layout->bullets, paragraph.level);
      if (from_master != nullptr) take_bullet(bullet, from_master->bullets, paragraph.level);
      if (master != nullptr) {
        take_bullet(bullet,
                    !is_placeholder   ? master->other
                    : type == "title" ? master->title
                    : type == "body"  ? master->body
                                      : master->other,
                    paragraph.level);
      }
      if (bullet.kind == Bullet::Kind::kInherited) bullet.kind = Bullet::Kind::kNone;
    }
  }
}

}  // namespace lectern
