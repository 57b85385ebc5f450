// Master pages of OpenDocument presentations (ODF 1.3 part 3, 16.9): what they show on slides, and
// how large those are.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "documents/office_package.h"
#include "documents/slides/slide_model.h"

namespace lectern {

struct ImpressMaster {
  std::optional<SlideBox> page = {};
  /// The texts on it that are no placeholders.
  SlideText shown = {};
};

/// The master pages of styles.xml, by name. What is damaged is a warning.
std::map<std::string, ImpressMaster, std::less<>> read_impress_masters(OfficePackage& package);

}  // namespace lectern
