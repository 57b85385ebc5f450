#include "documents/flat/part_writer.h"

#include <algorithm>
#include <utility>

#include "base/format.h"

namespace lectern {

/// Takes what was written off the room. \returns false when nothing more may be written.
bool PartWriter::has_room() {
  // A string that grows by itself needs three times its bytes while it does. All that is left goes
  // to one part: most documents have one that is long.
  constexpr std::size_t kLongBytes = std::size_t{1} << 20;
  if (text_.size() > kLongBytes && text_.capacity() < room_.spare) {
    reserved_ = std::exchange(room_.spare, 0);
    text_.reserve(reserved_);
  }
  const std::uint64_t more = text_.size() - paid_bytes_;
  paid_bytes_ = text_.size();
  room_.is_full |= more > room_.bytes;
  room_.bytes -= std::min(more, room_.bytes);
  return !room_.is_full;
}

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
  open_.emplace_back(space, name);
  if (!has_room()) return;
  close_tag();
  text_ += '<';
  put_name(space, name);
  if (root_end_ == 0) root_end_ = text_.size();
  in_tag_ = true;
}

void PartWriter::attribute(Xmlns space, std::string_view name, std::string_view value) {
  if (!has_room()) return;
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
  if (!has_room()) return;
  close_tag();
  escaped(text);
}

void PartWriter::end() {
  const auto [space, name] = std::move(open_.back());
  open_.pop_back();
  if (!has_room()) return;
  close_tag();
  text_ += "</";
  put_name(space, name);
  text_ += '>';
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
  // Another part is as long: it gets what this one has not used.
  if (text_.size() < reserved_ / 2) {
    room_.spare += reserved_ - text_.size();
    std::string copy(text_);
    text_.swap(copy);
  }
  return std::move(text_);
}

}  // namespace lectern
