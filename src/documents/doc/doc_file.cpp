#include "documents/doc/doc_file.h"

#include <algorithm>
#include <utility>

#include "base/format.h"
#include "base/message.h"
#include "documents/crypto/legacy_cipher.h"
#include "text/utf8.h"

namespace lectern {
namespace {

constexpr std::size_t kMaxPieces = 2'000'000;
constexpr std::uint32_t kMaxPlaces = 0x20000000;
/// Characters that pieces may have beside those of the stream.
constexpr std::uint64_t kMaxRepeatedPlaces = std::uint64_t{16} << 20;
constexpr std::size_t kMaxDocStyles = 10'000;
/// Kinds of styles ([MS-DOC] 2.9.260).
constexpr unsigned kParagraphStyle = 1;
constexpr unsigned kCharacterStyle = 2;

Encoding encoding_of_language(std::uint16_t language) {
  switch (language & 0x3FF) {
    case 0x19:
    case 0x22:
    case 0x02:
    case 0x23:
    case 0x2F:
      return Encoding::kWindows1251;
    case 0x05:
    case 0x0E:
    case 0x15:
    case 0x18:
    case 0x1A:
    case 0x1B:
    case 0x24:
      return Encoding::kWindows1250;
    case 0x08:
      return Encoding::kWindows1253;
    case 0x1F:
      return Encoding::kWindows1254;
    case 0x0D:
      return Encoding::kWindows1255;
    case 0x01:
      return Encoding::kWindows1256;
    case 0x25:
    case 0x26:
    case 0x27:
      return Encoding::kWindows1257;
    case 0x04:
      return language == 0x0404 ? Encoding::kBig5 : Encoding::kGbk;
    case 0x11:
      return Encoding::kShiftJis;
    case 0x12:
      return Encoding::kEucKr;
    default:
      return Encoding::kWindows1252;
  }
}

}  // namespace

ByteSpan DocBytes::part(std::uint64_t at, std::uint64_t count) const {
  if (at >= bytes_.size()) return {};
  const auto start = static_cast<std::size_t>(at);
  const std::uint64_t left = bytes_.size() - start;
  return bytes_.subspan(start, static_cast<std::size_t>(std::min(count, left)));
}

Result<void> DocFile::open(const ReadContext& context) {
  const std::uint64_t max_bytes = context.options.limits.max_decoded_bytes;
  work_left_ = context.options.limits.max_work;
  LECTERN_TRY(const CompoundFile compound, CompoundFile::open(context.bytes));
  const CompoundEntry* main = compound.find("WordDocument");
  if (main == nullptr) {
    return fail(ErrorCode::kCorruptDocument, "the compound file has no stream WordDocument");
  }
  LECTERN_TRY(main_bytes_, compound.read(*main, max_bytes));
  main_ = DocBytes(main_bytes_);
  const std::uint16_t magic = main_.u16(0);
  const std::uint16_t version = main_.u16(2);
  const std::uint16_t flags = main_.u16(0x0A);
  // Versions for the languages of East Asia have signs of their own.
  const bool is_eastern = magic >= 0xA697 && magic <= 0xA69B;
  if (magic != 0xA5EC && magic != 0xA5DC && !is_eastern)
    return fail(ErrorCode::kCorruptDocument,
                {"WordDocument begins with {}, not with its sign", magic});
  const bool is_encrypted = (flags & 0x0100) != 0;
  encoding_ = encoding_of_language(main_.u16(6));
  if (magic == 0xA5DC || version < 0xC1) {
    warnings_ = compound.warnings();
    if (is_encrypted) LECTERN_CHECK(decrypt(context, true));
    return read_old();
  }
  const bool is_second = (flags & 0x0200) != 0;
  const CompoundEntry* table_entry = compound.find(is_second ? "1Table" : "0Table");
  if (table_entry == nullptr) table_entry = compound.find(is_second ? "0Table" : "1Table");
  if (table_entry == nullptr)
    return fail(ErrorCode::kCorruptDocument, {"there is no stream {}Table", is_second ? 1 : 0});
  LECTERN_TRY(table_bytes_, compound.read(*table_entry, max_bytes));
  table_ = DocBytes(table_bytes_);
  if (const CompoundEntry* data = compound.find("Data")) {
    if (auto bytes = compound.read(*data, max_bytes)) data_bytes_ = *std::move(bytes);
    data_ = DocBytes(data_bytes_);
  }
  warnings_ = compound.warnings();
  if (is_encrypted) LECTERN_CHECK(decrypt(context, (flags & 0x8000) != 0));
  std::uint32_t place = 0;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const std::uint32_t count = std::min(main_.u32(0x4C + 4 * i), kMaxPlaces);
    parts_[i] = {place, std::min(place + count, kMaxPlaces)};
    place = parts_[i].last;
  }
  const Table pieces = table(33);
  LECTERN_CHECK(read_pieces(pieces.offset, pieces.size, table_));
  for (DocRange& range : parts_) {
    range.first = std::min(range.first, pieces_.back().last);
    range.last = std::min(range.last, pieces_.back().last);
  }
  read_styles();
  read_fonts();
  read_lists();
  read_authors();
  return {};
}

