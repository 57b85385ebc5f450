# What of PDFium's tree is compiled. The tree is pinned, so a glob over a folder is as exact as a list; what follows it
# names the files that are left out, and why.

function(pdfium_glob out)
  set(found "")
  foreach(folder IN LISTS ARGN)
    file(GLOB files CONFIGURE_DEPENDS "${PDFIUM_SOURCE}/${folder}/*.cpp" "${PDFIUM_SOURCE}/${folder}/*.cc")
    list(APPEND found ${files})
  endforeach()
  list(FILTER found EXCLUDE REGEX "_(unittest|embeddertest|test|test_support|test_document|with_page_module)\\.(cpp|cc)$")
  set(${out} ${found} PARENT_SCOPE)
endfunction()

pdfium_glob(PDFIUM_CORE_SOURCES
  constants
  core/fdrm
  core/fpdfapi/cmaps core/fpdfapi/cmaps/CNS1 core/fpdfapi/cmaps/GB1 core/fpdfapi/cmaps/Japan1 core/fpdfapi/cmaps/Korea1
  core/fpdfapi/edit core/fpdfapi/font core/fpdfapi/page core/fpdfapi/parser core/fpdfapi/render
  core/fpdfdoc core/fpdftext
  core/fxcodec core/fxcodec/basic core/fxcodec/fax core/fxcodec/flate core/fxcodec/icc core/fxcodec/jbig2
  core/fxcodec/jpeg core/fxcodec/jpx
  core/fxcrt core/fxcrt/debug core/fxcrt/xml
  core/fxge core/fxge/agg core/fxge/dib core/fxge/fontdata/chromefontdata core/fxge/freetype
  fpdfsdk third_party/agg23)

set(excluded
  # XFA's progressive image decoders, encodings and memory stream
  core/fxcodec/cfx_codec_memory core/fxcodec/progressive_decoder core/fxcodec/jpeg/jpeg_progressive_decoder
  core/fxge/cfx_unicodeencodingex core/fxcrt/cfx_memorystream
  # other platforms, other allocators
  core/fxcrt/cfx_fileaccess_windows core/fxcrt/fx_folder_windows core/fxcrt/code_point_view core/fxcrt/fx_memory_pa
  core/fxge/cfx_windowsrenderdevice core/fpdfapi/render/cpdf_windowsrenderdevice
  # files, system fonts and randomness: shims/hermetic.cpp answers instead
  core/fxcrt/cfx_fileaccess_posix core/fxcrt/fx_folder_posix core/fxcrt/fx_random core/fxge/cfx_folderfontinfo
  # the interactive part: form filler, JavaScript, signatures, progressive download
  fpdfsdk/cpdfsdk_annot fpdfsdk/cpdfsdk_annotiteration fpdfsdk/cpdfsdk_annotiterator fpdfsdk/cpdfsdk_appstream
  fpdfsdk/cpdfsdk_baannot fpdfsdk/cpdfsdk_formfillenvironment fpdfsdk/cpdfsdk_interactiveform
  fpdfsdk/cpdfsdk_pageview fpdfsdk/cpdfsdk_widget fpdfsdk/fpdf_annot fpdfsdk/fpdf_dataavail fpdfsdk/fpdf_formfill
  fpdfsdk/fpdf_javascript fpdfsdk/fpdf_signature fpdfsdk/fpdf_thumbnail)
foreach(name IN LISTS excluded)
  list(REMOVE_ITEM PDFIUM_CORE_SOURCES "${PDFIUM_SOURCE}/${name}.cpp")
endforeach()

list(APPEND PDFIUM_CORE_SOURCES "${PDFIUM_SOURCE}/third_party/libopenjpeg/opj_malloc.cc")
set(PDFIUM_SHIM_SOURCES "${shims}/hermetic.cpp" "${shims}/unicode/uchar.cpp")
if(WASI)
  list(REMOVE_ITEM PDFIUM_CORE_SOURCES "${PDFIUM_SOURCE}/core/fxcodec/jpeg/jpegmodule.cpp")
  list(APPEND PDFIUM_SHIM_SOURCES "${shims}/wasi/jpegmodule.cpp")
endif()

set(ft "${freetype}/src/src")
set(PDFIUM_FREETYPE_SOURCES
  ${ft}/base/ftbase.c ${ft}/base/ftbitmap.c ${ft}/base/ftdebug.c ${ft}/base/ftfstype.c ${ft}/base/ftglyph.c
  ${ft}/base/ftinit.c ${ft}/base/ftmm.c ${ft}/base/ftsystem.c ${ft}/cff/cff.c ${ft}/cid/type1cid.c ${ft}/psaux/psaux.c
  ${ft}/pshinter/pshinter.c ${ft}/psnames/psmodule.c ${ft}/raster/raster.c ${ft}/truetype/truetype.c
  ${ft}/type1/type1.c)
if(WASI)
  list(APPEND PDFIUM_FREETYPE_SOURCES "${shims}/wasi/freetype_sfnt.c" "${shims}/wasi/freetype_smooth.c")
else()
  list(APPEND PDFIUM_FREETYPE_SOURCES "${ft}/sfnt/sfnt.c" "${ft}/smooth/smooth.c")
endif()

file(GLOB PDFIUM_LCMS_SOURCES CONFIGURE_DEPENDS "${PDFIUM_SOURCE}/third_party/lcms/src/*.c")

file(GLOB PDFIUM_OPENJPEG_SOURCES CONFIGURE_DEPENDS "${PDFIUM_SOURCE}/third_party/libopenjpeg/*.c")
list(REMOVE_ITEM PDFIUM_OPENJPEG_SOURCES
  "${PDFIUM_SOURCE}/third_party/libopenjpeg/opj_clock.c"
  "${PDFIUM_SOURCE}/third_party/libopenjpeg/t1_generate_luts.c")

# OpenJPEG's headers poison malloc and printf for whatever follows them in a translation unit.
file(GLOB PDFIUM_SEPARATE_SOURCES CONFIGURE_DEPENDS "${PDFIUM_SOURCE}/core/fxcodec/jpx/*.cpp"
     "${PDFIUM_SOURCE}/third_party/libopenjpeg/*.cc")
# Its macros are for itself, and the linker's list of functions that may jump names its object.
list(APPEND PDFIUM_SEPARATE_SOURCES "${shims}/wasi/jpegmodule.cpp")
