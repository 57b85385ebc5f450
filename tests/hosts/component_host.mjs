// The cases through the component's JavaScript bindings, whose path is the first argument: cases come on stdin, the report
// goes to stdout. The bindings' values are turned into what js/types/index.ts describes, and back.
import { pathToFileURL } from 'node:url';

import { kEnums, kRecords } from '../../scripts/schema/schema.mjs';
import { runCases } from './run_cases.js';

const { reader } = await import(pathToFileURL(process.argv[2]));

const camelCase = (name) => name.replace(/[_-]([a-z])/g, (_, letter) => letter.toUpperCase());
const kCounts = ['integer', 'position'];

/** Whether lectern.wit's type of a field, of which schema/ tells, has this value. */
function isTyped(field, value) {
  if (field === undefined) return false;
  const { type } = field;
  if (kEnums[type]) return kEnums[type].names.includes(value);
  if (kRecords[type]) return typeof value === 'object' && value !== null && fits(type, value);
  if (type === 'position') return Number.isSafeInteger(value);
  if (type === 'integer' || type === 'u32') return Number.isSafeInteger(value) && value >= 0;
  return typeof value === (type === 'boolean' ? 'boolean' : 'string');
}

function fits(record, values) {
  const { fields } = kRecords[record];
  return Object.entries(values).every(([name, value]) => isTyped(fields[name], value));
}

/** Only what is typed can be handed to a component: a wrong type or an unknown field is the caller's compile error. */
function canExpress({ input, options = {} }) {
  return fits('ReadInput', input) && fits('ReadOptions', options);
}

/** A record as the bindings take it. */
function lower(record, values) {
  const { fields } = kRecords[record];
  const whole = record === 'PixelRegion' ? { x: 0, y: 0, ...values } : values;
  const lowered = Object.entries(whole).map(([name, value]) => {
    const { type } = fields[name];
    if (kRecords[type]) return [name, lower(type, value)];
    return [camelCase(name), kCounts.includes(type) ? BigInt(value) : value];
  });
  return Object.fromEntries(lowered);
}

/** Numbers of 64 bits as numbers; fields that are absent, and empty lists, left out. */
function lift(value) {
  if (typeof value === 'bigint') return Number(value);
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (Array.isArray(value)) return value.map(lift);
  if (typeof value !== 'object' || value === null) return value;
  const isPresent = ([, field]) =>
    field !== undefined && field !== null && !(Array.isArray(field) && field.length === 0);
  const kept = Object.entries(value).filter(isPresent);
  return Object.fromEntries(kept.map(([name, field]) => [name, lift(field)]));
}

/** An input with the names that models write. */
function inputOf(next) {
  const { filePath, fileType, ...rest } = next;
  return { file_path: filePath, ...rest, ...(fileType && { file_type: fileType }) };
}

const partOf = ({ piece, ...place }) => ({ type: piece.tag, [piece.tag]: piece.val, ...place });
const documentOf = ({ data, pageCount }) => ({ data, mimeType: 'application/pdf', pageCount });

/** The fields of a result that need more than `lift`. */
function successOf({ content, shortResult, ...rest }) {
  const result = { success: true, content, ...(shortResult && { shortResult }), ...rest };
  if (rest.documents) result.documents = rest.documents.map(documentOf);
  if (rest.parts) result.parts = rest.parts.map(partOf);
  if (rest.truncation?.next) {
    result.truncation = { ...rest.truncation, next: inputOf(rest.truncation.next) };
  }
  if (rest.totalLines === undefined) {
    const after = Object.entries(result);
    const at = after.findIndex(([name]) => name === 'truncated');
    after.splice(at, 0, ['totalLines', -1]);
    return Object.fromEntries(after);
  }
  return result;
}

function failureOf({ code, message, contentType, contentHash, metadata }) {
  return {
    success: false,
    content: message,
    error: message,
    errorCode: code.toUpperCase().replaceAll('-', '_'),
    contentType,
    ...{ lineCount: 0, startLine: 0, endLine: 0, totalLines: 0, truncated: false },
    ...(contentHash && { contentHash }),
    metadata,
  };
}

function readSync(bytes, input, options = {}) {
  try {
    // Without a path is with an empty one: the field is always there.
    const typed = { filePath: '', ...lower('ReadInput', input) };
    return successOf(lift(reader.read(bytes, typed, lower('ReadOptions', options))));
  } catch (error) {
    // What is thrown for the failure of a WIT result is the record itself; an Error is a trap.
    if (error instanceof Error) throw error;
    return failureOf(lift(error));
  }
}

/** Reads more bytes than the component's memory can hold at a time: what a call was given must be freed with it. */
function findLeak() {
  const bytes = new Uint8Array(64 * 1024 * 1024);
  const times = 2 ** 32 / bytes.length + 1;
  for (let i = 0; i < times; i++) {
    const { errorCode } = readSync(bytes, { file_path: 'a.txt' }, { hash: 'none' });
    if (errorCode !== 'BINARY_FILE') return [`read ${i + 1} of a large file gives ${errorCode}`];
  }
  return [];
}

let json = '';
process.stdin.setEncoding('utf8');
for await (const chunk of process.stdin) json += chunk;
const { cases, findLeaks = false } = JSON.parse(json);
const createReader = async () => ({ read: async (...words) => readSync(...words), dispose() {} });
const report = await runCases(createReader, cases.filter(canExpress));
if (findLeaks) report.failures.push(...findLeak());
report.arguments = 'component';
report.leftOut = cases.filter((one) => !canExpress(one)).map(({ name }) => name);
process.stdout.write(`${JSON.stringify(report)}\n`);
