/**
 * A pattern for paths as git understands it in a .gitignore file: `?`, `*`, `**`, character classes and `\`. Its twin is
 * src/cli/glob.cpp; tests/cli/gitignore.mjs compares both with git.
 */
import type { ByteText } from './bytes.js';

/** A table of the bytes that a token takes; 1 for those. */
type ByteSet = Uint8Array;

/** One byte of a set; any bytes but a slash; any bytes; the two tokens that follow, or none of them. */
type Token = ByteSet | 'star' | 'deepStar' | 'maybe';

const kBytes = 256;
const kSlash = 0x2f;
const kSpecial = /[*?[\\]/;

/** git's classes know ASCII only, and four kinds of space. */
const kClasses: Readonly<Record<string, RegExp>> = {
  alnum: /[0-9A-Za-z]/,
  alpha: /[A-Za-z]/,
  blank: /[ \t]/,
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are meant.
  cntrl: /[\0-\x1f\x7f]/,
  digit: /[0-9]/,
  graph: /[!-~]/,
  lower: /[a-z]/,
  print: /[ -~]/,
  punct: /[!-/:-@[-`{-~]/,
  space: /[ \t\n\r]/,
  upper: /[A-Z]/,
  xdigit: /[0-9A-Fa-f]/,
};

function setOf(isMember: (byte: number) => boolean): ByteSet {
  return Uint8Array.from({ length: kBytes }, (_, byte) => (isMember(byte) ? 1 : 0));
}

/** One pattern. One that cannot match, such as one whose class has no end, matches nothing, as in git. */
export class Glob {
  /** What comes before the first special byte. */
  readonly #prefix: ByteText;
  readonly #tokens: Token[] = [];
  #isImpossible = false;

  constructor(pattern: ByteText) {
    const special = pattern.search(kSpecial);
    this.#prefix = special < 0 ? pattern : pattern.slice(0, special);
    // What follows is a pattern of its own: git takes the stars of "a**/b" for those of "**/b".
    const rest = pattern.slice(this.#prefix.length);
    let at = 0;
    while (at < rest.length && !this.#isImpossible) {
      const byte = rest[at];
      if (byte === '*') {
        at = this.#addStars(rest, at);
      } else if (byte === '[') {
        at = this.#addClass(rest, at + 1);
      } else if (byte === '?') {
        this.#tokens.push(setOf((other) => other !== kSlash));
        at++;
      } else {
        if (byte === '\\') at++;
        if (at < rest.length) this.#addByte(rest.charCodeAt(at++));
        else this.#isImpossible = true;
      }
    }
  }

  /** Whether the pattern fits the whole text. Takes at most the product of both lengths, whatever the pattern. */
  matches(text: ByteText): boolean {
    if (this.#isImpossible || !text.startsWith(this.#prefix)) return false;
    const tokens = this.#tokens;
    if (tokens.length === 0) return text.length === this.#prefix.length;
    // The tokens that may come next, after each byte of the text.
    let reached = new Uint8Array(tokens.length + 1);
    reached[0] = 1;
    this.#skipWhatMayBeEmpty(reached);
    for (let at = this.#prefix.length; at < text.length; at++) {
      const byte = text.charCodeAt(at);
      const next = new Uint8Array(tokens.length + 1);
      for (const [i, token] of tokens.entries()) {
        if (!reached[i]) continue;
        if (token === 'deepStar' || (token === 'star' && byte !== kSlash)) next[i] = 1;
        else if (typeof token !== 'string' && token[byte]) next[i + 1] = 1;
      }
      this.#skipWhatMayBeEmpty(next);
      reached = next;
    }
    return reached[tokens.length] === 1;
  }

  #addByte(byte: number): void {
    this.#tokens.push(setOf((other) => other === byte));
  }

  /** Two stars and more that fill a component reach over slashes; everywhere else they are one. */
  #addStars(pattern: ByteText, at: number): number {
    let end = at;
    while (pattern[end] === '*') end++;
    const startsComponent = at === 0 || pattern[at - 1] === '/';
    const isBeforeSlash = pattern[end] === '/';
    const endsComponent = end === pattern.length || isBeforeSlash || pattern.startsWith('\\/', end);
    if (end - at < 2 || !startsComponent || !endsComponent) {
      this.#tokens.push('star');
      return end;
    }
    if (!isBeforeSlash) {
      this.#tokens.push('deepStar');
      return end;
    }
    this.#tokens.push('maybe', 'deepStar');
    this.#addByte(kSlash);
    return end + 1;
  }

  /**
   * @param start - of the byte after '['
   * @returns the position after ']'
   */
  #addClass(pattern: ByteText, start: number): number {
    const set = new Uint8Array(kBytes);
    const isNegated = pattern[start] === '!' || pattern[start] === '^';
    let at = isNegated ? start + 1 : start;
    // The byte that a range can start with; 0 is none.
    let previous = 0;
    // The first byte belongs to the class even when it is ']'.
    do {
      if (at >= pattern.length) break;
      const isRange =
        pattern[at] === '-' && previous !== 0 && at + 1 < pattern.length && pattern[at + 1] !== ']';
      if (!isRange && pattern[at] === '[' && pattern[at + 1] === ':') {
        const end = pattern.indexOf(']', at + 2);
        if (end < 0) {
          at = pattern.length;
          break;
        }
        if (end > at + 2 && pattern[end - 1] === ':') {
          const name = pattern.slice(at + 2, end - 1);
          const members = Object.hasOwn(kClasses, name) ? kClasses[name] : undefined;
          if (!members) this.#isImpossible = true;
          for (let byte = 0; byte < kBytes; byte++) {
            if (members?.test(String.fromCharCode(byte))) set[byte] = 1;
          }
          at = end + 1;
          previous = 0;
          continue;
        }
      }
      if (isRange) at++;
      if (pattern[at] === '\\') at++;
      if (at >= pattern.length) break;
      const byte = pattern.charCodeAt(at++);
      for (let member = isRange ? previous : byte; member <= byte; member++) set[member] = 1;
      previous = isRange ? 0 : byte;
    } while (pattern[at] !== ']');
    if (at >= pattern.length) this.#isImpossible = true;
    this.#tokens.push(setOf((byte) => byte !== kSlash && (set[byte] === 1) !== isNegated));
    return at + 1;
  }

  #skipWhatMayBeEmpty(reached: Uint8Array): void {
    for (const [i, token] of this.#tokens.entries()) {
      if (!reached[i] || typeof token !== 'string') continue;
      reached[i + 1] = 1;
      if (token === 'maybe') reached[i + 3] = 1;
    }
  }
}
