// Tables in which a record, a page or a run of lengths stands once and is asked for n times.

import { gzipSync } from 'node:zlib';

const kPage = 65_536;

/** @type {Record<string, {name: string, n: number, options?: string[], make: (n: number) => Buffer}>} */
export const kAmplifiedTables = {
  'cells of SQLite that share a record': {
    name: 'a.sqlite',
    n: 60,
    options: ['--search', 'absent'],
    make: (n) => sqliteFile(n, 4),
  },
  'cells of SQLite that share a record of nothing': {
    name: 'a.sqlite',
    n: 40,
    options: ['--search', 'absent'],
    make: (n) => sqliteFile(n, 1, recordOfNothing(5000)),
  },
  'keys of SQLite that are no columns': {
    name: 'a.sqlite',
    n: 2000,
    make: (n) => sqliteFile(1, 1, undefined, `CREATE TABLE t(${repeated(n, 'a')},PRIMARY KEY(${repeated(n, 'z')}))`),
  },
  'keys of SQLite that are all columns': {
    name: 'a.sqlite',
    n: 2000,
    make: (n) => sqliteFile(1, 1, undefined, `CREATE TABLE t(${columns(n)},PRIMARY KEY(${columns(n)})) WITHOUT ROWID`),
  },
  'lengths of Parquet that are runs of nothing': {
    name: 'a.parquet',
    n: 1,
    make: (n) => parquetFile(n),
  },
  'columns of Parquet without pages': {
    name: 'a.parquet',
    n: 2000,
    make: (n) => parquetTable(Buffer.alloc(0), new Array(n).fill(chunkAt(4, 10, 0)), 1),
  },
  'row groups of Parquet that share a page': {
    name: 'a.parquet',
    n: 20,
    options: ['--search', 'absent'],
    make: (n) => {
      const page = pageOf(deflated(1 << 20), 1 << 20);
      return parquetTable(page, [chunkAt(4, page.length, 2)], n);
    },
  },
  'columns of Parquet that share members of gzip': {
    name: 'a.parquet',
    n: 1,
    options: ['--search', 'absent'],
    make: (n) => {
      const page = pageOf(Buffer.concat([...new Array(5000).fill(gzipSync('')), deflated(4)]), 4);
      return parquetTable(page, new Array(n).fill(chunkAt(4, page.length, 2)), 1);
    },
  },
  'fractions of Parquet that are one value': {
    name: 'a.parquet',
    n: 2000,
    options: ['--search', 'absent'],
    make: (n) => parquetFractions(n, 1.2345678901234567e300),
  },
  'fractions of Parquet that are one value as people have it': {
    name: 'a.parquet',
    n: 2000,
    options: ['--search', 'absent'],
    make: (n) => parquetFractions(n, 0.1 + 0.2),
  },
  'elements of a list of Parquet': {
    name: 'a.parquet',
    n: 500_000,
    make: (n) => parquetList(n),
  },
  'fractions of SQLite in cells that share a record': {
    name: 'a.sqlite',
    n: 8,
    options: ['--search', 'absent'],
    make: (n) => sqliteFile(n, 1, recordOfFractions(1900), `CREATE TABLE t(${columns(1900)})`),
  },
};

const repeated = (n, word) => new Array(n).fill(word).join();
const columns = (n) => Array.from({ length: n }, (_, i) => `c${i.toString(36)}`).join();

function sqliteNumber(value) {
  const bytes = [value & 127];
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128)) bytes.unshift((rest & 127) | 128);
  return Buffer.from(bytes);
}

/** A record of so many values that are NULL, which take a byte of its header each. */
function recordOfNothing(values) {
  return Buffer.concat([sqliteNumber(values + 2), Buffer.alloc(values)]);
}

function recordOfFractions(values) {
  const fraction = Buffer.alloc(8);
  fraction.writeDoubleBE(1.2345678901234567e300);
  return Buffer.concat([sqliteNumber(values + 2), Buffer.alloc(values, 7), ...new Array(values).fill(fraction)]);
}

