#include "documents/office_package.h"

#include <algorithm>

#include "base/format.h"
#include "base/honest_ratio.h"
#include "documents/package_part.h"
#include "package/member_name.h"

namespace lectern {
namespace {

/// More relationships than any part has.
constexpr std::size_t kMaxRelationships = 100'000;
constexpr std::size_t kMaxPartNameBytes = 4'096;
constexpr std::size_t kMaxRelationshipBytes = std::size_t{32} << 20;
constexpr std::size_t kMaxWarnings = 100;
constexpr std::size_t kMaxPropertyBytes = 2'000;
/// Small pictures that were taken for what they are, until they are delivered.
constexpr std::size_t kMaxKeptBytes = std::size_t{1} << 20;

/// "%20" in a target as the byte it stands for.
std::string percent_decoded(std::string_view text) {
  const auto value = [](char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
  };
  if (text.find('%') == text.npos) return std::string(text);
  std::string decoded;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%' && i + 2 < text.size() && value(text[i + 1]) >= 0 &&
        value(text[i + 2]) >= 0) {
      decoded += static_cast<char>(value(text[i + 1]) * 16 + value(text[i + 2]));
      i += 2;
    } else {
      decoded += text[i];
    }
  }
  return decoded;
}

/// Asks for the parts that nearly every read takes, all at once: small ones that are no media.
void want_structure(const ZipPackage& zip) {
  constexpr std::uint64_t kMostOfPart = std::uint64_t{256} << 10;
  constexpr std::uint64_t kMostOfAll = std::uint64_t{8} << 20;
  constexpr std::string_view kExtensions[] = {"xml", "rels", "opf", "ncx", "xhtml", "html", "htm"};
  std::uint64_t sum = 0;
  for (const ZipMember& member : zip.members()) {
    const std::string extension = extension_of(member.raw_name);
    const bool is_structure = std::find(std::begin(kExtensions), std::end(kExtensions),
                                        extension) != std::end(kExtensions);
    if (!is_structure || member.packed_bytes > kMostOfPart) continue;
    sum += member.packed_bytes;
    if (sum > kMostOfAll) return;
    zip.want(member);
  }
}

std::string relationships_part(std::string_view part) {
  const std::size_t slash = part.rfind('/');
  const std::string_view folder = slash == part.npos ? "" : part.substr(0, slash + 1);
  return compose({"{}_rels/{}.rels", folder, part.substr(folder.size())});
}

}  // namespace

std::string resolved_target(std::string_view part, std::string_view target) {
  std::vector<std::string_view> path;
  path.reserve(8);
  const auto walk = [&path](std::string_view text) {
    while (!text.empty()) {
      const std::size_t end = std::min(text.find_first_of("/\\"), text.size());
      const std::string_view step = text.substr(0, end);
      text.remove_prefix(std::min(end + 1, text.size()));
      if (step == "..") {
        if (!path.empty()) path.pop_back();
      } else if (!step.empty() && step != ".") {
        path.push_back(step);
      }
    }
  };
  const std::size_t slash = part.rfind('/');
  if (!target.starts_with('/') && slash != part.npos) walk(part.substr(0, slash));
  walk(target.substr(0, target.find('#')));
  std::string resolved;
  for (const std::string_view step : path) {
    if (!resolved.empty()) resolved += '/';
    resolved += step;
  }
  return resolved;
}

OfficePackage::OfficePackage(const ReadContext& context, ZipPackage zip, Holds holds)
    : context_(context), zip_(std::move(zip)), work_(context.options.limits) {
  // As much text as no document has.
  constexpr std::uint64_t kMostText = std::uint64_t{128} << 20;
  const std::uint64_t size =
      context.parts == nullptr ? context.bytes.size() : context.parts->size();
  // What was unpacked itself may stand for nothing.
  if (context.is_unpacked) return;
  free_.bytes = kHonestRatio * size;
  free_.with_tags = holds == Holds::kCells;
  if (holds == Holds::kText) free_.bytes = std::min(free_.bytes, kMostText);
}

