// Documents whose package is one XML: OpenDocument (1.3, part 3, chapter 3.1.2: fodt, fods, fodp),
// Office Open XML as Word and PowerPoint save it ("flat OPC"), and WordprocessingML of Word 2003.
// They are taken apart into the parts that a package would have.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

#include "base/reader.h"
#include "documents/flat/part_writer.h"

namespace lectern {

/// The parts of a document, by their names.
class FlatParts {
 public:
  /// True when the bytes begin like XML: then no package is here.
  static bool is_flat(ByteSpan bytes);
  /// Takes a document apart. \returns CORRUPT_DOCUMENT when its root is not that of a document or
  /// it breaks off before there is anything, LIMIT_EXCEEDED when its parts have too many bytes.
  static Result<FlatParts> open(const ReadContext& context);

  /// Null when there is none.
  const ByteVector* find(std::string_view part) const;
  /// The type that the document states for it.
  std::string_view type_of(std::string_view part) const;
  /// What the document lacks.
  const std::optional<Error>& damage() const { return damage_; }

  /// A part more; false when there is no room for it.
  bool add(std::string name, std::string_view bytes, std::string_view type = {});
  /// A part from base64.
  bool add_encoded(std::string name, std::string_view base64, std::string_view type = {});
  /// Takes what `writer` has written as a part.
  bool add(std::string name, PartWriter& writer) { return add(std::move(name), writer.take()); }
  /// Longest text of one element that may become a part.
  std::size_t max_text_bytes() const { return max_text_bytes_; }

 private:
  struct Part {
    ByteVector bytes;
    std::string type;
  };

  explicit FlatParts(const ReadContext& context);

  std::map<std::string, Part, std::less<>> parts_;
  std::uint64_t room_;
  std::size_t max_text_bytes_;
  bool is_full_ = false;
  std::optional<Error> damage_;
};

/// At the root of WordprocessingML: adds the parts that a Word document has.
void take_word_2003_apart(XmlReader& xml, FlatParts& parts);

}  // namespace lectern
