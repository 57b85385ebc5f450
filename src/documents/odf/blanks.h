// Blanks in texts of OpenDocument, which state how many they are (ODF 1.3 part 3, chapter 6.1.3).
#pragma once

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>

#include "documents/office_package.h"
#include "documents/xml/xml_reader.h"

namespace lectern {

/// At the start of a `text:s`: the blanks that it stands for, at most a thousand. The package pays
/// for them.
inline std::string odf_blanks(const XmlReader& xml, OfficePackage& package) {
  constexpr std::uint64_t kMostBlanks = 1'000;
  const std::string_view stated = xml.value("c");
  std::uint64_t count = 1;
  const auto read = std::from_chars(stated.data(), stated.data() + stated.size(), count);
  if (read.ec == std::errc::result_out_of_range) count = kMostBlanks;
  count = std::clamp<std::uint64_t>(count, 1, kMostBlanks);
  package.spend_written(count);
  return std::string(static_cast<std::size_t>(count), ' ');
}

}  // namespace lectern
