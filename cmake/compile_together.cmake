# The sources of a folder as one: the headers are read once, which is most of what compiling takes.
option(LECTERN_COMPILE_TOGETHER "Compile the sources of each folder together, in a third of the time" ON)

# lectern_compile_together(RESULT NAME name SOURCES source... [ALONE source...])
#
# Sets RESULT to what a target compiles for SOURCES, paths relative to one of its include directories. Those in ALONE,
# which share a name inside with others of their folder or need an object of their own, and those made by the build stay as
# they are. NAME tells the targets of a directory apart. (CMake's own unity builds name absolute paths, by which a compiler
# cache takes each clone for another program.)
function(lectern_compile_together result)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "NAME" "SOURCES;ALONE")
  set(units)
  set(folders)
  foreach(source IN LISTS arg_SOURCES)
    get_filename_component(folder "${source}" DIRECTORY)
    if(NOT LECTERN_COMPILE_TOGETHER OR folder STREQUAL "" OR IS_ABSOLUTE "${source}" OR source IN_LIST arg_ALONE)
      if(NOT IS_ABSOLUTE "${source}" AND NOT EXISTS "${CMAKE_CURRENT_SOURCE_DIR}/${source}")
        set(source "${PROJECT_SOURCE_DIR}/src/${source}")
      endif()
      list(APPEND units "${source}")
    else()
      list(APPEND folders "${folder}")
      string(APPEND content_${folder} "#include \"${source}\"\n")
    endif()
  endforeach()
  list(REMOVE_DUPLICATES folders)
  foreach(folder IN LISTS folders)
    set(unit "${CMAKE_CURRENT_BINARY_DIR}/together/${arg_NAME}_${folder}.cpp")
    file(CONFIGURE OUTPUT "${unit}" CONTENT "${content_${folder}}" @ONLY)
    list(APPEND units "${unit}")
  endforeach()
  set(${result} "${units}" PARENT_SCOPE)
endfunction()
