// Ten decks, each for one thing that readers of slides lose. `as` is the format that LibreOffice turns it into.

import { chart } from '../../samples/pictures.mjs';
import { element, flatFile, kTableStyles, list, listStyle, paragraph, span, style, table } from './flat_odf.mjs';

const size = (points) => style(`Size${points}`, 'text', { text: { 'fo:font-size': `${points}pt` } });
const kSizes = [10, 12, 20].map(size).join('');
const kBold = style('Bold', 'text', { text: { 'fo:font-weight': 'bold', 'fo:font-size': '12pt' } });
const kBare = style('Bare', 'graphic', { graphic: { 'draw:fill': 'none', 'draw:stroke': 'none', 'draw:auto-grow-height': 'false', 'fo:padding': '0.1cm' } });
const kTitle = style('Title', 'presentation', { graphic: { 'draw:fill': 'none', 'draw:stroke': 'none', 'fo:padding': '0.1cm' } });
const kBox = style('Box', 'graphic', { graphic: { 'draw:fill': 'solid', 'draw:fill-color': '#e3ebf6', 'draw:stroke': 'solid', 'svg:stroke-color': '#2f5597', 'draw:textarea-vertical-align': 'middle' }, paragraph: { 'fo:text-align': 'center' } });
const kArrow = style('Arrow', 'graphic', { graphic: { 'draw:stroke': 'solid', 'svg:stroke-color': '#2f5597', 'svg:stroke-width': '0.05cm', 'draw:marker-end': 'Point', 'draw:marker-end-width': '0.3cm' } });
const kPoint = element('draw:marker', { 'draw:name': 'Point', 'svg:viewBox': '0 0 20 30', 'svg:d': 'M10 0 0 30h20z' });
const kNoPicture = style('Shown', 'drawing-page', { 'drawing-page': { 'presentation:visibility': 'visible' } });
const kHiddenSlide = style('HiddenSlide', 'drawing-page', { 'drawing-page': { 'presentation:visibility': 'hidden' } });

const place = ([x, y, width, height]) => ({ 'svg:x': `${x}cm`, 'svg:y': `${y}cm`, 'svg:width': `${width}cm`, 'svg:height': `${height}cm` });

const words = (text, points = 12) => span(text, `Size${points}`);

const textBox = (at, ...paragraphs) =>
  element('draw:frame', { 'draw:style-name': 'Bare', 'draw:layer': 'layout', ...place(at) }, element('draw:text-box', {}, paragraphs));

const title = (text, at = [0.8, 0.4, 14.4, 1.2]) =>
  element('draw:frame', { 'presentation:style-name': 'Title', 'presentation:class': 'title', 'presentation:user-transformed': 'true', 'draw:layer': 'layout', ...place(at) }, element('draw:text-box', {}, paragraph(words(text, 20))));

const shape = (id, text, at) =>
  element('draw:rect', { 'draw:id': id, 'xml:id': id, 'draw:style-name': 'Box', 'draw:layer': 'layout', ...place(at) }, paragraph(words(text)));

const notes = (text) =>
  element(
    'presentation:notes',
    {},
    element('draw:page-thumbnail', { ...place([2, 2, 12, 7]), 'presentation:class': 'page' }),
    element('draw:frame', { 'presentation:class': 'notes', ...place([2, 10, 16, 8]) }, element('draw:text-box', {}, paragraph(text))),
  );

function deck(slides, automatic = '') {
  const pages = slides.map(({ body, isHidden = false }, at) =>
    element('draw:page', { 'draw:name': `page${at + 1}`, 'draw:style-name': isHidden ? 'HiddenSlide' : 'Shown', 'draw:master-page-name': 'Standard' }, body),
  );
  const styles = kSizes + kBold + kBare + kTitle + kBox + kArrow + kNoPicture + kHiddenSlide + kTableStyles + automatic;
  return flatFile({ kind: 'presentation', widthCm: 16, heightCm: 9, styles: kPoint, automatic: styles, body: pages.join('') });
}

const one = (...body) => deck([{ body }]);

