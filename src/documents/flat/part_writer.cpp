#include "documents/flat/part_writer.h"

#include <algorithm>

#include "base/format.h"

namespace lectern {
namespace {

constexpr std::size_t kPieceBytes = std::size_t{256} << 10;

}  // namespace

/// Takes what was written off the room. \returns false when nothing more may be written.
bool PartWriter::has_room() {
  const std::uint64_t more = text_.size() - paid_bytes_;
  paid_bytes_ = text_.size();
  room_.is_full |= more > room_.bytes;
  room_.bytes -= std::min(more, room_.bytes);
  if (text_.size() > kPieceBytes) end_piece();
  return !room_.is_full;
}

void PartWriter::end_piece() {
  // Without what it has grown beyond its bytes.
  pieces_.emplace_back(text_);
  text_.clear();
  paid_bytes_ = 0;
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

PartPieces PartWriter::take() {
  if (root_end_ == 0) return {};
  std::string declarations;
  for (std::size_t i = 0; i < used_.size(); ++i) {
    if (!used_[i]) continue;
    const std::string uri = uri_of(static_cast<Xmlns>(i));
    append_to(declarations, {" xmlns:n{}=\"{}\"", i, uri.empty() ? "urn:unknown" : uri});
  }
  end_piece();
  pieces_.front().insert(root_end_, declarations);
  return std::move(pieces_);
}

}  // namespace lectern
