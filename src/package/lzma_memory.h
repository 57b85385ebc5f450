// The memory of liblzma, and what its answers mean.
#pragma once

#include <lzma.h>

#include <string_view>

#include "package/unpacker.h"

namespace lectern {

/// The memory is bounded where it is taken.
inline constexpr std::uint64_t kAnyLzmaMemory = ~std::uint64_t{0};

lzma_allocator lzma_allocator_of(UnpackerMemory& memory);

/// What is wrong with data, by an answer that is neither LZMA_OK nor LZMA_MEM_ERROR.
std::string_view lzma_problem(lzma_ret answer);

/// As lzma_code, for data behind several filters: of damaged data the library gives bytes that it
/// has not filtered. A byte is read at a time, and what comes of one that is wrong is not given.
lzma_ret code_filtered(lzma_stream& stream);

}  // namespace lectern
