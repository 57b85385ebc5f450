// How every benchmark prints: tables for people or, with --json, a line of JSON for each row and goal, from which
// `npm run bench` writes docs/benchmarks.md.

const kJson = '--json';
const isJson = process.argv.includes(kJson);

/** The words of the command line without --json. */
export const kArguments = process.argv.slice(2).filter((word) => word !== kJson);

/**
 * @param {string} title
 * @param {string[]} columns
 * @param {string[][]} rows
 * @param {{goal: string, value: string, met: boolean}[]} [goals] what the rows should show, and what they do
 */
export function printTable(title, columns, rows, goals = []) {
  if (isJson) {
    for (const row of rows) console.log(JSON.stringify({ table: title, columns, row }));
    for (const goal of goals) console.log(JSON.stringify({ table: title, ...goal }));
    return;
  }
  const widths = columns.map((column, i) => Math.max(column.length, ...rows.map((row) => row[i].length)));
  const line = (cells) => cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join('  ');
  console.log([title, ...[columns, ...rows].map((cells) => `  ${line(cells).trimEnd()}`)].join('\n'));
  for (const { goal, value, met } of goals) console.log(`  goal ${goal}: ${met ? 'met' : 'NOT met'}, ${value}`);
}

/**
 * Times in milliseconds, and their ratio to the first: below 1 is faster than that.
 * @param {string} title
 * @param {[string, number][]} rows
 * @param {{goal: string, row: string, ratio: number}[]} [goals] the row whose ratio must be at most this
 */
export function printTimes(title, rows, goals = []) {
  const base = rows[0][1];
  const ratioOf = (name) => rows.find(([what]) => what === name)[1] / base;
  printTable(
    title,
    ['', 'ms', 'ratio'],
    rows.map(([what, ms]) => [what, ms.toFixed(1), (ms / base).toFixed(2)]),
    goals.map(({ goal, row, ratio }) => ({ goal, value: `ratio ${ratioOf(row).toFixed(2)}`, met: ratioOf(row) <= ratio })),
  );
}

/** Milliseconds of the fastest of `runs`. */
export function fastestMs(run, runs) {
  let best = Infinity;
  for (let i = 0; i < runs; i++) {
    const start = performance.now();
    run();
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

/** The same for a function that returns a promise. */
export async function fastestMsOf(run, runs) {
  let best = Infinity;
  for (let i = 0; i < runs; i++) {
    const start = performance.now();
    await run();
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

/**
 * The same for several functions that run in turn, so that a slow time of the machine is one for each of them.
 * @param {[string, () => unknown][]} works
 * @returns {Promise<[string, number][]>} each name with its milliseconds
 */
export async function fastestInTurn(works, runs) {
  const fastest = new Map(works.map(([name]) => [name, Infinity]));
  for (let i = 0; i < runs; i++) {
    for (const [name, work] of works) fastest.set(name, Math.min(fastest.get(name), await fastestMsOf(work, 1)));
  }
  return [...fastest];
}
