# What is changed for fonts, their glyphs and their tables of characters.

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
  "    return m_CharBBox[charcode]@\n"
  "    return m_CharBBox[charcode]@\n  if (const lectern_pdfium::Box* known = lectern_pdfium::remembered_box(this, charcode))\n    return FX_RECT(known->left, known->top, known->right, known->bottom)@\n"
  "    m_CharBBox[charcode] = rect@\n"
  "    m_CharBBox[charcode] = rect@\n  else\n    lectern_pdfium::remember_box(this, charcode, {rect.left, rect.top, rect.right, rect.bottom})@\n"
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

# Each list of a map's ranges of codes would get room for no more than itself, and all before be copied.
pdfium_patch(core/fpdfapi/font/cpdf_cmapparser.cpp
  "    m_Ranges.reserve(nSegs)@\n    std::move("
  "    std::move(")

# Fonts read their file where it is unpacked, all that name it the same bytes, which outlive them. It is read again for each: 2 units
# a byte, and so is one that is not packed. Those that nothing shown has go when there are a hundred more, and twice as many, or 16 MB more of
# their files than 40 MB: pages take turns with a few fonts. No more than 136 MB of these are read. A read that may hold less has
# less of each.
pdfium_patch(core/fxge/cfx_font.cpp
  "  m_FontDataAllocation = DataVector<uint8_t>(src_span.begin(), src_span.end())@\n" "\n"
  "      nullptr, m_FontDataAllocation, 0)@\n  m_FontData = m_FontDataAllocation@\n"
  "      nullptr, src_span, 0)@\n  if (m_Face) m_FontData = m_Face->GetData()@\n")
pdfium_patch(core/fpdfapi/font/cpdf_font.cpp
  "  if (!m_bWillBeDestroyed && m_pFontFile) {\n"
  "  lectern_pdfium::give_back(100)@\n  m_Font.~CFX_Font()@\n  new (&m_Font) CFX_Font@\n  if (!m_bWillBeDestroyed && m_pFontFile) {\n"
  "      m_BaseFontName(m_pFontDict->GetByteStringFor(\"BaseFont\")) {}"
  "      m_BaseFontName(m_pFontDict->GetByteStringFor(\"BaseFont\")) {\n  lectern_pdfium::hold(100)@\n}")
pdfium_patch(core/fpdfapi/page/cpdf_docpagedata.cpp
  "  RetainPtr<CPDF_Font> pFont =\n      CPDF_Font::Create(GetDocument(), pFontDict, this)@\n"
  "  // How many fonts, and bytes of their files, were left when those that nothing has went, and how many bytes there are.\n  constexpr size_t kMore = 100@\n  constexpr uint32_t kMoreBytes = 16 << 20@\n  constexpr uint32_t kFewBytes = 40 << 20@\n  const uint32_t* const last = lectern_pdfium::remembered(this, 0)@\n  const uint32_t* const last_bytes = lectern_pdfium::remembered(this, 1)@\n  const uint32_t* const bytes = lectern_pdfium::remembered(this, 2)@\n  if (m_FontMap.size() >= (last ? *last : 0) + std::max<size_t>(kMore, last ? *last : 0) || (bytes && *bytes >= lectern_pdfium::part_of(kFewBytes) && *bytes >= lectern_pdfium::part_of(kMoreBytes) + (last_bytes ? *last_bytes : 0))) {\n    for (auto at = m_FontMap.begin()@ at != m_FontMap.end()@)\n      at = at->second && at->second->HasOneRef() ? m_FontMap.erase(at) : std::next(at)@\n    lectern_pdfium::remember(this, 0, static_cast<uint32_t>(m_FontMap.size()))@\n    const uint32_t* const left = lectern_pdfium::remembered(this, 2)@\n    lectern_pdfium::remember(this, 1, left ? *left : 0)@\n  }\n  RetainPtr<CPDF_Font> pFont =\n      CPDF_Font::Create(GetDocument(), pFontDict, this)@\n"
  "  if (it != m_FontFileMap.end())\n    return it->second@\n"
  "  if (it != m_FontFileMap.end()) {\n    lectern_pdfium::spend(2 * uint64_t{it->second->GetSize()})@\n    return it->second@\n  }\n"
  "  pFontAcc->LoadAllDataFilteredWithEstimatedSize(org_size)@\n"
  "  if (lectern_pdfium::is_exhausted()) return nullptr@\n  pFontAcc->LoadAllDataFilteredWithEstimatedSize(org_size)@\n  if (!pFontStream->HasFilter()) lectern_pdfium::spend(2 * uint64_t{pFontAcc->GetSize()})@\n  if (!lectern_pdfium::hold_for(pFontAcc.Get(), pFontAcc->GetSize() / 50)) {\n    lectern_pdfium::let_go(pFontAcc.Get())@\n    return nullptr@\n  }\n  constexpr uint64_t kMost = 136 << 20@\n  const uint32_t* const bytes = lectern_pdfium::remembered(this, 2)@\n  const uint64_t all = (bytes ? *bytes : 0) + uint64_t{pFontAcc->GetSize()}@\n  if (all > lectern_pdfium::part_of(kMost)) lectern_pdfium::spend(~uint64_t{0})@\n  lectern_pdfium::remember(this, 2, static_cast<uint32_t>(all))@\n"
  "it->second->HasOneRef())\n    m_FontFileMap.erase(it)@\n"
  "it->second->HasOneRef()) {\n    lectern_pdfium::let_go(it->second.Get())@\n    const uint32_t* const bytes = lectern_pdfium::remembered(this, 2)@\n    if (bytes) lectern_pdfium::remember(this, 2, *bytes - std::min(*bytes, it->second->GetSize()))@\n    m_FontFileMap.erase(it)@\n  }\n"
  "  // This should not fail, as the caller should have checked this already.\n"
  "  if (!lectern_pdfium::spend(3'000'000) || !lectern_pdfium::hold(800 + pAccessor->GetSize() / 50)) return nullptr@\n  lectern_pdfium::begin_profile()@\n  // This should not fail, as the caller should have checked this already.\n"
  "  m_IccProfileMap[pProfileStream] = pProfile@\n"
  "  if (!lectern_pdfium::keep_profile()) return nullptr@\n  m_IccProfileMap[pProfileStream] = pProfile@\n")