DocFile::Table DocFile::table(std::size_t index) const {
  const std::uint64_t at = 0x9A + 8 * index;
  if (is_old_ || index >= main_.u16(0x98)) return {};
  Table found{main_.u32(at), main_.u32(at + 4)};
  if (found.offset >= table_.size()) return {};
  found.size = std::min(found.size, table_.size() - found.offset);
  return found;
}

/// Word 6 and 95: one piece of bytes, or pieces in the main stream itself.
Result<void> DocFile::decrypt(const ReadContext& context, bool is_xor) {
  constexpr std::size_t kBlockBytes = 512;
  // The beginning of the FIB stands as it is.
  const std::size_t plain_bytes =
      std::min<std::size_t>(table_bytes_.empty() ? 0x34 : 0x44, main_bytes_.size());
  const std::string_view kind = context.format.name;
  // Of RC4, the beginning of the table says how; of XOR, what is its size otherwise.
  Result<LegacyCipher> cipher =
      is_xor ? LegacyCipher::from_xor(main_.u16(0x0E), main_.u16(0x10), kind)
             : LegacyCipher::from_info(table_.part(0, main_.u32(0x0E)), kind);
  if (!cipher) return tl::unexpected<Error>(std::move(cipher).error());
  LECTERN_CHECK(cipher->unlock({context.options.password}));
  const ByteVector plain(main_bytes_.begin(),
                         main_bytes_.begin() + static_cast<std::ptrdiff_t>(plain_bytes));
  for (ByteVector* stream : {&main_bytes_, &table_bytes_, &data_bytes_}) {
    if (is_xor) {
      cipher->decrypt_word(*stream);
    } else {
      cipher->decrypt_stream(*stream, kBlockBytes);
    }
  }
  std::copy(plain.begin(), plain.end(), main_bytes_.begin());
  return {};
}

Result<void> DocFile::read_old() {
  is_old_ = true;
  is_wide_ = (main_.u16(0x0A) & 0x1000) != 0;
  const std::uint64_t start = main_.u32(0x18);
  const std::uint64_t end = std::min<std::uint64_t>(main_.u32(0x1C), main_.size());
  if (start >= end) return fail(ErrorCode::kCorruptDocument, "WordDocument: it states no text");
  std::uint32_t place = 0;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const std::uint32_t count =
        std::min(main_.u32(0x34 + 4 * i), static_cast<std::uint32_t>(end - start) - place);
    parts_[i] = {place, place + count};
    place += count;
  }
  const bool is_complex = (main_.u16(0x0A) & 4) != 0;
  const std::uint64_t pieces = main_.u32(0x160);
  const std::uint64_t size = main_.u32(0x164);
  if (is_complex && size > 0 && pieces < main_.size()) {
    if (read_pieces(pieces, std::min(size, main_.size() - pieces), main_)) return {};
    pieces_.clear();
  }
  const std::uint64_t units = (end - start) / (is_wide_ ? 2 : 1);
  pieces_.push_back({0, static_cast<std::uint32_t>(units), start, is_wide_});
  return {};
}

