# Toolchain: as wasi.cmake, for WebAssembly without SIMD.
include(${CMAKE_CURRENT_LIST_DIR}/wasi.cmake)

set(WASI_BASELINE TRUE)
