#include "documents/drawing/metafile.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <utility>

#include "documents/text/symbols.h"
#include "inflate/inflater.h"
#include "text/utf8.h"

namespace lectern {
namespace {

constexpr std::size_t kMaxMetafileText = 4'000;
constexpr std::size_t kMaxMetafileRecords = 2'000'000;
constexpr std::string_view kTextDivider = " / ";

std::uint32_t number_at(ByteSpan bytes, std::size_t at, std::size_t size) {
  std::uint32_t value = 0;
  for (std::size_t i = size; i-- > 0;) {
    value = value << 8 | (at < bytes.size() && i < bytes.size() - at ? bytes[at + i] : 0U);
  }
  return value;
}
std::uint32_t word(ByteSpan bytes, std::size_t at) { return number_at(bytes, at, 2); }
std::uint32_t dword(ByteSpan bytes, std::size_t at) { return number_at(bytes, at, 4); }
std::int32_t signed_at(ByteSpan bytes, std::size_t at) {
  return static_cast<std::int32_t>(dword(bytes, at));
}

ByteSpan part_of(ByteSpan bytes, std::uint64_t at, std::uint64_t size) {
  if (at > bytes.size()) return {};
  return bytes.subspan(static_cast<std::size_t>(at),
                       static_cast<std::size_t>(std::min<std::uint64_t>(size, bytes.size() - at)));
}

std::string wide_text(ByteSpan bytes) {
  std::string text;
  for (std::size_t i = 0; i + 2 <= bytes.size() && text.size() < kMaxMetafileText; i += 2) {
    char32_t c = word(bytes, i);
    if (c >= 0xD800 && c < 0xDC00 && i + 4 <= bytes.size()) {
      const char32_t low = word(bytes, i + 2);
      if (low >= 0xDC00 && low < 0xE000) {
        c = 0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00);
        i += 2;
      }
    }
    if (c >= 0xD800 && c < 0xE000) c = 0xFFFD;
    append_utf8(c < 0x20 ? U' ' : c, text);
  }
  return text;
}

/// Windows-1252, in its lower half and where it is Latin-1.
std::string narrow_text(ByteSpan bytes) {
  constexpr char16_t kUpper[32] = {0x20AC, 0xFFFD, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
                                   0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0xFFFD, 0x017D, 0xFFFD,
                                   0xFFFD, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
                                   0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0xFFFD, 0x017E, 0x0178};
  std::string text;
  for (const std::uint8_t byte : bytes.first(std::min(bytes.size(), kMaxMetafileText))) {
    const bool is_upper = byte >= 0x80 && byte < 0xA0;
    append_utf8(is_upper      ? char32_t{kUpper[byte - 0x80]}
                : byte < 0x20 ? U' '
                              : char32_t{byte},
                text);
  }
  return text;
}

/// Runs of text in the order in which they are drawn.
class DrawnText {
 public:
  bool is_full() const { return text_.size() > kMaxMetafileText; }

  /// \param width  that the run takes; 0 when it does not say.
  void add(std::string_view run, double x, double y, double width, std::size_t characters) {
    if (run.empty() || is_full()) return;
    const double each = characters > 0 && width > 0 ? width / static_cast<double>(characters) : 0;
    const bool goes_on = !text_.empty() && width_ > 0 && each > 0 && std::abs(y - y_) < each;
    const double gap = x - end_;
    if (goes_on && std::abs(gap) < each * 0.4) {
      // The same word.
    } else if (goes_on && gap > 0 && gap < each * 3) {
      text_ += ' ';
    } else if (!text_.empty()) {
      text_ += kTextDivider;
    }
    text_ += run;
    y_ = y;
    end_ = x + width;
    width_ = width;
  }

  std::string take() {
    // Blanks are drawn as runs of their own.
    std::string out;
    for (const char c : text_) {
      if (c != ' ' || (!out.empty() && out.back() != ' ')) out += c;
    }
    while (out.ends_with(' ') || out.ends_with('/')) out.pop_back();
    if (out.size() > kMaxMetafileText) {
      std::size_t end = kMaxMetafileText;
      while (end > 0 && is_utf8_continuation(static_cast<std::uint8_t>(out[end]))) --end;
      out.resize(end);
      out += "…";
    }
    return out;
  }

