// Documents by the module that reads their kind, half as large as the one that reads them all; and the pictures in them whose
// decoders are the module `codecs`.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

import { initWith } from '../../dist/hosts/node.js';
import { loadHtml } from '../../dist/hosts/html_node.js';
import { modules as wholes } from '../../dist/hosts/modules_node.js';
import { loadOffice } from '../../dist/hosts/office_node.js';
import { loadSheets } from '../../dist/hosts/sheets_node.js';
import { zipFile } from '../../scripts/lib/zip.mjs';
import { bitmap, kRoot } from './support/samples.mjs';

/** Those of browsers. */
const modules = { ...wholes, html: loadHtml, office: loadOffice, sheets: loadSheets };
const core = new WebAssembly.Module(readFileSync(join(kRoot, 'dist', 'core.wasm')));
const encrypted = (name) => readFileSync(join(kRoot, 'tests', 'documents', 'encrypted', name));

const kTypes = 'http://schemas.openxmlformats.org/package/2006/content-types';
const kOffice = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const kRelations = 'http://schemas.openxmlformats.org/package/2006/relationships';

function relationships(type, target) {
  return `<Relationships xmlns="${kRelations}"><Relationship Id="r" Type="${kOffice}/${type}" Target="${target}"/></Relationships>`;
}

function docx(text) {
  const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
  const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
  return zipFile({
    '[Content_Types].xml': `<Types xmlns="${kTypes}"><Override PartName="/word/document.xml" ContentType="${type}"/></Types>`,
    '_rels/.rels': relationships('officeDocument', 'word/document.xml'),
    'word/document.xml': `<w:document xmlns:w="${word}"><w:body><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:body></w:document>`,
  });
}

const mail = (attached) =>
  Buffer.from(
    [
      'From: a@example.org\r\nSubject: s\r\nMIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nHello',
      '--b\r\nContent-Type: application/octet-stream; name="a.docx"\r\nContent-Disposition: attachment; filename="a.docx"',
      `Content-Transfer-Encoding: base64\r\n\r\n${attached.toString('base64')}\r\n--b--\r\n`,
    ].join('\r\n'),
  );

/** A reader that writes down which modules it loads; `names` are those it has. */
async function noting(names = Object.keys(modules)) {
  const loaded = [];
  const own = Object.fromEntries(
    names.map((name) => [
      name,
      () => {
        loaded.push(name);
        return modules[name]();
      },
    ]),
  );
  return { reader: await initWith(core, {}, own), loaded };
}

const kKinds = {
  'a.docx': { file: docx('Words'), module: 'office', says: /Words/ },
  'a.rtf': { file: Buffer.from('{\\rtf1 Words}'), module: 'office', says: /Words/ },
  'a.csv': {
    file: Buffer.from('a,b\n1,2\n'),
    input: { range: 'A1:B2' },
    module: 'sheets',
    says: /2/,
  },
  'a.eml': { file: mail(docx('Words')), module: 'html', says: /Hello[\s\S]*a\.docx/ },
};

