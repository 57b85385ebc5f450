/**
 * The command line. Its flags are listed once, in src/cli/flags.json, which the native, WASI and Node programs share;
 * values go to the core's own validation, so messages are equal everywhere.
 */
import { readFileSync } from 'node:fs';

/** One flag of flags.json. */
interface Flag {
  name: string;
  /** What stands for its value in the help text; absent for a switch. */
  value?: string;
  /** Where its value goes. */
  target: 'input' | 'options' | 'limits' | 'program';
  /** The field of the target that it sets; "a.b" is field b of its object a. */
  field: string;
  help: string;
}

/** Exit statuses. */
export const kSuccess = 0;
export const kFailure = 1;
export const kBadUsage = 2;

const kPreviews = ['auto', 'on', 'off'] as const;
const kForms = ['text', 'json', 'xml', 'anthropic', 'openai', 'mcp'] as const;

/** When a picture is shown in the terminal. */
export type Preview = (typeof kPreviews)[number];

/** What is printed: text for people, the result as JSON, or the shape of a model's wire. */
export type Form = (typeof kForms)[number];

/** The FILE that stands for standard input. */
export const kStandardInput = '-';

/** What a command line asks for. Numbers are numbers, other values are as they were written, for the core to check. */
export interface Arguments {
  files: string[];
  input: Record<string, unknown>;
  options: Record<string, unknown>;
  limits: Record<string, unknown>;
  preview: Preview;
  /** Text where nothing else is said, JSON for several files at once. */
  form: Form;
  /** Id of the model's call, for the wires that repeat it. */
  callId: string;
  /** Directory that files must lie in. */
  root: string | undefined;
  /** Files that are read at once; 0 is no batch. */
  jobs: number;
  /** The file that lists what a batch has read. */
  manifest: string | undefined;
  /** The one that lists what an earlier batch had. */
  since: string | undefined;
  /** Whether a batch also reads what .gitignore files leave out. */
  noIgnore: boolean;
  help: boolean;
  version: boolean;
}

/** Bad usage; the message is for people. */
export class UsageError extends Error {
  override name = 'UsageError';

  constructor(message: string) {
    super(`${message} (see lectern --help)`);
  }
}

const kUsage = `lectern - reads a file the way a model can use it

Usage: lectern read FILE... [options]
       lectern read --jobs N FILE-OR-DIRECTORY... [options]
       lectern mcp [--root DIR] [options]        (in the npm package)

Prints the content; with --json the whole result. FILE - is standard input. With --jobs it reads
whole directories, N files at once, and prints a line of JSON for each. Exit status: 0 success,
1 a file could not be read, 2 bad usage.

Options:
`;
const kEnvironmentNote =
  '\nEvery --max-... option can also be set in the environment: LECTERN_MAX_IMAGE_BYTES=1000000\n';
const kHelpColumn = 30;
const kMaxJobs = 256;
/** So many digits every language's numbers hold exactly. */
const kMaxDigits = 15;

const kFlags = JSON.parse(readFileSync(new URL('flags.json', import.meta.url), 'utf8')) as Flag[];

/** An integer as JSON writes it becomes that number; anything else stays text for the core to refuse. */
function numberOrText(text: string): number | string {
  const number = Number(text);
  const isInteger = text.length <= kMaxDigits && Number.isInteger(number);
  return isInteger && String(number) === text ? number : text;
}

/** "10,20,300,400" as a region; anything else stays text for the core to refuse. */
function regionValue(text: string): unknown {
  const numbers = text.split(',');
  if (numbers.length !== 4) return text;
  const [x, y, width, height] = numbers.map(numberOrText);
  return { x, y, width, height };
}

/** What the core is given for a flag that takes a value. */
function coreValue(flag: Flag, text: string): unknown {
  if (flag.field === 'region') return regionValue(text);
  return flag.value === 'N' ? numberOrText(text) : text;
}

/** @throws UsageError that says which choices there are */
function choice<T extends string>(choices: readonly T[], name: string, text: string): T {
  const chosen = choices.find((known) => known === text);
  if (chosen !== undefined) return chosen;
  const allowed = `${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`;
  throw new UsageError(`--${name} must be ${allowed}, got "${text}"`);
}

function jobsValue(text: string): number {
  const jobs = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (jobs <= kMaxJobs) return jobs;
  throw new UsageError(`--jobs must be a number from 0 to ${kMaxJobs}, got "${text}"`);
}

function setProgramFlag(parsed: Arguments, field: string, text: string): void {
  if (field === 'help' || field === 'version' || field === 'noIgnore') parsed[field] = true;
  if (field === 'json') parsed.form = 'json';
  if (field === 'callId' || field === 'root') parsed[field] = text;
  if (field === 'manifest' || field === 'since') parsed[field] = text;
  if (field === 'jobs') parsed.jobs = jobsValue(text);
  if (field === 'preview') parsed.preview = choice(kPreviews, field, text);
  if (field === 'format') parsed.form = choice(kForms, field, text);
}

