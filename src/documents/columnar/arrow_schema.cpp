#include "documents/columnar/arrow_schema.h"

#include <algorithm>
#include <deque>

namespace lectern {
namespace {

constexpr std::size_t kMaxFieldDepth = 48;
constexpr std::size_t kMostFields = 200'000;
constexpr std::size_t kMostArrowTypeText = 300;
constexpr std::size_t kMostArrowNotes = 1000;

unsigned digits_of_unit(std::int64_t unit) {
  return static_cast<unsigned>(std::clamp<std::int64_t>(unit, 0, 3)) * 3;
}

std::uint64_t bytes_of_bits(std::int64_t bits) {
  return static_cast<std::uint64_t>(std::clamp<std::int64_t>(bits, 0, 4096)) / 8;
}

/// What the union Type says. \returns false for types that are not known.
bool read_type(std::int64_t kind, const FlatTable& type, ArrowField& field) {
  const auto fixed = [&field](ColumnarKind as, std::uint64_t width) {
    field.layout = ArrowLayout::kFixed;
    field.type.kind = as;
    field.width = width;
    return width > 0;
  };
  const auto bytes = [&field](ArrowLayout layout, ColumnarKind as) {
    field.layout = layout;
    field.type.kind = as;
    return true;
  };
  const auto nested = [&field](ArrowLayout layout) {
    field.layout = layout;
    return true;
  };
  switch (kind) {
    case 1:
      return bytes(ArrowLayout::kNull, ColumnarKind::kNull);
    case 2:
      field.type.bits = static_cast<unsigned>(std::clamp<std::int64_t>(type.integer(0, 4), 8, 64));
      return fixed(type.boolean(1) ? ColumnarKind::kSigned : ColumnarKind::kUnsigned,
                   field.type.bits / 8);
    case 3: {
      const std::int64_t precision = type.integer(0, 2);
      return fixed(precision == 0   ? ColumnarKind::kHalf
                   : precision == 1 ? ColumnarKind::kFloat
                                    : ColumnarKind::kDouble,
                   precision == 0   ? 2
                   : precision == 1 ? 4
                                    : 8);
    }
    case 4:
      return bytes(ArrowLayout::kBytes, ColumnarKind::kBinary);
    case 5:
      return bytes(ArrowLayout::kBytes, ColumnarKind::kText);
    case 6:
      return bytes(ArrowLayout::kBits, ColumnarKind::kBoolean);
    case 7:
      field.type.precision = static_cast<std::int32_t>(type.integer(0, 4));
      field.type.scale = static_cast<std::int32_t>(type.integer(1, 4));
      field.type.is_little_endian = true;
      return fixed(ColumnarKind::kDecimal, bytes_of_bits(type.integer(2, 4, 128)));
    case 8:
      // In milliseconds, or in days.
      field.type.digits = type.integer(0, 2, 1) == 0 ? 0 : 3;
      return fixed(ColumnarKind::kDate, field.type.digits == 0 ? 4 : 8);
    case 9:
      field.type.digits = digits_of_unit(type.integer(0, 2, 1));
      return fixed(ColumnarKind::kTime, bytes_of_bits(type.integer(1, 4, 32)));
    case 10:
      field.type.digits = digits_of_unit(type.integer(0, 2));
      field.zone = columnar_name(type.text(1));
      field.type.is_utc = !field.zone.empty();
      return fixed(ColumnarKind::kTimestamp, 8);
    case 11: {
      const std::int64_t unit = type.integer(0, 2);
      if (unit == 0) return fixed(ColumnarKind::kMonths, 4);
      return fixed(ColumnarKind::kInterval, unit == 1 ? 8 : 16);
    }
    case 12:
      return nested(ArrowLayout::kList);
    case 13:
      return nested(ArrowLayout::kStruct);
    case 14: {
      const std::uint64_t count = type.size(1, 4);
      for (std::uint64_t i = 0; i < std::min<std::uint64_t>(count, 128); ++i)
        field.type_ids.push_back(static_cast<std::int32_t>(type.element_integer(1, i, 4, 0, 4)));
      return nested(type.integer(0, 2) == 0 ? ArrowLayout::kSparseUnion : ArrowLayout::kDenseUnion);
    }
    case 15:
      return fixed(ColumnarKind::kBinary,
                   static_cast<std::uint64_t>(std::max<std::int64_t>(type.integer(0, 4), 0)));
    case 16:
      field.width = static_cast<std::uint64_t>(std::max<std::int64_t>(type.integer(0, 4), 0));
      return nested(ArrowLayout::kFixedList);
    case 17:
      return nested(ArrowLayout::kMap);
    case 18:
      field.type.digits = digits_of_unit(type.integer(0, 2, 1));
      return fixed(ColumnarKind::kDuration, 8);
    case 19:
      return bytes(ArrowLayout::kLargeBytes, ColumnarKind::kBinary);
    case 20:
      return bytes(ArrowLayout::kLargeBytes, ColumnarKind::kText);
    case 21:
      return nested(ArrowLayout::kLargeList);
    case 22:
      return nested(ArrowLayout::kRuns);
    case 23:
      return bytes(ArrowLayout::kViews, ColumnarKind::kBinary);
    case 24:
      return bytes(ArrowLayout::kViews, ColumnarKind::kText);
    case 25:
      return nested(ArrowLayout::kListView);
    case 26:
      return nested(ArrowLayout::kLargeListView);
    default:
      return false;
  }
}

/// Whether a field's metadata names the extension type of UUIDs.
bool is_uuid(const FlatTable& field) {
  const std::uint64_t notes = std::min<std::uint64_t>(field.size(6, 4), 16);
  for (std::uint64_t i = 0; i < notes; ++i) {
    const FlatTable note = field.element(6, i);
    if (note.text(0) == "ARROW:extension:name" && note.text(1) == "arrow.uuid") return true;
  }
  return false;
}

/// Whether a field has as many children as its layout needs.
bool has_its_children(const ArrowField& field) {
  switch (field.layout) {
    case ArrowLayout::kList:
    case ArrowLayout::kLargeList:
    case ArrowLayout::kListView:
    case ArrowLayout::kLargeListView:
    case ArrowLayout::kFixedList:
    case ArrowLayout::kMap:
      return field.children.size() == 1;
    case ArrowLayout::kRuns:
      return field.children.size() == 2;
    default:
      return true;
  }
}

class SchemaReader {
 public:
  SchemaReader(ArrowSchema& schema, const bool& is_damaged, WorkBudget& budget)
      : schema_(schema), is_damaged_(is_damaged), budget_(budget) {}

