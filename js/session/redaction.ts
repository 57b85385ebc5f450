/** Secrets in text become a mark that names their kind. What is hidden is counted, and the result says so. */
import type { HandleResult } from '../tool/media_handles.js';
import { parsedInput } from '../tool/model_input.js';
import { setToolInternals, toolInternalsOf } from '../tool/tool_internals.js';
import type { ReadTool } from '../tool/tool_types.js';
import type {
  BlobResult,
  BytesResult,
  ReadFailure,
  ResultPart,
  ToolResult,
} from '../types/index.js';

/** What one kind of secret looks like. */
export interface SecretRule {
  /** The kind, as the mark names it: "github-token". */
  name: string;
  /**
   * What to find, on one line or over several; a group named `secret` is hidden alone. Bound its repetitions: it runs over
   * text that may be anybody's.
   */
  pattern: RegExp;
}

/** Text without secrets. */
export interface RedactedText {
  /** The text; in place of each secret stands "[hidden: github-token]". */
  text: string;
  /** How many of each kind are hidden; empty when there are none. */
  counts: Record<string, number>;
}

/** Keys and tokens whose form gives them away; nothing is hidden unless you ask for it. */
export const secretRules: readonly SecretRule[] = [
  { name: 'aws-access-key', pattern: /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/ },
  {
    name: 'aws-secret-key',
    pattern:
      /\b(?:aws_)?secret_?access_?key\b["']?\s{0,4}[=:]\s{0,4}["']?(?<secret>[A-Za-z0-9/+=]{40})(?![A-Za-z0-9/+=])/i,
  },
  {
    name: 'github-token',
    pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9_]{22,255})\b/,
  },
  { name: 'gitlab-token', pattern: /\bglpat-[A-Za-z0-9_-]{20,100}/ },
  { name: 'slack-token', pattern: /\bxox[abeoprs]-[A-Za-z0-9-]{10,250}/ },
  { name: 'stripe-key', pattern: /\b[rs]k_(?:live|test)_[A-Za-z0-9]{16,250}/ },
  { name: 'google-api-key', pattern: /\bAIza[0-9A-Za-z_-]{35}(?![0-9A-Za-z_-])/ },
  { name: 'npm-token', pattern: /\bnpm_[A-Za-z0-9]{36}\b/ },
  { name: 'model-api-key', pattern: /\bsk-(?:ant-|proj-|or-)?[A-Za-z0-9_-]{32,250}/ },
  {
    name: 'json-web-token',
    pattern:
      /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{10,2000}\.eyJ[A-Za-z0-9_-]{10,4000}\.[A-Za-z0-9_-]{10,1000}/,
  },
  {
    name: 'password-in-url',
    pattern: /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@"'<>]{0,100}:(?<secret>[^\s/@"'<>]{1,200})@/i,
  },
];

