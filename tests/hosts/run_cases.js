// The conformance runner that every host shares: plain JavaScript, no imports, nothing of any one host.

function decodeBase64(text) {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

function concat(pieces) {
  const bytes = new Uint8Array(pieces.reduce((size, piece) => size + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

/**
 * The file of a case; tests/conformance/README.md describes the expression.
 * @returns {Uint8Array}
 */
export function buildBytes(expression) {
  if (expression.utf8 !== undefined) return new TextEncoder().encode(expression.utf8);
  if (expression.base64 !== undefined) return decodeBase64(expression.base64);
  if (expression.repeat) return concat(Array(expression.times).fill(buildBytes(expression.repeat)));
  return concat(expression.concat.map(buildBytes));
}

async function sha256(text) {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * What is wrong with one result; undefined when nothing is.
 * @param {object} testCase
 * @param {string} actual the result as JSON
 */
export async function problemOf(testCase, actual) {
  if (testCase.expectSha256 !== undefined) {
    const hash = await sha256(actual);
    return hash === testCase.expectSha256 ? undefined : `SHA-256 of the result is ${hash}`;
  }
  return differenceOf(JSON.stringify(testCase.expect), actual);
}

/** Where two texts part; undefined when they are equal. */
export function differenceOf(expected, actual) {
  if (actual === expected) return undefined;
  let at = 0;
  while (actual[at] === expected[at]) at++;
  const from = Math.max(0, at - 40);
  return `differs at ${at}: got …${actual.slice(from, at + 80)}… expected …${expected.slice(from, at + 80)}…`;
}

/**
 * Runs all cases with `read` and, where the reader has it, with `readSync`.
 * @param {() => Promise<import('lectern').Reader>} createReader the host's own
 * @param {object[]} cases
 * @returns {Promise<{passed: number, failures: string[]}>} one failure text per case that differs
 */
export async function runCases(createReader, cases) {
  const reader = await createReader();
  const failures = [];
  for (const testCase of cases) {
    const { name, input, options } = testCase;
    const bytes = buildBytes(testCase.bytes);
    const problem =
      (await problemOf(testCase, JSON.stringify(await reader.read(bytes, input, options)))) ??
      (reader.readSync &&
        (await problemOf(testCase, JSON.stringify(reader.readSync(bytes, input, options)))));
    if (problem !== undefined) failures.push(`${name}: ${problem}`);
  }
  reader.dispose();
  return { passed: cases.length - failures.length, failures };
}
