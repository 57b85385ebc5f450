// Pictures that stand in markdown or HTML as data: URIs (RFC 2397).
#pragma once

#include <string>
#include <vector>

namespace lectern {

struct EmbeddedPicture {
  std::string mime_type;  ///< "image/png"
  std::string base64;
};

/// Takes the base64 of all pictures out of `source`, in their order. Where one was, its size
/// stands: "![plot](data:image/png;base64,...12.3 KB)". Tiny ones stay.
std::vector<EmbeddedPicture> take_embedded_pictures(std::string& source);

}  // namespace lectern
