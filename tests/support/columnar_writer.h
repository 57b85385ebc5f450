// Parquet and Arrow files for tests, written field by field: Thrift's compact protocol, pages of
// plain and dictionary values, FlatBuffers.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/crc32.h"

namespace lectern::testing {

inline std::string le(std::uint64_t value, unsigned size) {
  std::string bytes;
  for (unsigned i = 0; i < size; ++i) bytes += static_cast<char>(value >> (8 * i));
  return bytes;
}

inline std::string varint(std::uint64_t value) {
  std::string bytes;
  for (; value > 127; value >>= 7) bytes += static_cast<char>(value | 128);
  return bytes + static_cast<char>(value);
}

/// A structure of Thrift; `finish` ends it.
class ThriftStruct {
 public:
  ThriftStruct& i(int id, std::int64_t value) {
    head(id, 6);
    bytes_ += number(value);
    return *this;
  }
  ThriftStruct& s(int id, std::string_view text) {
    head(id, 8);
    bytes_ += varint(text.size()) + std::string(text);
    return *this;
  }
  ThriftStruct& b(int id, bool value) {
    head(id, value ? 1 : 2);
    return *this;
  }
  ThriftStruct& t(int id, const ThriftStruct& value) {
    head(id, 12);
    bytes_ += value.finish();
    return *this;
  }
  /// \param type  of the elements: 6 for integers, 12 for structures
  ThriftStruct& l(int id, int type, const std::vector<std::string>& elements) {
    head(id, 9);
    bytes_ += static_cast<char>(0xF0 | type);
    bytes_ += varint(elements.size());
    for (const std::string& element : elements) bytes_ += element;
    return *this;
  }
  std::string finish() const { return bytes_ + '\0'; }
  static std::string number(std::int64_t value) {
    return varint(static_cast<std::uint64_t>(value) << 1 ^ static_cast<std::uint64_t>(value >> 63));
  }

