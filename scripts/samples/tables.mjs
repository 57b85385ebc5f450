// Tables of the samples: a database of SQLite and a Parquet file, written field by field.

const kPageBytes = 1024;

/** A number as SQLite writes it: seven bits a byte, the highest first. */
function sqliteVarint(value) {
  const bytes = [value & 0x7f];
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) bytes.unshift((rest & 0x7f) | 0x80);
  return Buffer.from(bytes);
}

/** A row of a table: whole numbers, texts and nulls. */
function sqliteCell(rowId, values) {
  const types = values.map((value) => (value === null ? 0 : typeof value === 'number' ? 4 : 13 + 2 * Buffer.byteLength(value)));
  const bodies = values.map((value) => {
    if (typeof value === 'string') return Buffer.from(value);
    const number = Buffer.alloc(value === null ? 0 : 4);
    if (value !== null) number.writeInt32BE(value);
    return number;
  });
  const head = Buffer.concat(types.map(sqliteVarint));
  const payload = Buffer.concat([sqliteVarint(head.length + 1), head, ...bodies]);
  return Buffer.concat([sqliteVarint(payload.length), sqliteVarint(rowId), payload]);
}

/** A leaf of a table's tree. @param {number} start 100 on the first page, which begins with the file's head */
function sqliteLeaf(rows, start = 0) {
  const page = Buffer.alloc(kPageBytes);
  page[start] = 13;
  page.writeUInt16BE(rows.length, start + 3);
  let end = kPageBytes;
  rows.forEach((values, index) => {
    const cell = sqliteCell(index + 1, values);
    end -= cell.length;
    cell.copy(page, end);
    page.writeUInt16BE(end, start + 8 + 2 * index);
  });
  page.writeUInt16BE(end, start + 5);
  return page;
}

/** A shop's database of two tables. */
export function shopDatabase() {
  return sqliteDatabase({
    customers: {
      sql: 'CREATE TABLE customers (id INTEGER, name TEXT, city TEXT)',
      rows: [[1, 'Northwind Freight', 'Oslo'], [2, 'Contoso Energy', 'Lyon'], [3, 'Fabrikam', null]],
    },
    orders: {
      sql: 'CREATE TABLE orders (id INTEGER, customer INTEGER, item TEXT, cents INTEGER)',
      rows: [[101, 1, 'Pallets', 48_000], [102, 2, 'Cables', 12_550], [103, 1, 'Straps', 3_990], [104, 3, 'Pallets', 96_000]],
    },
  });
}

/** A database of tables whose rows fit a page each. @param tables {name: {sql, rows}} */
export function sqliteDatabase(tables) {
  const schema = Object.entries(tables).map(([name, { sql }], index) => ['table', name, name, index + 2, sql]);
  const first = sqliteLeaf(schema, 100);
  first.write('SQLite format 3\0', 0, 'latin1');
  first.writeUInt16BE(kPageBytes, 16);
  first.set([1, 1, 0, 64, 32, 32], 18);
  first.writeUInt32BE(1, 24);
  first.writeUInt32BE(schema.length + 1, 28);
  for (const [at, value] of [[40, 1], [44, 4], [56, 1], [92, 1], [96, 3_040_000]]) first.writeUInt32BE(value, at);
  return Buffer.concat([first, ...Object.values(tables).map(({ rows }) => sqliteLeaf(rows))]);
}

/** A structure of Thrift's compact protocol; fields are [identifier, type, bytes]. */
function thrift(fields) {
  let last = 0;
  const pieces = fields.map(([id, type, bytes]) => {
    const head = Buffer.from([((id - last) << 4) | type]);
    last = id;
    return Buffer.concat([head, bytes]);
  });
  return Buffer.concat([...pieces, Buffer.from([0])]);
}

function thriftVarint(value) {
  const bytes = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  return Buffer.from([...bytes, rest]);
}

const number = (id, value) => [id, 5, thriftVarint(value * 2)];
const long = (id, value) => [id, 6, thriftVarint(value * 2)];
const text = (id, value) => [id, 8, Buffer.concat([thriftVarint(Buffer.byteLength(value)), Buffer.from(value)])];
const struct = (id, fields) => [id, 12, thrift(fields)];
const list = (id, type, items) => [id, 9, Buffer.concat([Buffer.from([0xf0 | type]), thriftVarint(items.length), ...items])];

const [kDouble, kBytes, kInt64] = [5, 6, 2];

/** Values one after the other, as the plain encoding has them. */
function plainValues(type, values) {
  return Buffer.concat(
    values.map((value) => {
      if (type === kBytes) return Buffer.concat([Buffer.from(Uint32Array.of(Buffer.byteLength(value)).buffer), Buffer.from(value)]);
      return Buffer.from(type === kDouble ? Float64Array.of(value).buffer : BigInt64Array.of(BigInt(value)).buffer);
    }),
  );
}

/** Readings of three stations at eight hours, as Parquet of one row group without compression. */
export function weatherParquet() {
  const rows = Array.from({ length: 24 }, (_, at) => ({
    station: ['Bergen', 'Malaga', 'Turku'][at % 3],
    hour: Math.floor(at / 3) * 3,
    celsius: [6.5, 18.25, 2.75][at % 3] + ((at * 7) % 11) / 4,
  }));
  const types = { station: kBytes, hour: kInt64, celsius: kDouble };
  const pieces = [Buffer.from('PAR1')];
  let at = 4;
  const columns = Object.entries(types).map(([name, type]) => {
    const body = plainValues(type, rows.map((row) => row[name]));
    const page = thrift([number(1, 0), number(2, body.length), number(3, body.length), struct(5, [number(1, rows.length), number(2, 0), number(3, 3), number(4, 3)])]);
    const chunk = Buffer.concat([page, body]);
    const path = Buffer.concat([thriftVarint(name.length), Buffer.from(name)]);
    const facts = [number(1, type), list(2, 5, [thriftVarint(0)]), list(3, 8, [path]), number(4, 0), long(5, rows.length), long(6, chunk.length), long(7, chunk.length), long(9, at)];
    const column = thrift([long(2, at), struct(3, facts)]);
    pieces.push(chunk);
    at += chunk.length;
    return column;
  });
  const leaves = Object.entries(types).map(([name, type]) => thrift([number(1, type), number(3, 0), text(4, name), ...(type === kBytes ? [number(6, 0)] : [])]));
  const schema = [thrift([text(4, 'schema'), number(5, leaves.length)]), ...leaves];
  const group = thrift([list(1, 12, columns), long(2, at - 4), long(3, rows.length)]);
  const footer = thrift([number(1, 1), list(2, 12, schema), long(3, rows.length), list(4, 12, [group])]);
  return Buffer.concat([...pieces, footer, Buffer.from(Uint32Array.of(footer.length).buffer), Buffer.from('PAR1')]);
}
