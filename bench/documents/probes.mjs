// One document of each kind in which every sort of content is one word of its own, so that it shows what a reader leaves out.

import { zip } from '../lib/zip.mjs';

const kOffice = 'application/vnd.openxmlformats-officedocument';
const kRelations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const kPackage = 'http://schemas.openxmlformats.org/package/2006';

/**
 * A sort of content and the word that stands for it. `hidden`: a person does not see it, so it has to be marked or left out.
 * @typedef {{what: string, word: string, hidden?: boolean}} Probe
 * @typedef {{extension: string, bytes: Buffer, probes: Probe[]}} ProbeDocument
 */

/** Hands out words and notes what they stand for. */
class Probes {
  /** @type {Probe[]} */
  all = [];
  #prefix;

  constructor(prefix) {
    this.#prefix = prefix;
  }

  /** @returns {string} a word of its own for content that a person sees */
  seen(what) {
    return this.#word(what, false);
  }

  /** @returns {string} a word of its own for content that a person does not see */
  hidden(what) {
    return this.#word(what, true);
  }

  /** Text that follows from what the file stores. */
  expect(what, word) {
    this.all.push({ what, word });
  }

  #word(what, hidden) {
    const word = `${this.#prefix}${String.fromCharCode(97 + Math.floor(this.all.length / 26), 97 + (this.all.length % 26))}xq`;
    this.all.push({ what, word, hidden });
    return word;
  }
}

/** A PNG of one pixel. */
const kPixel = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=', 'base64');

const relationships = (all) =>
  `<Relationships xmlns="${kPackage}/relationships">${all
    .map(([id, type, target, mode]) => `<Relationship Id="${id}" Type="${kRelations}/${type}" Target="${target}"${mode ? ` TargetMode="${mode}"` : ''}/>`)
    .join('')}</Relationships>`;

const contentTypes = (parts) =>
  `<Types xmlns="${kPackage}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="png" ContentType="image/png"/><Default Extension="vml" ContentType="${kOffice}.vmlDrawing"/>${parts
    .map(([name, type]) => `<Override PartName="${name}" ContentType="${kOffice}.${type}+xml"/>`)
    .join('')}</Types>`;

