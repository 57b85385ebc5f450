// Makes the encrypted documents of this folder that no program at hand writes: OpenDocument text with AES and with
// Blowfish, and Word, Excel and PowerPoint 97 with RC4, RC4 by the CryptoAPI and XOR. Each says "The vault is open."
//
//   node --openssl-legacy-provider tests/documents/encrypted/make.mjs
//
// The ciphers are OpenSSL's; RC4 and XOR are written down again after [MS-OFFCRYPTO], apart from the core's.
// msoffcrypto-tool 5.0.0 opens the Office files but those with XOR, which it does not know.
import { createCipheriv, createHash, pbkdf2Sync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { crc32, deflateRawSync } from 'node:zlib';

const kText = 'The vault is open.';
const kPassword = 'secret';

const u16 = (value) => Buffer.from([value & 255, (value >> 8) & 255]);
const u32 = (value) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value >>> 0);
  return bytes;
};
const utf16 = (text) => Buffer.from(text, 'utf16le');
const hash = (name, ...parts) => createHash(name).update(Buffer.concat(parts)).digest();
const save = (name, bytes) => writeFileSync(new URL(name, import.meta.url), bytes);
/** Bytes that look random and are the same each time. */
const noise = (seed, size) => Buffer.concat(
  Array.from({ length: Math.ceil(size / 32) }, (_, i) => hash('sha256', Buffer.from(`${seed} ${i}`))),
).subarray(0, size);

// Compound files ([MS-CFB]) with small streams: sector 0 is the table, 1 and 2 the directory, 3 the table of small
// sectors, the rest holds them.
function compound(streams) {
  const names = Object.keys(streams);
  const small = [];
  const smallTable = [];
  const starts = names.map((name) => {
    const start = smallTable.length;
    const count = Math.ceil(streams[name].length / 64);
    for (let i = 0; i < count; ++i) smallTable.push(i + 1 < count ? start + i + 1 : 0xfffffffe);
    small.push(streams[name], Buffer.alloc(count * 64 - streams[name].length));
    return start;
  });
  const data = Buffer.concat(small);
  const sectors = Math.ceil(data.length / 512);
  const entry = (name, type, child, left, right, start, size) => {
    const bytes = Buffer.alloc(128);
    utf16(name).copy(bytes);
    u16(2 * name.length + 2).copy(bytes, 64);
    bytes[66] = type;
    bytes[67] = 1;
    u32(left).copy(bytes, 68);
    u32(right).copy(bytes, 72);
    u32(child).copy(bytes, 76);
    u32(start).copy(bytes, 116);
    u32(size).copy(bytes, 120);
    return bytes;
  };
  // A directory is a tree in the order of length and letters: here each entry has the next to its right.
  const order = names.map((_, i) => i).sort((a, b) =>
    names[a].length - names[b].length || (names[a].toUpperCase() < names[b].toUpperCase() ? -1 : 1));
  const none = 0xffffffff;
  const right = (i) => {
    const next = order[order.indexOf(i) + 1];
    return next === undefined ? none : next + 1;
  };
  const directory = Buffer.concat([
    entry('Root Entry', 5, order[0] + 1, none, none, 4, data.length),
    ...names.map((name, i) => entry(name, 2, none, none, right(i), starts[i], streams[name].length)),
    Buffer.alloc(128 * (7 - names.length)),
  ]);
  const table = [0xfffffffd, 2, 0xfffffffe, 0xfffffffe];
  for (let i = 0; i < sectors; ++i) table.push(i + 1 < sectors ? 5 + i : 0xfffffffe);
  const filled = (numbers) => Buffer.concat(Array.from({ length: 128 }, (_, i) => u32(numbers[i] ?? none)));
  const header = Buffer.alloc(512);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header);
  Buffer.from('3e000300feff0900060000000000000000000000', 'hex').copy(header, 24);
  u32(1).copy(header, 44);
  u32(1).copy(header, 48);
  u32(4096).copy(header, 56);
  u32(3).copy(header, 60);
  u32(1).copy(header, 64);
  u32(0xfffffffe).copy(header, 68);
  header.fill(0xff, 76);
  u32(0).copy(header, 76);
  return Buffer.concat([header, filled(table), directory, filled(smallTable), data, Buffer.alloc(sectors * 512 - data.length)]);
}

