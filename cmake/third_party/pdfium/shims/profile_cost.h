/* What a color costs that the elements of a profile are gone through for. It is included by Little CMS where these lie. */
#pragma once

static uint64_t cost_of_element(const cmsStage* element) {
  enum { kElement = 6, kMany = 64 << 10 };
  switch (element->Type) {
    case cmsSigCurveSetElemType: {
      const _cmsStageToneCurvesData* const data = (const _cmsStageToneCurvesData*)element->Data;
      uint64_t cost = kElement;
      for (cmsUInt32Number i = 0; data != NULL && data->TheCurves != NULL && i < data->nCurves; ++i) {
        const uint64_t segments = data->TheCurves[i]->nSegments;
        cost += segments == 0 ? 15 : 60 + 10 * segments;
      }
      return cost;
    }
    case cmsSigCLutElemType: {
      /* Half of the dimensions lie in each other, as often as there are more than three. */
      const uint64_t inputs = element->InputChannels;
      const _cmsStageCLutData* const data = (const _cmsStageCLutData*)element->Data;
      const uint64_t cost = kElement + (30 + 5 * (uint64_t)element->OutputChannels) * ((uint64_t)1 << (inputs > 3 ? inputs - 3 : 0));
      return data != NULL && data->nEntries > kMany ? 2 * cost : cost;
    }
    default:
      return kElement + 2 * (uint64_t)element->InputChannels * element->OutputChannels;
  }
}

uint64_t lectern_pdfium_cost_of_elements(const cmsPipeline* elements) {
  uint64_t cost = 0;
  for (const cmsStage* element = elements->Elements; element != NULL; element = element->Next) cost += cost_of_element(element);
  return cost;
}

uint64_t lectern_pdfium_cost_of_color(cmsHTRANSFORM transform) {
  enum { kColor = 100 };
  const _cmsTRANSFORM* const all = (const _cmsTRANSFORM*)transform;
  if (all->Lut->Eval16Fn != _LUTeval16 && !_cmsFormatterIsFloat(all->InputFormat)) return kColor;
  return kColor + lectern_pdfium_cost_of_elements(all->Lut);
}
