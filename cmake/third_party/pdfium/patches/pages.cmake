# What is changed for pages: their texts, clips, layers and annotations.

# Texts of one object of a page: 1,000 units for each of their characters where there are many.
pdfium_patch(core/fpdfapi/page/cpdf_textobject.cpp
  "  CHECK(nChars)@\n"
  "  CHECK(nChars)@\n  constexpr size_t kMany = 500'000@\n  if (nChars > kMany && !lectern_pdfium::spend(1000 * uint64_t{nChars})) return@\n")

# Large glyphs, drawn as paths: 1,400 units for each point and 80 for each pixel that they cross, four times that for their strokes.
# As pictures: 10 for each part of a pixel, and 8 for each pixel of the text that they are.
pdfium_patch(core/fxge/cfx_renderdevice.cpp
  "  int pixel_top = bmp_rect.top@\n"
  "  int pixel_top = bmp_rect.top@\n  constexpr uint64_t kLargeText = 100'000@\n  const uint64_t pixels = uint64_t{1} * pixel_width * pixel_height@\n  if (pixels > kLargeText && !lectern_pdfium::spend(8 * pixels)) return true@\n"
  "    int nrows = pGlyph->GetHeight()@\n"
  "    int nrows = pGlyph->GetHeight()@\n    constexpr uint64_t kLargeGlyph = 10'000@\n    const uint64_t parts = uint64_t{1} * ncols * nrows@\n    if (parts > kLargeGlyph && !lectern_pdfium::spend(10 * parts)) return true@\n"
  "    transformed_path.Transform(matrix)@\n"
  "    transformed_path.Transform(matrix)@\n    const double scale = pUser2Device ? pUser2Device->GetXUnit() + pUser2Device->GetYUnit() : 2@\n    const double most = 2.0 * (GetWidth() + GetHeight())@\n    double work = 0@\n    const std::vector<CFX_Path::Point>& points = transformed_path.GetPoints()@\n    for (size_t i = 1@ i < points.size()@ ++i) {\n      const CFX_PointF step = points[i].m_Point - points[i - 1].m_Point@\n      work += 1400 + 40 * std::min(most, (fabs(step.x) + fabs(step.y)) * scale)@\n    }\n    if (!lectern_pdfium::spend(static_cast<uint64_t>(stroke_color ? 4 * work : work))) return false@\n")

# Texts on one line, which are put in order: each that one is compared with and put before. What was looked up for each of their
# characters is looked up once: a seventh of the time that a page's text takes. Characters that stand for many, and texts that marks
# give instead, of which the first character that the font has is looked for. Where texts lie is marked on sides of a million points
# at most, and spaces behind spaces go all at once.
pdfium_patch(core/fpdftext/cpdf_textpage.cpp
  "  if (nPageWidth <= 0 || nPageHeight <= 0)\n"
  "  constexpr int32_t kLongest = 1 << 20@\n  if (nPageWidth <= 0 || nPageHeight <= 0 || std::max(nPageWidth, nPageHeight) > kLongest)\n"
  "    for (int32_t i = minH@ i < maxH@ ++i)\n      nHorizontalMask[i] = true@\n    for (int32_t i = minV@ i < maxV@ ++i)\n      nVerticalMask[i] = true@\n"
  "    if (!lectern_pdfium::spend(static_cast<uint64_t>(maxH - minH + maxV - minV) / 32)) return TextOrientation::kUnknown@\n    std::fill(nHorizontalMask.begin() + minH, nHorizontalMask.begin() + maxH, true)@\n    std::fill(nVerticalMask.begin() + minV, nVerticalMask.begin() + maxV, true)@\n"
  "  info2.set_char_type(CharType::kPiece)@\n"
  "  if (!lectern_pdfium::hold_in_page(2 * (normalized.size() - 1))) return@\n  info2.set_char_type(CharType::kPiece)@\n"
  "  WideString str = m_TempTextBuf.MakeString()@\n  bool bPrevSpace = false@\n  for (size_t i = 0@ i < str.GetLength()@ ++i) {\n    if (str[i] != ' ') {\n      bPrevSpace = false@\n      continue@\n    }\n    if (bPrevSpace) {\n      m_TempTextBuf.Delete(i, 1)@\n      m_TempCharList.erase(m_TempCharList.begin() + i)@\n      str.Delete(i)@\n      --i@\n    }\n    bPrevSpace = true@\n  }\n"
  "  pdfium::span<wchar_t> line = m_TempTextBuf.GetWideSpan()@\n  size_t kept = 0@\n  for (size_t i = 0@ i < line.size()@ ++i) {\n    if (line[i] == ' ' && kept > 0 && line[kept - 1] == ' ') continue@\n    line[kept] = line[i]@\n    m_TempCharList[kept] = m_TempCharList[i]@\n    ++kept@\n  }\n  m_TempCharList.erase(m_TempCharList.begin() + kept, m_TempCharList.begin() + line.size())@\n  m_TempTextBuf.Delete(kept, line.size() - kept)@\n  WideString str = m_TempTextBuf.MakeString()@\n"
  "    if (pFont->CharCodeFromUnicode(actual_text[i]) !=\n"
  "    if (!lectern_pdfium::spend(600)) return MarkedContentState::kDone@\n    if (pFont->CharCodeFromUnicode(actual_text[i]) !=\n"
  "  if (actual_text.IsEmpty()) {\n    return@\n  }\n\n  const bool bR2L"
  "  if (actual_text.IsEmpty() || !lectern_pdfium::hold_in_page(2 * actual_text.GetLength())) {\n    return@\n  }\n\n  const bool bR2L"
  "      for (wchar_t c : unicode) {\n        charinfo.set_unicode(c)@"
  "      if (unicode.GetLength() > 1 && !lectern_pdfium::hold_in_page(2 * (unicode.GetLength() - 1))) return@\n      for (wchar_t c : unicode) {\n        charinfo.set_unicode(c)@"
  "      WideString str = m_TempTextBuf.MakeString()@\n" "      WideStringView str = m_TempTextBuf.AsStringView()@\n"
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
  "  for (size_t i = count@ i > 0@ --i) {\n    if (!lectern_pdfium::spend(80)) return@")

