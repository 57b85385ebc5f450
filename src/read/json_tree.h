// JSON values of requests and options from a scanner (json/json_scanner.h): the module carries
// one parser, and what it takes for JSON is the same everywhere.
#pragma once

#include <optional>

#include "json/json_scanner.h"
#include "read/json.h"

namespace lectern {

/// The value at the scanner's cursor with all that is in it; the scanner bounds the depth. Of equal
/// keys the last holds. Nullopt when it is no JSON: the scanner's failure says why, but for NaN and
/// Infinity, which a scanner takes and RFC 8259 does not.
std::optional<Json> json_tree(JsonScanner& scanner);

}  // namespace lectern
