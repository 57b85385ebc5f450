// Encrypted workbooks of Excel 2 to 2003 ([MS-XLS] 2.2.10).
#pragma once

#include <span>

#include "base/reader.h"
#include "base/work_budget.h"
#include "documents/sheets/biff/records.h"

namespace lectern {

/// Decrypts in place the records that stand behind a FilePass record, at `from` in the stream.
/// \returns ENCRYPTED when the password is missing or wrong or the method is not read,
/// CORRUPT_DOCUMENT, LIMIT_EXCEEDED.
Result<void> decrypt_workbook(const ReadContext& context, const BiffRecord& file_pass,
                              std::span<std::uint8_t> stream, std::size_t from, WorkBudget& work);

}  // namespace lectern
