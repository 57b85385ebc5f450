// Writes OLE compound files ([MS-CFB]): storages in storages, and streams that may share their sectors.

const kFree = 0xffffffff;
const kEnd = 0xfffffffe;
const kTable = 0xfffffffd;
const kTableList = 0xfffffffc;
const kSector = 512;
const kEntry = 128;
const kPerSector = kSector / 4;
const kTablesInHead = 109;

/**
 * @typedef {{name: string, data?: Buffer, children?: Entry[]}} Entry  a stream, or a storage
 * @param {Entry[]} root  streams with the same Buffer share its sectors
 * @returns {Buffer}
 */
export function compoundFile(root) {
  const entries = flattened({ name: 'Root Entry', children: root });
  const sectors = [];
  const chain = (bytes) => {
    const start = sectors.length;
    for (let at = 0; at < bytes.length; at += kSector) sectors.push(sectors.length + 1);
    sectors[sectors.length - 1] = kEnd;
    pieces.push(padded(bytes));
    return start;
  };
  const pieces = [];
  const directory = Buffer.alloc(Math.ceil((entries.length * kEntry) / kSector) * kSector);
  chain(directory);
  const starts = new Map();
  for (const [place, entry] of entries.entries()) {
    const data = entry.node.data;
    if (data?.length > 0 && !starts.has(data)) starts.set(data, chain(data));
    writeEntry(directory, place, entry, data && (starts.get(data) ?? kEnd));
  }
  directory.copy(pieces[0]);
  return Buffer.concat([...headAndTables(sectors, pieces)]);
}

/** All entries in an order in which an entry's siblings are chained to the right. */
function flattened(node, all = []) {
  const entry = { node, right: kFree, child: kFree };
  all.push(entry);
  let last;
  for (const child of node.children ?? []) {
    const place = all.length;
    if (last === undefined) entry.child = place;
    else last.right = place;
    flattened(child, all);
    last = all[place];
  }
  return all;
}

function writeEntry(directory, place, { node, right, child }, start) {
  const at = place * kEntry;
  const name = Buffer.from(node.name.slice(0, 31), 'utf16le');
  name.copy(directory, at);
  directory.writeUInt16LE(name.length + 2, at + 64);
  directory.writeUInt8(place === 0 ? 5 : node.children ? 1 : 2, at + 66);
  for (const [offset, value] of [
    [68, kFree],
    [72, right],
    [76, child],
    [116, start ?? kEnd],
    [120, node.data?.length ?? 0],
  ])
    directory.writeUInt32LE(value, at + offset);
}

function padded(bytes) {
  return Buffer.concat([bytes, Buffer.alloc((kSector - (bytes.length % kSector)) % kSector)]);
}

/** The head, the sectors of data, and behind them the allocation table with its list. */
function headAndTables(sectors, pieces) {
  let tables = 0;
  let lists = 0;
  for (let is = -1; is !== tables + lists; ) {
    is = tables + lists;
    tables = Math.ceil((sectors.length + is) / kPerSector);
    lists = Math.ceil(Math.max(tables - kTablesInHead, 0) / (kPerSector - 1));
  }
  const first = sectors.length;
  const table = Buffer.alloc(tables * kSector, 0xff);
  const numbers = [...sectors, ...Array(tables).fill(kTable), ...Array(lists).fill(kTableList)];
  for (const [i, number] of numbers.entries()) table.writeUInt32LE(number, 4 * i);
  const list = Buffer.alloc(lists * kSector, 0xff);
  for (let i = kTablesInHead; i < tables; i++) {
    const place = i - kTablesInHead;
    list.writeUInt32LE(first + i, 4 * (place + Math.floor(place / (kPerSector - 1))));
  }
  for (let i = 0; i < lists; i++) list.writeUInt32LE(i + 1 < lists ? first + tables + i + 1 : kEnd, (i + 1) * kSector - 4);
  const head = Buffer.alloc(kSector, 0xff);
  head.fill(0, 0, 76);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(head);
  for (const [at, value] of [
    [24, 0x3e],
    [26, 3],
    [28, 0xfffe],
    [30, 9],
    [32, 6],
  ])
    head.writeUInt16LE(value, at);
  for (const [at, value] of [
    [44, tables],
    [60, kEnd],
    [68, lists > 0 ? first + tables : kEnd],
    [72, lists],
  ])
    head.writeUInt32LE(value, at);
  for (let i = 0; i < Math.min(tables, kTablesInHead); i++) head.writeUInt32LE(first + i, 76 + 4 * i);
  return [head, ...pieces, table, list];
}