Result<void> DocFile::read_pieces(std::uint64_t at, std::uint64_t size, DocBytes from) {
  const std::uint64_t end = at + size;
  while (at + 5 <= end && from.u8(at) == 1) at += 3U + from.u16(at + 1);
  if (at + 5 > end || from.u8(at) != 2)
    return fail(ErrorCode::kCorruptDocument, {"the table of pieces is damaged at byte {}", at});
  const std::uint64_t bytes = std::min<std::uint64_t>(from.u32(at + 1), end - at - 5);
  at += 5;
  if (bytes < 16) return fail(ErrorCode::kCorruptDocument, "the table of pieces is empty");
  const std::uint64_t count = std::min<std::uint64_t>((bytes - 4) / 12, kMaxPieces);
  std::uint32_t last = 0;
  std::uint64_t stated = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint32_t first = from.u32(at + 4 * i);
    const std::uint32_t next = from.u32(at + 4 * (i + 1));
    const std::uint32_t place = from.u32(at + 4 * (count + 1) + 8 * i + 2);
    if (first < last || next <= first || next > kMaxPlaces) continue;
    last = next;
    const bool is_narrow = is_old_ ? !is_wide_ : (place & 0x40000000) != 0;
    const std::uint64_t offset = is_old_     ? place
                                 : is_narrow ? (place & 0x3FFFFFFF) / 2
                                             : place & 0x3FFFFFFF;
    // A piece that runs past the stream ends with it, and pieces may not repeat it without end.
    const std::uint64_t room = offset < main_.size() ? main_.size() - offset : 0;
    const std::uint64_t length = std::min<std::uint64_t>(next - first, is_narrow ? room : room / 2);
    if (length == 0) continue;
    stated += length;
    if (stated > main_.size() + std::min(3 * main_.size(), kMaxRepeatedPlaces))
      return fail(ErrorCode::kLimitExceeded,
                  {"its pieces state {,} characters, the stream has {byte}", stated, main_.size()});
    pieces_.push_back({first, first + static_cast<std::uint32_t>(length), offset, !is_narrow});
  }
  if (pieces_.empty())
    return fail(ErrorCode::kCorruptDocument, "the table of pieces holds none that is whole");
  return {};
}

/// Makes the piece of a place, or the one behind it, the last one. \returns whether it has the
/// place.
bool DocFile::find_piece(std::uint32_t place) {
  if (last_piece_ >= pieces_.size() || place < pieces_[last_piece_].first ||
      place >= pieces_[last_piece_].last) {
    const auto found = std::upper_bound(
        pieces_.begin(), pieces_.end(), place,
        [](std::uint32_t value, const Piece& piece) { return value < piece.last; });
    last_piece_ = static_cast<std::size_t>(found - pieces_.begin());
  }
  return last_piece_ < pieces_.size() && place >= pieces_[last_piece_].first;
}

std::uint32_t DocFile::next_place(std::uint32_t place) {
  if (find_piece(place)) return place;
  return last_piece_ < pieces_.size() ? pieces_[last_piece_].first : kMaxPlaces;
}

DocFile::Character DocFile::character(std::uint32_t place) {
  if (!find_piece(place)) return {};
  const Piece& piece = pieces_[last_piece_];
  const std::uint64_t index = place - piece.first;
  const std::uint64_t offset = piece.offset + index * (piece.is_wide ? 2 : 1);
  if (offset >= main_.size()) return {};
  if (piece.is_wide) return {static_cast<char16_t>(main_.u16(offset)), offset};
  return {main_.u8(offset), offset};
}

