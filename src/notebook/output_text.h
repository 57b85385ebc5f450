// The text of outputs: what a cell shows, and what a search looks at.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "notebook/embedded_picture.h"
#include "notebook/mime_choice.h"
#include "notebook/model.h"

namespace lectern {

/// "Error: ValueError: boom" and the traceback.
std::string error_text(const Output& output);

/// The text that `choice` has, "" when it has none.
/// \param left_chars  characters that will be shown; JSON is not indented beyond. Where that is
///                    without limit, JSON that would get much longer stays as it is.
/// \param embedded    gets the pictures that stand in the text; their base64 is taken out of it.
std::string data_text(const MimeChoice& choice, LineJoin join, std::uint64_t left_chars,
                      std::vector<EmbeddedPicture>& embedded);

}  // namespace lectern
