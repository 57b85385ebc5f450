# The tables of the legacy encodings. JavaScript hosts load them as a file beside the module when a text needs them;
# everywhere else they are part of the core.
set(LECTERN_ENCODINGS_BIN "${PROJECT_BINARY_DIR}/encodings.bin")
set(LECTERN_ENCODINGS_CPP "${PROJECT_BINARY_DIR}/generated/builtin_legacy_tables.cpp")
find_program(LECTERN_NODE NAMES node nodejs REQUIRED NO_CMAKE_FIND_ROOT_PATH)
add_custom_command(
  OUTPUT "${LECTERN_ENCODINGS_BIN}" "${LECTERN_ENCODINGS_CPP}"
  COMMAND "${LECTERN_NODE}" "${PROJECT_SOURCE_DIR}/scripts/encodings/pack.mjs"
          --bin "${LECTERN_ENCODINGS_BIN}" --cpp "${LECTERN_ENCODINGS_CPP}"
  DEPENDS "${PROJECT_SOURCE_DIR}/scripts/encodings/pack.mjs"
          "${PROJECT_SOURCE_DIR}/scripts/encodings/dos_pages.json"
          "${PROJECT_SOURCE_DIR}/scripts/encodings/languages.json"
  COMMENT "Packing the tables of the legacy encodings"
  VERBATIM)

if(EMSCRIPTEN)
  add_custom_target(lectern_encodings ALL DEPENDS "${LECTERN_ENCODINGS_BIN}")
  # wasm/encoding_tables.cpp takes them from the host.
  set(LECTERN_ENCODINGS_SOURCE "")
else()
  set(LECTERN_ENCODINGS_SOURCE "${LECTERN_ENCODINGS_CPP}")
endif()
