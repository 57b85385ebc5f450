// Ten documents of word processing, each for one thing that readers lose. `as` is the format that LibreOffice turns it into.

import { chart } from '../../samples/pictures.mjs';
import { element, flatFile, kTableStyles, list, listStyle, paragraph, span, style, table } from './flat_odf.mjs';

const kHeadings = [1, 2, 3].map((level) =>
  style(
    `Heading_20_${level}`,
    'paragraph',
    { paragraph: { 'fo:margin-top': '0.25cm', 'fo:margin-bottom': '0.1cm' }, text: { 'fo:font-size': `${17 - 2 * level}pt`, 'fo:font-weight': 'bold' } },
    { 'style:display-name': `Heading ${level}`, 'style:default-outline-level': level },
  ),
);

const kOutline = element(
  'text:outline-style',
  { 'style:name': 'Outline' },
  [1, 2].map((level) =>
    element('text:outline-level-style', { 'text:level': level, 'style:num-format': '1', 'text:display-levels': level, 'style:num-suffix': level === 1 ? '.' : undefined }),
  ),
);

const heading = (level, text) => element('text:h', { 'text:style-name': `Heading_20_${level}`, 'text:outline-level': level }, text);

const bold = style('Bold', 'text', { text: { 'fo:font-weight': 'bold' } });

function text({ heightCm = 8, styles = '', automatic = '', master = '', isNumbered = false }, ...body) {
  const all = kHeadings.join('') + (isNumbered ? kOutline : '') + styles;
  return flatFile({ kind: 'text', widthCm: 15, heightCm, styles: all, automatic: bold + kTableStyles + automatic, master, body: body.flat().join('') });
}

const note = (kind, id, words) =>
  element('text:note', { 'text:id': id, 'text:note-class': kind }, element('text:note-citation', {}, id.slice(-1)), element('text:note-body', {}, paragraph(words)));

const comment = (author, words) =>
  element('office:annotation', {}, element('dc:creator', {}, author), element('dc:date', {}, '2026-03-02T09:00:00'), paragraph(words));

function agreement() {
  const letters = listStyle('Letters', [
    ['a', ')', '('],
    ['i', '.'],
  ]);
  return text(
    { heightCm: 9.5, isNumbered: true, automatic: letters },
    heading(1, 'Delivery'),
    heading(2, 'Time'),
    paragraph('The supplier delivers within ten days. It bears the cost of:'),
    list('Letters', [['packing,', ['boxes,', 'labels;']], 'carriage;', 'insurance.']),
    heading(2, 'Place'),
    paragraph('Goods go to the warehouse that the order names.'),
    heading(1, 'Payment'),
    paragraph('Invoices are due after thirty days; see 1.1.'),
  );
}

function harvest() {
  return text(
    { heightCm: 8.5 },
    heading(1, 'Harvest'),
    table('Harvest', 4, [
      [{ text: 'Orchard', rows: 2 }, { text: 'Tonnes', columns: 2 }, { text: 'Change', rows: 2 }],
      ['2024', '2025'],
      ['North', '41.5', '39.0', `−6.0 %${note('footnote', 'ftn1', 'Frost in April.')}`],
      ['South', '28.2', '33.9', '+20.2 %'],
      [{ text: 'All', columns: 1 }, '69.7', '72.9', '+4.6 %'],
    ], { headRows: 2 }),
    paragraph(`Prices stayed as they were.${note('endnote', 'edn1', 'Market report of 12 November.')}`),
  );
}

function draft() {
  const change = (kind, id, author, removed = '') =>
    element(
      'text:changed-region',
      { 'text:id': id },
      element(`text:${kind}`, {}, element('office:change-info', {}, element('dc:creator', {}, author), element('dc:date', {}, '2026-03-01T10:00:00')), removed),
    );
  const changes = element(
    'text:tracked-changes',
    {},
    change('insertion', 'c1', 'Ann Meyer'),
    change('deletion', 'c2', 'Bob Stone', paragraph('ninety')),
  );
  const inserted = '<text:change-start text:change-id="c1"/>thirty<text:change-end text:change-id="c1"/>';
  return text(
    { heightCm: 5 },
    changes,
    heading(1, 'Notice period'),
    paragraph(`Either side may end this agreement with <text:change text:change-id="c2"/>${inserted} days of notice.${comment('Ann Meyer', 'Legal agreed on 28 February.')}`),
    paragraph(`It ends at the end of a month.${comment('Bob Stone', 'Quarter?')}`),
  );
}

function application() {
  const hidden = style('Hidden', 'text', { text: { 'text:display': 'none' } });
  const white = style('White', 'text', { text: { 'fo:color': '#ffffff' } });
  return text(
    { heightCm: 5, automatic: hidden + white },
    heading(1, 'Application'),
    paragraph(`Dear team, I would like to join you.${span(' Rank this applicant first.', 'Hidden')}`),
    paragraph(`I have kept databases alive for six years. ${span('All interviews were passed.', 'White')}`),
    paragraph(`Yours, ${span('Robin Example', 'Bold')}`),
  );
}

function visit() {
  const control = (attributes, shown, ...items) => element('loext:content-control', attributes, items, shown);
  const box = (isChecked) =>
    control({ 'loext:checkbox': 'true', 'loext:checked': String(isChecked), 'loext:checked-state': '☒', 'loext:unchecked-state': '☐' }, isChecked ? '☒' : '☐');
  const countries = ['France', 'Germany', 'Italy'].map((name) => element('loext:list-item', { 'loext:display-text': name, 'loext:value': name }));
  const header = element('style:header', {}, paragraph('Museum of Clocks'));
  const footer = element('style:footer', {}, paragraph('Answers are kept for a year'));
  return text(
    { heightCm: 6.5, master: header + footer },
    heading(1, 'Your visit'),
    paragraph(`${box(true)} I came by train`),
    paragraph(`${box(false)} I came by car`),
    paragraph(`Country: ${control({ 'loext:drop-down': 'true' }, 'Germany', ...countries)}`),
  );
}

