/**
 * `lectern read --jobs N`: reads files and whole trees, several files at once, and prints a line of JSON for each, in the
 * order of the walk. Its twin is src/cli/batch.cpp.
 */
import { CoreHost } from '../reader/core_host.js';
import { workerFailure } from '../reader/failure.js';
import { FileError, type FileErrorCode } from '../fs/types.js';
import { loadCore } from '../hosts/node_core.js';
import { type Arguments, kBadUsage, kFailure, kSuccess } from './arguments.js';
import { type ByteText, toText } from './bytes.js';
import { writtenFiles } from './directory.js';
import { Manifest, ManifestError, ManifestFile } from './manifest.js';
import { complain } from './output.js';
import { type Counts, Progress, progressLine, summary } from './progress.js';
import { checkArguments } from './read_file.js';
import { makeReading, type Reading } from './reading.js';
import { type Found, Walk } from './walk.js';
import { type FinishedRead, Workers } from './workers.js';

/** Files that the walk is ahead of the reading at most, so that progress knows of them. */
const kMaxAhead = 10_000;
/** Files that the walk goes on by between two results. */
const kStepsAhead = 64;
/** Results that may wait for their turn, for each worker. */
const kWaitingPerWorker = 4;

/** A file whose result is not printed yet. */
interface Slot {
  path: ByteText;
  reading?: Reading;
  /** Its line in the manifest, when it is not read. */
  unchanged?: string;
}

/** Something cannot be written; the message is for people. */
class OutputError extends Error {
  override name = 'OutputError';
}

/** Resolves when the text is with the system. Errors end the program, in main.ts. */
function print(text: string): Promise<void> {
  return new Promise((resolve) => {
    process.stdout.write(text, () => resolve());
  });
}

class Batch {
  readonly #words: Arguments;
  readonly #core: CoreHost;
  readonly #since: Manifest;
  readonly #manifest: ManifestFile | undefined;
  readonly #workers: Workers;
  readonly #walk: Walk;
  readonly #progress = new Progress(process.stderr.isTTY && !process.stdout.isTTY);
  readonly #counts: Counts = { files: 0, failures: 0, unchanged: 0, leftOut: 0, bytes: 0 };
  readonly #ahead: Found[] = [];
  #found = 0;
  #hasWalked = false;
  /** In the order of the walk; tickets count on from that of the first. */
  readonly #window: Slot[] = [];
  #firstTicket = 0;