 private:
  std::string text_;
  double y_ = 0;
  double end_ = 0;
  double width_ = 0;
};

class MetafileReading {
 public:
  explicit MetafileReading(ByteSpan bytes) : bytes_(bytes) {}

  Metafile enhanced() {
    result_.kind = "EMF";
    const auto side = [this](std::size_t at) {
      const std::int64_t size = std::int64_t{signed_at(bytes_, at + 8)} - signed_at(bytes_, at);
      return static_cast<std::uint32_t>(std::clamp<std::int64_t>(size, 0, 1'000'000) / 10);
    };
    result_.width = side(24);
    result_.height = side(28);
    std::size_t at = 0;
    for (std::size_t i = 0; i < kMaxMetafileRecords && at + 8 <= bytes_.size(); ++i) {
      const std::uint32_t type = dword(bytes_, at);
      const std::uint32_t size = dword(bytes_, at + 4);
      if (size < 8 || size > bytes_.size() - at || type == 14) break;
      enhanced_record(type, bytes_.subspan(at, size));
      at += size;
    }
    return finish();
  }

  Metafile old() {
    result_.kind = "WMF";
    std::size_t at = 0;
    if (starts_with(bytes_, "\xD7\xCD\xC6\x9A")) {
      const std::uint32_t per_inch = std::max<std::uint32_t>(word(bytes_, 14), 1);
      const auto side = [&](std::size_t from) {
        const int size = static_cast<std::int16_t>(word(bytes_, from + 4)) -
                         static_cast<std::int16_t>(word(bytes_, from));
        return static_cast<std::uint32_t>(std::abs(size)) * 254 / per_inch;
      };
      result_.width = side(6);
      result_.height = side(8);
      at = 22;
    }
    at += 18;
    for (std::size_t i = 0; i < kMaxMetafileRecords && at + 6 <= bytes_.size(); ++i) {
      const std::uint64_t size = std::uint64_t{dword(bytes_, at)} * 2;
      const std::uint32_t type = word(bytes_, at + 4);
      if (size < 6 || size > bytes_.size() - at || type == 0) break;
      old_record(type, bytes_.subspan(at + 6, static_cast<std::size_t>(size) - 6));
      at += static_cast<std::size_t>(size);
    }
    return finish();
  }

 private:
  Metafile finish() {
    result_.read_bytes = bytes_.size();
    result_.text = text_.take();
    if (result_.text.empty()) result_.text = plus_text_.take();
    const bool is_picture = bitmaps_ == 1 && !result_.has_drawing && result_.text.empty();
    if (is_picture && !bitmap_.empty()) {
      result_.picture = std::move(bitmap_);
    } else {
      result_.has_drawing |= bitmaps_ > 0;
    }
    return std::move(result_);
  }

  void add_bitmap(ByteSpan header, ByteSpan bits) {
    if (header.empty()) return;
    if (++bitmaps_ == 1) bitmap_ = bmp_of(header, bits);
  }

  /// [MS-EMF] 2.3.
  void enhanced_record(std::uint32_t type, ByteSpan record) {
    const auto bitmap = [&](std::size_t place) {
      add_bitmap(part_of(record, dword(record, place), dword(record, place + 4)),
                 part_of(record, dword(record, place + 8), dword(record, place + 12)));
    };
    switch (type) {
      case 83:
      case 84:
        return enhanced_text(record, 36, type == 84);
      case 96:
      case 97: {
        const std::uint32_t count = dword(record, 36);
        for (std::uint32_t i = 0; i < count && 40 + std::size_t{i} * 40 < record.size(); ++i)
          enhanced_text(record, 40 + std::size_t{i} * 40, type == 97);
        return;
      }
      case 108:
        return small_text(record);
      case 76:
      case 77:
      case 78:
      case 79:
      case 114:
      case 116:
        return bitmap(84);
      case 80:
      case 81:
        return bitmap(48);
      case 70:
        if (has_bytes_at(record, 12, "EMF+"))
          plus_records(part_of(record, 16, dword(record, 8) - 4));
        return;
      default:
        result_.has_drawing |= (type >= 2 && type <= 8) || (type >= 41 && type <= 47) ||
                               (type >= 53 && type <= 56) || (type >= 62 && type <= 64) ||
                               (type >= 71 && type <= 74) || (type >= 85 && type <= 92) ||
                               type == 15 || type == 118;
    }
  }