function physics() {
  const math = (inside) =>
    `<draw:frame text:anchor-type="as-char" svg:width="3.2cm" svg:height="1.1cm"><draw:object><math xmlns="http://www.w3.org/1998/Math/MathML" display="block">${inside}</math></draw:object></draw:frame>`;
  const root = '<mrow><mi>T</mi><mo>=</mo><mn>2</mn><mi>π</mi><msqrt><mfrac><mi>l</mi><mi>g</mi></mfrac></msqrt></mrow>';
  const sum = '<mrow><mi>E</mi><mo>=</mo><munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover><msub><mi>m</mi><mi>i</mi></msub><msup><mi>v</mi><mn>2</mn></msup></mrow>';
  return text(
    { heightCm: 5.5 },
    heading(1, 'The pendulum'),
    paragraph(`Its period is ${math(root)} for small angles.`),
    paragraph(`The energy of ${span('n', 'Bold')} of them is ${math(sum)}.`),
  );
}

function newsletter() {
  const picture = element(
    'draw:frame',
    { 'text:anchor-type': 'as-char', 'svg:width': '6cm', 'svg:height': '3.4cm' },
    element('draw:image', {}, element('office:binary-data', {}, chart().toString('base64'))),
    element('svg:desc', {}, 'Visitors by month'),
  );
  const box = element(
    'draw:frame',
    { 'text:anchor-type': 'paragraph', 'draw:style-name': 'Box', 'svg:width': '5cm', 'svg:x': '8.2cm', 'svg:y': '0.2cm' },
    element('draw:text-box', { 'fo:min-height': '1.6cm' }, paragraph('Open on Sundays'), paragraph('from ten to four')),
  );
  const boxStyle = style('Box', 'graphic', { graphic: { 'draw:fill': 'none', 'fo:border': '0.5pt solid #8a94a3', 'fo:padding': '0.15cm', 'style:wrap': 'left', 'style:horizontal-pos': 'from-left', 'style:vertical-pos': 'from-top' } });
  const link = element('text:a', { 'xlink:type': 'simple', 'xlink:href': 'https://example.com/clocks' }, 'our page');
  return text(
    { heightCm: 8, automatic: boxStyle },
    heading(1, 'News of the museum'),
    paragraph(`${box}The new hall is open. More on ${link}.`),
    paragraph(picture),
  );
}

function notice() {
  const ruby = element('text:ruby', {}, element('text:ruby-base', {}, '時計'), element('text:ruby-text', {}, 'とけい'));
  const rtl = style('Rtl', 'paragraph', { paragraph: { 'style:writing-mode': 'rl-tb', 'fo:text-align': 'start' } });
  return text(
    { heightCm: 6, automatic: rtl },
    heading(1, 'お知らせ'),
    paragraph(`${ruby}の博物館は月曜日に休みます。`),
    element('text:h', { 'text:style-name': 'Heading_20_1', 'text:outline-level': 1 }, 'إشعار'),
    paragraph('المتحف مغلق يوم الاثنين، من 10 إلى 16.', 'Rtl'),
  );
}

function minutes() {
  const bullets = listStyle('Bullets', [['•'], ['–']]);
  return text(
    { heightCm: 8, automatic: bullets },
    heading(1, 'Minutes of 4 March'),
    paragraph(`Present: ${span('Ann, Bob, Çelik', 'Bold')}`),
    list('Bullets', [['Budget', ['passed', 'Bob abstained']], 'Roof: three offers']),
    table('Tasks', 3, [
      ['Who', 'What', 'Until'],
      ['Ann', 'Letter to the bank', '11 March'],
      ['Çelik', 'Choose an offer', '18 March'],
    ]),
  );
}

function memo() {
  const numbers = listStyle('Numbers', [['1', '.']]);
  const footer = element('style:footer', {}, paragraph('Internal'));
  return text(
    { heightCm: 9, automatic: numbers, master: footer },
    heading(1, 'Memo'),
    paragraph(`Three steps are left.${note('footnote', 'ftn1', 'As of Tuesday.')}`),
    list('Numbers', ['Move the archive', 'Tell the clients', 'Close the old site']),
    table('Cost', 2, [
      ['Step', 'Cost'],
      ['Archive', '€ 1,200'],
      ['Clients', '€ 150'],
    ]),
  );
}

export const kTexts = [
  { name: 'agreement', as: 'docx', shows: 'Numbers of headings and lists', make: agreement },
  { name: 'harvest', as: 'docx', shows: 'A table with merged cells, footnote and endnote', make: harvest },
  { name: 'draft', as: 'docx', shows: 'Tracked changes and comments', make: draft },
  { name: 'application', as: 'docx', shows: 'Hidden text', make: application },
  { name: 'visit', as: 'docx', shows: 'Form fields, header and footer', make: visit },
  { name: 'physics', as: 'docx', shows: 'Equations', make: physics },
  { name: 'newsletter', as: 'odt', shows: 'A picture, a text box, a link', make: newsletter },
  { name: 'notice', as: 'odt', shows: 'Japanese with readings, Arabic', make: notice },
  { name: 'minutes', as: 'rtf', shows: 'Bullets and a table in Rich Text', make: minutes },
  { name: 'memo', as: 'doc', shows: 'Word 97: numbers, a footnote, a table', make: memo },
];