# Clips, whose points are gone through for what they cut: 12 units for each.
pdfium_patch(core/fpdfapi/page/cpdf_clippath.cpp
  "i < GetPathCount()@ ++i) {\n"
  "i < GetPathCount() && lectern_pdfium::spend(12 * uint64_t{GetPath(i).GetPoints().size()} + 12)@ ++i) {\n")

# Marked content that is nested: each level holds all those around it, 400 units for each.
pdfium_patch(core/fpdfapi/page/cpdf_contentmarks.cpp
  "    : m_Marks(src.m_Marks) {}"
  "    : m_Marks(lectern_pdfium::spend(400 * uint64_t{src.m_Marks.size()}) && lectern_pdfium::hold_in_page(src.m_Marks.size() / 3) ? src.m_Marks : decltype(m_Marks)()) {}")

# The notes that open at a click are never drawn, and their texts are laid out otherwise.
pdfium_patch(core/fpdfdoc/cpdf_annotlist.cpp
  "  if (!PopupAppearsForAnnotType(pAnnot->GetSubtype()))\n    return nullptr@\n"
  "  return nullptr@\n")

# Layers: what is looked up for each object, and expressions, whose parts may be the same.
pdfium_patch(core/fpdfapi/page/cpdf_occontext.cpp
  "  if (!pOCGs->Contains(pOCGDict))\n    return nullptr@\n"
  "  if (!lectern_pdfium::spend(60 * uint64_t{pOCGs->size()}) || !pOCGs->Contains(pOCGDict))\n    return nullptr@\n"
  "  if (pArray && pArray->Contains(pOCGDict))"
  "  if (pArray && lectern_pdfium::spend(60 * uint64_t{pArray->size()}) && pArray->Contains(pOCGDict))"
  "  for (size_t i = 0@ i < pArray->size()@ i++) {\n    RetainPtr<const CPDF_Dictionary> pUsage"
  "  for (size_t i = 0@ i < pArray->size() && lectern_pdfium::spend(600)@ i++) {\n    RetainPtr<const CPDF_Dictionary> pUsage"
  "    if (!pOCGs->Contains(pOCGDict))\n      continue@"
  "    if (!lectern_pdfium::spend(60 * uint64_t{pOCGs->size()}) || !pOCGs->Contains(pOCGDict))\n      continue@"
  "i < pConfigArray->size()@ i++) {"
  "i < pConfigArray->size() && lectern_pdfium::spend(600)@ i++) {"
  "  if (!pOCGDict)\n    return false@\n"
  "  if (!pOCGDict || !lectern_pdfium::spend(300))\n    return false@\n"
  "CPDF_OCContext::~CPDF_OCContext() = default@" "CPDF_OCContext::~CPDF_OCContext() { lectern_pdfium::let_go(this)@ }"
  "  return LoadOCMDState(pOCGDict)@\n"
  "  const uint32_t number = pOCGDict->GetObjNum()@\n  if (number == 0) return LoadOCMDState(pOCGDict)@\n  const uint32_t* const known = lectern_pdfium::remembered(this, number)@\n  return (known ? *known : lectern_pdfium::remember(this, number, LoadOCMDState(pOCGDict))) != 0@\n"
  "    bItem = GetOCGVisible(pItemDict.Get())@\n"
  "    if (!lectern_pdfium::spend(400)) return false@\n    bItem = GetOCGVisible(pItemDict.Get())@\n"
  "  for (size_t i = 0@ i < pMarks->CountItems()@ ++i) {"
  "  constexpr size_t kFewMarks = 16@\n  if (pMarks->CountItems() > kFewMarks && !lectern_pdfium::spend(60 * uint64_t{pMarks->CountItems()})) return true@\n  for (size_t i = 0@ i < pMarks->CountItems()@ ++i) {"
  "  if (nLevel > 32 || !pExpression)"
  "  if (nLevel > 32 || !pExpression || !lectern_pdfium::spend(150 * uint64_t{pExpression->size() + 1}))")

