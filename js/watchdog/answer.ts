/** What every worker of a watched reader does. */
import type { CreateReader } from '../reader/create.js';
import type { ToolResult } from '../types/index.js';
import type { ReadCall } from './watched_reader.js';

/** Answers calls with the reader of a host, which is made for the first one. */
export function makeAnswer(createReader: CreateReader): (call: ReadCall) => Promise<ToolResult> {
  const reader = createReader();
  return async ({ bytes, inputJson, optionsJson }) =>
    (await reader).read(bytes, JSON.parse(inputJson), JSON.parse(optionsJson));
}
