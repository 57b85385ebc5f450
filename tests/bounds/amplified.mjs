// All files in which something small stands for much.

import { kAmplifiedArchives } from './amplified_archives.mjs';
import { kAmplifiedChunks } from './amplified_chunks.mjs';
import { kAmplifiedCodecs } from './amplified_codecs.mjs';
import { kAmplifiedColors } from './amplified_colors.mjs';
import { kAmplifiedCompounds } from './amplified_compounds.mjs';
import { kAmplifiedData } from './amplified_data.mjs';
import { kAmplifiedDocuments } from './amplified_documents.mjs';
import { kAmplifiedDrawings } from './amplified_drawings.mjs';
import { kAmplifiedFonts } from './amplified_fonts.mjs';
import { kAmplifiedForms } from './amplified_forms.mjs';
import { kAmplifiedLines } from './amplified_lines.mjs';
import { kAmplifiedObjects } from './amplified_objects.mjs';
import { kAmplifiedOffices } from './amplified_offices.mjs';
import { kAmplifiedPages } from './amplified_pages.mjs';
import { kAmplifiedPdfs } from './amplified_pdfs.mjs';
import { kAmplifiedPictures } from './amplified_pictures.mjs';
import { kAmplifiedProfiles } from './amplified_profiles.mjs';
import { kAmplifiedRepeats } from './amplified_repeats.mjs';
import { kAmplifiedSheets } from './amplified_sheets.mjs';
import { kAmplifiedSlides } from './amplified_slides.mjs';
import { kAmplifiedTables } from './amplified_tables.mjs';
import { kAmplifiedTexts } from './amplified_texts.mjs';
import { kAmplifiedUnpacked } from './amplified_unpacked.mjs';
import { kAmplifiedWords } from './amplified_words.mjs';

/**
 * `make(n, bytes)` gives a file whose cost may grow with n no faster than n does. `isDrawn` is false where a page needs no
 * picture to ask for much; `options` are those of the read; `growth` is what twice n may cost where that is not twice as much.
 *
 * @type {Record<string, {name?: string, n: number, bytes?: number, isDrawn?: boolean, options?: string[], growth?: number, make: (n: number, bytes?: number) => Buffer}>}
 */
export const kAmplified = {
  ...kAmplifiedArchives,
  ...kAmplifiedChunks,
  ...kAmplifiedCodecs,
  ...kAmplifiedColors,
  ...kAmplifiedCompounds,
  ...kAmplifiedData,
  ...kAmplifiedDocuments,
  ...kAmplifiedDrawings,
  ...kAmplifiedFonts,
  ...kAmplifiedForms,
  ...kAmplifiedLines,
  ...kAmplifiedObjects,
  ...kAmplifiedOffices,
  ...kAmplifiedPages,
  ...kAmplifiedPdfs,
  ...kAmplifiedPictures,
  ...kAmplifiedProfiles,
  ...kAmplifiedRepeats,
  ...kAmplifiedSheets,
  ...kAmplifiedSlides,
  ...kAmplifiedTables,
  ...kAmplifiedTexts,
  ...kAmplifiedUnpacked,
  ...kAmplifiedWords,
};