  Result<void> read(const FlatTable& schema) {
    const std::uint64_t count = schema.size(1, 4);
    for (std::uint64_t i = 0; i < count; ++i) {
      LECTERN_TRY(const std::uint32_t at, add(schema.element(1, i), 1, false));
      schema_.columns.push_back(at);
    }
    schema_.record_fields = static_cast<std::uint32_t>(schema_.fields.size());
    while (!waiting_.empty()) {
      const Waiting next = waiting_.front();
      waiting_.pop_front();
      LECTERN_TRY(const std::uint32_t at, add(next.table, 1, true));
      schema_.fields[next.field].values = at;
      schema_.dictionaries.push_back({schema_.fields[next.field].dictionary, at});
    }
    std::stable_sort(schema_.dictionaries.begin(), schema_.dictionaries.end(),
                     [](const auto& a, const auto& b) { return a.id < b.id; });
    if (is_damaged_)
      return fail(ErrorCode::kCorruptDocument, "the schema of the Arrow file is damaged");
    return {};
  }

 private:
  struct Waiting {
    FlatTable table;
    std::uint32_t field;
  };

  Result<std::uint32_t> add(const FlatTable& table, std::size_t depth, bool is_value) {
    // A table may stand in several places, and so grow without bounds.
    if (depth > kMaxFieldDepth || schema_.fields.size() >= kMostFields) {
      return fail(ErrorCode::kLimitExceeded,
                  {"the schema has more than {,} fields or is nested more than {} deep, the limits",
                   std::uint64_t{kMostFields}, kMaxFieldDepth});
    }
    const std::string_view name = table.text(0);
    // Fields may share their name as well.
    constexpr std::uint64_t kNameWork = 200;
    LECTERN_CHECK(
        budget_.spend("the schema", 1 + std::min<std::uint64_t>(name.size(), 1000), kNameWork));
    const auto at = static_cast<std::uint32_t>(schema_.fields.size());
    ArrowField field;
    field.name = columnar_name(name);
    field.is_nullable = table.boolean(1);
    const std::int64_t kind = table.integer(2, 1) & 0xFF;
    const bool is_known = read_type(kind, table.table(3), field);
    const FlatTable dictionary = table.table(4);
    const bool is_indexed = dictionary && !is_value;
    if (is_damaged_ || !is_known) {
      return fail(is_known ? ErrorCode::kCorruptDocument : ErrorCode::kUnsupportedFormat,
                  {"field {} of the Arrow schema has the unknown type {}", field.name, kind});
    }
    if (field.type.kind == ColumnarKind::kBinary && field.width == 16 && is_uuid(table))
      field.type.kind = ColumnarKind::kUuid;
    if (is_indexed) {
      field.dictionary = dictionary.integer(0, 8);
      const FlatTable index = dictionary.table(1);
      const std::int64_t bits = index ? index.integer(0, 4) : 32;
      field.layout = ArrowLayout::kFixed;
      field.width = bytes_of_bits(std::clamp<std::int64_t>(bits, 8, 64));
      field.values = ~std::uint32_t{0};
      waiting_.push_back({table, at});
    }
    schema_.fields.push_back(field);
    if (is_indexed) return at;
    const std::uint64_t count = table.size(5, 4);
    for (std::uint64_t i = 0; i < count; ++i) {
      LECTERN_TRY(const std::uint32_t child, add(table.element(5, i), depth + 1, false));
      schema_.fields[at].children.push_back(child);
    }
    if (!has_its_children(schema_.fields[at])) {
      return fail(ErrorCode::kCorruptDocument,
                  {"field {} of the Arrow schema has {child}", field.name, count});
    }
    return at;
  }

