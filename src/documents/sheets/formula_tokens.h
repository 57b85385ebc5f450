// Formulas of binary workbooks: their tokens ([MS-XLS] 2.5.198, [MS-XLSB] 2.5.97) as text. Not
// supported: tokens of Excel 5 and older, references to tables by their structure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/bytes.h"
#include "documents/sheets/cell_reference.h"
#include "documents/sheets/shared_work.h"

namespace lectern {

/// Entries of sheets in other workbooks that formulas can name, with 16 bits.
inline constexpr std::size_t kMostOuterSheets = 65'536;

/// What tokens refer to by number.
class FormulaNames {
 public:
  virtual ~FormulaNames() = default;
  /// "Sales!" or "'Old ones':New!" for an entry of the list of sheets; "" when there is none.
  virtual std::string sheets(std::uint32_t entry) const = 0;
  /// A defined name, from 1 on; "" when there is none.
  virtual std::string name(std::uint32_t index) const = 0;
  /// A name of another workbook or of a library of functions, from 1 on; "" when there is none.
  virtual std::string outer_name(std::uint32_t entry, std::uint32_t index) const = 0;
};

enum class FormulaForm : std::uint8_t {
  kXls,   ///< of Excel 97 to 2003
  kXlsb,  ///< with more rows and columns
};

/// The formula of the cell `at`, without "=". "" when it has a token that nobody knows, is longer
/// than 64 KiB, or has no more work. \param extra  what stands behind the tokens: the values of
/// arrays.
std::string formula_text(ByteSpan tokens, ByteSpan extra, FormulaForm form, CellAddress at,
                         const FormulaNames& names, SharedWork& work);

/// The cell that holds the formula which several cells share, when that is all of `tokens`.
struct SharedPlace {
  bool is_shared = false;
  CellAddress first;
};
SharedPlace shared_place(ByteSpan tokens, ByteSpan extra, FormulaForm form);

}  // namespace lectern
