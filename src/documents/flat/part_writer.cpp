#include "documents/flat/part_writer.h"

#include "base/format.h"

namespace lectern {

/// Each namespace has a prefix of its own: its number.
void PartWriter::put_name(Xmlns space, std::string_view name) {
  if (space == Xmlns::kXml) {
    text_ += "xml:";
  } else if (space != Xmlns::kNone) {
    used_.set(static_cast<std::size_t>(space));
    append_to(text_, {"n{}:", static_cast<unsigned>(space)});
  }
  text_ += name;
}

void PartWriter::escaped(std::string_view text) {
  for (const char c : text) {
    switch (c) {
      case '<':
        text_ += "&lt;";
        break;
      case '>':
        text_ += "&gt;";
        break;
      case '&':
        text_ += "&amp;";
        break;
      case '"':
        text_ += "&quot;";
        break;
      case '\r':
        text_ += "&#13;";
        break;
      default:
        text_ += c;
    }
  }
}

void PartWriter::close_tag() {
  if (std::exchange(in_tag_, false)) text_ += '>';
}

void PartWriter::start(Xmlns space, std::string_view name) {
  close_tag();
  text_ += '<';
  put_name(space, name);
  if (root_end_ == 0) root_end_ = text_.size();
  in_tag_ = true;
  open_.emplace_back(space, name);
}

void PartWriter::attribute(Xmlns space, std::string_view name, std::string_view value) {
  text_ += ' ';
  put_name(space, name);
  text_ += "=\"";
  escaped(value);
  text_ += '"';
}

void PartWriter::attribute(std::string_view name, std::string_view value) {
  attribute(open_.back().first, name, value);
}

void PartWriter::start_as(const XmlReader& xml, Xmlns space, std::string_view name) {
  start(space, name);
  for (const XmlReader::Attribute& each : xml.attributes()) {
    if (each.space != Xmlns::kUnknown)
      attribute(each.space == xml.space() ? space : each.space, each.name, each.value);
  }
}

void PartWriter::text(std::string_view text) {
  close_tag();
  escaped(text);
}

void PartWriter::end() {
  close_tag();
  text_ += "</";
  put_name(open_.back().first, open_.back().second);
  text_ += '>';
  open_.pop_back();
}

std::string PartWriter::take() {
  if (root_end_ == 0) return "";
  std::string declarations;
  for (std::size_t i = 0; i < used_.size(); ++i) {
    if (!used_[i]) continue;
    const std::string uri = uri_of(static_cast<Xmlns>(i));
    append_to(declarations, {" xmlns:n{}=\"{}\"", i, uri.empty() ? "urn:unknown" : uri});
  }
  text_.insert(root_end_, declarations);
  return std::move(text_);
}

}  // namespace lectern
