/** The glue that Emscripten makes of wasm/command_bindings.cpp. js/cli/command.ts gives its JSON types. */
import type { CoreHooks } from './core.mjs';

/** One instance, which is one command. Strings are JSON where nothing else is said. */
export interface CommandInstance {
  parse(call: string): string;
  print(call: string): string;
  batchLine(call: string): string;
  /** Takes the bytes of a manifest. */
  loadManifest(bytes: Uint8Array): string;
  openBatch(): void;
  next(): string;
  answerListing(listing: string): void;
  /** "absent", "present" or "outside". */
  answerPresence(presence: string): void;
  /** The bytes of a file; `error` is text for people. */
  answerPatterns(bytes: Uint8Array, exists: boolean, error: string): void;
  finished(read: string): void;
  /** Text for people. */
  progress(): string;
  /** Text for people; '' for a file that is not large. `size`: -1 when nobody knows. */
  readingProgress(path: string, done: number, size: number): string;
  /** Text for people, as it is shown on standard error. */
  message(text: string): string;
}

/** Makes an instance, at once. */
export default function createInstance(hooks: CoreHooks): CommandInstance;
