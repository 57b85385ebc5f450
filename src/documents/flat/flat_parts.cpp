#include "documents/flat/flat_parts.h"

#include <algorithm>
#include <utility>

#include "base/base64.h"
#include "base/format.h"
#include "documents/unpacked_work.h"

namespace lectern {
namespace {

using Event = XmlReader::Event;

constexpr std::size_t kMaxFlatParts = 100'000;
constexpr int kMaxObjectNesting = 20;

/// At the start of an element: copies all of it.
void copy_element(XmlReader& xml, PartWriter& to) {
  const std::size_t depth = xml.depth();
  to.start_as(xml);
  while (xml.next() != Event::kDone) {
    if (xml.event() == Event::kStart) {
      to.start_as(xml);
    } else if (xml.event() == Event::kText) {
      to.text(xml.text());
    } else {
      to.end();
      if (xml.depth() == depth) return;
    }
  }
  for (std::size_t open = to.depth(); open > 0; --open) to.end();
}

/// Office Open XML: each part stands in an element.
void take_package_apart(XmlReader& xml, FlatParts& parts) {
  const std::size_t root = xml.depth();
  while (xml.next_in(root)) {
    if (!xml.starts(Xmlns::kFlatPackage, "part")) continue;
    std::string name(xml.value("name"));
    if (name.starts_with('/')) name.erase(0, 1);
    const std::string type(xml.value("contentType"));
    const std::size_t depth = xml.depth();
    while (xml.next_in(depth)) {
      if (xml.starts(Xmlns::kFlatPackage, "xmlData")) {
        PartWriter writer(parts.room());
        const std::size_t data = xml.depth();
        while (xml.next_in(data)) {
          if (xml.event() != Event::kStart) continue;
          if (!writer.is_empty()) {
            xml.skip();
          } else {
            copy_element(xml, writer);
          }
        }
        parts.add(name, writer, type);
      } else if (xml.starts(Xmlns::kFlatPackage, "binaryData")) {
        parts.add_encoded(name, xml, type);
      }
    }
  }
}

/// OpenDocument: content, styles and properties stand side by side, pictures and objects in place.
class OpenDocumentParts {
 public:
  OpenDocumentParts(XmlReader& xml, FlatParts& parts) : xml_(xml), parts_(parts) {}

  void take_apart(const std::string& folder, int nesting) {
    PartWriter content(parts_.room());
    PartWriter styles(parts_.room());
    PartWriter meta(parts_.room());
    content.start_as(xml_);
    styles.start(Xmlns::kOdfOffice, "document-styles");
    meta.start(Xmlns::kOdfOffice, "document-meta");
    const std::size_t depth = xml_.depth();
    while (xml_.next_in(depth)) {
      if (xml_.event() != Event::kStart) continue;
      const std::string_view name = xml_.name();
      if (name == "meta") {
        copy(meta, nullptr, folder, nesting);
      } else if (name == "automatic-styles") {
        copy(content, &styles, folder, nesting);
      } else if (name == "styles" || name == "master-styles") {
        copy(styles, nullptr, folder, nesting);
      } else if (name == "body" || xml_.space() != Xmlns::kOdfOffice) {
        copy(content, nullptr, folder, nesting);
      } else {
        xml_.skip();
      }
    }
    for (PartWriter* writer : {&content, &styles, &meta}) {
      while (writer->depth() > 0) writer->end();
    }
    parts_.add(folder + "content.xml", content);
    parts_.add(folder + "styles.xml", styles);
    parts_.add(folder + "meta.xml", meta);
  }

 private:
  /// At the start of an element: copies all of it, without pictures and objects, which become
  /// parts.
  void copy(PartWriter& to, PartWriter* also, const std::string& folder, int nesting) {
    const std::size_t depth = xml_.depth();
    const std::size_t before = to.depth();
    const std::size_t also_before = also != nullptr ? also->depth() : 0;
    begin(to);
    if (also != nullptr) begin(*also);
    while (xml_.next() != Event::kDone) {
      if (xml_.event() == Event::kStart) {
        if (is_content()) {
          take_object(folder, nesting);
          continue;
        }
        begin(to);
        if (also != nullptr) begin(*also);
      } else if (xml_.event() == Event::kText) {
        to.text(xml_.text());
        if (also != nullptr) also->text(xml_.text());
      } else {
        to.end();
        if (also != nullptr) also->end();
        if (xml_.space() == Xmlns::kOdfDrawing) place_.clear();
        if (xml_.depth() == depth) return;
      }
    }
    while (to.depth() > before) to.end();
    while (also != nullptr && also->depth() > also_before) also->end();
  }

  /// An element. What holds its content itself gets a reference to the part it becomes.
  void begin(PartWriter& to) {
    to.start_as(xml_);
    if (xml_.space() != Xmlns::kOdfDrawing || xml_.attribute(Xmlns::kXlink, "href")) return;
    const std::string_view name = xml_.name();
    const bool is_image = name == "image";
    if (!is_image && name != "object" && name != "object-ole") return;
    place_ = compose({"{} {}", is_image ? "Picture" : "Object", ++count_});
    to.attribute(Xmlns::kXlink, "href", place_);
  }

