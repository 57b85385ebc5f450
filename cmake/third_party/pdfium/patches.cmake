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

# "@" stands for a semicolon, which separates the words of a list.

# Bytes that streams unpack to, three units each, and 100 where a stream is more than 64 MB; LZW makes 128 MB at most, for four
# units a byte each time they grow.
pdfium_patch(core/fxcodec/flate/flatemodule.cpp
  "  uint32_t pre_pos = FlateGetPossiblyTruncatedTotalOut(context)@\n"
  "  if (lectern_pdfium::is_exhausted()) {\n    fxcrt::Fill(dest_span, 0)@\n    return false@\n  }\n  uint32_t pre_pos = FlateGetPossiblyTruncatedTotalOut(context)@\n"
  "  CHECK_GE(post_pos, pre_pos)@\n"
  "  CHECK_GE(post_pos, pre_pos)@\n  if (!lectern_pdfium::spend(3 * uint64_t{post_pos - pre_pos})) ret = false@\n"
  "      cur_buf = DataVector<uint8_t>(buf_size)@\n"
  "      if (uint64_t{buf_size} * result_tmp_bufs.size() > 64 << 20) lectern_pdfium::spend(100 * uint64_t{buf_size})@\n      cur_buf = DataVector<uint8_t>(buf_size)@\n"
  "  const uint32_t dest_size = FlateGetPossiblyTruncatedTotalOut(context.get())@\n  const uint32_t bytes_consumed"
  "  if (lectern_pdfium::is_exhausted()) return {DataVector<uint8_t>(), 0u}@\n  const uint32_t dest_size = FlateGetPossiblyTruncatedTotalOut(context.get())@\n  const uint32_t bytes_consumed"
  "  if (!new_size.IsValid()) {"
  "  constexpr uint64_t kMost = 128 << 20@\n  if (!new_size.IsValid() || !lectern_pdfium::spend(new_size.ValueOrDie() > kMost ? ~uint64_t{0} : 4 * uint64_t{new_size.ValueOrDie()})) {")

# Tables of objects: 800 units for each entry that is read, and for each that is merged with an older table; 3,000 where
# packed bytes make one. What is no object, or another's, is read again for each that names it: 20 units a byte.
pdfium_patch(core/fpdfapi/parser/cpdf_parser.cpp
  "  *pos = prev@\n\n  auto new_cross_ref_table"
  "  if (!lectern_pdfium::spend(800 * uint64_t{m_CrossRefTable->objects_info().size()})) return false@\n  *pos = prev@\n\n  auto new_cross_ref_table"
  "  if (!dwAccWidth.IsValid())\n"
  "  if (dwAccWidth.ValueOrDefault(0) == 0)\n"
  "  uint32_t segindex = 0@\n"
  "  if (!lectern_pdfium::spend(3000 * uint64_t{data_span.size()} / total_width)) return false@\n  uint32_t segindex = 0@\n"
  "    const ByteString& word = result.word@\n    if (result.is_number) {\n      numbers"
  "    const lectern_pdfium::Passing passing@\n    const ByteString& word = result.word@\n    if (result.is_number) {\n      numbers"
  "            if (info.obj_num < kMaxObjectNumber)\n"
  "            if (info.obj_num < kMaxObjectNumber && lectern_pdfium::spend(3000))\n"
  "  m_pSyntax->SetPos(saved_pos)@\n  if (result && objnum && result->GetObjNum() != objnum)\n    return nullptr@\n"
  "  const uint64_t read = m_pSyntax->GetPos() - pos@\n  m_pSyntax->SetPos(saved_pos)@\n  if (!result || (objnum && result->GetObjNum() != objnum)) {\n    lectern_pdfium::spend(20 * read)@\n    return nullptr@\n  }\n"
  "  const size_t start_obj_index = out_objects->size()@\n"
  "  if (!lectern_pdfium::spend(800 * uint64_t{count})) return false@\n  const size_t start_obj_index = out_objects->size()@\n")

# Trees of pages, whose nodes may name each other: each kid that is looked at, and no more levels than are read.
pdfium_patch(core/fpdfapi/parser/cpdf_document.cpp
  "i < kids_array->size()@ i++) {"
  "i < kids_array->size() && lectern_pdfium::spend(600)@ i++) {"
  "    if (!kid_dict || pdfium::Contains(*visited_pages, kid_dict)) {"
  "    if (!kid_dict || visited_pages->size() > kMaxPageLevel || pdfium::Contains(*visited_pages, kid_dict)) {"
  "  for (size_t i = 0@ i < pKidList->size()@ i++) {"
  "  for (size_t i = 0@ i < pKidList->size() && lectern_pdfium::spend(300)@ i++) {"
  "i = m_pTreeTraversal[level].second@ i < pKidList->size()@ i++) {"
  "i = m_pTreeTraversal[level].second@ i < pKidList->size() && lectern_pdfium::spend(600)@ i++) {")

# Streams of objects stay in memory while the document is open: 40 units for each byte, 20 when an object is read.
pdfium_patch(core/fpdfapi/parser/cpdf_object_stream.cpp
  "  stream_acc_->LoadAllDataFiltered()@\n"
  "  if (lectern_pdfium::is_exhausted()) return@\n  stream_acc_->LoadAllDataFiltered()@\n  if (!lectern_pdfium::spend(40 * uint64_t{stream_acc_->GetSpan().size()})) return@\n"
  "  if (offset_in_stream.ValueOrDie() >= data_stream_->GetSize())"
  "  if (!data_stream_ || offset_in_stream.ValueOrDie() >= data_stream_->GetSize())"
  "  return syntax.GetObjectBody(pObjList)@\n"
  "  const uint64_t start = syntax.GetPos()@\n  RetainPtr<CPDF_Object> result = syntax.GetObjectBody(pObjList)@\n  lectern_pdfium::spend(20 * (syntax.GetPos() - start))@\n  return result@\n")

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

# Parts of such a picture: those that each looks for, the symbols that it takes from them, and codes of characters.
pdfium_patch(core/fxcodec/jbig2/JBig2_Context.cpp
  "  if (m_pStream->readInteger(&pSegment->m_dwNumber) != 0 ||"
  "  if (!lectern_pdfium::hold(6) || m_pStream->readInteger(&pSegment->m_dwNumber) != 0 ||"
  "  if (m_pGlobalContext) {\n    CJBig2_Segment* pSeg = m_pGlobalContext->FindSegmentByNumber(dwNumber)@"
  "  lectern_pdfium::spend(3 * uint64_t{m_SegmentList.size()})@\n  if (m_pGlobalContext) {\n    CJBig2_Segment* pSeg = m_pGlobalContext->FindSegmentByNumber(dwNumber)@"
  "        const CJBig2_SymbolDict& dict = *pSeg->m_SymbolDict@\n"
  "        const CJBig2_SymbolDict& dict = *pSeg->m_SymbolDict@\n        if (!lectern_pdfium::spend(30 * uint64_t{dict.NumImages()})) return JBig2_Result::kFailure@\n"
  "  std::vector<int> lencounts(lenmax + 1)@\n"
  "  if (!lectern_pdfium::spend(uint64_t{symcodes.size()} * (500 + lenmax))) return false@\n  std::vector<int> lencounts(lenmax + 1)@\n")

