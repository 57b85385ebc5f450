// The rows of the table of formats that are packages: archives, compressed files and directories.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/reader.h"

namespace lectern {

/// Archives and compressed files. They are tried before all other formats: what they hold may stand
/// in them as it is, with its own signature near the file's start.
std::span<const Format> package_formats();

/// True for bytes that begin as a ZIP archive does, a document's or an empty one's too.
bool sniff_zip(ByteSpan bytes);

/// ZIP, whatever the members are: a document read by the path of a part is an archive.
const Format& zip_format();

/// The row by which what is attached to a document of this format is read; null when nothing can
/// be.
const Format* attachments_format(const Format& document);

/// A directory, which has no signature: the host says so (`HostFacts::directory`).
const Format& directory_format();

/// The part of `path` that leads to the file, when the rest of it names `member` in that.
std::string_view path_before(std::string_view path, std::string_view member);

/// What a single compressed file is called when it is unpacked: "app.log" of "app.log.gz", "a.tar"
/// of "a.tgz"; `name` itself when its extension says nothing.
std::string unpacked_name(std::string_view name);

}  // namespace lectern
