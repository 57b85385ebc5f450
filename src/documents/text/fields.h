// Instructions of fields, which Word, RTF and the binary format share.
#pragma once

#include <string>
#include <string_view>

namespace lectern {

/// The target of `HYPERLINK "target" \l "place"`; "" for a place in the document and for other
/// fields.
std::string hyperlink_target(std::string_view instruction);

/// The class of the object of `EMBED Equation.3 \* mergeformat`; "" for other fields.
std::string embedded_class(std::string_view instruction);

/// What a field without a result shows: the sign of `SYMBOL 183 \f "Symbol"`. "" for others.
std::string field_symbol(std::string_view instruction);

}  // namespace lectern
