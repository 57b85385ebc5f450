// ZIP (APPNOTE 6.3.10), OLE compound files (MS-CFB), ISO base media (ISO/IEC 14496-12), RIFF, Ogg
// (RFC 3533), Matroska (RFC 9559). Only names that stand uncompressed in the bytes are looked at.
#include "detect/containers.h"

#include <algorithm>
#include <memory>
#include <span>

namespace lectern {
namespace {

using namespace std::string_view_literals;

struct Content {
  std::string_view mark;
  std::string_view mime_type;
  std::string_view name;
};

/// Names of entries that only one kind of package has.
constexpr Content kZipEntries[] = {
    {"word/document", "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
     "Word document"},
    {"xl/workbook", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
     "Excel workbook"},
    {"ppt/presentation",
     "application/vnd.openxmlformats-officedocument.presentationml.presentation",
     "PowerPoint presentation"},
    {"ppt/slides/", "application/vnd.openxmlformats-officedocument.presentationml.presentation",
     "PowerPoint presentation"},
    {"META-INF/container.xml", "application/epub+zip", "EPUB book"},
    {"visio/", "application/vnd.visio", "Visio drawing"},
    {"3D/", "model/3mf", "3MF model"},
    {"AndroidManifest.xml", "application/vnd.android.package-archive", "Android package"},
    {"META-INF/mozilla.rsa", "application/x-xpinstall", "Firefox extension"},
    {"META-INF/MANIFEST.MF", "application/java-archive", "Java archive"},
    {"doc.kml", "application/vnd.google-earth.kmz", "KMZ map"},
};

constexpr Content kOpenDocuments[] = {
    {"application/vnd.oasis.opendocument.text-template",
     "application/vnd.oasis.opendocument.text-template", "OpenDocument text template"},
    {"application/vnd.oasis.opendocument.text", "application/vnd.oasis.opendocument.text",
     "OpenDocument text"},
    {"application/vnd.oasis.opendocument.spreadsheet-template",
     "application/vnd.oasis.opendocument.spreadsheet-template",
     "OpenDocument spreadsheet template"},
    {"application/vnd.oasis.opendocument.spreadsheet",
     "application/vnd.oasis.opendocument.spreadsheet", "OpenDocument spreadsheet"},
    {"application/vnd.oasis.opendocument.presentation-template",
     "application/vnd.oasis.opendocument.presentation-template",
     "OpenDocument presentation template"},
    {"application/vnd.oasis.opendocument.presentation",
     "application/vnd.oasis.opendocument.presentation", "OpenDocument presentation"},
    {"application/vnd.oasis.opendocument.graphics-template",
     "application/vnd.oasis.opendocument.graphics-template", "OpenDocument drawing template"},
    {"application/vnd.oasis.opendocument.graphics", "application/vnd.oasis.opendocument.graphics",
     "OpenDocument drawing"},
    {"application/epub+zip", "application/epub+zip", "EPUB book"},
};

/// Streams of OLE compound files; their names are UTF-16.
constexpr Content kCompoundStreams[] = {
    {"W\0o\0r\0d\0D\0o\0c\0u\0m\0e\0n\0t\0"sv, "application/msword", "Word 97-2003 document"},
    {"W\0o\0r\0k\0b\0o\0o\0k\0"sv, "application/vnd.ms-excel", "Excel 97-2003 workbook"},
    {"B\0o\0o\0k\0\0\0"sv, "application/vnd.ms-excel", "Excel 5 workbook"},
    {"P\0o\0w\0e\0r\0P\0o\0i\0n\0t\0"sv, "application/vnd.ms-powerpoint",
     "PowerPoint 97-2003 presentation"},
    {"V\0i\0s\0i\0o\0D\0o\0c\0"sv, "application/vnd.visio", "Visio 2003 drawing"},
    {"_\0_\0p\0r\0o\0p\0e\0r\0t\0i\0e\0s\0"sv, "application/vnd.ms-outlook", "Outlook message"},
    {"E\0n\0c\0r\0y\0p\0t\0e\0d\0P\0a\0c\0k\0a\0g\0e\0"sv, "application/x-ole-encrypted-package",
     "encrypted Office document"},
};

/// Brands of ISO media; a prefix is enough.
constexpr Content kMediaBrands[] = {
    {"avif", "image/avif", "AVIF image"},
    {"avis", "image/avif-sequence", "AVIF image sequence"},
    {"heic", "image/heic", "HEIC image"},
    {"heix", "image/heic", "HEIC image"},
    {"hevc", "image/heic-sequence", "HEIC image sequence"},
    {"hevx", "image/heic-sequence", "HEIC image sequence"},
    {"mif1", "image/heif", "HEIF image"},
    {"msf1", "image/heif-sequence", "HEIF image sequence"},
    {"crx ", "image/x-canon-cr3", "Canon CR3 raw image"},
    {"qt  ", "video/quicktime", "QuickTime video"},
    {"M4V", "video/x-m4v", "M4V video"},
    {"M4A", "audio/x-m4a", "M4A sound"},
    {"M4B", "audio/mp4", "M4B sound"},
    {"M4P", "video/mp4", "MP4 video"},
    {"F4V", "video/mp4", "MP4 video"},
    {"F4P", "video/mp4", "MP4 video"},
    {"F4A", "audio/mp4", "MP4 sound"},
    {"F4B", "audio/mp4", "MP4 sound"},
    {"3g2", "video/3gpp2", "3GPP2 video"},
    {"3g", "video/3gpp", "3GPP video"},
    {"jp2 ", "image/jp2", "JPEG 2000 image"},
    {"jpx ", "image/jpx", "JPEG 2000 image"},
    {"jpm ", "image/jpm", "JPEG 2000 image"},
    {"mjp2", "video/mj2", "Motion JPEG 2000 video"},
    {"jxl ", "image/jxl", "JPEG XL image"},
    {"", "video/mp4", "MP4 video"},
};

/// QuickTime files without a brand start with one of these atoms.
constexpr std::string_view kQuickTimeAtoms[] = {"moov", "mdat", "wide", "free", "skip", "pnot"};

constexpr Content kRiffForms[] = {
    {"WEBP", "image/webp", "WebP image"},
    {"AVI ", "video/vnd.avi", "AVI video"},
    {"WAVE", "audio/wav", "WAV sound"},
    {"QLCM", "audio/qcelp", "QCELP sound"},
    {"ACON", "application/x-navi-animation", "animated cursor"},
    {"CDR", "application/vnd.corel-draw", "CorelDRAW drawing"},
    {"sfbk", "audio/x-soundfont", "SoundFont"},
};

constexpr Content kOggCodecs[] = {
    {"OpusHead", "audio/ogg", "Opus sound"},
    {"\1vorbis", "audio/ogg", "Vorbis sound"},
    {"\x7F"
     "FLAC",
     "audio/ogg", "Ogg FLAC sound"},
    {"Speex  ", "audio/ogg", "Speex sound"},
    {"\x80theora", "video/ogg", "Theora video"},
    {"\1video\0"sv, "video/ogg", "OGM video"},
    {"", "application/ogg", "Ogg media"},
};

std::optional<BinaryKind> kind_of(const Content* content, const Content* end) {
  if (content == end) return std::nullopt;
  return BinaryKind{content->mime_type, content->name};
}

/// The first content whose mark stands anywhere in `text`.
std::optional<BinaryKind> find_inside(std::string_view text, std::span<const Content> contents) {
  const auto found = std::find_if(contents.begin(), contents.end(), [text](const Content& content) {
    return text.find(content.mark) != text.npos;
  });
  return kind_of(std::to_address(found), std::to_address(contents.end()));
}

/// The content whose mark ends first in `text`: a package may hold others, whose names are behind
/// its own. It is near the start, nearly always.
std::optional<BinaryKind> find_first(std::string_view text, std::span<const Content> contents) {
  const Content* first = nullptr;
  for (const std::size_t most : {std::size_t{4096}, text.size()}) {
    std::string_view near = text.substr(0, most);
    for (const Content& content : contents) {
      const std::size_t at = near.find(content.mark);
      if (at == near.npos) continue;
      first = &content;
      near = near.substr(0, at + content.mark.size() - 1);
    }
    if (first != nullptr) break;
  }
  return first == nullptr ? std::nullopt : std::optional(BinaryKind{first->mime_type, first->name});
}

/// The first content whose mark `text` starts with.
std::optional<BinaryKind> find_prefix(std::string_view text, std::span<const Content> contents) {
  const auto found = std::find_if(contents.begin(), contents.end(), [text](const Content& content) {
    return text.starts_with(content.mark);
  });
  return kind_of(std::to_address(found), std::to_address(contents.end()));
}

std::string_view text_at(ByteSpan bytes, std::size_t offset) {
  return offset < bytes.size() ? as_chars(bytes.subspan(offset)) : std::string_view();
}

/// tar as Unix version 7 wrote it has no signature, only a checksum: six octal digits at byte 148,
/// the sum of the header with blanks in their place.
bool is_old_tar(ByteSpan bytes) {
  constexpr std::size_t kHeaderBytes = 512;
  constexpr std::size_t kSumOffset = 148;
  if (bytes.size() < kHeaderBytes || bytes[0] == 0) return false;
  unsigned stated = 0;
  unsigned digits = 0;
  unsigned sum = 8 * ' ';
  for (std::size_t i = 0; i < kHeaderBytes; ++i) {
    const bool in_sum = i >= kSumOffset && i < kSumOffset + 8;
    if (!in_sum) sum += bytes[i];
    if (in_sum && bytes[i] >= '0' && bytes[i] <= '7') {
      stated = stated * 8 + (bytes[i] - '0');
      ++digits;
    }
  }
  return digits >= 4 && stated == sum;
}

/// True for a ZIP archive that is here as a whole and has no part of that name.
bool lacks_part(ByteSpan bytes, std::string_view name) {
  constexpr std::size_t kEndRecordBytes = 22;
  return bytes.size() >= kEndRecordBytes &&
         has_bytes_at(bytes, bytes.size() - kEndRecordBytes, "PK\5\6"sv) &&
         as_chars(bytes).find(name) == std::string_view::npos;
}

}  // namespace

std::optional<BinaryKind> find_container_kind(ByteSpan bytes) {
  constexpr std::size_t kZipNameOffset = 30;
  constexpr std::string_view kMimetypeEntry = "mimetype";
  if (starts_with(bytes, "PK\3\4"sv)) {
    if (has_bytes_at(bytes, kZipNameOffset, kMimetypeEntry)) {
      const auto head = text_at(bytes, kZipNameOffset + kMimetypeEntry.size()).substr(0, 128);
      const auto kind = find_inside(head, kOpenDocuments);
      // A type alone makes no document.
      const bool is_named_only =
          kind && kind->mime_type.find("opendocument") != kind->mime_type.npos &&
          lacks_part(bytes, "content.xml") && lacks_part(bytes, "encrypted-package");
      if (kind && !is_named_only) return kind;
    }
    return find_first(as_chars(bytes), kZipEntries);
  }
  if (starts_with(bytes, "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"sv)) {
    return find_inside(as_chars(bytes), kCompoundStreams);
  }
  if (has_bytes_at(bytes, 4, "ftyp")) return find_prefix(text_at(bytes, 8), kMediaBrands);
  if (has_bytes_at(bytes, 4, "jP  ")) return find_prefix(text_at(bytes, 20), kMediaBrands);
  if (is_old_tar(bytes)) return BinaryKind{"application/x-tar", "tar archive"};
  const std::string_view atom = text_at(bytes, 4).substr(0, 4);
  if (starts_with(bytes, "\0"sv) &&
      std::count(std::begin(kQuickTimeAtoms), std::end(kQuickTimeAtoms), atom) > 0) {
    return BinaryKind{"video/quicktime", "QuickTime video"};
  }
  if (starts_with(bytes, "RIFF") || starts_with(bytes, "RIFX")) {
    auto kind = find_prefix(text_at(bytes, 8), kRiffForms);
    if (kind) kind->certain = false;
    return kind;
  }
  if (starts_with(bytes, "OggS\0"sv)) return find_prefix(text_at(bytes, 28), kOggCodecs);
  if (starts_with(bytes, "\x1A\x45\xDF\xA3"sv)) {
    const bool webm = as_chars(bytes).substr(0, 256).find("webm") != std::string_view::npos;
    return webm ? BinaryKind{"video/webm", "WebM video"}
                : BinaryKind{"video/matroska", "Matroska video"};
  }
  return std::nullopt;
}

}  // namespace lectern
