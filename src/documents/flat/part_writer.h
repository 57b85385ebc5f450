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
  std::size_t spare = 0;    ///< bytes that parts are likely to have, and that no writer has taken
  bool is_full = false;     ///< something had no room: then nothing more is written
};

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

  std::size_t bytes() const { return text_.size(); }
  /// Elements that have not ended.
  std::size_t depth() const { return open_.size(); }
  /// The document, whose elements have all ended; "" when there is none.
  std::string take();

 private:
  bool has_room();
  void put_name(Xmlns space, std::string_view name);
  void escaped(std::string_view text);
  void close_tag();

  PartRoom& room_;
  std::string text_;
  std::size_t paid_bytes_ = 0;  ///< of `text_`, taken off the room
  std::size_t reserved_ = 0;    ///< bytes for `text_`, taken off what is spare
  std::size_t root_end_ = 0;    ///< behind the name of the root, where namespaces are declared
  bool in_tag_ = false;
  std::vector<std::pair<Xmlns, std::string>> open_;
  std::bitset<256> used_;
};

}  // namespace lectern
