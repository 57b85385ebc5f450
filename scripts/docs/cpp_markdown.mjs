// docs/cpp-api.md: what Doxygen's XML says of the public headers, as one page of Markdown.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { all, first, parseXml, plainText } from './xml.mjs';

const kHead = `# C++ and C interface

The public headers, as their comments describe them. Made by \`npm run docs:cpp\` from \`src/\`; edit the headers, not this
page. Programs include \`lectern.h\`, or \`lectern_c.h\` in C; [c-abi.md](c-abi.md) says how other languages call the latter, and
\`examples/native\` has a program for each.
`;

/** Elements that stand for a character. */
const kCharacters = { nbsp: ' ', ndash: '–', mdash: '—', linebreak: '\n' };

/** Text of a description within a line. */
function inline(node) {
  if (typeof node === 'string') return node.replace(/\s+/g, ' ').replace(/[|<*_]/g, '\\$&');
  if (node.name in kCharacters) return kCharacters[node.name];
  if (node.name === 'computeroutput') return `\`${plainText(node)}\``;
  return node.children.map(inline).join('');
}

function listOfParameters(list) {
  return all(list, 'parameteritem').map((item) => {
    const names = all(first(item, 'parameternamelist'), 'parametername').map(plainText);
    return `- \`${names.join(', ')}\`: ${described(first(item, 'parameterdescription')).join(' ')}`;
  });
}

/** What stands below the text of a paragraph; undefined for a part of the text. */
function block(node) {
  if (node.name === 'parameterlist') return listOfParameters(node).join('\n');
  if (node.name === 'simplesect') {
    const word = node.attributes.kind === 'return' ? 'Returns ' : '';
    return word + described(node).join(' ');
  }
  if (node.name === 'itemizedlist') {
    return all(node, 'listitem').map((item) => `- ${described(item).join(' ')}`).join('\n');
  }
  if (node.name === 'programlisting') {
    const lines = all(node, 'codeline').map(codeLine);
    return `\`\`\`c\n${lines.join('\n')}\n\`\`\``;
  }
  return undefined;
}

function codeLine(line) {
  const text = (node) => {
    if (typeof node === 'string') return node;
    return node.name === 'sp' ? ' ' : node.children.map(text).join('');
  };
  return text(line).trimEnd();
}

/** The paragraphs of a description. */
function described(description) {
  return all(description, 'para').flatMap((paragraph) => {
    const blocks = [];
    let text = '';
    const flush = () => {
      if (text.trim() !== '') blocks.push(text.replace(/ +/g, ' ').trim());
      text = '';
    };
    for (const child of paragraph.children) {
      const own = block(child);
      if (own === undefined) {
        text += inline(child);
        continue;
      }
      flush();
      blocks.push(own);
    }
    flush();
    return blocks;
  });
}

/** All that is said about a member or a compound. */
function about(element) {
  return [...described(first(element, 'briefdescription')), ...described(first(element, 'detaileddescription'))];
}

/** A piece of C++ as it is written in the headers: Doxygen puts its spaces elsewhere. */
function asWritten(text) {
  return text.replace(/< /g, '<').replace(/ >/g, '>').replace(/ ([&*]+) ?(?=\w)/g, '$1 ');
}

/** A type or a default. */
function code(element) {
  return asWritten(plainText(element)).replace(/^= ?/, '');
}

const inCell = (text) => (text === '' ? '' : `\`${text.replace(/\|/g, '\\|')}\``);

function fieldRow(field) {
  const value = code(first(field, 'initializer'));
  const type = code(first(field, 'type')) + plainText(first(field, 'argsstring'));
  return `| ${inCell(plainText(first(field, 'name')))} | ${inCell(type)} | ${inCell(value)} | ${about(field).join(' ')} |`;
}

function signature(member) {
  const template = all(first(member, 'templateparamlist'), 'param').map((one) => code(first(one, 'type')));
  const prefix = template.length > 0 ? `template <${template.join(', ')}>\n` : '';
  const words = [code(first(member, 'type')), plainText(first(member, 'name'))].filter((word) => word !== '');
  if (member.attributes.static === 'yes') words.unshift('static');
  return `${prefix}${asWritten(words.join(' ') + plainText(first(member, 'argsstring')))};`;
}

