# What is changed in PDFium's sources: calls of shims/work.h where a few bytes of a file ask for much. A copy takes the place
# of each file in the list, so that the others are compiled as before.

# write_patched(FILE BEFORE AFTER [BEFORE AFTER ...]): text that must be there, and what takes its place.
function(write_patched file)
  file(READ "${PDFIUM_SOURCE}/${file}" code)
  list(LENGTH ARGN count)
  math(EXPR last "${count} - 1")
  foreach(i RANGE 0 ${last} 2)
    math(EXPR next "${i} + 1")
    list(GET ARGN ${i} before)
    list(GET ARGN ${next} after)
    string(REPLACE "@" ";" before "${before}")
    string(REPLACE "@" ";" after "${after}")
    string(FIND "${code}" "${before}" found)
    if(found EQUAL -1)
      message(FATAL_ERROR "${file} does not hold what is to be changed: ${before}")
    endif()
    string(REPLACE "${before}" "${after}" code "${code}")
  endforeach()
  file(GENERATE OUTPUT "${CMAKE_CURRENT_BINARY_DIR}/patched/${file}" CONTENT "#include \"work.h\"\n${code}")
endfunction()

# pdfium_patch(FILE BEFORE AFTER [BEFORE AFTER ...]): the same for a file of PDFium's own.
function(pdfium_patch file)
  write_patched("${file}" ${ARGN})
  list(FIND PDFIUM_CORE_SOURCES "${PDFIUM_SOURCE}/${file}" at)
  list(REMOVE_AT PDFIUM_CORE_SOURCES ${at})
  list(INSERT PDFIUM_CORE_SOURCES ${at} "${CMAKE_CURRENT_BINARY_DIR}/patched/${file}")
  set(PDFIUM_CORE_SOURCES "${PDFIUM_CORE_SOURCES}" PARENT_SCOPE)
endfunction()

# lcms_patch(SOURCE BEFORE AFTER [BEFORE AFTER ...]): the same for a file of Little CMS.
function(lcms_patch source)
  set(folder "third_party/lcms/src")
  write_patched("${folder}/${source}" ${ARGN})
  set(copy "${CMAKE_CURRENT_BINARY_DIR}/patched/${folder}/${source}")
  set_source_files_properties("${copy}" PROPERTIES INCLUDE_DIRECTORIES "${PDFIUM_SOURCE}/${folder}")
  list(REMOVE_ITEM PDFIUM_LCMS_SOURCES "${PDFIUM_SOURCE}/${folder}/${source}")
  list(APPEND PDFIUM_LCMS_SOURCES "${copy}")
  set(PDFIUM_LCMS_SOURCES "${PDFIUM_LCMS_SOURCES}" PARENT_SCOPE)
endfunction()

# freetype_patch(MODULE SOURCE FILE BEFORE AFTER [BEFORE AFTER ...]): the same for a file of one of FreeType's modules. These
# are one object each, whose source includes their files: it is copied beside the patched one.
function(freetype_patch module source file)
  set(folder "third_party/freetype/src/src/${module}")
  write_patched("${folder}/${file}" ${ARGN})
  set(copy "${CMAKE_CURRENT_BINARY_DIR}/patched/${folder}/${source}.c")
  configure_file("${PDFIUM_SOURCE}/${folder}/${source}.c" "${copy}" COPYONLY)
  set_source_files_properties("${copy}" PROPERTIES INCLUDE_DIRECTORIES "${PDFIUM_SOURCE}/${folder}")
  list(REMOVE_ITEM PDFIUM_FREETYPE_SOURCES "${PDFIUM_SOURCE}/${folder}/${source}.c" "${copy}")
  list(APPEND PDFIUM_FREETYPE_SOURCES "${copy}")
  set(PDFIUM_FREETYPE_SOURCES "${PDFIUM_FREETYPE_SOURCES}" PARENT_SCOPE)
endfunction()

# In their words "@" stands for a semicolon, which separates those of a list.
include(patches/files.cmake)
include(patches/pictures.cmake)
include(patches/colors.cmake)
include(patches/fonts.cmake)
include(patches/pages.cmake)
