#include "read/packages.h"

#include <algorithm>

#include "base/format.h"
#include "detect/containers.h"
#include "package/directory_package.h"
#include "package/gzip_package.h"
#include "package/tar_package.h"
#include "package/zip_archive.h"

namespace lectern {
namespace {

constexpr std::string_view kZipExtensions[] = {"zip"};
constexpr std::string_view kTarExtensions[] = {"tar"};
constexpr std::string_view kGzipExtensions[] = {"gz", "tgz"};
constexpr std::string_view kDirectoryExtensions[] = {""};

/// Documents whose packages have readers of their own.
constexpr std::string_view kDocumentMarks[] = {"officedocument", "opendocument", "epub", "visio"};

bool sniff_zip_archive(ByteSpan bytes) {
  if (!sniff_zip(bytes)) return false;
  const auto kind = find_container_kind(bytes);
  return !kind || std::none_of(std::begin(kDocumentMarks), std::end(kDocumentMarks),
                               [&kind](std::string_view mark) {
                                 return kind->mime_type.find(mark) != std::string_view::npos;
                               });
}

constexpr PackageFormat kZip{open_zip_archive};
constexpr PackageFormat kTar{open_tar_package};
constexpr PackageFormat kGzip{open_gzip_package, true};
constexpr PackageFormat kDirectory{open_directory_package};

constexpr Format kFormats[] = {
    {.name = "ZIP archive",
     .mime_type = "application/zip",
     .content_type = ContentType::kArchive,
     .extensions = kZipExtensions,
     .sniff = sniff_zip_archive,
     .read = nullptr,
     .package = &kZip},
    {.name = "tar archive",
     .mime_type = "application/x-tar",
     .content_type = ContentType::kArchive,
     .extensions = kTarExtensions,
     .sniff = sniff_tar,
     .read = nullptr,
     .package = &kTar},
    {.name = "gzip file",
     .mime_type = "application/gzip",
     .content_type = ContentType::kArchive,
     .extensions = kGzipExtensions,
     .sniff = sniff_gzip,
     .read = nullptr,
     .package = &kGzip},
};

constexpr Format kDirectoryFormat{.name = "directory",
                                  .mime_type = "inode/directory",
                                  .content_type = ContentType::kArchive,
                                  .extensions = kDirectoryExtensions,
                                  .sniff = nullptr,
                                  .read = nullptr,
                                  .package = &kDirectory};

}  // namespace

std::span<const Format> package_formats() { return kFormats; }
const Format& zip_format() { return kFormats[0]; }
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
