// A Parquet file as a table: its schema and statistics out of the footer, its rows out of the pages
// that hold them.
#include <algorithm>
#include <memory>
#include <utility>

#include "base/byte_reader.h"
#include "base/format.h"
#include "documents/columnar/columnar_table.h"
#include "documents/columnar/parquet_column.h"
#include "documents/columnar/parquet_extreme.h"
#include "documents/columnar/parquet_footer.h"
#include "documents/columnar/parquet_record.h"
#include "documents/columnar/parquet_schema.h"
#include "documents/sheets/cells_table.h"

namespace lectern {
namespace {

constexpr std::uint64_t kTailBytes = 8;
/// What is asked for at the end, in the hope that the footer is in it.
constexpr std::uint64_t kFirstTailBytes = std::uint64_t{32} << 10;
constexpr std::size_t kMostGroupsShown = 8;
constexpr std::size_t kMostNotesShown = 20;

std::string_view codec_name(std::uint32_t codec) {
  constexpr std::string_view kNames[] = {"uncompressed", "Snappy", "gzip",      "LZO",
                                         "Brotli",       "LZ4",    "Zstandard", "LZ4"};
  return codec < std::size(kNames) ? kNames[codec] : "unknown codec";
}

class ParquetTable final : public ColumnarTable {
 public:
  using ColumnarTable::ColumnarTable;

  ColumnarStep open() override {
    const std::uint64_t size = tools_.bytes.size();
    if (size < kTailBytes + 4) {
      return failed(Error{ErrorCode::kCorruptDocument,
                          {"the Parquet file has {byte}, less than its marks", size}});
    }
    const std::uint64_t first = std::min(size, kFirstTailBytes);
    const auto tail = tools_.bytes.get(size - first, first);
    if (!tail) return lacking("the end");
    const ByteSpan last = tail->last(kTailBytes);
    if (has_bytes_at(last, 4, "PARE")) {
      return failed(
          Error{ErrorCode::kEncrypted,
                "the Parquet file is encrypted: its footer cannot be read without a key"});
    }
    if (!has_bytes_at(last, 4, "PAR1")) {
      return failed(Error{ErrorCode::kCorruptDocument,
                          {"the file begins as Parquet and does not end so at byte {,}: it is cut "
                           "off, or was not closed",
                           size}});
    }
    const std::uint64_t length = *ByteReader(last).u32_le();
    if (length > size - kTailBytes - 4 || length == 0) {
      return failed(
          Error{ErrorCode::kCorruptDocument,
                {"the Parquet file states a footer of {byte}, it has {,} in all", length, size}});
    }
    if (length > tools_.limits.max_decoded_bytes / 2) {
      return failed(Error{ErrorCode::kLimitExceeded,
                          {"the footer has {byte}, the limit is {,}", length,
                           tools_.limits.max_decoded_bytes / 2}});
    }
    const std::uint64_t at = size - kTailBytes - length;
    const auto bytes = tools_.bytes.get(at, length);
    if (!bytes) return lacking("the footer");
    if (auto spent = tools_.budget.spend("the footer", length, 16); !spent)
      return failed(std::move(spent).error());
    footer_.bytes.assign(bytes->begin(), bytes->end());
    if (auto read = read_parquet_footer(footer_, at, tools_.limits); !read)
      return failed(std::move(read).error());
    if (footer_.rows != footer_.stated_rows) {
      warn({"the footer states {row}, its row groups have {,}", footer_.stated_rows, footer_.rows});
    }
    rows_ = footer_.rows;
    describe();
    columns_of_leaves_.reserve(footer_.leaves.size());
    for (const std::uint32_t leaf : footer_.leaves)
      columns_of_leaves_.emplace_back(tools_, footer_.nodes[leaf]);
    is_ready_.assign(footer_.leaves.size(), false);
    return ColumnarStep::kDone;
  }

