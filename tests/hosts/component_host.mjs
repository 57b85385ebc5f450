// The cases through the component's JavaScript bindings, whose path is the first argument: cases come on stdin, the report
// goes to stdout. The bindings' values are turned into what js/types/index.ts describes, and back.
import { pathToFileURL } from 'node:url';

import { runCases } from './run_cases.js';

const { reader } = await import(pathToFileURL(process.argv[2]));

/** The fields of an input and of options by the type that they have in lectern.wit, where a count has 64 bits. */
const kTypes = {
  count: [
    ...['offset', 'column', 'limit', 'countLinesUpToBytes'],
    ...['imagesInRequest', 'bytesInRequest'],
  ],
  string: [
    ...['filePath', 'pages', 'cells', 'fileType', 'contentHash', 'modified', 'encoding'],
    ...['password', 'search'],
  ],
  boolean: ['fullResolution', 'tile', 'lenientImages', 'outline'],
  object: ['region'],
};
const kChoices = {
  provider: ['anthropic', 'anthropic-large', 'bedrock', 'openai', 'gemini', 'mcp', 'none'],
  hash: ['sha256', 'none'],
  lineNumbers: ['cat', 'arrow', 'none'],
  animation: ['keep', 'first', 'contact-sheet'],
  svg: ['text', 'image'],
  notebook: ['cells', 'raw'],
  outputs: ['all', 'text', 'none'],
  pdf: ['pages', 'document'],
  pageImages: ['auto', 'always', 'never'],
};

const camelCase = (name) => name.replace(/[_-]([a-z])/g, (_, letter) => letter.toUpperCase());
const isCount = (value) => Number.isSafeInteger(value) && value >= 0;

/** Whether the types of lectern.wit have this value for the field. */
function isTyped(name, value) {
  if (name === 'limits') return Object.values(value).every(isCount);
  if (name in kChoices) return kChoices[name].includes(value);
  const type = Object.keys(kTypes).find((one) => kTypes[one].includes(name));
  if (type === 'count') return isCount(value);
  return type !== undefined && typeof value === type;
}

/** Only what is typed can be handed to a component: a wrong type or an unknown field is the caller's compile error. */
function canExpress({ input, options = {} }) {
  const fields = [...Object.entries(input), ...Object.entries(options)];
  return fields.every(([name, value]) => isTyped(camelCase(name), value));
}

/** An input or options as the bindings take them. */
function lower(fields) {
  const lowered = Object.entries(fields).map(([key, value]) => {
    const name = camelCase(key);
    if (name === 'limits') return [name, lowerLimits(value)];
    return [name, kTypes.count.includes(name) ? BigInt(value) : value];
  });
  return Object.fromEntries(lowered);
}

function lowerLimits(limits) {
  return Object.fromEntries(Object.entries(limits).map(([name, value]) => [name, BigInt(value)]));
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

const partOf = ({ tag, val }) => ({ type: tag, [tag]: val });
const documentOf = ({ data, pageCount }) => ({ data, mediaType: 'application/pdf', pageCount });

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
    const typed = { filePath: '', ...lower(input) };
    return successOf(lift(reader.read(bytes, typed, lower(options))));
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
