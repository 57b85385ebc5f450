/** What the program writes to its streams. */
import { kFailure, kSuccess } from './command.js';

/** Resolves when the text is with the system: what is printed never piles up in memory. */
export function writeOutput(text: string): Promise<void> {
  if (text === '') return Promise.resolve();
  return new Promise((resolve) => {
    process.stdout.write(text, () => resolve());
  });
}

/** Text for people, as `Command.message` makes it. */
export function writeMessage(text: string): void {
  if (text !== '') process.stderr.write(text);
}

/** Ends the program when standard output cannot be written; what nobody can be told ends nothing. */
export function watchOutput(): void {
  process.stderr.on('error', () => undefined);
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // Whoever reads our output may stop early: `lectern read a.txt | head`.
    if (error.code === 'EPIPE') process.exit(kSuccess);
    writeMessage('lectern: cannot write to standard output\n');
    process.exit(kFailure);
  });
}

/** Whether the streams are terminals. */
export const kIsTerminal: { readonly output: boolean; readonly messages: boolean } = {
  output: process.stdout.isTTY === true,
  messages: process.stderr.isTTY === true,
};

const kIntervalMs = 100;
const kClearLine = '\r\x1b[K';

/** The line that shows on a terminal what has been done. */
export class ProgressDisplay {
  readonly #isShown: boolean;
  #isThere = false;
  #lastMs: number = Number.NEGATIVE_INFINITY;

  /** @param isShown - false: it shows nothing */
  constructor(isShown: boolean) {
    this.#isShown = isShown;
  }

  /** Whether the line is due: it is rewritten ten times a second at most. */
  get isDue(): boolean {
    return this.#isShown && performance.now() - this.#lastMs >= kIntervalMs;
  }

  show(line: string): void {
    writeMessage(kClearLine + line);
    this.#isThere = true;
    this.#lastMs = performance.now();
  }

  /** Takes the line away, so that something else can be written. */
  clear(): void {
    if (this.#isThere) writeMessage(kClearLine);
    this.#isThere = false;
  }
}