  ColumnarStep row(std::uint64_t index, std::uint64_t text_bytes,
                   std::vector<DatabaseValue>& values) override {
    if (!pay_for_row()) return ColumnarStep::kFailed;
    if (const ColumnarStep step = enter_group(index); step != ColumnarStep::kDone) return step;
    const std::uint64_t in_group = index - footer_.groups[group_].first;
    bool needs_bytes = false;
    for (std::size_t leaf = 0; leaf < columns_of_leaves_.size(); ++leaf) {
      if (is_ready_[leaf]) continue;
      ParquetColumn& column = columns_of_leaves_[leaf];
      const bool had_failed = column.has_failed();
      const ColumnarStep step = column.read(in_group, text_bytes, room_);
      needs_bytes = needs_bytes || step == ColumnarStep::kNeedsBytes;
      is_ready_[leaf] = step != ColumnarStep::kNeedsBytes;
      if (step != ColumnarStep::kFailed) continue;
      if (column.is_out_of_work())
        return failed(Error{ErrorCode::kLimitExceeded, column.problem()});
      if (!had_failed) warn_of(leaf);
    }
    if (needs_bytes) return ColumnarStep::kNeedsBytes;
    is_ready_.assign(is_ready_.size(), false);
    values.clear();
    if (room_ == 0) warn_of_row(index);
    room_ = kMostRowBytes;
    for (const std::uint32_t column : footer_.columns) {
      values.push_back(value_of(column, std::min(text_bytes, room_)));
      if (is_nested(column)) {
        if (auto spent = tools_.pay_for_json(values.back().bytes.size()); !spent)
          return failed(std::move(spent).error());
      }
      room_ -= std::min<std::uint64_t>(room_ - kLeastRoom, values.back().bytes.size());
    }
    room_ = kMostRowBytes;
    tools_.bytes.trim();
    return pay_for_values(values) ? ColumnarStep::kDone : ColumnarStep::kFailed;
  }

 private:
  ColumnarStep lacking(std::string_view what) {
    if (tools_.bytes.is_lacking()) return ColumnarStep::kNeedsBytes;
    return failed(Error{ErrorCode::kCorruptDocument, {"the Parquet file ends within {}", what}});
  }

  std::string path_of(std::uint32_t node) const {
    const ParquetNode& here = footer_.nodes[node];
    const std::string name = escape_line(parquet_name_text(here.name));
    return here.parent == 0 ? name : path_of(here.parent) + '.' + name;
  }

  void warn_of(std::size_t leaf) {
    if (tools_.has_warned_enough()) return;
    warn({"column {}, row group {,}: {}", path_of(footer_.leaves[leaf]), std::uint64_t{group_ + 1},
          columns_of_leaves_[leaf].problem()});
  }

  ColumnarStep enter_group(std::uint64_t row) {
    const auto& groups = footer_.groups;
    if (has_group_ && row >= groups[group_].first &&
        row - groups[group_].first < groups[group_].rows)
      return ColumnarStep::kDone;
    const auto after = std::upper_bound(
        groups.begin(), groups.end(), row,
        [](std::uint64_t wanted, const ParquetGroup& group) { return wanted < group.first; });
    group_ = static_cast<std::size_t>(after - groups.begin()) - 1;
    has_group_ = true;
    if (auto spent = tools_.budget.spend("the row groups", footer_.leaves.size(), 200); !spent)
      return failed(std::move(spent).error());
    if (!read_parquet_chunks(footer_, group_, chunks_)) {
      warn({"row group {,}: the footer does not have its {column}", std::uint64_t{group_ + 1},
            std::uint64_t{footer_.leaves.size()}});
      ParquetChunk wrong;
      wrong.is_wrong = true;
      chunks_.assign(footer_.leaves.size(), wrong);
    }
    for (std::size_t leaf = 0; leaf < columns_of_leaves_.size(); ++leaf) {
      ParquetColumn& column = columns_of_leaves_[leaf];
      column.begin(chunks_[leaf], groups[group_].rows, &held_);
      if (column.has_failed()) warn_of(leaf);
    }
    return ColumnarStep::kDone;
  }

  bool is_nested(std::uint32_t column) const {
    const ParquetNode& node = footer_.nodes[column];
    return node.shape != ParquetShape::kLeaf || node.is_repeated;
  }

  DatabaseValue value_of(std::uint32_t column, std::uint64_t text_bytes) {
    const ParquetNode& node = footer_.nodes[column];
    const std::uint32_t next = node.end;
    const std::size_t end =
        next < footer_.nodes.size() ? footer_.nodes[next].leaf : footer_.leaves.size();
    for (std::size_t leaf = node.leaf; leaf < end; ++leaf) {
      if (columns_of_leaves_[leaf].has_failed()) return unread_value();
    }
    if (!is_nested(column)) {
      const ParquetEntry& entry = columns_of_leaves_[node.leaf].entries().front();
      return entry.value;
    }
    return ParquetRecord(footer_, columns_of_leaves_, text_bytes).write(column);
  }

