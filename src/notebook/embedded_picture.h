// Pictures that stand in markdown or HTML as data: URIs (RFC 2397).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lectern {

struct EmbeddedPicture {
  std::string mime_type;  ///< "image/png"
  std::string base64;
  std::size_t offset;  ///< in the source without the base64: just after what stands for it
};

/// Takes the base64 of all pictures out of `source`, in their order. Where one was, its size
/// stands: "![plot](data:image/png;base64,...12.3 KB)". Tiny ones stay.
std::vector<EmbeddedPicture> take_embedded_pictures(std::string& source);

/// Where `markdown` refers to the attachment `name` first ("attachment:my%20plot.png" for
/// "my plot.png"); its size when it does not.
/// \param steps  characters that may be compared; those that were are taken off
std::size_t find_reference(std::string_view markdown, std::string_view name, std::uint64_t& steps);

}  // namespace lectern
