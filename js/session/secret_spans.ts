/** Where in a text the secrets of rules stand. */

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

/** From one UTF-16 unit up to another. */
export interface SecretSpan {
  name: string;
  from: number;
  to: number;
}

/** The backslashes that Markdown has before what it would take for a mark. */
const kMarkdownEscape = /\\(?=[_*~`=+.|-])/g;

/** A text without escapes, and where in the text as it is each of its places lies. */
function withoutEscapes(text: string): { plain: string; placeOf: (place: number) => number } {
  const removed = Array.from(text.matchAll(kMarkdownEscape), ({ index }, before) => index - before);
  if (removed.length === 0) return { plain: text, placeOf: (place) => place };
  const placeOf = (place: number) => {
    let [low, high] = [0, removed.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((removed[middle] ?? 0) < place) low = middle + 1;
      else high = middle;
    }
    return place + low;
  };
  return { plain: text.replace(kMarkdownEscape, ''), placeOf };
}

/** The spans of all that the rules find, with the escapes of Markdown or without them, in the order of their beginnings. */
export function secretSpans(text: string, rules: readonly SecretRule[]): SecretSpan[] {
  const { plain, placeOf } = withoutEscapes(text);
  const spans: SecretSpan[] = [];
  for (const { name, pattern } of rules) {
    const flags = `${pattern.flags.replace(/[gyd]/g, '')}gd`;
    for (const match of plain.matchAll(new RegExp(pattern.source, flags))) {
      const [from, to] = match.indices?.groups?.secret ?? match.indices?.[0] ?? [0, 0];
      if (from < to) spans.push({ name, from: placeOf(from), to: placeOf(to) });
    }
  }
  // Of those that begin at the same place the first rule's names what is hidden.
  return spans.sort((a, b) => a.from - b.from);
}
