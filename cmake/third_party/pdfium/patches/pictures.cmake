# What is changed for pictures.

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

# What OpenJPEG holds for a picture: a unit for each byte, and 200 beyond as much as large pictures take. What JBIG2 pictures share
# is unpacked for each: 10 units a byte.
pdfium_patch(core/fpdfapi/page/cpdf_dib.cpp
  "        m_pGlobalAcc->LoadAllDataFiltered()@\n"
  "        m_pGlobalAcc->LoadAllDataFiltered()@\n        if (!lectern_pdfium::spend(10 * uint64_t{m_pGlobalAcc->GetSize()})) return LoadState::kFail@\n"
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
