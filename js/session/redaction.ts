/** Secrets in text become a mark that names their kind. What is hidden is counted, and the result says so. */
import { FileError } from '../fs/types.js';
import { fieldsOf } from '../tool/model_input.js';
import { beginning, cutRules, restRule } from './cut_secrets.js';
import { type ReadAround, withoutPartsOfSecrets } from './parts_of_secrets.js';
import { type SecretRule, type SecretSpan, secretSpans } from './secret_spans.js';
import type { FinishedRead } from '../tool/tool_internals.js';
import type { ExecuteOptions, ReadTool } from '../tool/tool_types.js';
import {
  type AnyResult,
  executorOf,
  type Tell,
  withContent,
  wrappedTool,
} from '../tool/wrapped_tool.js';
import type { ReadFailure, ReadInput, ResultPart, ToolResult } from '../types/index.js';

/** Text without secrets. */
export interface RedactedText {
  /** The text; in place of each secret stands "[hidden: github-token]". */
  text: string;
  /** How many of each kind are hidden; empty when there are none. */
  counts: Record<string, number>;
}

/**
 * Where what looks like the end of a word is the end of an escape: of JSON and programs (`\n`, `\u003e`), of URLs and mails (`%20`,
 * `=3D`), and of the colours of a terminal.
 */
const kBehindEscape = [
  String.raw`(?<=\\(?:[abefnrtv0]|u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2}|[0-7]{3}))`,
  '(?<=[%=][0-9A-Fa-f]{2})',
  String.raw`(?<=(?:\x1b|\\x1b|\\u001b|\\033|\\e)\[[0-9;]{0,20}m)`,
].join('|');
/** Where a token may begin. */
const kStart = `(?:(?<![A-Za-z0-9])|${kBehindEscape})`;

/** A rule for what begins where a token may. */
function tokenRule(name: string, begin: string, rest: string): SecretRule {
  return { name, pattern: new RegExp(beginning(begin, kStart) + rest) };
}

