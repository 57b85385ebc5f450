// Secrets in text. They are put together here, so that no scanner takes them for real ones.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { createReadTool } from 'lectern';
import { memoryFs } from 'lectern/fs/memory';
import { redactText, secretRules, withRedaction } from 'lectern/session';

import { sample } from '../support/samples.mjs';

const filler = (length) => 'a1B2c3D4e5F6g7H8i9J0'.repeat(20).slice(0, length);
const kSecrets = {
  'aws-access-key': `AKIA${filler(16).toUpperCase()}`,
  'github-token': `ghp_${filler(36)}`,
  'gitlab-token': `glpat-${filler(20)}`,
  'slack-token': `xoxb-${filler(30)}`,
  'stripe-key': `sk_live_${filler(24)}`,
  'google-api-key': `AIza${filler(35)}`,
  'npm-token': `npm_${filler(36)}`,
  'model-api-key': `sk-ant-${filler(60)}`,
  'json-web-token': `eyJ${filler(20)}.eyJ${filler(40)}.${filler(43)}`,
};
const mark = (name) => `[hidden: ${name}]`;
const [kBegin, kEnd] = ['BEGIN', 'END'].map((word) => `-----${word} RSA PRIVATE KEY-----`);
const kKey = [kBegin, filler(64), filler(64), 'aa==', kEnd].join('\n');

describe('a secret', () => {
  for (const [name, secret] of Object.entries(kSecrets)) {
    test(`${name} is hidden and counted`, () => {
      const { text, counts } = redactText(`before "${secret}" after\n${secret}\n`);
      assert.equal(text, `before "${mark(name)}" after\n${mark(name)}\n`);
      assert.deepEqual(counts, { [name]: 2 });
    });
  }

  test('has a rule of its own, and each rule a test', () => {
    const tested = new Set([...Object.keys(kSecrets), 'aws-secret-key', 'password-in-url']);
    assert.deepEqual(new Set(secretRules.map(({ name }) => name)), tested);
  });

  test('is counted by a rule of any name', () => {
    const { text, counts } = redactText('a1', [{ name: '__proto__', pattern: /a1/ }]);
    assert.equal(text, mark('__proto__'));
    assert.deepEqual(Object.entries(counts), [['__proto__', 1]]);
  });

  test('is hidden alone, where its name tells it', () => {
    const line = `aws_secret_access_key = ${filler(40)}\nurl: postgres://app:hunter2@db:5432/prod`;
    const { text, counts } = redactText(line);
    assert.equal(
      text,
      `aws_secret_access_key = ${mark('aws-secret-key')}\nurl: postgres://app:${mark('password-in-url')}@db:5432/prod`,
    );
    assert.deepEqual(counts, { 'aws-secret-key': 1, 'password-in-url': 1 });
  });

  for (const [name, secret] of Object.entries(kSecrets)) {
    test(`${name} is hidden behind escapes and underscores`, () => {
      for (const before of [
        ...['x\\n', 'x\\t', '\\u003e', '\\x0a', '\\012', '\\0', '%20', '%3D', '=3D', 'TOKEN_'],
        ...['\x1b[32m', '\\x1b[1;32m', '\\u001b[0m', '\\033[32m', '\\e[32m'],
      ]) {
        if (name === 'json-web-token' && before === 'TOKEN_') continue;
        const { text } = redactText(`{"t":"${before}${secret}"}`);
        assert.ok(!text.includes(secret.slice(0, 20)), `${before}: ${text}`);
      }
    });
  }

  test('of AWS is hidden in the forms in which it is written', () => {
    const secret = filler(40);
    for (const text of [
      `"{\\"secret_access_key\\": \\"${secret}\\"}"`,
      `<SecretAccessKey>${secret}</SecretAccessKey>`,
      `PROD_AWS_SECRET_ACCESS_KEY=${secret}`,
      `| secret_access_key | ${secret} |`,
      `secret_access_key: string "${secret}"`,
      `'aws_secret_access_key' => '${secret}'`,
      `secretAccessKey := "${secret}"`,
      `aws_secret_access_key        = ${secret}`,
      `secret-access-key: ${secret}`,
      `Secret access key: ${secret}`,
      `withSecretAccessKey("${secret}")`,
    ])
      assert.ok(!redactText(text).text.includes(secret.slice(0, 20)), text);
  });

  test('is hidden where Markdown escapes its characters', () => {
    const token = `glpat-${filler(9)}_${filler(8)}-_`;
    const escaped = token.replaceAll('_', '\\_');
    assert.equal(redactText(`a\\_b ${escaped} c\\_d`).text, `a\\_b ${mark('gitlab-token')} c\\_d`);
  });

  test('is hidden in a URL whose password has what a URL may not have', () => {
    for (const [url, expected] of [
      ['https://user:pa/ss@host', 'https://user:#@host'],
      ['https://user:p@ss@host/a', 'https://user:#@host/a'],
      ['mongodb://u:a/b/c@db.example:27017/x', 'mongodb://u:#@db.example:27017/x'],
      ['"redis://:sec/ret@cache"', '"redis://:#@cache"'],
    ])
      assert.equal(redactText(url).text, expected.replace('#', mark('password-in-url')));
    for (const url of [
      'http://localhost:8080/@vite/client',
      'http://host:80/users/me@example.com',
      'https://unpkg.com:443/react@18/index.js',
      'http://$HOST:$PORT/x/@y',
      'http://host:{port}/x@y',
      'http://HOST:PORT/users/me@example.com',
      'http://[fe80::1]:80/x@y',
      'https://example.com/@scope/pkg@1.0.0',
      'file://C:/Users/me@work/a.txt',
    ])
      assert.equal(redactText(url).text, url);
  });

  test('is a key whose spaces are escaped in a URL', () => {
    for (const space of ['%20', '+']) {
      const key = encodeURIComponent(kKey).replaceAll('%20', space);
      assert.ok(!redactText(`k=${key}&x=1`).text.includes(filler(30)));
    }
  });

  test('is not the name of a style', () => {
    const name = 'sk-toggleable-content-arrow-with-a-long-name';
    assert.equal(redactText(name).text, name);
  });

  test('is not what looks like prose, hashes, paths and code', () => {
    const text = [
      'See https://example.com:8080/a@b and mailto:me@example.com, task-list-item-with-a-very-long-css-class-name.',
      '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      "import { secretAccessKey } from './keys.js';",
      'risk-assessment-of-the-whole-project-and-more.md',
      'The header is -----BEGIN CERTIFICATE-----',
    ].join('\n');
    assert.deepEqual(redactText(text), { text, counts: {} });
  });
});