Result<std::unique_ptr<OfficePackage>> OfficePackage::open(const ReadContext& context,
                                                           Holds holds) {
  // A directory without members.
  static constexpr std::uint8_t kNoMembers[22] = {'P', 'K', 5, 6};
  const bool is_flat = context.parts == nullptr && FlatParts::is_flat(context.bytes);
  const auto open_zip = [&context, is_flat]() {
    if (is_flat) return ZipPackage::open(kNoMembers);
    return context.parts == nullptr ? ZipPackage::open(context.bytes)
                                    : ZipPackage::open(*context.parts);
  };
  LECTERN_TRY(ZipPackage zip, open_zip());
  if (context.parts != nullptr) {
    want_structure(zip);
    if (context.parts->is_lacking())
      return fail(ErrorCode::kCorruptDocument, "some of the package is not here");
  }
  std::unique_ptr<OfficePackage> package(new OfficePackage(context, std::move(zip), holds));
  for (const std::string& doubt : package->zip_.doubts()) package->warn({"{}", doubt});
  if (is_flat) {
    LECTERN_TRY(package->flat_, FlatParts::open(context, package->work_));
    if (const auto& damage = package->flat_->damage())
      package->warn({"the document is {}", damage->message});
    if (const std::uint64_t count = package->flat_->left_out(); count > 0)
      package->warn(
          {"{part} of the document left out for want of memory: pictures or files that are too "
           "long",
           count});
    return package;
  }
  if (context.format.mime_type.find("opendocument") != std::string_view::npos)
    LECTERN_CHECK(package->read_encryption());
  return package;
}

/// What the manifest of an OpenDocument package says of its members.
Result<void> OfficePackage::read_encryption() {
  constexpr std::string_view kManifest = "META-INF/manifest.xml";
  if (!has(kManifest)) return {};
  const auto reader = xml(kManifest);
  if (!reader) return {};
  encrypted_.read_manifest(***reader, context_.format.name);
  return encrypted_.check(context_.options.password);
}

/// \param what  the part, wherever it is.
Result<void> OfficePackage::spend_again(const void* what, std::string_view part) {
  // What honest packages read more than once: a map, its cells, their search.
  constexpr std::uint64_t kFreeReads = 8;
  constexpr std::uint64_t kParsedWork = 48;
  if (++reads_[what] <= kFreeReads) return {};
  return work_.spend("the parts that the package names again and again",
                     size_of(part).value_or(0) + 1, kParsedWork);
}

Result<void> OfficePackage::spend_shared(std::uint64_t bytes) {
  constexpr std::uint64_t kShortBytes = 256;
  constexpr std::uint64_t kShownWork = 40;
  if (bytes <= kShortBytes) return {};
  return work_.spend("the long strings and formulas that cells share", bytes, kShownWork);
}

void OfficePackage::spend_written(std::uint64_t bytes) {
  constexpr std::uint64_t kWrittenWork = 16;
  // The next piece of the part fails, and says why.
  const auto paid = work_.spend(kUnpackedParts, bytes, kWrittenWork);
  static_cast<void>(paid);
}

Result<std::unique_ptr<ByteStream>> OfficePackage::stream(std::string_view part) {
  if (const PartPieces* found = flat_ ? flat_->find(part) : nullptr) {
    LECTERN_CHECK(spend_again(found, part));
    return std::make_unique<FlatPart>(*found, work_);
  }
  const ZipMember* member = zip_.find(part);
  LECTERN_CHECK(spend_again(member, part));
  if (member == nullptr)
    return fail(ErrorCode::kCorruptDocument, {"{}: there is no such part", told_name(part)});
  LECTERN_TRY(auto bytes, unpacked(*member));
  // A cell of a binary workbook is 14 bytes and has no tag.
  constexpr std::uint64_t kByteWork = 12;
  constexpr std::uint64_t kBinaryByteWork = 32;
  const bool is_binary = part.ends_with(".bin") && !context_.is_unpacked;
  return std::make_unique<PaidPart>(std::move(bytes), is_binary ? kBinaryByteWork : kByteWork,
                                    free_, work_);
}

/// A part of the package, which may be encrypted.
Result<std::unique_ptr<ByteStream>> OfficePackage::unpacked(const ZipMember& member) {
  const std::string_view name = member.raw_name;
  if (!encrypted_.has(name)) return zip_.stream(member, work_);
  LECTERN_TRY(ByteVector packed,
              zip_.read(member, context_.options.limits.max_decoded_bytes, work_));
  LECTERN_CHECK(encrypted_.decrypt(name, context_.options.password, packed, work_));
  return std::make_unique<DecryptedPart>(name, std::move(packed), encrypted_.size_of(name), work_);
}

Result<std::unique_ptr<PartReader>> OfficePackage::xml(std::string_view part) {
  LECTERN_TRY(auto stream, this->stream(part));
  return std::make_unique<PartReader>(std::move(stream), context_.options.encoding_tables);
}