// RC4 and the keys of [MS-OFFCRYPTO] 2.3.5 and 2.3.6.
function rc4(key, data) {
  const s = Array.from({ length: 256 }, (_, i) => i);
  for (let i = 0, j = 0; i < 256; ++i) {
    j = (j + s[i] + key[i % key.length]) & 255;
    [s[i], s[j]] = [s[j], s[i]];
  }
  let [x, y] = [0, 0];
  return Buffer.from(data.map((byte) => {
    x = (x + 1) & 255;
    y = (y + s[x]) & 255;
    [s[x], s[y]] = [s[y], s[x]];
    return byte ^ s[(s[x] + s[y]) & 255];
  }));
}

function oldRc4(password) {
  const salt = noise('salt', 16);
  const first = hash('md5', utf16(password)).subarray(0, 5);
  const base = hash('md5', ...Array.from({ length: 16 }, () => Buffer.concat([first, salt]))).subarray(0, 5);
  const key = (block) => hash('md5', base, u32(block));
  const verifier = noise('verifier', 16);
  const info = Buffer.concat([u16(1), u16(1), salt, rc4(key(0), Buffer.concat([verifier, hash('md5', verifier)]))]);
  return { info, block: (number, data) => rc4(key(number), data) };
}

function cryptoApi(password, bits) {
  const salt = noise('salt', 16);
  const key = (block) => {
    const digest = hash('sha1', hash('sha1', salt, utf16(password)), u32(block)).subarray(0, bits / 8);
    return bits === 40 ? Buffer.concat([digest, Buffer.alloc(11)]) : digest;
  };
  const verifier = noise('verifier', 16);
  const locked = rc4(key(0), Buffer.concat([verifier, hash('sha1', verifier)]));
  const header = Buffer.concat([
    ...[4, 0, 0x6801, 0x8004, bits, 1, 0, 0].map(u32), utf16('Microsoft Enhanced Cryptographic Provider v1.0\0'),
  ]);
  const info = Buffer.concat([
    u16(2), u16(2), u32(4), u32(header.length), header, u32(16), salt, locked.subarray(0, 16), u32(20), locked.subarray(16),
  ]);
  return { info, block: (number, data) => rc4(key(number), data) };
}

const stream = (cipher, data, size) => Buffer.concat(
  Array.from({ length: Math.ceil(data.length / size) }, (_, i) => cipher.block(i, data.subarray(i * size, (i + 1) * size))),
);

// XOR ([MS-OFFCRYPTO] 2.3.7), with its tables.
function xor(password) {
  const initial = [
    0xe1f0, 0x1d0f, 0xcc9c, 0x84c0, 0x110c, 0x0e10, 0xf1ce, 0x313e, 0x1872, 0xe139, 0xd40f, 0x84f9, 0x280c, 0xa96a, 0x4ec3,
  ];
  const matrix = (
    'aefc4dd99bb227454e8a9d142a097b61f6c2fda5eb6bc6f79dcf2bbf45638ac605ad0b5a16b42d685ad0037506ea0dd41ba837506ea0dd40' +
    'd849a0b35147a28e553daa7a44d56f45de8aad354a4b9496390d721aeb23c6679cef29ff53fea7fc5fd947d38fa60f6d1eda3db47b68f6d0' +
    'b86160e3c1c693ad377b6ef6ddec45a08b4006a10d421a8435086a10aa5144838906022d045a08b4116876b4ed68caf185c31ba7374e6e9c' +
    '37306e60dcc0a9a1436386c61dad33316662ccc489a9037306e60dcc10212042408481081231246248c4'
  ).match(/.{4}/g).map((word) => Number.parseInt(word, 16));
  const bytes = Buffer.from(password, 'latin1');
  let check = 0;
  for (const byte of [bytes.length, ...bytes].reverse()) check = ((check >> 14) & 1 | (check * 2) & 0x7fff) ^ byte;
  check ^= 0xce4b;
  let key = initial[bytes.length - 1];
  let element = 0x68;
  for (const byte of [...bytes].reverse()) {
    for (let bit = 6; bit >= 0; --bit, --element) if ((byte >> bit) & 1) key ^= matrix[element];
  }
  const fill = [0xbb, 0xff, 0xff, 0xba, 0xff, 0xff, 0xb9, 0x80, 0, 0xbe, 0x0f, 0, 0xbf, 0x0f, 0];
  const array = [...bytes, ...fill].slice(0, 16).map((byte, i) => {
    const mixed = byte ^ (i % 2 === 0 ? key & 255 : key >> 8);
    return ((mixed >> 1) | (mixed << 7)) & 255;
  });
  return { key, check, array };
}

