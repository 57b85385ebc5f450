# What is changed in PDFium's sources: calls of shims/work.h where a few bytes of a file ask for much. A copy takes the place
# of each file in the list, so that the others are compiled as before.

# pdfium_patch(FILE BEFORE AFTER [BEFORE AFTER ...]): text that must be there, and what takes its place.
function(pdfium_patch file)
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
  set(patched "${CMAKE_CURRENT_BINARY_DIR}/patched/${file}")
  file(GENERATE OUTPUT "${patched}" CONTENT "#include \"work.h\"\n${code}")
  list(FIND PDFIUM_CORE_SOURCES "${PDFIUM_SOURCE}/${file}" at)
  list(REMOVE_AT PDFIUM_CORE_SOURCES ${at})
  list(INSERT PDFIUM_CORE_SOURCES ${at} "${patched}")
  set(PDFIUM_CORE_SOURCES "${PDFIUM_CORE_SOURCES}" PARENT_SCOPE)
endfunction()

# "@" stands for a semicolon, which separates the words of a list.

# Bytes that streams unpack to, three units each.
pdfium_patch(core/fxcodec/flate/flatemodule.cpp
  "  uint32_t pre_pos = FlateGetPossiblyTruncatedTotalOut(context)@\n"
  "  if (lectern_pdfium::is_exhausted()) {\n    fxcrt::Fill(dest_span, 0)@\n    return false@\n  }\n  uint32_t pre_pos = FlateGetPossiblyTruncatedTotalOut(context)@\n"
  "  CHECK_GE(post_pos, pre_pos)@\n"
  "  CHECK_GE(post_pos, pre_pos)@\n  if (!lectern_pdfium::spend(3 * uint64_t{post_pos - pre_pos})) ret = false@\n")

# Tables of objects: 800 units for each entry that is read, and for each that is merged with an older table.
pdfium_patch(core/fpdfapi/parser/cpdf_parser.cpp
  "  *pos = prev@\n\n  auto new_cross_ref_table"
  "  if (!lectern_pdfium::spend(800 * uint64_t{m_CrossRefTable->objects_info().size()})) return false@\n  *pos = prev@\n\n  auto new_cross_ref_table"
  "  uint32_t segindex = 0@\n"
  "  if (!lectern_pdfium::spend(800 * uint64_t{data_span.size()} / std::max(total_width, 1u))) return false@\n  uint32_t segindex = 0@\n"
  "  const size_t start_obj_index = out_objects->size()@\n"
  "  if (!lectern_pdfium::spend(800 * uint64_t{count})) return false@\n  const size_t start_obj_index = out_objects->size()@\n")

# Streams of objects stay in memory while the document is open: 40 units for each byte.
pdfium_patch(core/fpdfapi/parser/cpdf_object_stream.cpp
  "  stream_acc_->LoadAllDataFiltered()@\n"
  "  if (lectern_pdfium::is_exhausted()) return@\n  stream_acc_->LoadAllDataFiltered()@\n  if (!lectern_pdfium::spend(40 * uint64_t{stream_acc_->GetSpan().size()})) return@\n"
  "  if (offset_in_stream.ValueOrDie() >= data_stream_->GetSize())"
  "  if (!data_stream_ || offset_in_stream.ValueOrDie() >= data_stream_->GetSize())")

# Pictures inside of a JBIG2 picture, which say how large they are: 20 units for each pixel, a quarter to copy one.
pdfium_patch(core/fxcodec/jbig2/JBig2_Image.cpp
  "  m_nWidth = w@\n  m_nHeight = h@\n  m_nStride = stride_pixels / 8@\n"
  "  if (!lectern_pdfium::spend(20 * static_cast<uint64_t>(stride_pixels) * static_cast<uint64_t>(h))) return@\n  m_nWidth = w@\n  m_nHeight = h@\n  m_nStride = stride_pixels / 8@\n"
  "  if (other.m_pData) {"
  "  if (other.m_pData && lectern_pdfium::spend(160 * static_cast<uint64_t>(m_nStride) * static_cast<uint64_t>(m_nHeight))) {"
  "h > kMaxImageBytes / m_nStride)\n    return@\n"
  "h > kMaxImageBytes / m_nStride)\n    return@\n  if (!lectern_pdfium::spend(160 * static_cast<uint64_t>(m_nStride) * static_cast<uint64_t>(h - m_nHeight) + static_cast<uint64_t>(m_nStride) * static_cast<uint64_t>(h))) return@\n"
  "  DCHECK(m_pData)@\n\n  // TODO(weili)"
  "  DCHECK(m_pData)@\n  if (!lectern_pdfium::spend(2 * static_cast<uint64_t>(std::max(rtSrc.Height(), 0)) * static_cast<uint64_t>(std::max(rtSrc.Width(), 0) / 8 + 8))) return false@\n\n  // TODO(weili)")

# What arrays and dictionaries hold, in the file's objects and in content.
pdfium_patch(core/fpdfapi/parser/cpdf_syntax_parser.cpp
  "  if (++s_CurrentRecursionDepth > kParserMaxRecursionDepth)"
  "  if (!lectern_pdfium::take_inside(s_CurrentRecursionDepth == 0)) return nullptr@\n  if (++s_CurrentRecursionDepth > kParserMaxRecursionDepth)")
