// The fuzz targets of tests/fuzz and what each starts from.

import { kAmplifiedPdfs } from '../../tests/bounds/amplified_pdfs.mjs';
import { kAmplifiedPictures } from '../../tests/bounds/amplified_pictures.mjs';

const kPictures = ['avif', 'bmp', 'gif', 'heic', 'ico', 'jpeg', 'png', 'tiff', 'webp'];
const kTexts = ['mime', 'svg', 'text'];

/**
 * What each target starts from: folders of the corpus besides our own samples, and dictionaries of tests/fuzz. `amplified` is
 * what a target that looks for work starts from.
 */
export const kTargets = {
  arguments: { corpus: [], dictionaries: ['arguments'] },
  avif: { corpus: ['avif'], dictionaries: ['image'] },
  cfb: { corpus: [], dictionaries: [] },
  columnar: { corpus: [], dictionaries: [] },
  data: { corpus: [...kTexts], dictionaries: ['json', 'text'] },
  database: { corpus: [], dictionaries: [] },
  detection: { corpus: [...kPictures, ...kTexts, 'office', 'hostile'], dictionaries: ['image', 'text'] },
  encrypted: { corpus: [], dictionaries: [] },
  html: { corpus: [], dictionaries: ['text'] },
  image: { corpus: [...kPictures, 'hostile'], dictionaries: ['image'] },
  image_work: { corpus: [...kPictures, 'hostile'], dictionaries: ['image'], seeds: 'image', amplified: kAmplifiedPictures },
  inflate: { corpus: [], dictionaries: [] },
  json: { corpus: ['notebook'], dictionaries: ['json'] },
  kernels: { corpus: ['text'], dictionaries: ['text'] },
  layout: { corpus: [], dictionaries: [] },
  mail: { corpus: [], dictionaries: ['text'] },
  media: { corpus: ['hostile'], dictionaries: [] },
  notebook: { corpus: ['notebook', 'hostile'], dictionaries: ['json'] },
  package: { corpus: [], dictionaries: ['package'] },
  pdf: { corpus: ['pdf', 'hostile'], dictionaries: ['pdf'] },
  pdf_work: { corpus: ['pdf', 'hostile'], dictionaries: ['pdf'], seeds: 'pdf', amplified: kAmplifiedPdfs },
  pictures: { corpus: [...kPictures, 'hostile'], dictionaries: ['image'] },
  read: { corpus: [...kPictures, ...kTexts, 'notebook', 'pdf', 'hostile'], dictionaries: ['image', 'json', 'pdf'] },
  sheets: { corpus: [], dictionaries: [] },
  slides: { corpus: [], dictionaries: [] },
  svg: { corpus: ['svg'], dictionaries: [] },
  text: { corpus: [...kTexts, 'hostile'], dictionaries: ['text'] },
  word: { corpus: [], dictionaries: [] },
};