  void describe() {
    struct Facts {
      ParquetExtreme least;
      ParquetExtreme most;
      std::uint64_t nulls = 0;
      std::uint64_t groups = 0;  ///< with values
      bool has_nulls = true;
    };
    std::vector<Facts> facts;
    for (const std::uint32_t column : footer_.columns)
      facts.push_back(
          {ParquetExtreme(footer_.nodes[column]), ParquetExtreme(footer_.nodes[column])});
    std::uint64_t unpacked = 0;
    std::uint64_t packed = 0;
    std::vector<std::string_view> codecs;
    std::string groups;
    for (std::size_t group = 0; group < footer_.groups.size(); ++group) {
      if (!read_parquet_chunks(footer_, group, chunks_)) continue;
      std::uint64_t here = 0;
      for (const ParquetChunk& chunk : chunks_) {
        here += chunk.end - chunk.start;
        unpacked += chunk.unpacked;
        const std::string_view codec = codec_name(chunk.codec);
        if (std::find(codecs.begin(), codecs.end(), codec) == codecs.end()) codecs.push_back(codec);
      }
      packed += here;
      if (group < kMostGroupsShown)
        append_to(groups, {"{}{row} in {}", group == 0 ? "" : ", ", footer_.groups[group].rows,
                           human_size(here)});
      for (std::size_t i = 0; i < facts.size(); ++i) {
        const ParquetNode& node = footer_.nodes[footer_.columns[i]];
        if (node.shape != ParquetShape::kLeaf || node.is_repeated) continue;
        Facts& fact = facts[i];
        const ParquetStatistics& statistics = chunks_[node.leaf].statistics;
        fact.has_nulls = fact.has_nulls && statistics.nulls;
        fact.nulls += statistics.nulls.value_or(0);
        const bool is_empty = statistics.nulls == footer_.groups[group].rows;
        if (is_empty) continue;
        ++fact.groups;
        const bool is_bytes = node.stored == ParquetType::kByteArray ||
                              node.stored == ParquetType::kFixedByteArray ||
                              node.type.kind == ColumnarKind::kUnsigned;
        if (statistics.is_old && is_bytes) continue;
        if (statistics.least) fact.least.add(*statistics.least, false, statistics.is_least_exact);
        if (statistics.most) fact.most.add(*statistics.most, true, statistics.is_most_exact);
      }
    }
    for (std::size_t i = 0; i < facts.size(); ++i) {
      const ParquetNode& node = footer_.nodes[footer_.columns[i]];
      ColumnarColumn column{parquet_name_text(node.name),
                            parquet_type_text(footer_, footer_.columns[i])};
      if (!node.is_optional && !node.is_repeated) column.type += " not null";
      if (node.shape == ParquetShape::kLeaf && !node.is_repeated && rows_ > 0) {
        if (facts[i].has_nulls && node.is_optional) column.nulls = with_thousands(facts[i].nulls);
        column.least = facts[i].least.text(facts[i].groups, false);
        column.most = facts[i].most.text(facts[i].groups, true);
      }
      columns_.push_back(std::move(column));
    }
    heading_ =
        compose({"Parquet table with {column}, {row} ({row group}", std::uint64_t{columns_.size()},
                 rows_, std::uint64_t{footer_.groups.size()}});
    for (const std::string_view codec : codecs) append_to(heading_, {", {}", codec});
    // Some writers leave one of the two sizes out.
    if (packed > 0 && unpacked > 0)
      append_to(heading_, {", {} of {} unpacked", human_size(packed), human_size(unpacked)});
    heading_ += ")\n";
    if (footer_.groups.size() > 1) {
      append_to(heading_, {"(Row groups: {}", groups});
      if (footer_.groups.size() > kMostGroupsShown)
        append_to(heading_,
                  {", and {,} more", std::uint64_t{footer_.groups.size() - kMostGroupsShown}});
      heading_ += ")\n";
    }
    if (!footer_.writer.empty())
      append_to(heading_, {"(Written by {})\n",
                           escape_line(parquet_name_text(footer_.writer.substr(0, 200)))});
    if (!footer_.notes.empty()) heading_ += notes_text();
    if (footer_.is_signed)
      heading_ += "(Columns may be encrypted: the file names an encryption.)\n";
  }

  std::string notes_text() const {
    std::string text = "(Metadata: ";
    for (std::size_t i = 0; i < footer_.notes.size(); ++i) {
      if (i == kMostNotesShown) {
        append_to(text, {", and {,} more", std::uint64_t{footer_.notes.size() - i}});
        break;
      }
      append_to(text, {"{}{} with {byte}", i == 0 ? "" : ", ",
                       escape_line(parquet_name_text(footer_.notes[i].key.substr(0, 100))),
                       std::uint64_t{footer_.notes[i].value.size()}});
    }
    return text + ")\n";
  }

  ParquetFooter footer_;
  std::vector<ParquetColumn> columns_of_leaves_;
  std::vector<ParquetChunk> chunks_;
  std::size_t group_ = 0;
  bool has_group_ = false;
  std::uint64_t room_ = kMostRowBytes;  ///< of the row's values
  std::uint64_t held_ = 0;
  std::vector<bool> is_ready_;
};

}  // namespace

std::unique_ptr<ColumnarTable> open_parquet_table(const ColumnarTools& tools) {
  return std::make_unique<ParquetTable>(tools);
}

}  // namespace lectern
