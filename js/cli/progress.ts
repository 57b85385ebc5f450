/** How a batch shows on a terminal what it has done, and what it says at the end. Its twin is src/cli/progress.cpp. */
import { humanSize } from './terminal.js';

/** What a batch counts. */
export interface Counts {
  /** Files with a result, a failure included. */
  files: number;
  failures: number;
  unchanged: number;
  /** Links and special files. */
  leftOut: number;
  /** Of the files that were read. */
  bytes: number;
}

const kBarWidth = 20;
const kIntervalMs = 100;
const kClearLine = '\r\x1b[K';

const withThousands = (count: number) => count.toLocaleString('en-US');
const counted = (count: number, noun: string) =>
  `${withThousands(count)} ${noun}${count === 1 ? '' : 's'}`;

/** "1,204 files, 512.0 MB, 3 failures, 18 unchanged, 2 left out (links and special files)" */
export function summary({ files, failures, unchanged, leftOut, bytes }: Counts): string {
  return [
    counted(files, 'file'),
    humanSize(bytes),
    counted(failures, 'failure'),
    ...(unchanged > 0 ? [`${withThousands(unchanged)} unchanged`] : []),
    ...(leftOut > 0 ? [`${withThousands(leftOut)} left out (links and special files)`] : []),
  ].join(', ');
}

/**
 * "[#####---------------] 301 of 1,204+ files, 128.0 MB, 3 failures"
 *
 * @param found - files that the walk has come to
 * @param isComplete - whether there are no more
 */
export function progressLine(counts: Counts, found: number, isComplete: boolean): string {
  const done = counts.files + counts.unchanged;
  const filled = found === 0 ? 0 : Math.min(kBarWidth, Math.floor((done * kBarWidth) / found));
  const bar = '#'.repeat(filled).padEnd(kBarWidth, '-');
  const all = `${withThousands(found)}${isComplete ? '' : '+'}`;
  const size = humanSize(counts.bytes);
  return `[${bar}] ${withThousands(done)} of ${all} files, ${size}, ${counted(counts.failures, 'failure')}`;
}

/** The line on the terminal. Without a terminal it shows nothing. */
export class Progress {
  readonly #isShown: boolean;
  #isThere = false;
  #lastMs = Number.NEGATIVE_INFINITY;

  constructor(isShown: boolean) {
    this.#isShown = isShown;
  }

  /** Whether the line is due: it is rewritten ten times a second at most. */
  get isDue(): boolean {
    return this.#isShown && performance.now() - this.#lastMs >= kIntervalMs;
  }

  show(line: string): void {
    process.stderr.write(kClearLine + line);
    this.#isThere = true;
    this.#lastMs = performance.now();
  }

  /** Takes the line away, so that something else can be written. */
  clear(): void {
    if (this.#isThere) process.stderr.write(kClearLine);
    this.#isThere = false;
  }
}