pdfium_patch(core/fpdfapi/page/cpdf_streamparser.cpp
  "  if (!m_WordSize || dwRecursionLevel > kMaxNestedParsingLevel)\n    return nullptr@\n"
  "  if (!m_WordSize || dwRecursionLevel > kMaxNestedParsingLevel)\n    return nullptr@\n  if (!lectern_pdfium::take_inside(dwRecursionLevel == 0)) return nullptr@\n")

# Marked content that is nested: each level holds all those around it, 400 units for each.
pdfium_patch(core/fpdfapi/page/cpdf_contentmarks.cpp
  "    : m_Marks(src.m_Marks) {}"
  "    : m_Marks(lectern_pdfium::spend(400 * uint64_t{src.m_Marks.size()}) ? src.m_Marks : decltype(m_Marks)()) {}")

# The notes that open at a click are never drawn, and their texts are laid out otherwise.
pdfium_patch(core/fpdfdoc/cpdf_annotlist.cpp
  "  if (!PopupAppearsForAnnotType(pAnnot->GetSubtype()))\n    return nullptr@\n"
  "  return nullptr@\n")

# Layers: what is looked up for each object, and expressions, whose parts may be the same.
pdfium_patch(core/fpdfapi/page/cpdf_occontext.cpp
  "  if (!pOCGs->Contains(pOCGDict))\n    return nullptr@\n"
  "  if (!lectern_pdfium::spend(180 * uint64_t{pOCGs->size()}) || !pOCGs->Contains(pOCGDict))\n    return nullptr@\n"
  "  if (!pOCGDict)\n    return false@\n"
  "  if (!pOCGDict || !lectern_pdfium::spend(300))\n    return false@\n"
  "  for (size_t i = 0@ i < pMarks->CountItems()@ ++i) {"
  "  constexpr size_t kFewMarks = 16@\n  if (pMarks->CountItems() > kFewMarks && !lectern_pdfium::spend(60 * uint64_t{pMarks->CountItems()})) return true@\n  for (size_t i = 0@ i < pMarks->CountItems()@ ++i) {"
  "  if (nLevel > 32 || !pExpression)"
  "  if (nLevel > 32 || !pExpression || !lectern_pdfium::spend(150 * uint64_t{pExpression->size() + 1}))")

# Texts of dictionaries, which many may name: 8 units for each byte.
pdfium_patch(core/fpdfapi/parser/fpdf_parser_decode.cpp
  "  size_t dest_pos = 0@\n  WideString result@\n"
  "  size_t dest_pos = 0@\n  WideString result@\n  if (!lectern_pdfium::spend(8 * uint64_t{span.size()})) return result@\n")

# Functions that are stitched of functions, and color spaces on color spaces: each is read anew for each that names it (3,000
# units), and no more lie in each other than recursion has room for.
pdfium_patch(core/fpdfapi/page/cpdf_function.cpp
  "  if (pdfium::Contains(*pVisited, pFuncObj))\n"
  "  constexpr size_t kMostNested = 16@\n  if (pVisited->size() > kMostNested || !lectern_pdfium::spend(3000) || pdfium::Contains(*pVisited, pFuncObj))\n")
pdfium_patch(core/fpdfapi/page/cpdf_colorspace.cpp
  "  if (pdfium::Contains(*pVisited, pObj))\n"
  "  constexpr size_t kMostNested = 16@\n  if (pVisited->size() > kMostNested || pdfium::Contains(*pVisited, pObj))\n")

# Meshes of shadings, which are gone through each time that content names them: a unit for each byte, 200 for each point.
pdfium_patch(core/fpdfapi/page/cpdf_meshstream.cpp
  "  m_pStream->LoadAllDataFiltered()@\n"
  "  m_pStream->LoadAllDataFiltered()@\n  if (!lectern_pdfium::spend(m_pStream->GetSpan().size())) return false@\n")

# The same for meshes that content draws itself. When all is used up, what is left of a page's content is not looked at.
pdfium_patch(core/fpdfapi/page/cpdf_streamcontentparser.cpp
  "    if (max_cost && cost >= max_cost) {\n      break@\n    }\n"
  "    if (max_cost && cost >= max_cost) {\n      break@\n    }\n    if (lectern_pdfium::is_exhausted()) return fxcrt::CollectionSize<uint32_t>(pDataStart)@\n"
  "  while (!stream.IsEOF()) {\n    uint32_t flag = 0@\n"
  "  while (!stream.IsEOF() && lectern_pdfium::spend(200 * static_cast<uint64_t>(std::max(point_count, 1)))) {\n    uint32_t flag = 0@\n")

# A page that is taken out takes along what it names, and that what it names: what lies deeper than recursion has room for waits.
pdfium_patch(core/fpdfapi/edit/cpdf_pageorganizer.cpp
  "  if (!UpdateReference(std::move(clone))) {\n    return 0@\n  }\n\n  return new_obj_num@\n"
  "  constexpr int kDeepest = 200@\n  static std::vector<RetainPtr<CPDF_Object>> waiting@\n  const lectern_pdfium::Level level@\n  if (level.depth > kDeepest) {\n    waiting.push_back(std::move(clone))@\n    return new_obj_num@\n  }\n  const bool is_updated = UpdateReference(std::move(clone))@\n  while (level.depth == 1 && !waiting.empty()) {\n    const RetainPtr<CPDF_Object> next = std::move(waiting.back())@\n    waiting.pop_back()@\n    if (!UpdateReference(next)) dest()->DeleteIndirectObject(next->GetObjNum())@\n  }\n  return is_updated ? new_obj_num : 0@\n")
