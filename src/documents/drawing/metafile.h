// Windows metafiles: EMF with EMF+ ([MS-EMF], [MS-EMFPLUS]), WMF ([MS-WMF]), also compressed with
// gzip (emz, wmz). They are not drawn: their size, the text that they draw, and the bitmap of one
// that is only a bitmap. Text by glyph numbers has no characters and is left out.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/bytes.h"

namespace lectern {

struct Metafile {
  /// "EMF" or "WMF".
  std::string_view kind;
  /// In tenths of millimetres; 0 when it does not say.
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  /// What it draws as text, in its order: runs side by side joined, others divided by " / ".
  std::string text;
  /// The file of the bitmap, when it is that and nothing else.
  ByteVector picture;
  /// Whether it has anything that is drawn beside the text.
  bool has_drawing = false;
  /// Of the metafile once it is inflated.
  std::size_t read_bytes = 0;
};

/// True when the bytes begin like a metafile, or like one in gzip.
bool is_metafile(ByteSpan bytes);
/// \param bytes      of the file, as far as it is there.
/// \param max_bytes  it may have when it is inflated.
std::optional<Metafile> read_metafile(ByteSpan bytes, std::uint64_t max_bytes);

/// A device-independent bitmap as a BMP file; nothing when its header is none.
ByteVector bmp_of(ByteSpan header, ByteSpan bits);

}  // namespace lectern
