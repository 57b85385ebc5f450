// Documents whose package is one XML: OpenDocument (1.3, part 3, chapter 3.1.2: fodt, fods, fodp),
// Office Open XML as Word and PowerPoint save it ("flat OPC"), and WordprocessingML of Word 2003.
// They are taken apart into the parts that a package would have.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

#include "base/reader.h"
#include "base/work_budget.h"
#include "documents/flat/part_writer.h"

namespace lectern {

/// The parts of a document, by their names.
class FlatParts {
 public:
  /// True when the bytes begin like XML: then no package is here.
  static bool is_flat(ByteSpan bytes);
  /// Takes a document apart. \returns CORRUPT_DOCUMENT when its root is not that of a document or
  /// it breaks off before there is anything, LIMIT_EXCEEDED when its parts have too many bytes:
  /// with the document, when that was unpacked itself.
  /// \param work  of the read
  static Result<FlatParts> open(const ReadContext& context, WorkBudget& work);

  /// Null when there is none.
  const PartPieces* find(std::string_view part) const;
  /// The type that the document states for it.
  std::string_view type_of(std::string_view part) const;
  /// What the document lacks.
  const std::optional<Error>& damage() const { return damage_; }

  /// A part more, unless there is no room for it.
  void add(std::string name, PartPieces pieces, std::string_view type = {});
  /// A part from the base64 in the element that has begun.
  void add_encoded(std::string name, XmlReader& xml, std::string_view type = {});
  /// Takes what `writer` has written, and paid for, as a part.
  void add(std::string name, PartWriter& writer, std::string_view type = {});
  /// For writers of parts.
  PartRoom& room() { return room_; }
  /// Pictures and files that were too long to become parts.
  std::uint64_t left_out() const { return left_out_; }

 private:
  struct Part {
    PartPieces pieces;
    std::string type;
  };

  explicit FlatParts(const ReadContext& context);

  std::map<std::string, Part, std::less<>> parts_;
  void keep(std::string name, PartPieces pieces, std::string_view type);

  std::uint64_t max_bytes_;
  PartRoom room_;
  std::size_t max_text_bytes_;  ///< of one element that may become a part
  std::uint64_t left_out_ = 0;
  std::optional<Error> damage_;
};

/// At the root of WordprocessingML: adds the parts that a Word document has.
void take_word_2003_apart(XmlReader& xml, FlatParts& parts);

}  // namespace lectern
