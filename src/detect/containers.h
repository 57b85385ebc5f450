// Kinds of file that share a container and its signature.
#pragma once

#include <optional>

#include "detect/signatures.h"

namespace lectern {

/// What a ZIP, OLE compound, ISO media, RIFF, Ogg or Matroska file holds. Nullopt for other files
/// and for contents that are not known.
std::optional<BinaryKind> find_container_kind(ByteSpan bytes);

}  // namespace lectern
