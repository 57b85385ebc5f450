// What control words of RTF mean.
#include <algorithm>
#include <utility>

#include "base/format.h"
#include "documents/rtf/rtf_document.h"

namespace lectern {
namespace {

constexpr std::size_t kMaxDefinitions = 20'000;

std::optional<Encoding> encoding_of_code_page(std::int32_t page) {
  switch (page) {
    case 437:
      return Encoding::kIbm437;
    case 737:
      return Encoding::kIbm737;
    case 850:
      return Encoding::kIbm850;
    case 852:
      return Encoding::kIbm852;
    case 866:
      return Encoding::kIbm866;
    case 874:
      return Encoding::kWindows874;
    case 932:
      return Encoding::kShiftJis;
    case 936:
      return Encoding::kGbk;
    case 949:
    case 1361:
      return Encoding::kEucKr;
    case 950:
      return Encoding::kBig5;
    case 1250:
      return Encoding::kWindows1250;
    case 1251:
      return Encoding::kWindows1251;
    case 1252:
    case 819:
      return Encoding::kWindows1252;
    case 1253:
      return Encoding::kWindows1253;
    case 1254:
      return Encoding::kWindows1254;
    case 1255:
      return Encoding::kWindows1255;
    case 1256:
      return Encoding::kWindows1256;
    case 1257:
      return Encoding::kWindows1257;
    case 1258:
      return Encoding::kWindows1258;
    case 10000:
      return Encoding::kMacintosh;
    case 10007:
      return Encoding::kXMacCyrillic;
    case 20866:
      return Encoding::kKoi8R;
    case 65001:
      return Encoding::kUtf8;
    default:
      return std::nullopt;
  }
}

std::optional<Encoding> encoding_of_charset(std::int32_t charset) {
  switch (charset) {
    case 77:
      return Encoding::kMacintosh;
    case 128:
      return Encoding::kShiftJis;
    case 129:
    case 130:
      return Encoding::kEucKr;
    case 134:
      return Encoding::kGbk;
    case 136:
      return Encoding::kBig5;
    case 161:
      return Encoding::kWindows1253;
    case 162:
      return Encoding::kWindows1254;
    case 163:
      return Encoding::kWindows1258;
    case 177:
      return Encoding::kWindows1255;
    case 178:
      return Encoding::kWindows1256;
    case 186:
      return Encoding::kWindows1257;
    case 204:
      return Encoding::kWindows1251;
    case 222:
      return Encoding::kWindows874;
    case 238:
      return Encoding::kWindows1250;
    case 255:
      return Encoding::kIbm850;
    case 0:
      return Encoding::kWindows1252;
    default:
      return std::nullopt;
  }
}

}  // namespace

void RtfDocument::word(std::string_view name, std::optional<std::int32_t> parameter) {
  const bool is_new = std::exchange(group().is_new, false);
  const bool is_optional = std::exchange(group().is_optional, false);
  if (is_new || is_optional) {
    if (destination(name)) return;
    // A destination that is not known and may be left out.
    if (is_optional) {
      group().target = Target::kSkip;
      return;
    }
  }
  const std::int32_t value = parameter.value_or(0);
  switch (group().target) {
    case Target::kSkip:
    case Target::kPicture:
    case Target::kSilent:
    case Target::kShapeName:
    case Target::kShapeValue:
      return;
    case Target::kFontTable:
    case Target::kColours:
    case Target::kStyles:
    case Target::kForm:
      return definition_word(name, value);
    default:
      break;
  }
  if (name == "ansicpg") {
    encoding_ = encoding_of_code_page(value).value_or(encoding_);
  } else if (name == "mac") {
    encoding_ = Encoding::kMacintosh;
  } else if (name == "pc") {
    encoding_ = Encoding::kIbm437;
  } else if (name == "pca") {
    encoding_ = Encoding::kIbm850;
  } else if (name == "deff") {
    default_font_ = static_cast<std::uint32_t>(value);
    group().look.font = default_font_;
  } else if (name == "uc") {
    group().skip_count = static_cast<std::uint32_t>(std::clamp(value, 0, 100));
  } else if (!look_word(name, parameter) && !table_word(name) && !paragraph_word(name, parameter)) {
    character_word(name);
  }
}

void RtfDocument::definition_word(std::string_view name, std::int32_t value) {
  const auto number = static_cast<std::uint32_t>(std::max(value, 0));
  switch (group().target) {
    case Target::kFontTable:
      if (name == "f") {
        defined_font_ = number;
        name_.clear();
        if (fonts_.size() < kMaxDefinitions) fonts_[number] = {};
      } else if (name == "fcharset") {
        if (const auto found = fonts_.find(defined_font_); found != fonts_.end()) {
          if (value == 2) found->second.symbol = SymbolFont::kOther;
          // The charset 0 is that of the document where its code page is no Western one.
          if (value != 0) found->second.encoding = encoding_of_charset(value);
        }
      } else if (name == "cpg") {
        if (const auto found = fonts_.find(defined_font_); found != fonts_.end())
          found->second.encoding = encoding_of_code_page(value);
      }
      break;
    case Target::kColours:
      if (name == "red") red_ = value;
      if (name == "green") green_ = value;
      if (name == "blue") blue_ = value;
      has_colour_ = true;
      break;
    case Target::kStyles:
      if (name == "s") {
        defined_style_ = number;
        name_.clear();
        if (styles_.size() < kMaxDefinitions) styles_[number] = {};
      } else if (name == "cs" || name == "ds" || name == "ts") {
        defined_style_ = 0x80000000U;
        name_.clear();
      } else if (name == "outlinelevel") {
        if (const auto found = styles_.find(defined_style_); found != styles_.end())
          found->second.outline = number;
      }
      break;
    default:
      if (fields_.empty()) break;
      if (name == "fftype") fields_.back().form_type = number;
      if (name == "ffres") fields_.back().form_result = number;
      if (name == "ffdefres") fields_.back().form_default = number;
      break;
  }
}

bool RtfDocument::look_word(std::string_view name, std::optional<std::int32_t> parameter) {
  Look& look = group().look;
  const bool is_on = parameter.value_or(1) != 0;
  const auto number = static_cast<std::uint32_t>(std::max(parameter.value_or(0), 0));
  const auto set = [&](TextStyle style) {
    look.style = static_cast<TextStyle>(is_on ? look.style | style : look.style & ~style);
  };
  if (name == "b") {
    set(kBold);
  } else if (name == "i") {
    set(kItalic);
  } else if (name == "strike" || name == "striked") {
    set(kStrike);
  } else if (name == "super") {
    set(kSuperscript);
  } else if (name == "sub") {
    set(kSubscript);
  } else if (name == "up" || name == "dn") {
    // Half points from which text is no longer on its line.
    if (parameter.value_or(6) >= 4) {
      set(name == "up" ? kSuperscript : kSubscript);
    } else {
      look.style &= static_cast<TextStyle>(~(kSuperscript | kSubscript));
    }
  } else if (name == "nosupersub") {
    look.style &= static_cast<TextStyle>(~(kSuperscript | kSubscript));
  } else if (name == "v") {
    look.is_hidden = is_on;
  } else if (name == "f") {
    look.font = number;
  } else if (name == "fs") {
    look.is_tiny = parameter && number <= 2;
  } else if (name == "cf") {
    look.colour = number;
  } else if (name == "cb" || name == "chcbpat" || name == "highlight") {
    look.is_shaded = number != 0;
  } else if (name == "plain") {
    const TextStyle change = look.change;
    const std::uint32_t change_author = look.change_author;
    look = {};
    look.font = default_font_;
    look.change = change;
    look.change_author = change_author;
  } else if (name == "revised") {
    look.change = is_on ? kInserted : kPlain;
  } else if (name == "deleted") {
    look.change = is_on ? kDeleted : kPlain;
  } else if (name == "revauth" || name == "revauthdel") {
    look.change_author = number;
  } else {
    return false;
  }
  return true;
}

bool RtfDocument::paragraph_word(std::string_view name, std::optional<std::int32_t> parameter) {
  // What stands in a marker or an instruction does not belong to the paragraph.
  if (group().target != Target::kText) return name == "pard";
  Paragraph& paragraph = story().paragraph;
  const auto number = static_cast<std::uint32_t>(std::max(parameter.value_or(0), 0));
  if (name == "pard") {
    paragraph = {};
    // A list's marker stands before the paragraph's properties.
    if (group().target == Target::kText && !story().is_open) story().marker.clear();
  } else if (name == "s") {
    paragraph.style = number;
  } else if (name == "outlinelevel") {
    paragraph.outline = number;
  } else if (name == "ilvl") {
    paragraph.level = std::min(number, 8U);
  } else if (name == "intbl") {
    paragraph.table_level = std::max(paragraph.table_level, 1U);
  } else if (name == "itap") {
    paragraph.table_level = std::min(number, 10U);
  } else if (name == "cbpat") {
    paragraph.is_shaded = number != 0;
  } else {
    return false;
  }
  return true;
}

bool RtfDocument::table_word(std::string_view name) {
  if (name == "cell") {
    end_cell(1);
  } else if (name == "row") {
    end_row(1);
  } else if (name == "nestcell") {
    end_cell(std::max<std::size_t>(story().paragraph.table_level, 2));
  } else if (name == "nestrow") {
    end_row(std::max<std::size_t>(story().paragraph.table_level, 2));
  } else if (name == "trowd") {
    is_header_row_ = false;
    defined_cell_ = Cell::kOwn;
    if (group().target == Target::kText) cells_.clear();
  } else if (name == "clmrg") {
    defined_cell_ = Cell::kJoined;
  } else if (name == "clvmrg") {
    if (defined_cell_ == Cell::kOwn) defined_cell_ = Cell::kCovered;
  } else if (name == "cellx") {
    constexpr std::size_t kMaxRowCells = 1'000;
    const bool is_outer = group().target == Target::kText && cells_.size() < kMaxRowCells;
    if (is_outer) cells_.push_back(defined_cell_);
    defined_cell_ = Cell::kOwn;
  } else if (name == "trhdr") {
    is_header_row_ = true;
  } else {
    return false;
  }
  return true;
}

bool RtfDocument::character_word(std::string_view name) {
  struct Named {
    std::string_view name;
    std::string_view text;
  };
  constexpr Named kCharacters[] = {
      {"tab", "\t"},           {"emdash", "—"},    {"endash", "–"},    {"lquote", "‘"},
      {"rquote", "’"},         {"ldblquote", "“"}, {"rdblquote", "”"}, {"bullet", "•"},
      {"emspace", " "},        {"enspace", " "},   {"qmspace", " "},   {"zwj", "\xE2\x80\x8D"},
      {"zwnj", "\xE2\x80\x8C"}};
  for (const Named& each : kCharacters) {
    if (each.name != name) continue;
    text(each.text);
    return true;
  }
  if (name == "par" || name == "sect") {
    if (group().target == Target::kText) end_paragraph();
  } else if (name == "line" || name == "lbr") {
    if (group().target == Target::kText) {
      open_block();
      flush_hidden();
      story_writer().line_break();
    }
  } else {
    return false;
  }
  return true;
}

}  // namespace lectern
