// Text of DrawingML (ECMA-376 part 1, 21.1.2): paragraphs of shapes, cells, diagrams and comments.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "documents/office_package.h"
#include "documents/slides/slide_model.h"
#include "documents/xml/xml_reader.h"

namespace lectern {

/// Most text that one slide holds.
inline constexpr std::size_t kMaxSlideTextBytes = std::size_t{8} << 20;

/// At the start of a text body: its paragraphs, to its end.
/// \param links    the relationships of the part, for links.
/// \param bullets  null, or what its list style says.
/// \param taken    bytes of text so far; text beyond kMaxSlideTextBytes is left out.
void read_drawing_text(XmlReader& xml, const Relationships& links, SlideText& text,
                       LevelBullets* bullets, std::size_t& taken);

/// At the start of a list style or of a style of a master: what its levels say of bullets.
void read_level_bullets(XmlReader& xml, LevelBullets& bullets);

}  // namespace lectern
