#include "read/packages.h"

#include <algorithm>

#include "base/byte_reader.h"
#include "base/format.h"
#include "detect/containers.h"
#include "read/modules.h"

namespace lectern {
namespace {

constexpr std::string_view kZipExtensions[] = {"zip"};
constexpr std::string_view kTarExtensions[] = {"tar"};
constexpr std::string_view kArExtensions[] = {"ar", "deb", "udeb"};
constexpr std::string_view kSevenZipExtensions[] = {"7z"};
constexpr std::string_view kGzipExtensions[] = {"gz", "tgz"};
constexpr std::string_view kBzip2Extensions[] = {"bz2", "tbz2", "tbz"};
constexpr std::string_view kXzExtensions[] = {"xz", "txz"};
constexpr std::string_view kLzmaExtensions[] = {"lzma", "tlz"};
constexpr std::string_view kZstdExtensions[] = {"zst", "tzst"};
constexpr std::string_view kDatabaseExtensions[] = {"sqlite", "sqlite3", "db3"};
constexpr std::string_view kParquetExtensions[] = {"parquet"};
constexpr std::string_view kArrowExtensions[] = {"arrow", "feather", "arrows"};
constexpr std::string_view kDirectoryExtensions[] = {""};

/// Documents whose packages have readers of their own.
constexpr std::string_view kDocumentMarks[] = {"officedocument", "opendocument", "epub", "visio"};

using namespace std::string_view_literals;

bool sniff_gzip(ByteSpan bytes) { return starts_with(bytes, "\x1F\x8B\x08"sv); }

bool sniff_bzip2(ByteSpan bytes) {
  return starts_with(bytes, "BZh"sv) && (has_bytes_at(bytes, 4, "1AY&SY"sv) ||
                                         has_bytes_at(bytes, 4, "\x17\x72\x45\x38\x50\x90"sv));
}

bool sniff_xz(ByteSpan bytes) { return starts_with(bytes, "\xFD\x37zXZ\0"sv); }

/// A file without a signature, whose header has only a few values that are ever written.
bool sniff_lzma(ByteSpan bytes) {
  ByteReader reader(bytes);
  const std::uint8_t properties = reader.u8().value_or(0);
  const std::uint32_t dictionary = reader.u32_le().value_or(0);
  const std::uint64_t size = reader.u64_le().value_or(0);
  // Powers of two, and one and a half of one.
  const std::uint32_t lowest = dictionary & (0 - dictionary);
  const bool is_round = dictionary == lowest || dictionary == 3 * std::uint64_t{lowest};
  constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 38;
  return properties == 0x5D && dictionary >= 4096 && is_round &&
         (size == ~std::uint64_t{0} || size < kMostBytes) && reader.u8() == 0;
}

bool sniff_zstd(ByteSpan bytes) {
  constexpr std::string_view kMark = "\x28\xB5\x2F\xFD"sv;
  ByteReader reader(bytes);
  // Frames with notes for programs may stand before the content; other formats have them, too.
  for (int frames = 0; frames < 16; ++frames) {
    const std::size_t at = reader.position();
    if (has_bytes_at(bytes, at, kMark)) return true;
    const auto mark = reader.u32_le();
    const auto size = reader.u32_le();
    if (!size || (*mark & 0xFFFFFFF0) != 0x184D2A50 || !reader.skip(*size)) return false;
  }
  return false;
}
bool sniff_database(ByteSpan bytes) { return starts_with(bytes, "SQLite format 3\0"sv); }

bool sniff_parquet(ByteSpan bytes) {
  return starts_with(bytes, "PAR1"sv) || starts_with(bytes, "PARE"sv);
}

/// A file, or a stream, which has no mark: a message's size and where its table stands.
bool sniff_arrow(ByteSpan bytes) {
  return starts_with(bytes, "ARROW1\0"sv) || starts_with(bytes, "FEA1"sv) ||
         (starts_with(bytes, "\xFF\xFF\xFF\xFF"sv) && has_bytes_at(bytes, 7, "\0"sv) &&
          has_bytes_at(bytes, 9, "\0\0\0"sv) && bytes[4] % 8 == 0 && bytes[8] % 2 == 0);
}

bool sniff_tar(ByteSpan bytes) {
  constexpr std::size_t kHeaderBytes = 512;
  constexpr std::size_t kMagic = 257;
  if (bytes.size() < kHeaderBytes || bytes[0] == 0) return false;
  // Names are filled up with NUL, which no text has.
  const bool may_be = as_chars(bytes.first(kHeaderBytes)).find('\0') != std::string_view::npos;
  if (may_be && has_bytes_at(bytes, kMagic, "ustar")) return true;
  const auto kind = find_container_kind(bytes);
  return kind && kind->mime_type == "application/x-tar";
}

/// The mark alone could be that of a text, unless it is all: an archive without members.
bool sniff_ar(ByteSpan bytes) {
  constexpr std::string_view kMark = "!<arch>\n";
  constexpr std::size_t kHeaderEnd = 66;
  return starts_with(bytes, kMark) &&
         (bytes.size() == kMark.size() || has_bytes_at(bytes, kHeaderEnd, "`\n"sv));
}

bool sniff_zip_archive(ByteSpan bytes) {
  if (!sniff_zip(bytes)) return false;
  const auto kind = find_container_kind(bytes);
  return !kind || std::none_of(std::begin(kDocumentMarks), std::end(kDocumentMarks),
                               [&kind](std::string_view mark) {
                                 return kind->mime_type.find(mark) != std::string_view::npos;
                               });
}

constexpr Format kFormats[] = {
    {.name = "ZIP archive",
     .mime_type = "application/zip",
     .content_type = ContentType::kArchive,
     .extensions = kZipExtensions,
     .sniff = sniff_zip_archive,
     .read = nullptr,
     .module = kDocumentsModule,
     .package = PackageKind::kZip},
    {.name = "tar archive",
     .mime_type = "application/x-tar",
     .content_type = ContentType::kArchive,
     .extensions = kTarExtensions,
     .sniff = sniff_tar,
     .read = nullptr,
     .module = kDocumentsModule,
     .package = PackageKind::kTar},
    {.name = "ar archive",
     .mime_type = "application/x-archive",
     .content_type = ContentType::kArchive,
     .extensions = kArExtensions,
     .sniff = sniff_ar,
     .read = nullptr,
     .module = kDocumentsModule,
     .package = PackageKind::kAr},
    {.name = "7-Zip archive",
     .mime_type = "application/x-7z-compressed",
     .content_type = ContentType::kArchive,
     .extensions = kSevenZipExtensions,
     .sniff = [](ByteSpan bytes) { return starts_with(bytes, "7z\xBC\xAF\x27\x1C"sv); },
     .read = nullptr,
     .module = kDocumentsModule,
     .package = PackageKind::kSevenZip},
    {.name = "gzip file",
     .mime_type = "application/gzip",
     .content_type = ContentType::kArchive,
     .extensions = kGzipExtensions,
     .sniff = sniff_gzip,
     .read = nullptr,
     .module = kDocumentsModule,
     .package = PackageKind::kGzip},
    {.name = "bzip2 file",
     .mime_type = "application/x-bzip2",
     .content_type = ContentType::kArchive,
     .extensions = kBzip2Extensions,
     .sniff = sniff_bzip2,
     .read = nullptr,
     .module = kDocumentsModule,
     .package = PackageKind::kBzip2},
    {.name = "xz file",
     .mime_type = "application/x-xz",
     .content_type = ContentType::kArchive,
     .extensions = kXzExtensions,
     .sniff = sniff_xz,
     .read = nullptr,
     .module = kDocumentsModule,
     .package = PackageKind::kXz},
    {.name = "LZMA file",
     .mime_type = "application/x-lzma",
     .content_type = ContentType::kArchive,
     .extensions = kLzmaExtensions,
     .sniff = sniff_lzma,
     .read = nullptr,
     .module = kDocumentsModule,
     .package = PackageKind::kLzma},
    {.name = "Zstandard file",
     .mime_type = "application/zstd",
     .content_type = ContentType::kArchive,
     .extensions = kZstdExtensions,
     .sniff = sniff_zstd,
     .read = nullptr,
     .module = kDocumentsModule,
     .package = PackageKind::kZstd},
    {.name = "SQLite database",
     .mime_type = "application/vnd.sqlite3",
     .content_type = ContentType::kDocument,
     .extensions = kDatabaseExtensions,
     .sniff = sniff_database,
     .read = nullptr,
     .module = kDocumentsModule,
     .package = PackageKind::kDatabase},
    {.name = "Parquet file",
     .mime_type = "application/vnd.apache.parquet",
     .content_type = ContentType::kDocument,
     .extensions = kParquetExtensions,
     .sniff = sniff_parquet,
     .read = nullptr,
     .module = kDocumentsModule,
     .package = PackageKind::kDatabase},
    {.name = "Arrow file",
     .mime_type = "application/vnd.apache.arrow.file",
     .content_type = ContentType::kDocument,
     .extensions = kArrowExtensions,
     .sniff = sniff_arrow,
     .read = nullptr,
     .module = kDocumentsModule,
     .package = PackageKind::kDatabase},
};

/// Documents with attachments: the listing of these is asked for, or one of them.
constexpr Format attachments(std::string_view name, std::string_view mime_type, PackageKind kind) {
  return {.name = name,
          .mime_type = mime_type,
          .content_type = ContentType::kArchive,
          .extensions = {},
          .sniff = nullptr,
          .read = nullptr,
          .module = kDocumentsModule,
          .package = kind};
}

constexpr Format kAttachments[] = {
    attachments("mail", "message/rfc822", PackageKind::kMail),
    attachments("mailbox", "application/mbox", PackageKind::kMailbox),
    attachments("Outlook message", "application/vnd.ms-outlook", PackageKind::kOutlook),
    attachments("TNEF message", "application/ms-tnef", PackageKind::kTnef),
};

constexpr Format kDirectoryFormat{.name = "directory",
                                  .mime_type = "inode/directory",
                                  .content_type = ContentType::kArchive,
                                  .extensions = kDirectoryExtensions,
                                  .sniff = nullptr,
                                  .read = nullptr,
                                  .module = kDocumentsModule,
                                  .package = PackageKind::kDirectory};

}  // namespace

bool sniff_zip(ByteSpan bytes) {
  return starts_with(bytes, "PK\3\4"sv) || starts_with(bytes, "PK\5\6"sv);
}

std::span<const Format> package_formats() { return kFormats; }
const Format& zip_format() { return kFormats[0]; }
const Format* attachments_format(const Format& document) {
  const auto found = std::find_if(
      std::begin(kAttachments), std::end(kAttachments),
      [&document](const Format& format) { return format.mime_type == document.mime_type; });
  return found == std::end(kAttachments) ? nullptr : found;
}
const Format& directory_format() { return kDirectoryFormat; }

std::string_view path_before(std::string_view path, std::string_view member) {
  constexpr std::string_view kSeparators = "/\\";
  const auto strip = [&path, kSeparators] {
    while (path.size() > 1 && kSeparators.find(path.back()) != path.npos) path.remove_suffix(1);
  };
  while (!member.empty()) {
    const std::size_t end = std::min(member.find('/'), member.size());
    strip();
    if (end > 0) path = path.substr(0, path.find_last_of(kSeparators) + 1);
    member.remove_prefix(std::min(end + 1, member.size()));
    strip();
  }
  return path;
}

std::string unpacked_name(std::string_view name) {
  const std::string extension = extension_of(name);
  const std::string_view stem = name.substr(0, name.size() - extension.size());
  for (const Format& format : kFormats) {
    if (!is_single(format.package)) continue;
    const auto& known = format.extensions;
    const auto at = std::find(known.begin(), known.end(), extension);
    if (at == known.end()) continue;
    // The first one stands behind the name, the others for ".tar" as well.
    if (at == known.begin()) return std::string(stem.substr(0, stem.size() - 1));
    return std::string(stem) + "tar";
  }
  return std::string(name);
}

}  // namespace lectern
