// Small PDFs that would take hours or gigabytes when they are believed, for tests and measurements.
//
//   node scripts/pdf/bombs.mjs FOLDER     writes them

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deflateSync } from 'node:zlib';

/** Objects 1 to 3 are the catalog, the page tree and a font, which pages name /F1. */
export class Writer {
  #objects = [undefined, undefined, '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>'];
  #pages = [];
  /** Entries of the catalog. */
  catalog = '';

  get next() {
    return this.#objects.length + 1;
  }

  add(object) {
    this.#objects.push(object);
    return this.#objects.length;
  }

  stream(dictionary, content) {
    const data = Buffer.from(content, 'latin1');
    const filter = data.length > 1000 ? '/Filter/FlateDecode' : '';
    const body = filter ? deflateSync(data) : data;
    const head = `<<${dictionary}${filter}/Length ${body.length}>>stream\n`;
    return this.add(Buffer.concat([Buffer.from(head, 'latin1'), body, Buffer.from('\nendstream')]));
  }

  form(content, resources = '') {
    return this.stream(`/Type/XObject/Subtype/Form/BBox[0 0 600 800]/Resources<<${resources}>>`, content);
  }

  page(content, resources = '', extra = '/MediaBox[0 0 600 800]') {
    const contents = this.stream('', content);
    const fonts = `/Font<</F1 3 0 R>>${resources}`;
    this.#pages.push(
      this.add(`<</Type/Page/Parent 2 0 R${extra}/Contents ${contents} 0 R/Resources<<${fonts}>>>>`),
    );
  }

  finish(kids = this.#pages) {
    this.#objects[0] = `<</Type/Catalog/Pages 2 0 R${this.catalog}>>`;
    this.#objects[1] = `<</Type/Pages/Count ${this.#pages.length}/Kids[${kids.map((kid) => `${kid} 0 R`).join(' ')}]>>`;
    const parts = [Buffer.from('%PDF-1.7\n')];
    const offsets = [];
    let size = parts[0].length;
    const write = (piece) => {
      const bytes = Buffer.from(piece);
      parts.push(bytes);
      size += bytes.length;
    };
    this.#objects.forEach((object, i) => {
      offsets.push(size);
      write(`${i + 1} 0 obj\n`);
      write(object);
      write('\nendobj\n');
    });
    const start = size;
    const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
    write(`xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${rows.join('')}`);
    write(`trailer\n<</Size ${offsets.length + 1}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`);
    return Buffer.concat(parts);
  }
}

const kText = 'BT /F1 12 Tf 50 700 Td (what the page says) Tj ET';

function tinySteps() {
  const writer = new Writer();
  const pattern = writer.stream(
    '/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 1 1]/XStep .0001/YStep .0001/Resources<<>>',
    '1 0 0 rg 0 0 .5 .5 re f',
  );
  const fill = '/Pattern cs /P scn 0 0 14400 14400 re f';
  writer.page(`${kText} ${fill}`, `/Pattern<</P ${pattern} 0 R>>`, '/MediaBox[0 0 14400 14400]');
  return writer.finish();
}

/** Each pattern is filled with the next one, eight times. */
function nestedPatterns() {
  const writer = new Writer();
  const tile = (resources) =>
    `/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 99 99]/XStep 100/YStep 100/Resources<<${resources}>>`;
  let pattern = writer.stream(tile(''), '0 0 9 9 re f');
  for (let level = 0; level < 20; level++) {
    const fills = '/Pattern cs /P scn 0 0 99 99 re f '.repeat(8);
    pattern = writer.stream(tile(`/Pattern<</P ${pattern} 0 R>>`), fills);
  }
  writer.page(`${kText} /Pattern cs /P scn 0 0 600 800 re f`, `/Pattern<</P ${pattern} 0 R>>`);
  return writer.finish();
}

/** Glyphs made of glyphs of the next font, and of their own. */
function nestedGlyphs() {
  const writer = new Writer();
  let font = 3;
  for (let level = 0; level < 12; level++) {
    const self = writer.next + 1;
    const text = `1000 0 d0 BT /F1 1 Tf (${'a'.repeat(50)}) Tj /Me 1 Tf (aaaa) Tj ET 0 0 700 700 re f`;
    const glyph = writer.stream('', text);
    font = writer.add(
      '<</Type/Font/Subtype/Type3/FontBBox[0 0 1000 1000]/FontMatrix[.001 0 0 .001 0 0]/FirstChar 97/LastChar 97' +
        `/Widths[1000]/Encoding<</Differences[97/a]>>/CharProcs<</a ${glyph} 0 R>>` +
        `/Resources<</Font<</F1 ${font} 0 R/Me ${self} 0 R>>>>>>`,
    );
  }
  writer.page(`${kText} BT /T 20 Tf 50 400 Td (${'a'.repeat(500)}) Tj ET`, `/Font<</F1 3 0 R/T ${font} 0 R>>`);
  return writer.finish();
}

