# The third-party libraries as imported targets:
#   lectern::zlib lectern::spng lectern::jpeg lectern::webp (decoder and demuxer)
#   lectern::mbedtls (ciphers and digests)
#   lectern::bzip2 lectern::dav1d lectern::lzma lectern::zstd (decoders)
#   lectern::json lectern::expected, and lectern::catch2 (with main; native, with LECTERN_BUILD_TESTS).
#   lectern::faces (the arrays of the faces that drawings are lettered in)
# With LECTERN_WITH_PDF also lectern::pdfium, for the files that include PDFium's headers.
# On WASI also lectern::wasi_setjmp and lectern_wasi_finish(), see wasi_setjmp/wasi_setjmp.cmake.
#
# They come from LECTERN_DEPS_PREFIX, LECTERN_CATCH2_PREFIX and LECTERN_PDFIUM_PREFIX. Where these are empty,
# scripts/third_party/build.mjs builds the variant that fits the toolchain, or finds it in the cache.

set(LECTERN_DEPS_PREFIX "" CACHE PATH "prefix with the third-party libraries; empty: build or find them")
set(LECTERN_CATCH2_PREFIX "" CACHE PATH "prefix with Catch2; empty: build or find it")
set(LECTERN_PDFIUM_PREFIX "" CACHE PATH "prefix with PDFium; empty: build or find it")

if(EMSCRIPTEN)
  option(LECTERN_WASM_SIMD "use the libraries built with WebAssembly SIMD" ON)
  if(LECTERN_WASM_SIMD)
    set(LECTERN_DEPS_VARIANT wasm-simd)
  else()
    set(LECTERN_DEPS_VARIANT wasm)
  endif()
elseif(WASI_BASELINE)
  set(LECTERN_DEPS_VARIANT wasi-baseline)
elseif(WASI)
  set(LECTERN_DEPS_VARIANT wasi)
else()
  set(LECTERN_DEPS_VARIANT native)
endif()

