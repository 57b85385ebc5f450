/**
 * Input as models write it. What can mean one thing only is taken, and a warning says so; for what cannot, the refusal gets the
 * corrected call. Nothing here looks at a file.
 */
import { quoted } from '../fs/path_text.js';
import type { ReadInput } from '../types/index.js';
import { kInputProperties } from './input_fields.js';

/** An input, what has been changed in it, and the call that may have been meant when that is not certain. */
export interface ModelInput {
  input: unknown;
  warnings: string[];
  suggestion?: object;
}

type Fields = Record<string, unknown>;

/** The core takes no longer arguments, in bytes of JSON. */
const kMaxInputBytes = 65_536;
/** Fields that are looked at: there are not half as many. */
export const kMaxFields = 64;

/** Whether a value is longer as JSON than so many inputs may be. What is no longer is walked through, and no more. */
export function isTooLong(value: unknown, inputs: number = 1): boolean {
  const pending = [value];
  let left = kMaxInputBytes * inputs;
  while (pending.length > 0 && left >= 0) {
    const item = pending.pop();
    left -= typeof item === 'string' ? item.length + 2 : 1;
    if (typeof item !== 'object' || item === null || left < 0) continue;
    if (Array.isArray(item)) {
      left -= item.length;
      if (left >= 0) for (const each of item) pending.push(each);
      continue;
    }
    for (const name of Object.keys(item)) {
      left -= name.length + 4;
      if (left < 0) break;
      pending.push((item as Fields)[name]);
    }
  }
  return left < 0;
}

/** Stands for an input that is too long: the core says so of it, and nobody writes out the other. */
const kTooLong = ' '.repeat(kMaxInputBytes);

/** Arguments that arrive as JSON text are what some models' wires carry. */
export function parsedInput(input: unknown): unknown {
  if (isTooLong(input)) return kTooLong;
  if (typeof input !== 'string') return input;
  try {
    return JSON.parse(input);
  } catch {
    return input;
  }
}

/** Names of fields that other tools have, without their case and separators. */
const kAliases: ReadonlyMap<string, keyof ReadInput> = new Map(
  Object.entries({
    path: 'file_path',
    filepath: 'file_path',
    filename: 'file_path',
    file: 'file_path',
    absolutepath: 'file_path',
    absolutefilepath: 'file_path',
    targetfile: 'file_path',
    page: 'pages',
    cell: 'cells',
    line: 'lines',
    query: 'search',
    sheet: 'range',
    sheetname: 'range',
    filetype: 'file_type',
  } as const),
);
const kStarts = ['startline', 'linestart', 'fromline'];
const kEnds = ['endline', 'lineend', 'toline'];
const kRanges = ['viewrange', 'linerange'];
/** Fields that are lists of ranges. */
const kRangeFields = ['lines', 'pages', 'cells'] as const;
type RangeField = (typeof kRangeFields)[number];
/** "4:9", "4..9", "L4-L9". */
const kOtherRange = /^\s*[Ll]?(\d+)\s*(?::|\.\.|–|-(?=\s*[Ll]))\s*[Ll]?(\d+)\s*$/;
/** Of a value, in a warning. */
const kShownChars = 80;

function folded(name: string): string {
  return name.replace(/[^A-Za-z]/g, '').toLowerCase();
}

function isField(name: string): name is keyof ReadInput {
  return Object.hasOwn(kInputProperties, name);
}

function isRangeField(name: string | undefined): name is RangeField {
  return (kRangeFields as readonly (string | undefined)[]).includes(name);
}

/** What cannot be written, such as lists in lists in lists, is shown as its kind. */
function asJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    return `(${typeof value})`;
  }
}

function shown(value: unknown): string {
  return quoted(asJson(value)).slice(1, -1).replaceAll('\\"', '"').slice(0, kShownChars);
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A whole number, also as text; undefined for anything else. */
function integerOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\s*-?\d+\s*$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(number) ? (number as number) : undefined;
}

function isPair(value: unknown): value is [unknown, unknown] {
  return Array.isArray(value) && value.length === 2;
}

/** "4-9" for 4 and 9, "4-" for 4 and -1 or nothing; undefined for what is no range. */
function rangeOf(start: unknown, end: unknown): string | undefined {
  const first = start === undefined ? 1 : integerOf(start);
  const last = end === undefined || end === null ? -1 : integerOf(end);
  if (first === undefined || last === undefined || first < 0) return undefined;
  const from = Math.max(1, first);
  if (last === -1) return `${from}-`;
  return last >= from ? `${from}-${last}` : undefined;
}

