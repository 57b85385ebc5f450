/** Takes off again what `text: { lineNumbers }` put in front of lines. */

const kNumbered = /^ *(\d+)(?:\t|→)/;

/**
 * The lines of a text result's `content` as the file has them. Only numbers that follow each other are taken off, so that
 * the closing note stays, and content without numbers is given back as it is unless it looks numbered itself.
 *
 * @param content - what a read with `text.lineNumbers` `'cat'` or `'arrow'` gave
 * @example
 * ```ts
 * const text = stripLineNumbers('     9\tone\n    10\ttwo'); // 'one\ntwo'
 * ```
 */
export function stripLineNumbers(content: string): string {
  let expected: number | undefined;
  const lines = content.split('\n').map((line) => {
    const match = kNumbered.exec(line);
    if (!match) return line;
    const number = Number(match[1]);
    if (expected !== undefined && number !== expected) return line;
    expected = number + 1;
    return line.slice(match[0].length);
  });
  return lines.join('\n');
}
