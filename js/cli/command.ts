/**
 * The pure part of the command line: src/command, compiled to command.wasm. It parses the words, decides what is read when, and
 * writes what is printed; files, threads and terminals are left to the other modules of this directory.
 */
import createInstance, { type CommandInstance } from '../command.mjs';
import type { ToolResult } from '../types/index.js';
import { type ByteText, toByteText } from './bytes.js';
import type { FileFacts } from './file.js';
import { compiledPart } from './parts.js';

/** Exit statuses. */
export const kSuccess = 0;
export const kFailure = 1;
export const kBadUsage = 2;

/** The FILE that stands for standard input. */
export const kStandardInput = '-';

/** What a command line asks for. Numbers are numbers, other values are as they were written, for the core to check. */
export interface Arguments {
  verb: 'read' | 'mcp' | 'doctor';
  files: string[];
  input: Record<string, unknown>;
  /** With `limits` in them. */
  options: Record<string, unknown>;
  /** Whether text for people is printed. */
  isText: boolean;
  /** Directory that files must lie in; '' is none. */
  root: string;
  symlinks: 'follow-inside' | 'refuse';
  /** Files that are read at once; 0 is no batch. */
  jobs: number;
  /** Whether a batch reads what archives hold, too. */
  archives: boolean;
  /** The file that lists what a batch has read; '' is none. */
  manifest: string;
  /** The one that lists what an earlier batch had; '' is none. */
  since: string;
}

/** What a command line becomes: arguments, a text to print, or what is wrong with it. */
export type Parsed = Arguments | { print: string } | { error: string };

/** What a command line is parsed with. */
export interface Words {
  words: string[];
  environment: Record<string, string>;
  /** Whether standard output is a terminal. */
  isTerminal: boolean;
}

/** Text, and [medium, first character, characters] where base64 stands. */
export type Pieces = (string | [number, number, number])[];

/** What a batch keeps of a read. */
export interface Reading {
  /** For stdout. */
  line: string;
  /** For the manifest. */
  entry: string;
  success: boolean;
  /** Of the file that was read. */
  bytes: number;
  /** Of an archive, with `--archives`: the names of all files in it, each with a NUL behind it. */
  members?: string;
  /** Why `members` are missing, if they are. */
  membersFailure?: string;
}

/** What a walk asks about a path. */
export type Question = 'start' | 'list' | 'exists' | 'loadFile' | 'load';

/** What to do next in a batch; src/command/batch.h explains the kinds. */
export interface Step {
  kind: 'ask' | 'read' | 'write' | 'writeOut' | 'note' | 'say' | 'wait' | 'end';
  /** A path, as ByteText, of `ask` and `read`; else text. */
  text: string;
  ticket: number;
  status: number;
  line?: Pieces;
  question?: Question;
  /** A file of patterns that is larger need not be read to its end. */
  most?: number;
}

/** One name in a directory. */
export interface DirectoryEntry {
  name: ByteText;
  /** `other` is a symbolic link, a FIFO, a device, a socket. */
  kind: 'file' | 'directory' | 'other';
  /** Absent for what cannot be looked at. */
  facts?: FileFacts;
  /** Whether this program is writing it. */
  isWritten?: boolean;
  isLink?: boolean;
}

/** The answer to `start` and `list`. */
export interface Listing {
  /** Absent when there is no directory that can be read. */
  entries?: DirectoryEntry[] | undefined;
  /** Of a path that was given. */
  absolute?: ByteText;
  /** Of a path that was given and is a file. */
  facts?: FileFacts | undefined;
  /** Why a directory cannot be read. */
  failure?: ToolResult;
}