# The same for meshes that content draws itself; states that are saved in each other, points of one path, and what pictures
# in content hold; what a state that content names sets, 150 units each and 20 for each length of its dashes. When all is used up, what is left of a page's content is not looked at.
pdfium_patch(core/fpdfapi/page/cpdf_streamcontentparser.cpp
  "    if (max_cost && cost >= max_cost) {\n      break@\n    }\n"
  "    if (max_cost && cost >= max_cost) {\n      break@\n    }\n    if (lectern_pdfium::is_exhausted()) return fxcrt::CollectionSize<uint32_t>(pDataStart)@\n"
  "  while (!stream.IsEOF()) {\n    uint32_t flag = 0@\n"
  "  while (!stream.IsEOF() && lectern_pdfium::spend(200 * static_cast<uint64_t>(std::max(point_count, 1)))) {\n    uint32_t flag = 0@\n"
  "  m_StateStack.push_back("
  "  constexpr size_t kFew = 1000@\n  if (m_StateStack.size() > kFew && !lectern_pdfium::spend(20'000)) return@\n  m_StateStack.push_back("
  "  m_pCurStates->ProcessExtGS("
  "  CPDF_DictionaryLocker locker(pGS)@\n  for (const auto& it : locker) {\n    const bool is_dash = it.first.GetID() == FXBSTR_ID('D', 0, 0, 0)@\n    const RetainPtr<const CPDF_Array> dash = is_dash ? ToArray(it.second->GetDirect()) : nullptr@\n    const RetainPtr<const CPDF_Array> lengths = dash ? dash->GetArrayAt(0) : nullptr@\n    if (!lectern_pdfium::spend(150 + (lengths ? 20 * uint64_t{lengths->size()} : 0))) return@\n  }\n  m_pCurStates->ProcessExtGS("
  "  m_PathPoints.emplace_back("
  "  constexpr size_t kMany = 500'000@\n  if (m_PathPoints.size() > kMany && !lectern_pdfium::spend(2000)) return@\n  m_PathPoints.emplace_back("
  "m_pSyntax->ReadNextObject(false, false, 0)@\n    if (pObj && !pObj->IsInline())"
  "m_pSyntax->ReadNextObject(true, false, 0)@\n    if (pObj && !pObj->IsInline())")

# Dashes, which objects and states share until one of them changes.
pdfium_patch(core/fxge/cfx_graphstatedata.cpp
  "  dash_array_ = std::move(dash_array)@\n"
  "  if (lectern_pdfium::hold_in_page(dash_array.size() / 12)) dash_array_ = std::move(dash_array)@\n"
  "    const {\n  return pdfium::MakeRetain<CFX_RetainableGraphStateData>(*this)@\n"
  "    const {\n  lectern_pdfium::hold_in_page(dash_array().size() / 12)@\n  return pdfium::MakeRetain<CFX_RetainableGraphStateData>(*this)@\n")

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

# What pages inherit, which is looked for in all nodes above them: 2,000 units each. Those that come back to where they were are found
# without a list of all.
pdfium_patch(core/fpdfapi/page/cpdf_page.cpp
  "  std::set<RetainPtr<const CPDF_Dictionary>> visited@\n"
  "  uint64_t steps = 0@\n  RetainPtr<const CPDF_Dictionary> met@\n"
  "  while (pPageDict && !pdfium::Contains(visited, pPageDict)) {\n"
  "  while (pPageDict && pPageDict != met) {\n"
  "    visited.insert(pPageDict)@\n"
  "    if (!lectern_pdfium::spend(2000)) return nullptr@\n    ++steps@\n    if ((steps & (steps - 1)) == 0) met = pPageDict@\n")

# Clips, each of which is a mask of its own, and multiplied with those around it: 3 units for each pixel, and 8.
pdfium_patch(core/fxge/agg/cfx_agg_devicedriver.cpp
  "  path_rect.Intersect(m_pClipRgn->GetBox())@\n  auto pThisLayer"
  "  path_rect.Intersect(m_pClipRgn->GetBox())@\n  if (!path_rect.IsEmpty() && !lectern_pdfium::spend(3 * static_cast<uint64_t>(path_rect.Width()) * static_cast<uint64_t>(path_rect.Height()))) path_rect = FX_RECT()@\n  auto pThisLayer")
pdfium_patch(core/fxge/agg/cfx_agg_cliprgn.cpp
  "  FX_RECT new_box = m_Box@\n  new_box.Intersect(mask_box)@\n"
  "  FX_RECT new_box = m_Box@\n  new_box.Intersect(mask_box)@\n  if (!new_box.IsEmpty() && !lectern_pdfium::spend(8 * static_cast<uint64_t>(new_box.Width()) * static_cast<uint64_t>(new_box.Height()))) new_box = FX_RECT()@\n")
