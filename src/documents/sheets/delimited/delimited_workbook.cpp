#include "documents/sheets/delimited/delimited_workbook.h"

#include <algorithm>
#include <array>

#include "base/format.h"
#include "text/text_stream.h"

namespace lectern {
namespace {

/// How much of a file's start the delimiter is told by.
constexpr std::size_t kSampleBytes = std::size_t{64} << 10;
constexpr std::size_t kPieceBytes = std::size_t{64} << 10;
/// A quote that is never closed must not take the whole file for one field.
constexpr std::size_t kMaxFieldBytes = std::size_t{1} << 20;
constexpr char kDelimiters[] = {',', ';', '\t', '|', ':'};
constexpr std::size_t kSampleLines = 200;
constexpr std::string_view kStatedDelimiter = "sep=";

/// Decodes a file as far as it is wanted.
class TextSource final : public TextStreamSink {
 public:
  explicit TextSource(const ReadContext& context)
      : bytes_(context.bytes),
        stream_(
            {encoding_for_label(context.options.text.encoding), context.options.encoding_tables},
            *this) {}

  void append(std::string_view text) override { text_ += text; }
  void at_line_start(const TextStreamState&) override {}

  /// The next piece of text; "" at the end.
  Result<std::string> next() {
    while (text_.empty() && !is_done_) {
      const ByteSpan piece = bytes_.subspan(at_, std::min(kPieceBytes, bytes_.size() - at_));
      at_ += piece.size();
      if (piece.empty()) {
        stream_.finish();
        is_done_ = true;
      } else {
        stream_.push(piece);
      }
      if (stream_.lacks_tables()) return tl::unexpected<Error>(stream_.missing_tables());
      if (stream_.is_binary()) return fail(ErrorCode::kBinaryFile, "the file is no text");
    }
    return std::exchange(text_, {});
  }

 private:
  ByteSpan bytes_;
  std::size_t at_ = 0;
  bool is_done_ = false;
  std::string text_;
  TextStream stream_;
};

/// Counts the fields of the rows of a sample.
class FieldCounts final : public FieldParser::Rows {
 public:
  bool fields(std::vector<std::string>& fields, std::uint64_t more) override {
    if (fields.size() == 1 && fields[0].empty()) return true;
    counts_.push_back(fields.size() + static_cast<std::size_t>(more));
    return counts_.size() < kSampleLines;
  }

  /// Rows with the usual number of fields, each counted by how many it divides.
  double score() {
    if (counts_.size() > 1 && counts_.size() < kSampleLines) counts_.pop_back();
    std::sort(counts_.begin(), counts_.end());
    const std::size_t usual = counts_.empty() ? 0 : counts_[counts_.size() / 2];
    if (usual < 2) return 0;
    const auto same = static_cast<double>(std::count(counts_.begin(), counts_.end(), usual));
    return same / static_cast<double>(counts_.size()) +
           static_cast<double>(std::min<std::size_t>(usual, 50)) / 1000;
  }

 private:
  std::vector<std::size_t> counts_;
};

/// Gives the rows of an area to a sheet's sink.
class RowsOfArea final : public FieldParser::Rows {
 public:
  RowsOfArea(const CellArea& area, SheetSink& sink) : area_(area), sink_(sink) {}

  bool fields(std::vector<std::string>& fields, std::uint64_t more) override {
    ++row_;
    if (row_ < area_.first.row) return true;
    if (row_ > area_.last.row) return false;
    if (area_.last.column == kMostColumns) sink_.lost_cells(more);
    shown_.start(row_, false);
    const std::size_t last = std::min<std::size_t>(fields.size(), area_.last.column);
    for (std::size_t i = area_.first.column - 1; i < last; ++i) {
      if (!fields[i].empty()) {
        const std::size_t from = shown_.texts.size();
        append_escaped_cell(fields[i], shown_.texts);
        shown_.cells.push_back({static_cast<std::uint32_t>(i + 1), static_cast<std::uint32_t>(from),
                                static_cast<std::uint32_t>(shown_.texts.size() - from)});
      }
    }
    return shown_.cells.empty() || sink_.row(shown_);
  }