// A workbook of BIFF8 with one sheet. FilePass stands behind the first record.
function workbook(filePass, encrypt) {
  const record = (type, ...parts) => {
    const body = Buffer.concat(parts);
    return Buffer.concat([u16(type), u16(body.length), body]);
  };
  const bof = (kind) => record(0x809, u16(0x600), u16(kind), u16(0), u16(0), u32(0), u32(6));
  const long = (text) => Buffer.concat([u16(text.length), Buffer.from([0]), Buffer.from(text, 'latin1')]);
  const globals = (start) => [
    bof(5), ...(filePass ? [record(0x2f, filePass)] : []), record(0x42, u16(1200)),
    record(0x85, u32(start), u16(0), Buffer.from([5, 0]), Buffer.from('Vault', 'latin1')),
    record(0xfc, u32(1), u32(1), long(kText)), record(0x0a),
  ];
  const start = Buffer.concat(globals(0)).length;
  const numbers = Array.from({ length: 120 }, (_, i) => {
    const value = Buffer.alloc(8);
    value.writeDoubleLE(i + 1);
    return record(0x203, u16(i + 1), u16(1), u16(0), value);
  });
  const records = [...globals(start), bof(16), record(0xfd, u16(0), u16(0), u16(0), u32(0)), ...numbers, record(0x0a)];
  const plain = Buffer.concat(records);
  if (!encrypt) return plain;
  const done = Buffer.from(plain);
  for (let at = 0; at < plain.length;) {
    const type = plain.readUInt16LE(at);
    const size = plain.readUInt16LE(at + 2);
    const from = at + 4 + (type === 0x85 ? 4 : 0);
    if (type !== 0x809 && type !== 0x2f) encrypt(plain, at + 4, size, from).copy(done, from);
    at += 4 + size;
  }
  return done;
}

function saveWorkbooks() {
  save('plain.xls', compound({ Workbook: workbook() }));
  const byRc4 = (cipher) => (plain, start, size, from) => stream(cipher, plain, 1024).subarray(from, start + size);
  const rc4Pass = (cipher) => Buffer.concat([u16(1), cipher.info]);
  const ciphers = { rc4: oldRc4(kPassword), cryptoapi: cryptoApi(kPassword, 128), default: cryptoApi('VelvetSweatshop', 40) };
  for (const [name, cipher] of Object.entries(ciphers)) {
    save(`${name}.xls`, compound({ Workbook: workbook(rc4Pass(cipher), byRc4(cipher)) }));
  }
  const { key, check, array } = xor(kPassword);
  const pass = Buffer.concat([u16(0), u16(key), u16(check)]);
  save('xor.xls', compound({
    Workbook: workbook(pass, (plain, start, size, from) =>
      Buffer.from(plain.subarray(from, start + size).map((byte, i) =>
        ((byte << 5) | (byte >> 3)) & 255 ^ array[(start + size + from - start + i) % 16]))),
  }));
}

