// What Office Open XML packages have in common (ECMA-376 part 2): parts, content types,
// relationships, properties.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/reader.h"
#include "base/work_budget.h"
#include "documents/crypto/encrypted_odf.h"
#include "documents/document_pictures.h"
#include "documents/flat/flat_parts.h"
#include "documents/package_part.h"
#include "documents/xml/xml_reader.h"
#include "package/zip.h"

namespace lectern {

/// One relationship of a part.
struct Relationship {
  std::string id;
  /// The last component of its type: "styles", "footnotes", "image".
  std::string type;
  /// The part it names, from the root of the package and without a slash at its start; or what is
  /// outside, as it stands there.
  std::string target;
  bool is_external = false;
};

/// The relationships of a part in its order, found by their ids as well.
class Relationships {
 public:
  void add(Relationship relationship) {
    by_id_.try_emplace(relationship.id, all_.size());
    all_.push_back(std::move(relationship));
  }
  std::size_t size() const { return all_.size(); }
  auto begin() const { return all_.begin(); }
  auto end() const { return all_.end(); }
  /// The first of that id; null when there is none.
  const Relationship* find(std::string_view id) const {
    const auto found = by_id_.find(id);
    return found == by_id_.end() ? nullptr : &all_[found->second];
  }

 private:
  std::vector<Relationship> all_;
  std::map<std::string, std::size_t, std::less<>> by_id_;  ///< places in `all_`
};

/// A part that is being read: its stream and the XML in it.
class PartReader {
 public:
  PartReader(std::unique_ptr<ByteStream> stream, const EncodingTables& tables)
      : stream_(std::move(stream)), xml_(*stream_, tables) {}
  XmlReader& operator*() { return xml_; }
  XmlReader* operator->() { return &xml_; }

 private:
  std::unique_ptr<ByteStream> stream_;
  XmlReader xml_;
};

/// A package whose members are the parts of a document, or one XML that holds them. Its pictures
/// are known by their part.
class OfficePackage final : public PictureSource {
 public:
  /// What makes a package large.
  enum class Holds : std::uint8_t { kText, kCells };

  /// \param context  must outlive the package.
  static Result<std::unique_ptr<OfficePackage>> open(const ReadContext& context,
                                                     Holds holds = Holds::kText);

  /// True when there is such a part.
  bool has(std::string_view part) const {
    return flat_ ? flat_->find(part) != nullptr : zip_.find(part) != nullptr;
  }
  /// A part's bytes. \returns CORRUPT_DOCUMENT when it is not there, ENCRYPTED when the password is
  /// wrong, else as a member's stream.
  Result<std::unique_ptr<ByteStream>> stream(std::string_view part);
  /// Reads a part as XML. \returns as `stream`.
  Result<std::unique_ptr<PartReader>> xml(std::string_view part);
  /// Its relationships; none when it has none. What is damaged in them is a warning.
  /// Those of the package itself, of the part "", are read once.
  Relationships relationships(std::string_view part);
  /// The main part, by the relationships of the package, else by its usual name.
  /// \param usual  "word/document.xml".
  std::string main_part(std::string_view usual);
  /// The content type of a part ("application/vnd...main+xml"); "" when none is stated.
  std::string content_type(std::string_view part);
  /// Title and author of docProps/core.xml, or of an OpenDocument's meta.xml.
  void read_properties(DocumentInfo& info);
  /// All of a part. \returns LIMIT_EXCEEDED when it is larger than `max_bytes`.
  Result<ByteVector> bytes(std::string_view part, std::uint64_t max_bytes);
  /// Asks for the XML that a part names, and for the heads of its pictures, at once, of a file of
  /// which only some is here.
  void want(const Relationships& relationships) const;
  /// Pays for a text that stands once and is shown for each that names it.
  /// \returns LIMIT_EXCEEDED once all of them are too much.
  Result<void> spend_shared(std::uint64_t bytes);
  /// What the read of it may still do.
  WorkBudget& work() { return work_; }
  /// Pays for text that takes few bytes of a part and many when it is written. Where that is too
  /// much, parts end with what has been taken of them.
  void spend_written(std::uint64_t bytes);
  /// The size that the package states for a part.
  std::optional<std::uint64_t> size_of(std::string_view part) const;

  Result<ByteVector> picture(std::string_view key, std::uint64_t max_bytes, bool whole) override;

  /// Its members; none of a document that is one XML.
  const ZipPackage& zip() const { return zip_; }
  /// Adds "word/footnotes.xml: not well-formed at byte 812" to the warnings, once for each part.
  void warn(std::string_view part, const Error& error);
  void warn(const Message& message);
  std::vector<std::string> take_warnings() { return std::move(warnings_); }

 private:
  OfficePackage(const ReadContext& context, ZipPackage zip, Holds holds);

  Relationships read_relationships(std::string_view part);
  void read_content_types();
  Result<void> spend_again(const void* what, std::string_view part);
  Result<std::unique_ptr<ByteStream>> unpacked(const ZipMember& member);
  Result<void> read_encryption();

  const ReadContext& context_;
  ZipPackage zip_;
  std::optional<FlatParts> flat_;
  WorkBudget work_;
  FreeWork free_;
  EncryptedOdf encrypted_;
  bool knows_types_ = false;
  std::optional<Relationships> own_links_;
  std::map<std::string, ByteVector, std::less<>> kept_pictures_;
  std::size_t kept_bytes_ = 0;                  ///< in them
  std::map<const void*, std::uint64_t> reads_;  ///< of each part; those that are not there are one
  std::map<std::string, std::string, std::less<>> types_by_part_;
  std::map<std::string, std::string, std::less<>> types_by_extension_;
  std::vector<std::string> warnings_;
};

/// The relationships of a part, which are read when the first of them is asked for.
class PartLinks {
 public:
  /// \param package  must outlive this.
  PartLinks(OfficePackage& package, std::string_view part) : package_(package), part_(part) {}

  const Relationships& all();
  /// The one of that id; null when there is none.
  const Relationship* find(std::string_view id) { return all().find(id); }

 private:
  OfficePackage& package_;
  std::string part_;
  std::optional<Relationships> all_;
};

/// `target` of a relationship of `part` as a path from the root: "word/document.xml" and
/// "../media/a.png" give "media/a.png".
std::string resolved_target(std::string_view part, std::string_view target);

}  // namespace lectern
