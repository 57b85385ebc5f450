/** Characters that a person does not see and a model reads all the same. */

const kNames: Record<number, string> = {
  0x00a0: 'no-break space',
  0x00ad: 'soft hyphen',
  0x034f: 'combining grapheme joiner',
  0x061c: 'Arabic letter mark',
  0x115f: 'Hangul choseong filler',
  0x1160: 'Hangul jungseong filler',
  0x180e: 'Mongolian vowel separator',
  0x200b: 'zero width space',
  0x200c: 'zero width non-joiner',
  0x200d: 'zero width joiner',
  0x200e: 'left-to-right mark',
  0x200f: 'right-to-left mark',
  0x2028: 'line separator',
  0x2029: 'paragraph separator',
  0x202a: 'left-to-right embedding',
  0x202b: 'right-to-left embedding',
  0x202c: 'end of embedding',
  0x202d: 'left-to-right override',
  0x202e: 'right-to-left override',
  0x202f: 'narrow no-break space',
  0x2060: 'word joiner',
  0x2066: 'left-to-right isolate',
  0x2067: 'right-to-left isolate',
  0x2068: 'first strong isolate',
  0x2069: 'end of isolate',
  0x3164: 'Hangul filler',
  0xfeff: 'byte order mark',
  0xffa0: 'half-width Hangul filler',
  0xfffd: 'replacement: bytes that are no text in this encoding',
};

const kControls = '\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f';
const kNamed = Object.keys(kNames)
  .map((code) => `\\u${Number(code).toString(16).padStart(4, '0')}`)
  .join('');
const kTags = '\\u{e0000}-\\u{e007f}';
const kOthers = '\\u2061-\\u2065\\u206a-\\u206f\\ufff9-\\ufffb\\u{1d173}-\\u{1d17a}\\u{e0100}-\\u{e01ef}';
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
