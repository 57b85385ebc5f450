// One branch of each mc:AlternateContent (ECMA-376 part 3), while an XmlReader walks over it.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "documents/xml/xml_reader.h"

namespace lectern {

class AlternateContent {
 public:
  /// At a start: skips the branches that are not taken. \returns true when the element belongs to
  /// the choice itself, so that the caller goes on with the next event.
  bool handles(XmlReader& xml) {
    if (xml.space() != Xmlns::kCompatibility) return false;
    if (xml.name() == "AlternateContent") {
      while (!open_.empty() && open_.back().depth >= xml.depth()) open_.pop_back();
      open_.push_back({xml.depth(), false});
    } else if (xml.name() == "Choice" && !open_.empty()) {
      while (open_.size() > 1 && open_.back().depth >= xml.depth()) open_.pop_back();
      if (open_.back().is_taken || !knows(xml.value("Requires"))) {
        xml.skip();
      } else {
        open_.back().is_taken = true;
      }
    } else if (xml.name() == "Fallback" && !open_.empty()) {
      while (open_.size() > 1 && open_.back().depth >= xml.depth()) open_.pop_back();
      if (open_.back().is_taken) xml.skip();
    }
    return true;
  }

 private:
  struct Open {
    std::size_t depth;
    bool is_taken;
  };
  /// Names of what a reader here does not draw: old vector graphics, ink, models in three
  /// dimensions. Their second branch has a picture.
  static bool knows(std::string_view needed) {
    return needed != "v" && needed != "p14" && needed != "aink" && needed != "am3d" &&
           needed != "ahyp" && needed != "a3danim";
  }
  std::vector<Open> open_;
};

}  // namespace lectern
