# What every WebAssembly program of the core is linked with.
#
# Makes the executable `target` the file <name>.wasm; -baseline is added to the name where it is built without SIMD.
function(lectern_wasi_program target name)
  set(suffix "")
  if(WASI_BASELINE)
    set(suffix -baseline)
  endif()
  set_target_properties(${target} PROPERTIES OUTPUT_NAME ${name}${suffix} SUFFIX .wasm LINKER_LANGUAGE CXX)
  # Component-model adapters trap on files of 128 KiB and more with a smaller first memory.
  target_link_options(${target} PRIVATE -Wl,--initial-memory=16777216)
  # libjpeg's errors jump across its own functions and those of the core's jpeg files.
  set(jumping ${LECTERN_DEPS_PREFIX_RESOLVED}/lib/libjpeg.a $<TARGET_FILE:lectern_core>:jpeg)
  if(LECTERN_WITH_PDF)
    # ... and those of PDFium's. It nests deeply: forms in forms, fonts in patterns.
    list(APPEND jumping ${LECTERN_PDFIUM_PREFIX_RESOLVED}/lib/libpdfium.a:jpegmodule)
    target_link_options(${target} PRIVATE -Wl,-z,stack-size=4194304)
  else()
    target_link_options(${target} PRIVATE -Wl,-z,stack-size=1048576)
  endif()
  lectern_wasi_finish(${target} GUARD ${jumping})
endfunction()
