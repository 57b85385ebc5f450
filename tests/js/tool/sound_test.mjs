// Sound for models that listen: a tool that is made with `audio`, and the wires of what it gives.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { createReadTool } from 'lectern';
import { createReadFilesTool, joinResults } from 'lectern/files';
import { memoryFs } from 'lectern/fs/memory';
import {
  toAiSdk7,
  toAnthropic,
  toBedrock,
  toGemini,
  toMcp,
  toOpenAIChat,
  toOpenAIResponses,
} from 'lectern/wires';

/** A second of silence, 8 bits at 8,000 Hz. */
function wave() {
  const head = Buffer.alloc(44);
  head.write('RIFF\0\0\0\0WAVEfmt ', 0, 'latin1');
  head.writeUInt32LE(8036, 4);
  head.writeUInt32LE(16, 16);
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 1],
    [34, 8],
  ])
    head.writeUInt16LE(value, at);
  head.writeUInt32LE(8000, 24);
  head.writeUInt32LE(8000, 28);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(8000, 40);
  return Buffer.concat([head, Buffer.alloc(8000, 128)]);
}

/** The head of a FLAC file with the block that every one begins with. */
function flac() {
  const info = Buffer.alloc(34);
  info.writeUInt16BE(4096, 0);
  info.writeUInt16BE(4096, 2);
  info.set([0x0a, 0xc4, 0x42, 0xf0, 0, 0, 0xac, 0x44], 10);
  return Buffer.concat([Buffer.from('fLaC\x80\0\0\x22', 'latin1'), info]);
}

const kWave = wave();
const kBase64 = kWave.toString('base64');
const kFiles = {
  '/a.wav': kWave,
  '/a.flac': flac(),
  '/b.txt': 'one\n',
  '/cut.wav': kWave.subarray(0, 20),
};

const toolWith = (options) => createReadTool({ fs: memoryFs(kFiles), root: '/', ...options });
const read = (file_path, options) => toolWith({ audio: true, ...options }).execute({ file_path });
const call = { callId: 'c1', name: 'Read' };

/** A file system whose reads from the second on `give` something else. */
function lying(give) {
  const bytes = new Uint8Array(wave());
  let reads = 0;
  const read = async (offset, length) => {
    const piece = bytes.slice(offset, offset + length);
    return reads++ === 0 ? piece : give(piece);
  };
  return { open: async () => ({ size: bytes.length, read }) };
}

describe('a sound of a file system', () => {
  const hearing = (give, options = {}) =>
    createReadTool({ fs: lying(give), root: '/', audio: true, ...options });

  test('that does not answer holds up neither deadline nor abort', async () => {
    const tool = hearing(() => new Promise(() => undefined), { deadlineMs: 500 });
    const { errorCode } = await tool.execute({ file_path: 'a.wav' });
    assert.equal(errorCode, 'LIMIT_EXCEEDED');
    tool.dispose();
    const aborted = hearing(() => new Promise(() => undefined));
    const controller = new AbortController();
    setTimeout(() => controller.abort(new Error('enough')), 100);
    const call = aborted.execute({ file_path: 'a.wav' }, { signal: controller.signal });
    await assert.rejects(call, /enough/);
    aborted.dispose();
  });

  test('that gives views of other elements is its bytes', async () => {
    const tool = hearing(({ buffer }) => new Uint16Array(buffer));
    const { sounds } = await tool.execute({ file_path: 'a.wav' });
    assert.equal(sounds[0].data, wave().toString('base64'));
    tool.dispose();
  });

  test('that gives no bytes, or more than were asked for, is an error', async () => {
    for (const give of [
      (piece) => 'x'.repeat(piece.length),
      () => null,
      (piece) => new Uint8Array(piece.length + 1),
    ]) {
      const tool = hearing(give);
      const { errorCode } = await tool.execute({ file_path: 'a.wav' });
      assert.equal(errorCode, 'IO_ERROR');
      tool.dispose();
    }
  });
});

