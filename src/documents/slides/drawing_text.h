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

/// A longer target of a link is left out, as is what goes beyond the slide's room: all that lead
/// there have a copy.
inline constexpr std::size_t kMostSlideLinkBytes = 8'192;

/// What a slide has taken of its room, and lacks for want of it.
struct SlideRoom {
  std::size_t taken = 0;
  std::size_t lost_links = 0;
  bool lacks_text = false;

  /// False when there is no room for so many bytes.
  bool take(std::size_t bytes);
  /// A copy of the target; "" when there is no room for it.
  std::string link(const std::string& target);
};

/// At the start of a text body: its paragraphs, to its end.
/// \param links    the relationships of the part, for links; null: they are not followed.
/// \param bullets  null, or what its list style says.
/// \param room     of the slide: text beyond it is left out.
void read_drawing_text(XmlReader& xml, PartLinks* links, SlideText& text, LevelBullets* bullets,
                       SlideRoom& room);

/// At the start of a list style or of a style of a master: what its levels say of bullets.
void read_level_bullets(XmlReader& xml, LevelBullets& bullets);

}  // namespace lectern
