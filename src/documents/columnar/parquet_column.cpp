#include "documents/columnar/parquet_column.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "base/crc32.h"
#include "documents/columnar/columnar_codec.h"
#include "documents/columnar/thrift.h"

namespace lectern {
namespace {

/// The least that is asked for at once.
constexpr std::uint64_t kLeastPageRead = std::uint64_t{16} << 10;
/// Statistics may make a header long.
constexpr std::uint64_t kMostHeaderBytes = std::uint64_t{1} << 20;
/// Entries of one row that are kept.
constexpr std::size_t kMostEntries = 50'000;
/// What a text has at least, however long those before it in its row are.
constexpr std::uint64_t kLeastTextBytes = 1000;

std::optional<ColumnarCodec> codec_of(std::uint32_t number) {
  switch (number) {
    case 0:
      return ColumnarCodec::kNone;
    case 1:
      return ColumnarCodec::kSnappy;
    case 2:
      return ColumnarCodec::kGzip;
    case 5:
      return ColumnarCodec::kLz4Hadoop;
    case 6:
      return ColumnarCodec::kZstd;
    case 7:
      return ColumnarCodec::kLz4Block;
    default:
      return std::nullopt;
  }
}

std::uint64_t level_bits(std::uint32_t most) {
  return static_cast<std::uint64_t>(std::bit_width(most));
}

}  // namespace

struct ParquetColumn::Header {
  enum class Kind : std::uint8_t { kData, kIndex, kDictionary, kData2 };
  std::int64_t kind = -1;
  std::uint64_t size = 0;  ///< of the header
  std::int64_t unpacked = 0;
  std::int64_t packed = 0;
  std::optional<std::uint32_t> crc = std::nullopt;
  std::int64_t values = -1;
  std::int64_t rows = -1;
  std::int64_t encoding = -1;
  std::int64_t definition_encoding = 3;
  std::int64_t repetition_encoding = 3;
  std::int64_t definition_bytes = 0;
  std::int64_t repetition_bytes = 0;
  bool is_compressed = true;