/** Soft masks in soft masks. */
function nestedMasks() {
  const writer = new Writer();
  let group = writer.form('0 0 600 800 re f');
  for (let level = 0; level < 20; level++) {
    const state = `/ExtGState<</G<</SMask<</S/Luminosity/G ${group} 0 R>>>>>>`;
    group = writer.stream(
      `/Type/XObject/Subtype/Form/Group<</S/Transparency/CS/DeviceGray>>/BBox[0 0 600 800]/Resources<<${state}>>`,
      `/G gs ${'1 g 0 0 600 800 re f '.repeat(8)}`,
    );
  }
  const state = `/ExtGState<</G<</SMask<</S/Luminosity/G ${group} 0 R>>>>>>`;
  writer.page(`${kText} /G gs 0 0 600 800 re f`, state);
  return writer.finish();
}

/** Two calls of the next form in each of 38 levels. */
function nestedForms() {
  const writer = new Writer();
  let form = writer.form('0 0 9 9 re f');
  for (let level = 0; level < 38; level++) form = writer.form('/X Do /X Do', `/XObject<</X ${form} 0 R>>`);
  writer.page(`${kText} /X Do`, `/XObject<</X ${form} 0 R>>`);
  return writer.finish();
}

/** A chain of forms, each in the next. */
function deepForms() {
  const writer = new Writer();
  let form = writer.form('0 0 9 9 re f');
  for (let level = 0; level < 5_000; level++) form = writer.form('/X Do', `/XObject<</X ${form} 0 R>>`);
  writer.page(`${kText} /X Do`, `/XObject<</X ${form} 0 R>>`);
  return writer.finish();
}

/** A form of a megabyte, drawn ten thousand times. */
function repeatedForm() {
  const writer = new Writer();
  const form = writer.form('0 0 m 9 9 l S\n'.repeat(75_000));
  writer.page(`${kText} ${'/X Do '.repeat(10_000)}`, `/XObject<</X ${form} 0 R>>`);
  return writer.finish();
}

/** A form of a few bytes, drawn a hundred thousand times. */
function repeatedSmallForm() {
  const writer = new Writer();
  const form = writer.form('0 0 9 9 re f');
  writer.page(`${kText} ${'/X Do '.repeat(100_000)}`, `/XObject<</X ${form} 0 R>>`);
  return writer.finish();
}

/** A form that shows a letter as often as its size allows. */
function denseForm() {
  const writer = new Writer();
  const form = writer.form(`BT /F1 9 Tf ${'(a)Tj '.repeat(800_000)} ET`, '/Font<</F1 3 0 R>>');
  writer.page(`${kText} /X Do`, `/XObject<</X ${form} 0 R>>`);
  return writer.finish();
}

function manyCharacters() {
  const writer = new Writer();
  writer.page(`BT /F1 9 Tf ${`(${'a'.repeat(1_000)})Tj `.repeat(5_000)} ET`);
  return writer.finish();
}

/** A form inside of a form that is small in the file only. */
function hiddenInflation() {
  const writer = new Writer();
  const inner = writer.form(' '.repeat(200_000_000));
  const outer = writer.form('/X Do', `/XObject<</X ${inner} 0 R>>`);
  writer.page(`${kText} /X Do`, `/XObject<</X ${outer} 0 R>>`);
  return writer.finish();
}

function fullPages() {
  const writer = new Writer();
  writer.page(`${kText} ${'0 0 600 800 re f\n'.repeat(1_000_000)}`);
  return writer.finish();
}

function millionAnnotations() {
  const writer = new Writer();
  const look = writer.stream('/Type/XObject/Subtype/Form/BBox[0 0 9 9]', '0 0 9 9 re f');
  const note = writer.add(`<</Type/Annot/Subtype/Stamp/Rect[9 9 18 18]/Contents(x)/AP<</N ${look} 0 R>>>>`);
  writer.page(kText, '', `/MediaBox[0 0 600 800]/Annots[${`${note} 0 R `.repeat(1_000_000)}]`);
  return writer.finish();
}

