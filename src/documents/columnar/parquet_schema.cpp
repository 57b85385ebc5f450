#include "documents/columnar/parquet_schema.h"

#include <algorithm>
#include <vector>

namespace lectern {
namespace {

constexpr std::size_t kMaxSchemaDepth = 48;
constexpr std::size_t kMostTypeText = 300;
constexpr std::uint64_t kMostElements = 100'000;

/// SECONDS do not exist in Parquet; a unit is a union of empty structures.
unsigned read_unit(ThriftReader& reader) {
  unsigned digits = 0;
  ThriftReader::Field unit;
  while (reader.next(unit)) {
    digits = static_cast<unsigned>(std::clamp(unit.id, 1, 3)) * 3;
    reader.skip(unit);
  }
  return digits;
}

struct SchemaElement {
  std::int64_t type = -1;
  std::int64_t width = 0;
  std::int64_t repetition = 0;
  std::string_view name;
  std::int64_t children = 0;
  std::int64_t converted = -1;
  std::int64_t scale = 0;
  std::int64_t precision = 0;
  std::int32_t logical = 0;
  ColumnarType detail;
};

/// The members of a logical type that has any: of decimals, times and integers.
void read_logical_detail(ThriftReader& reader, std::int32_t logical, ColumnarType& type) {
  ThriftReader::Field field;
  while (reader.next(field)) {
    if (logical == 5 && field.id == 1) {
      type.scale = static_cast<std::int32_t>(reader.integer(field));
    } else if (logical == 5 && field.id == 2) {
      type.precision = static_cast<std::int32_t>(reader.integer(field));
    } else if ((logical == 7 || logical == 8) && field.id == 1) {
      type.is_utc = reader.boolean(field);
    } else if ((logical == 7 || logical == 8) && field.id == 2 &&
               field.type == ThriftType::kStruct) {
      type.digits = read_unit(reader);
    } else if (logical == 10 && field.id == 1) {
      type.bits = static_cast<unsigned>(std::clamp<std::int64_t>(reader.integer(field), 8, 64));
    } else if (logical == 10 && field.id == 2) {
      type.kind = reader.boolean(field) ? ColumnarKind::kSigned : ColumnarKind::kUnsigned;
    } else {
      reader.skip(field);
    }
  }
}

SchemaElement read_element(ThriftReader& reader) {
  SchemaElement element;
  ThriftReader::Field field;
  while (reader.next(field)) {
    switch (field.id) {
      case 1:
        element.type = reader.integer(field);
        break;
      case 2:
        element.width = reader.integer(field);
        break;
      case 3:
        element.repetition = reader.integer(field);
        break;
      case 4:
        element.name = reader.binary(field);
        break;
      case 5:
        element.children = reader.integer(field);
        break;
      case 6:
        element.converted = reader.integer(field);
        break;
      case 7:
        element.scale = reader.integer(field);
        break;
      case 8:
        element.precision = reader.integer(field);
        break;
      case 10: {
        if (field.type != ThriftType::kStruct) {
          reader.skip(field);
          break;
        }
        ThriftReader::Field choice;
        while (reader.next(choice)) {
          element.logical = choice.id;
          if (choice.type == ThriftType::kStruct) {
            read_logical_detail(reader, choice.id, element.detail);
          } else {
            reader.skip(choice);
          }
        }
        break;
      }
      default:
        reader.skip(field);
    }
  }
  return element;
}

ColumnarType plain_type(ParquetType stored) {
  ColumnarType type;
  switch (stored) {
    case ParquetType::kBoolean:
      type.kind = ColumnarKind::kBoolean;
      break;
    case ParquetType::kInt32:
      type.kind = ColumnarKind::kSigned;
      type.bits = 32;
      break;
    case ParquetType::kInt64:
      type.kind = ColumnarKind::kSigned;
      break;
    case ParquetType::kInt96:
      type.kind = ColumnarKind::kInt96;
      break;
    case ParquetType::kFloat:
      type.kind = ColumnarKind::kFloat;
      break;
    case ParquetType::kDouble:
      type.kind = ColumnarKind::kDouble;
      break;
    case ParquetType::kByteArray:
      type.kind = ColumnarKind::kUnknown;
      break;
    case ParquetType::kFixedByteArray:
      type.kind = ColumnarKind::kBinary;
      break;
  }
  return type;
}

/// What the older annotation says, in terms of the newer one.
std::int32_t logical_of_converted(std::int64_t converted, ColumnarType& type) {
  const auto time = [&type](unsigned digits, std::int32_t logical) {
    type.digits = digits;
    type.is_utc = true;
    return logical;
  };
  switch (converted) {
    case 0:
      return 1;
    case 1:
    case 2:
      return 2;
    case 3:
      return 3;
    case 4:
      return 4;
    case 5:
      return 5;
    case 6:
      return 6;
    case 7:
      return time(3, 7);
    case 8:
      return time(6, 7);
    case 9:
      return time(3, 8);
    case 10:
      return time(6, 8);
    case 19:
      return 12;
    case 20:
      return 13;
    default:
      break;
  }
  if (converted >= 11 && converted <= 18) {
    const bool is_signed = converted >= 15;
    type.kind = is_signed ? ColumnarKind::kSigned : ColumnarKind::kUnsigned;
    type.bits = 8U << static_cast<unsigned>(converted - (is_signed ? 15 : 11));
    return 10;
  }
  return 0;
}

/// The meaning of a leaf. An annotation that cannot be of what is stored counts for nothing.
ColumnarType leaf_type(const SchemaElement& element, ParquetType stored, std::size_t width) {
  ColumnarType type = plain_type(stored);
  ColumnarType detail = element.detail;
  std::int32_t logical = element.logical;
  if (logical == 0) {
    logical = logical_of_converted(element.converted, detail);
    detail.scale = static_cast<std::int32_t>(std::clamp<std::int64_t>(element.scale, -1000, 1000));
    detail.precision =
        static_cast<std::int32_t>(std::clamp<std::int64_t>(element.precision, 0, 1000));
  }
  const bool is_integer = stored == ParquetType::kInt32 || stored == ParquetType::kInt64;
  const bool is_bytes = stored == ParquetType::kByteArray || stored == ParquetType::kFixedByteArray;
  const auto become = [&](ColumnarKind kind, bool may) {
    if (!may) return;
    type = detail;
    type.kind = kind;
  };
  switch (logical) {
    case 1:
    case 4:
    case 12:
      become(ColumnarKind::kText, is_bytes);
      break;
    case 5:
      become(ColumnarKind::kDecimal, is_integer || is_bytes);
      break;
    case 6:
      become(ColumnarKind::kDate, is_integer);
      break;
    case 7:
      become(ColumnarKind::kTime, is_integer);
      break;
    case 8:
      become(ColumnarKind::kTimestamp, is_integer);
      break;
    case 10:
      become(detail.kind, is_integer);
      break;
    case 11:
      become(ColumnarKind::kNull, true);
      break;
    case 13:
    case 17:
    case 18:
      become(ColumnarKind::kBinary, is_bytes);
      break;
    case 14:
      become(ColumnarKind::kUuid, is_bytes && width == 16);
      break;
    case 15:
      become(ColumnarKind::kHalf, is_bytes && width == 2);
      break;
    default:
      if (element.converted == 21) become(ColumnarKind::kInterval, is_bytes && width == 12);
  }
  return type;
}

}  // namespace

Result<void> read_parquet_schema(ParquetFooter& footer, ThriftReader& reader,
                                 const ThriftReader::Field& field, std::uint64_t offset) {
  ThriftType kind = ThriftType::kStop;
  const std::uint64_t count = reader.list(field, kind);
  if (count == 0 || kind != ThriftType::kStruct)
    return fail(ErrorCode::kCorruptDocument, {"the footer at byte {,} has no schema", offset});
  if (count > kMostElements) {
    return fail(ErrorCode::kLimitExceeded,
                {"the schema has {element}, the limit is {,}", count, kMostElements});
  }
  struct Open {
    std::uint32_t node;
    std::uint32_t left;
  };
  std::vector<Open> open;
  footer.nodes.reserve(static_cast<std::size_t>(count));
  for (std::uint32_t i = 0; i < count; ++i) {
    const SchemaElement element = read_element(reader);
    if (reader.has_failed()) {
      return fail(ErrorCode::kCorruptDocument,
                  {"the footer at byte {,}: element {,} of the schema cannot be read", offset, i});
    }
    ParquetNode node;
    node.name = element.name;
    node.is_optional = i > 0 && element.repetition == 1;
    node.is_repeated = i > 0 && element.repetition == 2;
    node.children = static_cast<std::uint32_t>(
        std::clamp<std::int64_t>(element.children, 0, static_cast<std::int64_t>(count)));
    node.leaf = static_cast<std::uint32_t>(footer.leaves.size());
    node.parent = open.empty() ? 0 : open.back().node;
    const ParquetNode parent = open.empty() ? ParquetNode() : footer.nodes[open.back().node];
    node.definition = parent.definition + (node.is_optional || node.is_repeated ? 1 : 0);
    node.repetition = parent.repetition + (node.is_repeated ? 1 : 0);
    if (i > 0 && open.empty()) {
      return fail(
          ErrorCode::kCorruptDocument,
          {"the footer at byte {,}: element {,} of the schema belongs to no group", offset, i});
    }
    if (open.size() >= kMaxSchemaDepth) {
      return fail(ErrorCode::kLimitExceeded,
                  {"the schema is nested more than {} deep, the limit", kMaxSchemaDepth});
    }
    if (open.size() == 1) footer.columns.push_back(i);
    if (!open.empty()) --open.back().left;
    const bool is_group = i == 0 || element.type < 0;
    if (is_group) {
      ColumnarType ignored;
      const std::int32_t logical =
          element.logical != 0 ? element.logical : logical_of_converted(element.converted, ignored);
      node.shape = logical == 2   ? ParquetShape::kMap
                   : logical == 3 ? ParquetShape::kList
                                  : ParquetShape::kGroup;
    } else {
      if (element.type > static_cast<std::int64_t>(ParquetType::kFixedByteArray)) {
        return fail(ErrorCode::kCorruptDocument,
                    {"the footer at byte {,}: column {} has the unknown type {}", offset,
                     parquet_name_text(element.name), element.type});
      }
      node.stored = static_cast<ParquetType>(element.type);
      node.width = static_cast<std::size_t>(
          std::clamp<std::int64_t>(element.width, 0, std::int64_t{1} << 30));
      node.type = leaf_type(element, node.stored, node.width);
      node.children = 0;
      footer.leaves.push_back(i);
    }
    footer.nodes.push_back(node);
    if (is_group && node.children > 0) open.push_back({i, node.children});
    while (!open.empty() && open.back().left == 0) {
      footer.nodes[open.back().node].end = i + 1;
      open.pop_back();
    }
    if (node.children == 0) footer.nodes.back().end = i + 1;
  }
  if (!open.empty()) {
    return fail(ErrorCode::kCorruptDocument,
                {"the footer at byte {,}: its schema ends within a group", offset});
  }
  return {};
}

std::string parquet_name_text(std::string_view name) { return columnar_name(name); }

std::string parquet_type_text(const ParquetFooter& footer, std::uint32_t index) {
  const ParquetNode& node = footer.nodes[index];
  std::string text;
  if (node.shape == ParquetShape::kLeaf) {
    text = node.type.kind == ColumnarKind::kBinary && node.stored == ParquetType::kFixedByteArray
               ? compose({"binary({})", node.width})
               : columnar_type_name(node.type);
  } else {
    // A list's and a map's own child says only that it repeats.
    std::uint32_t from = index;
    if (node.shape != ParquetShape::kGroup && node.children == 1 &&
        footer.nodes[index + 1].is_repeated && footer.nodes[index + 1].children > 0)
      from = index + 1;
    text = node.shape == ParquetShape::kList  ? "list<"
           : node.shape == ParquetShape::kMap ? "map<"
                                              : "struct<";
    const bool is_named = node.shape == ParquetShape::kGroup || footer.nodes[from].children > 2 ||
                          (node.shape == ParquetShape::kList && footer.nodes[from].children > 1);
    for (std::uint32_t child = from + 1; child < footer.nodes[from].end;
         child = footer.nodes[child].end) {
      if (child > from + 1) text += ", ";
      if (text.size() > kMostTypeText) {
        text += "…";
        break;
      }
      if (is_named) text += parquet_name_text(footer.nodes[child].name) + ": ";
      text += parquet_type_text(footer, child);
    }
    text += '>';
  }
  if (node.is_repeated && node.shape == ParquetShape::kLeaf) return "list<" + text + '>';
  return text;
}

}  // namespace lectern
