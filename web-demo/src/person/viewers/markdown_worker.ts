/** Makes HTML of the text that was read, away from the page: emphasis that never ends takes marked minutes. */
import { marked } from 'marked';
import type { OneAnswer } from './one_answer.js';

/** What the tool says of its own, and what it marks as hidden. */
const kOwn = /^\((?:Read one|More rows|Showing|chapter) .*\)$|\[Hidden(?: text)?: [^\n]*\]/gm;

addEventListener('message', ({ data }: MessageEvent<string>) => {
  let said: OneAnswer<string>;
  try {
    said = { answer: marked.parse(data.replace(kOwn, ''), { async: false, gfm: true }) };
  } catch (error) {
    said = { problem: String(error) };
  }
  postMessage(said);
});
