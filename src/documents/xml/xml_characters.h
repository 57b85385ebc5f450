// What the files of the XML reader share: where its loops stop, and entities.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace lectern {

inline constexpr std::string_view kXmlBlanks = " \t\r\n";

/// Where the quick ways stop; at NUL, which stands behind the buffer, all of them.
inline constexpr std::uint8_t kXmlBlank = 1;
inline constexpr std::uint8_t kXmlNameStop = 2;
inline constexpr std::uint8_t kXmlColon = 4;
inline constexpr std::uint8_t kXmlValueStop = 8;  ///< a quote, or what has to be replaced
inline constexpr std::uint8_t kXmlTextStop = 16;  ///< markup, or what has to be replaced

inline constexpr std::array<std::uint8_t, 256> kXmlStops = [] {
  std::array<std::uint8_t, 256> stops{};
  const auto add = [&stops](std::string_view characters, std::uint8_t stop) {
    for (const char c : characters) stops[static_cast<unsigned char>(c)] |= stop;
  };
  add(kXmlBlanks, kXmlBlank | kXmlNameStop);
  add("/=<>\"'", kXmlNameStop);
  add(":", kXmlColon);
  add("\"'&\r\n\t", kXmlValueStop);
  add("<&\r", kXmlTextStop);
  stops[0] = kXmlNameStop | kXmlColon | kXmlValueStop | kXmlTextStop;
  return stops;
}();

inline bool stops_xml_at(char c, std::uint8_t stop) {
  return (kXmlStops[static_cast<unsigned char>(c)] & stop) != 0;
}

/// The next place from `at` on where one of `stop` is.
inline const char* next_xml_stop(const char* at, std::uint8_t stop) {
  while (!stops_xml_at(*at, stop)) ++at;
  return at;
}

inline std::size_t xml_distance(const char* from, const char* to) {
  return static_cast<std::size_t>(to - from);
}

/// Appends `raw` with entities replaced and line ends as LF.
/// \param after_cr  the text before ended with CR; says so of this one then.
void append_unescaped_xml(std::string_view raw, bool is_attribute, bool& after_cr,
                          std::string& out);

}  // namespace lectern