# What objects hold in memory, in the file and in content, and what is gone through for the end of a stream.
pdfium_patch(core/fpdfapi/parser/cpdf_syntax_parser.cpp
  "  if (++s_CurrentRecursionDepth > kParserMaxRecursionDepth)"
  "  if (!lectern_pdfium::hold(1)) return nullptr@\n  if (++s_CurrentRecursionDepth > kParserMaxRecursionDepth)"
  "  if (word == \"true\" || word == \"false\")"
  "  if (!lectern_pdfium::hold(1)) return nullptr@\n  if (word == \"true\" || word == \"false\")"
  "    return pdfium::MakeRetain<CPDF_String>(m_pPool, ReadString())@\n"
  "    ByteString text = ReadString()@\n    if (!lectern_pdfium::hold(text.GetLength() / 50)) return nullptr@\n    return pdfium::MakeRetain<CPDF_String>(m_pPool, std::move(text))@\n"
  "      ByteString key = PDF_NameDecode(inner_word.AsStringView())@\n"
  "      if (!lectern_pdfium::hold(2)) return nullptr@\n      ByteString key = PDF_NameDecode(inner_word.AsStringView())@\n"
  "  // Can't find \"endstream\" or \"endobj\".\n"
  "  const FX_FILESIZE last = std::min(endStreamWordOffset, endObjWordOffset) < 0 ? m_FileLen : std::max(endStreamWordOffset, endObjWordOffset)@\n  if (!lectern_pdfium::spend(8 * static_cast<uint64_t>(last - m_Pos))) return -1@\n  // Can't find \"endstream\" or \"endobj\".\n")
pdfium_patch(core/fpdfapi/page/cpdf_streamparser.cpp
  "  if (!m_WordSize || dwRecursionLevel > kMaxNestedParsingLevel)\n    return nullptr@\n"
  "  if (!m_WordSize || dwRecursionLevel > kMaxNestedParsingLevel)\n    return nullptr@\n  if (!lectern_pdfium::take_inside(dwRecursionLevel == 0) || (bAllowNestedArray && !lectern_pdfium::hold_in_page(2))) return nullptr@\n"
  "      ByteString key = PDF_NameDecode(GetWord().Substr(1))@\n"
  "      if (!lectern_pdfium::hold_in_page(3)) return nullptr@\n      ByteString key = PDF_NameDecode(GetWord().Substr(1))@\n"
  "  for (int row = 0@ row < height@ ++row) {"
  "  constexpr uint32_t kMany = 4 << 20@\n  if (!lectern_pdfium::spend((size.ValueOrDie() > kMany ? 60 : 12) * uint64_t{size.ValueOrDie()})) return FX_INVALID_OFFSET@\n  for (int row = 0@ row < height@ ++row) {")

# What OpenJPEG holds for a picture: a unit for each byte, and 200 beyond as much as large pictures take.
pdfium_patch(core/fpdfapi/page/cpdf_dib.cpp
  "  std::unique_ptr<CJPX_Decoder> decoder =\n"
  "  lectern_pdfium::begin_picture()@\n  std::unique_ptr<CJPX_Decoder> decoder =\n")
pdfium_patch(third_party/libopenjpeg/opj_malloc.cc
  "  return FXMEM_DefaultAlloc(size)@"
  "  return lectern_pdfium::hold_for_picture(size) ? FXMEM_DefaultAlloc(size) : nullptr@"
  "  return FXMEM_DefaultCalloc("
  "  if (!lectern_pdfium::hold_for_picture(uint64_t{numOfElements} * sizeOfElements)) return nullptr@\n  return FXMEM_DefaultCalloc("
  "  return size ? FX_AlignedAlloc(size, 16)"
  "  return size && lectern_pdfium::hold_for_picture(size) ? FX_AlignedAlloc(size, 16)"
  "  return size ? FX_AlignedAlloc(size, 32)"
  "  return size && lectern_pdfium::hold_for_picture(size) ? FX_AlignedAlloc(size, 32)"
  "  return FXMEM_DefaultRealloc(m, s)@"
  "  return lectern_pdfium::hold_for_picture(s) ? FXMEM_DefaultRealloc(m, s) : nullptr@")

# Functions, which content and pictures call as often as they like: each operator of a program, each sample of a table. What names
# a function holds one for itself, while it lives.
pdfium_patch(core/fpdfapi/page/cpdf_psengine.cpp
  "    : m_op(PSOP_PROC), m_value(0), m_proc(std::make_unique<CPDF_PSProc>()) {}"
  "    : m_op(PSOP_PROC), m_value(0), m_proc(std::make_unique<CPDF_PSProc>()) {\n  lectern_pdfium::hold(2)@\n}"
  "  DCHECK(m_op != PSOP_CONST)@\n"
  "  lectern_pdfium::hold(1)@\n  DCHECK(m_op != PSOP_CONST)@\n"
  "m_op(PSOP_CONST), m_value(value) {}"
  "m_op(PSOP_CONST), m_value(value) {\n  lectern_pdfium::hold(1)@\n}"
  "CPDF_PSOP::~CPDF_PSOP() = default@"
  "CPDF_PSOP::~CPDF_PSOP() {\n  lectern_pdfium::give_back(m_proc ? 2 : 1)@\n}"
  "    if (word.IsEmpty())\n"
  "    if (word.IsEmpty() || !lectern_pdfium::spend(60))\n"
  "  for (size_t i = 0@ i < m_Operators.size()@ ++i) {\n    const PDF_PSOP op"
  "  if (!lectern_pdfium::spend(8 * uint64_t{m_Operators.size()})) return false@\n  for (size_t i = 0@ i < m_Operators.size()@ ++i) {\n    const PDF_PSOP op")
pdfium_patch(core/fpdfapi/page/cpdf_sampledfunc.cpp
  "CPDF_SampledFunc::~CPDF_SampledFunc() = default@"
  "CPDF_SampledFunc::~CPDF_SampledFunc() {\n  if (m_pSampleStream) lectern_pdfium::give_back(m_pSampleStream->GetSize() / 50)@\n}"
  "  m_pSampleStream->LoadAllDataFiltered()@\n"
  "  m_pSampleStream->LoadAllDataFiltered()@\n  if (!lectern_pdfium::hold(m_pSampleStream->GetSize() / 50)) return false@\n")

