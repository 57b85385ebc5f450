# Toolchain: as wasi.cmake, for WebAssembly without SIMD.
include(${CMAKE_CURRENT_LIST_DIR}/wasi.cmake)

set(WASI_BASELINE TRUE)
foreach(language IN ITEMS C CXX)
  string(REPLACE "-msimd128" "" CMAKE_${language}_FLAGS_INIT "${CMAKE_${language}_FLAGS_INIT}")
endforeach()