const kKeyName = 'private-key';
const kKeyBegin = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/;
const kKeyEnd = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/;
/** All of it in one line, as JSON has it. */
const kKeyInLine = new RegExp(`(${kKeyBegin.source})[^-]{1,20000}(${kKeyEnd.source})`, 'g');
/** A line within a key, with the number before it: base64, or a header of PEM; or nothing. The last may be short. */
const kKeyLine =
  /^(?<head> {0,20}(?:\d{1,15}(?:\t|→))?[ \t]{0,100}(?:[>#"'*] ?)?)(?:[A-Za-z0-9+/=]{16,200}|[A-Za-z-]{1,40}: .{0,200})?[\\n"', ]{0,8}\r?$/;
const kLastLine =
  /^(?<head> {0,20}(?:\d{1,15}(?:\t|→))?[ \t]{0,100}(?:[>#"'*] ?)?)[A-Za-z0-9+/=]{1,200}[\\n"', ]{0,8}\r?$/;

const kMark = (name: string) => `[hidden: ${name}]`;

function count(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1;
}

/** Whether a line is one of a key, whose mark of the end may be in the line behind it. */
function isKeyLine(line: string | undefined, behind: string | undefined): boolean {
  if (line === undefined || kKeyEnd.test(line)) return false;
  return kKeyLine.test(line) || (kLastLine.test(line) && kKeyEnd.test(behind ?? ''));
}

function hiddenLine(line: string): string {
  const head = (kKeyLine.exec(line) ?? kLastLine.exec(line))?.groups?.head ?? '';
  return head.length === line.length ? line : `${head}${kMark(kKeyName)}`;
}

/** Hides the lines between the marks of a private key, and those that are left of one that was cut. */
function withoutKeys(text: string, counts: Record<string, number>): string {
  if (!kKeyBegin.test(text) && !kKeyEnd.test(text)) return text;
  const lines = text.split('\n');
  for (let at = 0; at < lines.length; at++) {
    let isHidden = false;
    const line = (lines[at] ?? '').replace(kKeyInLine, (_, begin: string, end: string) => {
      count(counts, kKeyName);
      isHidden = true;
      return `${begin}${kMark(kKeyName)}${end}`;
    });
    lines[at] = line;
    if (isHidden) continue;
    const begin = kKeyBegin.exec(line);
    const end = kKeyEnd.exec(line);
    if (begin) {
      count(counts, kKeyName);
      const rest = line.slice(begin.index + begin[0].length);
      // Written into one line of JSON, and cut.
      if (/[A-Za-z0-9+/]{20}/.test(rest))
        lines[at] = `${line.slice(0, line.length - rest.length)}${kMark(kKeyName)}`;
      while (isKeyLine(lines[at + 1], lines[at + 2])) {
        at++;
        lines[at] = hiddenLine(lines[at] ?? '');
      }
      if (kKeyEnd.test(lines[at + 1] ?? '')) at++;
    } else if (end) {
      count(counts, kKeyName);
      for (let above = at - 1; isKeyLine(lines[above], lines[above + 1]); above--)
        lines[above] = hiddenLine(lines[above] ?? '');
    }
  }
  return lines.join('\n');
}

function checkRules(rules: readonly SecretRule[]): void {
  const isRule = (rule: SecretRule) =>
    typeof rule?.name === 'string' && rule.pattern instanceof RegExp;
  if (!Array.isArray(rules) || !rules.every(isRule))
    throw new TypeError('rules must be an array of {name, pattern}');
}

/**
 * Text without secrets: private keys in PEM, and what the rules find. What a form does not give away is not found, and
 * neither is a secret that two reads show half each.
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
  let clean = withoutKeys(text, counts);
  for (const { name, pattern } of rules) {
    const flags = `${pattern.flags.replace(/[gyd]/g, '')}gd`;
    let [at, rest] = [0, ''];
    for (const match of clean.matchAll(new RegExp(pattern.source, flags))) {
      const [from, to] = match.indices?.groups?.secret ?? match.indices?.[0] ?? [0, 0];
      if (to <= from) continue;
      rest += `${clean.slice(at, from)}${kMark(name)}`;
      at = to;
      count(counts, name);
    }
    clean = rest + clean.slice(at);
  }
  return { text: clean, counts: { ...counts } };
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

type AnyResult = ToolResult | BytesResult | BlobResult | HandleResult;

function hideIn<Result extends AnyResult>(
  result: Result,
  rules: readonly SecretRule[],
): { result: Result; counts: Record<string, number> } {
  const found = redactText(result.content, rules);
  const inOthers = Object.create(null) as Record<string, number>;
  const hide = (text: string) => {
    const { text: clean, counts } = redactText(text, rules);
    for (const [name, times] of Object.entries(counts))
      inOthers[name] = (inOthers[name] ?? 0) + times;
    return clean;
  };
  const metadata = redacted(result.metadata, hide) as Result['metadata'];
  const shortResult = result.shortResult && hide(result.shortResult);
  const counts = { ...inOthers, ...found.counts };
  if (Object.keys(counts).length === 0) return { result, counts };
  const kinds = Object.entries(counts).map(([name, times]) => `${times} ${name}`);
  const line = `(Hidden in this result: ${kinds.join(', ')}. The file itself holds them.)`;
  const content = `${found.text}\n${line}`;
  const parts = result.parts?.map(
    (part): ResultPart => (part.type === 'text' ? { ...part, text: hide(part.text) } : part),
  );
  return {
    result: {
      ...result,
      content,
      ...(shortResult ? { shortResult } : {}),
      ...(result.success ? {} : { error: content }),
      ...(parts ? { parts: [...parts, { type: 'text', text: `\n${line}` }] } : {}),
      metadata,
    },
    counts,
  };
}

/** Bytes in hexadecimal have no form that gives a secret away. */
function asksForBytes(input: unknown): boolean {
  return (parsedInput(input) as { view?: unknown } | null | undefined)?.view === 'hex';
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
 * are looked at; pictures, and PDFs that are shown as they are, are not. `view: 'hex'` is refused with `PERMISSION_DENIED`.
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
  const { name, description, inputSchema } = tool;
  const safe: ReadTool<Result> = {
    name,
    description,
    inputSchema,
    async execute(input: unknown, call) {
      const whole = await tool.execute(input, call);
      if (whole.success && asksForBytes(input)) return refusedBytes(whole) as Result;
      const { result, counts } = hideIn(whole, rules);
      if (Object.keys(counts).length > 0) onRedact?.({ input, counts });
      return result;
    },
    materialize: ((...given: Parameters<typeof tool.materialize>) =>
      tool.materialize(...given)) as typeof tool.materialize,
    inlineMedia: (result, call) => tool.inlineMedia(result, call),
    list: (directory, call) => tool.list(directory, call),
    locate: (filePath) => tool.locate(filePath),
    dispose: () => tool.dispose(),
    [Symbol.dispose]: () => tool.dispose(),
    [Symbol.asyncDispose]: async () => tool.dispose(),
  };
  const internals = toolInternalsOf(tool);
  if (internals) setToolInternals(safe, { ...internals, hidesSecrets: true });
  return safe;
}