# Tables of fonts: codes and the characters that they stand for, which stay in memory as long as the font, and lists that are gone
# through for each character. What was searched for once is remembered.
pdfium_patch(core/fpdfapi/font/cpdf_tounicodemap.cpp
  "      for (uint32_t code = lowcode@ code <= highcode@ ++code) {\n        WideString retcode ="
  "      for (uint32_t code = lowcode@ code <= highcode && lectern_pdfium::hold_for(this, 2 + destcode.GetLength() / 12)@ ++code) {\n        WideString retcode ="
  "  auto it = m_Multimap.find(code)@\n"
  "  if (!lectern_pdfium::spend(100) || !lectern_pdfium::hold_for(this, 3)) return@\n  auto it = m_Multimap.lower_bound(code)@\n"
  "  if (it == m_Multimap.end()) {\n    m_Multimap.emplace(" "  if (it == m_Multimap.end() || it->first != code) {\n    m_Multimap.emplace_hint(it, "
  "CPDF_ToUnicodeMap::~CPDF_ToUnicodeMap() = default@"
  "CPDF_ToUnicodeMap::~CPDF_ToUnicodeMap() { lectern_pdfium::let_go(this)@ }"
  "  for (const auto& pair : m_Multimap) {"
  "  if (const uint32_t* known = lectern_pdfium::remembered(this, unicode)) return *known@\n  if (!lectern_pdfium::spend(100 * uint64_t{m_Multimap.size()})) return 0@\n  for (const auto& pair : m_Multimap) {"
  "      return pair.first@\n  }\n  return 0@\n"
  "      return lectern_pdfium::remember(this, unicode, pair.first)@\n  }\n  return lectern_pdfium::remember(this, unicode, 0)@\n"
  "  CPDF_SimpleParser parser(pAcc->GetSpan())@\n"
  "  if (!lectern_pdfium::spend(40 * uint64_t{pAcc->GetSize()})) return@\n  CPDF_SimpleParser parser(pAcc->GetSpan())@\n"
  " == \"endbfchar\")" " == \"endbfchar\" || lectern_pdfium::is_exhausted())"
  " == \"endbfrange\")" " == \"endbfrange\" || lectern_pdfium::is_exhausted())")
pdfium_patch(core/fpdfapi/font/cpdf_cidfont.cpp
  "  int width_status = 0@\n"
  "  if (!lectern_pdfium::spend(20 * uint64_t{pArray->size()}) || !lectern_pdfium::hold_for(result, pArray->size() / 6)) return@\n  int width_status = 0@\n"
  "      if (width_status != 1)\n"
  "      if (width_status != 1 || !lectern_pdfium::spend(20 * uint64_t{pObjArray->size()}) || !lectern_pdfium::hold_for(result, pObjArray->size() / 2))\n"
  "CPDF_CIDFont::~CPDF_CIDFont() = default@"
  "CPDF_CIDFont::~CPDF_CIDFont() {\n  lectern_pdfium::let_go(&m_WidthList)@\n  lectern_pdfium::let_go(&m_VertMetrics)@\n  lectern_pdfium::let_go(this)@\n}"
  "      m_pStreamAcc->LoadAllDataFiltered()@\n"
  "      m_pStreamAcc->LoadAllDataFiltered()@\n      if (!lectern_pdfium::hold_for(this, m_pStreamAcc->GetSize() / 50)) return false@\n"
  "  for (uint32_t i = 0@ i < map.size()@ ++i) {\n    if (map[i] == unicode) {\n"
  "  if (const uint32_t* known = lectern_pdfium::remembered(pEmbedMap, unicode)) return *known@\n  if (!lectern_pdfium::spend(map.size())) return 0@\n  for (uint32_t i = 0@ i < map.size()@ ++i) {\n    if (map[i] == unicode && lectern_pdfium::spend(30'000)) {\n"
  "        return charCode@\n    }\n  }\n  return 0@\n"
  "        return lectern_pdfium::remember(pEmbedMap, unicode, charCode)@\n    }\n  }\n  return lectern_pdfium::remember(pEmbedMap, unicode, 0)@\n"
  "      uint32_t cid = 0@\n"
  "      const void* table = CPDF_FontGlobals::GetInstance()->GetEmbeddedToUnicode(m_Charset).data()@\n      if (const uint32_t* known = lectern_pdfium::remembered(table, unicode)) return *known@\n      if (!lectern_pdfium::spend(4 * 65536)) return 0@\n      uint32_t cid = 0@\n"
  "          return cid@\n        cid++@\n      }\n      break@\n"
  "          return lectern_pdfium::remember(table, unicode, cid)@\n        cid++@\n      }\n      return lectern_pdfium::remember(table, unicode, unicode < 0x80 ? unicode : 0)@\n"
  "  for (const auto& lhv : lhv_span) {"
  "  constexpr size_t kFew = 1000@\n  if (lhv_span.size() > kFew && !lectern_pdfium::spend(2 * uint64_t{lhv_span.size()})) lhv_span = {}@\n  for (const auto& lhv : lhv_span) {"
  "  for (const auto& lhvxy : lhvxy_span) {"
  "  if (lhvxy_span.size() > 1000 && !lectern_pdfium::spend(2 * uint64_t{lhvxy_span.size()})) lhvxy_span = {}@\n  for (const auto& lhvxy : lhvxy_span) {")
pdfium_patch(core/fpdfapi/font/cpdf_cmap.cpp
  "FixedSizeDataVector<uint16_t>::Zeroed(kDirectMapTableSize)) {\n"
  "FixedSizeDataVector<uint16_t>::Zeroed(lectern_pdfium::spend(40 * uint64_t{spEmbeddedData.size()} + 2 * kDirectMapTableSize) && lectern_pdfium::hold_for(this, 2 * kDirectMapTableSize / 50) ? kDirectMapTableSize : 0)) {\n  if (lectern_pdfium::is_exhausted()) return@\n"
  "CPDF_CMap::~CPDF_CMap() = default@"
  "CPDF_CMap::~CPDF_CMap() { lectern_pdfium::let_go(this)@ }"
  "  if (m_CodingScheme != MixedFourBytes || mappings.empty())\n"
  "  if (m_CodingScheme != MixedFourBytes || mappings.empty() || !lectern_pdfium::spend(50 * uint64_t{mappings.size()}) || !lectern_pdfium::hold_for(this, mappings.size() / 4))\n"
  "  m_MixedFourByteLeadingRanges = std::move(ranges)@\n"
  "  constexpr size_t kFew = 100@\n  if (ranges.size() > kFew && !lectern_pdfium::spend(20'000'000 * uint64_t{ranges.size()})) return@\n  m_MixedFourByteLeadingRanges = std::move(ranges)@\n"
  "  for (uint32_t code = start_code@ code <= end_code@ ++code) {"
  "  if (end_code > start_code && !lectern_pdfium::spend(end_code - start_code)) return@\n  for (uint32_t code = start_code@ code <= end_code@ ++code) {")