function functionText(member) {
  return `\`\`\`cpp\n${signature(member)}\n\`\`\`\n\n${about(member).join('\n\n')}`;
}

function enumText(member) {
  const values = all(member, 'enumvalue').map((value) => {
    const said = about(value).join(' ');
    return `\`${plainText(first(value, 'name'))}\`${said === '' ? '' : `: ${said}`}`;
  });
  // Names that say all stand on one line.
  const isPlain = values.every((value) => value.endsWith('`'));
  const list = isPlain ? values.join(', ') : values.map((value) => `- ${value}`).join('\n');
  return `### enum ${plainText(first(member, 'name'))}\n\n${about(member).join('\n\n')}\n\n${list}`;
}

function constantText(member) {
  const value = code(first(member, 'initializer'));
  const [type, name] = [code(first(member, 'type')), plainText(first(member, 'name'))];
  return `### ${name}\n\n\`${type} ${name} = ${value}\`\n\n${about(member).join('\n\n')}`;
}

const kMembers = {
  function: (member) => `### ${plainText(first(member, 'name'))}\n\n${functionText(member)}`,
  enum: enumText,
  typedef: (member) => `### ${plainText(first(member, 'name'))}\n\n\`${code(first(member, 'type'))}\`\n\n${about(member).join('\n\n')}`,
  variable: constantText,
  define: (member) => {
    const parameters = all(member, 'param').map((one) => plainText(first(one, 'defname')));
    const name = plainText(first(member, 'name')) + (parameters.length > 0 ? `(${parameters.join(', ')})` : '');
    return `### ${name}\n\n${about(member).join('\n\n')}`;
  },
};

/** What is public of a structure or a class. */
function compoundText(compound) {
  const members = all(compound, 'sectiondef')
    .filter(({ attributes }) => attributes.kind.startsWith('public'))
    .flatMap((section) => all(section, 'memberdef'));
  const fields = members.filter(({ attributes }) => attributes.kind === 'variable');
  const functions = members.filter((one) => one.attributes.kind === 'function' && about(one).length > 0);
  const [, name] = /(?:.*::)?(.+)/.exec(plainText(first(compound, 'compoundname')));
  const table = fields.length === 0 ? [] : [`| field | type | default | |\n|---|---|---|---|\n${fields.map(fieldRow).join('\n')}`];
  return [`### ${compound.attributes.kind} ${name}`, ...about(compound), ...table, ...functions.map(functionText)].join('\n\n');
}

/**
 * @param {string} folder Doxygen's XML
 * @param {string[]} headers in the order of the page, as programs include them
 * @returns {string}
 */
export function cppMarkdown(folder, headers) {
  const index = parseXml(readFileSync(join(folder, 'index.xml'), 'utf8'));
  const compounds = all(index, 'compound').map(({ attributes }) =>
    first(parseXml(readFileSync(join(folder, `${attributes.refid}.xml`), 'utf8')), 'compounddef'),
  );
  /** By header, what is declared there: `{line, text}`. */
  const declared = new Map(headers.map((header) => [header, []]));
  const declare = (element, text) => {
    const { file, line } = first(element, 'location').attributes;
    declared.get(file)?.push({ line: Number(line), text });
  };
  const fileTexts = new Map();
  for (const compound of compounds) {
    const { kind, prot } = compound.attributes;
    if ((kind === 'struct' || kind === 'class') && prot !== 'private') declare(compound, compoundText(compound));
    if (kind === 'file') fileTexts.set(first(compound, 'location').attributes.file, about(compound));
    if (kind !== 'file' && kind !== 'namespace') continue;
    const seen = all(compound, 'sectiondef').flatMap((section) => all(section, 'memberdef'));
    for (const member of seen.filter((one) => about(one).length > 0)) declare(member, kMembers[member.attributes.kind](member));
  }
  const sections = headers.map((header) => {
    // A file lists again what its namespace has.
    const unique = new Map(declared.get(header).map(({ line, text }) => [`${line} ${text}`, { line, text }]));
    const inOrder = [...unique.values()].sort((a, b) => a.line - b.line).map(({ text }) => text);
    const texts = [...(fileTexts.get(header) ?? []), ...inOrder];
    return texts.length === 0 ? [] : [`## \`${header}\``, ...texts].join('\n\n');
  });
  return `${[kHead.trimEnd(), ...sections.flat()].join('\n\n')}\n`;
}