/** @returns {ProbeDocument} */
function wordDocument() {
  const probes = new Probes('wo');
  const main = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="${kRelations}" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" xmlns:v="urn:schemas-microsoft-com:vml" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"`;
  const run = (text, properties = '') => `<w:r>${properties && `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`;
  const paragraph = (content, properties = '') => `<w:p>${properties && `<w:pPr>${properties}</w:pPr>`}${content}</w:p>`;
  const cell = (content) => `<w:tc><w:tcPr><w:tcW w:w="2000" w:type="dxa"/></w:tcPr>${content}</w:tc>`;
  const table = (rows) => `<w:tbl><w:tblPr/><w:tblGrid><w:gridCol/><w:gridCol/></w:tblGrid>${rows.map((cells) => `<w:tr>${cells.map(cell).join('')}</w:tr>`).join('')}</w:tbl>`;
  const author = 'w:id="7" w:author="Ann" w:date="2026-01-02T03:04:05Z"';
  const words = {
    heading: probes.seen('heading'),
    text: probes.seen('text'),
    nested: probes.seen('cell of a table in a table'),
    footnote: probes.seen('footnote'),
    endnote: probes.seen('endnote'),
    comment: probes.seen('comment'),
    box: probes.seen('text box'),
    header: probes.seen('header of pages'),
    footer: probes.seen('footer of pages'),
    inserted: probes.seen('inserted text (tracked)'),
    control: probes.seen('content control'),
    link: probes.seen('target of a link'),
    equation: probes.seen('equation'),
    alternative: probes.seen('description of a picture'),
    deleted: probes.hidden('deleted text (tracked)'),
    vanished: probes.hidden('hidden text'),
  };
  const list = ['first', 'second'].map((text) => paragraph(run(`${text} item`), '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>'));
  probes.expect('numbers of a list', '2. second item');
  const body = [
    paragraph(run(words.heading), '<w:pStyle w:val="Heading1"/>'),
    paragraph(`${run(`${words.text} `)}<w:r><w:footnoteReference w:id="2"/></w:r><w:r><w:endnoteReference w:id="2"/></w:r>`),
    table([[paragraph(run('outer')), table([[paragraph(run(words.nested)), paragraph(run('inner'))]]) + paragraph('')]]),
    paragraph(`<w:commentRangeStart w:id="0"/>${run('commented')}<w:commentRangeEnd w:id="0"/><w:r><w:commentReference w:id="0"/></w:r>`),
    paragraph(`<w:r><w:pict><v:shape style="width:90pt;height:40pt"><v:textbox><w:txbxContent>${paragraph(run(words.box))}</w:txbxContent></v:textbox></v:shape></w:pict></w:r>`),
    paragraph(`<w:ins ${author}>${run(words.inserted)}</w:ins><w:del ${author}><w:r><w:delText>${words.deleted}</w:delText></w:r></w:del>`),
    paragraph(run(words.vanished, '<w:vanish/>') + run('after')),
    `<w:sdt><w:sdtContent>${paragraph(run(words.control))}</w:sdtContent></w:sdt>`,
    paragraph(`<w:hyperlink r:id="link">${run('a link')}</w:hyperlink>`),
    paragraph(`<m:oMath><m:f><m:num><m:r><m:t>${words.equation}</m:t></m:r></m:num><m:den><m:r><m:t>2</m:t></m:r></m:den></m:f></m:oMath>`),
    paragraph(`<w:r><w:drawing><wp:inline><wp:extent cx="9525" cy="9525"/><wp:docPr id="1" name="Picture 1" descr="${words.alternative}"/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"/></a:graphic></wp:inline></w:drawing></w:r>`),
    ...list,
    '<w:sectPr><w:headerReference w:type="default" r:id="header"/><w:footerReference w:type="default" r:id="footer"/></w:sectPr>',
  ];
  const note = (kind, text) => `<w:${kind}s ${main}><w:${kind} w:id="2">${paragraph(`<w:r><w:${kind}Ref/></w:r>${run(text)}`)}</w:${kind}></w:${kind}s>`;
  const numbering = `<w:numbering ${main}><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`;
  const parts = ['styles', 'numbering', 'footnotes', 'endnotes', 'comments', 'header', 'footer'];
  const bytes = zip([
    ['[Content_Types].xml', contentTypes([['/word/document.xml', 'wordprocessingml.document.main'], ...parts.map((part) => [`/word/${part}.xml`, `wordprocessingml.${part}`])])],
    ['_rels/.rels', relationships([['r', 'officeDocument', 'word/document.xml']])],
    ['word/_rels/document.xml.rels', relationships([...parts.map((part) => [part, part, `${part}.xml`]), ['link', 'hyperlink', `https://example.org/${words.link}`, 'External']])],
    ['word/styles.xml', `<w:styles ${main}><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/><w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:style></w:styles>`],
    ['word/numbering.xml', numbering],
    ['word/footnotes.xml', note('footnote', words.footnote)],
    ['word/endnotes.xml', note('endnote', words.endnote)],
    ['word/comments.xml', `<w:comments ${main}><w:comment w:id="0" w:author="Ann">${paragraph(run(words.comment))}</w:comment></w:comments>`],
    ['word/header.xml', `<w:hdr ${main}>${paragraph(run(words.header))}</w:hdr>`],
    ['word/footer.xml', `<w:ftr ${main}>${paragraph(run(words.footer))}</w:ftr>`],
    ['word/document.xml', `<w:document ${main}><w:body>${body.join('')}</w:body></w:document>`],
  ]);
  return { extension: 'docx', bytes, probes: probes.all };
}

/** @returns {ProbeDocument} */
function workbook() {
  const probes = new Probes('sh');
  const space = `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${kRelations}"`;
  const text = (address, value) => `<c r="${address}" t="inlineStr"><is><t>${value}</t></is></c>`;
  const row = (number, cells, attributes = '') => `<row r="${number}"${attributes}>${cells}</row>`;
  const words = {
    shared: probes.seen('text of a cell'),
    rich: probes.seen('rich text of a cell'),
    comment: probes.seen('comment of a cell'),
    link: probes.seen('target of a link'),
    row: probes.hidden('text in a hidden row'),
    column: probes.hidden('text in a hidden column'),
    sheet: probes.hidden('text in a hidden sheet'),
  };
  probes.expect('number as it is shown', '1,234.50');
  probes.expect('date as it is shown', '2023-03-15');
  probes.expect('percentage as it is shown', '12.5%');
  probes.expect('value of a formula', '4242');
  probes.expect('error value', '#DIV/0!');
  probes.expect('name of a sheet', 'Figures');
  const rows = [
    row(1, `<c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c>${text('D1', words.column)}`),
    row(2, '<c r="A2" s="1"><v>1234.5</v></c><c r="B2" s="2"><v>45000</v></c><c r="C2" s="3"><v>0.125</v></c>'),
    row(3, '<c r="A3"><f>4000+242</f><v>4242</v></c><c r="B3" t="e"><f>1/0</f><v>#DIV/0!</v></c>'),
    row(4, text('A4', words.row), ' hidden="1"'),
    row(5, text('A5', 'linked')),
  ];
  const styles = `<styleSheet ${space}><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></numFmts><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf/><xf numFmtId="4" applyNumberFormat="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/></cellXfs></styleSheet>`.replace(
    'count="1"><numFmt ',
    'count="2"><numFmt numFmtId="165" formatCode="0.0%"/><numFmt ',
  );
  const vml = `<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:x="urn:schemas-microsoft-com:office:excel"><v:shape type="#_x0000_t202" style="visibility:hidden"><x:ClientData ObjectType="Note"><x:Row>4</x:Row><x:Column>0</x:Column></x:ClientData></v:shape></xml>`;
  const bytes = zip([
    ['[Content_Types].xml', contentTypes([['/xl/workbook.xml', 'spreadsheetml.sheet.main'], ['/xl/worksheets/sheet1.xml', 'spreadsheetml.worksheet'], ['/xl/worksheets/sheet2.xml', 'spreadsheetml.worksheet'], ['/xl/styles.xml', 'spreadsheetml.styles'], ['/xl/sharedStrings.xml', 'spreadsheetml.sharedStrings'], ['/xl/comments1.xml', 'spreadsheetml.comments']])],
    ['_rels/.rels', relationships([['r', 'officeDocument', 'xl/workbook.xml']])],
    ['xl/_rels/workbook.xml.rels', relationships([['a', 'worksheet', 'worksheets/sheet1.xml'], ['b', 'worksheet', 'worksheets/sheet2.xml'], ['c', 'styles', 'styles.xml'], ['d', 'sharedStrings', 'sharedStrings.xml']])],
    ['xl/workbook.xml', `<workbook ${space}><sheets><sheet name="Figures" sheetId="1" r:id="a"/><sheet name="Secret" sheetId="2" state="hidden" r:id="b"/></sheets></workbook>`],
    ['xl/styles.xml', styles],
    ['xl/sharedStrings.xml', `<sst ${space} count="2" uniqueCount="2"><si><t>${words.shared}</t></si><si><r><rPr><b/></rPr><t>${words.rich}</t></r><r><t> end</t></r></si></sst>`],
    ['xl/worksheets/_rels/sheet1.xml.rels', relationships([['h', 'hyperlink', `https://example.org/${words.link}`, 'External'], ['c', 'comments', '../comments1.xml'], ['v', 'vmlDrawing', '../drawings/vmlDrawing1.vml']])],
    ['xl/worksheets/sheet1.xml', `<worksheet ${space}><cols><col min="4" max="4" width="9" hidden="1"/></cols><sheetData>${rows.join('')}</sheetData><hyperlinks><hyperlink ref="A5" r:id="h"/></hyperlinks><legacyDrawing r:id="v"/></worksheet>`],
    ['xl/worksheets/sheet2.xml', `<worksheet ${space}><sheetData>${row(1, text('A1', words.sheet))}</sheetData></worksheet>`],
    ['xl/comments1.xml', `<comments ${space}><authors><author>Ann</author></authors><commentList><comment ref="A5" authorId="0"><text><t>${words.comment}</t></text></comment></commentList></comments>`],
    ['xl/drawings/vmlDrawing1.vml', vml],
  ]);
  return { extension: 'xlsx', bytes, probes: probes.all };
}

/** @returns {ProbeDocument} */
function deck() {
  const probes = new Probes('sl');
  const space = `xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="${kRelations}" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"`;
  const text = (line, properties = '') => `<p:txBody><a:bodyPr/><a:p><a:r><a:rPr>${properties}</a:rPr><a:t>${line}</a:t></a:r></a:p></p:txBody>`;
  const shape = (id, placeholder, body) => `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="Shape ${id}"/><p:cNvSpPr/><p:nvPr>${placeholder}</p:nvPr></p:nvSpPr><p:spPr/>${body}</p:sp>`;
  const words = {
    title: probes.seen('title'),
    body: probes.seen('text'),
    cell: probes.seen('cell of a table'),
    group: probes.seen('shape in a group'),
    notes: probes.seen('notes of the speaker'),
    comment: probes.seen('comment'),
    link: probes.seen('target of a link'),
    alternative: probes.seen('description of a picture'),
    slide: probes.hidden('text of a hidden slide'),
  };
  const table = `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="5" name="Table"/><p:cNvGraphicFramePr/><p:nvPr/></p:nvGraphicFramePr><p:xfrm/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/table"><a:tbl><a:tblGrid><a:gridCol w="1"/></a:tblGrid><a:tr h="1"><a:tc><a:txBody><a:bodyPr/><a:p><a:r><a:t>${words.cell}</a:t></a:r></a:p></a:txBody></a:tc></a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame>`;
  const group = `<p:grpSp><p:nvGrpSpPr><p:cNvPr id="6" name="Group"/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>${shape(7, '', text(words.group))}</p:grpSp>`;
  const picture = `<p:pic><p:nvPicPr><p:cNvPr id="8" name="Picture" descr="${words.alternative}"/><p:cNvPicPr/><p:nvPr/></p:nvPicPr><p:blipFill><a:blip r:embed="i"/></p:blipFill><p:spPr/></p:pic>`;
  const tree = (shapes) => `<p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>${shapes}</p:spTree></p:cSld>`;
  const first = shape(2, '<p:ph type="title"/>', text(words.title)) + shape(3, '<p:ph idx="1"/>', text(words.body)) + shape(4, '', text('linked', '<a:hlinkClick r:id="h"/>')) + table + group + picture;
  const bytes = zip([
    ['[Content_Types].xml', contentTypes([['/ppt/presentation.xml', 'presentationml.presentation.main'], ['/ppt/slides/slide1.xml', 'presentationml.slide'], ['/ppt/slides/slide2.xml', 'presentationml.slide'], ['/ppt/notesSlides/notesSlide1.xml', 'presentationml.notesSlide'], ['/ppt/comments/comment1.xml', 'presentationml.comments'], ['/ppt/commentAuthors.xml', 'presentationml.commentAuthors']])],
    ['_rels/.rels', relationships([['r', 'officeDocument', 'ppt/presentation.xml']])],
    ['ppt/presentation.xml', `<p:presentation ${space}><p:sldIdLst><p:sldId id="256" r:id="a"/><p:sldId id="257" r:id="b"/></p:sldIdLst><p:sldSz cx="9144000" cy="6858000"/></p:presentation>`],
    ['ppt/_rels/presentation.xml.rels', relationships([['a', 'slide', 'slides/slide1.xml'], ['b', 'slide', 'slides/slide2.xml'], ['c', 'commentAuthors', 'commentAuthors.xml']])],
    ['ppt/slides/slide1.xml', `<p:sld ${space}>${tree(first)}</p:sld>`],
    ['ppt/slides/slide2.xml', `<p:sld ${space} show="0">${tree(shape(2, '<p:ph type="title"/>', text(words.slide)))}</p:sld>`],
    ['ppt/slides/_rels/slide1.xml.rels', relationships([['n', 'notesSlide', '../notesSlides/notesSlide1.xml'], ['c', 'comments', '../comments/comment1.xml'], ['h', 'hyperlink', `https://example.org/${words.link}`, 'External'], ['i', 'image', '../media/image1.png']])],
    ['ppt/media/image1.png', kPixel],
    ['ppt/notesSlides/notesSlide1.xml', `<p:notes ${space}>${tree(shape(2, '<p:ph type="body" idx="1"/>', text(words.notes)))}</p:notes>`],
    ['ppt/notesSlides/_rels/notesSlide1.xml.rels', relationships([['s', 'slide', '../slides/slide1.xml']])],
    ['ppt/commentAuthors.xml', `<p:cmAuthorLst ${space}><p:cmAuthor id="0" name="Ann" initials="A" lastIdx="1" clrIdx="0"/></p:cmAuthorLst>`],
    ['ppt/comments/comment1.xml', `<p:cmLst ${space}><p:cm authorId="0" dt="2026-01-02T03:04:05" idx="1"><p:pos x="1" y="1"/><p:text>${words.comment}</p:text></p:cm></p:cmLst>`],
  ]);
  return { extension: 'pptx', bytes, probes: probes.all };
}

/** @returns {ProbeDocument} */
function webPage() {
  const probes = new Probes('we');
  const parts = [
    `<h1>${probes.seen('heading')}</h1><p>${probes.seen('text')}</p>`,
    `<table><tr><td><table><tr><td>${probes.seen('cell of a table in a table')}</td></tr></table></td></tr></table>`,
    `<pre>  ${probes.seen('preformatted text')}</pre>`,
    `<p><a href="https://example.org/${probes.seen('target of a link')}">link</a></p>`,
    `<p><img src="a.png" alt="${probes.seen('description of a picture')}"></p>`,
    `<form><input value="${probes.seen('value of a form field')}"><select><option selected>${probes.seen('option of a form')}</option></select></form>`,
    `<details><summary>more</summary><p>${probes.seen('folded text')}</p></details>`,
    `<p><math><mfrac><mi>${probes.seen('equation')}</mi><mn>2</mn></mfrac></math></p>`,
    `<ol start="3"><li>third item</li></ol>`,
    `<p style="display:none">${probes.hidden('text that CSS hides')}</p>`,
    `<p class="gone">${probes.hidden('text that a style sheet hides')}</p>`,
    `<p hidden>${probes.hidden('text with the attribute hidden')}</p>`,
    `<script>"${probes.hidden('script')}"</script><!-- ${probes.hidden('HTML comment')} -->`,
  ];
  probes.expect('number that a list starts with', '3. third item');
  const bytes = Buffer.from(`<!DOCTYPE html><html><head><title>${probes.seen('title of the page')}</title><style>.gone{display:none}</style></head><body>${parts.join('\n')}</body></html>`);
  return { extension: 'html', bytes, probes: probes.all };
}

/** @returns {ProbeDocument} */
function mail() {
  const probes = new Probes('ma');
  const lines = [
    `Subject: ${probes.seen('subject')}`,
    `From: Ann <${probes.seen('sender')}@example.org>`,
    `To: Bob <${probes.seen('recipient')}@example.org>`,
    `Cc: Cid <${probes.seen('recipient of a copy')}@example.org>`,
    'Date: Fri, 02 Jan 2026 03:04:05 +0000',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="out"',
    '',
    '--out',
    'Content-Type: multipart/alternative; boundary="in"',
    '',
    '--in',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    `${probes.seen('text')}`,
    '--in',
    'Content-Type: text/html',
    '',
    `<p>same</p>`,
    '--in--',
    '--out',
    'Content-Type: text/plain',
    '',
    probes.seen('second text'),
    '--out',
    'Content-Type: application/pdf',
    'Content-Transfer-Encoding: base64',
    `Content-Disposition: attachment; filename*=utf-8''${probes.seen('name of an attachment')}.pdf`,
    '',
    'JVBERi0xLjQK',
    '--out',
    'Content-Type: message/rfc822',
    '',
    `Subject: ${probes.seen('subject of an attached mail')}`,
    'From: Eve <eve@example.org>',
    '',
    probes.seen('text of an attached mail'),
    '--out--',
    '',
  ];
  return { extension: 'eml', bytes: Buffer.from(lines.join('\r\n')), probes: probes.all };
}

/** @returns {ProbeDocument[]} */
export const probeDocuments = () => [wordDocument(), workbook(), deck(), webPage(), mail()];
