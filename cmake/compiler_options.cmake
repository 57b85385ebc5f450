# Warnings, sanitizers and the language rules that every target of this project is built with.
add_library(lectern_options INTERFACE)

target_compile_options(lectern_options INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion
  # Compiled together, a file may use a name that another one uses outside of its functions.
  $<$<NOT:$<BOOL:${LECTERN_COMPILE_TOGETHER}>>:-Wshadow>
  # ... and g++ takes the files it includes for headers.
  $<$<AND:$<BOOL:${LECTERN_COMPILE_TOGETHER}>,$<CXX_COMPILER_ID:GNU>>:-Wno-subobject-linkage>
  $<$<BOOL:${LECTERN_WERROR}>:-Werror>
  # False alarms of g++ 12: on `"literal" + std::string` (GCC bug 105651); with optimisation, on values inside of a variant,
  # and on a vector that grows by insert().
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
  $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>
  $<$<CXX_COMPILER_ID:GNU>:-Wno-array-bounds>
  $<$<CXX_COMPILER_ID:GNU>:-Wno-stringop-overflow>
  # Errors are values; an exception could not cross the WebAssembly boundary anyway.
  -fno-exceptions
  -ffunction-sections -fdata-sections)

if(LECTERN_SANITIZE)
  target_compile_options(lectern_options INTERFACE
    -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
    # AddressSanitizer finds the same when it happens; this check takes a seventh of the compiler's time.
    -fno-sanitize=object-size)
  target_link_options(lectern_options INTERFACE -fsanitize=address,undefined)
  target_compile_definitions(lectern_options INTERFACE _GLIBCXX_ASSERTIONS)
endif()

if(LECTERN_BUILD_FUZZERS)
  # Coverage for the fuzzer, without its main.
  target_compile_options(lectern_options INTERFACE -fsanitize=fuzzer-no-link)
  # ... and a sum of all work, which some targets maximise.
  target_compile_definitions(lectern_options INTERFACE LECTERN_COUNT_WORK)
endif()

if(EMSCRIPTEN)
  # Nothing asks for a type at run time; without its tables the module is smaller.
  target_compile_options(lectern_options INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-fno-rtti>)
  # Size counts: loops that are unrolled and vectorised automatically make the module a tenth larger.
  target_compile_options(lectern_options INTERFACE
    -O2 -fno-unroll-loops -fno-vectorize -fno-slp-vectorize)
  # ... and what no file can leave out alone, the linker can: 3 %.
  target_compile_options(lectern_options INTERFACE -flto)
  target_link_options(lectern_options INTERFACE -flto)
  # The linker inlines nothing between files with SIMD and without.
  if(LECTERN_WASM_SIMD)
    target_compile_options(lectern_options INTERFACE -msimd128)
  endif()
endif()

# For what is written with base/vectors.h. On WASI all else is compiled the same with SIMD and without: a compiler cache has it
# for the second of the two.
add_library(lectern_vectors INTERFACE)
target_compile_definitions(lectern_vectors INTERFACE LECTERN_VECTORS)
if(WASI AND NOT WASI_BASELINE)
  # As in toolchains/wasi.cmake.
  target_compile_options(lectern_vectors INTERFACE -msimd128 -fno-vectorize -fno-slp-vectorize)
endif()
