// Writes languages.json: how often the letters of each language occur, for telling legacy encodings apart. Run by hand;
// the result is committed. The text it counts is that of the translated message catalogs on the machine.
//
//   node scripts/encodings/learn_languages.mjs [LOCALE_DIRECTORY …]        default: /usr/share/locale
//
// "alphabets" has the letters outside ASCII of each language and their costs: -2 log2 of a letter's share among them, as a
// letter from 'a' (0) on. "pairs" has the two-byte codes of the most frequent ideographs or syllables. pack.mjs packs
// both, and must be told the new block's SHA-256; src/text/legacy_tables.cpp counts the letters.
//
// The committed tables were counted in the catalogs of a Debian 12 machine and those of the packages apt, bash,
// coreutils, dpkg, gettext-base and git-man.

import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const kOutput = fileURLToPath(new URL('languages.json', import.meta.url));
const kAlphabets = [
  ...['fr', 'de', 'es', 'pt', 'it', 'sv', 'da', 'fi', 'nl', 'ca', 'is', 'cs', 'sk', 'pl', 'hu', 'ro', 'sl', 'hr', 'tr'],
  ...['et', 'lt', 'lv', 'eo', 'ga', 'ru', 'uk', 'bg', 'be', 'sr', 'el', 'he', 'ar', 'fa', 'th', 'vi'],
];
const kPairs = [
  { language: 'zh_CN', encoding: 'gb18030' },
  { language: 'zh_TW', encoding: 'big5' },
  { language: 'ko', encoding: 'euc-kr' },
  { language: 'ja', encoding: 'euc-jp' },
  { language: 'ja', encoding: 'shift_jis' },
];
const kTopPairs = 96;
const kMaxCost = 24;

/** The translations of a compiled catalog (GNU gettext manual, "The Format of GNU MO Files"). */
function translations(path) {
  const bytes = readFileSync(path);
  const little = bytes.readUInt32LE(0) === 0x950412de;
  const u32 = (offset) => (little ? bytes.readUInt32LE(offset) : bytes.readUInt32BE(offset));
  const table = u32(16);
  let text = '';
  for (let i = 1; i < u32(8); i++) {
    const start = u32(table + 8 * i + 4);
    text += `${bytes.toString('utf8', start, start + u32(table + 8 * i)).replaceAll('\0', '\n')}\n`;
  }
  return text;
}

function languageText(roots, language) {
  const folders = roots.map((root) => join(root, language, 'LC_MESSAGES')).filter(existsSync);
  const files = folders.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));
  return files
    .filter((file) => file.endsWith('.mo'))
    .map(translations)
    .join('');
}

function countCharacters(text, wanted) {
  const counts = new Map();
  for (const character of text.normalize('NFC')) {
    if (wanted(character)) counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
}

/** Letters outside ASCII with their cost: half bits, -2 log2 of the share among such letters. */
function alphabet(text) {
  const isLetter = (character) => character > '\x7f' && character <= '\uffff' && /\p{L}|\p{M}/u.test(character);
  const counted = countCharacters(text.toLowerCase(), isLetter).filter(([, count]) => count > 2);
  const total = counted.reduce((sum, [, count]) => sum + count, 0);
  return counted
    .map(([character, count]) => [character, Math.max(1, Math.round(-2 * Math.log2(count / total)))])
    .filter(([, cost]) => cost <= kMaxCost);
}

/** The two-byte characters of an encoding, by character. */
function pairCodes(encoding) {
  const decoder = new TextDecoder(encoding);
  const codes = new Map();
  for (let lead = 0x81; lead < 0xff; lead++) {
    for (let trail = 0x40; trail < 0xff; trail++) {
      const text = decoder.decode(Uint8Array.of(lead, trail));
      if ([...text].length === 1 && text !== '\ufffd') codes.set(text, (lead << 8) | trail);
    }
  }
  return codes;
}

/** A JSON string in which what does not stand by itself is escaped. */
function quoted(text) {
  const escaped = (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return `"${text.replace(/[\p{M}\p{Z}\p{C}]/gu, escaped)}"`;
}

const objectOf = (rows) => `{\n${rows.map((row) => `    ${row}`).join(',\n')}\n  }`;

function main() {
  const roots = process.argv.length > 2 ? process.argv.slice(2) : ['/usr/share/locale'];
  const alphabets = [];
  for (const language of kAlphabets) {
    const counted = alphabet(languageText(roots, language));
    process.stderr.write(`${language}: ${counted.length} letters\n`);
    if (counted.length < 3) continue;
    const letters = counted.map(([character]) => character).join('');
    const costs = counted.map(([, cost]) => String.fromCharCode(97 + cost)).join('');
    alphabets.push(`"${language}": { "letters": ${quoted(letters)}, "costs": "${costs}" }`);
  }
  const pairs = kPairs.map(({ language, encoding }) => {
    const codes = pairCodes(encoding);
    const counted = countCharacters(languageText(roots, language), (character) => codes.has(character) && /\p{L}/u.test(character));
    const top = counted.slice(0, kTopPairs).map(([character]) => codes.get(character)).sort((a, b) => a - b);
    return `"${encoding}": "${top.map((code) => code.toString(16).toUpperCase()).join(' ')}"`;
  });
  writeFileSync(kOutput, `{\n  "alphabets": ${objectOf(alphabets)},\n  "pairs": ${objectOf(pairs)}\n}\n`);
}

main();