# A change of what the libraries are built from configures again, which finds or builds another prefix.
file(GLOB_RECURSE LECTERN_DEPS_INPUTS ${CMAKE_CURRENT_LIST_DIR}/third_party/* ${CMAKE_CURRENT_LIST_DIR}/../scripts/third_party/*)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${LECTERN_DEPS_INPUTS})

# Sets `result` in the caller to the prefix of a variant.
function(lectern_deps_prefix variant result)
  find_program(LECTERN_NODE NAMES node nodejs REQUIRED NO_CMAKE_FIND_ROOT_PATH)
  # CMake tells its compiler in CC and CXX. Tests and fuzzers of clang link what the usual compiler has built.
  if(LECTERN_BUILD_FUZZERS OR LECTERN_BUILD_TESTS)
    set(usual_compiler ${CMAKE_COMMAND} -E env --unset=CC --unset=CXX)
  endif()
  execute_process(
    COMMAND ${usual_compiler} ${LECTERN_NODE} ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../scripts/third_party/build.mjs --variant ${variant}
    OUTPUT_VARIABLE prefix
    OUTPUT_STRIP_TRAILING_WHITESPACE
    COMMAND_ERROR_IS_FATAL ANY)
  set(${result} ${prefix} PARENT_SCOPE)
endfunction()

# Sets `result` in the caller to a path of the prefix's headers that stays the same when the prefix does not: below the
# build directory, so that a compiler cache recognises a file that only sees new libraries beside the same headers.
function(lectern_include_directory prefix name result)
  set(link ${PROJECT_BINARY_DIR}/third_party/${name})
  file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/third_party)
  file(CREATE_LINK ${prefix}/include ${link} SYMBOLIC)
  set(${result} ${link} PARENT_SCOPE)
endfunction()

# Adds lectern::<name> for the static libraries given, which link in that order before the targets after LINK.
function(lectern_import name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "LIBRARIES;LINK;DEFINITIONS")
  add_library(lectern::${name} INTERFACE IMPORTED GLOBAL)
  target_include_directories(lectern::${name} INTERFACE ${LECTERN_DEPS_INCLUDE})
  foreach(library IN LISTS arg_LIBRARIES)
    target_link_libraries(lectern::${name} INTERFACE ${LECTERN_DEPS_PREFIX_RESOLVED}/lib/lib${library}.a)
  endforeach()
  target_link_libraries(lectern::${name} INTERFACE ${arg_LINK})
  target_compile_definitions(lectern::${name} INTERFACE ${arg_DEFINITIONS})
endfunction()

set(LECTERN_DEPS_PREFIX_RESOLVED ${LECTERN_DEPS_PREFIX})
if(NOT LECTERN_DEPS_PREFIX_RESOLVED)
  lectern_deps_prefix(${LECTERN_DEPS_VARIANT} LECTERN_DEPS_PREFIX_RESOLVED)
endif()
message(STATUS "Third-party libraries: ${LECTERN_DEPS_PREFIX_RESOLVED}")
lectern_include_directory(${LECTERN_DEPS_PREFIX_RESOLVED} libraries LECTERN_DEPS_INCLUDE)

if(EMSCRIPTEN OR WASI)
  set(LECTERN_LIBM "")
else()
  set(LECTERN_LIBM m)
endif()

# libjpeg's callers need setjmp, which WASI gets from here.
set(LECTERN_SETJMP "")
if(WASI)
  include(${CMAKE_CURRENT_LIST_DIR}/wasi_setjmp/wasi_setjmp.cmake)
  set(LECTERN_SETJMP lectern::wasi_setjmp)
endif()

lectern_import(zlib LIBRARIES z)
lectern_import(spng LIBRARIES spng LINK lectern::zlib ${LECTERN_LIBM} DEFINITIONS SPNG_STATIC)
lectern_import(jpeg LIBRARIES jpeg LINK ${LECTERN_SETJMP})
lectern_import(webp LIBRARIES webpdemux webp LINK ${LECTERN_LIBM})
lectern_import(mbedtls LIBRARIES mbedcrypto)
lectern_import(dav1d LIBRARIES dav1d)
lectern_import(bzip2 LIBRARIES bz2 DEFINITIONS BZ_NO_STDIO)
lectern_import(lzma LIBRARIES lzma DEFINITIONS LZMA_API_STATIC)
lectern_import(zstd LIBRARIES zstd)
# Exceptions are off everywhere, also where a test framework turns the compiler's on; wasi-libc has no <filesystem>.
lectern_import(json DEFINITIONS JSON_NOEXCEPTION JSON_HAS_FILESYSTEM=0 JSON_HAS_EXPERIMENTAL_FILESYSTEM=0)
lectern_import(expected)

lectern_deps_prefix(faces LECTERN_FACES_PREFIX)
lectern_include_directory(${LECTERN_FACES_PREFIX} faces LECTERN_FACES_INCLUDE)
add_library(lectern::faces INTERFACE IMPORTED GLOBAL)
target_include_directories(lectern::faces INTERFACE ${LECTERN_FACES_INCLUDE})

if(LECTERN_DEPS_VARIANT STREQUAL "native" AND LECTERN_BUILD_TESTS)
  set(LECTERN_CATCH2_PREFIX_RESOLVED ${LECTERN_CATCH2_PREFIX})
  if(NOT LECTERN_CATCH2_PREFIX_RESOLVED)
    lectern_deps_prefix(catch2 LECTERN_CATCH2_PREFIX_RESOLVED)
  endif()
  # CMake's helper for `catch_discover_tests()` comes with it.
  find_package(Catch2 3 REQUIRED CONFIG PATHS ${LECTERN_CATCH2_PREFIX_RESOLVED} NO_DEFAULT_PATH)
  include(Catch)
  add_library(lectern::catch2 ALIAS Catch2::Catch2WithMain)
endif()

if(LECTERN_WITH_PDF)
  set(LECTERN_PDFIUM_PREFIX_RESOLVED ${LECTERN_PDFIUM_PREFIX})
  if(NOT LECTERN_PDFIUM_PREFIX_RESOLVED)
    # PDFium is built once for all JavaScript hosts, and once for all WASI hosts: without SIMD, which it would hardly use.
    set(pdfium_variant pdfium-${LECTERN_DEPS_VARIANT})
    if(EMSCRIPTEN)
      set(pdfium_variant pdfium-wasm)
    elseif(WASI)
      set(pdfium_variant pdfium-wasi-baseline)
    endif()
    lectern_deps_prefix(${pdfium_variant} LECTERN_PDFIUM_PREFIX_RESOLVED)
  endif()
  message(STATUS "PDFium: ${LECTERN_PDFIUM_PREFIX_RESOLVED}")
  lectern_include_directory(${LECTERN_PDFIUM_PREFIX_RESOLVED} pdfium LECTERN_PDFIUM_INCLUDE)
  add_library(lectern::pdfium INTERFACE IMPORTED GLOBAL)
  target_include_directories(lectern::pdfium INTERFACE
    ${LECTERN_PDFIUM_INCLUDE}/pdfium
    ${LECTERN_PDFIUM_INCLUDE}/pdfium/third_party/abseil-cpp)
  # As the library was compiled: its debug checks would change its classes.
  target_compile_definitions(lectern::pdfium INTERFACE NDEBUG UNICODE MEMORY_TOOL_REPLACES_ALLOCATOR)
  target_link_libraries(lectern::pdfium INTERFACE
    ${LECTERN_PDFIUM_PREFIX_RESOLVED}/lib/libpdfium.a lectern::jpeg lectern::zlib ${LECTERN_LIBM})
  if(WASI)
    target_link_libraries(lectern::pdfium INTERFACE
      wasi-emulated-process-clocks wasi-emulated-signal wasi-emulated-mman)
  endif()
  if(NOT EMSCRIPTEN)
    # The parts of PDFium that are left out are called from sections that nothing needs.
    target_link_options(lectern::pdfium INTERFACE -Wl,--gc-sections)
  endif()
endif()
