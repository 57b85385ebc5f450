/**
 * Which entries of a directory its `.gitignore` file and those above it leave out. What a pattern means is what
 * src/command/gitignore.h and glob.h say; bytes are compared, not characters.
 */
import { fileErrorCode } from '../fs/file_errors.js';
import { baseName, joinPath, parentPath, relativeSegments } from '../fs/path_text.js';
import type { AccessOptions, DirectoryEntry, FileSystem } from '../fs/types.js';
import { nextTurn } from '../reader/abort.js';
import { openPath } from './open_path.js';
import type { PathRules } from './paths.js';

/** src/cli/ignored.cpp has the same numbers. */
const kMaxPatternFileBytes = 256 * 1024;
/** Of all files together. */
const kMaxPatternBytesInAll = 512 * 1024;
const kMaxLevels = 32;
const kMaxComparedBytes = 1e9;
/** Steps of patterns that may be looked at: about a second. */
const kMaxSteps = 6e7;
/** A longer pattern does not count. */
const kMaxPatternBytes = 4096;
/** Steps that are looked at before others have their turn. */
const kStepsPerTurn = 4_000_000;

const bytesOf = (text: string) => new TextEncoder().encode(text);
const codeOf = (character: string) => character.charCodeAt(0);
const [kSlash, kStar, kBackslash, kOpen, kClose, kColon, kDash, kQuestion] = [...'/*\\[]:-?'].map(
  codeOf,
) as [number, number, number, number, number, number, number, number];

const kClasses: Record<string, RegExp> = {
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
};

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

/** What may still be done for all patterns together. */
interface StepBudget {
  left: number;
}

/** The steps of a glob; undefined for one that nothing fits. */
class GlobParser {
  readonly steps: Step[] = [];
  readonly #pattern: Uint8Array;
  #at = 0;

  constructor(pattern: Uint8Array) {
    const special = pattern.findIndex((byte) =>
      [kStar, kQuestion, kOpen, kBackslash].includes(byte),
    );
    const plain = special < 0 ? pattern.length : special;
    for (const byte of pattern.subarray(0, plain)) this.steps.push(byte);
    // What follows is a pattern of its own: git takes the stars of "a**/b" for those of "**/b".
    this.#pattern = pattern.subarray(plain);
  }

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
          const members = kClasses[name];
          if (!members || !Object.hasOwn(kClasses, name)) return false;
          for (let byte = 0; byte < 128; byte++)
            if (members.test(String.fromCharCode(byte))) set[byte] = 1;
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

/** Bytes that any text has which fits. */
function leastBytes(steps: Step[]): number {
  const bytes = steps.filter((step) => typeof step !== 'string').length;
  // The slash behind what may be left out.
  return bytes - steps.filter((step) => step === 'maybe').length;
}

/** The steps that may come next, each once, in any order. */
class Reached {
  readonly steps: number[] = [];
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
  }