/** A stamp that looks like the form. */
function stampedPage(writer, form, count = 1) {
  const stamp = writer.add(`<</Type/Annot/Subtype/Stamp/Rect[0 0 600 800]/AP<</N ${form} 0 R>>>>`);
  writer.page(kText, '', `/MediaBox[0 0 600 800]/Annots[${`${stamp} 0 R `.repeat(count)}]`);
  return writer.finish();
}

/** As nestedForms, but the page itself draws none of them. */
function nestedFormsInAnnotation() {
  const writer = new Writer();
  let form = writer.form('0 0 9 9 re f');
  for (let level = 0; level < 38; level++) form = writer.form('/X Do /X Do', `/XObject<</X ${form} 0 R>>`);
  return stampedPage(writer, form);
}

/** Ten thousand stamps that share a form of a megabyte. */
function repeatedAnnotation() {
  const writer = new Writer();
  return stampedPage(writer, writer.form('0 0 m 9 9 l S\n'.repeat(75_000)), 10_000);
}

/** About as many stamps as a page may have on hosts of 128 MB, each with a look of its own. */
function manyAnnotations() {
  const writer = new Writer();
  const stamps = [];
  for (let i = 0; i < 8_000; i++) {
    const look = writer.form(`BT /F1 9 Tf (number ${i}) Tj ET 0 0 9 9 re f`, '/Font<</F1 3 0 R>>');
    stamps.push(writer.add(`<</Type/Annot/Subtype/Stamp/Rect[9 9 600 18]/Contents(x)/AP<</N ${look} 0 R>>>>`));
  }
  writer.page(kText, '', `/MediaBox[0 0 600 800]/Annots[${stamps.map((stamp) => `${stamp} 0 R`).join(' ')}]`);
  return writer.finish();
}

/** A stamp that takes hours to draw. */
function slowAnnotation() {
  const writer = new Writer();
  const pattern = writer.stream(
    '/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 1 1]/XStep .0001/YStep .0001/Resources<<>>',
    '1 0 0 rg 0 0 .5 .5 re f',
  );
  const look = writer.form('/Pattern cs /P scn 0 0 600 800 re f', `/Pattern<</P ${pattern} 0 R>>`);
  return stampedPage(writer, look);
}

/** Page trees nested ten thousand deep. */
function deepPageTree() {
  const writer = new Writer();
  writer.page(kText);
  let node = writer.next - 1;
  for (let level = 0; level < 10_000; level++) {
    node = writer.add(`<</Type/Pages/Count 1/Kids[${node} 0 R]>>`);
  }
  return writer.finish([node]);
}

function hugePicture() {
  const writer = new Writer();
  const side = 60_000;
  const picture = writer.stream(
    `/Type/XObject/Subtype/Image/Width ${side}/Height ${side}/BitsPerComponent 8/ColorSpace/DeviceRGB`,
    '\0'.repeat(1_000_000),
  );
  writer.page(`${kText} q 600 0 0 800 0 0 cm /P Do Q`, `/XObject<</P ${picture} 0 R>>`);
  return writer.finish();
}

const kBombs = {
  tiny_pattern_steps: tinySteps,
  patterns_in_patterns: nestedPatterns,
  glyphs_in_glyphs: nestedGlyphs,
  masks_in_masks: nestedMasks,
  forms_in_forms: nestedForms,
  five_thousand_forms_deep: deepForms,
  a_large_form_ten_thousand_times: repeatedForm,
  a_small_form_a_hundred_thousand_times: repeatedSmallForm,
  a_form_of_eight_hundred_thousand_words: denseForm,
  a_page_of_five_million_characters: manyCharacters,
  a_hidden_form_that_inflates: hiddenInflation,
  a_million_full_pages: fullPages,
  a_million_annotations: millionAnnotations,
  eight_thousand_annotations: manyAnnotations,
  an_annotation_of_forms_in_forms: nestedFormsInAnnotation,
  a_large_annotation_ten_thousand_times: repeatedAnnotation,
  an_annotation_with_tiny_pattern_steps: slowAnnotation,
  a_page_tree_ten_thousand_deep: deepPageTree,
  a_picture_of_ten_gigabytes: hugePicture,
};

/** @returns {Generator<[string, Buffer]>} names and files */
export function* makeBombs() {
  for (const [name, make] of Object.entries(kBombs)) yield [name, make()];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = process.argv[2];
  mkdirSync(folder, { recursive: true });
  for (const [name, bytes] of makeBombs()) writeFileSync(join(folder, `${name}.pdf`), bytes);
}