/** A table with so many cells that are all the same record: of these pages, or one of its own. */
function sqliteFile(cells, pages, own, sql = 'CREATE TABLE t(a TEXT)') {
  const schema = Buffer.alloc(kPage);
  schema.write('SQLite format 3\0', 0, 'latin1');
  schema.writeUInt16BE(1, 16);
  schema.set([1, 1, 0, 64, 32, 32], 18);
  for (const [at, value] of [
    [24, 1],
    [28, 2 + pages],
    [44, 4],
    [56, 1],
    [92, 1],
    [96, 3_045_000],
  ])
    schema.writeUInt32BE(value, at);
  const texts = ['table', 't', 't', sql].map((text) => Buffer.from(text));
  const types = texts.map((text) => sqliteNumber(2 * text.length + 13));
  const head = Buffer.concat([Buffer.from([5 + types[3].length]), ...types.slice(0, 3), Buffer.from([1]), types[3]]);
  const record = Buffer.concat([head, ...texts.slice(0, 3), Buffer.from([2]), texts[3]]);
  leafPage(schema, 100, Buffer.concat([sqliteNumber(record.length), sqliteNumber(1), record]), 1);

  const rows = Buffer.alloc(kPage);
  if (own) {
    leafPage(rows, 0, Buffer.concat([sqliteNumber(own.length), sqliteNumber(1), own]), cells);
    return Buffer.concat([schema, rows, Buffer.alloc(kPage)]);
  }
  const payload = pages * (kPage - 4);
  const least = Math.floor(((kPage - 12) * 32) / 255) - 23;
  const most = kPage - 35;
  const local = least + ((payload - least) % (kPage - 4));
  const start = Buffer.alloc(local > most ? least : local, 'x');
  const type = sqliteNumber(2 * (payload - 5) + 13);
  Buffer.concat([Buffer.from([type.length + 1]), type]).copy(start);
  leafPage(rows, 0, Buffer.concat([sqliteNumber(payload), sqliteNumber(1), start, Buffer.from([0, 0, 0, 3])]), cells);

  const overflow = Array.from({ length: pages }, (_, i) => {
    const page = Buffer.alloc(kPage, 'x');
    page.writeUInt32BE(i + 1 < pages ? i + 4 : 0, 0);
    return page;
  });
  return Buffer.concat([schema, rows, ...overflow]);
}

function leafPage(page, head, cell, count) {
  const at = kPage - cell.length;
  cell.copy(page, at);
  page[head] = 13;
  page.writeUInt16BE(count, head + 3);
  page.writeUInt16BE(at, head + 5);
  for (let i = 0; i < count; i++) page.writeUInt16BE(at, head + 8 + 2 * i);
}

function varint(value) {
  const bytes = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Buffer.from([...bytes, rest]);
    bytes.push((rest % 128) | 128);
  }
}

/** A structure of Thrift: fields of a number, kind and bytes. */
function thrift(...fields) {
  let last = 0;
  const pieces = fields.map(([id, kind, bytes]) => {
    const head = Buffer.from([((id - last) << 4) | kind]);
    last = id;
    return Buffer.concat([head, bytes]);
  });
  return Buffer.concat([...pieces, Buffer.from([0])]);
}
const integer = (id, value) => [id, 6, varint(2 * value)];
const text = (id, value) => [id, 8, Buffer.concat([varint(value.length), Buffer.from(value)])];
const structure = (id, bytes) => [id, 12, bytes];
const list = (id, kind, items) => [id, 9, Buffer.concat([Buffer.from([0xf0 | kind]), varint(items.length), ...items])];

/** Zeros as a gzip member. */
const deflated = (bytes) => gzipSync(Buffer.alloc(bytes), { level: 9 });
/** A data page of plain numbers that is compressed. */
function pageOf(packed, bytes) {
  const values = thrift(integer(1, bytes / 4), integer(2, 0), integer(3, 3), integer(4, 3));
  return Buffer.concat([thrift(integer(1, 0), integer(2, bytes), integer(3, packed.length), structure(5, values)), packed]);
}
/** The chunk of a column, of INT32 if nothing else is said. */
function chunkAt(at, bytes, codec, type = 1) {
  const facts = thrift(integer(1, type), integer(4, codec), integer(5, 1), integer(6, bytes), integer(7, bytes), integer(9, at));
  return thrift(integer(2, at), structure(3, facts));
}
/** A table of these chunks in each of so many row groups of a row. */
function parquetTable(pages, chunks, groups) {
  return parquetWith(pages, chunks, thrift(integer(1, 1), integer(3, 0), text(4, 'a')), groups, 1);
}