 private:
  CellArea area_;
  SheetSink& sink_;
  std::uint32_t row_ = 0;
  ShownRow shown_;
};

}  // namespace

void FieldParser::put(char c) {
  if (field_.size() < kMaxFieldBytes) field_ += c;
}

/// Takes what stands for itself from `at` on. \returns where that ends.
std::size_t FieldParser::put_run(std::string_view text, std::size_t at) {
  const bool is_quoted = state_ == State::kQuoted;
  if (!is_quoted && state_ != State::kBare) return at;
  // The one that fills the field is looked at by itself.
  const std::size_t room = kMaxFieldBytes - 1 - std::min(field_.size(), kMaxFieldBytes - 1);
  const std::size_t most = std::min(text.size(), at + room);
  std::size_t end = at;
  for (; end < most; ++end) {
    const char c = text[end];
    if (is_quoted ? c == '"' : c == delimiter_ || c == '\n' || c == '\r') break;
  }
  if (end > at) after_cr_ = false;
  field_ += text.substr(at, end - at);
  return end;
}

void FieldParser::end_field() {
  if (fields_.size() < most_) {
    fields_.push_back(std::exchange(field_, {}));
  } else {
    field_.clear();
    ++more_;
  }
  state_ = State::kStart;
  has_field_ = false;
}

void FieldParser::end_row() {
  end_field();
  stopped_ = !rows_.fields(fields_, std::exchange(more_, 0));
  fields_.clear();
}

bool FieldParser::push(std::string_view text) {
  for (std::size_t at = 0; at < text.size() && !stopped_; ++at) {
    at = put_run(text, at);
    if (at == text.size()) break;
    const char c = text[at];
    const bool is_second = after_cr_ && c == '\n';
    after_cr_ = false;
    if (state_ == State::kQuoted) {
      if (c == '"') {
        state_ = State::kAfterQuote;
      } else {
        put(c);
        // A quote without an end is a mistake of one line.
        if (field_.size() >= kMaxFieldBytes && c == '\n') end_row();
      }
      continue;
    }
    if (is_second) continue;
    if (c == '\n' || c == '\r') {
      after_cr_ = c == '\r';
      end_row();
    } else if (c == delimiter_) {
      end_field();
      has_field_ = true;
    } else if (c == '"' && state_ == State::kStart) {
      state_ = State::kQuoted;
      has_field_ = true;
    } else if (c == '"' && state_ == State::kAfterQuote) {
      put('"');
      state_ = State::kQuoted;
    } else {
      if (state_ == State::kStart) state_ = State::kBare;
      has_field_ = true;
      put(c);
    }
  }
  return !stopped_;
}

void FieldParser::finish() {
  if (!stopped_ && (has_field_ || !fields_.empty())) end_row();
}

char find_delimiter(std::string_view text) {
  if (text.starts_with(kStatedDelimiter) && text.size() > kStatedDelimiter.size()) {
    return text[kStatedDelimiter.size()];
  }
  char best = ',';
  double most = 0;
  for (const char delimiter : kDelimiters) {
    FieldCounts counts;
    FieldParser parser(delimiter, counts);
    parser.push(text);
    parser.finish();
    const double score = counts.score();
    if (score > most) {
      most = score;
      best = delimiter;
    }
  }
  return best;
}

Result<std::unique_ptr<DelimitedWorkbook>> DelimitedWorkbook::open(const ReadContext& context) {
  std::unique_ptr<DelimitedWorkbook> workbook(new DelimitedWorkbook(context));
  TextSource source(context);
  std::string sample;
  while (sample.size() < kSampleBytes) {
    LECTERN_TRY(const std::string piece, source.next());
    if (piece.empty()) break;
    sample += piece;
  }
  workbook->delimiter_ = find_delimiter(sample);
  SheetInfo sheet;
  const std::string_view name = base_name(context.request.file_path);
  sheet.name = name.substr(0, name.rfind('.'));
  if (sheet.name.empty()) sheet.name = "text";
  sheet.bytes = context.bytes.size();
  workbook->sheets_.push_back(std::move(sheet));
  return workbook;
}

Result<void> DelimitedWorkbook::read(std::size_t, const CellArea& area, SheetSink& sink) {
  // Areas of one request each begin at the file's first row.
  constexpr std::uint64_t kParsedWork = 60;
  const bool is_again = std::exchange(was_read_, true);
  TextSource source(context_);
  RowsOfArea rows(area, sink);
  FieldParser parser(delimiter_, rows, area.last.column);
  for (;;) {
    LECTERN_TRY(const std::string piece, source.next());
    if (piece.empty()) break;
    if (is_again)
      LECTERN_CHECK(work_.spend("the areas that are looked for", piece.size(), kParsedWork));
    if (!parser.push(piece)) return {};
  }
  parser.finish();
  return {};
}

}  // namespace lectern