# Names that the encodings of fonts list, each font for itself: 60 units each.
pdfium_patch(core/fpdfapi/font/cpdf_simplefont.cpp
  "  m_CharNames.resize(kInternalTableSize)@\n"
  "  if (!lectern_pdfium::spend(60 * uint64_t{diffs->size()})) return@\n  m_CharNames.resize(kInternalTableSize)@\n")

# Glyphs that are drawn: the square of their points up to a thousand, what their programs do with these, and their length in
# pixels with the points that a row may have, and 70 for each pixel, which stays. Larger ones than PDFium takes are not made.
# Each takes 16,000 besides, and each size and direction of a face 20,000. Faces read all names of their glyphs, 300 units each,
# and go through them for a name.
pdfium_patch(core/fxge/cfx_glyphcache.cpp
  "    m_SizeMap[FaceGlyphsKey] = SizeGlyphCache()@\n"
  "    lectern_pdfium::spend(20'000)@\n    m_SizeMap[FaceGlyphsKey] = SizeGlyphCache()@\n")
pdfium_patch(core/fxge/cfx_face.cpp
  "  return pdfium::WrapRetain(new CFX_Face(pRec, std::move(pDesc)))@\n"
  "  if (!(pRec->face_flags & FT_FACE_FLAG_SFNT)) lectern_pdfium::spend(6 * uint64_t{data.size()} + 300 * static_cast<uint64_t>(pRec->num_glyphs))@\n  return pdfium::WrapRetain(new CFX_Face(pRec, std::move(pDesc)))@\n"
  "  return FT_Get_Name_Index(GetRec(), name)@\n"
  "  const int found = FT_Get_Name_Index(GetRec(), name)@\n  const uint64_t each = !FT_HAS_GLYPH_NAMES(GetRec()) ? 0 : FT_IS_SFNT(GetRec()) ? 60 : 30@\n  lectern_pdfium::spend(each * static_cast<uint64_t>(found ? found : GetGlyphCount()))@\n  return found@\n"
  "  FT_Library_SetLcdFilter(CFX"
  "  FT_BBox box@\n  FT_Outline_Get_CBox(&glyph->outline, &box)@\n  const FT_Pos width = (box.xMax - box.xMin) >> 6@\n  const FT_Pos height = (box.yMax - box.yMin) >> 6@\n  if (std::max(width, height) > static_cast<FT_Pos>(kMaxGlyphDimension)) return nullptr@\n  uint64_t length = 0@\n  for (uint64_t i = 1@ i < points@ ++i) {\n    const FT_Vector* at = glyph->outline.points + i@\n    length += static_cast<uint64_t>(std::abs(at[0].x - at[-1].x) + std::abs(at[0].y - at[-1].y)) >> 6@\n  }\n  if (!lectern_pdfium::spend(16'000 + 13 * length * std::min<uint64_t>(points, 340) + 70 * static_cast<uint64_t>(width) * static_cast<uint64_t>(height))) return nullptr@\n  FT_Library_SetLcdFilter(CFX"
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
# Each glyph that is read: 2,500 units.
freetype_patch(base ftbase ftobjs.c
  "#include <freetype/ftdriver.h>\n" "#include <freetype/ftdriver.h>\n#include \"cmap_cost.h\"\n"
  "    slot = face->glyph@\n    ft_glyphslot_clear( slot )@\n"
  "    lectern_pdfium_spend( 2500 )@\n    slot = face->glyph@\n    ft_glyphslot_clear( slot )@\n"
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