  /// An EmrText object (2.2.5).
  void enhanced_text(ByteSpan record, std::size_t at, bool is_wide) {
    constexpr std::uint32_t kGlyphs = 0x10;
    const std::uint32_t options = dword(record, at + 16);
    if ((options & kGlyphs) != 0 || text_.is_full()) return;
    const std::size_t bytes_each = is_wide ? 2 : 1;
    const ByteSpan run =
        part_of(record, dword(record, at + 12), std::uint64_t{dword(record, at + 8)} * bytes_each);
    // Runs may share them: no more widths count than characters, which are soon all that is shown.
    const std::size_t count = run.size() / bytes_each;
    const std::uint32_t widths = dword(record, at + 36);
    const std::size_t step = (options & 0x2000) != 0 ? 8 : 4;
    double width = 0;
    for (std::size_t i = 0; widths >= 8 && i < count; ++i)
      width += signed_at(record, widths + i * step);
    text_.add(is_wide ? wide_text(run) : narrow_text(run), signed_at(record, at),
              signed_at(record, at + 4), width, count);
  }

  /// EMR_SMALLTEXTOUT (2.3.5.37).
  void small_text(ByteSpan record) {
    const std::uint32_t options = dword(record, 20);
    const std::size_t at = (options & 0x100) != 0 ? 36 : 52;
    const bool is_narrow = (options & 0x200) != 0;
    const std::uint64_t count = dword(record, 16);
    if ((options & 0x10) != 0) return;
    const ByteSpan run = part_of(record, at, count * (is_narrow ? 1 : 2));
    text_.add(is_narrow ? narrow_text(run) : wide_text(run), signed_at(record, 8),
              signed_at(record, 12), 0, 0);
  }

  /// [MS-EMFPLUS] 2.3.
  void plus_records(ByteSpan records) {
    for (std::size_t at = 0; at + 12 <= records.size();) {
      const std::uint32_t type = word(records, at);
      const std::uint32_t flags = word(records, at + 2);
      const std::uint32_t size = dword(records, at + 4);
      if (size < 12 || size > records.size() - at) return;
      const ByteSpan data = part_of(records, at + 12, dword(records, at + 8));
      at += size;
      if (type == 0x4008) {
        if ((flags >> 8 & 0x7F) == 5) plus_image(data, (flags & 0x8000) != 0);
      } else if (type == 0x401C) {
        plus_text_.add(wide_text(part_of(data, 28, std::uint64_t{dword(data, 8)} * 2)), 0, 0, 0, 0);
      } else if (type == 0x4036) {
        // The lowest bit says that the numbers are characters.
        if ((dword(data, 4) & 1) != 0) {
          plus_text_.add(wide_text(part_of(data, 16, std::uint64_t{dword(data, 12)} * 2)), 0, 0, 0,
                         0);
        }
      } else if (type == 0x401A || type == 0x401B) {
        ++plus_draws_;
        result_.has_drawing |= plus_draws_ > 1;
      } else if ((type >= 0x400A && type <= 0x4019) || type == 0x4037) {
        result_.has_drawing = true;
      }
    }
  }

  /// An image object (2.2.1.4) whose bytes are a picture file; large ones come in several records.
  void plus_image(ByteSpan data, bool goes_on) {
    if (goes_on) {
      const std::uint32_t total = dword(data, 0);
      data = part_of(data, 4, data.size());
      if (image_.size() < total) image_.insert(image_.end(), data.begin(), data.end());
      if (image_.size() < total) return;
      data = image_;
    }
    constexpr std::size_t kFileAt = 28;
    const bool is_file = dword(data, 4) == 1 && dword(data, 24) == 1 && data.size() > kFileAt;
    ++bitmaps_;
    if (is_file && bitmaps_ == 1) bitmap_.assign(data.begin() + kFileAt, data.end());
  }