# Fonts read their file where it is unpacked, all that name it the same bytes, which outlive them. It is read again for each: 2 units
# a byte, and so is one that is not packed. Those that nothing shown has go when there are a hundred more,
# or 16 MB more of their files.
pdfium_patch(core/fxge/cfx_font.cpp
  "  m_FontDataAllocation = DataVector<uint8_t>(src_span.begin(), src_span.end())@\n" "\n"
  "      nullptr, m_FontDataAllocation, 0)@\n  m_FontData = m_FontDataAllocation@\n"
  "      nullptr, src_span, 0)@\n  if (m_Face) m_FontData = m_Face->GetData()@\n")
pdfium_patch(core/fpdfapi/font/cpdf_font.cpp
  "  if (!m_bWillBeDestroyed && m_pFontFile) {\n"
  "  m_Font.~CFX_Font()@\n  new (&m_Font) CFX_Font@\n  if (!m_bWillBeDestroyed && m_pFontFile) {\n")
pdfium_patch(core/fpdfapi/page/cpdf_docpagedata.cpp
  "  RetainPtr<CPDF_Font> pFont =\n      CPDF_Font::Create(GetDocument(), pFontDict, this)@\n"
  "  // How many fonts, and bytes of their files, were left when those that nothing has went, and how many bytes there are.\n  constexpr size_t kMore = 100@\n  constexpr uint32_t kMoreBytes = 16 << 20@\n  const uint32_t* const last = lectern_pdfium::remembered(this, 0)@\n  const uint32_t* const last_bytes = lectern_pdfium::remembered(this, 1)@\n  const uint32_t* const bytes = lectern_pdfium::remembered(this, 2)@\n  if (m_FontMap.size() >= kMore + (last ? *last : 0) || (bytes && *bytes >= kMoreBytes + (last_bytes ? *last_bytes : 0))) {\n    for (auto at = m_FontMap.begin()@ at != m_FontMap.end()@)\n      at = at->second && at->second->HasOneRef() ? m_FontMap.erase(at) : std::next(at)@\n    lectern_pdfium::remember(this, 0, static_cast<uint32_t>(m_FontMap.size()))@\n    const uint32_t* const left = lectern_pdfium::remembered(this, 2)@\n    lectern_pdfium::remember(this, 1, left ? *left : 0)@\n  }\n  RetainPtr<CPDF_Font> pFont =\n      CPDF_Font::Create(GetDocument(), pFontDict, this)@\n"
  "  if (it != m_FontFileMap.end())\n    return it->second@\n"
  "  if (it != m_FontFileMap.end()) {\n    lectern_pdfium::spend(2 * uint64_t{it->second->GetSize()})@\n    return it->second@\n  }\n"
  "  pFontAcc->LoadAllDataFilteredWithEstimatedSize(org_size)@\n"
  "  if (lectern_pdfium::is_exhausted()) return nullptr@\n  pFontAcc->LoadAllDataFilteredWithEstimatedSize(org_size)@\n  if (!pFontStream->HasFilter()) lectern_pdfium::spend(2 * uint64_t{pFontAcc->GetSize()})@\n  if (!lectern_pdfium::hold_for(pFontAcc.Get(), pFontAcc->GetSize() / 50)) {\n    lectern_pdfium::let_go(pFontAcc.Get())@\n    return nullptr@\n  }\n  const uint32_t* const bytes = lectern_pdfium::remembered(this, 2)@\n  lectern_pdfium::remember(this, 2, (bytes ? *bytes : 0) + pFontAcc->GetSize())@\n"
  "it->second->HasOneRef())\n    m_FontFileMap.erase(it)@\n"
  "it->second->HasOneRef()) {\n    lectern_pdfium::let_go(it->second.Get())@\n    const uint32_t* const bytes = lectern_pdfium::remembered(this, 2)@\n    if (bytes) lectern_pdfium::remember(this, 2, *bytes - std::min(*bytes, it->second->GetSize()))@\n    m_FontFileMap.erase(it)@\n  }\n"
  "  // This should not fail, as the caller should have checked this already.\n"
  "  if (!lectern_pdfium::spend(3'000'000) || !lectern_pdfium::hold(800 + pAccessor->GetSize() / 50)) return nullptr@\n  // This should not fail, as the caller should have checked this already.\n")

# Names that the encodings of fonts list, each font for itself: 30 units each.
pdfium_patch(core/fpdfapi/font/cpdf_simplefont.cpp
  "  m_CharNames.resize(kInternalTableSize)@\n"
  "  if (!lectern_pdfium::spend(30 * uint64_t{diffs->size()})) return@\n  m_CharNames.resize(kInternalTableSize)@\n")

# Glyphs that are drawn: the square of their points up to a thousand, what their programs do with these, and their length in
# pixels with the points that a row may have, and 70 for each pixel, which stays. Larger ones than PDFium takes are not made.
# Faces read all names of their glyphs, 300 units each, and go through them for a name.
pdfium_patch(core/fxge/cfx_face.cpp
  "  return pdfium::WrapRetain(new CFX_Face(pRec, std::move(pDesc)))@\n"
  "  if (!(pRec->face_flags & FT_FACE_FLAG_SFNT)) lectern_pdfium::spend(6 * uint64_t{data.size()} + 300 * static_cast<uint64_t>(pRec->num_glyphs))@\n  return pdfium::WrapRetain(new CFX_Face(pRec, std::move(pDesc)))@\n"
  "  return FT_Get_Name_Index(GetRec(), name)@\n"
  "  const int found = FT_Get_Name_Index(GetRec(), name)@\n  lectern_pdfium::spend(20 * static_cast<uint64_t>(found ? found : GetGlyphCount()))@\n  return found@\n"
  "  FT_Library_SetLcdFilter(CFX"
  "  FT_BBox box@\n  FT_Outline_Get_CBox(&glyph->outline, &box)@\n  const FT_Pos width = (box.xMax - box.xMin) >> 6@\n  const FT_Pos height = (box.yMax - box.yMin) >> 6@\n  if (std::max(width, height) > static_cast<FT_Pos>(kMaxGlyphDimension)) return nullptr@\n  uint64_t length = 0@\n  for (uint64_t i = 1@ i < points@ ++i) {\n    const FT_Vector* at = glyph->outline.points + i@\n    length += static_cast<uint64_t>(std::abs(at[0].x - at[-1].x) + std::abs(at[0].y - at[-1].y)) >> 6@\n  }\n  if (!lectern_pdfium::spend(13 * length * std::min<uint64_t>(points, 340) + 70 * static_cast<uint64_t>(width) * static_cast<uint64_t>(height))) return nullptr@\n  FT_Library_SetLcdFilter(CFX"
  "  auto* glyph = rec->glyph@\n  int weight@\n"
  "  auto* glyph = rec->glyph@\n  const uint64_t points = static_cast<uint16_t>(glyph->outline.n_points)@\n  if (!lectern_pdfium::spend(11 * points * std::min<uint64_t>(points, 1000) + points * static_cast<uint64_t>(glyph->control_len) / 4)) return nullptr@\n  int weight@\n")

