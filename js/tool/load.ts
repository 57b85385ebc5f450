/** How an open file of a file system is read. */
import { mergeOptions } from '../reader/arguments.js';
import { FileError, type FileHandle } from '../fs/types.js';
import type {
  ByteSource,
  ReadCallOptions,
  Reader,
  ReadInput,
  ReadOptions,
  ReadProgress,
  SourceRead,
} from '../types/index.js';
import type { NotesPlace } from './notes.js';

export type { ReadProgress };

/** What a read is told beside the file. */
export type LoadOptions = Omit<ReadCallOptions, 'notes'>;

/** The file as a reader wants it. That it is shorter than it was is an error of the file system. */
function sourceOf(handle: FileHandle): ByteSource {
  return {
    sizeBytes: handle.size,
    async read(offset, length, signal, into) {
      const bytes = await handle.read(offset, length, signal, into);
      if (bytes.byteLength === 0) {
        const detail = 'it became shorter while it was read';
        const end = `it ends at ${offset} of ${handle.size} bytes`;
        throw new FileError('IO_ERROR', `${detail}: ${end}`, { detail });
      }
      return bytes;
    },
  };
}

/**
 * Reads an open file.
 *
 * @param options - laid over the reader's
 * @param place - where the file's notes are kept
 * @throws what `handle.read` throws; FileError when the file is not what its handle says; the signal's reason when it is
 * aborted
 */
export async function readHandle(
  reader: Reader,
  handle: FileHandle,
  input: ReadInput,
  options: ReadOptions,
  place: NotesPlace | undefined,
  load: LoadOptions,
): Promise<SourceRead> {
  const modified = handle.modified?.toISOString();
  const withTime = modified ? mergeOptions(options, { host: { modified } }) : options;
  const { signal, onProgress, deadlineMs, media } = load;
  const call = { signal, onProgress, deadlineMs, notes: place?.known };
  // The types of the media follow from the option: the tool has checked it.
  const read = await reader.readSource(sourceOf(handle), input, withTime, {
    ...call,
    media: media as 'base64' | undefined,
  });
  if (read.notes) place?.keep(read.notes);
  return read;
}