  constructor(
    words: Arguments,
    module: WebAssembly.Module,
    core: CoreHost,
    since: Manifest,
    manifest: ManifestFile | undefined,
  ) {
    this.#words = words;
    this.#core = core;
    this.#since = since;
    this.#manifest = manifest;
    this.#workers = new Workers(words.jobs, { words, module });
    this.#walk = new Walk(words.files, {
      root: words.root,
      ignores: !words.noIgnore,
      written: writtenFiles(words.manifest),
      describe: (code, path) => refuse(core, code, path).content,
    });
  }

  async run(): Promise<number> {
    try {
      for (;;) {
        await this.#walkAhead();
        this.#handOut();
        if (this.#window.length === 0) break;
        for (let slot = this.#window[0]; slot && isDone(slot); slot = this.#window[0]) {
          await this.#print(slot);
          this.#window.shift();
          this.#firstTicket++;
        }
        this.#showProgress();
        if (this.#window.length > 0) this.#take(await this.#workers.wait());
      }
    } catch (error) {
      if (!(error instanceof OutputError)) throw error;
      this.#progress.clear();
      complain(error.message);
      return kFailure;
    } finally {
      await this.#workers.close();
    }
    this.#progress.clear();
    this.#counts.leftOut = this.#walk.leftOut;
    complain(summary(this.#counts));
    return this.#counts.failures > 0 ? kFailure : kSuccess;
  }

  async #walkAhead(): Promise<void> {
    for (let i = 0; i < kStepsAhead && this.#ahead.length < kMaxAhead && !this.#hasWalked; i++) {
      const found = await this.#walk.next();
      if (found) {
        this.#ahead.push(found);
        this.#found++;
      } else {
        this.#hasWalked = true;
      }
    }
    for (const warning of this.#walk.takeWarnings()) {
      this.#progress.clear();
      complain(`warning: ${warning}`);
    }
  }

  /** Gives files to workers, as long as there are idle ones and their results have a place. */
  #handOut(): void {
    const places = this.#words.jobs * kWaitingPerWorker;
    while (this.#window.length < places && this.#workers.hasIdle) {
      const found = this.#ahead.shift();
      if (!found) return;
      const { path, facts, error } = found;
      const slot: Slot = { path };
      const entry = facts && this.#since.unchanged(toText(path), facts);
      if (error) {
        const text = toText(path);
        slot.reading = makeReading(text, refuse(this.#core, error, text), this.#words);
      } else if (entry !== undefined) {
        slot.unchanged = entry;
      } else {
        this.#workers.start(this.#firstTicket + this.#window.length, path);
      }
      this.#window.push(slot);
    }
  }

  #take(finished: FinishedRead): void {
    const slot = this.#window[finished.ticket - this.#firstTicket];
    if (!slot) return;
    slot.reading =
      finished.reading ??
      makeReading(toText(slot.path), workerFailure(finished.death, 0), this.#words);
  }

  /** The manifest names a file only when its line is out. @throws OutputError */
  async #print({ reading, unchanged }: Slot): Promise<void> {
    const { since, manifest } = this.#words;
    if (reading) {
      await print(reading.line);
      this.#counts.files++;
      this.#counts.bytes += reading.bytes;
      if (!reading.success) this.#counts.failures++;
    } else {
      this.#counts.unchanged++;
      // It stands in the manifest already when that is written on.
      if (since === manifest) return;
    }
    try {
      this.#manifest?.add(reading?.entry ?? unchanged ?? '');
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      throw new OutputError(`Cannot write file: ${manifest}`, { cause: error });
    }
  }

  #showProgress(): void {
    if (!this.#progress.isDue) return;
    this.#progress.show(progressLine(this.#counts, this.#found, this.#hasWalked));
  }
}

function isDone({ reading, unchanged }: Slot): boolean {
  return reading !== undefined || unchanged !== undefined;
}

function refuse(core: CoreHost, code: FileErrorCode, path: string) {
  return core.run((instance) => instance.refuseFile(code, path));
}

/** The manifest of --since. One that is to be written on need not be there yet. @throws FileError, ManifestError */
async function loadSince({ since, manifest }: Arguments): Promise<Manifest> {
  if (!since) return new Manifest();
  try {
    return await Manifest.load(since);
  } catch (error) {
    const isMissing = error instanceof FileError && error.code === 'FILE_NOT_FOUND';
    if (isMissing && since === manifest) return new Manifest();
    throw error;
  }
}

/**
 * Reads everything that the words name. What goes wrong with a file is in its line.
 *
 * @returns the exit status
 */
export async function runBatch(words: Arguments): Promise<number> {
  const module = await loadCore();
  const core = new CoreHost(module);
  const { since, manifest } = words;
  const refused = checkArguments(core, words);
  if (refused) {
    complain(refused.content);
    return kBadUsage;
  }
  // What is being done, for a message.
  let doing = `--since ${since}`;
  let path = since ?? '';
  try {
    const earlier = await loadSince(words);
    doing = `--manifest ${manifest}`;
    path = manifest ?? '';
    const keptBytes = since === manifest ? earlier.wholeBytes : 0;
    const written = manifest ? new ManifestFile(manifest, keptBytes) : undefined;
    return await new Batch(words, module, core, earlier, written).run();
  } catch (error) {
    if (error instanceof ManifestError) complain(`${doing}: ${error.message}`);
    else if (error instanceof FileError)
      complain(`${doing}: ${refuse(core, error.code, path).content}`);
    else throw error;
    return kBadUsage;
  }
}