// A document of Word 97 in one piece of text.
function document(lKey, flags) {
  const main = Buffer.alloc(2048);
  u16(0xa5ec).copy(main);
  u16(0xc1).copy(main, 2);
  u16(0x409).copy(main, 6);
  u16(flags).copy(main, 10);
  u32(lKey).copy(main, 14);
  const text = utf16(`${kText}\r`);
  u32(text.length / 2).copy(main, 0x4c);
  text.copy(main, 1024);
  const pieces = Buffer.concat([u32(0), u32(text.length / 2), u16(0), u32(1024), u16(0)]);
  const clx = Buffer.concat([Buffer.from([2]), u32(pieces.length), pieces]);
  const at = 512;
  const table = Buffer.concat([Buffer.alloc(at), clx]);
  u16(0x5d).copy(main, 0x98);
  u32(at).copy(main, 0x9a + 33 * 8);
  u32(clx.length).copy(main, 0x9a + 33 * 8 + 4);
  return { main, table };
}

function saveDocuments() {
  const plain = document(0, 0);
  save('plain.doc', compound({ WordDocument: plain.main, '0Table': plain.table }));
  for (const [name, cipher] of Object.entries({ rc4: oldRc4(kPassword), cryptoapi: cryptoApi(kPassword, 128) })) {
    const { main, table } = document(cipher.info.length, 0x100);
    const locked = stream(cipher, main, 512);
    main.copy(locked, 0, 0, 0x44);
    const lockedTable = stream(cipher, table, 512);
    cipher.info.copy(lockedTable);
    save(`${name}.doc`, compound({ WordDocument: locked, '0Table': lockedTable }));
  }
  const { key, check, array } = xor(kPassword);
  const { main, table } = document(((check << 16) | key) >>> 0, 0x8100);
  const mixed = (data) => Buffer.from(data.map((byte, i) => (byte === 0 || byte === array[i % 16] ? byte : byte ^ array[i % 16])));
  const locked = mixed(main);
  main.copy(locked, 0, 0, 0x44);
  save('xor.doc', compound({ WordDocument: locked, '0Table': mixed(table) }));
}

// A presentation of PowerPoint 97 with one slide.
function savePresentations() {
  const record = (type, version, ...parts) => {
    const body = Buffer.concat(parts);
    return Buffer.concat([u16(version), u16(type), u32(body.length), body]);
  };
  const slides = record(4080, 15, record(1011, 0, u32(2), u32(0), u32(0), u32(256), u32(0)));
  const shape = record(0xf004, 15, record(0xf00a, 2, u32(1), u32(0xa00)),
    record(0xf00d, 15, record(3999, 0, u32(4)), record(4000, 0, utf16(kText))));
  const drawing = record(1036, 15, record(0xf002, 15, record(0xf003, 15, shape)));
  const objects = [record(1000, 15, slides), record(1006, 15, record(1007, 2, Buffer.alloc(24)), drawing)];
  const presentation = (cipher) => {
    const session = cipher && record(0x2f14, 15, cipher.info);
    const all = [...objects.map((object, i) => (cipher ? cipher.block(i + 1, object) : object)), ...(session ? [session] : [])];
    const offsets = all.map((_, i) => Buffer.concat(all.slice(0, i)).length);
    const end = Buffer.concat(all).length;
    const directory = record(6002, 0, u32((all.length << 20) | 1), ...offsets.map(u32));
    const edit = record(4085, 0, u32(256), u32(0x03000000), u32(0), u32(end), u32(1), u32(all.length + 1), u32(0),
      ...(cipher ? [u32(all.length)] : []));
    const user = record(4086, 0, u32(20), u32(cipher ? 0xf3d1c4df : 0xe391c05f), u32(end + directory.length), u16(4),
      u16(0x3f4), Buffer.from([3, 0, 0, 0]), Buffer.from('user'), u32(8), utf16('user'));
    return compound({ 'PowerPoint Document': Buffer.concat([...all, directory, edit]), 'Current User': user });
  };
  save('plain.ppt', presentation());
  save('cryptoapi.ppt', presentation(cryptoApi(kPassword, 128)));
}

