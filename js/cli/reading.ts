/** Reads a file of a batch. */
import { resolve } from 'node:path';

import type { CoreHost } from '../reader/core_host.js';
import { type ByteText, toBuffer, toByteText, toText } from './bytes.js';
import type { Arguments, Command, Reading } from './command.js';
import { readFile } from './read_file.js';

/** What a batch keeps of the read. */
export async function readForBatch(
  command: Command,
  core: CoreHost,
  path: ByteText,
  words: Arguments,
): Promise<Reading> {
  const text = toText(path);
  const name = toBuffer(path);
  const { result, facts } = await readFile(core, text, words, { name });
  const reading = command.batchLine(path, toByteText(resolve(text)), result, facts);
  if (!words.archives || !facts || !result.success || result.contentType !== 'archive') {
    return reading;
  }
  const host = { ...(words.options['host'] as object | undefined), members: true };
  const forMembers = { ...words, options: { ...words.options, host } };
  const names = (await readFile(core, text, forMembers, { name })).result;
  return { ...reading, [names.success ? 'members' : 'membersFailure']: names.content };
}
