// What the styles of an Office Open XML workbook say of number formats (ECMA-376 part 1, 18.8).
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "documents/office_package.h"
#include "documents/sheets/number_format.h"

namespace lectern {

/// Number formats by the number of a style, each parsed once, when it is first used.
class FormatTable {
 public:
  /// A format that the file has.
  void define(std::uint32_t id, std::string code) { codes_.insert_or_assign(id, std::move(code)); }
  /// The format of the next style.
  void add_style(std::uint32_t id) { styles_.push_back(id); }
  void set_language(FormatLanguage language) { language_ = language; }

  /// The format of a style; "General" for styles that there are not.
  const NumberFormat& of_style(std::uint64_t style) {
    return of_id(style < styles_.size() ? styles_[static_cast<std::size_t>(style)] : 0);
  }
  const NumberFormat& of_id(std::uint32_t id);

 private:
  std::map<std::uint32_t, std::string> codes_;
  std::map<std::uint32_t, NumberFormat> parsed_;
  std::size_t parsed_bytes_ = 0;
  std::vector<std::uint32_t> styles_;
  FormatLanguage language_ = FormatLanguage::kChinese;
};

/// The language of East Asian formats that a font's or a file's character set stands for.
FormatLanguage language_of_charset(std::uint32_t charset, FormatLanguage otherwise);

/// Reads `part`. What is damaged is a warning of `package`.
FormatTable read_styles(OfficePackage& package, const std::string& part);

}  // namespace lectern
