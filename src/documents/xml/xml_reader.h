// Reads XML (1.0, fifth edition, with namespaces) as a stream: the caller takes one event after the
// other. Memory is bounded by the longest tag and the nesting, not by the document.
//
//   XmlReader xml(stream, tables);
//   while (xml.next() == XmlReader::Event::kStart) ...
//
// No document type is read and no entity but the five and numbers is known; nothing is fetched.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/byte_stream.h"
#include "base/encoding_tables.h"
#include "base/error.h"
#include "documents/xml/namespaces.h"
#include "documents/xml/xml_source.h"

namespace lectern {

class XmlReader {
 public:
  enum class Event : std::uint8_t {
    kStart,  ///< of an element; an empty one has an end of its own
    kEnd,    ///< of an element, whose name it has
    kText,   ///< a piece of text, as it comes
    kDone,   ///< the document has ended, or `error` says why nothing more comes
  };

  /// Deepest nesting of elements.
  static constexpr std::size_t kMaxDepth = 1'000;
  /// Longest tag, with its attributes.
  static constexpr std::size_t kMaxTagBytes = std::size_t{4} << 20;
  /// Most attributes of an element.
  static constexpr std::size_t kMaxAttributes = 4'096;
  /// Most prefixes in force that mean a namespace which readers know, or hide one that does.
  static constexpr std::size_t kMaxBindings = 256;

  /// \param source  the document's bytes, in any encoding that XML declares; must outlive the
  /// reader. \param tables  of the legacy encodings.
  explicit XmlReader(ByteStream& source, const EncodingTables& tables = {});

  /// An attribute of an element. Declarations of namespaces are none.
  struct Attribute {
    Xmlns space;
    std::string_view name;  ///< without its prefix
    std::string_view value;
  };
  XmlReader(const XmlReader&) = delete;
  XmlReader& operator=(const XmlReader&) = delete;

  /// The next event. What the functions below give is valid until the call after.
  Event next();
  /// Goes on inside of the element that began at `depth`: false at its end, and when nothing more
  /// comes. `while (xml.next_in(depth))` sees all that is in it.
  bool next_in(std::size_t depth);
  /// At a start: goes to the end of that element.
  void skip();
  /// At a start: goes to the end of that element. \returns its text, at most `max_bytes` of it.
  std::string text_inside(std::size_t max_bytes);

  /// The text that comes next, as far as it is here, for a caller that knows the markup it waits
  /// for: blanks and whole elements of the innermost element that is open, of at most three levels.
  /// "" where only `next` can go on. Moves no further than the end that was the last event.
  std::string_view ahead();
  /// Goes on behind the first `bytes` of `ahead`, which the caller has read.
  void pass(std::size_t bytes) {
    position_ += bytes;
    after_cr_ = false;
  }

  Event event() const { return event_; }
  /// At a start or an end: how deep the element stands; the root is 1.
  std::size_t depth() const { return depth_; }
  Xmlns space() const { return space_; }
  /// Without its prefix.
  std::string_view name() const { return name_; }
  bool is(Xmlns space, std::string_view name) const { return space_ == space && name_ == name; }
  bool starts(Xmlns space, std::string_view name) const {
    return event_ == Event::kStart && is(space, name);
  }

  /// At a start: the attribute of that name which has no namespace or that of its element.
  std::optional<std::string_view> attribute(std::string_view name) const;
  /// The attribute of that name in a namespace.
  std::optional<std::string_view> attribute(Xmlns space, std::string_view name) const;
  /// As `attribute`, "" when it is not there.
  std::string_view value(std::string_view name) const { return attribute(name).value_or(""); }

  /// At a start: all attributes, without the declarations of namespaces.
  const std::vector<Attribute>& attributes() const { return attributes_; }

  /// At a text: UTF-8, entities replaced, lines end in LF.
  std::string_view text() const { return text_; }
  /// True for a text of white space.
  bool is_blank() const;

  /// Why nothing more comes: the document is not well-formed (CORRUPT_DOCUMENT, "not well-formed at
  /// byte 812: ..."), over a limit, or its stream failed.
  const std::optional<Error>& error() const { return error_; }

 private:
  struct Binding {
    std::string prefix;
    Xmlns space;
    std::size_t depth;
  };
  struct Open {
    std::size_t name_start;  ///< of its whole name in `open_names_`
    Xmlns space;
    std::size_t prefix_bytes;  ///< with the colon
  };
  /// Of the innermost element, with its prefix.
  std::string_view open_name() const {
    return std::string_view(open_names_).substr(0, open_bytes_).substr(open_.back().name_start);
  }
  bool fill();
  bool has(std::string_view start);
  std::string_view rest() const { return std::string_view(buffer_).substr(position_); }
  Event finish(std::string_view reason);
  Event fail(ErrorCode code, std::string_view reason);
  bool take_end();
  bool take_start();
  Event begin_element(std::string_view whole, std::size_t prefix_bytes, bool is_empty,
                      bool has_declarations, bool has_prefixes);
  Event read_text();
  Event read_cdata();
  Event read_start(std::string_view tag);
  Event read_end(std::string_view tag);
  std::optional<std::string_view> take_tag();
  bool skip_until(std::string_view end);
  bool skip_doctype();
  bool take_attributes(std::string_view text);
  bool bind_namespaces();
  void unbind();
  std::vector<std::uint16_t>::iterator behind(std::string_view prefix);
  Xmlns space_of(std::string_view prefix);

  XmlSource source_;
  std::string buffer_;
  std::size_t position_ = 0;   ///< of what is next, in `buffer_`
  std::uint64_t dropped_ = 0;  ///< bytes of the document before `buffer_`
  bool at_end_ = false;

  Event event_ = Event::kText;
  std::size_t depth_ = 0;
  Xmlns space_ = Xmlns::kNone;
  std::string_view name_;
  std::string_view text_;
  std::optional<Error> error_;

  std::vector<Attribute> attributes_;
  std::string attribute_storage_;  ///< of values with entities in them
  std::vector<Binding> bindings_;
  static constexpr std::size_t kNoBinding = static_cast<std::size_t>(-1);
  std::size_t last_bound_ = kNoBinding;   ///< in `bindings_`, the one that was asked for last
  std::vector<std::uint16_t> by_prefix_;  ///< places in `bindings_`, those of one as they came
  std::vector<Open> open_;
  std::string open_names_;      ///< whole names, one behind the other, and room for more
  std::size_t open_bytes_ = 0;  ///< of them
  std::string text_storage_;
  bool after_cr_ = false;    ///< the text before ended with CR
  bool end_is_due_ = false;  ///< of an empty element
  bool pop_is_due_ = false;  ///< the element that has ended is still the innermost
  bool in_cdata_ = false;
  bool is_skipping_ = false;  ///< attributes are not wanted
  bool seen_root_ = false;
};

}  // namespace lectern