  ArrowSchema& schema_;
  const bool& is_damaged_;
  WorkBudget& budget_;
  std::deque<Waiting> waiting_;
};

/// Gives arrays and buffers to a field and those below it.
class BatchReader {
 public:
  BatchReader(const ArrowSchema& schema, const FlatTable& record, bool is_version_4,
              ArrowBatch& batch)
      : schema_(schema),
        record_(record),
        is_version_4_(is_version_4),
        batch_(batch),
        nodes_(record.size(1, 16)),
        variadic_(record.size(4, 8)) {}

  bool take(std::uint32_t index) {
    const ArrowField& field = schema_.fields[index];
    if (node_ >= nodes_) return false;
    ArrowArray array;
    array.length = positive(record_.element_integer(1, node_, 16, 0, 8));
    array.nulls = positive(record_.element_integer(1, node_, 16, 8, 8));
    ++node_;
    array.buffer = buffer_;
    switch (field.layout) {
      case ArrowLayout::kNull:
      case ArrowLayout::kRuns:
        break;
      case ArrowLayout::kFixedList:
      case ArrowLayout::kStruct:
        buffer_ += 1;
        break;
      case ArrowLayout::kBits:
      case ArrowLayout::kFixed:
      case ArrowLayout::kList:
      case ArrowLayout::kLargeList:
      case ArrowLayout::kMap:
        buffer_ += 2;
        break;
      case ArrowLayout::kBytes:
      case ArrowLayout::kLargeBytes:
      case ArrowLayout::kListView:
      case ArrowLayout::kLargeListView:
        buffer_ += 3;
        break;
      case ArrowLayout::kViews:
        if (view_ >= variadic_) return false;
        array.variadic = static_cast<std::uint32_t>(std::min<std::uint64_t>(
            positive(record_.element_integer(4, view_++, 8, 0, 8)), batch_.buffers.size()));
        buffer_ += 2 + array.variadic;
        break;
      case ArrowLayout::kSparseUnion:
      case ArrowLayout::kDenseUnion:
        // Unions had a bitmap once.
        if (is_version_4_) ++buffer_;
        array.buffer = buffer_;
        buffer_ += field.layout == ArrowLayout::kSparseUnion ? 1 : 2;
        break;
    }
    if (buffer_ > batch_.buffers.size()) return false;
    batch_.arrays.push_back(array);
    for (const std::uint32_t child : field.children) {
      if (!take(child)) return false;
    }
    return true;
  }
  static std::uint64_t positive(std::int64_t value) {
    return value < 0 ? 0 : static_cast<std::uint64_t>(value);
  }