/** A result without its media, whose `data` becomes their size in bytes, and the media. */
function withoutMedia(result: ToolResult): { shown: unknown; media: string[] } {
  const media: string[] = [];
  const emptied = <T extends { data: string }>(medium: T) => {
    media.push(medium.data);
    const padding = medium.data.endsWith('==') ? 2 : Number(medium.data.endsWith('='));
    return { ...medium, data: (medium.data.length / 4) * 3 - padding };
  };
  const { images, documents } = result;
  const shown = {
    ...result,
    ...(images ? { images: images.map(emptied) } : {}),
    ...(documents ? { documents: documents.map(emptied) } : {}),
  };
  return { shown, media };
}

/** The whole text of pieces. */
export function joined(pieces: Pieces, media: readonly string[] = []): string {
  return pieces
    .map((piece) => {
      if (typeof piece === 'string') return piece;
      const [index, begin, size] = piece;
      return media[index]?.slice(begin, begin + size) ?? '';
    })
    .join('');
}

/**
 * Compiles the module, at once: it is small, and nothing can be done without it.
 *
 * @throws ModuleLoadError when the file cannot be read or compiled
 */
export function loadCommand(): WebAssembly.Module {
  return compiledPart('command.wasm');
}

/** One command. */
export class Command {
  readonly #instance: CommandInstance;

  constructor(module: WebAssembly.Module) {
    this.#instance = createInstance({
      instantiateWasm(imports, receive) {
        const instance = new WebAssembly.Instance(module, imports);
        receive(instance);
        return instance.exports;
      },
    });
  }

  /** What the words ask for. The other methods print for the last words that were parsed. */
  parse(words: Words): Parsed {
    return JSON.parse(this.#instance.parse(JSON.stringify(words)));
  }

  /** "lectern: …", made harmless for a terminal, with a line end. */
  message(text: string): string {
    return this.#instance.message(text);
  }

  /** What is printed for the next file. */
  print(path: string, absolute: string, result: ToolResult): { messages: string; output: string } {
    const { shown, media } = withoutMedia(result);
    const call = { path: toByteText(path), absolute: toByteText(absolute), result: shown };
    const printed = JSON.parse(this.#instance.print(JSON.stringify(call)));
    return { messages: printed.messages, output: joined(printed.output, media) };
  }

  /** @param facts - of the file that was read, if it could be */
  batchLine(path: ByteText, absolute: ByteText, result: ToolResult, facts?: FileFacts): Reading {
    const { shown, media } = withoutMedia(result);
    const call = JSON.stringify({ path, absolute, result: shown, facts });
    const { output, ...rest } = JSON.parse(this.#instance.batchLine(call));
    return { line: joined(output, media), ...rest };
  }

  /** Takes the manifest of an earlier batch. */
  loadManifest(bytes: Uint8Array): { wholeBytes: number } | { error: string } {
    return JSON.parse(this.#instance.loadManifest(bytes));
  }

  openBatch(): void {
    this.#instance.openBatch();
  }

  next(): Step {
    return JSON.parse(this.#instance.next());
  }

  answerListing(listing: Listing): void {
    this.#instance.answerListing(JSON.stringify(listing));
  }

  answerPresence(presence: 'absent' | 'present' | 'outside'): void {
    this.#instance.answerPresence(presence);
  }

  /** @param error - why the file cannot be read */
  answerPatterns(bytes: Uint8Array | undefined, error = ''): void {
    const exists = bytes !== undefined || error !== '';
    this.#instance.answerPatterns(bytes ?? new Uint8Array(), exists, error);
  }

  finished(ticket: number, read: Omit<Reading, 'line'>): void {
    const { entry, success, bytes, members = '', membersFailure = '' } = read;
    this.#instance.finished(
      JSON.stringify({ ticket, entry, success, bytes, members, membersFailure }),
    );
  }

  progress(): string {
    return this.#instance.progress();
  }

  /**
   * What a terminal is shown while a file is read; '' for one that is not large.
   *
   * @param size - -1 when nobody knows
   */
  readingProgress(path: string, done: number, size: number): string {
    return this.#instance.readingProgress(path, done, size);
  }
}
