/** Checks of what a programmer passes. What a model writes (the fields of the input) is checked by the core. */
import type {
  DecodedImage,
  DecodeImage,
  ReadCallOptions,
  ReadInput,
  ReadOptions,
} from '../types/index.js';
import { checkDeadline } from './abort.js';

function typeName(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object'
    ? Object.prototype.toString.call(value).slice(8, -1)
    : typeof value;
}

function isPlainObject(value: unknown): value is object {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !ArrayBuffer.isView(value)
  );
}

/** @throws TypeError unless `bytes` is a Uint8Array, of whichever realm */
export function checkBytes(bytes: unknown): asserts bytes is Uint8Array {
  if (Object.prototype.toString.call(bytes) === '[object Uint8Array]' && ArrayBuffer.isView(bytes))
    return;
  throw new TypeError(`bytes must be a Uint8Array, got ${typeName(bytes)}`);
}

/** @throws TypeError unless `value` is a string */
export function checkString(name: string, value: unknown): asserts value is string {
  if (typeof value !== 'string')
    throw new TypeError(`${name} must be a string, got ${typeName(value)}`);
}

/**
 * The input as the core knows it: a `name` is the path.
 *
 * @throws TypeError unless `input` is an object
 */
export function checkedInput(input: unknown): ReadInput {
  if (!isPlainObject(input)) throw new TypeError(`input must be an object, got ${typeName(input)}`);
  const { name, file_path, ...rest } = input as { name?: unknown; file_path?: unknown };
  if (name === undefined || file_path !== undefined) return input as ReadInput;
  return { file_path: name, ...rest } as ReadInput;
}

/** @throws TypeError unless `call` is an object with a time and a form that exist */
export function checkCall(call: ReadCallOptions): void {
  if (!isPlainObject(call)) throw new TypeError(`call must be an object, got ${typeName(call)}`);
  checkDeadline(call.deadlineMs);
  checkChoice('media', call.media, ['base64', 'bytes', 'blob']);
}

/** @throws TypeError unless `value` is undefined or one of `allowed` */
export function checkChoice(name: string, value: unknown, allowed: readonly string[]): void {
  if (value === undefined || allowed.includes(value as string)) return;
  const list = allowed.map((choice) => `'${choice}'`).join(', ');
  throw new TypeError(`${name} must be one of ${list}, got ${JSON.stringify(value)}`);
}

/** The options that are objects with options of their own. */
type Group = {
  [Name in keyof ReadOptions]-?: NonNullable<ReadOptions[Name]> extends string | DecodeImage
    ? never
    : Name;
}[keyof ReadOptions];

const kGroups = [
  'limits',
  'text',
  'image',
  'notebook',
  'pdf',
  'sheet',
  'document',
  'host',
] as const satisfies readonly Group[];

/** @throws TypeError unless `options` is an object whose groups are objects too */
export function checkOptions(options: unknown): asserts options is ReadOptions {
  if (!isPlainObject(options)) {
    throw new TypeError(`options must be an object, got ${typeName(options)}`);
  }
  for (const name of kGroups) {
    const group: unknown = (options as ReadOptions)[name];
    if (group === undefined || isPlainObject(group)) continue;
    throw new TypeError(`options.${name} must be an object, got ${typeName(group)}`);
  }
  const decodeImage: unknown = (options as ReadOptions).decodeImage;
  if (decodeImage !== undefined && typeof decodeImage !== 'function') {
    throw new TypeError(`options.decodeImage must be a function, got ${typeName(decodeImage)}`);
  }
}

function withoutUndefined<T extends object>(object: T): Partial<T> {
  return Object.fromEntries(
    Object.entries(object).filter(([, value]) => value !== undefined),
  ) as Partial<T>;
}

/** The options of a call over those of the reader; groups are merged field by field. */
export function mergeOptions(base: ReadOptions, call: ReadOptions): ReadOptions {
  const merged: ReadOptions = { ...base, ...withoutUndefined(call) };
  for (const name of kGroups) {
    const [under, over] = [base[name], call[name]];
    if (under && over) Object.assign(merged, { [name]: { ...under, ...withoutUndefined(over) } });
  }
  return merged;
}

/** @throws TypeError unless `image` is a picture with as many bytes as its size needs */
export function checkDecodedImage(image: DecodedImage): void {
  const { width, height, rgba } = image;
  const isView = ArrayBuffer.isView(rgba) && rgba.BYTES_PER_ELEMENT === 1;
  const isSize = [width, height].every((side) => Number.isInteger(side) && side > 0);
  if (isSize && isView && rgba.length === width * height * 4) return;
  throw new TypeError(
    `decodeImage must give {width, height, rgba} with 4 bytes a pixel, got ${width} x ${height} and ${rgba?.length} bytes`,
  );
}

/** Arguments nested deeper are refused by the core long before. */
const kMaxDepth = 64;

/** A value whose objects and arrays below `kMaxDepth` are left out: the core will say that it is nested too deep. */
function cutAt(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 0) return null;
  if (Array.isArray(value)) return value.map((item) => cutAt(item, depth - 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, cutAt(item, depth - 1)]),
  );
}

/** JSON for the core; `null` for what JSON cannot hold, as a function. Numbers that JSON lacks become strings, which the core takes or refuses by name. */
export function toJson(value: unknown): string {
  const write = (whole: unknown): string =>
    JSON.stringify(whole, (_, item: unknown) =>
      typeof item === 'bigint' || (typeof item === 'number' && !Number.isFinite(item))
        ? String(item)
        : item,
    ) ?? 'null';
  try {
    return write(value);
  } catch (error) {
    // What a model nests too deep for the stack.
    if (!(error instanceof RangeError)) throw error;
    return write(cutAt(value, kMaxDepth));
  }
}

/** @throws TypeError unless `source` reads ranges, of a size that a file can have, or is a stream */
export function checkSource(source: unknown): void {
  const reads = typeof (source as { read?: unknown })?.read === 'function';
  const streams = typeof (source as AsyncIterable<unknown>)?.[Symbol.asyncIterator] === 'function';
  if (!reads && !streams) {
    throw new TypeError(
      `source must have read(offset, length) or be a stream, got ${typeName(source)}`,
    );
  }
  const { sizeBytes } = source as { sizeBytes?: unknown };
  if (streams || sizeBytes === undefined || sizeBytes === null) return;
  if (!Number.isSafeInteger(sizeBytes) || (sizeBytes as number) < -1)
    throw new TypeError(`source.sizeBytes must be a number of bytes, got ${String(sizeBytes)}`);
}
