/** Characters that a person does not see and a model reads all the same. */

const kNames: Record<number, string> = {
  160: 'no-break space',
  173: 'soft hyphen',
  847: 'combining grapheme joiner',
  1564: 'Arabic letter mark',
  4447: 'Hangul choseong filler',
  4448: 'Hangul jungseong filler',
  6158: 'Mongolian vowel separator',
  8203: 'zero width space',
  8204: 'zero width non-joiner',
  8205: 'zero width joiner',
  8206: 'left-to-right mark',
  8207: 'right-to-left mark',
  8232: 'line separator',
  8233: 'paragraph separator',
  8234: 'left-to-right embedding',
  8235: 'right-to-left embedding',
  8236: 'end of embedding',
  8237: 'left-to-right override',
  8238: 'right-to-left override',
  8239: 'narrow no-break space',
  8288: 'word joiner',
  8294: 'left-to-right isolate',
  8295: 'right-to-left isolate',
  8296: 'first strong isolate',
  8297: 'end of isolate',
  12644: 'Hangul filler',
  65279: 'byte order mark',
  65440: 'half-width Hangul filler',
  65533: 'replacement: bytes that are no text in this encoding',
};

const kControls = '\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f';
const kNamed = Object.keys(kNames)
  .map((code) => `\\u${Number(code).toString(16).padStart(4, '0')}`)
  .join('');
const kTags = '\\u{e0000}-\\u{e007f}';
const kOthers =
  '\\u2061-\\u2065\\u206a-\\u206f\\ufff9-\\ufffb\\u{1d173}-\\u{1d17a}\\u{e0100}-\\u{e01ef}';
/** Runs of tag characters, which spell a text; every other one by itself. */
const kHidden = new RegExp(`[${kTags}]+|[${kControls}${kNamed}${kOthers}]`, 'gu');

/** A joiner between emoji, or one that a script needs, is no secret. */
const kJoined = /\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]*$|[\u0600-\u0dff]$/u;

/** A hidden character, or a run of tag characters. */
export interface Hidden {
  /** Where it begins and ends, in UTF-16 units. */
  start: number;
  end: number;
  /** What stands for it: "U+200B". */
  label: string;
  /** What it is: "zero width space". */
  name: string;
}

function codeLabel(code: number): string {
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** The ASCII text that tag characters spell. */
function spelled(tags: string): string {
  return [...tags]
    .map((tag) => (tag.codePointAt(0) ?? 0) - 0xe0000)
    .filter((code) => code >= 0x20 && code < 0x7f)
    .map((code) => String.fromCharCode(code))
    .join('');
}

/** The hidden characters of a text, in its order. */
export function findHidden(text: string): Hidden[] {
  const found: Hidden[] = [];
  for (const match of text.matchAll(kHidden)) {
    const [characters] = match;
    const start = match.index;
    const end = start + characters.length;
    const code = characters.codePointAt(0) ?? 0;
    if (code === 0x200d && kJoined.test(text.slice(Math.max(0, start - 8), start))) continue;
    if (code >= 0xe0000 && code <= 0xe007f) {
      const secret = spelled(characters);
      found.push({ start, end, label: secret || codeLabel(code), name: 'text in tag characters' });
    } else {
      const isControl = code < 0xa0;
      const name = kNames[code] ?? (isControl ? 'control character' : 'invisible character');
      found.push({ start, end, label: codeLabel(code), name });
    }
  }
  return found;
}

/** How the tool marks what a document hides from its reader, as far as its text. */
const kMarks = /\[Hidden(?: text)?: |\((?:\d+ )?hidden[^\n()]*\)/g;
/** Where a mark in brackets ends, or its line does. */
const kMarkEnd = /\](?=$|[\s|*])|\n|$/g;

/** Where the mark in brackets that begins there ends; undefined, and where the line does, when it does not. */
function endOfMark(text: string, from: number): { end?: number; line: number } {
  kMarkEnd.lastIndex = from;
  const { 0: sign = '', index: line = text.length } = kMarkEnd.exec(text) ?? {};
  return sign === ']' ? { end: line + 1, line } : { line };
}

/** The places that the tool marks as hidden in a text of a document. A line is looked through once, however many begin in it. */
export function findMarked(text: string): Hidden[] {
  const found: Hidden[] = [];
  const name = 'text that the file hides from its reader';
  let openUntil = 0;
  kMarks.lastIndex = 0;
  for (let mark = kMarks.exec(text); mark; mark = kMarks.exec(text)) {
    const { 0: sign, index: start } = mark;
    let end: number | undefined = kMarks.lastIndex;
    if (sign.startsWith('[')) {
      if (start < openUntil) continue;
      const { end: closed, line } = endOfMark(text, end);
      if (closed === undefined) openUntil = line;
      end = closed;
    }
    if (end === undefined) continue;
    kMarks.lastIndex = end;
    found.push({ start, end, label: text.slice(start, end), name });
  }
  return found;
}
