/**
 * A pattern for paths as git understands it in a .gitignore file: src/command/glob.h says what it means, and counts the same
 * steps. Bytes are compared, not characters.
 */

const codeOf = (character: string) => character.charCodeAt(0);
export const kSlash: number = codeOf('/');
const [kStar, kBackslash, kOpen, kClose, kColon, kDash, kQuestion] = [...'*\\[]:-?'].map(
  codeOf,
) as [number, number, number, number, number, number, number];
/** What a pattern holds that is more than its bytes, in text of which each character is a byte. */
const kSpecial = /[*?[\\]/;

/** Text of which each character is one of the bytes. */
export function byteText(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += 8192)
    pieces.push(String.fromCharCode(...bytes.subarray(at, at + 8192)));
  return pieces.join('');
}

/** The bytes of such a text. */
function bytesOfText(text: string): Uint8Array {
  return Uint8Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
}

function membersOf(form: RegExp): readonly number[] {
  return Array.from({ length: 128 }, (_, byte) => byte).filter((byte) =>
    form.test(String.fromCharCode(byte)),
  );
}

const kClasses: ReadonlyMap<string, readonly number[]> = new Map(
  Object.entries({
    alnum: /[0-9A-Za-z]/,
    alpha: /[A-Za-z]/,
    blank: /[ \t]/,
    cntrl: /[^ -~]/,
    digit: /[0-9]/,
    graph: /[!-~]/,
    lower: /[a-z]/,
    print: /[ -~]/,
    punct: /[!-/:-@[-`{-~]/,
    space: /[ \t\n\r]/,
    upper: /[A-Z]/,
    xdigit: /[0-9A-Fa-f]/,
  }).map(([name, form]) => [name, membersOf(form)]),
);

/**
 * A byte; one byte of a set, a bit for each; any bytes but slashes; any bytes; or the two steps that follow, or none of them.
 */
type Step = number | Uint32Array | 'star' | 'deep' | 'maybe';

/** A set of the bytes that fit. */
function setOf(fits: (byte: number) => boolean): Uint32Array {
  const set = new Uint32Array(8);
  for (let byte = 0; byte < 256; byte++)
    if (fits(byte)) set[byte >> 5] = (set[byte >> 5] as number) | (1 << (byte & 31));
  return set;
}

const kAllButSlash = setOf((byte) => byte !== kSlash);

const takesByte = (step: Step, byte: number) =>
  typeof step === 'object'
    ? (((step[byte >> 5] as number) >>> (byte & 31)) & 1) === 1
    : step === byte;

/** What may still be done for all patterns together: steps that are looked at. */
export interface StepBudget {
  left: number;
}

/** The steps of a glob behind its plain beginning. */
class GlobParser {
  readonly steps: Step[] = [];
  readonly #pattern: Uint8Array;
  #at = 0;

  constructor(pattern: Uint8Array) {
    this.#pattern = pattern;
  }

  /** Undefined for one that nothing fits. */
  parse(): Step[] | undefined {
    const pattern = this.#pattern;
    while (this.#at < pattern.length) {
      const byte = pattern[this.#at] as number;
      if (byte === kStar) {
        this.#addStars();
      } else if (byte === kOpen) {
        this.#at++;
        if (!this.#addClass()) return undefined;
      } else if (byte === kQuestion) {
        this.steps.push(kAllButSlash);
        this.#at++;
      } else {
        if (byte === kBackslash) this.#at++;
        const taken = pattern[this.#at++];
        if (taken === undefined) return undefined;
        this.steps.push(taken);
      }
    }
    return this.steps;
  }

  /** Two stars and more that fill a component reach over slashes; everywhere else they are one. */
  #addStars(): void {
    const pattern = this.#pattern;
    const start = this.#at;
    while (pattern[this.#at] === kStar) this.#at++;
    const end = this.#at;
    const startsComponent = start === 0 || pattern[start - 1] === kSlash;
    const isEscaped = pattern[end] === kBackslash && pattern[end + 1] === kSlash;
    const endsComponent = end === pattern.length || pattern[end] === kSlash || isEscaped;
    if (end - start < 2 || !startsComponent || !endsComponent) {
      this.steps.push('star');
    } else if (pattern[end] !== kSlash) {
      this.steps.push('deep');
    } else {
      this.steps.push('maybe', 'deep', kSlash);
      this.#at++;
    }
  }

  /** @returns false for a class without an end, or with a name that is none */
  #addClass(): boolean {
    const pattern = this.#pattern;
    const set = new Uint8Array(256);
    const isNegated = pattern[this.#at] === codeOf('!') || pattern[this.#at] === codeOf('^');
    if (isNegated) this.#at++;
    // The byte that a range can start with.
    let previous = 0;
    // The first byte belongs to the class even when it is ']'.
    do {
      if (this.#at >= pattern.length) return false;
      const next = pattern[this.#at + 1];
      const isRange =
        pattern[this.#at] === kDash && previous !== 0 && next !== undefined && next !== kClose;
      if (!isRange && pattern[this.#at] === kOpen && next === kColon) {
        const end = pattern.indexOf(kClose, this.#at + 2);
        if (end < 0) return false;
        if (end > this.#at + 2 && pattern[end - 1] === kColon) {
          const name = String.fromCharCode(...pattern.subarray(this.#at + 2, end - 1));
          const members = kClasses.get(name);
          if (!members) return false;
          for (const byte of members) set[byte] = 1;
          this.#at = end + 1;
          previous = 0;
          continue;
        }
      }
      if (isRange) this.#at++;
      if (pattern[this.#at] === kBackslash) this.#at++;
      const byte = pattern[this.#at++];
      if (byte === undefined) return false;
      for (let member = isRange ? previous : byte; member <= byte; member++) set[member] = 1;
      previous = isRange ? 0 : byte;
    } while (pattern[this.#at] !== kClose);
    this.#at++;
    this.steps.push(setOf((byte) => byte !== kSlash && (set[byte] === 1) !== isNegated));
    return true;
  }
}

/** A glob as src/command/glob.h has it. */
export interface Glob {
  /** What comes before the first special byte. */
  prefix: Uint8Array;
  /** What follows is a pattern of its own: git takes the stars of "a**\/b" for those of "**\/b". Undefined when nothing fits. */
  steps: Step[] | undefined;
  /** Bytes that any text has behind the prefix which fits. */
  leastBytes: number;
  /** Whether stars reach over slashes. */
  isDeep: boolean;
}

/** @param pattern - each character is a byte */
export function parseGlob(pattern: string): Glob {
  const special = pattern.search(kSpecial);
  const plain = special < 0 ? pattern.length : special;
  const prefix = bytesOfText(pattern.slice(0, plain));
  if (special < 0) return { prefix, steps: [], leastBytes: 0, isDeep: false };
  const steps = new GlobParser(bytesOfText(pattern.slice(plain))).parse();
  return {
    prefix,
    steps,
    leastBytes: leastBytes(steps ?? []),
    isDeep: steps?.includes('deep') ?? false,
  };
}

/** Bytes that any text has which fits. */
function leastBytes(steps: Step[]): number {
  const bytes = steps.filter((step) => typeof step !== 'string').length;
  // The slash behind what may be left out.
  return bytes - steps.filter((step) => step === 'maybe').length;
}

/** The steps that may come next, each once, in any order. */
class Reached {
  readonly steps: number[] = [];
  /** No step from here on is among them. */
  end = 0;
  readonly #marks: Uint8Array;

  constructor(size: number) {
    this.#marks = new Uint8Array(size);
  }

  has(step: number): boolean {
    return this.#marks[step] === 1;
  }

  add(step: number): void {
    if (this.#marks[step] === 1) return;
    this.#marks[step] = 1;
    this.steps.push(step);
    this.end = Math.max(this.end, step + 1);
  }

  clear(): void {
    for (const step of this.steps) this.#marks[step] = 0;
    this.steps.length = 0;
    this.end = 0;
  }
}

/** Adds what can be reached without a byte. */
function addEmpty(steps: Step[], reached: Reached): void {
  // What is added on the way is looked at as well.
  for (const at of reached.steps) {
    const step = steps[at];
    if (typeof step !== 'string') continue;
    reached.add(at + 1);
    if (step === 'maybe') reached.add(at + 3);
  }
}

function matchesDeep(steps: Step[], text: Uint8Array, budget: StepBudget): boolean {
  let reached = new Reached(steps.length + 1);
  let next = new Reached(steps.length + 1);
  reached.add(0);
  addEmpty(steps, reached);
  for (const byte of text) {
    budget.left -= Math.min(reached.end, steps.length);
    for (const at of reached.steps) {
      const step = steps[at];
      if (step === undefined) continue;
      if (takesByte(step, byte)) next.add(at + 1);
      if (step === 'deep' || (step === 'star' && byte !== kSlash)) next.add(at);
    }
    if (next.steps.length === 0) return false;
    addEmpty(steps, next);
    reached.clear();
    [reached, next] = [next, reached];
  }
  return reached.has(steps.length);
}

/**
 * Gives each star as little as it can have: no star crosses a slash, so that the first place where what follows a star fits is as
 * good as any other.
 */
function matchesShallow(steps: Step[], text: Uint8Array, budget: StepBudget): boolean {
  let [token, at, looked] = [0, 0, 0];
  // The last star, and the byte after what it has.
  let [star, starEnd] = [-1, 0];
  let fits = true;
  while (at < text.length || token < steps.length) {
    looked++;
    const step = steps[token];
    if (step === 'star') {
      star = token++;
      starEnd = at;
    } else if (step !== undefined && at < text.length && takesByte(step, text[at] as number)) {
      token++;
      at++;
    } else {
      fits = star >= 0 && starEnd < text.length && text[starEnd] !== kSlash;
      if (!fits) break;
      at = ++starEnd;
      token = star + 1;
    }
  }
  budget.left -= looked;
  return fits;
}

/** Whether a glob fits the whole text. */
export function matches(glob: Glob, text: Uint8Array, budget: StepBudget): boolean {
  budget.left--;
  const { prefix, steps } = glob;
  if (!steps) return false;
  let common = 0;
  while (common < prefix.length && prefix[common] === text[common]) common++;
  budget.left -= common;
  if (common < prefix.length || text.length - common < glob.leastBytes) return false;
  const rest = text.subarray(common);
  return glob.isDeep ? matchesDeep(steps, rest, budget) : matchesShallow(steps, rest, budget);
}