  clear(): void {
    for (const step of this.steps) this.#marks[step] = 0;
    this.steps.length = 0;
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

/** Whether a glob fits the whole text; undefined when the budget is used up. */
function matches(steps: Step[], text: Uint8Array, budget: StepBudget): boolean | undefined {
  let reached = new Reached(steps.length + 1);
  let next = new Reached(steps.length + 1);
  reached.add(0);
  addEmpty(steps, reached);
  for (const byte of text) {
    budget.left -= reached.steps.length;
    if (budget.left < 0) return undefined;
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

interface Pattern {
  steps: Step[];
  leastBytes: number;
  isNegated: boolean;
  isForDirectories: boolean;
  /** At any depth. */
  isForNames: boolean;
}

function parsePattern(line: string): Pattern | undefined {
  const isNegated = line.startsWith('!');
  let rest = isNegated ? line.slice(1) : line;
  const isForDirectories = rest.endsWith('/');
  if (isForDirectories) rest = rest.slice(0, -1);
  const isForNames = !rest.includes('/');
  if (rest.startsWith('/')) rest = rest.slice(1);
  const steps = new GlobParser(bytesOf(rest)).parse();
  return steps && { steps, leastBytes: leastBytes(steps), isNegated, isForDirectories, isForNames };
}

/** The line without the spaces at its end, except for an escaped one. */
function withoutTrailingSpaces(line: string): string {
  let end = 0;
  for (let i = 0; i < line.length; i++) {
    if (line[i] === ' ') continue;
    if (line[i] === '\\') i++;
    end = i + 1;
  }
  return line.slice(0, end);
}

/** The patterns of a file, the last one first. */
export function parseIgnoreFile(text: string): Pattern[] {
  return text
    .replace(/^\ufeff/, '')
    .split('\n')
    .map((line) => line.replace(/\r$/, ''))
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map(withoutTrailingSpaces)
    .filter((line) => bytesOf(line).length <= kMaxPatternBytes)
    .map(parsePattern)
    .filter((pattern) => pattern !== undefined)
    .reverse();
}

/**
 * Whether a file says that a path below it is ignored, or that it is not; undefined when no pattern fits, or the budget is used
 * up.
 */
export function ignores(
  patterns: readonly Pattern[],
  path: string,
  isDirectory: boolean,
  budget: StepBudget = { left: Number.POSITIVE_INFINITY },
): boolean | undefined {
  const whole = bytesOf(path);
  const name = whole.subarray(whole.lastIndexOf(kSlash) + 1);
  for (const { steps, leastBytes, isNegated, isForDirectories, isForNames } of patterns) {
    budget.left--;
    const text = isForNames ? name : whole;
    if ((isForDirectories && !isDirectory) || text.length < leastBytes) continue;
    const fits = matches(steps, text, budget);
    if (fits === undefined) return undefined;
    if (fits) return !isNegated;
  }
  return undefined;
}

/** A small file; undefined for one that is not there or too large. */
async function loadText(
  fs: FileSystem,
  path: string,
  rules: PathRules,
  access: AccessOptions,
): Promise<string | undefined> {
  try {
    const handle = await openPath(fs, path, rules, access);
    try {
      if (handle.size > kMaxPatternFileBytes) return undefined;
      const bytes = new Uint8Array(handle.size);
      let size = 0;
      while (size < bytes.length) {
        const piece = await handle.read(size, bytes.length - size, access.signal);
        if (piece.length === 0) break;
        bytes.set(piece, size);
        size += piece.length;
      }
      return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
    } finally {
      await handle.close?.();
    }
  } catch {
    return undefined;
  }
}

/** Whether there is a file or a directory. */
async function isThere(
  fs: FileSystem,
  path: string,
  rules: PathRules,
  access: AccessOptions,
): Promise<boolean> {
  try {
    const handle = await openPath(fs, path, rules, access);
    await handle.close?.();
    return true;
  } catch (error) {
    return fileErrorCode(error) === 'IS_DIRECTORY';
  }
}

/**
 * The entries that are ignored. The files above the directory count as far up as the repository that it lies in; without
 * one, only its own does. None at all counts when comparing would take too long.
 */
export async function ignoredEntries(
  fs: FileSystem,
  path: string,
  entries: readonly DirectoryEntry[],
  rules: PathRules,
  access: AccessOptions,
): Promise<Set<DirectoryEntry>> {
  const { style, root, caseSensitive } = rules;
  const levels: { patterns: Pattern[]; below: string }[] = [];
  const has = (name: string) => entries.some((entry) => entry.name === name);
  let patternBytes = 0;
  let ownLevels = 0;
  let below = '';
  let directory = path;
  let isRepository = false;
  for (let level = 0; level < kMaxLevels && !isRepository; level++) {
    access.signal?.throwIfAborted();
    const inDirectory = (name: string) => joinPath(directory, [name], style);
    const isOwn = level === 0;
    const text =
      isOwn && !has('.gitignore')
        ? undefined
        : await loadText(fs, inDirectory('.gitignore'), rules, access);
    if (text !== undefined) {
      patternBytes += bytesOf(text).length;
      if (patternBytes > kMaxPatternBytesInAll) return new Set();
      levels.push({ patterns: parseIgnoreFile(text), below });
    }
    if (isOwn) ownLevels = levels.length;
    isRepository = isOwn ? has('.git') : await isThere(fs, inDirectory('.git'), rules, access);
    const parent = parentPath(directory, style);
    const isTop =
      parent === directory ||
      (root !== undefined && !relativeSegments(parent, root, style, caseSensitive));
    if (isTop) break;
    below = `${baseName(directory, style)}/${below}`;
    directory = parent;
  }
  if (!isRepository) levels.length = ownLevels;
  const ignored = new Set<DirectoryEntry>();
  const nameBytes = entries.reduce(
    (sum, { name }) => sum + bytesOf(below).length + bytesOf(name).length,
    0,
  );
  if (levels.length === 0 || patternBytes * nameBytes > kMaxComparedBytes) return ignored;
  const budget: StepBudget = { left: kMaxSteps };
  let turnAt = kMaxSteps;
  for (const entry of entries) {
    if (budget.left < 0) return new Set();
    if (turnAt - budget.left > kStepsPerTurn) {
      turnAt = budget.left;
      await nextTurn();
      access.signal?.throwIfAborted();
    }
    const isDirectory = entry.isDirectory && !entry.isLink;
    for (const level of levels) {
      const answer = ignores(level.patterns, level.below + entry.name, isDirectory, budget);
      if (answer) ignored.add(entry);
      if (answer !== undefined) break;
    }
  }
  return budget.left < 0 ? new Set() : ignored;
}
