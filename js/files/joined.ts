/**
 * Results of several files as one, for a wire that has one result for each call. A line before each file says how many lines
 * and pictures of it follow, so that no file's content can pass for the beginning of another.
 */
import { quoted } from '../fs/path_text.js';
import type {
  BytesResult,
  FileMetadata,
  ReadFailure,
  ResultPart,
  ToolResult,
} from '../types/index.js';
import type { FileResult, FilesResult } from './read_files.js';

type Joinable = ToolResult | BytesResult;

/** Of a path, in the line before its file: no path that is read is longer. */
const kShownChars = 4096;

/** The text between two pictures is one piece of text. */
function piecesOf(result: Joinable): ResultPart[] {
  const images = result.images ?? [];
  const parts: readonly ResultPart[] = result.parts ?? [{ type: 'text', text: result.content }];
  const shown = new Set(parts.flatMap((part) => (part.type === 'image' ? [part.image] : [])));
  const others = images.flatMap((_, image) => (shown.has(image) ? [] : [image]));
  const pieces: ResultPart[] = [];
  for (const part of [...parts, ...others.map((image) => ({ type: 'image' as const, image }))]) {
    const last = pieces.at(-1);
    if (part.type === 'image') pieces.push(part);
    else if (last?.type === 'text') last.text += part.text;
    else pieces.push({ type: 'text', text: part.text });
  }
  return pieces;
}

function linesOf(text: string): number {
  return text === '' ? 0 : text.replace(/\n$/, '').split('\n').length;
}

function plural(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}

/** "--- File 2 of 3: "b.txt" (14 lines follow) ---" */
function headOf(
  { input, result }: FileResult<Joinable>,
  pieces: readonly ResultPart[],
  place: string,
): string {
  const texts = pieces.flatMap((piece) => (piece.type === 'text' ? [linesOf(piece.text)] : []));
  const counts = [
    plural(
      texts.reduce((sum, lines) => sum + lines, 0),
      'line',
    ),
    ...(result.images?.length ? [plural(result.images.length, 'picture')] : []),
    ...(result.documents?.length ? [plural(result.documents.length, 'document')] : []),
    ...(result.sounds?.length ? [plural(result.sounds.length, 'sound')] : []),
  ];
  const { file_path } = input;
  const path = quoted(typeof file_path === 'string' ? file_path.slice(0, kShownChars) : '');
  const one = counts.length === 1 && counts[0]?.startsWith('1 ') && !counts[0].endsWith('s');
  return `--- File ${place}: ${path} (${counts.join(' and ')} follow${one ? 's' : ''}) ---\n`;
}

/**
 * The results as one: text and pictures in the order of the files, each file after a line with its path and the number of
 * lines that follow. It has failed only when every file has.
 *
 * @param files - of `execute`, with media inline or as bytes
 * @returns a result for every wire; its `truncation` has no `next`, since each file's content ends with its own
 * @example
 * ```ts
 * const files = createReadFilesTool(tool);
 * const result = joinResults(await files.execute({ file_paths: ['/notes.txt'] }));
 * const block = toAnthropic(result, { callId: toolUseId });
 * ```
 */
export function joinResults(files: FilesResult<ToolResult>): ToolResult;
export function joinResults(files: FilesResult<BytesResult>): BytesResult;
export function joinResults({ results }: FilesResult<Joinable>): Joinable {
  const parts: ResultPart[] = [];
  const images: unknown[] = [];
  const documents: unknown[] = [];
  const sounds = results.flatMap(({ result }) => result.sounds ?? []);
  let content = '';
  results.forEach((file, index) => {
    const pieces = piecesOf(file.result);
    const head = headOf(file, pieces, `${index + 1} of ${results.length}`);
    const end = index + 1 < results.length ? '\n' : '';
    content += `${head}${file.result.content.replace(/\n$/, '')}${end}`;
    parts.push({ type: 'text', text: head });
    for (const piece of pieces) {
      if (piece.type === 'image') parts.push({ ...piece, image: piece.image + images.length });
      else parts.push({ ...piece, text: `${piece.text.replace(/\n$/, '')}\n` });
    }
    images.push(...(file.result.images ?? []));
    documents.push(...(file.result.documents ?? []));
  });
  const all = results.map(({ result }) => result);
  const read = all.filter(({ success }) => success).length;
  const first = all.find((result): result is ReadFailure => !result.success);
  const cut = all.find(({ truncated }) => truncated)?.truncation;
  const metadata: FileMetadata = {
    sizeBytes: all.reduce((sum, result) => sum + result.metadata.sizeBytes, 0),
    mimeType: 'multipart/mixed',
  };
  const joined = {
    content,
    shortResult: `Read ${read} of ${plural(all.length, 'file')}`,
    contentType: 'text' as const,
    ...(images.length > 0 ? { images, parts } : {}),
    ...(documents.length > 0 ? { documents } : {}),
    ...(sounds.length > 0 ? { sounds } : {}),
    lineCount: linesOf(content),
    startLine: 0,
    endLine: 0,
    totalLines: 0,
    truncated: all.some(({ truncated }) => truncated),
    ...(cut ? { truncation: { cause: cut.cause } } : {}),
    metadata,
  };
  const outcome =
    read > 0 || !first
      ? { success: true as const }
      : { success: false as const, error: content, errorCode: first.errorCode };
  return { ...joined, ...outcome } as Joinable;
}