std::string DocFile::name_at(std::uint64_t at, std::uint32_t count) const {
  std::string name;
  for (std::uint32_t i = 0; i < std::min(count, 1'000U) && at + 2 * i < table_.size(); ++i) {
    const char16_t unit = table_.u16(at + 2 * i);
    if (unit >= 0x20 && !(unit >= 0xD800 && unit < 0xE000)) append_utf8(unit, name);
  }
  return name;
}

void DocFile::read_styles() {
  const Table sheet = table(1);
  if (sheet.size < 20) return;
  const std::uint64_t end = sheet.offset + sheet.size;
  const std::uint16_t header = table_.u16(sheet.offset);
  const std::uint16_t count = table_.u16(sheet.offset + 2);
  const std::uint16_t base = table_.u16(sheet.offset + 4);
  std::uint64_t at = sheet.offset + 2 + header;
  for (std::size_t i = 0; i < count && at + 2 <= end && i < kMaxDocStyles; ++i) {
    const std::uint16_t size = table_.u16(at);
    const std::uint64_t start = at + 2;
    at = start + size + (size & 1U);
    Style style;
    if (size >= 10) {
      style.id = table_.u16(start) & 0xFFF;
      const unsigned kind = table_.u16(start + 2) & 0xF;
      style.based_on = table_.u16(start + 2) >> 4;
      const std::uint16_t name_size = table_.u16(start + base);
      style.name = name_at(start + base + 2, name_size);
      std::uint64_t more = start + base + 2 + 2U * name_size + 2;
      if (kind == kParagraphStyle) {
        more += (more - start) & 1U;
        const std::uint16_t properties = table_.u16(more);
        if (properties > 2 && more + 2 + properties <= start + size)
          apply(table_.part(more + 4, properties - 2U), style.own);
        more += 2U + properties;
      }
      if (kind == kParagraphStyle || kind == kCharacterStyle) {
        more += (more - start) & 1U;
        const std::uint16_t properties = table_.u16(more);
        DocRun run;
        if (more + 2 + properties <= start + size) apply(table_.part(more + 2, properties), run);
        style.hides = run.hides;
      }
    }
    styles_.push_back(std::move(style));
  }
}

std::vector<DocFile::Reference> DocFile::references(Part part) {
  const std::size_t index = part == Part::kFootnotes ? 2 : part == Part::kComments ? 4 : 46;
  const std::uint64_t extra = part == Part::kComments ? 30 : 2;
  const Table places = table(index);
  const Table texts = table(index + 1);
  std::vector<Reference> found;
  if (places.size < 4 || texts.size < 8) return found;
  const std::uint64_t count = (places.size - 4) / (4 + extra);
  const DocRange all = parts_[static_cast<std::size_t>(part)];
  const auto inside = [&all](std::uint32_t place) {
    return static_cast<std::uint32_t>(
        std::min<std::uint64_t>(std::uint64_t{all.first} + place, all.last));
  };
  std::uint32_t last = all.first;
  for (std::uint64_t i = 0; i < count && 4 * (i + 2) <= texts.size; ++i) {
    Reference reference;
    reference.place = table_.u32(places.offset + 4 * i);
    reference.text = {inside(table_.u32(texts.offset + 4 * i)),
                      inside(table_.u32(texts.offset + 4 * (i + 1)))};
    // Texts follow one another.
    if (reference.text.first < last || reference.text.last < reference.text.first) continue;
    last = reference.text.last;
    if (part == Part::kComments) {
      const std::uint64_t entry = places.offset + 4 * (count + 1) + 30 * i;
      const std::uint16_t owner = table_.u16(entry + 20);
      if (owner < authors_.size()) reference.author = authors_[owner];
    }
    found.push_back(std::move(reference));
  }
  return found;
}

std::vector<DocRange> DocFile::headers() {
  const Table places = table(11);
  std::vector<DocRange> found;
  const DocRange all = part(Part::kHeaders);
  std::uint32_t last = all.first;
  for (std::uint64_t i = 6; 4 * (i + 2) <= places.size && found.size() < 6'000; ++i) {
    const auto inside = [&all](std::uint32_t place) {
      return static_cast<std::uint32_t>(
          std::min<std::uint64_t>(std::uint64_t{all.first} + place, all.last));
    };
    DocRange range{inside(table_.u32(places.offset + 4 * i)),
                   inside(table_.u32(places.offset + 4 * (i + 1)))};
    // Texts follow one another.
    if (range.first < last || range.last < range.first) range = {last, last};
    last = range.last;
    found.push_back(range);
  }
  return found;
}

std::string DocFile::font(std::uint16_t index) const {
  return index < fonts_.size() ? fonts_[index] : std::string();
}

}  // namespace lectern