# Glyphs of glyphs of glyphs, whose list grows with each that they name: 5,000 units for each byte beyond what glyphs have. FreeType
# holds 100 MB at most.
pdfium_patch(core/fxge/cfx_fontmgr.cpp
  "#include \"core/fxge/systemfontinfo_iface.h\"\n"
  "#include \"core/fxge/systemfontinfo_iface.h\"\n#include FT_MODULE_H\n"
  "  FT_Init_FreeType(&pLibrary)@\n"
  "  auto* memory = static_cast<FT_Memory>(std::malloc(sizeof(FT_MemoryRec_)))@\n  if (!memory) return nullptr@\n  memory->user = nullptr@\n  memory->alloc = [](FT_Memory, long size) { return lectern_pdfium::font_block(nullptr, static_cast<size_t>(size))@ }@\n  memory->free = [](FT_Memory, void* block) { lectern_pdfium::free_font_block(block)@ }@\n  memory->realloc = [](FT_Memory, long before, long size, void* block) -> void* {\n    constexpr long kMany = 256 << 10@\n    if (size > kMany && size > before && !lectern_pdfium::spend(5000 * static_cast<uint64_t>(size - std::max(before, kMany)))) return nullptr@\n    return lectern_pdfium::font_block(block, static_cast<size_t>(size))@\n  }@\n  FT_New_Library(memory, &pLibrary)@\n  FT_Add_Default_Modules(pLibrary)@\n  FT_Set_Default_Properties(pLibrary)@\n")

# Tables of characters, of which a font may have thousands at one place, and some of which are gone through for each character.
freetype_patch(base ftbase ftobjs.c
  "#include <freetype/ftdriver.h>\n" "#include <freetype/ftdriver.h>\n#include \"cmap_cost.h\"\n"
  "      result = cmap->clazz->char_index( cmap, (FT_UInt32)charcode )@\n"
  "      if ( !lectern_pdfium_spend( search_cost( face ) ) ) return 0@\n      result = cmap->clazz->char_index( cmap, (FT_UInt32)charcode )@\n"
  "    valid->limit = limit@\n"
  "    valid->limit = lectern_pdfium_spend( 3000 + (uint64_t)( limit - base ) ) ? limit : base@\n")
# Points of glyphs; tables of values, which each size scales and each glyph may copy; the programs of glyphs: each instruction, and
# what it goes through; ranges of glyphs, which each is looked for in.
freetype_patch(truetype truetype ttgload.c
  "    error = FT_GLYPHLOADER_CHECK_POINTS( gloader, n_points + 4, 0 )@\n"
  "    if ( !lectern_pdfium_spend( 6 * (uint64_t)n_points ) ) goto Invalid_Outline@\n    error = FT_GLYPHLOADER_CHECK_POINTS( gloader, n_points + 4, 0 )@\n")
freetype_patch(truetype truetype ttobjs.c
  "    /* Scale the cvt values to the new"
  "    lectern_pdfium_spend( 5 * (uint64_t)size->cvt_size + size->storage_size + 5 * size->twilight.n_points )@\n    /* Scale the cvt values to the new")
freetype_patch(truetype truetype ttinterp.c
  "  FT_EXPORT_DEF( FT_Error )\n  TT_RunIns( void*  exec )\n"
  "#include \"truetype_cost.h\"\n\n  FT_EXPORT_DEF( FT_Error )\n  TT_RunIns( void*  exec )\n"
  "    FT_UShort  i@\n\n\n    /* We restrict the number of twilight"
  "    FT_UShort  i@\n    FT_Long    place = exc->IP@\n    FT_Long    calls = exc->callTop@\n\n\n    /* We restrict the number of twilight"
  "      if ( ++ins_counter > TT_CONFIG"
  "      if ( !lectern_pdfium_spend( instruction_cost( exc, &place, &calls ) ) || ++ins_counter > TT_CONFIG"
  "      exc->glyfCvtSize = exc->cvtSize@\n"
  "      lectern_pdfium_spend( exc->cvtSize )@\n      exc->glyfCvtSize = exc->cvtSize@\n"
  "        exc->glyfStoreSize = exc->storeSize@\n"
  "        lectern_pdfium_spend( exc->storeSize )@\n        exc->glyfStoreSize = exc->storeSize@\n")
freetype_patch(cff cff cffload.c
  "        } while ( p < p_limit )@\n"
  "        } while ( p < p_limit )@\n        lectern_pdfium_spend( (uint64_t)( p - fdselect->data ) )@\n")
freetype_patch(psaux psaux psintrp.c
  "      if ( instructionLimit == 0 )\n" "      if ( instructionLimit == 0 || !lectern_pdfium_spend( 30 ) )\n")
freetype_patch(psaux psaux pshints.c
  "    cf2_glyphpath_closeOpenPath( glyphpath )@\n"
  "    lectern_pdfium_spend( 100 )@\n    cf2_glyphpath_closeOpenPath( glyphpath )@\n"
  "    /* check whether initial map is constructed */\n"
  "    if ( !lectern_pdfium_spend( 100 * cf2_arrstack_size( hStemHintArray ) ) ) return@\n\n    /* check whether initial map is constructed */\n")

# Glyphs of Type 3 fonts that are a picture, 40 units for each pixel; what others let through has no more room than what is seen.
pdfium_patch(core/fpdfapi/render/cpdf_type3cache.cpp
  "  RetainPtr<CFX_DIBitmap> pResBitmap@\n"
  "  const CFX_FloatRect place = image_matrix.GetUnitRect()@\n  const double work = 40.0 * place.Width() * place.Height()@\n  constexpr double kMost = 1e17@\n  if (!(work < kMost) || !lectern_pdfium::spend(static_cast<uint64_t>(work))) return nullptr@\n  RetainPtr<CFX_DIBitmap> pResBitmap@\n")
pdfium_patch(core/fpdfapi/render/cpdf_renderstatus.cpp
  "(pForm->CalcBoundingBox()).GetOuterRect()@\n        if (!rect.Valid())\n          continue@\n"
  "(pForm->CalcBoundingBox()).GetOuterRect()@\n        if (!rect.Valid())\n          continue@\n        rect.Intersect(m_pDevice->GetClipBox())@\n        if (rect.IsEmpty() || !lectern_pdfium::spend(12 * static_cast<uint64_t>(rect.Width()) * static_cast<uint64_t>(rect.Height())))\n          continue@\n")

# Texts of one object of a page: 1,000 units for each of their characters where there are many.
pdfium_patch(core/fpdfapi/page/cpdf_textobject.cpp
  "  CHECK(nChars)@\n"
  "  CHECK(nChars)@\n  constexpr size_t kMany = 500'000@\n  if (nChars > kMany && !lectern_pdfium::spend(1000 * uint64_t{nChars})) return@\n")