// OpenDocument packages (ODF 1.3 part 2, 3.4).
function zip(members) {
  const locals = [];
  const entries = [];
  let offset = 0;
  for (const [name, data] of members) {
    const fields = [u16(10), u16(0), u16(0), u16(0), u16(0x5c21), u32(crc32(data)), u32(data.length), u32(data.length),
      u16(name.length), u16(0)];
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), ...fields, Buffer.from(name), data]);
    locals.push(local);
    entries.push(Buffer.concat([Buffer.from('PK\x01\x02'), u16(10), ...fields, u16(0), u16(0), u16(0), u32(0), u32(offset),
      Buffer.from(name)]));
    offset += local.length;
  }
  const directory = Buffer.concat(entries);
  const end = [Buffer.from('PK\x05\x06'), u32(0), u16(entries.length), u16(entries.length), u32(directory.length), u32(offset), u16(0)];
  return Buffer.concat([...locals, directory, ...end]);
}

function saveOpenDocuments() {
  const kUrn = 'urn:oasis:names:tc:opendocument:xmlns';
  const content = Buffer.from(
    `<office:document-content xmlns:office="${kUrn}:office:1.0" xmlns:text="${kUrn}:text:1.0"><office:body><office:text>` +
    `<text:p>${kText}</text:p></office:text></office:body></office:document-content>`);
  const type = 'application/vnd.oasis.opendocument.text';
  const methods = {
    aes: {
      digest: 'sha256', size: 32, iv: 16, cipher: (key, iv, data) => {
        const cipher = createCipheriv('aes-256-cbc', key, iv).setAutoPadding(false);
        const padding = 16 - (data.length % 16);
        const padded = Buffer.concat([data, noise('padding', padding - 1), Buffer.from([padding])]);
        return Buffer.concat([cipher.update(padded), cipher.final()]);
      },
      check: `${kUrn}:manifest:1.0#sha256-1k`, name: 'http://www.w3.org/2001/04/xmlenc#aes256-cbc',
      start: '<manifest:start-key-generation manifest:start-key-generation-name="http://www.w3.org/2000/09/xmldsig#sha256" manifest:key-size="32"/>',
    },
    blowfish: {
      digest: 'sha1', size: 16, iv: 8, cipher: (key, iv, data) => {
        const cipher = createCipheriv('bf-cfb', key, iv);
        return Buffer.concat([cipher.update(data), cipher.final()]);
      },
      check: 'SHA1/1K', name: 'Blowfish CFB', start: '',
    },
  };
  for (const [name, method] of Object.entries(methods)) {
    const salt = noise(`${name} salt`, 16);
    const iv = noise(`${name} start`, method.iv);
    const packed = deflateRawSync(content);
    const key = pbkdf2Sync(hash(method.digest, Buffer.from(kPassword)), salt, 2000, method.size, 'sha1');
    const check = hash(method.digest, packed.subarray(0, 1024)).toString('base64');
    const manifest =
      `<manifest:manifest xmlns:manifest="${kUrn}:manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="${type}"/>` +
      `<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml" manifest:size="${content.length}">` +
      `<manifest:encryption-data manifest:checksum-type="${method.check}" manifest:checksum="${check}">` +
      `<manifest:algorithm manifest:algorithm-name="${method.name}" manifest:initialisation-vector="${iv.toString('base64')}"/>` +
      `<manifest:key-derivation manifest:key-derivation-name="PBKDF2" manifest:key-size="${method.size}" ` +
      `manifest:iteration-count="2000" manifest:salt="${salt.toString('base64')}"/>${method.start}` +
      '</manifest:encryption-data></manifest:file-entry></manifest:manifest>';
    save(`${name}.odt`, zip([
      ['mimetype', Buffer.from(type)], ['content.xml', method.cipher(key, iv, packed)], ['META-INF/manifest.xml', Buffer.from(manifest)],
    ]));
  }
}

saveWorkbooks();
saveDocuments();
savePresentations();
saveOpenDocuments();
