#include "documents/book/epub_package.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/format.h"
#include "documents/markdown/escape.h"
#include "package/member_name.h"

namespace lectern {
namespace {

constexpr std::string_view kContainer = "META-INF/container.xml";
constexpr std::string_view kEncryption = "META-INF/encryption.xml";
constexpr std::size_t kMaxItems = 200'000;
constexpr std::size_t kMaxFieldBytes = 4'000;
constexpr std::size_t kMaxTypeBytes = 200;
/// What the chapters' names and titles may take: one may stand in the spine again and again.
constexpr std::size_t kMaxSpineBytes = std::size_t{32} << 20;

/// "%20" as the byte it stands for.
std::string unescaped_path(std::string_view text) {
  const auto digit = [](char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
  };
  std::string path;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%' && i + 2 < text.size() && digit(text[i + 1]) >= 0 &&
        digit(text[i + 2]) >= 0) {
      path += static_cast<char>(digit(text[i + 1]) * 16 + digit(text[i + 2]));
      i += 2;
    } else {
      path += text[i];
    }
  }
  return path;
}

std::string package_part(OfficePackage& package) {
  if (package.has(kContainer)) {
    if (auto reader = package.xml(kContainer)) {
      XmlReader& xml = ***reader;
      while (xml.next() != XmlReader::Event::kDone) {
        if (xml.event() != XmlReader::Event::kStart || xml.name() != "rootfile") continue;
        std::string part = unescaped_path(xml.value("full-path"));
        if (package.has(part)) return part;
      }
      if (xml.error()) package.warn(kContainer, *xml.error());
    } else {
      package.warn(kContainer, reader.error());
    }
  }
  for (const ZipMember& member : package.zip().members()) {
    if (ascii_lower(member.raw_name).ends_with(".opf")) return std::string(member.raw_name);
  }
  return "";
}

/// Parts that are encrypted by anything but the scrambling of fonts.
std::set<std::string, std::less<>> encrypted_parts(OfficePackage& package) {
  std::set<std::string, std::less<>> parts;
  if (!package.has(kEncryption)) return parts;
  auto reader = package.xml(kEncryption);
  if (!reader) return parts;
  XmlReader& xml = ***reader;
  bool is_font = false;
  while (xml.next() != XmlReader::Event::kDone) {
    if (xml.event() != XmlReader::Event::kStart) continue;
    if (xml.name() == "EncryptedData") is_font = false;
    if (xml.name() == "EncryptionMethod") {
      const std::string_view algorithm = xml.value("Algorithm");
      if (algorithm == "http://www.idpf.org/2008/embedding" ||
          algorithm == "http://ns.adobe.com/pdf/enc#RC")
        is_font = true;
    } else if (xml.name() == "CipherReference" && !is_font && parts.size() < kMaxItems) {
      parts.insert(unescaped_path(xml.value("URI")));
    }
  }
  return parts;
}

using Titles = std::map<std::string, std::string, std::less<>>;

void add_title(Titles& titles, std::string_view part, std::string_view target, std::string text) {
  if (titles.size() >= kMaxItems || target.empty() || text.empty()) return;
  titles.emplace(resolved_target(part, unescaped_path(target)), std::move(text));
}

/// EPUB 2: navPoint, navLabel/text, content.
void read_ncx(OfficePackage& package, const std::string& part, Titles& titles) {
  auto reader = package.xml(part);
  if (!reader) return package.warn(part, reader.error());
  XmlReader& xml = ***reader;
  std::string label;
  bool in_map = false;
  while (xml.next() != XmlReader::Event::kDone) {
    if (xml.event() != XmlReader::Event::kStart) continue;
    if (xml.name() == "navMap") in_map = true;
    if (xml.name() == "pageList" || xml.name() == "navList") in_map = false;
    if (!in_map) continue;
    if (xml.name() == "navPoint") label.clear();
    if (xml.name() == "text") label = single_line(xml.text_inside(kMaxFieldBytes));
    if (xml.name() == "content") add_title(titles, part, xml.value("src"), label);
  }
  if (xml.error()) package.warn(part, *xml.error());
}

