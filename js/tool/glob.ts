/**
 * A pattern for paths as git understands it in a .gitignore file: src/command/glob.h says what it means, and counts the same
 * steps. Bytes are compared, not characters.
 */

const codeOf = (character: string) => character.charCodeAt(0);
const kSlash: number = codeOf('/');
const [kStar, kBackslash, kOpen, kClose, kColon, kDash, kQuestion] = [...'*\\[]:-?'].map(
  codeOf,
) as [number, number, number, number, number, number, number];
/** What a pattern holds that is more than its bytes, in text of which each character is a byte. */
const kSpecial = /[*?[\\]/;

/** What a comparison takes before its first step, behind what is plain. */
const kStepsToBegin = 16;

/** Text of which each character is one of the bytes. */
export function byteText(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += 8192)
    pieces.push(String.fromCharCode(...bytes.subarray(at, at + 8192)));
  return pieces.join('');
}

/** The bytes of such a text. */
function bytesOfText(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
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

/** A byte; the number of a set of bytes, behind all bytes; or one of those below. */
type Step = number;
const kSets = 256;
/** Any bytes but slashes. */
const kStarStep = -1;
/** Any bytes. */
const kDeepStep = -2;
/** The two steps that follow, or none of them. */
const kMaybeStep = -3;

/** A set of bytes, a bit for each. */
type ByteSet = Uint32Array;

function addTo(set: ByteSet, byte: number): void {
  set[byte >> 5] = (set[byte >> 5] as number) | (1 << (byte & 31));
}

/** All bytes that are not in a set, or those that are, but slashes. */
function withoutSlash(set: ByteSet, isNegated: boolean): ByteSet {
  const all = isNegated ? set.map((bits) => ~bits) : set;
  all[kSlash >> 5] = (all[kSlash >> 5] as number) & ~(1 << (kSlash & 31));
  return all;
}

const kAllButSlash = withoutSlash(new Uint32Array(8), true);
const kOneSet: readonly ByteSet[] = [kAllButSlash];

function takesByte(step: Step, byte: number, sets: readonly ByteSet[]): boolean {
  if (step < kSets) return step === byte;
  const set = sets[step - kSets] as ByteSet;
  return (((set[byte >> 5] as number) >>> (byte & 31)) & 1) === 1;
}

/** What may still be done for all patterns together: steps that are looked at. */
export interface StepBudget {
  left: number;
}

/** The steps of a glob behind its plain beginning. */
class GlobParser {
  readonly steps: Step[] = [];
  readonly sets: ByteSet[] = [kAllButSlash];
  readonly #pattern: Uint8Array;
  #at = 0;

  constructor(pattern: Uint8Array) {
    this.#pattern = pattern;
  }

  /** @returns false for one that nothing fits */
  parse(): boolean {
    const pattern = this.#pattern;
    while (this.#at < pattern.length) {
      const byte = pattern[this.#at] as number;
      if (byte === kStar) {
        this.#addStars();
      } else if (byte === kOpen) {
        this.#at++;
        if (!this.#addClass()) return false;
      } else if (byte === kQuestion) {
        this.steps.push(kSets);
        this.#at++;
      } else {
        if (byte === kBackslash) this.#at++;
        const taken = pattern[this.#at++];
        if (taken === undefined) return false;
        this.steps.push(taken);
      }
    }
    return true;
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
      this.steps.push(kStarStep);
    } else if (pattern[end] !== kSlash) {
      this.steps.push(kDeepStep);
    } else {
      this.steps.push(kMaybeStep, kDeepStep, kSlash);
      this.#at++;
    }
  }

  /** @returns false for a class without an end, or with a name that is none */
  #addClass(): boolean {
    const pattern = this.#pattern;
    const set = new Uint32Array(8);
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
          for (const byte of members) addTo(set, byte);
          this.#at = end + 1;
          previous = 0;
          continue;
        }
      }
      if (isRange) this.#at++;
      if (pattern[this.#at] === kBackslash) this.#at++;
      const byte = pattern[this.#at++];
      if (byte === undefined) return false;
      for (let member = isRange ? previous : byte; member <= byte; member++) addTo(set, member);
      previous = isRange ? 0 : byte;
    } while (pattern[this.#at] !== kClose);
    this.#at++;
    this.steps.push(kSets + this.sets.length);
    this.sets.push(withoutSlash(set, isNegated));
    return true;
  }
}

/** A glob as src/command/glob.h has it. */
export interface Glob {
  /** What comes before the first special byte. */
  prefix: string;
  /** What follows is a pattern of its own: git takes the stars of "a**\/b" for those of "**\/b". Undefined when nothing fits. */
  steps: readonly Step[] | undefined;
  sets: readonly ByteSet[];
  /** Bytes that any text has behind the prefix which fits. */
  leastBytes: number;
  /** Whether stars reach over slashes. */
  isDeep: boolean;
}

const kNoSteps: Step[] = [];
const kNoSets: ByteSet[] = [];

/** @param pattern - each character is a byte */
export function parseGlob(pattern: string): Glob {
  const special = pattern.search(kSpecial);
  const plain = special < 0 ? pattern.length : special;
  const prefix = pattern.slice(0, plain);
  if (special < 0) return { prefix, steps: kNoSteps, sets: kNoSets, leastBytes: 0, isDeep: false };
  const parser = new GlobParser(bytesOfText(pattern.slice(plain)));
  const isPossible = parser.parse();
  const { steps, sets } = parser;
  return {
    prefix,
    steps: isPossible ? steps : undefined,
    sets: sets.length > 1 ? sets : kOneSet,
    leastBytes: leastBytes(steps),
    isDeep: steps.includes(kDeepStep),
  };
}

/** Bytes that any text has which fits. */
function leastBytes(steps: readonly Step[]): number {
  let bytes = 0;
  for (const step of steps) {
    if (step >= 0) bytes++;
    // The slash behind what may be left out.
    else if (step === kMaybeStep) bytes--;
  }
  return bytes;
}

/** Memory of one comparison, which the next one has again: the steps that may come next, before a byte and behind it. */
let [kept, keptNext] = [new Uint8Array(64), new Uint8Array(64)];

/** Marks what can be reached without a byte. @param end - of the steps that are marked. @returns theirs afterwards */
function skipEmpty(steps: readonly Step[], reached: Uint8Array, end: number): number {
  let last = end;
  for (let at = 0; at < last && at < steps.length; at++) {
    const step = steps[at] as Step;
    if (reached[at] === 0 || step >= 0) continue;
    const next = at + (step === kMaybeStep ? 3 : 1);
    reached[at + 1] = 1;
    reached[next] = 1;
    last = Math.max(last, next + 1);
  }
  return last;
}

function matchesDeep(glob: Glob, steps: readonly Step[], text: string, budget: StepBudget) {
  const size = steps.length;
  if (kept.length <= size) [kept, keptNext] = [new Uint8Array(2 * size), new Uint8Array(2 * size)];
  let [reached, next] = [kept, keptNext];
  reached.fill(0, 0, size + 1);
  next.fill(0, 0, size + 1);
  reached[0] = 1;
  let end = skipEmpty(steps, reached, 1);
  for (let place = glob.prefix.length; place < text.length; place++) {
    const byte = text.charCodeAt(place);
    const stop = Math.min(end, size);
    budget.left -= stop;
    let nextEnd = 0;
    for (let at = 0; at < stop; at++) {
      if (reached[at] === 0) continue;
      reached[at] = 0;
      const step = steps[at] as Step;
      if (step >= 0) {
        if (!takesByte(step, byte, glob.sets)) continue;
        next[at + 1] = 1;
        nextEnd = at + 2;
      } else if (step === kDeepStep || (step === kStarStep && byte !== kSlash)) {
        next[at] = 1;
        nextEnd = Math.max(nextEnd, at + 1);
      }
    }
    reached[size] = 0;
    if (nextEnd === 0) return false;
    end = skipEmpty(steps, next, nextEnd);
    [reached, next] = [next, reached];
  }
  return reached[size] === 1;
}

/**
 * Gives each star as little as it can have: no star crosses a slash, so that the first place where what follows a star fits is as
 * good as any other.
 */
function matchesShallow(glob: Glob, steps: readonly Step[], text: string, budget: StepBudget) {
  let [token, at, looked] = [0, glob.prefix.length, 0];
  // The last star, and the byte after what it has.
  let [star, starEnd] = [-1, 0];
  let fits = true;
  while (at < text.length || token < steps.length) {
    looked++;
    const step = token < steps.length ? (steps[token] as Step) : undefined;
    if (step === kStarStep) {
      star = token++;
      starEnd = at;
    } else if (
      step !== undefined &&
      at < text.length &&
      takesByte(step, text.charCodeAt(at), glob.sets)
    ) {
      token++;
      at++;
    } else {
      fits = star >= 0 && starEnd < text.length && text.charCodeAt(starEnd) !== kSlash;
      if (!fits) break;
      at = ++starEnd;
      token = star + 1;
    }
  }
  budget.left -= looked;
  return fits;
}

/** Whether a glob fits the whole text, of which each character is a byte. */
export function matches(glob: Glob, text: string, budget: StepBudget): boolean {
  budget.left--;
  const { prefix, steps } = glob;
  if (!steps) return false;
  let common = 0;
  while (common < prefix.length && prefix.charCodeAt(common) === text.charCodeAt(common)) common++;
  budget.left -= common;
  if (common < prefix.length || text.length - common < glob.leastBytes) return false;
  if (steps.length === 0) return common === text.length;
  budget.left -= kStepsToBegin;
  return (glob.isDeep ? matchesDeep : matchesShallow)(glob, steps, text, budget);
}
