// What a slide inherits (ECMA-376 part 1, 19.3.1): places and bullets of its placeholders, from its
// layout and the layout's master.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "documents/office_package.h"
#include "documents/slides/slide_model.h"

namespace lectern {

struct SlideMaster {
  std::vector<SlideShape> placeholders = {};
  /// Text that stands on each slide.
  std::vector<SlideShape> shown = {};
  LevelBullets title = {};
  LevelBullets body = {};
  LevelBullets other = {};
};

struct SlideLayout {
  std::vector<SlideShape> placeholders = {};
  std::vector<SlideShape> shown = {};
  bool shows_master_shapes = true;
  std::string master_part = {};
  std::shared_ptr<const SlideMaster> master = {};
};

/// Layouts and masters, each read once.
class SlideLayouts {
 public:
  explicit SlideLayouts(OfficePackage& package) : package_(package) {}
  /// The layout in that part; null when it cannot be read.
  std::shared_ptr<const SlideLayout> layout(const std::string& part);

 private:
  std::shared_ptr<const SlideMaster> master(const std::string& part);
  template <typename Take>
  std::optional<Relationships> read(const std::string& part, Take take);

  /// \returns false when no other may be read.
  bool has_room();

  OfficePackage& package_;
  std::size_t taken_ = 0;  ///< by their texts
  std::map<std::string, std::shared_ptr<const SlideLayout>, std::less<>> layouts_;
  std::map<std::string, std::shared_ptr<const SlideMaster>, std::less<>> masters_;
};

/// Gives the placeholders among `shapes` the places and the bullets that they inherit. Afterwards
/// no paragraph's bullet is inherited. \param layout  may be null.
void inherit(std::vector<SlideShape>& shapes, const SlideLayout* layout);

}  // namespace lectern
