/** What a person can do about a failure. The model gets nothing of this. */
import type { ErrorCode, ToolResult } from 'lectern';

const kForModel = 'Nothing needs to be done: a model reads this and corrects its call.';
const kSmaller = 'Open a smaller version of it, or only a part. A programmer can raise the limit.';
const kAgain = 'Download or export it once more: this copy is not what its name says, or damaged.';

const kAdvice: Record<ErrorCode, string> = {
  FILE_NOT_FOUND: kForModel,
  IS_DIRECTORY: kForModel,
  NOT_A_FILE: kForModel,
  OUTSIDE_ROOT: 'Nothing needs to be done: the tool reads only what is below its root.',
  INVALID_ARGUMENT: kForModel,
  OUT_OF_RANGE: 'Ask for lines, pages or cells that the file has.',
  PERMISSION_DENIED: 'Let the browser read the file, and open it once more.',
  IO_ERROR: 'The file was changed or moved after it was opened. Open it once more.',
  FILE_TOO_LARGE: kSmaller,
  LIMIT_EXCEEDED: kSmaller,
  CORRUPT_IMAGE: kAgain,
  CORRUPT_PDF: kAgain,
  CORRUPT_DOCUMENT: kAgain,
  CORRUPT_ARCHIVE: kAgain,
  CORRUPT_NOTEBOOK: 'Save the notebook once more, or open it as text under another name.',
  ENCRYPTED: 'Open a copy without a password. A programmer can pass the password.',
  UNSUPPORTED_FORMAT: 'Convert it to a format that is read: PNG, JPEG, PDF or text.',
  BINARY_FILE: '',
  INTERNAL: 'This is a bug of lectern, not of the file. Any other file can be read.',
};

/** Advice for a failed read of the file of this name. */
export async function adviceFor(
  { errorCode = 'INTERNAL', metadata }: ToolResult,
  name: string,
): Promise<string> {
  if (errorCode !== 'BINARY_FILE') return kAdvice[errorCode];
  const { kindOfBinary } = await import('../person/kinds.js');
  const kind = kindOfBinary(name, metadata.mimeType);
  return `This is ${kind.name}. ${kind.remedy}`;
}
