#include "documents/html/html_math.h"

#include <algorithm>
#include <utility>

#include "base/byte_stream.h"
#include "documents/math/mathml.h"
#include "documents/xml/xml_reader.h"

namespace lectern {
namespace {

constexpr std::size_t kMaxMathBytes = std::size_t{1} << 20;

/// Names that HTML takes may be none in XML.
bool is_xml_name(std::string_view name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-';
  });
}

std::string_view xml_name(std::string_view name) { return is_xml_name(name) ? name : "mrow"; }

}  // namespace

void HtmlMath::start(std::string_view name, const HtmlAttributes& attributes) {
  if (depth_++ == 0) xml_.clear();
  if (xml_.size() > kMaxMathBytes) return;
  xml_ += '<';
  xml_ += xml_name(name);
  for (const auto& [key, value] : attributes) {
    if (key != "open" && key != "close") continue;
    xml_ += ' ';
    xml_ += key;
    xml_ += "=\"";
    append_escaped(value);
    xml_ += '"';
  }
  xml_ += '>';
}

void HtmlMath::text(std::string_view text) {
  if (xml_.size() <= kMaxMathBytes) append_escaped(text);
}

void HtmlMath::end(std::string_view name) {
  --depth_;
  xml_ += "</";
  xml_ += xml_name(name);
  xml_ += '>';
}

std::string HtmlMath::take() {
  const std::string whole = std::exchange(xml_, "");
  if (whole.size() > kMaxMathBytes) return "\\text{(a formula that is too large)}";
  MemoryStream stream(as_bytes(whole));
  XmlReader xml(stream);
  while (xml.next() != XmlReader::Event::kDone) {
    if (xml.event() == XmlReader::Event::kStart) return read_mathml(xml);
  }
  return "";
}

void HtmlMath::append_escaped(std::string_view text) {
  for (const char c : text) {
    switch (c) {
      case '<':
        xml_ += "&lt;";
        break;
      case '&':
        xml_ += "&amp;";
        break;
      case '"':
        xml_ += "&quot;";
        break;
      default:
        // XML has no other control characters.
        xml_ += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
  }
}

}  // namespace lectern