  /// Keeps account of objects, of which fonts of symbols say what letters stand for.
  /// \returns whether the record is about one.
  bool old_object(std::uint32_t type, ByteSpan data) {
    // A search for a free place passes by all that are taken.
    constexpr std::size_t kMaxObjects = 256;
    constexpr std::size_t kFaceAt = 18;
    const std::size_t number = word(data, 0);
    switch (type) {
      case 0x012D:  // select
        if (number < old_objects_.size() && old_objects_[number] && old_objects_[number]->is_font)
          old_font_ = old_objects_[number]->font;
        return true;
      case 0x01F0:  // delete
        if (number < old_objects_.size()) old_objects_[number].reset();
        return true;
      case 0x00F7:
      case 0x0142:
      case 0x01F9:
      case 0x02FA:
      case 0x02FB:
      case 0x02FC:
      case 0x06FF: {
        auto place = std::find(old_objects_.begin(), old_objects_.end(), std::nullopt);
        if (place == old_objects_.end()) {
          if (old_objects_.size() >= kMaxObjects) return true;
          place = old_objects_.insert(place, std::nullopt);
        }
        const std::string_view face = as_chars(part_of(data, kFaceAt, data.size()));
        const bool is_font = type == 0x02FB;
        *place = OldObject{
            is_font, is_font ? symbol_font(face.substr(0, face.find('\0'))) : SymbolFont::kNone};
        return true;
      }
      default:
        return false;
    }
  }

  /// Marks that nobody knows are left out.
  std::string old_text(ByteSpan bytes) const {
    if (old_font_ == SymbolFont::kNone) return narrow_text(bytes);
    std::string text;
    for (const std::uint8_t byte : bytes.first(std::min(bytes.size(), kMaxMetafileText))) {
      if (const auto mark = symbol_character(old_font_, byte)) append_utf8(*mark, text);
    }
    return text;
  }

  /// [MS-WMF] 2.3. \param data  behind the record's head.
  void old_record(std::uint32_t type, ByteSpan data) {
    const auto bitmap = [&](std::size_t at) {
      const ByteSpan dib = part_of(data, at, data.size());
      add_bitmap(dib, {});
    };
    const auto coordinate = [&data](std::size_t at) {
      return static_cast<double>(static_cast<std::int16_t>(word(data, at)));
    };
    if (old_object(type, data)) return;
    switch (type) {
      case 0x0521: {
        const std::uint32_t count = word(data, 0);
        const std::size_t behind = 2 + (count + 1) / 2 * 2;
        text_.add(old_text(part_of(data, 2, count)), coordinate(behind + 2), coordinate(behind), 0,
                  0);
        return;
      }
      case 0x0A32: {
        const std::uint32_t count = word(data, 4);
        const std::uint32_t options = word(data, 6);
        if ((options & 0x10) != 0) return;
        const std::size_t at = (options & 6) != 0 ? 16 : 8;
        const std::size_t widths = at + (count + 1) / 2 * 2;
        double width = 0;
        for (std::size_t i = 0; i < count && widths + i * 2 + 2 <= data.size(); ++i)
          width += coordinate(widths + i * 2);
        text_.add(old_text(part_of(data, at, count)), coordinate(2), coordinate(0), width, count);
        return;
      }
      case 0x0F43:
        return bitmap(22);
      case 0x0B41:
        return bitmap(20);
      case 0x0940:
        return bitmap(16);
      case 0x0D33:
        return bitmap(18);
      // Lines, polygons, rectangles, ellipses, arcs, regions.
      case 0x0213:
      case 0x0324:
      case 0x0325:
      case 0x0538:
      case 0x0418:
      case 0x041B:
      case 0x061C:
      case 0x0817:
      case 0x081A:
      case 0x0830:
      case 0x0228:
      case 0x012B:
      case 0x041F:
        result_.has_drawing = true;
        return;
      default:
        return;
    }
  }