/// EPUB 3: the links of the navigation document's table of contents.
void read_nav(OfficePackage& package, const std::string& part, Titles& titles) {
  auto reader = package.xml(part);
  if (!reader) return package.warn(part, reader.error());
  XmlReader& xml = ***reader;
  bool in_toc = false;
  while (xml.next() != XmlReader::Event::kDone) {
    if (xml.event() != XmlReader::Event::kStart) continue;
    if (xml.name() == "nav") {
      const std::string_view type = xml.attribute(Xmlns::kOps, "type").value_or("toc");
      in_toc = type.find("toc") != type.npos;
    } else if (xml.name() == "a" && in_toc) {
      const std::string target(xml.value("href"));
      add_title(titles, part, target, single_line(xml.text_inside(kMaxFieldBytes)));
    }
  }
}

}  // namespace

Result<EpubBook> read_epub_package(OfficePackage& package) {
  const std::string part = package_part(package);
  if (part.empty())
    return fail(ErrorCode::kCorruptDocument, "the book has no package document (.opf)");
  LECTERN_TRY(const auto reader, package.xml(part));
  XmlReader& xml = **reader;
  struct Item {
    std::string part;
    std::string media_type;
  };
  EpubBook book;
  std::map<std::string, Item, std::less<>> items;
  std::vector<std::pair<std::string, bool>> spine;
  std::string nav;
  std::string ncx;
  while (xml.next() != XmlReader::Event::kDone) {
    if (xml.event() != XmlReader::Event::kStart) continue;
    if (xml.is(Xmlns::kDublinCore, "title")) {
      std::string title = single_line(xml.text_inside(kMaxFieldBytes));
      if (book.title.empty()) book.title = std::move(title);
    } else if (xml.is(Xmlns::kDublinCore, "creator")) {
      std::string author = single_line(xml.text_inside(kMaxFieldBytes));
      if (!author.empty() && book.authors.size() < 100) book.authors.push_back(std::move(author));
    } else if (xml.name() == "meta") {
      const bool is_layout = xml.value("property") == "rendition:layout";
      if (is_layout)
        book.is_fixed_layout = xml.text_inside(100).find("pre-paginated") != std::string::npos;
    } else if (xml.name() == "item" && items.size() < kMaxItems) {
      // Each place in the spine has a copy.
      Item item{resolved_target(part, unescaped_path(xml.value("href").substr(0, kMaxFieldBytes))),
                std::string(xml.value("media-type").substr(0, kMaxTypeBytes))};
      const std::string_view properties = xml.value("properties");
      if ((" " + std::string(properties) + " ").find(" nav ") != std::string::npos) nav = item.part;
      if (item.media_type == "application/x-dtbncx+xml") ncx = item.part;
      items.emplace(std::string(xml.value("id")), std::move(item));
    } else if (xml.name() == "itemref" && spine.size() < kMaxItems) {
      spine.emplace_back(std::string(xml.value("idref")), xml.value("linear") != "no");
    }
  }
  if (xml.error()) {
    if (spine.empty())
      return fail(ErrorCode::kCorruptDocument, {"{}: {}", told_name(part), xml.error()->message});
    package.warn(part, *xml.error());
  }
  Titles titles;
  if (!nav.empty()) read_nav(package, nav, titles);
  if (titles.empty() && !ncx.empty()) read_ncx(package, ncx, titles);
  const auto encrypted = encrypted_parts(package);
  std::size_t locked = 0;
  std::size_t spine_bytes = 0;
  for (const auto& [id, is_linear] : spine) {
    const auto item = items.find(id);
    if (item == items.end()) {
      package.warn({"{}: the spine names \"{}\", which is not in the book", told_name(part), id});
      continue;
    }
    EpubChapter chapter{item->second.part, item->second.media_type, {}, is_linear};
    if (const auto title = titles.find(chapter.part); title != titles.end())
      chapter.title = title->second;
    spine_bytes += chapter.part.size() + chapter.media_type.size() + chapter.title.size();
    if (spine_bytes > kMaxSpineBytes) {
      package.warn({"{}: the chapters after the first {,} are left out: their names take too much",
                    told_name(part), std::uint64_t{book.chapters.size()}});
      break;
    }
    if (encrypted.contains(chapter.part)) ++locked;
    book.chapters.push_back(std::move(chapter));
  }
  if (locked > 0)
    return fail(ErrorCode::kEncrypted, {"{} of {} of the book encrypted (DRM)", locked,
                                        counted(book.chapters.size(), "chapter")});
  return book;
}

}  // namespace lectern