# Large glyphs, drawn as paths: 1,400 units for each point and 80 for each pixel that they cross, four times that for their strokes.
# As pictures: 5 for each part of a pixel, and 8 for each pixel of the text that they are.
pdfium_patch(core/fxge/cfx_renderdevice.cpp
  "  int pixel_top = bmp_rect.top@\n"
  "  int pixel_top = bmp_rect.top@\n  constexpr uint64_t kLargeText = 100'000@\n  const uint64_t pixels = uint64_t{1} * pixel_width * pixel_height@\n  if (pixels > kLargeText && !lectern_pdfium::spend(8 * pixels)) return true@\n"
  "    int nrows = pGlyph->GetHeight()@\n"
  "    int nrows = pGlyph->GetHeight()@\n    constexpr uint64_t kLargeGlyph = 10'000@\n    const uint64_t parts = uint64_t{1} * ncols * nrows@\n    if (parts > kLargeGlyph && !lectern_pdfium::spend(5 * parts)) return true@\n"
  "    transformed_path.Transform(matrix)@\n"
  "    transformed_path.Transform(matrix)@\n    const double scale = pUser2Device ? pUser2Device->GetXUnit() + pUser2Device->GetYUnit() : 2@\n    const double most = 2.0 * (GetWidth() + GetHeight())@\n    double work = 0@\n    const std::vector<CFX_Path::Point>& points = transformed_path.GetPoints()@\n    for (size_t i = 1@ i < points.size()@ ++i) {\n      const CFX_PointF step = points[i].m_Point - points[i - 1].m_Point@\n      work += 1400 + 40 * std::min(most, (fabs(step.x) + fabs(step.y)) * scale)@\n    }\n    if (!lectern_pdfium::spend(static_cast<uint64_t>(stroke_color ? 4 * work : work))) return false@\n")

# Texts on one line, which are put in order: each that one is compared with and put before. What was looked up for each of their
# characters is looked up once: a seventh of the time that a page's text takes.
pdfium_patch(core/fpdftext/cpdf_textpage.cpp
  "float CalculateSpaceThreshold(CPDF_Font* font,\n" "float CalculateSpaceThreshold(CPDF_Font* font,\n                              uint32_t space_charcode,\n"
  "  const uint32_t space_charcode = font->CharCodeFromUnicode(' ')@\n  float threshold = 0@\n" "  float threshold = 0@\n"
  "  float spacing = 0@\n  const size_t nItems" "  std::optional<uint32_t> space_charcode@\n  float spacing = 0@\n  const size_t nItems"
  "      const float threshold = CalculateSpaceThreshold(\n          font, "
  "      if (!space_charcode) space_charcode = font->CharCodeFromUnicode(' ')@\n      const float threshold = CalculateSpaceThreshold(\n          font, *space_charcode, "
  "    const int count = std::min(fxcrt::CollectionSize<int>(m_TempCharList), 7)@\n"
  "    const int all = fxcrt::CollectionSize<int>(m_TempCharList)@\n    const int count = std::min(all, 7)@\n"
  "    for (int n = fxcrt::CollectionSize<int>(m_TempCharList)@\n         n > fxcrt::CollectionSize<int>(m_TempCharList) - count@ --n) {"
  "    for (int n = all@ n > all - count@ --n) {"
  "  for (size_t i = count@ i > 0@ --i) {"
  "  for (size_t i = count@ i > 0@ --i) {\n    if (!lectern_pdfium::spend(30)) return@")

# Clips, whose points are gone through for what they cut: 12 units for each.
pdfium_patch(core/fpdfapi/page/cpdf_clippath.cpp
  "i < GetPathCount()@ ++i) {\n"
  "i < GetPathCount() && lectern_pdfium::spend(12 * uint64_t{GetPath(i).GetPoints().size()} + 12)@ ++i) {\n")

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
  "  if (pArray && pArray->Contains(pOCGDict))"
  "  if (pArray && lectern_pdfium::spend(180 * uint64_t{pArray->size()}) && pArray->Contains(pOCGDict))"
  "  for (size_t i = 0@ i < pArray->size()@ i++) {\n    RetainPtr<const CPDF_Dictionary> pUsage"
  "  for (size_t i = 0@ i < pArray->size() && lectern_pdfium::spend(600)@ i++) {\n    RetainPtr<const CPDF_Dictionary> pUsage"
  "    if (!pOCGs->Contains(pOCGDict))\n      continue@"
  "    if (!lectern_pdfium::spend(180 * uint64_t{pOCGs->size()}) || !pOCGs->Contains(pOCGDict))\n      continue@"
  "i < pConfigArray->size()@ i++) {"
  "i < pConfigArray->size() && lectern_pdfium::spend(600)@ i++) {"
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
  "  constexpr size_t kMostNested = 16@\n  if (pVisited->size() > kMostNested || !lectern_pdfium::spend(3000) || pdfium::Contains(*pVisited, pFuncObj))\n"
  " : m_Type(type) {}"
  " : m_Type(type) {\n  lectern_pdfium::hold(4)@\n}"
  "CPDF_Function::~CPDF_Function() = default@"
  "CPDF_Function::~CPDF_Function() {\n  lectern_pdfium::give_back(4 + m_nInputs / 2 + m_nOutputs / 2)@\n}"
  "  if (m_nInputs == 0)\n    return false@\n"
  "  if (!lectern_pdfium::hold(m_nInputs / 2) || m_nInputs == 0)\n    return false@\n"
  "  if (bRangeRequired && m_nOutputs == 0)\n"
  "  if (!lectern_pdfium::hold(m_nOutputs / 2) || (bRangeRequired && m_nOutputs == 0))\n"
  "  if (!v_Init(pObj, pVisited))\n    return false@\n"
  "  const bool is_read = v_Init(pObj, pVisited)@\n  lectern_pdfium::give_back(old_outputs / 2)@\n  if (!lectern_pdfium::hold(m_nOutputs / 2) || !is_read)\n    return false@\n"
  "  if (m_nInputs != inputs.size())"
  "  if (m_nInputs != inputs.size() || !lectern_pdfium::spend(6 * uint64_t{m_nInputs} * m_nOutputs))")
pdfium_patch(core/fpdfapi/page/cpdf_colorspace.cpp
  "  if (pdfium::Contains(*pVisited, pObj))\n"
  "  constexpr size_t kMostNested = 16@\n  if (pVisited->size() > kMostNested || pdfium::Contains(*pVisited, pObj))\n")

