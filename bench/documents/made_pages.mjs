// Ten web pages of a megabyte and more, of the kinds that are large: what is in them is numbered, so that what a reader loses
// can be counted.

/** At least so many bytes of pieces, each made by its number. */
function pieces(bytes, make) {
  const parts = [];
  for (let i = 0, size = 0; size < bytes; i++) {
    parts.push(make(i));
    size += parts[i].length;
  }
  return parts.join('\n');
}

const words = (i, count) => Array.from({ length: count }, (_, n) => `word${i * 100 + n}x`).join(' ');
const link = (i, text = `see word${i * 100 + 99}x`) => `<a href="https://example.org/link${i}x?a=1&amp;b=2">${text}</a>`;
const cells = (i, count, tag = 'td') => Array.from({ length: count }, (_, n) => `<${tag} class="c">cell${i * 20 + n}x</${tag}>`).join('');

/** A text of thousands of CJK characters in any order. */
const cjk = (i, count) => String.fromCharCode(...Array.from({ length: count }, (_, n) => 0x4e00 + ((i * 7919 + n * 104729) % 20000)));

const list = (i, depth) => `<ul><li>${words(i + depth, 3)}${depth > 0 ? list(i, depth - 1) : ''}</li><li>${link(i + depth)}</li></ul>`;

const kEntities = ['&eacute;', '&nbsp;', '&amp;lt;', '&#x2014;', '&hellip;', '&notin;', '&copy', '&ampsand', '&rarr;', '&#8364;'];

/** The body of a page by kind. */
const kBodies = {
  article: (i) =>
    `${i % 8 === 0 ? `<h2 id="s${i}">${words(i, 4)}</h2>` : ''}<p>${words(i, 30)} <em>${words(i, 3)}</em> <b>of</b> it, ${link(i)}.</p>`,
  'wide tables': (i) => `${i % 500 === 0 ? `</table><table><thead><tr>${cells(i, 12, 'th')}</tr></thead>` : ''}<tr>${cells(i, 12)}</tr>`,
  'small tables': (i) => `<p>${words(i, 5)}</p><table><tr>${cells(i * 3, 4, 'th')}</tr><tr><td rowspan=2>word${i * 100 + 6}x</td>${cells(i * 3 + 1, 3)}</tr><tr>${cells(i * 3 + 2, 3)}</tr></table>`,
  'nested lists': (i) => list(i * 8, 6),
  'nested divs': (i) => `${'<div class="row"><div class="col"><span>'.repeat(12)}${words(i, 12)}${'</span></div></div>'.repeat(12)}`,
  links: (i) => `<div><a href="#top">${i}</a> | ${link(i)} <img src="/p/${i}.png" alt="picture word${i}x"> <a href="/link${i}x">word${i}x</a></div>`,
  entities: (i) => `<p>${Array.from({ length: 40 }, (_, n) => `${kEntities[(i + n) % 10]} word${i * 40 + n}x`).join(' ')}</p>`,
  'East Asian text': (i) => `<p>${cjk(i, 200)}<ruby>${cjk(i, 2)}<rt>word${i}x</rt></ruby>${cjk(i + 1, 100)}</p>`,
  code: (i) => `<pre><code class="language-js">${Array.from({ length: 20 }, (_, n) => `  <span class="k">if</span> (word${i * 20 + n}x &lt; 1) { a_b[*p] }`).join('\n')}</code></pre>`,
  forms: (i) =>
    `<form><label>word${i * 3}x <input name=n value="word${i * 3 + 1}x"></label><select><option>no<option selected>word${i * 3 + 2}x</select></form><dl><dt>${words(i, 2)}<dd>${words(i, 8)}</dl>`,
};

/** @returns {[string, string][]} the name and the source of each page */
export function makePages(bytes) {
  const head = '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>A page</title><style>.c { color: red }</style></head><body>';
  return Object.entries(kBodies).map(([kind, body]) => [kind, `${head}${pieces(bytes, body)}</table></body></html>`]);
}

/** How many of a page's words, links and cells stand in what a reader has made of it, in percent. */
export function sharesFound(page, result) {
  return ['word', 'link', 'cell'].map((kind) => {
    const of = (text) => new Set(text.match(new RegExp(`${kind}\\d+x`, 'g')));
    const [wanted, found] = [of(page), of(result)];
    if (wanted.size === 0) return '';
    return ((100 * [...wanted].filter((mark) => found.has(mark)).length) / wanted.size).toFixed(1);
  });
}
