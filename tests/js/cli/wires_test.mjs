// The wires exist twice: in js/wires for programs and in src/command for the command line. Here both write the same results,
// byte for byte, and neither has a form that the other lacks.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { Command, loadCommand } from '../../../dist/cli/command.js';
import * as wires from '../../../dist/wires/index.js';
import * as olderShapes from '../../../dist/wires/seeds.js';
import { kRoot } from '../support/samples.mjs';

const kModule = loadCommand();
const kPath = 'a folder/Report (final) é.PDF';
const kAbsolute = `/${kPath}`;
const kName = 'Report (final) é.PDF';

/** JSON as it goes over a wire: bytes are base64. */
function toJson(value) {
  return JSON.stringify(value, (_, inner) =>
    inner instanceof Uint8Array ? Buffer.from(inner).toString('base64') : inner,
  );
}

function xmlText(result) {
  const { text, media } = olderShapes.toXml(result, kPath);
  const uris = media.map(({ data, mime_type }) => wires.toDataUri({ data, mimeType: mime_type }));
  return [...(text === undefined ? [] : [text]), ...uris].map((line) => `${line}\n`).join('');
}

/** What the package's wires make of a result, by the name of the command line's format. */
const kForms = {
  json: (result) => `${JSON.stringify(result)}\n`,
  xml: xmlText,
  anthropic: (result) => `${toJson(wires.toAnthropic(result, { callId: 'c 1' }))}\n`,
  openai: (result) =>
    `${toJson(wires.toOpenAIResponses(result, { callId: 'c 1', filename: kName }))}\n`,
  gemini: (result) => `${toJson(wires.toGemini(result, { callId: 'c 1', name: 'look' }))}\n`,
  bedrock: (result) => `${toJson(wires.toBedrock(result, { callId: 'c 1', filename: kName }))}\n`,
  mcp: (result) => `${toJson(wires.toMcp(result, { uri: encodeUri(kAbsolute) }))}\n`,
};

/** Exports of js/wires that stand behind a format. */
const kBehindForms = ['toAnthropic', 'toOpenAIResponses', 'toGemini', 'toBedrock', 'toMcp'];
/** Those that a command line has no use for: frameworks in JavaScript and their schemas, and several calls at once. */
const kOnlyInPackage = /^to(AiSdk\d?|DataUri|OpenAIChat|OpenSchema)$/;

function encodeUri(path) {
  return `file://${path.split('/').map(encodeURIComponent).join('/')}`;
}

/** The words that ask for a format with everything that it takes. */
function wordsFor(form) {
  const ids = ['anthropic', 'openai', 'gemini', 'bedrock'].includes(form)
    ? ['--call-id', 'c 1']
    : [];
  const names = form === 'gemini' ? ['--call-name', 'look'] : [];
  return ['read', '--format', form, ...ids, ...names, 'a', 'b'];
}

/** One command for each format: it prints as many results as there are. */
const kCommands = new Map(
  Object.keys(kForms).map((form) => {
    const command = new Command(kModule);
    const parsed = command.parse({ words: wordsFor(form), environment: {}, isTerminal: false });
    assert.ok('files' in parsed, JSON.stringify(parsed));
    return [form, command];
  }),
);

function assertSame(result) {
  for (const [form, write] of Object.entries(kForms)) {
    const { output, messages } = kCommands.get(form).print(kPath, kAbsolute, result);
    assert.equal(output, write(result), form);
    assert.equal(messages, '', form);
  }
}

const kFacts = { lineCount: 1, startLine: 1, endLine: 1, totalLines: 1, truncated: false };
const kMetadata = { sizeBytes: 3, mimeType: 'text/plain' };

function made(fields) {
  return {
    success: true,
    content: 'x',
    contentType: 'text',
    ...kFacts,
    metadata: kMetadata,
    ...fields,
  };
}

const picture = (data, mimeType) => ({ data, mimeType, width: 1, height: 2 });
const document = (data) => ({ data, mimeType: 'application/pdf' });

/** Numbers that are the same in every run. */
function* numbers(seed) {
  let state = seed;
  for (;;) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    yield state / 2 ** 32;
  }
}

/** Results of every shape: texts that are blank, long, hostile; pictures with and without a place; documents. */
function* randomResults(count) {
  const source = numbers(20260101);
  const random = () => source.next().value;
  const below = (limit) => Math.floor(random() * limit);
  const pick = (list) => list[below(list.length)];
  const texts = [
    '',
    ' \n\t',
    '\u00a0\u3000\ufeff',
    '\u180e',
    '\u0085',
    'plain',
    'a\u2028b\u2029',
    '"\\\u0000\u001f\u007f',
    '\u{1F600}é',
    ']]>',
    '<&">',
    'line\r\n',
    '--- Page 2 of 2 ---',
    '{}',
    'x'.repeat(5000),
  ];
  const types = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/bmp', 'image/heic'];
  const data = () => Buffer.alloc(below(50) + 1, below(256)).toString('base64');
  for (let i = 0; i < count; i++) {
    const images = Array.from({ length: below(4) }, () => picture(data(), pick(types)));
    const documents = Array.from({ length: below(4) === 0 ? 1 : 0 }, () => document(data()));
    const parts = Array.from({ length: below(6) }, () =>
      images.length > 0 && random() < 0.5
        ? { type: 'image', image: below(images.length) }
        : { type: 'text', text: pick(texts) },
    );
    const success = random() < 0.8;
    yield made({
      success,
      content: pick(texts) + pick(texts),
      contentType: pick(['text', 'image', 'pdf', 'notebook']),
      ...(success ? {} : { error: 'no', errorCode: 'IO_ERROR' }),
      ...(images.length > 0 ? { images } : {}),
      ...(documents.length > 0 ? { documents } : {}),
      // A picture has one place: a part for each at most, as readers make them.
      ...(parts.length > 0 ? { parts: placedOnce(parts) } : {}),
    });
  }
}

function placedOnce(parts) {
  const seen = new Set();
  return parts.filter((part) => {
    if (part.type === 'text') return true;
    const isNew = !seen.has(part.image);
    seen.add(part.image);
    return isNew;
  });
}

test('the command line and the package write the same results', () => {
  assertSame(made({}));
  assertSame(made({ content: '' }));
  assertSame(
    made({
      success: false,
      content: 'File does not exist: a',
      error: 'File does not exist: a',
      errorCode: 'FILE_NOT_FOUND',
    }),
  );
  assertSame(made({ contentType: 'image', images: [picture('AQID', 'image/png')] }));
  assertSame(
    made({
      contentType: 'image',
      images: [picture('AQ==', 'image/bmp'), picture('AQI=', 'image/gif')],
    }),
  );
  assertSame(made({ contentType: 'pdf', content: ' ', documents: [document('AQID')] }));
});

test('so they do for results of every shape', () => {
  for (const result of randomResults(2000)) assertSame(result);
});

test('each format of the command line has a wire of the package', () => {
  const flags = JSON.parse(readFileSync(join(kRoot, 'src', 'command', 'flags.json'), 'utf8'));
  const { values } = flags.find(({ name }) => name === 'format');
  assert.deepEqual(values.filter((form) => form !== 'text').sort(), Object.keys(kForms).sort());
});

test('each wire of the package has a format of the command line, or a reason to have none', () => {
  const exported = Object.keys(wires).filter(
    (name) => /^to[A-Z]/.test(name) && !(name in olderShapes),
  );
  const unknown = exported.filter((name) => !kOnlyInPackage.test(name));
  assert.deepEqual(unknown.sort(), [...kBehindForms].sort());
});
