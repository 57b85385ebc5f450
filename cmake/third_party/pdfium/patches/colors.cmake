# What is changed for functions, colors and meshes.

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
  "  if (!lectern_pdfium::spend(16 * uint64_t{m_Operators.size()})) return false@\n  for (size_t i = 0@ i < m_Operators.size()@ ++i) {\n    const PDF_PSOP op"
  "  FX_SAFE_INT32 result@\n  switch (op) {\n"
  "  const bool is_slow = op == PSOP_IDIV || op == PSOP_MOD || (op >= PSOP_ROUND && op <= PSOP_SQRT)@\n  const bool is_slowest = op >= PSOP_SIN && op <= PSOP_LOG@\n  if ((is_slow || is_slowest) && !lectern_pdfium::spend(is_slow ? 16 : 80)) return false@\n  FX_SAFE_INT32 result@\n  switch (op) {\n"
  "      j %= n@\n"
  "      if (!lectern_pdfium::spend(2 * static_cast<uint64_t>(n))) return false@\n      j %= n@\n")
pdfium_patch(core/fpdfapi/page/cpdf_sampledfunc.cpp
  "CPDF_SampledFunc::~CPDF_SampledFunc() = default@"
  "CPDF_SampledFunc::~CPDF_SampledFunc() {\n  if (m_pSampleStream) lectern_pdfium::give_back(m_pSampleStream->GetSize() / 50)@\n}"
  "  m_pSampleStream->LoadAllDataFiltered()@\n"
  "  m_pSampleStream->LoadAllDataFiltered()@\n  if (!lectern_pdfium::hold(m_pSampleStream->GetSize() / 50)) return false@\n")

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
  "  const bool is_read = v_Init(pObj, pVisited)@\n  lectern_pdfium::give_back(old_outputs / 2)@\n  if (!lectern_pdfium::hold(m_nOutputs / 2) || !lectern_pdfium::spend(20 * (uint64_t{m_nInputs} + m_nOutputs)) || !is_read)\n    return false@\n"
  "  if (m_nInputs != inputs.size())"
  "  if (m_nInputs != inputs.size() || !lectern_pdfium::spend(60 + (m_Type == Type::kType0Sampled ? 60 : m_Type == Type::kType2ExponentialInterpolation ? 20 : 6) * uint64_t{m_nInputs} * m_nOutputs))")
# A power is the same for all that a function gives of a value.
pdfium_patch(core/fpdfapi/page/cpdf_expintfunc.cpp
  "    for (uint32_t j = 0@ j < m_nOrigOutputs@ j++) {\n      results[i * m_nOrigOutputs + j]"
  "    const float power = powf(inputs[i], m_Exponent)@\n    for (uint32_t j = 0@ j < m_nOrigOutputs@ j++) {\n      results[i * m_nOrigOutputs + j]"
  "          powf(inputs[i], m_Exponent) * (" "          power * (")
# Of functions that are stitched, the one for a value is looked for in all.
pdfium_patch(core/fpdfapi/page/cpdf_stitchfunc.cpp
  "  input = Interpolate(input, m_bounds[i],"
  "  if (!lectern_pdfium::spend(3 * uint64_t{i})) return false@\n  input = Interpolate(input, m_bounds[i],")
pdfium_patch(core/fpdfapi/page/cpdf_colorspace.cpp
  "CPDF_ColorSpace::CPDF_ColorSpace(Family family) : m_Family(family) {}"
  "CPDF_ColorSpace::CPDF_ColorSpace(Family family) : m_Family(family) {\n  lectern_pdfium::hold(16)@\n}"
  "CPDF_ColorSpace::~CPDF_ColorSpace() = default@"
  "CPDF_ColorSpace::~CPDF_ColorSpace() {\n  lectern_pdfium::give_back(16)@\n}"
  "  if (pdfium::Contains(*pVisited, pObj))\n"
  "  constexpr size_t kMostNested = 16@\n  if (pVisited->size() > kMostNested || pdfium::Contains(*pVisited, pObj))\n")

# Patterns, which pages hold as long as something is filled with them.
pdfium_patch(core/fpdfapi/page/cpdf_pattern.cpp
  "  DCHECK(m_pDocument)@\n"
  "  lectern_pdfium::hold(6)@\n  DCHECK(m_pDocument)@\n"
  "CPDF_Pattern::~CPDF_Pattern() = default@"
  "CPDF_Pattern::~CPDF_Pattern() {\n  lectern_pdfium::give_back(6)@\n}")

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