describe('a private key', () => {
  test('loses its lines and keeps those around it', () => {
    const { text, counts } = redactText(`a\n${kKey}\nb`);
    const hidden = mark('private-key');
    assert.equal(text, ['a', kBegin, hidden, hidden, hidden, kEnd, 'b'].join('\n'));
    assert.deepEqual(counts, { 'private-key': 1 });
  });

  test('is found between numbers of lines, and when a read shows a part of it', async () => {
    const tool = createReadTool({ fs: memoryFs({ '/key.txt': `a\n${kKey}\nword\n` }), root: '/' });
    const safe = withRedaction(tool);
    for (const lines of ['1-', '1-4', '4-7', '3-']) {
      const { content } = await safe.execute({ file_path: 'key.txt', lines });
      assert.doesNotMatch(content, /a1B2c3D4/, lines);
    }
    const { content } = await safe.execute({ file_path: 'key.txt' });
    assert.match(content, /^ {5}1\ta\n {5}2\t-----BEGIN/);
    assert.match(content, /\n {5}7\tword\n\(Hidden in this result: 1 private-key\./);
  });

  test('is found in one line of JSON', () => {
    const { text, counts } = redactText(JSON.stringify([kKey, kKey]));
    const one = `"${kBegin}${mark('private-key')}${kEnd}"`;
    assert.equal(text, `[${one},${one}]`);
    assert.deepEqual(counts, { 'private-key': 2 });
  });
});

describe('the body of a private key', () => {
  const body = [filler(64), filler(64), filler(40)];
  const hides = (text) => {
    const { text: clean, counts } = redactText(text);
    assert.ok(!clean.includes('a1B2c3D4'), clean);
    assert.ok(counts['private-key'] >= 1);
    return clean;
  };

  test('is hidden whatever stands around its lines', () => {
    const around = (before, after) =>
      [kBegin, ...body, kEnd].map((line) => `${before}${line}${after}`).join('\n');
    for (const [before, after] of [
      ['"', '\\n" +'],
      ["'", "\\n' ."],
      ['-', ''],
      ['+', ''],
      ['// ', ''],
      ['| ', ' |'],
      ['    12\t', ''],
    ])
      hides(`a\n${around(before, after)}\nb`);
    hides(`${kBegin}\n${filler(400)}${filler(400)}\n${kEnd}`);
    hides(`${kBegin}\n${body[0]}\nOutput 2:\n\n${body[1]}\n${kEnd}`);
  });

  test('is hidden in each key of a line, and in one that is cut', () => {
    const inLine = JSON.stringify(kKey).slice(1, -1);
    hides(`[{"a":"${inLine}"},{"b":"${kBegin}\\n${filler(64)}\\n${filler(30)}`);
    hides(`{"a":"${inLine}","b":"${inLine.replace('\\n', '\\nDEK-Info: DES-EDE3-CBC,12-34\\n')}"}`);
    hides(`${filler(64)}\n${filler(64)}\n${kEnd}\n${kKey}`);
  });

  test('is hidden beside that of another key, cut at either side', () => {
    hides(`${kBegin}\n${body.join('\n')}\n${kEnd}${kBegin}\n${body.join('\n')}`);
    hides(`${body[0]}\n${body[1]}\n${kEnd}", y = "${kBegin}\n${body.join('\n')}`);
    hides(`${body[0]}\\n${kEnd}","b":"${kBegin}\\n${body.join('\\n')}`);
  });

  test('is hidden above its end, though a program names a beginning before', () => {
    const names = `const kBegin = '${kBegin}';\n${'call(anArgument);\n'.repeat(20)}`;
    const clean = hides(`${names}${body.join('\n')}\n${kEnd}\n`);
    assert.ok(clean.startsWith(names));
  });

  test('is not what a program or a sentence names', () => {
    for (const text of [
      `pem.replace('${kBegin}', '').replace('${kEnd}', '').trim()`,
      `It begins with "${kBegin}" and ends with "${kEnd}".`,
      `const kBegin = '${kBegin}';\nconst kEnd = '${kEnd}';`,
      `if (pem.includes('${kBegin}')) return createPrivateKeyObject(pem);\nthrow new TypeError(notAPrivateKey);`,
      `const kBegin = '${kBegin}';\n${'callAFunctionOfAName(anArgument);\n'.repeat(20)}const kEnd = '${kEnd}';`,
    ])
      assert.deepEqual(redactText(text), { text, counts: {} });
  });

  test('takes nothing else away', () => {
    const clean = hides(`a line\n${kKey}\n\nanother line\n${'word '.repeat(20)}`);
    assert.match(clean, /^a line\n/);
    assert.match(clean, /\n\nanother line\nword word/);
  });
});

describe('a tool', () => {
  const files = { '/a.txt': `token=${kSecrets['npm-token']}\n`, '/b.txt': 'nothing\n' };

  test('hides nothing unless it is asked to', async () => {
    const tool = createReadTool({ fs: memoryFs(files), root: '/' });
    assert.match((await tool.execute({ file_path: 'a.txt' })).content, /npm_/);
  });

  test('hides secrets, says how many, and tells the host', async () => {
    const seen = [];
    const tool = createReadTool({ fs: memoryFs(files), root: '/' });
    const safe = withRedaction(tool, { onRedact: (event) => seen.push(event) });
    const result = await safe.execute({ file_path: 'a.txt' });
    assert.equal(
      result.content,
      `     1\ttoken=${mark('npm-token')}\n(Hidden in this result: 1 npm-token. The file itself holds them.)`,
    );
    assert.equal(result.metadata.warnings, undefined, 'the line is told once');
    assert.deepEqual(seen, [{ input: { file_path: 'a.txt' }, counts: { 'npm-token': 1 } }]);
    const plain = await safe.execute({ file_path: 'b.txt' });
    assert.deepEqual(plain, await tool.execute({ file_path: 'b.txt' }));
    assert.equal(safe.inputSchema, tool.inputSchema);
    assert.equal(safe.locate('a.txt'), '/a.txt');
  });

  test('hides secrets in the name of a file that is not there', async () => {
    const tool = createReadTool({ fs: memoryFs(files), root: '/' });
    const result = await withRedaction(tool).execute({ file_path: kSecrets['npm-token'] });
    assert.doesNotMatch(JSON.stringify(result), /npm_/);
  });

  test('shows no bytes, in which secrets have no form', async () => {
    const tool = createReadTool({ fs: memoryFs(files), root: '/' });
    const safe = withRedaction(tool);
    const input = { file_path: 'a.txt', view: 'hex' };
    assert.match((await tool.execute(input)).content, /74 6f 6b 65 6e/);
    for (const asked of [input, JSON.stringify(input)]) {
      const result = await safe.execute(asked);
      assert.equal(result.errorCode, 'PERMISSION_DENIED');
      assert.doesNotMatch(JSON.stringify(result), /npm_|74 6f 6b/);
    }
  });

  test('hides secrets in what leads on, and in the errors of handles', async () => {
    const rows = Array.from({ length: 9 }, (_, row) => `${row},x`).join('\n');
    const tool = createReadTool({
      fs: memoryFs({ '/t.csv': rows }),
      root: '/',
      media: 'handle',
      limits: { maxLines: 2 },
    });
    const safe = withRedaction(tool, { rules: [{ name: 'path', pattern: /t\.csv/ }] });
    const { truncation } = await safe.execute({ file_path: 't.csv' });
    assert.equal(truncation.next.file_path, mark('path'));
    const handle = { input: { file_path: '/t.csv.missing' }, kind: 'image', index: 0 };
    await assert.rejects(safe.materialize(handle), (error) => !error.message.includes('t.csv'));
    const signal = AbortSignal.abort();
    await assert.rejects(safe.materialize(handle, { signal }), { name: 'AbortError' });
  });

  test('takes rules of the host', async () => {
    const tool = createReadTool({ fs: memoryFs({ '/a.txt': 'badge 12-345\n' }), root: '/' });
    const safe = withRedaction(tool, { rules: [{ name: 'badge', pattern: /\d\d-\d{3}/ }] });
    assert.match((await safe.execute({ file_path: 'a.txt' })).content, /badge \[hidden: badge\]/);
    assert.throws(() => withRedaction(tool, { rules: [{ name: 'x' }] }), TypeError);
  });

  test('is not slowed down by text that looks like many secrets', () => {
    for (const text of [
      'eyJ'.repeat(30_000),
      'a://'.repeat(30_000),
      `${'sk-'.repeat(30_000)}`,
      `${kBegin}\n`.repeat(3000),
      `${kEnd}\n`.repeat(3000),
      kBegin.repeat(20_000),
      `${kBegin}\n${' '.repeat(100_000)}x\n${'| '.repeat(50_000)}`,
    ])
      redactText(text);
  });
});

test('rows of a database that a search goes on at are no ends of cut lines', async () => {
  const files = { '/shop.sqlite': sample('shop.sqlite') };
  const inner = createReadTool({ fs: memoryFs(files), root: '/', limits: { maxLines: 1 } });
  const tool = withRedaction(inner);
  const rows = [];
  for (let input = { file_path: 'shop.sqlite', search: 'a' }; input; ) {
    const { content, truncation } = await tool.execute(input);
    assert.doesNotMatch(content, /hidden/i);
    rows.push(...content.matchAll(/^\| \d+ \| (\d+) /gm));
    input = truncation?.next;
  }
  assert.deepEqual(
    rows.map(([, id]) => Number(id)),
    [3, 101, 102, 103, 104],
  );
});
