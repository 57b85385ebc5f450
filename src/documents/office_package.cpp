#include "documents/office_package.h"

#include <algorithm>

#include "base/format.h"
#include "package/compound.h"

namespace lectern {
namespace {

/// More relationships than any part has.
constexpr std::size_t kMaxRelationships = 100'000;
constexpr std::size_t kMaxWarnings = 100;
constexpr std::size_t kMaxPropertyBytes = 2'000;

/// "%20" in a target as the byte it stands for.
std::string percent_decoded(std::string_view text) {
  const auto value = [](char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
  };
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

/// True for the compound file that an encrypted package stands in ([MS-OFFCRYPTO] 2.3.4.4).
bool is_encrypted_package(ByteSpan file) {
  if (file.size() < 8 || file[0] != 0xD0 || file[1] != 0xCF) return false;
  const Result<CompoundFile> compound = CompoundFile::open(file);
  return compound && compound->find("EncryptedPackage") != nullptr;
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

Result<std::unique_ptr<OfficePackage>> OfficePackage::open(const ReadContext& context) {
  if (is_encrypted_package(context.bytes))
    return fail(ErrorCode::kEncrypted, "the document is encrypted with a password");
  if (context.parts == nullptr) {
    LECTERN_TRY(ZipPackage zip, ZipPackage::open(context.bytes));
    return std::unique_ptr<OfficePackage>(new OfficePackage(context, std::move(zip)));
  }
  LECTERN_TRY(ZipPackage zip, ZipPackage::open(*context.parts));
  want_structure(zip);
  if (context.parts->is_lacking())
    return fail(ErrorCode::kCorruptDocument, "some of the package is not here");
  return std::unique_ptr<OfficePackage>(new OfficePackage(context, std::move(zip)));
}

Result<std::unique_ptr<PartReader>> OfficePackage::xml(std::string_view part) {
  const ZipMember* member = zip_.find(part);
  if (member == nullptr)
    return fail(ErrorCode::kCorruptDocument, {"{}: there is no such part", part});
  LECTERN_TRY(auto stream, zip_.stream(*member, work_));
  return std::make_unique<PartReader>(std::move(stream), context_.options.encoding_tables);
}

Result<ByteVector> OfficePackage::bytes(std::string_view part, std::uint64_t max_bytes) {
  const ZipMember* member = zip_.find(part);
  if (member == nullptr)
    return fail(ErrorCode::kCorruptDocument, {"{}: there is no such part", part});
  return zip_.read(*member, max_bytes, work_);
}

std::optional<std::uint64_t> OfficePackage::size_of(std::string_view part) const {
  const ZipMember* member = zip_.find(part);
  if (member == nullptr) return std::nullopt;
  return member->size_bytes;
}

Result<ByteVector> OfficePackage::picture(std::string_view key, std::uint64_t max_bytes,
                                          bool whole) {
  const ZipMember* member = zip_.find(key);
  if (member == nullptr) return fail(ErrorCode::kCorruptDocument, "it is not in the package");
  return whole ? zip_.read(*member, max_bytes, work_) : zip_.head(*member, max_bytes, work_);
}

std::vector<Relationship> OfficePackage::relationships(std::string_view part) {
  std::vector<Relationship> found;
  const std::string name = part.empty() ? "_rels/.rels" : relationships_part(part);
  if (!has(name)) return found;
  auto reader = xml(name);
  if (!reader) {
    warn(name, reader.error());
    return found;
  }
  XmlReader& xml = ***reader;
  while (xml.next() != XmlReader::Event::kDone && found.size() < kMaxRelationships) {
    if (xml.event() != XmlReader::Event::kStart || xml.name() != "Relationship") continue;
    Relationship relationship;
    relationship.id = xml.value("Id");
    const std::string_view type = xml.value("Type");
    relationship.type = type.substr(type.rfind('/') + 1);
    relationship.is_external = xml.value("TargetMode") == "External";
    const std::string_view target = xml.value("Target");
    relationship.target = relationship.is_external ? std::string(target)
                                                   : resolved_target(part, percent_decoded(target));
    found.push_back(std::move(relationship));
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
  while (xml.next() != XmlReader::Event::kDone) {
    if (xml.event() != XmlReader::Event::kStart) continue;
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
  warn({"{}{}", error.message.starts_with(part) ? std::string() : compose({"{}: ", part}),
        error.message});
}

void OfficePackage::warn(const Message& message) {
  if (warnings_.size() >= kMaxWarnings) return;
  std::string text = compose(message);
  if (std::find(warnings_.begin(), warnings_.end(), text) == warnings_.end())
    warnings_.push_back(std::move(text));
}

}  // namespace lectern
