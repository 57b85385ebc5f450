/** The options that a tool is made with: what is checked before the first call, and what its reads take of them. */
import { checkDeadline } from '../reader/abort.js';
import { checkChoice, checkOptions } from '../reader/arguments.js';
import { internalsOf } from '../reader/internals.js';
import type { Reader, ReadOptions } from '../types/index.js';
import type { ReadToolOptions } from './tool_types.js';

/** The options of a read, without those of the tool. */
export function readOptionsOf(options: ReadToolOptions): ReadOptions {
  const { fs, cwd, root, symlinks, name, description, reader, media, ...others } = options;
  const { onRead, deadlineMs, strictInput, audio, maxAudioBytes, ...readOptions } = others;
  return readOptions;
}

/** @throws TypeError for options that are wrong whatever is read */
export function checkToolOptions(options: ReadToolOptions): void {
  checkOptions(options);
  if (typeof options.fs?.open !== 'function')
    throw new TypeError('options.fs must be a FileSystem, such as nodeFs() of lectern/fs/node');
  checkChoice('options.media', options.media, ['inline', 'bytes', 'blob', 'handle']);
  checkChoice('options.symlinks', options.symlinks, ['follow-inside', 'refuse']);
  checkDeadline(options.deadlineMs);
  if (options.strictInput !== undefined && typeof options.strictInput !== 'boolean')
    throw new TypeError('options.strictInput must be true or false');
  checkAudio(options);
}

function checkAudio({ audio, maxAudioBytes, media }: ReadToolOptions): void {
  if (audio !== undefined && typeof audio !== 'boolean')
    throw new TypeError('options.audio must be true or false');
  if (maxAudioBytes !== undefined && !(Number.isInteger(maxAudioBytes) && maxAudioBytes >= 0))
    throw new TypeError('options.maxAudioBytes must be a whole number of bytes');
  if (audio && media === 'handle')
    throw new TypeError("options.audio does not go with media: 'handle'");
}

/** @throws TypeError for options that the core refuses whatever is read: they are not the model's */
export function checkReadOptions(reader: Reader, options: ReadOptions): void {
  const refusal = internalsOf(reader).prepare({ file_path: '.' }, options);
  if (refusal) throw new TypeError(refusal.content);
}