Result<ByteVector> OfficePackage::bytes(std::string_view part, std::uint64_t max_bytes) {
  LECTERN_TRY(const auto stream, this->stream(part));
  ByteVector all;
  while (true) {
    LECTERN_TRY(const ByteSpan piece, stream->next());
    if (piece.empty()) return all;
    if (piece.size() > max_bytes - all.size()) {
      return fail(ErrorCode::kLimitExceeded,
                  {"{}: it has more than {,} bytes", told_name(part), max_bytes});
    }
    all.insert(all.end(), piece.begin(), piece.end());
  }
}

std::optional<std::uint64_t> OfficePackage::size_of(std::string_view part) const {
  if (const PartPieces* found = flat_ ? flat_->find(part) : nullptr) {
    std::uint64_t size = 0;
    for (const std::string& piece : *found) size += piece.size();
    return size;
  }
  const ZipMember* member = zip_.find(part);
  if (member == nullptr) return std::nullopt;
  return encrypted_.has(member->raw_name) ? encrypted_.size_of(member->raw_name)
                                          : member->size_bytes;
}

Result<ByteVector> OfficePackage::picture(std::string_view key, std::uint64_t max_bytes,
                                          bool whole) {
  if (const PartPieces* found = flat_ ? flat_->find(key) : nullptr) {
    if (whole) return bytes(key, max_bytes);
    // That of a picture is one piece.
    const std::string_view first(found->front());
    const ByteSpan some = as_bytes(first.substr(
        0, static_cast<std::size_t>(std::min<std::uint64_t>(first.size(), max_bytes))));
    return ByteVector(some.begin(), some.end());
  }
  const ZipMember* member = zip_.find(key);
  if (member == nullptr) return fail(ErrorCode::kCorruptDocument, "it is not in the package");
  if (whole) {
    const auto kept = kept_pictures_.find(key);
    if (kept == kept_pictures_.end() || kept->second.size() > max_bytes)
      return bytes(key, max_bytes);
    kept_bytes_ -= kept->second.size();
    return std::move(kept_pictures_.extract(kept).mapped());
  }
  if (!encrypted_.has(member->raw_name)) {
    LECTERN_TRY(ByteVector head, zip_.head(*member, max_bytes, work_));
    // All of it, and proven.
    const bool is_all = head.size() == member->size_bytes && head.size() < max_bytes &&
                        member->packed_bytes < max_bytes;
    if (is_all && head.size() <= kMaxKeptBytes - kept_bytes_ &&
        kept_pictures_.try_emplace(std::string(key), head).second)
      kept_bytes_ += head.size();
    return head;
  }
  LECTERN_TRY(ByteVector all, bytes(key, context_.options.limits.max_decoded_bytes));
  all.resize(static_cast<std::size_t>(std::min<std::uint64_t>(all.size(), max_bytes)));
  return all;
}

Relationships OfficePackage::relationships(std::string_view part) {
  if (!part.empty()) return read_relationships(part);
  if (!own_links_) own_links_ = read_relationships(part);
  return *own_links_;
}

void OfficePackage::want(const Relationships& relationships) const {
  // What marks of pictures are made from, of some pictures.
  constexpr std::uint64_t kHeadBytes = 66'000;
  std::size_t heads = 100;
  if (context_.parts == nullptr) return;
  for (const Relationship& each : relationships) {
    const ZipMember* member = each.is_external ? nullptr : zip_.find(each.target);
    if (member == nullptr || each.type == "customXml") continue;
    if (each.type == "image" && heads > 0) {
      --heads;
      zip_.want(*member, kHeadBytes);
    } else if (extension_of(each.target) == "xml") {
      zip_.want(*member);
    }
  }
}

const Relationships& PartLinks::all() {
  if (!all_) all_ = package_.relationships(part_);
  return *all_;
}

