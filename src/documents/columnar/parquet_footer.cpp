#include "documents/columnar/parquet_footer.h"

#include "documents/columnar/parquet_schema.h"
#include "documents/columnar/thrift.h"

namespace lectern {
namespace {

constexpr std::size_t kMostNotes = 1000;

std::uint64_t positive(std::int64_t value) {
  return value < 0 ? 0 : static_cast<std::uint64_t>(value);
}

Result<void> read_groups(ParquetFooter& footer, ThriftReader& reader,
                         const ThriftReader::Field& field, const Limits& limits) {
  ThriftType kind = ThriftType::kStop;
  const std::uint64_t count = reader.list(field, kind);
  if (count > 0 && kind != ThriftType::kStruct) reader.fail();
  if (count > limits.max_decoded_bytes / sizeof(ParquetGroup)) {
    return fail(ErrorCode::kLimitExceeded, {"the table has {row group}, more than memory", count});
  }
  for (std::uint64_t i = 0; i < count && !reader.has_failed(); ++i) {
    ParquetGroup group;
    group.offset = reader.position();
    group.first = footer.rows;
    ThriftReader::Field part;
    while (reader.next(part)) {
      if (part.id == 3) {
        group.rows = positive(reader.integer(part));
      } else {
        reader.skip(part);
      }
    }
    // No table has more rows than a number holds.
    constexpr std::uint64_t kMostRows = std::uint64_t{1} << 53;
    if (group.rows > kMostRows - footer.rows) {
      reader.fail();
      break;
    }
    footer.rows += group.rows;
    footer.groups.push_back(group);
  }
  return {};
}

ParquetStatistics read_statistics(ThriftReader& reader) {
  ParquetStatistics statistics;
  std::optional<std::string_view> old_least;
  std::optional<std::string_view> old_most;
  ThriftReader::Field field;
  while (reader.next(field)) {
    switch (field.id) {
      case 1:
        old_most = reader.binary(field);
        break;
      case 2:
        old_least = reader.binary(field);
        break;
      case 3:
        statistics.nulls = positive(reader.integer(field));
        break;
      case 5:
        statistics.most = reader.binary(field);
        break;
      case 6:
        statistics.least = reader.binary(field);
        break;
      case 7:
        statistics.is_most_exact = reader.boolean(field);
        break;
      case 8:
        statistics.is_least_exact = reader.boolean(field);
        break;
      default:
        reader.skip(field);
    }
  }
  if (!statistics.least && !statistics.most && old_least && old_most) {
    statistics.least = old_least;
    statistics.most = old_most;
    statistics.is_old = true;
  }
  return statistics;
}

void read_chunk_facts(ThriftReader& reader, ParquetChunk& chunk) {
  std::uint64_t data = 0;
  std::uint64_t dictionary = 0;
  std::uint64_t size = 0;
  ThriftReader::Field field;
  while (reader.next(field)) {
    switch (field.id) {
      case 4:
        chunk.codec = static_cast<std::uint32_t>(reader.integer(field));
        break;
      case 5:
        chunk.values = positive(reader.integer(field));
        break;
      case 6:
        chunk.unpacked = positive(reader.integer(field));
        break;
      case 7:
        size = positive(reader.integer(field));
        break;
      case 9:
        data = positive(reader.integer(field));
        break;
      case 11:
        dictionary = positive(reader.integer(field));
        break;
      case 12:
        if (field.type == ThriftType::kStruct) {
          chunk.statistics = read_statistics(reader);
          break;
        }
        [[fallthrough]];
      default:
        reader.skip(field);
    }
  }
  chunk.start = dictionary > 0 && dictionary < data ? dictionary : data;
  chunk.end = chunk.start + size;
  chunk.is_wrong = chunk.start < 4 || chunk.end < chunk.start;
}

}  // namespace

Result<void> read_parquet_footer(ParquetFooter& footer, std::uint64_t offset,
                                 const Limits& limits) {
  ThriftReader reader(footer.bytes);
  bool has_schema = false;
  ThriftReader::Field field;
  while (reader.next(field)) {
    switch (field.id) {
      case 1:
        footer.version = reader.integer(field);
        break;
      case 2:
        if (has_schema) reader.fail();
        LECTERN_CHECK(read_parquet_schema(footer, reader, field, offset));
        has_schema = true;
        break;
      case 3:
        footer.stated_rows = positive(reader.integer(field));
        break;
      case 4:
        if (!footer.groups.empty()) reader.fail();
        LECTERN_CHECK(read_groups(footer, reader, field, limits));
        break;
      case 5: {
        ThriftType kind = ThriftType::kStop;
        const std::uint64_t count = reader.list(field, kind);
        if (count > 0 && kind != ThriftType::kStruct) reader.fail();
        for (std::uint64_t i = 0; i < count && !reader.has_failed(); ++i) {
          ParquetNote note;
          ThriftReader::Field part;
          while (reader.next(part)) {
            if (part.id == 1) {
              note.key = reader.binary(part);
            } else if (part.id == 2) {
              note.value = reader.binary(part);
            } else {
              reader.skip(part);
            }
          }
          if (footer.notes.size() < kMostNotes) footer.notes.push_back(note);
        }
        break;
      }
      case 6:
        footer.writer = reader.binary(field);
        break;
      case 8:
        footer.is_signed = true;
        [[fallthrough]];
      default:
        reader.skip(field);
    }
  }
  if (reader.has_failed() || !has_schema) {
    return fail(ErrorCode::kCorruptDocument,
                {"the footer of the Parquet file at byte {,} is damaged {,} bytes in", offset,
                 std::uint64_t{reader.position()}},
                offset);
  }
  return {};
}

bool read_parquet_chunks(const ParquetFooter& footer, std::size_t group,
                         std::vector<ParquetChunk>& chunks) {
  chunks.clear();
  ThriftReader reader(footer.bytes);
  if (!reader.seek(footer.groups[group].offset)) return false;
  ThriftReader::Field field;
  while (reader.next(field)) {
    ThriftType kind = ThriftType::kStop;
    if (field.id != 1) {
      reader.skip(field);
      continue;
    }
    const std::uint64_t count = reader.list(field, kind);
    if (count != footer.leaves.size() || kind != ThriftType::kStruct) return false;
    for (std::uint64_t i = 0; i < count && !reader.has_failed(); ++i) {
      ParquetChunk chunk;
      bool has_facts = false;
      ThriftReader::Field part;
      while (reader.next(part)) {
        if (part.id == 1) {
          chunk.is_elsewhere = !reader.binary(part).empty();
        } else if (part.id == 3 && part.type == ThriftType::kStruct) {
          read_chunk_facts(reader, chunk);
          has_facts = true;
        } else if (part.id == 4) {
          chunk.index_start = positive(reader.integer(part));
        } else if (part.id == 5) {
          chunk.index_size = positive(reader.integer(part));
        } else {
          if (part.id == 8) chunk.is_encrypted = true;
          reader.skip(part);
        }
      }
      if (!has_facts) chunk.is_wrong = true;
      chunks.push_back(chunk);
    }
  }
  return !reader.has_failed() && chunks.size() == footer.leaves.size();
}

}  // namespace lectern