/** One element of a list of ranges: a number, a pair or text. */
function elementOf(value: unknown): string | undefined {
  if (isPair(value)) return rangeOf(value[0], value[1]);
  const number = integerOf(value);
  if (number !== undefined) return number > 0 ? String(number) : undefined;
  return typeof value === 'string' ? value : undefined;
}

/** Collects what is certain, and what is not. */
class Correction {
  readonly fields: Fields = {};
  readonly warnings: string[] = [];
  /** Fields that may have been meant. */
  readonly doubtful: Fields = Object.create(null);
  /** Fields that are left as they are, for the refusal. */
  readonly left: Fields = Object.create(null);

  take(name: keyof ReadInput, value: unknown, from: string): void {
    if (Object.hasOwn(this.fields, name) && this.fields[name] !== value) {
      this.doubt(from, value, {});
      return;
    }
    this.fields[name] = value;
    this.warnings.push(`took ${from} for ${name} ${shown(value)}`);
  }

  doubt(name: string, value: unknown, meant: Fields): void {
    this.left[name] = value;
    Object.assign(this.doubtful, meant);
  }
}

/** What another spelling of ranges means, if anything. */
interface Meaning {
  ranges?: string | undefined;
  /** It can mean nothing else. */
  isCertain: boolean;
}

/** What a value that is no text of ranges means; undefined for what the core reads itself. */
function meaningOf(field: RangeField, value: unknown): Meaning | undefined {
  if (Array.isArray(value)) {
    const elements = value.map(elementOf);
    if (elements.length === 0 || elements.includes(undefined)) return { isCertain: false };
    const areNumbers = value.every((item) => integerOf(item) !== undefined);
    // Two line numbers may be a range or two lines.
    return field === 'lines' && isPair(value) && areNumbers
      ? { ranges: rangeOf(value[0], value[1]), isCertain: false }
      : { ranges: elements.join(','), isCertain: true };
  }
  if (isFields(value)) {
    const ranges = rangeOf(value.start ?? value.from, value.end ?? value.to);
    return { ranges, isCertain: ranges !== undefined };
  }
  const spelled = typeof value === 'string' && kOtherRange.exec(value);
  const ranges = spelled ? rangeOf(spelled[1], spelled[2]) : undefined;
  return ranges ? { ranges, isCertain: true } : undefined;
}

function correctRanges(correction: Correction, name: RangeField, value: unknown): void {
  const meaning = meaningOf(name, value);
  if (!meaning) correction.fields[name] = value;
  else if (meaning.isCertain) correction.take(name, meaning.ranges, `${name} ${shown(value)}`);
  else correction.doubt(name, value, meaning.ranges ? { [name]: meaning.ranges } : {});
}

/** A range of lines as a pair or as text; of several the first that is one. */
function spanOf(values: readonly unknown[]): string | undefined {
  const pair = values.find(isPair);
  if (pair) return rangeOf(pair[0], pair[1]);
  const texts = values.map((value) =>
    Array.isArray(value) && value.length === 1 ? value[0] : value,
  );
  const [, first, last] =
    texts
      .map((text) => typeof text === 'string' && /^\s*(\d+)\s*-\s*(\d+)\s*$/.exec(text))
      .find(Boolean) || [];
  return first === undefined ? undefined : rangeOf(first, last);
}

/** The range of lines that several fields give together. */
function correctSpan(correction: Correction, given: Fields): void {
  const named = (names: readonly string[]) =>
    Object.keys(given).filter((name) => !isField(name) && names.includes(folded(name)));
  const [starts, ends, ranges] = [named(kStarts), named(kEnds), named(kRanges)];
  const names = [...starts, ...ends, ...ranges];
  if (names.length === 0) return;
  const range =
    ranges.length > 0
      ? spanOf(ranges.map((name) => given[name]))
      : rangeOf(given[starts[0] ?? ''], given[ends[0] ?? '']);
  const isAlone =
    starts.length < 2 && ends.length < 2 && (ranges.length === 0 || names.length === 1);
  const overlaps = ['lines', 'offset', 'limit', 'column'].some((name) => given[name] !== undefined);
  if (range && isAlone && !overlaps) {
    const open = range.endsWith('-');
    // An open range is `offset`: it has the default number of lines.
    if (open) correction.take('offset', Number(range.slice(0, -1)), names.join(' and '));
    else correction.take('lines', range, names.join(' and '));
    return;
  }
  for (const name of names) correction.doubt(name, given[name], range ? { lines: range } : {});
}

