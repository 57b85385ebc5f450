/** Sound for models that listen: the file itself, beside its description. */
import { changedError } from '../fs/file_errors.js';
import type { FileHandle } from '../fs/types.js';
import type { SoundContent, ToolResult } from '../types/index.js';
import { base64Of } from '../wires/media.js';

/** Default of `maxAudioBytes`: in base64 it fits into a request of 20 MB. */
export const kMaxAudioBytes: number = 14 * 1024 * 1024;

async function allBytes(
  handle: FileHandle,
  signal: AbortSignal | undefined,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(handle.size);
  for (let at = 0; at < bytes.length; ) {
    const piece = await handle.read(at, bytes.length - at, signal);
    if (piece.length === 0) throw changedError('the file');
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

/** The description without its last line, which says that the sound is not there. */
function described(content: string): string {
  const end = content.lastIndexOf('\n(');
  return end < 0 ? content : content.slice(0, end);
}

/**
 * The result of a sound with the sound; of one that is too large with a line that says so.
 *
 * @param handle - the file, still open
 * @throws what `handle.read` throws
 */
export async function withSound(
  result: ToolResult,
  handle: FileHandle,
  maxBytes: number,
  signal: AbortSignal | undefined,
): Promise<ToolResult> {
  const { mimeType } = result.metadata;
  if (!result.success || result.contentType !== 'audio') return result;
  if (handle.size > maxBytes) {
    const [size, most] = [handle.size, maxBytes].map((bytes) => bytes.toLocaleString('en-US'));
    const line = `(The sound is left out: it has ${size} bytes, and at most ${most} are sent.)`;
    return { ...result, content: `${result.content}\n${line}` };
  }
  const sound: SoundContent = { data: base64Of(await allBytes(handle, signal)), mimeType };
  return { ...result, content: described(result.content), sounds: [sound] };
}