/** The file has the parts of both columns from bottom to top. */
const columns = () =>
  one(
    textBox([8.6, 3, 6.4, 4], paragraph(words('No commission')), paragraph(words('Slow delivery'))),
    textBox([0.8, 3, 6.4, 4], paragraph(words('Known to all clients')), paragraph(words('High rent'))),
    textBox([8.6, 2, 6.4, 1], paragraph(span('Online', 'Bold'))),
    textBox([0.8, 2, 6.4, 1], paragraph(span('Shop', 'Bold'))),
    title('Shop or online?'),
  );

const team = () => {
  const rows = [
    [{ text: words('Team', 10), rows: 2 }, { text: words('People', 10), columns: 2 }],
    [words('2025', 10), words('2026', 10)],
    [words('Support', 10), words('12', 10), words('15', 10)],
    [words('Sales', 10), words('8', 10), words('8', 10)],
  ];
  const frame = element('draw:frame', { 'draw:layer': 'layout', ...place([0.8, 2, 12, 4]) }, table('Team', 3, rows, { headRows: 0 }));
  return one(title('Who works where'), frame);
};

const growth = () => {
  const series = (letter, color) =>
    element(
      'chart:series',
      { 'chart:values-cell-range-address': `local-table.${letter}2:.${letter}4`, 'chart:label-cell-address': `local-table.${letter}1`, 'chart:class': 'chart:bar', 'chart:style-name': color },
      element('chart:data-point', { 'chart:repeated': 3 }),
    );
  const cell = (value) =>
    typeof value === 'number'
      ? element('table:table-cell', { 'office:value-type': 'float', 'office:value': value }, paragraph(String(value)))
      : element('table:table-cell', { 'office:value-type': 'string' }, paragraph(value));
  const row = (...values) => element('table:table-row', {}, values.map(cell));
  const data = element(
    'table:table',
    { 'table:name': 'local-table' },
    element('table:table-header-columns', {}, element('table:table-column')),
    element('table:table-columns', {}, element('table:table-column', { 'table:number-columns-repeated': 2 })),
    element('table:table-header-rows', {}, row('', 'Visitors', 'Members')),
    element('table:table-rows', {}, row('Spring', 410, 120), row('Summer', 760, 140), row('Autumn', 530, 190)),
  );
  const chartBody = element(
    'chart:chart',
    { 'chart:class': 'chart:bar', 'svg:width': '13cm', 'svg:height': '6cm' },
    element('chart:title', {}, paragraph('Visitors and members')),
    element('chart:legend', { 'chart:legend-position': 'end' }),
    element(
      'chart:plot-area',
      { 'table:cell-range-address': 'local-table.A1:.C4', 'chart:data-source-has-labels': 'both' },
      element('chart:axis', { 'chart:dimension': 'x', 'chart:name': 'primary-x' }, element('chart:categories', { 'table:cell-range-address': 'local-table.A2:.A4' })),
      element('chart:axis', { 'chart:dimension': 'y', 'chart:name': 'primary-y' }),
      series('B', 'First'),
      series('C', 'Second'),
    ),
    data,
  );
  const fill = (name, color) => style(name, 'chart', { graphic: { 'draw:fill': 'solid', 'draw:fill-color': color } });
  const document = element(
    'office:document',
    { 'office:version': '1.3', 'office:mimetype': 'application/vnd.oasis.opendocument.chart' },
    element('office:automatic-styles', {}, fill('First', '#2f5597'), fill('Second', '#c55a11')),
    element('office:body', {}, element('office:chart', {}, chartBody)),
  );
  const frame = element('draw:frame', { 'draw:layer': 'layout', ...place([1, 1.8, 13.5, 6.6]) }, element('draw:object', {}, document));
  return one(title('A good summer'), frame);
};

const pipeline = () => {
  const arrow = (from, to) =>
    element('draw:connector', { 'draw:style-name': 'Arrow', 'draw:type': 'line', 'draw:layer': 'layout', 'draw:start-shape': from, 'draw:start-glue-point': 1, 'draw:end-shape': to, 'draw:end-glue-point': 3, 'svg:x1': '4.2cm', 'svg:y1': '4.5cm', 'svg:x2': '6cm', 'svg:y2': '4.5cm' });
  return one(
    title('How a file is read'),
    shape('s3', 'Answer', [11.2, 3.8, 3.4, 1.4]),
    shape('s1', 'Bytes', [0.8, 3.8, 3.4, 1.4]),
    shape('s2', 'Reader', [6, 3.8, 3.4, 1.4]),
    arrow('s1', 's2'),
    arrow('s2', 's3'),
  );
};