function parquetWith(pages, chunks, column, groups, rows) {
  const group = thrift(list(1, 12, chunks), integer(2, 0), integer(3, rows));
  const schema = [thrift(text(4, 'schema'), integer(5, chunks.length)), ...chunks.map(() => column)];
  const footer = thrift(integer(1, 1), list(2, 12, schema), integer(3, rows * groups), list(4, 12, new Array(groups).fill(group)));
  const size = Buffer.alloc(4);
  size.writeUInt32LE(footer.length);
  return Buffer.concat([Buffer.from('PAR1'), pages, footer, size, Buffer.from('PAR1')]);
}

/** A column of DOUBLE that is one value of a dictionary in so many rows. */
function parquetFractions(rows, value) {
  const fraction = Buffer.alloc(8);
  fraction.writeDoubleLE(value);
  const words = thrift(integer(1, 2), integer(2, 8), integer(3, 8), structure(7, thrift(integer(1, 1), integer(2, 0))));
  const run = Buffer.concat([Buffer.from([1]), varint(2 * rows), Buffer.from([0])]);
  const values = thrift(integer(1, rows), integer(2, 8), integer(3, 3), integer(4, 3));
  const head = thrift(integer(1, 0), integer(2, run.length), integer(3, run.length), structure(5, values));
  const pages = Buffer.concat([words, fraction, head, run]);
  const column = thrift(integer(1, 5), integer(3, 0), text(4, 'a'));
  return parquetWith(pages, [chunkAt(4, pages.length, 0, 5)], column, 1, rows);
}

/** A row whose list has so many elements, all of them one word of a dictionary. */
function parquetList(elements) {
  const word = Buffer.concat([Buffer.from([200, 0, 0, 0]), Buffer.alloc(200, 'w')]);
  const words = thrift(integer(1, 2), integer(2, 204), integer(3, 204), structure(7, thrift(integer(1, 1), integer(2, 0))));
  const run = (count, value) => Buffer.concat([varint(2 * count), Buffer.from([value])]);
  const sized = (bytes) => Buffer.concat([Buffer.from([bytes.length, 0, 0, 0]), bytes]);
  const levels = [sized(Buffer.concat([run(1, 0), run(elements - 1, 1)])), sized(run(elements, 1))];
  const body = Buffer.concat([...levels, Buffer.from([1]), run(elements, 0)]);
  const values = thrift(integer(1, elements), integer(2, 8), integer(3, 3), integer(4, 3));
  const head = thrift(integer(1, 0), integer(2, body.length), integer(3, body.length), structure(5, values));
  const pages = Buffer.concat([words, word, head, body]);
  const column = thrift(integer(1, 6), integer(3, 2), text(4, 'a'), integer(6, 0));
  return parquetWith(pages, [chunkAt(4, pages.length, 0, 6)], column, 1, 1);
}

/** A column of texts whose page has so many blocks of 1,000,000 lengths without a bit each. */
function parquetFile(blocks) {
  const lengths = Buffer.concat([varint(1_000_000), varint(1), varint(blocks * 1_000_000), varint(0), Buffer.alloc(2 * blocks)]);
  const values = thrift(integer(1, 9), integer(2, 6), integer(3, 3), integer(4, 3));
  const page = Buffer.concat([thrift(integer(1, 0), integer(2, lengths.length), integer(3, lengths.length), structure(5, values)), lengths]);
  const facts = thrift(integer(1, 6), integer(4, 0), integer(5, 9), integer(6, page.length), integer(7, page.length), integer(9, 4));
  const group = thrift(list(1, 12, [thrift(integer(2, 4), structure(3, facts))]), integer(2, 0), integer(3, 9));
  const schema = [thrift(text(4, 'schema'), integer(5, 1)), thrift(integer(1, 6), integer(3, 0), text(4, 'a'))];
  const footer = thrift(integer(1, 1), list(2, 12, schema), integer(3, 9), list(4, 12, [group]));
  const size = Buffer.alloc(4);
  size.writeUInt32LE(footer.length);
  return Buffer.concat([Buffer.from('PAR1'), page, footer, size, Buffer.from('PAR1')]);
}
