# The native library as it is installed: one archive and one shared object, each with all it needs inside, the public
# headers, the command line program, and files for find_package(lectern) and pkg-config.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# Third-party archives that the core links, in the order in which they need each other.
set(third_party)
foreach(library spng webpdemux webp jpeg z dav1d bz2 lzma zstd mbedcrypto)
  list(APPEND third_party ${LECTERN_DEPS_PREFIX_RESOLVED}/lib/lib${library}.a)
endforeach()
if(LECTERN_WITH_PDF)
  list(PREPEND third_party ${LECTERN_PDFIUM_PREFIX_RESOLVED}/lib/libpdfium.a)
endif()

# The shared library: all of the core, and of the third parties what it calls. Their symbols stay inside.
add_library(lectern_shared SHARED $<TARGET_OBJECTS:lectern_capi>)
set_target_properties(lectern_shared PROPERTIES
  OUTPUT_NAME lectern VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR} LINKER_LANGUAGE CXX)
set(hidden ${third_party})
list(TRANSFORM hidden REPLACE ".*/" "")
list(JOIN hidden ":" hidden)
target_link_libraries(lectern_shared PRIVATE
  -Wl,--whole-archive $<TARGET_FILE:lectern_core> -Wl,--no-whole-archive lectern::core)
target_link_options(lectern_shared PRIVATE -Wl,--exclude-libs,${hidden} -Wl,--gc-sections -Wl,-z,defs)

# The archive: the core's and the third parties' in one, so that a consumer links one file.
set(archive ${PROJECT_BINARY_DIR}/liblectern.a)
set(script ${PROJECT_BINARY_DIR}/liblectern.mri)
list(TRANSFORM third_party PREPEND "ADDLIB " OUTPUT_VARIABLE additions)
list(JOIN additions "\n" additions)
file(GENERATE OUTPUT ${script} CONTENT
"CREATE ${archive}
ADDLIB $<TARGET_FILE:lectern_core>
ADDMOD $<JOIN:$<TARGET_OBJECTS:lectern_capi>,\nADDMOD >
${additions}
SAVE
END
")
add_custom_command(OUTPUT ${archive}
  COMMAND sh -c "${CMAKE_AR} -M < ${script}"
  DEPENDS lectern_core lectern_capi ${script}
  COMMENT "Bundling liblectern.a" VERBATIM)
add_custom_target(lectern_static ALL DEPENDS ${archive})

set(headers ${CMAKE_INSTALL_INCLUDEDIR}/lectern)
install(TARGETS lectern_shared LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(FILES ${archive} DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(FILES src/lectern.h src/capi/lectern_c.h DESTINATION ${headers})
# What lectern.h includes.
foreach(header base/bytes.h base/dimensions.h base/encoding_tables.h base/error.h base/error_code.h base/limits.h
               base/message.h base/metadata.h base/ranges.h base/reader.h base/request.h base/tool_result.h
               image/pixels.h read/detect.h read/formats.h read/read.h text/encoding.h)
  get_filename_component(folder ${header} DIRECTORY)
  install(FILES src/${header} DESTINATION ${headers}/${folder})
endforeach()
install(FILES ${LECTERN_DEPS_PREFIX_RESOLVED}/include/tl/expected.hpp DESTINATION ${headers}/tl)
if(TARGET lectern_cli)
  install(TARGETS lectern_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/lectern)
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/lecternConfig.cmake.in
  ${PROJECT_BINARY_DIR}/lecternConfig.cmake INSTALL_DESTINATION ${package}
  PATH_VARS CMAKE_INSTALL_INCLUDEDIR CMAKE_INSTALL_LIBDIR)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/lecternConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/lecternConfig.cmake ${PROJECT_BINARY_DIR}/lecternConfigVersion.cmake
  DESTINATION ${package})
# Relative, so that the whole may be installed anywhere.
file(RELATIVE_PATH LECTERN_PREFIX_FROM_PC "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
configure_file(${CMAKE_CURRENT_LIST_DIR}/lectern.pc.in ${PROJECT_BINARY_DIR}/lectern.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/lectern.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
