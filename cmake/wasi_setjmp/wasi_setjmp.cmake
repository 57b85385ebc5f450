# setjmp for WASI. lectern::wasi_setjmp brings <setjmp.h> and its runtime; lectern_wasi_finish() makes a linked program
# fit to jump, and optimises it.

add_library(lectern_wasi_setjmp STATIC EXCLUDE_FROM_ALL ${CMAKE_CURRENT_LIST_DIR}/runtime.c)
target_compile_options(lectern_wasi_setjmp PRIVATE -O2 -Wall -Wextra)
target_include_directories(lectern_wasi_setjmp SYSTEM INTERFACE ${CMAKE_CURRENT_LIST_DIR}/include)
add_library(lectern::wasi_setjmp ALIAS lectern_wasi_setjmp)

set(LECTERN_WASI_FINISH ${CMAKE_CURRENT_LIST_DIR}/finish.mjs CACHE INTERNAL "")

# Replaces the program `target` by its optimised form.
#
# GUARD lists the archives and objects whose functions a jump may cross: each function between setjmp_call() and
# longjmp(), the callbacks of ours included. An archive can be narrowed to members: path:pattern, the pattern a
# JavaScript regular expression for the member's name. The guarded functions get a check after each call that may lead
# to a jump; all other functions stay as they are.
function(lectern_wasi_finish target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "GUARD")
  find_program(LECTERN_NODE NAMES node nodejs REQUIRED NO_CMAKE_FIND_ROOT_PATH)
  find_program(LECTERN_WASM_OPT wasm-opt REQUIRED NO_CMAKE_FIND_ROOT_PATH)
  string(REPLACE "llvm-ar" "llvm-nm" nm ${CMAKE_AR})
  list(TRANSFORM arg_GUARD PREPEND --guard=)
  set(simd --simd)
  if(WASI_BASELINE)
    set(simd "")
  endif()
  add_custom_command(TARGET ${target} POST_BUILD
    COMMAND ${LECTERN_NODE} ${LECTERN_WASI_FINISH} --wasm-opt ${LECTERN_WASM_OPT} --nm ${nm} ${simd} ${arg_GUARD}
      --input $<TARGET_FILE:${target}> --output $<TARGET_FILE:${target}>
    COMMENT "Optimising ${target}" VERBATIM)
endfunction()
