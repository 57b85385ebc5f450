// Large documents for the benchmarks: what programs write, at a size.

import { randomBytes } from 'node:crypto';

import { zip } from '../lib/zip.mjs';

const kOffice = 'application/vnd.openxmlformats-officedocument';
const kRelations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const kPackage = 'http://schemas.openxmlformats.org/package/2006';
const kXmlTypes = `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="mp4" ContentType="video/mp4"/>`;

const kSyllables = 'ta re mi so la ni ku ve do ran pel tion ment ing ter con pro al est ur'.split(' ');

/** Numbers below 2^24, the same at each run. */
function* numbers(seed) {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    yield state >>> 8;
  }
}

/** So many words of a few thousand, the same at each call with the same seed: they compress as prose does. */
function sentence(seed, count) {
  const next = numbers(seed * 7919 + count);
  const word = () => {
    const number = next.next().value;
    return Array.from({ length: 1 + (number % 3) }, (_, i) => kSyllables[(number >> (4 * i + 3)) % kSyllables.length]).join('');
  };
  return `${Array.from({ length: count }, word).join(' ')}.`;
}

const relationship = (id, type, target) => `<Relationship Id="${id}" Type="${kRelations}/${type}" Target="${target}"/>`;
const relationships = (all) => `<Relationships xmlns="${kPackage}/relationships">${all.join('')}</Relationships>`;
const contentTypes = (parts) =>
  `<Types xmlns="${kPackage}/content-types">${kXmlTypes}${parts.map(([name, type]) => `<Override PartName="${name}" ContentType="${kOffice}.${type}+xml"/>`).join('')}</Types>`;

/** @returns {Buffer} a Word document of so many pages of about 450 words, with headings, bold words and tables */
export function makeReport(pages) {
  const run = (text, properties = '') => `<w:r>${properties}<w:t xml:space="preserve">${text}</w:t></w:r>`;
  const paragraph = (content, style = '') => `<w:p>${style && `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}${content}</w:p>`;
  const cell = (text) => `<w:tc><w:tcPr><w:tcW w:w="2000" w:type="dxa"/></w:tcPr>${paragraph(run(text))}</w:tc>`;
  const body = [];
  for (let page = 0; page < pages; page++) {
    body.push(paragraph(run(`Part ${page + 1}`), 'Heading1'));
    for (let i = 0; i < 8; i++) {
      body.push(paragraph(run(`${sentence(page + i, 30)} `) + run(sentence(i, 4), '<w:rPr><w:b/></w:rPr>') + run(` ${sentence(page * i, 20)}`)));
    }
    if (page % 5 === 0) {
      const rows = Array.from({ length: 8 }, (_, row) => `<w:tr>${[0, 1, 2, 3].map((i) => cell(`cell ${row} ${i}`)).join('')}</w:tr>`);
      body.push(`<w:tbl><w:tblPr/><w:tblGrid/>${rows.join('')}</w:tbl>`);
    }
  }
  const main = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
  const style = `<w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/><w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:style>`;
  return zip([
    ['[Content_Types].xml', contentTypes([['/word/document.xml', 'wordprocessingml.document.main'], ['/word/styles.xml', 'wordprocessingml.styles']])],
    ['_rels/.rels', relationships([relationship('r', 'officeDocument', 'word/document.xml')])],
    ['word/_rels/document.xml.rels', relationships([relationship('s', 'styles', 'styles.xml')])],
    ['word/styles.xml', `<w:styles ${main}>${style}</w:styles>`],
    ['word/document.xml', `<w:document ${main}><w:body>${body.join('')}</w:body></w:document>`],
  ]);
}

/** @returns {Buffer} a deck of so many slides; each third one has a video of 1 MB */
export function makeDeck(slides) {
  const spaces = `xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="${kRelations}" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"`;
  const text = (lines) => `<p:txBody><a:bodyPr/>${lines.map((line) => `<a:p><a:r><a:t>${line}</a:t></a:r></a:p>`).join('')}</p:txBody>`;
  const shape = (id, placeholder, lines) =>
    `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="Shape ${id}"/><p:cNvSpPr/><p:nvPr>${placeholder}</p:nvPr></p:nvSpPr><p:spPr/>${text(lines)}</p:sp>`;
  const media = randomBytes(1 << 20);
  const members = [];
  const parts = [['/ppt/presentation.xml', 'presentationml.presentation.main']];
  const ids = [];
  const links = [];
  for (let i = 1; i <= slides; i++) {
    const lines = Array.from({ length: 6 }, (_, line) => sentence(i + line, 9));
    const tree = shape(2, '<p:ph type="title"/>', [`Slide number ${i}`]) + shape(3, '<p:ph idx="1"/>', lines);
    members.push([`ppt/slides/slide${i}.xml`, `<p:sld ${spaces}><p:cSld><p:spTree>${tree}</p:spTree></p:cSld></p:sld>`]);
    parts.push([`/ppt/slides/slide${i}.xml`, 'presentationml.slide']);
    ids.push(`<p:sldId id="${255 + i}" r:id="s${i}"/>`);
    links.push(relationship(`s${i}`, 'slide', `slides/slide${i}.xml`));
    if (i % 3 !== 0) continue;
    members.push([`ppt/slides/_rels/slide${i}.xml.rels`, relationships([relationship('m', 'video', `../media/media${i}.mp4`)])]);
    members.push([`ppt/media/media${i}.mp4`, media, true]);
  }
  return zip([
    ['[Content_Types].xml', contentTypes(parts)],
    ['_rels/.rels', relationships([relationship('r', 'officeDocument', 'ppt/presentation.xml')])],
    ['ppt/presentation.xml', `<p:presentation ${spaces}><p:sldIdLst>${ids.join('')}</p:sldIdLst><p:sldSz cx="9144000" cy="6858000"/></p:presentation>`],
    ['ppt/_rels/presentation.xml.rels', relationships(links)],
    ...members,
  ]);
}

