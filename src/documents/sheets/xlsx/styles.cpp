#include "documents/sheets/xlsx/styles.h"

#include "documents/sheets/xlsx/values.h"

namespace lectern {
namespace {

/// Excel has 64,000 of them. Each costs four bytes here.
constexpr std::size_t kMostStyles = 4'000'000;
constexpr std::size_t kMostFormats = 100'000;

}  // namespace

const NumberFormat& FormatTable::of_id(std::uint32_t id) {
  const auto found = parsed_.find(id);
  if (found != parsed_.end()) return found->second;
  const auto found_code = codes_.find(id);
  std::string_view code = found_code != codes_.end() ? std::string_view(found_code->second)
                                                     : builtin_format(id, language_);
  // A token takes many times its letter, and Excel takes 255 characters. Beyond what programs
  // write, numbers are shown as they are.
  constexpr std::size_t kMostCodeBytes = 1'000;
  constexpr std::size_t kMostParsedBytes = std::size_t{2} << 20;
  parsed_bytes_ += code.size();
  if (code.size() > kMostCodeBytes || parsed_bytes_ > kMostParsedBytes) code = "General";
  return parsed_.emplace(id, NumberFormat(code)).first->second;
}

FormatLanguage language_of_charset(std::uint32_t charset, FormatLanguage otherwise) {
  switch (charset) {
    case 128:
    case 932:
      return FormatLanguage::kJapanese;
    case 129:
    case 949:
      return FormatLanguage::kKorean;
    case 134:
    case 936:
      return FormatLanguage::kChinese;
    case 136:
    case 950:
      return FormatLanguage::kTaiwanese;
    default:
      return otherwise;
  }
}

FormatTable read_styles(OfficePackage& package, const std::string& part) {
  FormatTable table;
  if (part.empty() || !package.has(part)) return table;
  auto reader = package.xml(part);
  if (!reader) {
    package.warn(part, reader.error());
    return table;
  }
  XmlReader& xml = ***reader;
  std::size_t formats = 0;
  std::size_t styles = 0;
  bool in_cell_styles = false;
  FormatLanguage language = FormatLanguage::kChinese;
  while (xml.next() != XmlReader::Event::kDone) {
    if (xml.event() == XmlReader::Event::kEnd) {
      if (xml.name() == "cellXfs") in_cell_styles = false;
      continue;
    }
    if (xml.event() != XmlReader::Event::kStart) continue;
    if (xml.name() == "cellXfs") {
      in_cell_styles = true;
    } else if (xml.name() == "cellStyleXfs" || xml.name() == "dxfs") {
      xml.skip();
    } else if (xml.name() == "numFmt" && ++formats <= kMostFormats) {
      table.define(static_cast<std::uint32_t>(stored_number(xml.value("numFmtId")).value_or(0)),
                   std::string(xml.value("formatCode")));
    } else if (xml.name() == "xf" && in_cell_styles && ++styles <= kMostStyles) {
      table.add_style(static_cast<std::uint32_t>(stored_number(xml.value("numFmtId")).value_or(0)));
    } else if (xml.name() == "charset") {
      const auto charset = static_cast<std::uint32_t>(stored_number(xml.value("val")).value_or(0));
      language = language_of_charset(charset, language);
    }
  }
  if (xml.error()) package.warn(part, *xml.error());
  table.set_language(language);
  return table;
}

}  // namespace lectern