# Tables of colors, of which no more is kept than is looked up; colors of many parts, which each object has for itself; profiles, which
# stay with their transforms.
pdfium_patch(core/fpdfapi/page/cpdf_indexedcs.cpp
  "CPDF_IndexedCS::~CPDF_IndexedCS() = default@"
  "CPDF_IndexedCS::~CPDF_IndexedCS() {\n  lectern_pdfium::give_back(component_min_max_.size() / 6 + lookup_table_.size() / 50)@\n}"
  "  float defvalue@\n"
  "  if (!lectern_pdfium::hold(component_min_max_.size() / 6)) return 0@\n  float defvalue@\n"
  "  if (const CPDF_String* str_obj = pTableObj->AsString()) {"
  "  const size_t most = (size_t{1} + static_cast<size_t>(max_index_)) * base_component_count@\n  if (const CPDF_String* str_obj = pTableObj->AsString()) {"
  "DataVector<uint8_t>(str_span.begin(), str_span.end())"
  "DataVector<uint8_t>(str_span.begin(), str_span.begin() + std::min(str_span.size(), most))"
  "  return 1@\n"
  "  return lectern_pdfium::hold(lookup_table_.size() / 50) ? 1 : 0@\n")
pdfium_patch(core/fpdfapi/page/cpdf_color.cpp
  "CPDF_Color::~CPDF_Color() = default@\n"
  "CPDF_Color::~CPDF_Color() = default@\n\nnamespace {\n\nbool may_hold(size_t components) {\n  constexpr size_t kMany = 100@\n  return components <= kMany || lectern_pdfium::hold_in_page(components / 12)@\n}\n\n}  // namespace\n"
  "  } else {\n    color_data_ = cs_->CreateBufAndSetDefaultColor()@\n"
  "  } else if (!may_hold(ComponentCount())) {\n    color_data_ = absl::monostate()@\n  } else {\n    color_data_ = cs_->CreateBufAndSetDefaultColor()@\n"
  "  if (absl::holds_alternative<std::vector<float>>(that.color_data_)) {\n    color_data_ ="
  "  if (absl::holds_alternative<std::vector<float>>(that.color_data_) && may_hold(that.ComponentCount())) {\n    color_data_ =")

# Colors that a profile translates: 300 units for each that is not the same as one before.
pdfium_patch(core/fxcodec/icc/icc_transform.cpp
  "#include \"core/fxcrt/ptr_util.h\"\n"
  "#include \"core/fxcrt/ptr_util.h\"\n#include \"profile_colors.h\"\n"
  "  cmsDeleteTransform(m_hTransform)@\n"
  "  lectern_pdfium::ProfileColors::forget(m_hTransform)@\n  cmsDeleteTransform(m_hTransform)@\n"
  "  uint8_t output[4]@\n"
  "  uint8_t output[4]@\n  if (!lectern_pdfium::spend(300)) {\n    std::fill(pDestValues.begin(), pDestValues.end(), 0.0f)@\n    return@\n  }\n"
  "  cmsDoTransform(m_hTransform, pSrc.data(), pDest.data(), pixels)@\n"
  "  if (!m_bLab) {\n    lectern_pdfium::ProfileColors::translate(m_hTransform, m_nSrcComponents, pSrc, pDest, pixels)@\n  } else if (lectern_pdfium::spend(300 * static_cast<uint64_t>(pixels))) {\n    cmsDoTransform(m_hTransform, pSrc.data(), pDest.data(), pixels)@\n  }\n")

# Meshes of shadings, which are gone through each time that content names them: a unit for each byte, 200 for each point.
pdfium_patch(core/fpdfapi/page/cpdf_meshstream.cpp
  "  m_pStream->LoadAllDataFiltered()@\n"
  "  m_pStream->LoadAllDataFiltered()@\n  if (!lectern_pdfium::spend(m_pStream->GetSpan().size())) return false@\n")

# The same for meshes that content draws itself; states that are saved in each other, points of one path, and what pictures
# in content hold. When all is used up, what is left of a page's content is not looked at.
pdfium_patch(core/fpdfapi/page/cpdf_streamcontentparser.cpp
  "    if (max_cost && cost >= max_cost) {\n      break@\n    }\n"
  "    if (max_cost && cost >= max_cost) {\n      break@\n    }\n    if (lectern_pdfium::is_exhausted()) return fxcrt::CollectionSize<uint32_t>(pDataStart)@\n"
  "  while (!stream.IsEOF()) {\n    uint32_t flag = 0@\n"
  "  while (!stream.IsEOF() && lectern_pdfium::spend(200 * static_cast<uint64_t>(std::max(point_count, 1)))) {\n    uint32_t flag = 0@\n"
  "  m_StateStack.push_back("
  "  constexpr size_t kFew = 1000@\n  if (m_StateStack.size() > kFew && !lectern_pdfium::spend(20'000)) return@\n  m_StateStack.push_back("
  "  m_PathPoints.emplace_back("
  "  constexpr size_t kMany = 500'000@\n  if (m_PathPoints.size() > kMany && !lectern_pdfium::spend(2000)) return@\n  m_PathPoints.emplace_back("
  "m_pSyntax->ReadNextObject(false, false, 0)@\n    if (pObj && !pObj->IsInline())"
  "m_pSyntax->ReadNextObject(true, false, 0)@\n    if (pObj && !pObj->IsInline())")

# A page that is taken out takes along what it names, and that what it names, as copies: what lies deeper than recursion has room for
# waits. What it inherits is looked for in all above it.
pdfium_patch(core/fpdfapi/edit/cpdf_pageorganizer.cpp
  "#include \"core/fxcrt/check.h\"\n"
  "#include \"core/fxcrt/check.h\"\n\nnamespace {\n\nuint64_t cost_of_copy(const CPDF_Object& object) {\n  if (const CPDF_Dictionary* dictionary = object.AsDictionary()) return 2 + 2 * uint64_t{dictionary->size()}@\n  if (const CPDF_Stream* stream = object.AsStream()) return 2 + stream->GetRawSize() / 50@\n  if (object.IsString() || object.IsName()) return 1 + object.GetString().GetLength() / 50@\n  return 1@\n}\n\n}  // namespace\n"
  "  while (pp) {\n"
  "  while (pp && lectern_pdfium::spend(300)) {\n"
  "  switch (obj->GetType()) {\n"
  "  if (!lectern_pdfium::hold(cost_of_copy(*obj))) return false@\n  switch (obj->GetType()) {\n"
  "  RetainPtr<CPDF_Object> clone = direct->Clone()@\n  const CPDF_Dictionary* dict_clone = clone->AsDictionary()@\n"
  "  const CPDF_Dictionary* dict_clone = direct->AsDictionary()@\n"
  "  new_obj_num = dest()->AddIndirectObject(clone)@\n"
  "  RetainPtr<CPDF_Object> clone = direct->Clone()@\n  new_obj_num = dest()->AddIndirectObject(clone)@\n"
  "  if (!UpdateReference(std::move(clone))) {\n    return 0@\n  }\n\n  return new_obj_num@\n"
  "  constexpr int kDeepest = 200@\n  static std::vector<RetainPtr<CPDF_Object>> waiting@\n  const lectern_pdfium::Level level@\n  if (level.depth > kDeepest) {\n    waiting.push_back(std::move(clone))@\n    return new_obj_num@\n  }\n  const bool is_updated = UpdateReference(std::move(clone))@\n  while (level.depth == 1 && !waiting.empty()) {\n    const RetainPtr<CPDF_Object> next = std::move(waiting.back())@\n    waiting.pop_back()@\n    if (!UpdateReference(next)) dest()->DeleteIndirectObject(next->GetObjNum())@\n  }\n  return is_updated ? new_obj_num : 0@\n")

