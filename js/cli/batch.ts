/** `lectern read --jobs N`: does what src/command/batch.h says, with threads that read. */
import type { CoreHost } from '../reader/core_host.js';
import { workerFailure } from '../reader/failure.js';
import { FileError, type FileErrorCode } from '../fs/types.js';
import { loadCore } from '../hosts/node_core.js';
import {
  type Arguments,
  type Command,
  joined,
  kBadUsage,
  kFailure,
  type Step,
  type Words,
} from './command.js';
import { writtenFiles } from './directory.js';
import { loadBytes, ManifestFile } from './manifest_file.js';
import { kIsTerminal, ProgressDisplay, writeMessage, writeOutput } from './streams.js';
import { Tree } from './tree.js';
import { Workers } from './workers.js';

/** The manifest cannot be written; the message is for people. */
class OutputError extends Error {
  override name = 'OutputError';
}

/** What a batch needs of the system. */
class BatchHost {
  readonly #command: Command;
  readonly #manifest: ManifestFile | undefined;
  readonly #manifestPath: string;
  readonly #workers: Workers;
  readonly #tree: Tree;
  readonly #progress = new ProgressDisplay(kIsTerminal.messages && !kIsTerminal.output);
  /** Of files that are read and not printed yet, by their tickets. */
  readonly #lines = new Map<number, string>();

  constructor(
    command: Command,
    { manifest }: Arguments,
    workers: Workers,
    tree: Tree,
    file: ManifestFile | undefined,
  ) {
    this.#command = command;
    this.#manifest = file;
    this.#manifestPath = manifest;
    this.#workers = workers;
    this.#tree = tree;
  }

  async run(): Promise<number> {
    try {
      for (;;) {
        const step = this.#command.next();
        if (step.kind === 'end') return this.#say(step.text, step.status);
        await this.#perform(step);
      }
    } catch (error) {
      if (!(error instanceof OutputError)) throw error;
      return this.#say(this.#command.message(error.message), kFailure);
    } finally {
      await this.#workers.close();
      this.#manifest?.close();
    }
  }

  #say(text: string, status: number): number {
    this.#progress.clear();
    writeMessage(text);
    return status;
  }

  async #perform(step: Step): Promise<void> {
    const { kind, text, ticket, status, line } = step;
    switch (kind) {
      case 'ask':
        await this.#tree.answer(step, this.#command);
        break;
      case 'read':
        this.#workers.start(ticket, text);
        break;
      case 'write':
      case 'writeOut':
        await writeOutput(line ? joined(line) : (this.#lines.get(ticket) ?? ''));
        this.#lines.delete(ticket);
        this.#note(text);
        break;
      case 'note':
        this.#note(text);
        break;
      case 'say':
        this.#say(text, status);
        break;
      case 'wait':
        if (this.#progress.isDue) this.#progress.show(this.#command.progress());
        await this.#take();
        break;
      default:
    }
  }

  async #take(): Promise<void> {
    const { ticket, path, reading, death } = await this.#workers.wait();
    const { line, ...rest } =
      reading ?? this.#command.batchLine(path, path, workerFailure(death ?? '', 0));
    this.#lines.set(ticket, line);
    this.#command.finished(ticket, rest);
  }

  /** @throws OutputError */
  #note(entry: string): void {
    try {
      this.#manifest?.add(entry);
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      throw new OutputError(`Cannot write file: ${this.#manifestPath}`, { cause: error });
    }
  }
}

/** A manifest cannot be used; the message is for people. */
class ManifestError extends Error {
  override name = 'ManifestError';
}

/**
 * Takes the manifest of --since. One that is to be written on need not be there yet.
 *
 * @returns bytes of its whole lines
 * @throws FileError
 * @throws ManifestError
 */
async function loadSince(command: Command, { since, manifest }: Arguments): Promise<number> {
  if (!since) return 0;
  try {
    const loaded = command.loadManifest(await loadBytes(since));
    if ('error' in loaded) throw new ManifestError(loaded.error);
    return loaded.wholeBytes;
  } catch (error) {
    const isMissing = error instanceof FileError && error.code === 'FILE_NOT_FOUND';
    if (isMissing && since === manifest) return 0;
    throw error;
  }
}

/**
 * Reads everything that the words name. What goes wrong with a file is in its line.
 *
 * @param module - of the command
 * @returns the exit status
 */
export async function runBatch(
  command: Command,
  module: WebAssembly.Module,
  words: Words,
  parsed: Arguments,
  core: CoreHost,
): Promise<number> {
  const { since, manifest, jobs, root } = parsed;
  const refuse = (code: FileErrorCode, path: string) =>
    core.run((instance) => instance.refuseFile(code, path));
  // What is being done, for a message.
  let doing = `--since ${since}`;
  let path = since;
  let file: ManifestFile | undefined;
  try {
    const wholeBytes = await loadSince(command, parsed);
    doing = `--manifest ${manifest}`;
    path = manifest;
    if (manifest) file = new ManifestFile(manifest, since === manifest ? wholeBytes : 0);
  } catch (error) {
    if (!(error instanceof ManifestError || error instanceof FileError)) throw error;
    const reason = error instanceof FileError ? refuse(error.code, path).content : error.message;
    writeMessage(command.message(`${doing}: ${reason}`));
    return kBadUsage;
  }
  command.openBatch();
  const workers = new Workers(jobs, { words, core: await loadCore(), command: module });
  const tree = new Tree({ root, written: writtenFiles(manifest), refuse });
  return new BatchHost(command, parsed, workers, tree, file).run();
}
