# What is changed for files: what streams unpack to, tables and trees of objects, and copies of these.

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
# packed bytes make one; 20,000 for each table behind another. Their list is turned round once, not moved for each. What is no
# object, or another's, is read again for each that names it: 20 units a byte.
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
  "  if (!lectern_pdfium::spend(800 * uint64_t{count})) return false@\n  const size_t start_obj_index = out_objects->size()@\n"
  "    seen_xref_offset.insert(xref_offset)@\n\n    // Use a copy"
  "    if (!lectern_pdfium::spend(20'000)) return false@\n    seen_xref_offset.insert(xref_offset)@\n\n    // Use a copy"
  "      xref_list.insert(xref_list.begin(), 0)@\n      xref_stream_list.insert(xref_stream_list.begin(), xref_offset)@\n"
  "      xref_list.push_back(0)@\n      xref_stream_list.push_back(xref_offset)@\n"
  "      xref_list.insert(xref_list.begin(), xref_offset)@\n      xref_stream_list.insert(xref_stream_list.begin(),\n                              trailer_dict->"
  "      xref_list.push_back(xref_offset)@\n      xref_stream_list.push_back(trailer_dict->"
  "          std::move(m_CrossRefTable))@\n    }\n  }\n  return true@\n"
  "          std::move(m_CrossRefTable))@\n    }\n  }\n  std::reverse(xref_list.begin(), xref_list.end())@\n  std::reverse(xref_stream_list.begin(), xref_stream_list.end())@\n  return true@\n")

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

# Streams of objects are held while the document is open, for 40 units each byte; 20 when an object is read.
pdfium_patch(core/fpdfapi/parser/cpdf_object_stream.cpp
  "  stream_acc_->LoadAllDataFiltered()@\n"
  "  if (lectern_pdfium::is_exhausted()) return@\n  stream_acc_->LoadAllDataFiltered()@\n  const uint64_t size = stream_acc_->GetSpan().size()@\n  if (!lectern_pdfium::hold(size / 50) || !lectern_pdfium::spend(40 * size)) return@\n"
  "  if (offset_in_stream.ValueOrDie() >= data_stream_->GetSize())"
  "  if (!data_stream_ || offset_in_stream.ValueOrDie() >= data_stream_->GetSize())"
  "  return syntax.GetObjectBody(pObjList)@\n"
  "  const uint64_t start = syntax.GetPos()@\n  RetainPtr<CPDF_Object> result = syntax.GetObjectBody(pObjList)@\n  lectern_pdfium::spend(20 * (syntax.GetPos() - start))@\n  return result@\n")

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

# Texts of dictionaries, which many may name: 8 units for each byte.
pdfium_patch(core/fpdfapi/parser/fpdf_parser_decode.cpp
  "  size_t dest_pos = 0@\n  WideString result@\n"
  "  size_t dest_pos = 0@\n  WideString result@\n  if (!lectern_pdfium::spend(8 * uint64_t{span.size()})) return result@\n")

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

# Metadata, which would become a tree of XML only to report what PDFium lacks, is not read.
pdfium_patch(fpdfsdk/fpdf_view.cpp
  "  ReportUnsupportedFeatures(pDocument.get())@\n" "\n")

# Copies, which do not copy the list of all that they lie in for each object. Objects are found in arrays by their numbers.
pdfium_patch(core/fpdfapi/parser/cpdf_array.cpp
  "    if (GetDirectObjectAt(i) == pThat)\n"
  "    const CPDF_Reference* reference = m_Objects[i]->AsReference()@\n    if (reference && pThat && pThat->GetObjNum() && reference->GetRefObjNum() != pThat->GetObjNum()) continue@\n    if (GetDirectObjectAt(i) == pThat)\n"
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