 private:
  const ArrowSchema& schema_;
  const FlatTable& record_;
  bool is_version_4_;
  ArrowBatch& batch_;
  std::uint64_t nodes_;
  std::uint64_t variadic_;
  std::uint64_t node_ = 0;
  std::uint64_t view_ = 0;
  std::uint32_t buffer_ = 0;
};

}  // namespace

Result<ArrowSchema> read_arrow_schema(const FlatTable& table, const bool& is_damaged,
                                      WorkBudget& budget) {
  if (table.integer(0, 2) != 0) {
    return fail(ErrorCode::kUnsupportedFormat,
                "the Arrow file is big-endian, which is not supported");
  }
  ArrowSchema schema;
  LECTERN_CHECK(SchemaReader(schema, is_damaged, budget).read(table));
  const std::uint64_t notes = std::min<std::uint64_t>(table.size(2, 4), kMostArrowNotes);
  for (std::uint64_t i = 0; i < notes; ++i) {
    const FlatTable note = table.element(2, i);
    schema.notes.emplace_back(columnar_name(note.text(0).substr(0, 100)), note.text(1).size());
  }
  return schema;
}

bool read_arrow_batch(const ArrowSchema& schema, const FlatTable& record, bool is_version_4,
                      std::uint32_t first, ArrowBatch& batch) {
  batch.rows = BatchReader::positive(record.integer(0, 8));
  const FlatTable compression = record.table(3);
  if (compression) batch.codec = static_cast<int>(compression.integer(0, 1));
  batch.first_field = first;
  const std::uint64_t buffers = record.size(2, 16);
  for (std::uint64_t i = 0; i < buffers; ++i) {
    ArrowBuffer buffer;
    buffer.offset = BatchReader::positive(record.element_integer(2, i, 16, 0, 8));
    buffer.size = BatchReader::positive(record.element_integer(2, i, 16, 8, 8));
    if (buffer.offset > batch.body_size || buffer.size > batch.body_size - buffer.offset)
      buffer.size = 0;
    batch.buffers.push_back(buffer);
  }
  BatchReader reader(schema, record, is_version_4, batch);
  // A batch may come before any schema, and a schema may have no fields.
  if (schema.fields.empty()) return true;
  if (first >= schema.record_fields) return first < schema.fields.size() && reader.take(first);
  for (const std::uint32_t column : schema.columns) {
    if (!reader.take(column)) return false;
  }
  return true;
}

std::string arrow_type_text(const ArrowSchema& schema, std::uint32_t index) {
  const ArrowField& field = schema.fields[index];
  if (field.values != 0) return compose({"dictionary<{}>", arrow_type_text(schema, field.values)});
  std::string name;
  switch (field.layout) {
    case ArrowLayout::kList:
    case ArrowLayout::kLargeList:
    case ArrowLayout::kListView:
    case ArrowLayout::kLargeListView:
      name = "list";
      break;
    case ArrowLayout::kFixedList:
      name = compose({"list({})", field.width});
      break;
    case ArrowLayout::kStruct:
      name = "struct";
      break;
    case ArrowLayout::kMap:
      name = "map";
      break;
    case ArrowLayout::kSparseUnion:
    case ArrowLayout::kDenseUnion:
      name = "union";
      break;
    case ArrowLayout::kRuns:
      return arrow_type_text(schema, field.children[1]);
    default:
      if (!field.zone.empty()) {
        std::string text = columnar_type_name(field.type);
        return text.replace(text.find("UTC"), 3, field.zone.substr(0, 40));
      }
      if (field.type.kind == ColumnarKind::kBinary && field.width > 0)
        return compose({"binary({})", field.width});
      return columnar_type_name(field.type);
  }
  const bool is_named = field.layout == ArrowLayout::kStruct ||
                        field.layout == ArrowLayout::kSparseUnion ||
                        field.layout == ArrowLayout::kDenseUnion;
  // A map's own child is the pair of key and value.
  const std::vector<std::uint32_t>& children = field.layout == ArrowLayout::kMap
                                                   ? schema.fields[field.children[0]].children
                                                   : field.children;
  name += '<';
  for (std::size_t i = 0; i < children.size(); ++i) {
    if (i > 0) name += ", ";
    if (name.size() > kMostArrowTypeText) {
      name += "…";
      break;
    }
    if (is_named) name += schema.fields[children[i]].name + ": ";
    name += arrow_type_text(schema, children[i]);
  }
  return name + '>';
}

}  // namespace lectern
