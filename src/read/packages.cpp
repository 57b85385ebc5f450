#include "read/packages.h"

#include <algorithm>

#include "base/format.h"
#include "detect/containers.h"
#include "read/modules.h"

namespace lectern {
namespace {

constexpr std::string_view kZipExtensions[] = {"zip"};
constexpr std::string_view kTarExtensions[] = {"tar"};
constexpr std::string_view kGzipExtensions[] = {"gz", "tgz"};
constexpr std::string_view kDirectoryExtensions[] = {""};

/// Documents whose packages have readers of their own.
constexpr std::string_view kDocumentMarks[] = {"officedocument", "opendocument", "epub", "visio"};

using namespace std::string_view_literals;

bool sniff_gzip(ByteSpan bytes) { return starts_with(bytes, "\x1F\x8B\x08"sv); }

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
    {.name = "gzip file",
     .mime_type = "application/gzip",
     .content_type = ContentType::kArchive,
     .extensions = kGzipExtensions,
     .sniff = sniff_gzip,
     .read = nullptr,
     .module = kDocumentsModule,
     .package = PackageKind::kGzip},
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
  if (extension == "gz") return std::string(name.substr(0, name.size() - 3));
  if (extension == "tgz") return std::string(name.substr(0, name.size() - 3)) + "tar";
  return std::string(name);
}

}  // namespace lectern