describe('a tool for models that listen', () => {
  test('gives the sound beside its description', async () => {
    const result = await read('a.wav');
    assert.deepEqual(result.sounds, [{ data: kBase64, mimeType: 'audio/wav' }]);
    assert.match(result.content, /^a\.wav: WAV sound, .*\nDuration: 1\.000 s\n/);
    assert.doesNotMatch(result.content, /description only/);
  });

  test('describes sound only, unless it is asked', async () => {
    const result = await read('a.wav', { audio: false });
    assert.equal(result.sounds, undefined);
    assert.match(result.content, /\n\(A description only: what is heard is not read\..*\)$/);
  });

  test('gives text and bytes as any other', async () => {
    assert.equal((await read('b.txt')).content, '     1\tone');
    const hex = await toolWith({ audio: true }).execute({ file_path: 'a.wav', view: 'hex' });
    assert.equal(hex.sounds, undefined);
  });

  test('says that a sound is too large to be sent', async () => {
    const result = await read('a.wav', { maxAudioBytes: 8000 });
    assert.equal(result.sounds, undefined);
    assert.match(
      result.content,
      /\n\(The sound is left out: it has 8,044 bytes, and at most 8,000 are sent\.\)$/,
    );
  });

  test('leaves out a sound that is known already', async () => {
    const tool = toolWith({ audio: true });
    const { contentHash } = await tool.execute(
      { file_path: 'a.wav' },
      { options: { hash: 'sha256' } },
    );
    assert.ok(contentHash);
    const known = { contentHash, generation: 1 };
    const again = await tool.execute(
      { file_path: 'a.wav' },
      { known, generation: 1, options: { hash: 'sha256' } },
    );
    assert.match(again.content, /^Unchanged/);
    assert.equal(again.sounds, undefined);
  });

  test('refuses options that cannot be', () => {
    assert.throws(() => toolWith({ audio: 'yes' }), /options\.audio must be true or false/);
    assert.throws(
      () => toolWith({ audio: true, maxAudioBytes: -1 }),
      /options\.maxAudioBytes must be/,
    );
    assert.throws(
      () => toolWith({ audio: true, media: 'handle' }),
      /options\.audio does not go with media: 'handle'/,
    );
  });

  test('keeps the sounds of several files', async () => {
    const files = createReadFilesTool(toolWith({ audio: true }));
    const joined = joinResults(await files.execute({ file_paths: ['b.txt', 'a.wav'] }));
    assert.equal(joined.sounds.length, 1);
    assert.match(joined.content, /--- File 2 of 2: "a\.wav" \(\d+ lines and 1 sound follow\) ---/);
  });
});

describe('sound on the wire', () => {
  test('stands beside the response of Gemini, under the name that its API has', async () => {
    const [response, sound, ...others] = toGemini(await read('a.wav'), call);
    assert.equal(response.functionResponse.parts, undefined);
    assert.deepEqual(sound, { inlineData: { mimeType: 'audio/wav', data: kBase64 } });
    assert.equal(others.length, 0);
    const mp3 = { ...(await read('a.wav')), sounds: [{ data: 'AAAA', mimeType: 'audio/mpeg' }] };
    assert.equal(toGemini(mp3, call)[1].inlineData.mimeType, 'audio/mp3');
  });

  test('follows in a message of the user for OpenAI, if it is WAV or MP3', async () => {
    const [answer, media] = toOpenAIChat(await read('a.wav'), call);
    assert.doesNotMatch(answer.content, /left out/);
    assert.deepEqual(media.content, [
      { type: 'text', text: 'Media of tool call c1:' },
      { type: 'input_audio', input_audio: { data: kBase64, format: 'wav' } },
    ]);
    const [refused, ...others] = toOpenAIChat(await read('a.flac'), call);
    assert.match(
      refused.content,
      /\n\(sound left out: audio\/flac is not accepted here; a transcript would help\)$/,
    );
    assert.equal(others.length, 0);
  });

  test('is audio content in MCP', async () => {
    const { content } = toMcp(await read('a.wav'));
    assert.deepEqual(content.at(-1), { type: 'audio', data: kBase64, mimeType: 'audio/wav' });
    assert.equal(content.length, 2);
  });

  test('is named where the provider takes none', async () => {
    const result = await read('a.wav');
    for (const wire of [toAnthropic, toBedrock, toOpenAIResponses, toAiSdk7]) {
      const text = JSON.stringify(wire(result, call));
      assert.match(
        text,
        /\(sound left out: audio\/wav is not accepted here; a transcript would help\)/,
      );
      assert.ok(!text.includes(kBase64));
    }
  });
});
