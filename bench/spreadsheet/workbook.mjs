// A workbook of Office Open XML with one sheet, as Excel writes it: numbers, dates and shared strings.

import { zip } from '../lib/zip.mjs';

const kMain = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const kRelations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const kPackage = 'http://schemas.openxmlformats.org/package/2006';
const kSharedStrings = 5000;

const relationship = (id, type, target) => `<Relationship Id="${id}" Type="${kRelations}/${type}" Target="${target}"/>`;
const relationships = (all) => `<Relationships xmlns="${kPackage}/relationships">${all.join('')}</Relationships>`;

/** @returns {Buffer} a workbook with so many rows of ten cells */
export function makeWorkbook(rows) {
  const cells = [];
  for (let row = 1; row <= rows; row += 1) {
    const line = [`<row r="${row}">`];
    for (let i = 0; i < 10; i += 1) {
      const at = `${String.fromCharCode(65 + i)}${row}`;
      if (i < 3) line.push(`<c r="${at}" t="s"><v>${(row * 7 + i) % kSharedStrings}</v></c>`);
      else if (i < 5) line.push(`<c r="${at}" s="1"><v>${40000 + (row % 5000)}</v></c>`);
      else line.push(`<c r="${at}" s="2"><v>${(row * 31 + i) / 8}</v></c>`);
    }
    cells.push(line.join(''), '</row>');
  }
  const strings = Array.from({ length: kSharedStrings }, (_, i) => `<si><t>text number ${i}</t></si>`);
  const types = ['/xl/workbook.xml', 'sheet.main', '/xl/worksheets/sheet1.xml', 'worksheet', '/xl/styles.xml', 'styles', '/xl/sharedStrings.xml', 'sharedStrings'];
  const overrides = [];
  for (let i = 0; i < types.length; i += 2) {
    overrides.push(`<Override PartName="${types[i]}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${types[i + 1]}+xml"/>`);
  }
  const xmlType = '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>';
  return zip([
    ['[Content_Types].xml', `<Types xmlns="${kPackage}/content-types">${xmlType}${overrides.join('')}</Types>`],
    ['_rels/.rels', relationships([relationship('r', 'officeDocument', 'xl/workbook.xml')])],
    ['xl/workbook.xml', `<workbook xmlns="${kMain}" xmlns:r="${kRelations}"><sheets><sheet name="Data" sheetId="1" r:id="a"/></sheets></workbook>`],
    [
      'xl/_rels/workbook.xml.rels',
      relationships([relationship('a', 'worksheet', 'worksheets/sheet1.xml'), relationship('b', 'styles', 'styles.xml'), relationship('c', 'sharedStrings', 'sharedStrings.xml')]),
    ],
    ['xl/styles.xml', `<styleSheet xmlns="${kMain}"><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="4"/></cellXfs></styleSheet>`],
    ['xl/sharedStrings.xml', `<sst xmlns="${kMain}">${strings.join('')}</sst>`],
    ['xl/worksheets/sheet1.xml', `<worksheet xmlns="${kMain}"><sheetData>${cells.join('')}</sheetData></worksheet>`],
  ]);
}