# Colors that a profile translates: what its tables and curves take for each that is not the same as one before, 12 times that
# beyond what large pictures have.
pdfium_patch(core/fxcodec/icc/icc_transform.cpp
  "#include \"core/fxcrt/ptr_util.h\"\n"
  "#include \"core/fxcrt/ptr_util.h\"\n#include \"profile_colors.h\"\n"
  "  cmsDeleteTransform(m_hTransform)@\n"
  "  lectern_pdfium::ProfileColors::forget(m_hTransform)@\n  cmsDeleteTransform(m_hTransform)@\n"
  "  uint8_t output[4]@\n"
  "  uint8_t output[4] = {}@\n  lectern_pdfium::spend(100)@\n"
  "      inputs[i] = pSrcValues[i]@\n    cmsDoTransform(m_hTransform, inputs.data(), output, 1)@\n"
  "      inputs[i] = pSrcValues[i]@\n    if (lectern_pdfium::ProfileColors::pay(m_hTransform, 1)) cmsDoTransform(m_hTransform, inputs.data(), output, 1)@\n"
  "    }\n    cmsDoTransform(m_hTransform, inputs.data(), output, 1)@\n"
  "    }\n    lectern_pdfium::ProfileColors::translate(m_hTransform, m_nSrcComponents, inputs, output, 1)@\n"
  "  cmsDoTransform(m_hTransform, pSrc.data(), pDest.data(), pixels)@\n"
  "  if (!m_bLab) {\n    lectern_pdfium::ProfileColors::translate(m_hTransform, m_nSrcComponents, pSrc, pDest, pixels)@\n  } else if (lectern_pdfium::ProfileColors::pay(m_hTransform, static_cast<uint64_t>(pixels))) {\n    cmsDoTransform(m_hTransform, pSrc.data(), pDest.data(), pixels)@\n  }\n")

# What profiles become in memory, some of which name one table or curve again and again: a unit for each byte, and no more than 64 MB
# for one of them. Curves are made tables of 4,096 values, and a list of elements is gone through for each that it gets.
lcms_patch(cmserr.c
  "    return FXMEM_DefaultAlloc(size)@\n"
  "    return lectern_pdfium_hold_for_profile(size) ? FXMEM_DefaultAlloc(size) : NULL@\n"
  "    void* p = FXMEM_DefaultAlloc(size)@\n    if (p) memset("
  "    void* p = _cmsMalloc(ContextID, size)@\n    if (p) memset("
  "    return FXMEM_DefaultRealloc(Ptr, size)@\n"
  "    return lectern_pdfium_hold_for_profile(size) ? FXMEM_DefaultRealloc(Ptr, size) : NULL@\n"
  "    void* p = FXMEM_DefaultAlloc(size)@\n    memmove("
  "    void* p = _cmsMalloc(ContextID, size)@\n    if (p) memmove(")
lcms_patch(cmstypes.c
  "        if (!io -> Seek(io, ElementOffsets[i])) goto Error@\n\n        // This is the reader callback"
  "        if (!lectern_pdfium_spend(100 * (uint64_t) i) || lectern_pdfium_profile_is_full()) goto Error@\n        if (!io -> Seek(io, ElementOffsets[i])) goto Error@\n\n        // This is the reader callback"
  "     if (nSegments < 1) return NULL@\n"
  "     if (nSegments < 1 || !lectern_pdfium_spend(4096 * (60 + 10 * (uint64_t) nSegments))) return NULL@\n"
  "     // Explore for missing implicit points \n"
  "     if (Curve == NULL) return NULL@\n\n     // Explore for missing implicit points \n")
# Curves for whose parts or points there is no memory.
lcms_patch(cmsgamma.c
  "                p ->Segments[i].SampledPoints = NULL@\n\n"
  "                p ->Segments[i].SampledPoints = NULL@\n            if (Segments[i].Type == 0 && Segments[i].SampledPoints != NULL && p ->Segments[i].SampledPoints == NULL) goto Error@\n\n"
  "Error:\n    if (p -> SegInterp)"
  "Error:\n    for (i = 0@ p ->Segments && p ->SegInterp && i < nSegments@ i++) {\n        if (p ->Segments[i].SampledPoints) _cmsFree(ContextID, p ->Segments[i].SampledPoints)@\n        if (p ->SegInterp[i]) _cmsFreeInterpParams(p ->SegInterp[i])@\n    }\n    if (p -> SegInterp)")
# Elements that are made a table, as those of Lab are: each of its colors goes through them.
lcms_patch(cmsopt.c
  "#include \"lcms2_internal.h\"\n"
  "#include \"lcms2_internal.h\"\n\nuint64_t lectern_pdfium_cost_of_elements(const cmsPipeline* elements)@\n"
  "    Src = *Lut@\n\n    // Allocate an empty LUT\n"
  "    Src = *Lut@\n    uint64_t colors = 1@\n    for (cmsUInt32Number i = 0@ i < Src->InputChannels@ ++i) colors *= nGridPoints@\n    if (!lectern_pdfium_spend(4 * colors * (100 + lectern_pdfium_cost_of_elements(Src)))) return FALSE@\n\n    // Allocate an empty LUT\n")
lcms_patch(cmslut.c
  "// Does evaluate the LUT on cmsFloat32Number-basis.\nstatic\n"
  "#include \"profile_cost.h\"\n\n// Does evaluate the LUT on cmsFloat32Number-basis.\nstatic\n")

# Meshes of shadings, which are gone through each time that content names them: a unit for each byte, 200 for each point.
pdfium_patch(core/fpdfapi/page/cpdf_meshstream.cpp
  "  m_pStream->LoadAllDataFiltered()@\n"
  "  m_pStream->LoadAllDataFiltered()@\n  if (!lectern_pdfium::spend(m_pStream->GetSpan().size())) return false@\n")
