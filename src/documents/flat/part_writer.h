// Writes XML that a reader of documents gets as a part: what another XML holds, in other words.
#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "documents/xml/xml_reader.h"

namespace lectern {

/// What parts may hold, for all writers of a document.
struct PartRoom {
  std::uint64_t bytes = 0;  ///< that are left
  bool is_full = false;     ///< something had no room: then nothing more is written
};

/// The bytes of a part in pieces: one string would need as much again while it grows.
using PartPieces = std::vector<std::string>;

class PartWriter {
 public:
  /// \param room  must outlive this.
  explicit PartWriter(PartRoom& room) : room_(room) {}

  /// Begins an element. Attributes follow it.
  void start(Xmlns space, std::string_view name);
  void attribute(Xmlns space, std::string_view name, std::string_view value);
  /// The same in the namespace of the element.
  void attribute(std::string_view name, std::string_view value);
  void text(std::string_view text);
  /// Ends the innermost element.
  void end();
  /// At a start of `xml`: begins an element of that name, with all attributes.
  void start_as(const XmlReader& xml) { start_as(xml, xml.space(), xml.name()); }
  void start_as(const XmlReader& xml, Xmlns space, std::string_view name);

  bool is_empty() const { return pieces_.empty() && text_.empty(); }
  /// Elements that have not ended.
  std::size_t depth() const { return open_.size(); }
  /// The document, whose elements have all ended; none when there is none.
  PartPieces take();

 private:
  bool has_room();
  void end_piece();
  void put_name(Xmlns space, std::string_view name);
  void escaped(std::string_view text);
  void close_tag();

  PartRoom& room_;
  PartPieces pieces_;           ///< that have ended
  std::string text_;            ///< the last piece
  std::size_t paid_bytes_ = 0;  ///< of `text_`, taken off the room
  std::size_t root_end_ = 0;    ///< behind the name of the root, where namespaces are declared
  bool in_tag_ = false;
  std::vector<std::pair<Xmlns, std::string>> open_;
  std::bitset<256> used_;
};

}  // namespace lectern