# What is drawn for fields: the fonts of the form are looked at once, characters take 300 units, and an option of a list is looked
# for in those that are chosen. Fields share a copy of the form's resources, and a font for those that it lacks.
pdfium_patch(core/fpdfdoc/cpdf_generateap.cpp
  "  RetainPtr<CPDF_Dictionary> pRootDict = pDoc->GetMutableRoot()@\n  if (!pRootDict)\n"
  "  RetainPtr<CPDF_Dictionary> pRootDict = pDoc->GetMutableRoot()@\n  if (!pRootDict || lectern_pdfium::is_exhausted())\n"
  "  CPDF_DefaultAppearance appearance(DA)@\n"
  "  if (!lectern_pdfium::spend(60 * uint64_t{DA.GetLength()})) return@\n  CPDF_DefaultAppearance appearance(DA)@\n"
  "  if (!ValidateFontResourceDict(pDRFontDict.Get()))\n"
  "  constexpr uint32_t kIsValid = 2@\n  const bool is_known = pDRFontDict && lectern_pdfium::remembered(pDRFontDict.Get(), kIsValid)@\n  const bool is_valid = is_known || (pDRFontDict && lectern_pdfium::spend(600 * uint64_t{pDRFontDict->size()}) && ValidateFontResourceDict(pDRFontDict.Get()))@\n  if (is_valid) lectern_pdfium::remember(pDRFontDict.Get(), kIsValid, 1)@\n  if (!is_valid)\n"
  "    pFontDict = GenerateFallbackFontDict(pDoc)@\n"
  "    const uint32_t* const fallback = lectern_pdfium::remembered(pDRDict.Get(), 1)@\n    pFontDict = fallback ? ToDictionary(pDoc->GetMutableIndirectObject(*fallback)) : GenerateFallbackFontDict(pDoc)@\n    if (!pFontDict) return@\n    lectern_pdfium::remember(pDRDict.Get(), 1, pFontDict->GetObjNum())@\n"
  "    pStreamDict->SetFor(\"Resources\", pFormDict->GetDictFor(\"DR\")->Clone())@\n    return@\n"
  "    const uint32_t* const known = lectern_pdfium::remembered(pDRDict.Get(), 0)@\n    const uint32_t number = known ? *known : lectern_pdfium::remember(pDRDict.Get(), 0, pDoc->AddIndirectObject(pDRDict->Clone()))@\n    const RetainPtr<CPDF_Dictionary> shared = ToDictionary(pDoc->GetMutableIndirectObject(number))@\n    const RetainPtr<CPDF_Dictionary> fonts = shared ? shared->GetMutableDictFor(\"Font\") : nullptr@\n    if (fonts && !fonts->KeyExist(font_name)) fonts->SetNewFor<CPDF_Reference>(font_name, pDoc, pFontDict->GetObjNum())@\n    pStreamDict->SetNewFor<CPDF_Reference>(\"Resources\", pDoc, number)@\n    return@\n"
  "            if (pSels) {\n"
  "            if (pSels && lectern_pdfium::spend(20 * uint64_t{pSels->size()})) {\n")
pdfium_patch(core/fpdfdoc/cpvt_variabletext.cpp
  "CPVT_WordPlace CPVT_VariableText::InsertWord(const CPVT_WordPlace& place,\n                                             uint16_t word,\n                                             FX_Charset charset) {\n  int32_t nTotalWords = GetTotalWords()@\n"
  "CPVT_WordPlace CPVT_VariableText::InsertWord(const CPVT_WordPlace& place,\n                                             uint16_t word,\n                                             FX_Charset charset) {\n  // SetText(), which alone calls it, has counted them.\n  const int32_t nTotalWords = 0@\n  if (!lectern_pdfium::spend(300)) return place@\n")

# Copies, which do not copy the list of all that they lie in for each object.
pdfium_patch(core/fpdfapi/parser/cpdf_array.cpp
  "      std::set<const CPDF_Object*> visited(*pVisited)@\n      if (auto obj = pValue->CloneNonCyclic(bDirect, &visited))"
  "      if (auto obj = pValue->CloneNonCyclic(bDirect, pVisited))"
  "  return pCopy@\n"
  "  pVisited->erase(this)@\n  return pCopy@\n")
pdfium_patch(core/fpdfapi/parser/cpdf_dictionary.cpp
  "      std::set<const CPDF_Object*> visited(*pVisited)@\n      auto obj = it.second->CloneNonCyclic(bDirect, &visited)@\n"
  "      auto obj = it.second->CloneNonCyclic(bDirect, pVisited)@\n"
  "  return pCopy@\n"
  "  pVisited->erase(this)@\n  return pCopy@\n")
pdfium_patch(core/fpdfapi/parser/cpdf_stream.cpp
  "  return pdfium::MakeRetain<CPDF_Stream>(pAcc->DetachData(),\n"
  "  pVisited->erase(this)@\n  return pdfium::MakeRetain<CPDF_Stream>(pAcc->DetachData(),\n")
pdfium_patch(core/fpdfapi/parser/cpdf_reference.cpp
  "  pVisited->insert(this)@\n  if (!bDirect) {"
  "  if (!bDirect) {")

# What pages inherit, which is looked for in all nodes above them: 2,000 units each.
pdfium_patch(core/fpdfapi/page/cpdf_page.cpp
  "    visited.insert(pPageDict)@\n"
  "    if (!lectern_pdfium::spend(2000)) return nullptr@\n    visited.insert(pPageDict)@\n")

# Clips, each of which is a mask of its own, and multiplied with those around it: 3 units for each pixel, and 8.
pdfium_patch(core/fxge/agg/cfx_agg_devicedriver.cpp
  "  path_rect.Intersect(m_pClipRgn->GetBox())@\n  auto pThisLayer"
  "  path_rect.Intersect(m_pClipRgn->GetBox())@\n  if (!path_rect.IsEmpty() && !lectern_pdfium::spend(3 * static_cast<uint64_t>(path_rect.Width()) * static_cast<uint64_t>(path_rect.Height()))) path_rect = FX_RECT()@\n  auto pThisLayer")
pdfium_patch(core/fxge/agg/cfx_agg_cliprgn.cpp
  "  FX_RECT new_box = m_Box@\n  new_box.Intersect(mask_box)@\n"
  "  FX_RECT new_box = m_Box@\n  new_box.Intersect(mask_box)@\n  if (!new_box.IsEmpty() && !lectern_pdfium::spend(8 * static_cast<uint64_t>(new_box.Width()) * static_cast<uint64_t>(new_box.Height()))) new_box = FX_RECT()@\n")