/** The field whose name is an edit or two away. */
function nearField(name: string): string | undefined {
  const asked = folded(name);
  return Object.keys(kInputProperties).find((field) => {
    const known = folded(field);
    if (known === asked) return true;
    if (Math.abs(known.length - asked.length) > 1 || asked.length < 4) return false;
    let same = 0;
    while (same < Math.min(known.length, asked.length) && known[same] === asked[same]) same++;
    const end = Math.max(known.length, asked.length) - same;
    // One letter more, less, other or swapped with its neighbour.
    const rest = [known.slice(same), asked.slice(same)] as const;
    return (
      end <= 1 ||
      rest[0].slice(1) === rest[1] ||
      rest[0] === rest[1].slice(1) ||
      rest[0].slice(1) === rest[1].slice(1) ||
      (rest[0].slice(2) === rest[1].slice(2) &&
        rest[0][0] === rest[1][1] &&
        rest[0][1] === rest[1][0])
    );
  });
}

/** The region that four numbers may mean: the last two are its size, or its other corner. */
function regionOf(value: unknown): Fields | undefined {
  const list = typeof value === 'string' ? value.split(',') : value;
  if (!Array.isArray(list) || list.length !== 4) return undefined;
  const numbers = list.map(integerOf);
  const [x, y, width, height] = numbers;
  return numbers.includes(undefined) ? undefined : { x, y, width, height };
}

function correctField(correction: Correction, name: string, value: unknown): void {
  const alias = kAliases.get(folded(name));
  if (isField(name)) {
    if (name === 'offset' && integerOf(value) === 0) correction.take('offset', 1, 'offset 0');
    else if (name === 'file_path' && Array.isArray(value) && value.length === 1)
      correction.take('file_path', value[0], 'the list file_path');
    else if (isRangeField(name)) correctRanges(correction, name, value);
    else if (name === 'region' && regionOf(value))
      correction.doubt(name, value, { region: regionOf(value) });
    else correction.fields[name] = value;
  } else if (isRangeField(alias)) {
    const list = Array.isArray(value) ? value : [value];
    const text = list.map(elementOf);
    if (text.every((element) => element !== undefined) && text.length > 0)
      correction.take(alias, text.join(','), name);
    else correction.doubt(name, value, {});
  } else if (alias && typeof value === 'string') correction.take(alias, value, name);
  else {
    const near = nearField(name);
    correction.doubt(name, value, near ? { [near]: value } : {});
  }
}

/** What a model wrote, with what is certain set right. Anything but an object stays as it is. */
export function correctedInput(input: unknown): ModelInput {
  if (!isFields(input) || Object.keys(input).length > kMaxFields) return { input, warnings: [] };
  const correction = new Correction();
  const ranges = [...kStarts, ...kEnds, ...kRanges];
  // Fields under their own names count first.
  const names = Object.keys(input).sort((a, b) => Number(isField(b)) - Number(isField(a)));
  for (const name of names) {
    if (isField(name) || !ranges.includes(folded(name)))
      correctField(correction, name, input[name]);
  }
  correctSpan(correction, input);
  const { fields, warnings, left, doubtful } = correction;
  if (Object.keys(left).length === 0) {
    return warnings.length === 0 ? { input, warnings } : { input: fields, warnings };
  }
  // A call that is refused is refused as it was written.
  const suggestion = { ...fields, ...doubtful };
  const isMeant = Object.keys(doubtful).length > 0 || warnings.length > 0;
  return isMeant && typeof suggestion.file_path === 'string'
    ? { input, warnings: [], suggestion }
    : { input, warnings: [] };
}

/** What stands around a path and is no part of it. */
const kQuotes = [
  ['"', '"'],
  ["'", "'"],
  ['`', '`'],
  ['“', '”'],
  ['<', '>'],
] as const;

/** The path of a `file:` URL of this machine; undefined for anything else. */
function pathOfUrl(text: string, style: 'posix' | 'windows'): string | undefined {
  const match = /^file:(?:\/\/(?:localhost)?)?(\/[^?#]*)$/i.exec(text);
  if (!match?.[1]) return undefined;
  try {
    const path = decodeURIComponent(match[1]);
    return style === 'windows' && /^\/[A-Za-z]:/.test(path) ? path.slice(1) : path;
  } catch {
    return undefined;
  }
}

/** A path without white space and quotes around it, and without `file://`; undefined when it has none. */
export function barePath(path: string, style: 'posix' | 'windows'): string | undefined {
  let bare = path.trim();
  for (const [open, close] of kQuotes) {
    if (bare.length > 2 && bare.startsWith(open) && bare.endsWith(close))
      bare = bare.slice(1, -1).trim();
  }
  bare = pathOfUrl(bare, style) ?? bare;
  return bare === path || bare === '' ? undefined : bare;
}

/** The fields of an input as a tool takes them; none of what is no object. */
export function fieldsOf(input: unknown): Partial<ReadInput> {
  const fields = correctedInput(parsedInput(input)).input;
  return typeof fields === 'object' && fields !== null ? fields : {};
}