 private:
  void head(int id, int type) {
    bytes_ += static_cast<char>((id - last_) << 4 | type);
    last_ = id;
  }
  std::string bytes_;
  int last_ = 0;
};

/// A run of one value, and values packed in bits, as levels and indexes of dictionaries are.
inline std::string run_of(std::uint64_t count, std::uint32_t value, unsigned width) {
  return varint(count << 1) + le(value, (width + 7) / 8);
}
inline std::string packed(const std::vector<std::uint32_t>& values, unsigned width) {
  const std::size_t groups = (values.size() + 7) / 8;
  std::string bytes(groups * width, '\0');
  for (std::size_t i = 0; i < values.size(); ++i) {
    for (unsigned bit = 0; bit < width; ++bit) {
      const std::size_t at = i * width + bit;
      if ((values[i] >> bit & 1) != 0)
        bytes[at / 8] = static_cast<char>(bytes[at / 8] | 1 << (at % 8));
    }
  }
  return varint(groups << 1 | 1) + bytes;
}
inline std::string with_size(std::string_view bytes) {
  return le(bytes.size(), 4) + std::string(bytes);
}

/// A leaf of the schema and its pages in each row group.
struct ParquetLeaf {
  ThriftStruct element;
  std::string path;
  int type = 2;
  std::vector<std::string> chunks = {};  ///< of each row group
  std::vector<std::int64_t> values = {};
  std::function<void(ThriftStruct&)> facts = {};  ///< of a chunk, from field 9 on
  int codec = 0;
  bool names_unpacked = true;  ///< else 0 stands for the size without compression
};

inline std::string data_page(std::string_view body, std::int64_t values, int encoding = 0,
                             std::optional<std::uint32_t> crc = std::nullopt,
                             std::optional<std::int64_t> unpacked = std::nullopt) {
  ThriftStruct header;
  header.i(1, 0)
      .i(2, unpacked.value_or(static_cast<std::int64_t>(body.size())))
      .i(3, static_cast<std::int64_t>(body.size()));
  if (crc) header.i(4, static_cast<std::int32_t>(*crc));
  header.t(5, ThriftStruct().i(1, values).i(2, encoding).i(3, 3).i(4, 3));
  return header.finish() + std::string(body);
}

inline std::string dictionary_page(std::string_view body, std::int64_t values) {
  const auto size = static_cast<std::int64_t>(body.size());
  return ThriftStruct()
             .i(1, 2)
             .i(2, size)
             .i(3, size)
             .t(7, ThriftStruct().i(1, values).i(2, 0))
             .finish() +
         std::string(body);
}

/// A file of these leaves. \param groups  elements of the schema that are no leaves stand in
/// `schema`, all in their order \param rows  of each row group
inline std::string parquet_file(const std::vector<std::string>& schema,
                                const std::vector<ParquetLeaf>& leaves,
                                const std::vector<std::int64_t>& rows) {
  std::string file = "PAR1";
  std::vector<std::string> groups;
  for (std::size_t group = 0; group < rows.size(); ++group) {
    std::vector<std::string> columns;
    for (const ParquetLeaf& leaf : leaves) {
      const auto at = static_cast<std::int64_t>(file.size());
      const auto size = static_cast<std::int64_t>(leaf.chunks[group].size());
      file += leaf.chunks[group];
      ThriftStruct facts;
      facts.i(1, leaf.type)
          .i(4, leaf.codec)
          .i(5, leaf.values.empty() ? rows[group] : leaf.values[group])
          .i(6, leaf.names_unpacked ? size : 0)
          .i(7, size)
          .i(9, at);
      if (leaf.facts) leaf.facts(facts);
      columns.push_back(ThriftStruct().i(2, at).t(3, facts).finish());
    }
    groups.push_back(ThriftStruct().l(1, 12, columns).i(2, 0).i(3, rows[group]).finish());
  }
  std::int64_t all = 0;
  for (const std::int64_t some : rows) all += some;
  const std::string note = ThriftStruct().s(1, "pandas").s(2, "{\"index_columns\": []}").finish();
  const std::string footer = ThriftStruct()
                                 .i(1, 1)
                                 .l(2, 12, schema)
                                 .i(3, all)
                                 .l(4, 12, groups)
                                 .l(5, 12, {note})
                                 .s(6, "a test")
                                 .finish();
  return file + footer + le(footer.size(), 4) + "PAR1";
}

/// FlatBuffers, written from the root on: what a table leads to stands behind it.
class FlatWriter {
 public:
  struct Slot {
    unsigned field;
    unsigned size;
    std::uint64_t value = 0;
  };
  /// \returns where the field `wanted` of the table stands
  std::vector<std::size_t> table(const std::vector<Slot>& slots) {
    unsigned most = 0;
    for (const Slot& slot : slots) most = std::max(most, slot.field + 1);
    std::vector<unsigned> offsets(most, 0);
    std::string body;
    std::vector<std::size_t> places;
    for (const Slot& slot : slots) {
      offsets[slot.field] = static_cast<unsigned>(4 + body.size());
      body += le(slot.value, slot.size);
    }
    const std::size_t start = bytes_.size();
    bytes_ += le(4 + 2 * most, 2) + le(4 + body.size(), 2);
    for (const unsigned offset : offsets) bytes_ += le(offset, 2);
    at_ = bytes_.size();
    bytes_ += le(at_ - start, 4) + body;
    for (const Slot& slot : slots) places.push_back(at_ + offsets[slot.field]);
    return places;
  }
  /// Makes the offset at `place` lead to the table that was written last, or to what comes next.
  void lead_to_table(std::size_t place) { put(place, at_ - place); }
  void lead_here(std::size_t place) { put(place, bytes_.size() - place); }
  void raw(std::string_view bytes) { bytes_ += bytes; }
  void text(std::size_t place, std::string_view text) {
    lead_here(place);
    bytes_ += le(text.size(), 4) + std::string(text) + '\0';
  }
  /// A vector of offsets. \returns their places
  std::vector<std::size_t> vector(std::size_t place, std::size_t count) {
    lead_here(place);
    bytes_ += le(count, 4);
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < count; ++i) {
      places.push_back(bytes_.size());
      bytes_ += le(0, 4);
    }
    return places;
  }
  std::string finish() {
    bytes_.resize((bytes_.size() + 7) / 8 * 8);
    return bytes_;
  }

 private:
  void put(std::size_t place, std::size_t offset) { bytes_.replace(place, 4, le(offset, 4)); }
  std::string bytes_ = std::string(4, '\0');
  std::size_t at_ = 0;
};

struct ArrowColumn {
  std::string name;
  bool is_text = false;       ///< else int32
  std::string validity = {};  ///< "" when all are valid
  std::string offsets = {};   ///< of texts
  std::string data = {};
  bool is_dictionary = false;  ///< of texts, whose indexes are `data`
};