const bullets = listStyle('Bullets', [['•'], ['–']]);
const numbers = listStyle('Numbers', [['1', '.'], ['a', ')']]);
const sized = (items) => items.map((item) => (Array.isArray(item) ? [words(item[0]), ...item.slice(1).map(sized)] : words(item)));

const launch = () =>
  deck(
    [
      { body: [title('Launch in May'), textBox([0.8, 2, 14, 4], list('Bullets', sized(['Invitations are out', 'Two rooms are booked']))), notes('Do not name the price yet.')] },
      { body: [title('Price'), textBox([0.8, 2, 14, 4], list('Bullets', sized(['€ 49 a month'])))], isHidden: true },
    ],
    bullets,
  );

const photo = () => {
  const image = element(
    'draw:frame',
    { 'draw:style-name': 'Cut', 'draw:layer': 'layout', ...place([0.8, 1.9, 6, 5]) },
    element('draw:image', {}, element('office:binary-data', {}, chart().toString('base64'))),
    element('svg:desc', {}, 'Visitors in spring'),
  );
  const cut = style('Cut', 'graphic', { graphic: { 'draw:fill': 'none', 'draw:stroke': 'none', 'fo:clip': 'rect(0cm, 8.5cm, 0cm, 0cm)' } });
  return deck([{ body: [title('Spring only'), image, textBox([7.2, 2, 7, 3], paragraph(words('The picture is cut: the slide shows half of it.')))] }], cut);
};

const agenda = () =>
  deck([{ body: [title('Agenda'), textBox([0.8, 1.8, 14, 6], list('Numbers', sized([['Numbers', ['income', 'cost']], 'Questions', ['Next steps', ['who', 'when']]])))] }], numbers);

const margin = () =>
  one(
    title('What is on the slide'),
    textBox([0.8, 2, 14, 2], paragraph(words('Everybody sees this line.'))),
    textBox([17, 3, 8, 2], paragraph(words('Beside the slide: old figures, do not use.'))),
  );

const review = () => {
  const group = element('draw:g', {}, shape('g1', 'Plan', [0.8, 2.2, 3, 1.2]), shape('g2', 'Do', [0.8, 4.2, 3, 1.2]));
  const turned = element(
    'draw:frame',
    { 'draw:style-name': 'Bare', 'draw:layer': 'layout', 'svg:width': '4cm', 'svg:height': '1cm', 'draw:transform': 'rotate (1.5707963) translate (14cm 6.4cm)' },
    element('draw:text-box', {}, paragraph(words('confidential'))),
  );
  const comment = element('office:annotation', { ...place([12, 1, 0, 0]) }, element('dc:creator', {}, 'Ann Meyer'), element('dc:date', {}, '2026-03-02T09:00:00'), paragraph('Is this the newest version?'));
  return one(title('Review'), turned, group, textBox([4.6, 2.2, 8, 3], paragraph(words('The plan of January holds.')), paragraph(words('Half of it is done.'))), comment);
};

const history = () => {
  const events = list('Bullets', sized(['Founded by two sisters', ['Three houses', ['Harbour', 'Market']]]));
  return deck([{ body: [title('Since 1911'), textBox([0.8, 2, 14, 4], events), notes('Show the old photograph.')] }], bullets);
};

export const kDecks = [
  { name: 'columns', as: 'pptx', shows: 'Two columns, in the file from bottom to top', make: columns },
  { name: 'team', as: 'pptx', shows: 'A table with merged cells', make: team },
  { name: 'growth', as: 'pptx', shows: 'A chart', make: growth },
  { name: 'pipeline', as: 'pptx', shows: 'Shapes and connectors', make: pipeline },
  { name: 'launch', as: 'pptx', shows: 'Speaker notes and a hidden slide', make: launch },
  { name: 'photo', as: 'pptx', shows: 'A picture that is cut', make: photo },
  { name: 'agenda', as: 'pptx', shows: 'Numbers on two levels', make: agenda },
  { name: 'margin', as: 'pptx', shows: 'Text beside the slide', make: margin },
  { name: 'review', as: 'odp', shows: 'A group, turned text, a comment', make: review },
  { name: 'history', as: 'ppt', shows: 'PowerPoint 97: bullets and notes', make: history },
];
