// Flat OpenDocument, the form that LibreOffice turns into every other: the frame of a file, and what texts and slides share.

const kNamespaces = Object.entries({
  office: 'office:1.0',
  style: 'style:1.0',
  text: 'text:1.0',
  table: 'table:1.0',
  draw: 'drawing:1.0',
  presentation: 'presentation:1.0',
  chart: 'chart:1.0',
  fo: 'xsl-fo-compatible:1.0',
  svg: 'svg-compatible:1.0',
})
  .map(([prefix, name]) => `xmlns:${prefix}="urn:oasis:names:tc:opendocument:xmlns:${name}"`)
  .concat(
    'xmlns:dc="http://purl.org/dc/elements/1.1/"',
    'xmlns:xlink="http://www.w3.org/1999/xlink"',
    'xmlns:loext="urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0"',
  )
  .join(' ');

const kFonts = 'style:font-name="Liberation Sans" style:font-name-asian="Noto Sans CJK JP" style:font-name-complex="DejaVu Sans"';

/** An element; attributes that are undefined are left out, and text must be XML already. */
export function element(name, attributes = {}, ...children) {
  const words = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${value}"`);
  return `<${name}${words.join('')}>${children.flat().join('')}</${name}>`;
}

/**
 * A style of its own for some properties.
 * @param {string} name
 * @param {string} family `text`, `paragraph`, `graphic`, `table-cell`
 * @param {Record<string, Record<string, string>>} properties by kind: `{text: {'fo:color': '#ffffff'}}`
 */
export function style(name, family, properties, more = {}) {
  const kinds = Object.entries(properties).map(([kind, values]) => element(`style:${kind}-properties`, values));
  return element('style:style', { 'style:name': name, 'style:family': family, ...more }, kinds);
}

/** A whole file. `widthCm` and `heightCm` are those of its page, so that a picture of it is hardly larger than its text. */
export function flatFile({ kind, widthCm, heightCm, styles = '', automatic = '', master = '', body }) {
  const margin = kind === 'text' ? '0.8cm' : '0cm';
  const page = element(
    'style:page-layout',
    { 'style:name': 'Page' },
    element('style:page-layout-properties', {
      'fo:page-width': `${widthCm}cm`,
      'fo:page-height': `${heightCm}cm`,
      'fo:margin': margin,
      'style:print-orientation': 'landscape',
    }),
    element('style:header-style'),
    element('style:footer-style'),
  );
  const fonts = ['Liberation Sans', 'Noto Sans CJK JP', 'DejaVu Sans'].map((name) =>
    element('style:font-face', { 'style:name': name, 'svg:font-family': `'${name}'` }),
  );
  const family = kind === 'text' ? 'paragraph' : 'graphic';
  const text = `<style:text-properties ${kFonts} fo:font-size="11pt" fo:language="en" fo:country="GB"/>`;
  const defaults = element('style:default-style', { 'style:family': family }, text);
  return element(
    'office:document',
    { 'office:version': '1.3', 'office:mimetype': `application/vnd.oasis.opendocument.${kind}` },
    element('office:font-face-decls', {}, fonts),
    element('office:styles', {}, defaults, styles),
    element('office:automatic-styles', {}, page, automatic),
    element('office:master-styles', {}, element('style:master-page', { 'style:name': 'Standard', 'style:page-layout-name': 'Page' }, master)),
    element('office:body', {}, element(`office:${kind}`, {}, body)),
  ).replace('<office:document', `<?xml version="1.0" encoding="UTF-8"?>\n<office:document ${kNamespaces}`);
}

export const paragraph = (text, styleName) => element('text:p', { 'text:style-name': styleName }, text);

export const span = (text, styleName) => element('text:span', { 'text:style-name': styleName }, text);

/** A list; items are texts, or arrays of a text and the lists below it. */
export function list(styleName, items) {
  const entries = items.map((item) => {
    const [text, ...below] = Array.isArray(item) ? item : [item];
    return element('text:list-item', {}, paragraph(text), below.map((more) => list(undefined, more)));
  });
  return element('text:list', { 'text:style-name': styleName }, entries);
}

/** The levels of a list: each has a number's format and what follows it, or a bullet. */
export function listStyle(name, levels) {
  const entries = levels.map(([sign, suffix, prefix], at) => {
    const place = { 'text:level': at + 1, 'style:num-prefix': prefix, 'style:num-suffix': suffix };
    const gap = element(
      'style:list-level-properties',
      { 'text:list-level-position-and-space-mode': 'label-alignment' },
      element('style:list-level-label-alignment', {
        'text:label-followed-by': 'listtab',
        'fo:margin-left': `${0.7 * (at + 1)}cm`,
        'fo:text-indent': '-0.6cm',
      }),
    );
    const signSize = element('style:text-properties', { 'fo:font-size': '100%' });
    return suffix === undefined
      ? element('text:list-level-style-bullet', { 'text:level': at + 1, 'text:bullet-char': sign }, gap, signSize)
      : element('text:list-level-style-number', { ...place, 'style:num-format': sign }, gap, signSize);
  });
  return element('text:list-style', { 'style:name': name }, entries);
}

/** A table; a cell is a text, or an object with `text`, `columns` and `rows` that it spans. */
export function table(name, columnCount, rows, { headRows = 1, cellStyle = 'Cell', headStyle = 'Head' } = {}) {
  const covered = new Set();
  const toRow = (cells, y) => {
    const out = [];
    const isHead = y < headRows;
    let next = 0;
    for (let x = 0; x < columnCount; ++x) {
      if (covered.has(`${x},${y}`)) {
        out.push(element('table:covered-table-cell'));
        continue;
      }
      const cell = cells[next++];
      const { text, columns = 1, rows: height = 1 } = typeof cell === 'string' ? { text: cell } : cell;
      for (let k = 0; k < columns * height; ++k) covered.add(`${x + (k % columns)},${y + Math.floor(k / columns)}`);
      const spans = { 'table:number-columns-spanned': columns, 'table:number-rows-spanned': height };
      out.push(element('table:table-cell', { 'table:style-name': cellStyle, ...spans }, paragraph(text, isHead ? headStyle : undefined)));
    }
    return element('table:table-row', {}, out);
  };
  const lines = rows.map(toRow);
  const head = headRows === 0 ? '' : element('table:table-header-rows', {}, lines.slice(0, headRows));
  return element(
    'table:table',
    { 'table:name': name },
    element('table:table-column', { 'table:number-columns-repeated': columnCount }),
    head,
    lines.slice(headRows),
  );
}

/** Lines around the cells of a table, and bold text for its head. */
export const kTableStyles =
  style('Cell', 'table-cell', { 'table-cell': { 'fo:border': '0.5pt solid #8a94a3', 'fo:padding': '0.08cm' } }) +
  style('Head', 'paragraph', { text: { 'fo:font-weight': 'bold' } });
