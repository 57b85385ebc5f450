# The rows of flags.json as tables of C++. A program that starts for one file has no time to parse JSON.

# Sets LECTERN_FLAG_ROWS to the initialisers of the flags, LECTERN_FLAG_VALUES to the lists that they name.
function(make_flag_table json)
  set(rows "")
  set(lists "")
  string(JSON count LENGTH "${json}")
  math(EXPR last "${count} - 1")
  foreach(index RANGE ${last})
    string(JSON flag GET "${json}" ${index})
    foreach(field name value values max target field group help only needs common)
      string(JSON of_${field} ERROR_VARIABLE is_absent GET "${flag}" ${field})
      if(is_absent)
        set(of_${field} "")
      endif()
    endforeach()

    set(values "{}")
    if(of_values)
      string(REGEX REPLACE "^\\[(.*)\\]$" "{\\1}" list "${of_values}")
      string(APPEND lists "inline constexpr std::string_view kValuesOf${index}[] = ${list};\n")
      set(values kValuesOf${index})
    endif()
    if(of_max STREQUAL "")
      set(of_max 0)
    endif()
    if(of_common)
      set(of_common true)
    else()
      set(of_common false)
    endif()
    string(SUBSTRING "${of_target}" 0 1 initial)
    string(TOUPPER "${initial}" initial)
    string(SUBSTRING "${of_target}" 1 -1 rest)

    string(APPEND rows
      "  {.name = R\"flag(${of_name})flag\", .value = R\"flag(${of_value})flag\", .values = ${values}, .max = ${of_max}, "
      ".target = Target::k${initial}${rest}, .field = R\"flag(${of_field})flag\", "
      ".group = R\"flag(${of_group})flag\", .help = R\"flag(${of_help})flag\", "
      ".only = R\"flag(${of_only})flag\", .needs = R\"flag(${of_needs})flag\", .is_common = ${of_common}},\n")
  endforeach()
  set(LECTERN_FLAG_ROWS "${rows}" PARENT_SCOPE)
  set(LECTERN_FLAG_VALUES "${lists}" PARENT_SCOPE)
endfunction()