/// A schema as message or in a footer: the table itself goes to `place`.
inline void write_arrow_schema(FlatWriter& flat, std::size_t place,
                               const std::vector<ArrowColumn>& columns) {
  const auto schema = flat.table({{1, 4}});
  flat.lead_to_table(place);
  const auto fields = flat.vector(schema[0], columns.size());
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const ArrowColumn& column = columns[i];
    const bool is_text = column.is_text || column.is_dictionary;
    std::vector<FlatWriter::Slot> slots = {{0, 4}, {1, 1, 1}, {2, 1, is_text ? 5U : 2U}, {3, 4}};
    if (column.is_dictionary) slots.push_back({4, 4});
    const auto field = flat.table(slots);
    flat.lead_to_table(fields[i]);
    flat.text(field[0], column.name);
    if (is_text) {
      flat.table({});
    } else {
      flat.table({{0, 4, 32}, {1, 1, 1}});
    }
    flat.lead_to_table(field[3]);
    if (column.is_dictionary) {
      flat.table({{0, 8, 7}});
      flat.lead_to_table(field[4]);
    }
  }
}

inline std::string arrow_message(std::string_view metadata, std::string_view body) {
  return le(0xFFFFFFFF, 4) + le(metadata.size(), 4) + std::string(metadata) + std::string(body);
}

inline std::string arrow_schema(const std::vector<ArrowColumn>& columns) {
  FlatWriter flat;
  const auto message = flat.table({{0, 2, 4}, {1, 1, 1}, {2, 4}, {3, 8, 0}});
  flat.lead_to_table(0);
  write_arrow_schema(flat, message[2], columns);
  return arrow_message(flat.finish(), "");
}

/// A record batch, or the dictionary with the number 7.
inline std::string arrow_batch(const std::vector<ArrowColumn>& columns, std::int64_t rows,
                               bool is_dictionary = false) {
  std::string body;
  std::string buffers;
  std::string nodes;
  std::size_t count = 0;
  const auto add = [&](std::string_view bytes) {
    buffers += le(body.size(), 8) + le(bytes.size(), 8);
    body += bytes;
    body.resize((body.size() + 7) / 8 * 8);
    ++count;
  };
  for (const ArrowColumn& column : columns) {
    nodes += le(static_cast<std::uint64_t>(rows), 8) + le(column.validity.empty() ? 0 : 1, 8);
    add(column.validity);
    if (column.is_text) add(column.offsets);
    add(column.data);
  }
  FlatWriter flat;
  const auto message =
      flat.table({{0, 2, 4}, {1, 1, is_dictionary ? 2U : 3U}, {2, 4}, {3, 8, body.size()}});
  flat.lead_to_table(0);
  std::size_t place = message[2];
  if (is_dictionary) {
    const auto dictionary = flat.table({{0, 8, 7}, {1, 4}});
    flat.lead_to_table(place);
    place = dictionary[1];
  }
  const auto batch = flat.table({{0, 8, static_cast<std::uint64_t>(rows)}, {1, 4}, {2, 4}});
  flat.lead_to_table(place);
  flat.lead_here(batch[1]);
  flat.raw(le(columns.size(), 4) + nodes);
  flat.lead_here(batch[2]);
  flat.raw(le(count, 4) + buffers);
  return arrow_message(flat.finish(), body);
}

/// A file of messages. \param dictionaries  how many of `batches` are
inline std::string arrow_file(const std::vector<ArrowColumn>& columns,
                              const std::vector<std::string>& batches,
                              std::size_t dictionaries = 0) {
  std::string file = std::string("ARROW1\0\0", 8) + arrow_schema(columns);
  std::vector<std::string> blocks;
  for (const std::string& batch : batches) {
    const std::string size = batch.substr(4, 4);
    std::size_t metadata = 8;
    for (std::size_t i = 4; i > 0; --i)
      metadata += static_cast<std::size_t>(static_cast<unsigned char>(size[i - 1]))
                  << (8 * (i - 1));
    blocks.push_back(le(file.size(), 8) + le(metadata, 8) + le(batch.size() - metadata, 8));
    file += batch;
  }
  FlatWriter flat;
  const auto footer = flat.table({{0, 2, 4}, {1, 4}, {2, 4}, {3, 4}});
  flat.lead_to_table(0);
  write_arrow_schema(flat, footer[1], columns);
  for (const bool is_dictionary : {true, false}) {
    const std::size_t from = is_dictionary ? 0 : dictionaries;
    const std::size_t end = is_dictionary ? dictionaries : blocks.size();
    flat.lead_here(footer[is_dictionary ? 2 : 3]);
    flat.raw(le(end - from, 4));
    for (std::size_t i = from; i < end; ++i) flat.raw(blocks[i]);
  }
  const std::string bytes = flat.finish();
  return file + le(0xFFFFFFFF, 4) + le(0, 4) + bytes + le(bytes.size(), 4) + "ARROW1";
}

inline std::string int32s(const std::vector<std::int32_t>& values) {
  std::string bytes;
  for (const std::int32_t value : values) bytes += le(static_cast<std::uint32_t>(value), 4);
  return bytes;
}

}  // namespace lectern::testing