  bool is_content() const {
    if (xml_.is(Xmlns::kOdfOffice, "binary-data")) return true;
    return !place_.empty() && (xml_.is(Xmlns::kOdfOffice, "document") || xml_.name() == "math");
  }

  void take_object(const std::string& folder, int nesting) {
    const std::string place = folder + std::exchange(place_, {});
    if (xml_.name() == "binary-data") {
      if (place.size() == folder.size()) return xml_.skip();
      parts_.add_encoded(place, xml_);
    } else if (nesting >= kMaxObjectNesting) {
      xml_.skip();
    } else if (xml_.name() == "math") {
      PartWriter formula(parts_.room());
      copy_element(xml_, formula);
      parts_.add(place + "/content.xml", formula);
    } else {
      take_apart(place + '/', nesting + 1);
    }
  }

  XmlReader& xml_;
  FlatParts& parts_;
  std::string place_;  ///< of the picture or object that has begun
  std::uint64_t count_ = 0;
};

}  // namespace

FlatParts::FlatParts(const ReadContext& context) : max_bytes_(room_beside_unpacked(context)) {
  room_ = {max_bytes_};
  // A text that grows, and the bytes in it. Hosts that decode little have room for pictures that
  // may be shown.
  constexpr std::uint64_t kTextShare = 4;
  const std::uint64_t shown =
      std::min(context.options.limits.max_image_bytes, max_bytes_ / 3) / 2 * 3;
  max_text_bytes_ = static_cast<std::size_t>(
      std::min<std::uint64_t>(context.bytes.size(), std::max(max_bytes_ / kTextShare, shown)));
}

bool FlatParts::is_flat(ByteSpan bytes) {
  for (const std::uint8_t byte : bytes.first(std::min<std::size_t>(bytes.size(), 64))) {
    // Marks of the byte order, the zeros of UTF-16, and blanks stand before.
    if (byte == '<') return true;
    if (byte != 0 && byte != ' ' && byte != '\t' && byte != '\r' && byte != '\n' && byte < 0xBB)
      return false;
  }
  return false;
}

Result<FlatParts> FlatParts::open(const ReadContext& context, WorkBudget& work) {
  LECTERN_CHECK(pay_for_unpacked(context, as_chars(context.bytes), {'<'}, work));
  FlatParts parts(context);
  MemoryStream stream(context.bytes);
  XmlReader xml(stream, context.options.encoding_tables);
  xml.next();
  if (xml.starts(Xmlns::kFlatPackage, "package")) {
    take_package_apart(xml, parts);
  } else if (xml.starts(Xmlns::kWord2003, "wordDocument")) {
    take_word_2003_apart(xml, parts);
  } else if (xml.starts(Xmlns::kOdfOffice, "document")) {
    OpenDocumentParts(xml, parts).take_apart("", 0);
  } else if (!xml.error()) {
    return fail(ErrorCode::kCorruptDocument,
                {"its root is <{}>, which no document begins with", xml.name().substr(0, 100)});
  }
  parts.damage_ = xml.error();
  if (parts.room_.is_full) {
    return fail(ErrorCode::kLimitExceeded,
                {"its parts have more than {,} bytes, or are more than {,}", parts.max_bytes_,
                 kMaxFlatParts});
  }
  if (parts.parts_.empty() && xml.error()) return tl::unexpected<Error>(*xml.error());
  return parts;
}

const PartPieces* FlatParts::find(std::string_view part) const {
  const auto found = parts_.find(part);
  return found == parts_.end() ? nullptr : &found->second.pieces;
}

std::string_view FlatParts::type_of(std::string_view part) const {
  const auto found = parts_.find(part);
  return found == parts_.end() ? std::string_view() : found->second.type;
}

void FlatParts::add(std::string name, PartPieces pieces, std::string_view type) {
  for (const std::string& piece : pieces) {
    room_.is_full |= piece.size() > room_.bytes;
    room_.bytes -= std::min<std::uint64_t>(piece.size(), room_.bytes);
  }
  if (!room_.is_full) keep(std::move(name), std::move(pieces), type);
}

void FlatParts::add(std::string name, PartWriter& writer, std::string_view type) {
  PartPieces pieces = writer.take();
  if (!room_.is_full) keep(std::move(name), std::move(pieces), type);
}

void FlatParts::add_encoded(std::string name, XmlReader& xml, std::string_view type) {
  // The document has more than its text: one that is not longer is whole.
  const std::string base64 = xml.text_inside(max_text_bytes_);
  if (base64.size() == max_text_bytes_) {
    ++left_out_;
  } else if (const auto bytes = base64_decode(base64)) {
    add(std::move(name), PartPieces{std::string(as_chars(*bytes))}, type);
  }
}

void FlatParts::keep(std::string name, PartPieces pieces, std::string_view type) {
  if (pieces.empty() || pieces.front().empty() || name.empty()) return;
  room_.is_full |= parts_.size() >= kMaxFlatParts;
  if (!room_.is_full)
    parts_.insert_or_assign(std::move(name), Part{std::move(pieces), std::string(type)});
}

}  // namespace lectern