Relationships OfficePackage::read_relationships(std::string_view part) {
  Relationships found;
  const std::string name = part.empty() ? "_rels/.rels" : relationships_part(part);
  if (!has(name)) return found;
  auto reader = xml(name);
  if (!reader) {
    warn(name, reader.error());
    return found;
  }
  XmlReader& xml = ***reader;
  std::size_t bytes = 0;
  while (xml.next() != XmlReader::Event::kDone) {
    if (xml.event() != XmlReader::Event::kStart || xml.name() != "Relationship") continue;
    Relationship relationship;
    relationship.id = xml.value("Id");
    const std::string_view type = xml.value("Type");
    relationship.type = type.substr(type.rfind('/') + 1);
    relationship.is_external = xml.value("TargetMode") == "External";
    const std::string_view target = xml.value("Target");
    relationship.target = relationship.is_external ? std::string(target)
                                                   : resolved_target(part, percent_decoded(target));
    bytes += relationship.id.size() + relationship.type.size() + relationship.target.size();
    // No part has such a name, which a thousand places may ask for.
    if (!relationship.is_external && relationship.target.size() > kMaxPartNameBytes) {
      warn({"{}: a relationship to a part with a name of {byte} is left out", name,
            relationship.target.size()});
      continue;
    }
    if (found.size() >= kMaxRelationships || bytes > kMaxRelationshipBytes) {
      warn({"{}: more relationships than are read: some are left out", name});
      break;
    }
    found.add(std::move(relationship));
  }
  if (xml.error()) warn(name, *xml.error());
  return found;
}

std::string OfficePackage::main_part(std::string_view usual) {
  for (const Relationship& relationship : relationships("")) {
    if (relationship.type == "officeDocument" && has(relationship.target))
      return relationship.target;
  }
  return std::string(usual);
}

void OfficePackage::read_content_types() {
  if (std::exchange(knows_types_, true)) return;
  constexpr std::string_view kPart = "[Content_Types].xml";
  if (!has(kPart)) return;
  auto reader = xml(kPart);
  if (!reader) return warn(kPart, reader.error());
  XmlReader& xml = ***reader;
  std::size_t bytes = 0;
  while (xml.next() != XmlReader::Event::kDone) {
    if (xml.event() != XmlReader::Event::kStart) continue;
    bytes += xml.value("PartName").size() + xml.value("ContentType").size();
    if (bytes > kMaxRelationshipBytes || types_by_part_.size() >= kMaxRelationships) {
      warn({"{}: more content types than are read: some are left out", kPart});
      break;
    }
    if (xml.name() == "Override") {
      types_by_part_.insert_or_assign(resolved_target("", percent_decoded(xml.value("PartName"))),
                                      std::string(xml.value("ContentType")));
    } else if (xml.name() == "Default") {
      types_by_extension_.insert_or_assign(ascii_lower(xml.value("Extension")),
                                           std::string(xml.value("ContentType")));
    }
  }
  if (xml.error()) warn(kPart, *xml.error());
}

std::string OfficePackage::content_type(std::string_view part) {
  if (flat_) return std::string(flat_->type_of(part));
  read_content_types();
  if (const auto found = types_by_part_.find(part); found != types_by_part_.end())
    return found->second;
  const auto found = types_by_extension_.find(extension_of(part));
  return found == types_by_extension_.end() ? "" : found->second;
}

void OfficePackage::read_properties(DocumentInfo& info) {
  std::string part = has("meta.xml") ? "meta.xml" : "docProps/core.xml";
  for (const Relationship& relationship : relationships("")) {
    if (relationship.type == "core-properties" && has(relationship.target))
      part = relationship.target;
  }
  if (!has(part)) return;
  auto reader = xml(part);
  if (!reader) return warn(part, reader.error());
  XmlReader& xml = ***reader;
  while (xml.next() != XmlReader::Event::kDone) {
    if (xml.starts(Xmlns::kDublinCore, "title")) {
      if (std::string title = xml.text_inside(kMaxPropertyBytes); !title.empty())
        info.title = std::move(title);
    } else if (xml.starts(Xmlns::kDublinCore, "creator")) {
      if (std::string author = xml.text_inside(kMaxPropertyBytes); !author.empty())
        info.author = std::move(author);
    }
  }
  if (xml.error()) warn(part, *xml.error());
}

void OfficePackage::warn(std::string_view part, const Error& error) {
  const std::string name = told_name(part);
  warn({"{}{}", error.message.starts_with(name) ? std::string() : compose({"{}: ", name}),
        error.message});
}

void OfficePackage::warn(const Message& message) {
  if (warnings_.size() > kMaxWarnings) return;
  std::string text = compose(message);
  if (std::find(warnings_.begin(), warnings_.end(), text) != warnings_.end()) return;
  if (warnings_.size() == kMaxWarnings) text = "more of the document is odd than is named here";
  warnings_.push_back(std::move(text));
}

}  // namespace lectern
