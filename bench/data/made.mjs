// The files of bench/data, as large as they are asked to be.

import { execFileSync } from 'node:child_process';

import { parquetWriteFile } from 'hyparquet-writer';

function filled(head, piece, tail, bytes) {
  const pieces = [head];
  for (let size = 0, i = 0; size < bytes; i++) {
    pieces.push(piece(i));
    size += pieces.at(-1).length;
  }
  return Buffer.from(pieces.join('') + tail);
}

/** An object with a list of records. */
export function makeJson(bytes) {
  const record = (i) =>
    `${i === 0 ? '' : ',\n'}    {"id": ${i}, "name": "user ${i}", "score": ${(i * 7919) % 1000}.5, "tags": ["a${i % 9}", "b"], "address": {"city": "c${i % 100}", "zip": null}}`;
  return filled('{\n  "meta": {"version": 3},\n  "items": [\n', record, '\n  ]\n}\n', bytes);
}

/** TypeScript: a class of four methods, and a function, again and again. */
export function makeCode(bytes) {
  const method = (i, n) =>
    `  method${n}(first: number, second: string): number {\n    const total = first + ${i};\n    if (total > ${n}) {\n      return total;\n    }\n    // nothing else\n    return second.length;\n  }\n\n`;
  const piece = (i) =>
    `/** The class ${i}. */\nexport class Class${i} extends Base {\n${[1, 2, 3, 4].map((n) => method(i, n)).join('')}}\n\nexport function run${i}(input: Class${i}): void {\n  input.method1(${i}, 'x');\n}\n\n`;
  return filled("import { Base } from './base.js';\n\n", piece, '', bytes);
}

/** Log lines; one in about 50,000 holds "connection refused". */
export function makeLog(bytes) {
  const line = (i) =>
    `2026-03-01T12:${String(i % 60).padStart(2, '0')}:07Z worker-${i % 13} ${i % 49_999 === 7 ? 'ERROR Connection refused by peer' : 'INFO request served in 12 ms'}\n`;
  return filled('', line, '', bytes);
}

/** A database with one table, written by Python's SQLite. */
export function makeDatabase(path, bytes) {
  const program = `
import sqlite3, sys
path, size = sys.argv[1], int(sys.argv[2])
db = sqlite3.connect(path)
db.execute('pragma journal_mode=off'); db.execute('pragma synchronous=off')
db.execute('create table events(id integer primary key, name text, at text, payload text)')
row = 0
while True:
    db.executemany('insert into events values(?,?,?,?)', [(row + i + 1, 'event %d' % (row + i + 1), '2026-01-01', 'x' * 900) for i in range(20000)])
    row += 20000
    db.commit()
    if db.execute('pragma page_count').fetchone()[0] * 4096 >= size: break
print(row)
`;
  return Number(execFileSync('python3', ['-c', program, path, String(bytes)], { encoding: 'utf8' }));
}

/** Half a million rows in groups. */
export function makeParquet(filename, rows) {
  const column = (make) => Array.from({ length: rows }, (_, i) => make(i));
  parquetWriteFile({
    filename,
    columnData: [
      { name: 'id', data: column((i) => i), type: 'INT32' },
      { name: 'name', data: column((i) => `user ${i}`), type: 'STRING' },
      { name: 'score', data: column((i) => (i * 7919) % 1000 + 0.5), type: 'DOUBLE' },
      { name: 'city', data: column((i) => `city ${i % 100}`), type: 'STRING' },
      { name: 'active', data: column((i) => i % 3 === 0), type: 'BOOLEAN' },
    ],
    rowGroupSize: 100_000,
  });
}
