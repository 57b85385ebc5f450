// Charts of OpenDocument (ODF 1.3 part 3, chapter 11): objects of a document, with a table of their
// values.
#pragma once

#include <optional>
#include <string>

#include "documents/drawing/chart.h"
#include "documents/office_package.h"

namespace lectern {

/// Reads the content of an object ("Object 1/content.xml"). \returns nothing when it is no chart;
/// what cannot be read is a warning of the package.
std::optional<Chart> read_odf_chart(OfficePackage& package, const std::string& part);

}  // namespace lectern