/** Keys and tokens whose form gives them away; nothing is hidden unless you ask for it. */
export const secretRules: readonly SecretRule[] = [
  tokenRule('aws-access-key', 'A[KS]IA', '[0-9A-Z]{16}(?![0-9A-Z])'),
  {
    name: 'aws-secret-key',
    pattern:
      /secret[_ -]?(?:access[_ -]?)?key\\?["'\])]?\s{0,20}(?:=>|:=|[=:>|,(]|%3D|: string(?: =)?)\s{0,20}\\?["']?(?<secret>[A-Za-z0-9/+=]{40})(?![A-Za-z0-9/+=])/i,
  },
  tokenRule(
    'github-token',
    'gh[pousr]_|github_pat_',
    '(?:(?<=gh[pousr]_)[A-Za-z0-9]{36,255}|(?<=github_pat_)[A-Za-z0-9_]{22,255})',
  ),
  tokenRule('gitlab-token', 'glpat-', '[A-Za-z0-9_-]{20,100}'),
  tokenRule('slack-token', 'xox[abeoprs]-', '[A-Za-z0-9-]{10,250}'),
  tokenRule('stripe-key', '[rs]k_(?:live|test)_', '[A-Za-z0-9]{16,250}'),
  tokenRule('google-api-key', 'AIza', '[0-9A-Za-z_-]{35}(?![0-9A-Za-z_-])'),
  tokenRule('npm-token', 'npm_', '[A-Za-z0-9]{36}(?![A-Za-z0-9])'),
  // With a digit or a capital: names of style sheets have neither.
  tokenRule(
    'model-api-key',
    'sk-',
    '(?=[a-z_-]{0,250}[A-Z0-9])(?:ant-|proj-|or-)?[A-Za-z0-9_-]{32,250}',
  ),
  {
    name: 'json-web-token',
    // Each run of its characters is looked at once, from its beginning.
    pattern: new RegExp(
      beginning('eyJ', `(?:(?<![A-Za-z0-9_-])|${kBehindEscape})`) +
        String.raw`[A-Za-z0-9_-]{10,16000}\.eyJ[A-Za-z0-9_-]{10,16000}\.[A-Za-z0-9_-]{10,2000}`,
    ),
  },
  {
    name: 'password-in-url',
    // With "/" and "@" in it as people write them, though no URL may have them: behind a host, it would be a port and a path.
    pattern: new RegExp(
      String.raw`\b[a-z][a-z0-9+.-]{1,20}:(?:\\?\/){2}[^\s/:@"'<>[\]]{0,100}:(?!\$\{)` +
        String.raw`(?<secret>[^\s/@"'<>]{1,200}(?:@[^\s/@"'<>,;()?#&]{1,100}){0,8}(?=@)` +
        String.raw`|(?!\d{0,5}\/|port\b|[$%<{]|[^\s/]{0,60}[}>]\/)[^\s/@"'<>]{1,100}(?:\/[^\s/@"'<>]{0,100}){1,4}(?=@[\w.-]{1,100}(?:[:/?"'\s)\]]|$)))`,
      'i',
    ),
  },
];

const kKeyName = 'private-key';
const kKeyMark =
  /-----(BEGIN|END)(?: |\+|%20)(?:[A-Z0-9]{1,20}(?: |\+|%20)){0,4}PRIVATE(?: |\+|%20)KEY(?:(?: |\+|%20)BLOCK)?-----/g;
/** A part of a key, whatever stands around it: quotes of a program, signs of a diff, bars of a table. */
const kKeyPart = /[A-Za-z0-9+/=]{16,}/g;
/** What a line of a key has, and hardly a line of a program. */
const kLongPart = /[A-Za-z0-9+/=]{30}/;
/** What stands between the lines of a key: nothing, or a header of PEM. */
const kBetweenParts = /^[ \t\d→>|/#*'"+-]{0,60}(?:[A-Za-z-]{1,40}: .{0,200})?[ \t|'"]{0,20}\r?$/;
/** The end of a key is shorter than a part; alone in its line, behind a number. */
const kLastPart =
  /^( {0,20}(?:\d{1,15}(?:\t|→))?[ \t]{0,100}(?:[>#"'*|+-] ?)?)[A-Za-z0-9+/=]{1,15}([\\n"', .;|+]{0,8}\r?)$/;
/** Lines next to a mark in which a key must show: it may begin with headers. */
const kLinesToTell = 6;

const kMark = (name: string) => `[hidden: ${name}]`;

function count(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1;
}

function withoutParts(line: string): string {
  return line.replace(kKeyPart, kMark(kKeyName));
}

function withoutLastPart(line: string): string {
  return line.replace(kLastPart, `$1${kMark(kKeyName)}$2`);
}

/** Hides parts of a key from the first line on, as long as the lines look like one. */
function withoutCutKey(lines: readonly string[]): string[] {
  const first = lines
    .slice(1)
    .findIndex((line) => line.search(kKeyPart) < 0 && !kBetweenParts.test(line));
  const end = first < 0 ? lines.length : first + 1;
  return [...lines.slice(0, end).map(withoutParts), ...lines.slice(end)];
}

/** What stands between two marks of keys, or before the first, or behind the last, without keys. */
function withoutKeysBetween(text: string, left: string | undefined, right: string | undefined) {
  const lines = text.split('\n');
  const tells = (some: readonly string[]) => some.some((line) => kLongPart.test(line));
  const begins = left === 'BEGIN' && tells(lines.slice(0, kLinesToTell));
  const ends = right === 'END' && tells(lines.slice(-kLinesToTell));
  if (begins && right === 'END') {
    // In one line, as JSON has it.
    if (lines.length === 1) return kMark(kKeyName);
    const hidden = lines.map(withoutParts);
    hidden.splice(-2, 1, withoutLastPart(hidden.at(-2) ?? ''));
    return hidden.join('\n');
  }
  if (begins) return withoutCutKey(lines).join('\n');
  if (!ends) return text;
  // From the mark upward.
  const upward = lines.reverse();
  const above = upward[1];
  const last = above === undefined ? undefined : withoutLastPart(above);
  const isShort = last !== undefined && last !== above;
  const rest = withoutCutKey(isShort ? [upward[0] ?? '', ...upward.slice(2)] : upward);
  return (isShort ? [rest[0] ?? '', last, ...rest.slice(1)] : rest).reverse().join('\n');
}

/** Hides what stands between the marks of a private key, and what is left of one that was cut. */
function withoutKeys(text: string, counts: Record<string, number>): string {
  const marks = [...text.matchAll(kKeyMark)];
  if (marks.length === 0) return text;
  let clean = '';
  let from = 0;
  for (const [index, mark] of [...marks, undefined].entries()) {
    const left = marks[index - 1]?.[1];
    const between = text.slice(from, mark?.index);
    const hidden = withoutKeysBetween(between, left, mark?.[1]);
    if (hidden !== between) count(counts, kKeyName);
    clean += hidden + (mark?.[0] ?? '');
    from = (mark?.index ?? 0) + (mark?.[0].length ?? 0);
  }
  return clean;
}

/** The same text with a mark for each of the spans, which may overlap. */
function withoutSpans(text: string, spans: readonly SecretSpan[], counts: Record<string, number>) {
  let [clean, at] = ['', 0];
  for (const { name, from, to } of spans) {
    if (from >= at) {
      clean += `${text.slice(at, from)}${kMark(name)}`;
      count(counts, name);
    }
    at = Math.max(at, to);
  }
  return clean + text.slice(at);
}

function checkRules(rules: readonly SecretRule[]): void {
  const isRule = (rule: SecretRule) =>
    typeof rule?.name === 'string' && rule.pattern instanceof RegExp;
  if (!Array.isArray(rules) || !rules.every(isRule))
    throw new TypeError('rules must be an array of {name, pattern}');
}

/**
 * Text without secrets: private keys in PEM, and what the rules find. What a form does not give away is not found: the middle
 * of a private key, the end of a token, a value without its name.
 *
 * @param rules - what else to find. @defaultValue `secretRules`
 * @throws TypeError for rules that are none
 * @example
 * ```ts
 * const { text, counts } = redactText('postgres://app:hunter2@db/prod');
 * // 'postgres://app:[hidden: password-in-url]@db/prod', { 'password-in-url': 1 }
 * ```
 */
export function redactText(text: string, rules: readonly SecretRule[] = secretRules): RedactedText {
  checkRules(rules);
  // A rule may have any name.
  const counts = Object.create(null) as Record<string, number>;
  const clean = withoutSpans(
    text,
    secretSpans(text, [...rules, ...cutRules(rules, kStart)]),
    counts,
  );
  return { text: withoutKeys(clean, counts), counts: { ...counts } };
}

/** All strings of a value, redacted; the value itself stays as it is. */
function redacted(value: unknown, hide: (text: string) => string): unknown {
  if (typeof value === 'string') return hide(value);
  if (Array.isArray(value)) return value.map((item) => redacted(item, hide));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, redacted(item, hide)]),
  );
}

/** What was hidden in one result. */
export interface RedactionEvent {
  /** The call's input, as it was written. */
  input: unknown;
  /** How many of each kind; never empty. */
  counts: Record<string, number>;
}

/** How a tool's results are redacted. */
export interface RedactionOptions {
  /** What to find beside private keys. @defaultValue `secretRules` */
  rules?: readonly SecretRule[];
  /** Called for each result in which something was hidden. */
  onRedact?: (event: RedactionEvent) => void;
}

function hideIn<Result extends AnyResult>(
  result: Result,
  wanted: readonly SecretRule[],
  before: Record<string, number> = {},
): { result: Result; counts: Record<string, number> } {
  const hasExcerpts = result.contentType === 'document' || result.contentType === 'pdf';
  const rules = hasExcerpts && wanted.length > 0 ? [...wanted, restRule] : wanted;
  const found = redactText(result.content, rules);
  for (const [name, times] of Object.entries(before))
    found.counts[name] = (found.counts[name] ?? 0) + times;
  const inOthers = Object.create(null) as Record<string, number>;
  const hide = (text: string) => {
    const { text: clean, counts } = redactText(text, rules);
    for (const [name, times] of Object.entries(counts))
      inOthers[name] = (inOthers[name] ?? 0) + times;
    return clean;
  };
  const metadata = redacted(result.metadata, hide) as Result['metadata'];
  const shortResult = result.shortResult && hide(result.shortResult);
  const parts = result.parts?.map(
    (part): ResultPart => (part.type === 'text' ? { ...part, text: hide(part.text) } : part),
  );
  const truncation = redacted(result.truncation, hide) as Result['truncation'];
  const counts = { ...inOthers, ...found.counts };
  if (Object.keys(counts).length === 0) return { result, counts };
  const kinds = Object.entries(counts).map(([name, times]) => `${times} ${name}`);
  const line = `(Hidden in this result: ${kinds.join(', ')}. The file itself holds them.)`;
  const content = `${found.text}\n${line}`;
  return {
    result: {
      ...result,
      content,
      ...(shortResult ? { shortResult } : {}),
      ...(result.success ? {} : { error: content }),
      ...(parts ? { parts: [...parts, { type: 'text', text: `\n${line}` }] } : {}),
      ...(truncation ? { truncation } : {}),
      metadata,
    },
    counts,
  };
}

/** What a read can show in parts. */
const kReadAgain: ReadonlySet<string> = new Set(['text', 'document', 'notebook']);

/** Whether a call asks for lines of one cell, should the file be a notebook. */
function readsLinesOfCell({ cells, search, offset, limit, lines }: Partial<ReadInput>): boolean {
  const isByLine = [offset, limit, lines].some((field) => field !== undefined);
  return cells !== undefined && search === undefined && isByLine;
}

/** What of a file may stand before what a call shows. */
function beforeShown(fields: Partial<ReadInput>, result: AnyResult): 'lines' | 'cells' | 'nothing' {
  const { at, range, pages, search, lines, outline, block } = fields;
  const { contentType, content, startLine } = result;
  if (contentType === 'notebook' && !readsLinesOfCell(fields))
    return search === undefined ? 'nothing' : 'cells';
  // Values of JSON, sheets and pages have lines of their own.
  if ([at, range, pages].some((field) => field !== undefined)) return 'nothing';
  const isInOrder = [search, lines, outline, block].every((field) => field === undefined);
  const isCut = content.includes('... (truncated)');
  return isInOrder && startLine <= 1 && !isCut ? 'nothing' : 'lines';
}

/** Reads around the parts that a call shows, in the time that the call has. */
function readerAround(
  fields: Partial<ReadInput>,
  call: ExecuteOptions | undefined,
  start: number,
  read: (input: unknown, call: ExecuteOptions) => Promise<AnyResult>,
): ReadAround {
  const { file_path = '', file_type, offset, at, cells } = fields;
  const file = {
    file_path,
    ...(file_type === undefined ? {} : { file_type }),
    ...(readsLinesOfCell(fields) ? { cells } : {}),
  };
  const first = {
    ...(offset === undefined ? {} : { offset }),
    ...(at === undefined ? {} : { at }),
  };
  const { signal, deadlineMs, options } = call ?? {};
  return (place, limits) => {
    const input = { ...file, ...(place.column === undefined ? {} : first), ...place };
    const left = (deadlineMs ?? 0) - (performance.now() - start);
    return read(input, {
      ...(signal ? { signal } : {}),
      ...(deadlineMs === undefined ? {} : { deadlineMs: Math.max(1, left) }),
      options: { ...options, limits: { ...options?.limits, ...limits } },
    });
  };
}

/** The refusal in place of a result that shows bytes. */
function refusedBytes({ contentType, metadata }: AnyResult): ReadFailure {
  const { mimeType, sizeBytes } = metadata;
  const error = "view 'hex' is not given here: secrets could not be hidden in it";
  return {
    success: false,
    errorCode: 'PERMISSION_DENIED',
    error,
    content: error,
    contentType,
    lineCount: 1,
    startLine: 0,
    endLine: 0,
    totalLines: 0,
    truncated: false,
    metadata: { mimeType, sizeBytes },
  };
}

/**
 * The same tool; its results have a mark in place of each secret, and a line at the end that counts them. Text and metadata
 * are looked at; pictures, and PDFs that are shown as they are, are not. Where a line of a text is cut, or a part of a file is
 * asked for, what stands around it is read again, so that no half of a secret is shown. `view: 'hex'` is refused with `PERMISSION_DENIED`.
 * The hash stays that of the file. A server of `lectern/mcp` gives resources that are redacted, too: as text, never as bytes
 * that hold text.
 *
 * @throws TypeError for rules that are none
 * @example
 * ```ts
 * const safe = withRedaction(tool, { onRedact: ({ counts }) => console.log(counts) });
 * const result = await safe.execute({ file_path: '/notes.txt' });
 * ```
 */
export function withRedaction<Result extends AnyResult>(
  tool: ReadTool<Result>,
  { rules = secretRules, onRedact }: RedactionOptions = {},
): ReadTool<Result> {
  checkRules(rules);
  const readFor = executorOf(tool);
  const execute = async (
    input: unknown,
    call: ExecuteOptions | undefined,
    tell: Tell | undefined,
  ) => {
    const start = performance.now();
    let finished: FinishedRead | undefined;
    let whole = await readFor(input, call, (read) => {
      finished = read;
    });
    const fields = fieldsOf(input);
    const cut: Record<string, number> = {};
    // Bytes in hexadecimal have no form that gives a secret away.
    if (whole.success && fields.view === 'hex') return refusedBytes(whole) as Result;
    if (whole.success && kReadAgain.has(whole.contentType)) {
      const { content, contentType, startLine, endLine } = whole;
      const clean = await withoutPartsOfSecrets({
        content,
        startLine,
        endLine,
        // In a search of a database it is a row's number.
        column: contentType === 'document' && fields.search ? undefined : fields.column,
        isSearch: fields.search !== undefined,
        before: beforeShown(fields, whole),
        rules,
        hide: (text) => redactText(text, rules).text,
        mark: kMark,
        count: (kind) => count(cut, kind),
        read: readerAround(fields, call, start, (...given) => readFor(...given, undefined)),
      });
      whole = withContent(whole, clean);
    }
    const { result, counts } = hideIn(whole, rules, cut);
    const isHidden = Object.keys(counts).length > 0;
    if (finished) tell?.({ ...finished, result: result as ToolResult, isHidden });
    if (isHidden) onRedact?.({ input, counts });
    return result;
  };
  const changed: Partial<Pick<ReadTool<Result>, 'materialize' | 'inlineMedia'>> = {
    materialize: (async (...given: Parameters<typeof tool.materialize>) => {
      try {
        return await tool.materialize(...given);
      } catch (error) {
        if (!(error instanceof FileError) || given[1]?.signal?.aborted) throw error;
        // It may repeat what the file holds: the name of a sheet.
        throw new FileError(error.code, redactText(error.message, rules).text);
      }
    }) as typeof tool.materialize,
    async inlineMedia(result, call) {
      return hideIn(await tool.inlineMedia(result, call), rules).result;
    },
  };
  return wrappedTool(tool, execute, changed, { hidesSecrets: true });
}
