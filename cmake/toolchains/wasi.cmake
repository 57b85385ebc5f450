# Toolchain: clang and wasi-libc, target wasm32-wasi (Debian's clang-14, or a wasi-sdk through WASI_SDK_PREFIX). Libraries are
# compiled with SIMD when LECTERN_WASI_SIMD is on; programs name what of them is (lectern_vectors).
#
# Link without -O: clang 14 would run a wasm-opt that rejects SIMD. The linked file is optimised afterwards
# (wasi_setjmp/finish.mjs). There is no setjmp and there are no exceptions.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(WASI TRUE)

set(LECTERN_WASI_CLANG "14" CACHE STRING "version suffix of clang for WASI")
if(DEFINED ENV{WASI_SDK_PREFIX})
  set(CMAKE_C_COMPILER $ENV{WASI_SDK_PREFIX}/bin/clang)
  set(CMAKE_CXX_COMPILER $ENV{WASI_SDK_PREFIX}/bin/clang++)
  set(CMAKE_AR $ENV{WASI_SDK_PREFIX}/bin/llvm-ar)
  set(CMAKE_RANLIB $ENV{WASI_SDK_PREFIX}/bin/llvm-ranlib)
else()
  set(CMAKE_C_COMPILER clang-${LECTERN_WASI_CLANG})
  set(CMAKE_CXX_COMPILER clang++-${LECTERN_WASI_CLANG})
  set(CMAKE_AR /usr/bin/llvm-ar-${LECTERN_WASI_CLANG})
  set(CMAKE_RANLIB /usr/bin/llvm-ranlib-${LECTERN_WASI_CLANG})
endif()
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)
set(CMAKE_CXX_COMPILER_TARGET wasm32-wasi)
set(CMAKE_EXECUTABLE_SUFFIX_C .wasm)
set(CMAKE_EXECUTABLE_SUFFIX_CXX .wasm)

set(LECTERN_WASI_C_FLAGS "")
set(LECTERN_WASI_CXX_FLAGS "-fno-exceptions")
if(LECTERN_WASI_SIMD)
  # Vectors only where they are written: clang 14 loads what it spreads over a vector too late, when it has been overwritten.
  string(APPEND LECTERN_WASI_C_FLAGS " -msimd128 -fno-vectorize -fno-slp-vectorize")
  string(APPEND LECTERN_WASI_CXX_FLAGS " -msimd128 -fno-vectorize -fno-slp-vectorize")
endif()
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES LECTERN_WASI_SIMD)
if(DEFINED ENV{WASI_SDK_PREFIX})
  string(APPEND LECTERN_WASI_CXX_FLAGS " -stdlib=libc++")
else()
  # Debian's clang would look into the host's /usr/include for what WASI does not have.
  string(APPEND LECTERN_WASI_C_FLAGS " -nostdlibinc -isystem /usr/include/wasm32-wasi")
  string(APPEND LECTERN_WASI_CXX_FLAGS
    " -nostdlibinc -isystem /usr/include/wasm32-wasi/c++/v1 -isystem /usr/include/wasm32-wasi")
endif()
set(CMAKE_C_FLAGS_INIT "${LECTERN_WASI_C_FLAGS}")
set(CMAKE_CXX_FLAGS_INIT "${LECTERN_WASI_CXX_FLAGS}")
# A function of one name and two signatures is a warning, and a trap where the other one is called.
set(CMAKE_EXE_LINKER_FLAGS_INIT "-Wl,--gc-sections,--fatal-warnings")
# The link step gets no -O, see above.
set(CMAKE_C_LINK_EXECUTABLE
  "<CMAKE_C_COMPILER> --target=wasm32-wasi <CMAKE_C_LINK_FLAGS> <LINK_FLAGS> <OBJECTS> -o <TARGET> <LINK_LIBRARIES>")
set(CMAKE_CXX_LINK_EXECUTABLE
  "<CMAKE_CXX_COMPILER> --target=wasm32-wasi -stdlib=libc++ <CMAKE_CXX_LINK_FLAGS> <LINK_FLAGS> <OBJECTS> -o <TARGET> <LINK_LIBRARIES>")

set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