describe('a document', () => {
  it('is read by the module of its kind alone', async () => {
    const whole = await initWith(core, {}, { documents: modules.documents });
    for (const [name, { file, input, module, says }] of Object.entries(kKinds)) {
      const { reader, loaded } = await noting();
      const result = await reader.read(file, { file_path: name, ...input });
      assert.match(result.content, says, name);
      assert.deepEqual(loaded, [module], name);
      assert.deepEqual(await whole.read(file, { file_path: name, ...input }), result, name);
      reader.dispose();
    }
    whole.dispose();
  });

  it('is read by the module of all documents where that is loaded, or alone', async () => {
    for (const first of [undefined, 'documents']) {
      const { reader, loaded } = await noting(first ? undefined : ['documents']);
      if (first) await reader.loadModule(first);
      for (const [name, { file, input, says }] of Object.entries(kKinds)) {
        assert.match((await reader.read(file, { file_path: name, ...input })).content, says, name);
        assert.match(reader.readSync(file, { file_path: name, ...input }).content, says, name);
      }
      assert.deepEqual(loaded, ['documents']);
      reader.dispose();
    }
  });

  it('in an archive or a mail is read where the archive is', async () => {
    for (const [path, file] of [
      ['a.zip/a.docx', zipFile({ 'a.docx': docx('Words') })],
      ['a.eml/a.docx', mail(docx('Words'))],
    ]) {
      const { reader, loaded } = await noting();
      const options = { host: { member: 'a.docx' } };
      const result = await reader.read(file, { file_path: path }, options);
      assert.match(result.content, /Words/, path);
      assert.deepEqual(loaded, ['documents'], path);
      reader.dispose();
    }
  });

  it('that is encrypted is opened by the module of all documents', async () => {
    const { reader, loaded } = await noting();
    const options = { password: 'secret' };
    const result = await reader.read(encrypted('agile.docx'), { file_path: 'a.docx' }, options);
    assert.equal(result.error, undefined);
    assert.deepEqual(loaded, ['documents']);
    const misnamed = await reader.read(encrypted('agile.docx'), { file_path: 'a.xlsx' }, options);
    assert.match(misnamed.metadata.warnings.join(), /named \.xlsx, holds Word document/);
    const streamed = await reader.readSource(
      (async function* () {
        yield encrypted('agile.docx');
      })(),
      { file_path: 'a.docx' },
      options,
    );
    assert.equal(streamed.result.content, result.content);
    reader.dispose();
    // A stream that seems to be a document of its own, and cannot begin anew behind its end.
    const both = Buffer.concat([encrypted('agile.docx'), Buffer.alloc(100_000)]);
    both.write('WordDocument', 10_000, 'utf16le');
    const { reader: another } = await noting();
    const seeming = await another.readSource(
      (async function* () {
        yield both;
      })(),
      { file_path: 'a.doc' },
      options,
    );
    assert.equal(seeming.result.content, result.content);
    another.dispose();
    const { reader: alone } = await noting(['office']);
    const refused = await alone.read(encrypted('agile.docx'), { file_path: 'a.docx' }, options);
    assert.match(refused.error, /the documents module is not loaded/);
    alone.dispose();
  });

  it('that is encrypted is shown as bytes by the module that shows bytes', async () => {
    const { reader, loaded } = await noting();
    const input = { file_path: 'a.docx', view: 'hex', limit: 16 };
    const { content } = await reader.read(encrypted('agile.docx'), input);
    assert.match(content, /d0 cf 11 e0/);
    assert.deepEqual(loaded, ['data']);
    reader.dispose();
  });

  it('serves readSync with the module of its kind', async () => {
    const { reader } = await noting();
    await reader.loadModule('office');
    assert.match(reader.readSync(kKinds['a.docx'].file, { file_path: 'a.docx' }).content, /Words/);
    const { errorCode } = reader.readSync(kKinds['a.eml'].file, { file_path: 'a.eml' });
    assert.equal(errorCode, 'UNSUPPORTED_FORMAT');
    reader.dispose();
  });
});

describe('a bitmap', () => {
  const page = Buffer.from(
    `<!doctype html><p>Look</p><img src="data:image/bmp;base64,${bitmap().toString('base64')}">`,
  );
  const asMarkdown = { document: { html: 'markdown' } };

  it('in a document loads its decoders, and no other does', async () => {
    const { reader, loaded } = await noting();
    const result = await reader.read(page, { file_path: 'a.html' }, asMarkdown);
    assert.equal(result.images.length, 1);
    assert.deepEqual(loaded, ['html', 'codecs']);
    reader.dispose();
  });

  it('in an archive loads its decoders, alone and in a document', async () => {
    const file = zipFile({ 'a.bmp': bitmap(), 'a.html': page });
    for (const member of ['a.bmp', 'a.html']) {
      const { reader, loaded } = await noting();
      const options = { ...asMarkdown, host: { member } };
      const result = await reader.read(file, { file_path: `a.zip/${member}` }, options);
      assert.equal(result.images.length, 1, member);
      assert.deepEqual(loaded, ['documents', 'codecs'], member);
      reader.dispose();
    }
  });

  it('is named where there are no decoders', async () => {
    const { reader } = await noting(['documents']);
    const result = await reader.read(page, { file_path: 'a.html' }, asMarkdown);
    assert.equal(result.error, undefined);
    assert.match(
      [result.content, ...result.metadata.warnings].join('\n'),
      /BMP cannot be decoded here: the codecs module is not loaded/,
    );
    reader.dispose();
  });

  it('is decoded for readSync once its decoders are loaded, more than once', async () => {
    const { reader } = await noting();
    await reader.loadModule('html');
    await reader.loadModule('codecs');
    for (let i = 0; i < 3; ++i)
      assert.equal(reader.readSync(page, { file_path: 'a.html' }, asMarkdown).images.length, 1);
    reader.dispose();
  });
});