  ByteSpan bytes_;
  Metafile result_;
  DrawnText text_;
  DrawnText plus_text_;
  ByteVector bitmap_;
  ByteVector image_;
  struct OldObject {
    bool is_font = false;
    SymbolFont font = SymbolFont::kNone;
    bool operator==(const OldObject&) const = default;
  };
  std::vector<std::optional<OldObject>> old_objects_;  ///< by number; nothing where none is
  SymbolFont old_font_ = SymbolFont::kNone;
  std::uint64_t bitmaps_ = 0;
  std::uint64_t plus_draws_ = 0;
};

bool is_enhanced(ByteSpan bytes) { return dword(bytes, 0) == 1 && has_bytes_at(bytes, 40, " EMF"); }

bool is_old(ByteSpan bytes) {
  if (starts_with(bytes, "\xD7\xCD\xC6\x9A")) return true;
  const std::uint32_t version = word(bytes, 4);
  return bytes.size() >= 18 && (word(bytes, 0) == 1 || word(bytes, 0) == 2) &&
         word(bytes, 2) == 9 && (version == 0x100 || version == 0x300) && word(bytes, 16) == 0;
}

/// What a gzip member holds, as far as it can be inflated.
ByteVector gunzipped(ByteSpan bytes, std::uint64_t max_bytes) {
  const std::uint32_t flags = number_at(bytes, 3, 1);
  std::size_t at = 10;
  if ((flags & 4) != 0) at += 2 + word(bytes, at);
  for (const std::uint32_t name : {8U, 16U}) {
    if ((flags & name) == 0) continue;
    while (at < bytes.size() && bytes[at] != 0) ++at;
    ++at;
  }
  if ((flags & 2) != 0) at += 2;
  ByteVector all;
  Inflater inflater(Inflater::Wrapping::kNone);
  inflater.feed(part_of(bytes, at, bytes.size()));
  while (all.size() < max_bytes) {
    const auto piece = inflater.next();
    if (!piece || piece->empty()) break;
    all.insert(all.end(), piece->begin(), piece->end());
  }
  return all;
}

bool is_gzip(ByteSpan bytes) { return starts_with(bytes, "\x1F\x8B\x08"); }

}  // namespace

bool is_metafile(ByteSpan bytes) { return is_enhanced(bytes) || is_old(bytes) || is_gzip(bytes); }

std::optional<Metafile> read_metafile(ByteSpan bytes, std::uint64_t max_bytes) {
  ByteVector inflated;
  if (is_gzip(bytes)) {
    inflated = gunzipped(bytes, max_bytes);
    bytes = inflated;
  }
  if (is_enhanced(bytes)) return MetafileReading(bytes).enhanced();
  if (is_old(bytes)) return MetafileReading(bytes).old();
  return std::nullopt;
}

ByteVector bmp_of(ByteSpan header, ByteSpan bits) {
  const std::uint32_t size = dword(header, 0);
  if (size < 12 || size > header.size()) return {};
  std::uint64_t offset = header.size();
  if (bits.empty()) {
    // The pixels stand behind the palette.
    const bool is_core = size == 12;
    const std::uint32_t depth = word(header, is_core ? 10 : 14);
    const std::uint32_t stated = is_core ? 0 : dword(header, 32);
    const std::uint64_t colours = stated != 0 ? stated : depth <= 8 ? 1U << depth : 0;
    const bool has_masks = size == 40 && dword(header, 16) == 3;
    offset = size + colours * (is_core ? 3 : 4) + (has_masks ? 12 : 0);
  }
  ByteVector file{'B', 'M'};
  const auto add = [&file](std::uint64_t value) {
    for (int i = 0; i < 4; ++i) file.push_back(static_cast<std::uint8_t>(value >> 8 * i));
  };
  add(14 + header.size() + bits.size());
  add(0);
  add(14 + offset);
  file.insert(file.end(), header.begin(), header.end());
  file.insert(file.end(), bits.begin(), bits.end());
  return file;
}

}  // namespace lectern