/** @returns {Buffer} a web page of so many paragraphs, with headings, links, lists and tables */
export function makePage(paragraphs) {
  const parts = ['<!DOCTYPE html><html><head><title>A page</title><style>p { color: red }</style></head><body>'];
  for (let i = 0; i < paragraphs; i++) {
    if (i % 20 === 0) parts.push(`<h2 id="h${i}">Section ${i}</h2>`);
    if (i % 50 === 0) parts.push(`<table><tr><th>Name<th>Value</tr>${`<tr><td>row ${i}</td><td>${i * 7}</td></tr>`.repeat(5)}</table>`);
    if (i % 30 === 0) parts.push(`<ul>${Array.from({ length: 4 }, (_, n) => `<li>${sentence(i + n, 6)}</li>`).join('')}</ul>`);
    parts.push(`<p class="text">${sentence(i, 22)} <a href="/page/${i}">link ${i}</a> <em>${sentence(i, 3)}</em> &amp; &eacute;</p>\n`);
  }
  parts.push('</body></html>');
  return Buffer.from(parts.join(''));
}

/** @returns {Buffer} a mail with so many attachments of 1 MB */
export function makeMail(attachments) {
  const boundary = 'b0undary';
  const lines = ['Subject: Figures of the year', 'From: Ann <ann@example.org>', 'To: Bob <bob@example.org>', 'MIME-Version: 1.0'];
  lines.push(`Content-Type: multipart/mixed; boundary="${boundary}"`, '', `--${boundary}`, 'Content-Type: text/plain', '');
  for (let i = 0; i < 200; i++) lines.push(sentence(i, 10));
  const base64 = randomBytes(1 << 20).toString('base64').replace(/.{76}/g, '$&\r\n');
  for (let i = 1; i <= attachments; i++) {
    lines.push(`--${boundary}`, `Content-Type: application/octet-stream; name="data${i}.bin"`, 'Content-Transfer-Encoding: base64');
    lines.push(`Content-Disposition: attachment; filename="data${i}.bin"`, '', base64);
  }
  lines.push(`--${boundary}--`, '');
  return Buffer.from(lines.join('\r\n'));
}
