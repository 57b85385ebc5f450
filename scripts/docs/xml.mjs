// Reads the XML that Doxygen writes: elements, attributes and text, nothing else.

const kEntities = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** @typedef {{name: string, attributes: Record<string, string>, children: (Element | string)[]}} Element */

function decoded(text) {
  return text.replace(/&(?:#(\d+)|(\w+));/g, (whole, code, name) =>
    code ? String.fromCodePoint(Number(code)) : (kEntities[name] ?? whole),
  );
}

/**
 * @param {string} text a whole document
 * @returns {Element} its outermost element
 */
export function parseXml(text) {
  const top = { name: '', attributes: {}, children: [] };
  const open = [top];
  for (const [, end, name, attributes, empty, plain] of text.matchAll(
    /<(?:[?!][^>]*|(\/)?([\w:]+)((?:\s+[\w:]+="[^"]*")*)\s*(\/)?)>|([^<]+)/g,
  )) {
    if (plain !== undefined) open.at(-1).children.push(decoded(plain));
    else if (end) open.pop();
    else if (name) {
      const pairs = [...attributes.matchAll(/([\w:]+)="([^"]*)"/g)];
      const element = {
        name,
        attributes: Object.fromEntries(pairs.map(([, key, value]) => [key, decoded(value)])),
        children: [],
      };
      open.at(-1).children.push(element);
      if (!empty) open.push(element);
    }
  }
  return top.children.find((child) => typeof child !== 'string');
}

/** The elements of a name directly below another one. */
export function all(element, name) {
  return element?.children.filter((child) => child.name === name) ?? [];
}

export const first = (element, name) => all(element, name)[0];

/** All text below an element, on one line. */
export function plainText(element) {
  const joined = (one) => (typeof one === 'string' ? one : one.children.map(joined).join(''));
  return element === undefined ? '' : joined(element).replace(/\s+/g, ' ').trim();
}
