// Archives of members, blocks and names without number, and encrypted documents that ask for much.

import { createCipheriv, createHash } from 'node:crypto';

import { compoundFile } from './compound.mjs';

const list = (n, make) => Array.from({ length: n }, (_, i) => make(i));

/** @type {Record<string, {name: string, n: number, options?: string[], make: (n: number) => Buffer}>} */
export const kAmplifiedArchives = {
  'members of an archive that share a name': {
    name: 'a.zip',
    n: 4000,
    make: (n) => zipOf(list(n, () => 'same')),
  },
  'members before the directory that an archive says it has': {
    name: 'a.zip',
    n: 3000,
    make: (n) => {
      const zip = zipOf(list(n, (i) => `${i}${'x'.repeat(60)}`));
      zip.writeUInt32LE(zip.length - 22 - zip.lastIndexOf('PK\x01\x02', undefined, 'latin1'), zip.length - 10);
      return zip;
    },
  },
  'the index and the names of a library': {
    name: 'a.a',
    n: 200_000,
    make: (n) => {
      const member = (name, data) => `${name.padEnd(48)}${String(data.length).padEnd(10)}\`\n${data}`;
      return Buffer.from(`!<arch>\n${member('/', 'i'.repeat(n))}${member('//', 'name.o/\n'.repeat(n / 8))}${member('/0', 'text')}`);
    },
  },
  'folders of an archive': {
    name: 'a.zip',
    n: 4000,
    make: (n) => zipOf(list(n, (i) => `${i}/`)),
  },
  'blocks of the map of a sparse file': {
    name: 'a.tar',
    n: 500,
    make: (n) => sparseTar(n),
  },
  'pieces of an encrypted document that begin with a long salt': {
    name: 'a.docx',
    n: 30,
    options: ['--password', 'secret'],
    make: (n) => encryptedOffice(Buffer.alloc(65_536, 1), n),
  },
};

/** An archive of empty members. */
function zipOf(names) {
  const head = (mark, name, ...fields) => Buffer.concat([Buffer.from(mark, 'latin1'), ...fields, Buffer.from(name)]);
  const size = (name) => Buffer.from([name.length, 0, 0, 0]);
  const zeros = (count) => Buffer.alloc(count);
  const locals = names.map((name) => head('PK\x03\x04', name, zeros(22), size(name)));
  let at = 0;
  const entries = names.map((name, i) => {
    const place = Buffer.alloc(4);
    place.writeUInt32LE(at);
    at += locals[i].length;
    return head('PK\x01\x02', name, zeros(24), size(name), zeros(10), place);
  });
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(names.length & 0xffff, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, directory, end]);
}

/** A sparse file whose map, in blocks of 21 parts, does not end. */
function sparseTar(blocks) {
  const head = Buffer.alloc(512);
  head.write('sparse');
  head.write('00000000000', 124);
  head.write('S', 156);
  head.write('ustar  ', 257);
  head.write('0', 386);
  head.write('0', 398);
  head[482] = 1;
  head.fill(' ', 148, 156);
  head.write(head.reduce((sum, byte) => sum + byte, 0).toString(8).padStart(6, '0'), 148);
  const block = Buffer.alloc(512, '00000000001\0');
  block.fill(0, 504);
  block[504] = 1;
  return Buffer.concat([head, ...list(blocks, () => block)]);
}

/** A document with agile encryption ([MS-OFFCRYPTO] 2.3.4.10) of so many pieces; the password is "secret". */
function encryptedOffice(salt, pieces) {
  const digest = (...parts) => createHash('sha512').update(Buffer.concat(parts)).digest();
  const lockSalt = Buffer.alloc(16, 7);
  const base = digest(Buffer.alloc(4), digest(lockSalt, Buffer.from('secret', 'utf16le')));
  const locked = (purpose, data) => {
    const key = digest(base, Buffer.from(purpose, 'hex')).subarray(0, 32);
    return createCipheriv('aes-256-cbc', key, lockSalt).setAutoPadding(false).update(data).toString('base64');
  };
  const method = (bytes) =>
    `saltSize="${bytes.length}" blockSize="16" keyBits="256" cipherAlgorithm="AES" cipherChaining="ChainingModeCBC" ` +
    `hashAlgorithm="SHA512" saltValue="${bytes.toString('base64')}"`;
  const input = Buffer.alloc(16, 3);
  const xml =
    `<encryption><keyData ${method(salt)}/><encryptedKey spinCount="1" ${method(lockSalt)} ` +
    `encryptedVerifierHashInput="${locked('fea7d2763b4b9e79', input)}" ` +
    `encryptedVerifierHashValue="${locked('d7aa0f6d3061344e', digest(input))}" ` +
    `encryptedKeyValue="${locked('146e0be7abacd0d6', Buffer.alloc(32, 5))}"/></encryption>`;
  const size = Buffer.alloc(8);
  size.writeUInt32LE(pieces * 4096);
  return compoundFile([
    { name: 'EncryptionInfo', data: Buffer.concat([Buffer.from([4, 0, 4, 0, 64, 0, 0, 0]), Buffer.from(xml.padEnd(4096))]) },
    { name: 'EncryptedPackage', data: Buffer.concat([size, Buffer.alloc(pieces * 4096, 1)]) },
  ]);
}