  void read_kind(ThriftReader& reader, std::int32_t of) {
    ThriftReader::Field field;
    while (reader.next(field)) {
      std::int64_t* target = nullptr;
      if (field.id == 1) target = &values;
      if (field.id == 2 && of != 8) target = &encoding;
      if (of == 5 && field.id == 3) target = &definition_encoding;
      if (of == 5 && field.id == 4) target = &repetition_encoding;
      if (of == 8 && field.id == 3) target = &rows;
      if (of == 8 && field.id == 4) target = &encoding;
      if (of == 8 && field.id == 5) target = &definition_bytes;
      if (of == 8 && field.id == 6) target = &repetition_bytes;
      if (of == 8 && field.id == 7) {
        is_compressed = reader.boolean(field);
      } else if (target != nullptr) {
        *target = reader.integer(field);
      } else {
        reader.skip(field);
      }
    }
  }
  bool read(ByteSpan bytes) {
    ThriftReader reader(bytes);
    ThriftReader::Field field;
    while (reader.next(field)) {
      if (field.id == 1) {
        kind = reader.integer(field);
      } else if (field.id == 2) {
        unpacked = reader.integer(field);
      } else if (field.id == 3) {
        packed = reader.integer(field);
      } else if (field.id == 4) {
        crc = static_cast<std::uint32_t>(reader.integer(field));
      } else if ((field.id == 5 || field.id == 7 || field.id == 8) &&
                 field.type == ThriftType::kStruct) {
        read_kind(reader, field.id);
      } else {
        reader.skip(field);
      }
    }
    size = reader.position();
    return !reader.has_failed();
  }
};

void ParquetColumn::begin(const ParquetChunk& chunk, std::uint64_t rows, std::uint64_t* held) {
  chunk_ = chunk;
  group_rows_ = rows;
  if (held_ != nullptr) *held_ -= mine_;
  held_ = held;
  mine_ = 0;
  at_ = chunk.start;
  has_jumped_ = false;
  page_ = {};
  dictionary_ = {};
  left_ = seen_ = next_row_ = 0;
  has_level_ = is_reading_ = false;
  entries_.clear();
  problem_.clear();
  if (chunk.is_encrypted) {
    problem_ = "it is encrypted";
  } else if (chunk.is_elsewhere) {
    problem_ = "it lies in another file";
  } else if (chunk.is_wrong) {
    problem_ = "the footer does not say where it lies";
  } else if (chunk.end > tools_.bytes.size()) {
    problem_ =
        compose({"its pages end at byte {,}, the file at {,}", chunk.end, tools_.bytes.size()});
  } else if (!codec_of(chunk.codec)) {
    problem_ = chunk.codec == 4   ? "it is compressed with Brotli, which is not supported"
               : chunk.codec == 3 ? "it is compressed with LZO, which is not supported"
                                  : compose({"its codec {} is unknown", chunk.codec});
  }
}

ColumnarStep ParquetColumn::wrong(const Message& what) {
  problem_ = compose({"page at byte {,}: {}", page_at_, what});
  return ColumnarStep::kFailed;
}

ColumnarStep ParquetColumn::wrong(const Error& error) {
  is_out_of_work_ =
      error.code == ErrorCode::kLimitExceeded && tools_.budget.spent() > tools_.budget.max_units();
  return wrong(Message(error.message));
}

ColumnarStep ParquetColumn::read_header(Header& header) {
  page_at_ = at_;
  const std::uint64_t here = chunk_.end - at_;
  for (std::uint64_t size = std::min(here, kLeastPageRead);; size = std::min(here, size * 8)) {
    const auto bytes = tools_.bytes.get(at_, size);
    if (!bytes) {
      if (tools_.bytes.is_lacking()) return ColumnarStep::kNeedsBytes;
      return wrong("the file ends within it");
    }
    header = Header();
    const bool is_read = header.read(*bytes);
    constexpr std::uint64_t kHeaderWork = 24;
    if (auto spent = tools_.budget.spend("the table's pages", header.size, kHeaderWork); !spent)
      return wrong(spent.error());
    if (is_read) break;
    if (size == here || size >= kMostHeaderBytes) return wrong("its header is damaged");
  }
  if (header.packed < 0 || header.unpacked < 0 ||
      static_cast<std::uint64_t>(header.packed) > here - header.size)
    return wrong(
        {"its header states {} bytes, the column has {,} left", header.packed, here - header.size});
  return ColumnarStep::kDone;
}

/// Uses the index of pages, if there is one, to go near a row that is not in the next page.
ColumnarStep ParquetColumn::jump(std::uint64_t row) {
  has_jumped_ = true;
  if (chunk_.index_size == 0 || chunk_.index_size > tools_.limits.max_decoded_bytes)
    return ColumnarStep::kDone;
  const auto bytes = tools_.bytes.get(chunk_.index_start, chunk_.index_size);
  if (!bytes) {
    has_jumped_ = !tools_.bytes.is_lacking();
    return has_jumped_ ? ColumnarStep::kDone : ColumnarStep::kNeedsBytes;
  }
  if (auto spent = tools_.budget.spend("the indexes of pages", bytes->size(), 12); !spent)
    return wrong(spent.error());
  ThriftReader reader(*bytes);
  ThriftReader::Field field;
  std::uint64_t best_row = next_row_;
  std::uint64_t best_at = at_;
  while (reader.next(field)) {
    if (field.id != 1) {
      reader.skip(field);
      continue;
    }
    ThriftType kind = ThriftType::kStop;
    const std::uint64_t count = reader.list(field, kind);
    if (kind != ThriftType::kStruct) break;
    for (std::uint64_t i = 0; i < count && !reader.has_failed(); ++i) {
      std::uint64_t offset = 0;
      std::uint64_t first = ~std::uint64_t{0};
      ThriftReader::Field part;
      while (reader.next(part)) {
        const std::int64_t number = reader.integer(part);
        if (part.id == 1) offset = static_cast<std::uint64_t>(number);
        if (part.id == 3) first = static_cast<std::uint64_t>(number);
      }
      if (first <= row && first > best_row && offset > best_at && offset < chunk_.end) {
        best_row = first;
        best_at = offset;
      }
    }
  }
  if (reader.has_failed()) return ColumnarStep::kDone;
  next_row_ = best_row;
  at_ = best_at;
  return ColumnarStep::kDone;
}

bool ParquetColumn::open_dictionary(const Header& header, ByteSpan body) {
  constexpr std::uint64_t kWorkOfWord = 40;
  const auto words = static_cast<std::uint64_t>(std::max<std::int64_t>(header.values, 0));
  if (auto spent = tools_.budget.spend("the table's dictionaries", words, kWorkOfWord); !spent) {
    wrong(spent.error());
    return false;
  }
  auto bytes =
      unpack_block(*codec_of(chunk_.codec), body, static_cast<std::uint64_t>(header.unpacked),
                   tools_.limits, tools_.budget);
  if (!bytes) {
    wrong(bytes.error());
    return false;
  }
  if (header.values < 0 || (header.encoding != 0 && header.encoding != 2) ||
      !dictionary_.open(*std::move(bytes), node_.stored, node_.width,
                        static_cast<std::uint64_t>(header.values))) {
    wrong({"its dictionary does not hold {} values", header.values});
    return false;
  }
  return true;
}

bool ParquetColumn::open_page(const Header& header, ByteSpan body) {
  const bool is_second = header.kind == 3;
  ByteSpan levels;
  std::uint64_t unpacked = static_cast<std::uint64_t>(header.unpacked);
  ColumnarCodec codec = *codec_of(chunk_.codec);
  if (is_second) {
    const std::int64_t most = std::min(header.packed, header.unpacked);
    if (header.definition_bytes < 0 || header.repetition_bytes < 0 ||
        header.definition_bytes > most ||
        header.repetition_bytes > most - header.definition_bytes) {
      wrong("its levels are longer than the page");
      return false;
    }
    levels =
        body.first(static_cast<std::size_t>(header.definition_bytes + header.repetition_bytes));
    body = body.subspan(levels.size());
    unpacked -= levels.size();
    if (!header.is_compressed) codec = ColumnarCodec::kNone;
  }
  auto values = unpack_block(codec, body, unpacked, tools_.limits, tools_.budget);
  if (!values) {
    wrong(values.error());
    return false;
  }
  // The levels stand before the values, wherever they came from.
  page_ = *std::move(values);
  const auto repetition_size = static_cast<std::size_t>(header.repetition_bytes);
  if (is_second) page_.insert(page_.begin(), levels.begin(), levels.end());
  ByteSpan rest = page_;
  const auto take_levels = [&](std::uint32_t most, std::int64_t encoding, std::size_t stated,
                               HybridDecoder& decoder) {
    if (most == 0) {
      if (is_second) rest = rest.subspan(stated);
      return true;
    }
    std::size_t size = stated;
    if (!is_second) {
      ByteReader reader(rest);
      const auto prefix = reader.u32_le();
      if (encoding != 3 || !prefix || *prefix > reader.remaining()) return false;
      rest = rest.subspan(4);
      size = *prefix;
    }
    decoder = HybridDecoder(rest.first(size), static_cast<unsigned>(level_bits(most)));
    rest = rest.subspan(size);
    return true;
  };
  if (!take_levels(node_.repetition, header.repetition_encoding, repetition_size, repetitions_) ||
      !take_levels(node_.definition, header.definition_encoding,
                   static_cast<std::size_t>(header.definition_bytes), definitions_)) {
    wrong("its levels cannot be read");
    return false;
  }
  if (!values_.open(rest, static_cast<std::uint32_t>(header.encoding), node_.stored, node_.width,
                    &dictionary_, tools_.budget)) {
    wrong({"its values cannot be read as encoding {}", header.encoding});
    return false;
  }
  left_ = static_cast<std::uint64_t>(header.values);
  has_level_ = false;
  return true;
}

/// Opens the next page with entries, leaving out those that end before `row`. kDone without a
/// page, `left_` is 0 then: the column has ended.
ColumnarStep ParquetColumn::next_page(std::uint64_t row) {
  while (at_ < chunk_.end) {
    Header header;
    if (const ColumnarStep step = read_header(header); step != ColumnarStep::kDone) return step;
    const std::uint64_t size = static_cast<std::uint64_t>(header.packed);
    const std::uint64_t body_at = at_ + header.size;
    const bool is_data = header.kind == 0 || header.kind == 3;
    if (auto spent = tools_.budget.spend("the table's pages", 100 + header.size); !spent)
      return wrong(spent.error());
    if (is_data && header.values < 0) return wrong("it does not say how many values it has");
    if (is_data && !is_reading_) {
      // What a page has of rows is known before it is unpacked, unless its values repeat.
      std::optional<std::uint64_t> rows;
      if (node_.repetition == 0) rows = static_cast<std::uint64_t>(header.values);
      if (header.kind == 3 && header.rows >= 0) rows = static_cast<std::uint64_t>(header.rows);
      if (rows && row >= next_row_ && row - next_row_ >= *rows) {
        if (!has_jumped_) {
          const std::uint64_t before = at_;
          if (const ColumnarStep step = jump(row); step != ColumnarStep::kDone) return step;
          if (at_ != before) continue;
        }
        next_row_ += *rows;
        at_ = body_at + size;
        continue;
      }
    }
    if (!is_data && header.kind != 2) {
      at_ = body_at + size;
      continue;
    }
    const auto body = tools_.bytes.get(body_at, size);
    if (!body) {
      if (tools_.bytes.is_lacking()) return ColumnarStep::kNeedsBytes;
      return wrong("the file ends within it");
    }
    if (auto spent = tools_.pay_for_block(size); !spent) return wrong(spent.error());
    if (header.crc && crc32_of(0, *body) != *header.crc) return wrong("its checksum is wrong");
    // Levels are put in front of what was unpacked, and a dictionary knows where its words begin.
    const auto unpacked = static_cast<std::uint64_t>(header.unpacked);
    const bool is_twice = is_data ? header.kind == 3 : node_.stored == ParquetType::kByteArray;
    const std::uint64_t wanted =
        *held_ - mine_ + dictionary_.memory() + (is_twice ? 2 * unpacked : unpacked);
    const std::uint64_t most = tools_.limits.max_decoded_bytes / 4 * 3;
    if (wanted > most) {
      return wrong(
          {"the pages of all columns take {byte} of memory, the limit is {,}", wanted, most});
    }
    if (!(is_data ? open_page(header, *body) : open_dictionary(header, *body)))
      return ColumnarStep::kFailed;
    *held_ -= mine_;
    mine_ = page_.capacity() + dictionary_.memory();
    *held_ += mine_;
    at_ = body_at + size;
    if (is_data && left_ > 0) return ColumnarStep::kDone;
  }
  return ColumnarStep::kDone;
}

/// Looks at the repetition of the next entry.
bool ParquetColumn::peek_level() {
  if (has_level_) return true;
  level_ = 0;
  if (node_.repetition > 0) {
    const auto level = repetitions_.next();
    if (!level || *level > node_.repetition) return false;
    level_ = *level;
  }
  has_level_ = true;
  return true;
}

/// Takes the next entry of the page. False when it cannot be read.
bool ParquetColumn::take_entry(bool is_kept, std::uint64_t text_bytes, std::uint64_t& room) {
  // Where one is left out, all behind it are: nothing is made of them.
  const bool has_room =
      is_kept && left_out_ == 0 &&
      (entries_.empty() || (entries_.size() < kMostEntries && kept_bytes_ < text_bytes));
  ParquetEntry entry;
  entry.repetition = level_;
  has_level_ = false;
  --left_;
  if (node_.definition > 0) {
    const auto level = definitions_.next();
    if (!level || *level > node_.definition) return false;
    entry.definition = *level;
  }
  if (entry.definition == node_.definition) {
    ParquetScalar scalar;
    if (!values_.next(scalar)) return false;
    if (has_room) {
      ColumnarScalar value{scalar.bits, scalar.bytes};
      if (node_.stored == ParquetType::kInt32)
        value.bits = static_cast<std::uint64_t>(
            std::int64_t{static_cast<std::int32_t>(static_cast<std::uint32_t>(scalar.bits))});
      // A number is no row of bytes, whose order would be another one.
      if (node_.stored == ParquetType::kInt32 || node_.stored == ParquetType::kInt64)
        value.bytes = {};
      const std::uint64_t most = std::min(text_bytes, std::max(room, kLeastTextBytes));
      if (auto spent = tools_.pay_for_text(node_.type, value, most); !spent) {
        wrong(spent.error());
        return false;
      }
      entry.value = columnar_value(node_.type, value, most);
    }
  }
  if (!is_kept) return true;
  // A short index may stand for a long text: texts are counted, too.
  const std::uint64_t taken = sizeof entry + entry.value.bytes.size();
  if (entries_.empty() || (has_room && taken <= room)) {
    kept_bytes_ += entry.value.bytes.size();
    room -= std::min(room, taken);
    entries_.push_back(std::move(entry));
  } else {
    ++left_out_;
  }
  return true;
}

ColumnarStep ParquetColumn::read(std::uint64_t row, std::uint64_t text_bytes, std::uint64_t& room) {
  if (has_failed()) return ColumnarStep::kFailed;
  if (!is_reading_) {
    entries_.clear();
    kept_bytes_ = left_out_ = 0;
  }
  constexpr std::uint64_t kEntriesAtOnce = 1024;
  const std::uint64_t work = 8 + (node_.definition > 0 ? 20 : 0) + (node_.repetition > 0 ? 60 : 0);
  for (std::uint64_t taken = 0;; ++taken) {
    if (taken % kEntriesAtOnce == 0) {
      auto spent =
          tools_.budget.spend("the table's values", taken == 0 ? 16 : kEntriesAtOnce, work);
      if (spent) spent = tools_.budget.spend("the table's values", values_.take_copied());
      if (!spent) return wrong(spent.error());
    }
    if (left_ == 0) {
      if (const ColumnarStep step = next_page(row); step != ColumnarStep::kDone) return step;
      if (left_ == 0) {
        if (is_reading_) break;
        return wrong({"the column ends before row {,} of its row group", row + 1});
      }
    }
    if (node_.repetition == 0 && !is_reading_ && next_row_ < row && node_.definition == 0) {
      // Nothing lies between values: they are left out at once.
      const std::uint64_t some = std::min(row - next_row_, left_);
      constexpr std::uint64_t kPassedWork = 30;
      const std::uint64_t each = values_.has_cheap_skips() ? 1 : kPassedWork;
      if (auto spent = tools_.budget.spend("the table's values", some, each); !spent)
        return wrong(spent.error());
      if (!values_.skip(some)) return wrong("it has fewer values than stated");
      left_ -= some;
      next_row_ += some;
      continue;
    }
    if (!peek_level()) return wrong("its repetition levels are damaged");
    if (level_ == 0) {
      if (is_reading_) break;
      if (next_row_ > row) return wrong({"row {,} of its row group stands before it", row + 1});
      is_reading_ = next_row_ == row;
      ++next_row_;
    }
    if (!take_entry(is_reading_, text_bytes, room)) {
      if (is_out_of_work_) return ColumnarStep::kFailed;
      return wrong({"its values are damaged before row {,} of its row group", next_row_});
    }
    if (is_reading_ && node_.repetition == 0) break;
  }
  is_reading_ = false;
  return ColumnarStep::kDone;
}

}  // namespace lectern
