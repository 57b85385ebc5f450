/**
 * Secrets of which the cut of a long line leaves a part: its beginning before "..." or "…", its end where a read goes on inside of
 * the line, or an excerpt begins.
 */
import type { ReadInput } from '../types/index.js';
import { type SecretRule, secretSpans } from './secret_spans.js';

/** What is read before the first character that is shown, and from it on. */
const kCharsAround = 4000;
/** Places of one result at which the file is read again. */
export const kMaxStarts = 50;
/** As search says where in a line it begins. */
const kWindow = /^\(Line ([\d,]+) from column ([\d,]+) on\)\n/gm;
const kNumber = /^ *(\d+)(?:\t|→)/;
/** What a cut secret goes on with. */
const kInToken = /^[^\s"'<>]/;
const kRestOfToken = /^[^\s"'<>]{0,16000}/;
/** Characters in which two reads of a line must agree. */
const kCompared = 64;
const kKeyMark = /-----(BEGIN|END) [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
const kKeyRest = /^(?:[A-Za-z0-9+/=]|\\[rn])*/;

/** What begins as a secret of a rule does and is cut: six characters at least, with a digit among them. */
const kBeginnings: readonly (readonly [name: string, start: string, form: string])[] = [
  ['aws-access-key', 'A[KS]IA', '[0-9A-Z]{6,16}'],
  ['github-token', '(?:gh[pousr]|github_pat)_', '[A-Za-z0-9_]{6,255}'],
  ['gitlab-token', 'glpat-', '[A-Za-z0-9_-]{6,100}'],
  ['slack-token', 'xox[abeoprs]-', '[A-Za-z0-9-]{6,250}'],
  ['stripe-key', '[rs]k_(?:live|test)_', '[A-Za-z0-9]{6,250}'],
  ['google-api-key', 'AIza', '[0-9A-Za-z_-]{6,35}'],
  ['npm-token', 'npm_', '[A-Za-z0-9]{6,36}'],
  ['model-api-key', 'sk-(?:ant-|proj-|or-)?', '[A-Za-z0-9_-]{6,250}'],
  ['json-web-token', 'eyJ', '[A-Za-z0-9_-]{6,16000}(?:\\.[A-Za-z0-9_-]{0,16000}){0,2}'],
];

/** The same of what only its name or its place tells. */
const kNamedBeginnings: readonly SecretRule[] = [
  {
    name: 'aws-secret-key',
    pattern:
      /secret[_ -]?(?:access[_ -]?)?key\\?["'\])]?\s{0,20}[=:>]\s{0,20}\\?["']?(?<secret>[A-Za-z0-9/+=]{6,39})(?=\.\.\. \(truncated\)|…| \[…)/i,
  },
  {
    name: 'password-in-url',
    pattern:
      /\b[a-z][a-z0-9+.-]{1,20}:(?:\\?\/){2}[^\s/:@"'<>]{0,100}:(?!\$\{|\d{0,5}\.\.\.)(?<secret>[^\s/@"'<>]{1,200})(?=\.\.\. \(truncated\)|…| \[…)/i,
  },
];

/**
 * What may be the end of a secret: a word of letters and digits where the excerpt of a cell or a line of a PDF begins inside of it.
 * What stands before it is in no result.
 */
export const restRule: SecretRule = {
  name: 'unchecked',
  pattern:
    /(?<=\| … |^…)(?=[A-Za-z_+/=.-]{0,250}[0-9])(?=[0-9_+/=.-]{0,250}[A-Za-z])[A-Za-z0-9_+/=.-]{10,16000}/m,
};

/**
 * What a token begins with, and what must stand before it, as a pattern. It is looked at second: most places of a text are then
 * left at once.
 */
export function beginning(begin: string, start: string): string {
  return `(?:${begin})(?<=${start}(?:${begin}))`;
}

/** The rules for what a cut leaves of secrets whose kinds `rules` name. @param start where a token may begin, as a pattern */
export function cutRules(rules: readonly SecretRule[], start: string): SecretRule[] {
  const names = new Set(rules.map(({ name }) => name));
  const named = kNamedBeginnings.filter(({ name }) => names.has(name));
  const others = kBeginnings
    .filter(([name]) => names.has(name))
    .map(([name, begin, form]) => {
      // Of a run that is no other's rest the beginning is looked at once.
      const from = name === 'json-web-token' ? '(?<![A-Za-z0-9_-])' : start;
      const pattern = new RegExp(
        `${beginning(begin, from)}(?=[A-Za-z_-]{0,250}[0-9])${form}(?=\\.\\.\\.|…| \\[…)`,
      );
      return { name, pattern };
    });
  return [...named, ...others];
}

/** A place inside of a line where what is shown begins. */
export interface LineStart {
  /** 0: the first that is shown. */
  line: number;
  column: number;
  /** Of what is shown of the line, in the text. */
  at: number;
}

const behindNumber = (text: string, at: number) =>
  at + (kNumber.exec(text.slice(at, at + 40))?.[0].length ?? 0);

/**
 * Where lines of a result begin inside, if something there may be the rest of a secret.
 *
 * @param column - that was asked for
 * @param isSearch - only a search says where in a line it begins: elsewhere that is a line of the file
 */
export function cutStarts(
  content: string,
  column: number | undefined,
  isSearch: boolean,
): LineStart[] {
  const starts: LineStart[] = [];
  if (column !== undefined && column > 1)
    starts.push({ line: 0, column, at: behindNumber(content, 0) });
  for (const match of isSearch ? content.matchAll(kWindow) : []) {
    const [line, from] = [match[1], match[2]].map((text) => Number(text?.replaceAll(',', '')));
    const next = match.index + match[0].length;
    // Lines of context may stand between them.
    const mark = new RegExp(`^ *${line}(?:\\t|→)`, 'm').exec(content.slice(next));
    if (!line || !from || from <= 1) continue;
    const at = mark ? next + mark.index + mark[0].length : next;
    starts.push({ line, column: from, at });
  }
  return starts.filter(({ at }) => kInToken.test(content.slice(at, at + 2)));
}

/** The part of a line around a column. */
export interface Around {
  /** Characters of `text` that stand before the column. */
  before: number;
  text: string;
  /** A result from the column on. */
  rest: string;
}

/** How the line around a start is read: the input's fields, and how many characters it shows. */
export function callAround({ line, column }: LineStart): {
  before: number;
  place: Partial<ReadInput>;
  shown: number;
} {
  const before = Math.min(column - 1, kCharsAround);
  const place = { column: column - before, limit: 1, ...(line === 0 ? {} : { offset: line }) };
  return { before, place, shown: before + kCharsAround };
}

/** What is shown of the line in such a read's result, without its number. */
export function lineIn(content: string): string {
  const line = content.slice(behindNumber(content, 0));
  const end = line.indexOf('\n');
  return (end < 0 ? line : line.slice(0, end)).replace(/\.\.\. \(truncated\)$/, '');
}

/** What is shown of a word whose beginning is not: UTF-16 units. */
export function restOfToken(text: string): number {
  return kRestOfToken.exec(text)?.[0].replace(/\.\.\.$/, '').length ?? 0;
}

/** Whether a text goes on as another one does, whose line may be cut. */
function goesOnAs(text: string, shown: string): boolean {
  const line =
    shown
      .slice(0, kCompared)
      .split('\n', 1)[0]
      ?.replace(/\.{1,3}(?: (?:\(.*)?)?$/, '') ?? '';
  return text.startsWith(line);
}

/**
 * Of a secret that begins before the column: how many UTF-16 units of it stand behind, and its kind.
 *
 * @param unknown - the kind of what may be one, when the line is not as it was shown
 */
export function secretAcross(
  { text, before, rest: shown }: Around,
  rules: readonly SecretRule[],
  unknown: string,
): { units: number; name: string } | undefined {
  const cut = [...text].slice(0, before).join('').length;
  if (!goesOnAs(text.slice(cut), shown)) return { units: restOfToken(shown), name: unknown };
  const mark = [...text.slice(0, cut).matchAll(kKeyMark)].at(-1);
  const rest = mark?.[1] === 'BEGIN' ? (kKeyRest.exec(text.slice(cut))?.[0].length ?? 0) : 0;
  if (rest > 0) return { units: rest, name: 'private-key' };
  const across = secretSpans(text, rules).find(({ from, to }) => from < cut && cut < to);
  return across && { units: across.to - cut, name: across.name };
}