function setFlag(parsed: Arguments, flag: Flag, text: string): void {
  if (flag.target === 'program') {
    setProgramFlag(parsed, flag.field, text);
  } else {
    const [group = '', field] = flag.field.split('.');
    const target = parsed[flag.target];
    const value = flag.value === undefined ? true : coreValue(flag, text);
    if (field === undefined) target[group] = value;
    else target[group] = { ...(target[group] as object | undefined), [field]: value };
  }
}

/** The flag that `word` ("--name" or "--name=value") names, and its value if it is a part of the word. */
function splitFlag(word: string): { name: string; flag: Flag; attached: string | undefined } {
  const equals = word.indexOf('=');
  const name = equals < 0 ? word : word.slice(0, equals);
  const flag = name.startsWith('--')
    ? kFlags.find((known) => known.name === name.slice(2))
    : undefined;
  if (!flag) throw new UsageError(`unknown option ${name}`);
  return { name, flag, attached: equals < 0 ? undefined : word.slice(equals + 1) };
}

/** What a batch does not do, and what nothing but a batch does. @throws UsageError */
function checkBatch(parsed: Arguments, hasForm: boolean): void {
  if (parsed.jobs === 0) {
    if (parsed.manifest) throw new UsageError('--manifest needs --jobs');
    if (parsed.since) throw new UsageError('--since needs --jobs');
    if (parsed.noIgnore) throw new UsageError('--no-ignore needs --jobs');
    return;
  }
  if (!hasForm) parsed.form = 'json';
  if (parsed.form === 'text' || parsed.form === 'xml') {
    throw new UsageError(
      '--jobs prints lines of JSON: --format must be json, anthropic, openai or mcp',
    );
  }
  if (parsed.files.includes(kStandardInput)) {
    throw new UsageError('--jobs reads files and directories, not standard input');
  }
}

/** What is printed for a provider's wire fits that provider, unless another one is named. */
function fitToForm(parsed: Arguments): void {
  if (parsed.form === 'anthropic' || parsed.form === 'openai' || parsed.form === 'mcp') {
    parsed.options.provider ??= parsed.form;
  }
}

/**
 * Parses what follows the program's name.
 *
 * @throws UsageError
 */
export function parseArguments(words: string[]): Arguments {
  const parsed: Arguments = {
    files: [],
    input: {},
    options: {},
    limits: {},
    preview: 'auto',
    form: 'text',
    callId: 'call',
    root: undefined,
    jobs: 0,
    manifest: undefined,
    since: undefined,
    noIgnore: false,
    help: false,
    version: false,
  };
  let onlyFiles = false;
  let hasCommand = false;
  let hasForm = false;
  const rest = words[Symbol.iterator]();
  for (const word of rest) {
    if (onlyFiles || !word.startsWith('-') || word === '-') {
      if (hasCommand) parsed.files.push(word);
      else if (!onlyFiles && word === 'read') hasCommand = true;
      else throw new UsageError(`unknown command "${word}"`);
      continue;
    }
    if (word === '--') {
      onlyFiles = true;
      continue;
    }
    const { name, flag, attached } = splitFlag(word);
    hasForm ||= flag.field === 'format' || flag.field === 'json';
    if (flag.value === undefined) {
      if (attached !== undefined) throw new UsageError(`${name} takes no value`);
      setFlag(parsed, flag, '');
      continue;
    }
    const value = attached ?? rest.next().value;
    if (value === undefined) throw new UsageError(`${name} needs a value`);
    setFlag(parsed, flag, value);
  }
  if (parsed.help || parsed.version) return parsed;
  if (!hasCommand) throw new UsageError('no command given');
  if (parsed.files.length === 0) throw new UsageError('read needs at least one FILE');
  if (parsed.files.filter((file) => file === kStandardInput).length > 1) {
    throw new UsageError('standard input can be read only once');
  }
  checkBatch(parsed, hasForm);
  fitToForm(parsed);
  return parsed;
}

/** Lays limits from the environment (LECTERN_MAX_IMAGE_BYTES …) under those of the command line. */
export function applyEnvironment(parsed: Arguments, environment: NodeJS.ProcessEnv): void {
  for (const flag of kFlags) {
    if (flag.target !== 'limits') continue;
    const value = environment[`LECTERN_${flag.name.replaceAll('-', '_').toUpperCase()}`];
    if (value) parsed.limits[flag.field] ??= coreValue(flag, value);
  }
}

/** What --help prints. */
export function helpText(): string {
  const lines = kFlags.map(({ name, value, help }) => {
    const usage = `  --${name}${value === undefined ? '' : ` ${value}`}`;
    return `${usage.padEnd(Math.max(usage.length + 2, kHelpColumn))}${help}\n`;
  });
  return kUsage + lines.join('') + kEnvironmentNote;
}
