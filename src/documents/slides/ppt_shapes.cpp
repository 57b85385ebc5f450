#include "documents/slides/ppt_shapes.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

namespace lectern {
namespace {

constexpr int kMaxPptDepth = 40;
constexpr std::size_t kMaxPptShapes = 50'000;
constexpr std::uint16_t kLine = 20;
constexpr std::uint16_t kPictureFrame = 75;
constexpr std::uint32_t kTopGroup = 4;
/// A table has so many cells for each shape at most, and some more: those that others cover have
/// none.
constexpr std::size_t kPptCellsOfShape = 4;
constexpr std::size_t kMorePptCells = 64;

double signed_number(ByteSpan body, std::size_t offset) {
  return static_cast<double>(static_cast<std::int32_t>(ppt_u32(body, offset)));
}

/// Left, top, right, bottom.
SlideBox box_at(ByteSpan body) {
  return {signed_number(body, 0), signed_number(body, 4), signed_number(body, 8),
          signed_number(body, 12)};
}

/// Where a shape stands: on the slide, or among the coordinates of its group.
std::optional<SlideBox> anchor_of(const PptRecord& record) {
  if (record.body.size() >= 16) return box_at(record.body);
  if (record.body.size() < 8) return std::nullopt;
  const auto at = [&record](std::size_t i) {
    return static_cast<double>(static_cast<std::int16_t>(ppt_u16(record.body, i)));
  };
  return SlideBox{at(2), at(0), at(4), at(6)};
}

/// What a shape's properties say of it, and of the picture in it ([MS-ODRAW] 2.3.4, 2.3.23).
void read_shape_properties(const PptRecord& record, const std::vector<std::uint32_t>& pictures,
                           SlideShape& shape) {
  constexpr std::uint32_t kComplex = 0x8000;
  constexpr std::uint32_t kTableFlags = 0x39F;
  constexpr std::uint32_t kShapeFlags = 0x3BF;
  constexpr std::uint32_t kHidden = 0x20002;
  constexpr std::size_t kMaxAltBytes = 4'000;
  const auto cut = [](std::uint32_t value) {
    return std::clamp(static_cast<double>(static_cast<std::int32_t>(value)) / 65536, 0.0, 1.0);
  };
  std::uint64_t data = std::uint64_t{record.instance} * 6;
  for (std::size_t i = 0; i < record.instance && i * 6 + 6 <= record.body.size(); ++i) {
    const std::uint32_t id = ppt_u16(record.body, i * 6);
    const std::uint32_t value = ppt_u32(record.body, i * 6 + 2);
    const std::uint32_t property = id & 0x3FFF;
    if (property == 0x104 && (id & kComplex) == 0 && value > 0 && value <= pictures.size()) {
      shape.part = std::to_string(pictures[value - 1]);
    } else if (property == 0x100) {
      shape.crop.top = cut(value);
    } else if (property == 0x101) {
      shape.crop.bottom = cut(value);
    } else if (property == 0x102) {
      shape.crop.left = cut(value);
    } else if (property == 0x103) {
      shape.crop.right = cut(value);
    } else if (property == kTableFlags && (value & 1U) != 0) {
      shape.kind = SlideShape::Kind::kTable;
    } else if (property == kShapeFlags && (value & kHidden) == kHidden) {
      shape.is_hidden = true;
    }
    if ((id & kComplex) == 0) continue;
    if (property == 0x381 && data < record.body.size()) {
      const ByteSpan text = record.body.subspan(static_cast<std::size_t>(data));
      shape.alt = ppt_utf16(text.first(std::min<std::size_t>({value, text.size(), kMaxAltBytes})));
      shape.alt.resize(std::min(shape.alt.find('\0'), shape.alt.size()));
    }
    data += value;
  }
}

std::size_t index_in(std::vector<double>& edges, double edge) {
  return static_cast<std::size_t>(std::lower_bound(edges.begin(), edges.end(), edge) -
                                  edges.begin());
}

void sort_edges(std::vector<double>& edges) {
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
}

/// The cells of a table are shapes, and its lines are. A cell that spans others stands at its upper
/// left. \returns false when the group is no table.
bool make_table(SlideShape& group) {
  std::vector<double> lefts;
  std::vector<double> tops;
  for (const SlideShape& cell : group.children) {
    if (cell.kind == SlideShape::Kind::kConnector) continue;
    if (cell.kind != SlideShape::Kind::kText || !cell.box) return false;
    lefts.push_back(cell.box->left);
    tops.push_back(cell.box->top);
  }
  sort_edges(lefts);
  sort_edges(tops);
  const std::size_t most = kPptCellsOfShape * group.children.size() + kMorePptCells;
  if (lefts.empty() || lefts.size() > most / tops.size()) return false;
  group.table.rows.resize(tops.size());
  for (auto& row : group.table.rows) row.resize(lefts.size());
  for (SlideShape& cell : group.children) {
    if (cell.kind != SlideShape::Kind::kText) continue;
    SlideText& text =
        group.table.rows[index_in(tops, cell.box->top)][index_in(lefts, cell.box->left)].text;
    std::move(cell.text.begin(), cell.text.end(), std::back_inserter(text));
  }
  group.children.clear();
  return true;
}

bool is_shown(const SlideShape& shape) {
  switch (shape.kind) {
    case SlideShape::Kind::kText:
    case SlideShape::Kind::kConnector:
      return has_text(shape.text);
    case SlideShape::Kind::kGroup:
      return !shape.children.empty();
    default:
      return true;
  }
}

void keep_shown(std::vector<SlideShape>& shapes) {
  std::erase_if(shapes, [](const SlideShape& shape) { return !is_shown(shape); });
}

}  // namespace

std::vector<SlideShape> PptShapeReader::read(ByteSpan drawing) {
  std::vector<SlideShape> shapes;
  read_all(drawing, {}, shapes, 0);
  keep_shown(shapes);
  return shapes;
}

void PptShapeReader::read_all(ByteSpan body, const Place& place, std::vector<SlideShape>& shapes,
                              int depth) {
  for (const PptRecord& record : ppt_records(body)) {
    const bool is_shape = record.type == kArtShape;
    if (!is_shape && !(record.is_container && record.type >= 0xF000)) continue;
    if (depth > kMaxPptDepth || (is_shape && ++shape_count_ > kMaxPptShapes)) {
      ++lost_shapes_;
    } else if (is_shape) {
      shapes.push_back(read_shape(record.body, place));
    } else if (record.type == kArtGroup) {
      read_group(record.body, place, shapes, depth + 1);
    } else {
      read_all(record.body, place, shapes, depth + 1);
    }
  }
}

/// The first shape of a group stands for it.
void PptShapeReader::read_group(ByteSpan body, Place place, std::vector<SlideShape>& shapes,
                                int depth) {
  const PptRecord head = ppt_record(body, 0);
  bool is_group = false;
  bool is_top = false;
  SlideBox inner;
  for (const PptRecord& record : ppt_records(head.body)) {
    if (record.type == kArtShapeAtom) is_top = (ppt_u32(record.body, 4) & kTopGroup) != 0;
    if (record.type != kArtGroupAtom) continue;
    is_group = true;
    inner = box_at(record.body);
  }
  if (!is_group || is_top) return read_all(body, place, shapes, depth);
  SlideShape group = read_shape(head.body, place);
  const bool is_table = group.kind == SlideShape::Kind::kTable;
  group.kind = SlideShape::Kind::kGroup;
  if (group.box && inner.width() > 0 && inner.height() > 0) {
    place.scale_x = group.box->width() / inner.width();
    place.scale_y = group.box->height() / inner.height();
    place.shift_x = group.box->left - inner.left * place.scale_x;
    place.shift_y = group.box->top - inner.top * place.scale_y;
  }
  read_all(
      body.subspan(static_cast<std::size_t>(head.body.data() - body.data()) + head.body.size()),
      place, group.children, depth);
  if (is_table && make_table(group)) {
    group.kind = SlideShape::Kind::kTable;
  } else {
    keep_shown(group.children);
  }
  shapes.push_back(std::move(group));
}

SlideShape PptShapeReader::read_shape(ByteSpan body, const Place& place) {
  SlideShape shape;
  bool is_picture = false;
  PptRecord textbox;
  ByteSpan numbers;
  for (const PptRecord& record : ppt_records(body)) {
    if (record.type == kArtShapeAtom) {
      is_picture = record.instance == kPictureFrame;
      if (record.instance == kLine) shape.kind = SlideShape::Kind::kConnector;
      shape.id = ppt_u32(record.body, 0);
    } else if (record.type == kArtProperties || record.type == kArtMoreProperties) {
      read_shape_properties(record, sources_.pictures, shape);
    } else if (record.type == kArtClientAnchor || record.type == kArtChildAnchor) {
      if (auto box = anchor_of(record)) {
        shape.box = SlideBox{place.shift_x + place.scale_x * box->left,
                             place.shift_y + place.scale_y * box->top,
                             place.shift_x + place.scale_x * box->right,
                             place.shift_y + place.scale_y * box->bottom};
      }
    } else if (record.type == kArtTextbox) {
      textbox = record;
    } else if (record.type == kArtClientData) {
      read_client_data(record.body, shape, numbers);
    }
  }
  read_text(textbox, numbers, shape);
  if (!shape.detail.empty()) {
    shape.kind = SlideShape::Kind::kObject;
    if (!sources_.has_pictures) shape.part.clear();
  } else if (is_picture && !shape.part.empty() && sources_.has_pictures) {
    shape.kind = SlideShape::Kind::kPicture;
  } else if (is_picture) {
    ++lacking_pictures_;
  }
  return shape;
}

void PptShapeReader::read_text(const PptRecord& textbox, ByteSpan numbers, SlideShape& shape) {
  std::vector<PptText> texts;
  for (const PptRecord& record : ppt_records(textbox.body)) {
    if (record.type != kPptOutlineTextRef) {
      take_ppt_text(record, texts);
      continue;
    }
    const std::uint32_t place = ppt_u32(record.body, 0);
    if (place < outline_.size() && sources_.spend_text(outline_[place].text.size()))
      texts.push_back(outline_[place]);
  }
  for (PptText& text : texts) {
    if (text.type == 0 || text.type == 6) shape.placeholder = "title";
    text.numbers = numbers;
    SlideText paragraphs = ppt_paragraphs(text, marks_, room_);
    std::move(paragraphs.begin(), paragraphs.end(), std::back_inserter(shape.text));
  }
}

/// Its kind of placeholder, the object in it, and the numbers of its text.
void PptShapeReader::read_client_data(ByteSpan body, SlideShape& shape, ByteSpan& numbers) const {
  constexpr std::uint8_t kDate = 7;
  constexpr std::uint8_t kNumber = 8;
  constexpr std::uint8_t kFooter = 9;
  constexpr std::uint8_t kHeader = 10;
  for (const PptRecord& record : ppt_records(body)) {
    if (record.type == kPptPlaceholder && record.body.size() > 4) {
      const std::uint8_t type = record.body[4];
      shape.placeholder = type == kDate     ? "dt"
                          : type == kNumber ? "sldNum"
                          : type == kFooter ? "ftr"
                          : type == kHeader ? "hdr"
                                            : "obj";
    } else if (record.type == kPptObjectRef) {
      const auto found = sources_.objects.find(ppt_u32(record.body, 0));
      if (found != sources_.objects.end()) shape.detail = found->second;
    } else if (record.type == kPptTags) {
      for (const PptRecord& tag : ppt_records(record.body)) {
        for (const PptRecord& data : ppt_records(tag.body)) {
          if (data.type != kPptTagData) continue;
          const PptRecord inner = ppt_record(data.body, 0);
          if (inner.type == kPptStyleText9) numbers = inner.body;
        }
      }
    }
  }
}

}  // namespace lectern
