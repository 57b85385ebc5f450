/**
 * One read as a conversation that the core leads (src/read/reading.h): the core asks, the host answers, until the result is
 * there. `converse` is the core's half and knows no waiting; `drive` and `driveSync` carry the host's answers to it.
 */
import type {
  CoreInstance,
  CoreQuestion,
  DecodedPicture,
  PictureBounds,
  RefusedPicture,
} from '../core.mjs';
import type { DecodedImage, ToolResult } from '../types/index.js';
import { type Codecs, codecsOf, kCodecs } from './codecs.js';
import { type CoreHost, CoreTrap } from './core_host.js';
import { internalFailure } from './failure.js';
import { callersLoadError } from './load_error.js';

/** What is asked for, and what the host knows of the file. */
export interface ReadCall {
  inputJson: string;
  optionsJson: string;
  /** Bytes of the file; -1 when unknown. */
  sizeBytes: number;
  /** Of an earlier read of the same bytes. */
  notes?: Uint8Array | undefined;
  /** Whether the outcome has notes for a later one. */
  leavesNotes?: boolean;
  /** The result's media are bytes, not base64. */
  asBytes?: boolean;
}

/** What the core asks its host for. */
export type Question =
  | { kind: 'bytes'; from: number; to: number }
  | { kind: 'module' | 'table'; name: string }
  | PixelsQuestion;

/** The picture that is asked for, its MIME type, what it may take, and how large it is drawn. */
export interface PixelsQuestion {
  kind: 'pixels';
  name: string;
  bounds: PictureBounds;
  bytes(): Uint8Array;
}

/** Between two steps of a long read: others may have a turn, but no other reading in `host`. */
interface Turn {
  kind: 'turn';
  host: CoreHost;
}

/** The core's half of a read. */
export type Conversation = Generator<Question | Turn, Outcome, Answer>;

/** What the host answers with. */
export type Answer =
  | { kind: 'bytes'; bytes: Uint8Array; atEnd: boolean }
  | { kind: 'module'; host: CoreHost }
  | { kind: 'table'; bytes: Uint8Array }
  | { kind: 'pixels'; image: DecodedImage & Partial<Omit<DecodedPicture, 'rgba'>> }
  /** A module that knows the format refuses the picture. */
  | { kind: 'refused'; error: RefusedPicture }
  /** The host does not have it; `reason` when it should have. */
  | { kind: 'declined'; reason?: string };

/** What a read leaves. */
export interface Outcome {
  /** Its media are bytes when the call says so. */
  result: ToolResult;
  /** For a later read of the same file, when the call says so. */
  notes?: Uint8Array;
}

/** A reading in the memory of one instance. */
class OpenReading {
  readonly #host: CoreHost;
  readonly #instance: CoreInstance;
  readonly #address: number;
  readonly #asBytes: boolean;

  constructor(host: CoreHost, call: ReadCall) {
    const { inputJson, optionsJson, sizeBytes, notes, asBytes = false } = call;
    this.#host = host;
    this.#asBytes = asBytes;
    const open = (instance: CoreInstance, address: number, notesBytes: number) => ({
      instance,
      reading: instance.openReading(inputJson, optionsJson, sizeBytes, address, notesBytes),
    });
    const { instance, reading } = notes
      ? host.runWith(notes, open)
      : host.run((instance) => open(instance, 0, 0));
    this.#instance = instance;
    this.#address = reading;
  }

  #run<T>(work: (instance: CoreInstance, reading: number) => T): T {
    return this.#host.run((instance) => work(instance, this.#address), this.#instance);
  }

  question(): CoreQuestion {
    return this.#run((instance, reading) => instance.question(reading));
  }

  giveBytes(bytes: Uint8Array, atEnd: boolean): CoreQuestion {
    return this.#run((instance, reading) => {
      if (bytes.byteLength === 0) return instance.give(reading, 0, atEnd);
      const address = instance.room(reading, bytes.byteLength);
      if (address === 0) return instance.question(reading);
      instance.HEAPU8.set(bytes, address);
      return instance.give(reading, bytes.byteLength, atEnd);
    });
  }

  giveTable(table: Uint8Array): CoreQuestion {
    return this.#run((instance, reading) => {
      this.#host.useEncodings(table, instance);
      return instance.giveTable(reading);
    });
  }

  giveCodecs(codecs: Codecs): CoreQuestion {
    return this.#run((instance, reading) => {
      this.#host.useCodecs(codecs, instance);
      return instance.giveModule(reading);
    });
  }

  givePixels(image: DecodedImage & Partial<Omit<DecodedPicture, 'rgba'>>): CoreQuestion {
    const { width, height, rgba, bitDepth = 8, alpha = false, warnings = '' } = image;
    const { fullWidth = width, fullHeight = height } = image;
    const pixels = new Uint8Array(rgba.buffer, rgba.byteOffset, rgba.byteLength);
    return this.#host.runWith(
      pixels,
      (instance, address) =>
        instance.givePixels(
          this.#address,
          address,
          width,
          height,
          fullWidth,
          fullHeight,
          bitDepth,
          alpha,
          warnings,
        ),
      this.#instance,
    );
  }

  failPixels({ code, message }: RefusedPicture): CoreQuestion {
    return this.#run((instance, reading) => instance.failPixels(reading, code, message));
  }

  decline(reason: string): CoreQuestion {
    return this.#run((instance, reading) => instance.decline(reading, reason));
  }

  heldBytes(): Uint8Array {
    return this.#run((instance, reading) => instance.heldBytes(reading));
  }

  outcome(leavesNotes = false): Outcome {
    return this.#run((instance, reading) => {
      const result = instance.takeResult(reading, this.#asBytes) as ToolResult;
      const notes = leavesNotes ? instance.notes(reading) : undefined;
      return notes ? { result, notes } : { result };
    });
  }

  /** Frees what the reading holds. A trap has freed it with the instance. */
  close(): void {
    try {
      this.#run((instance, reading) => instance.closeReading(reading));
    } catch (error) {
      if (!(error instanceof CoreTrap)) throw error;
    }
  }
}

/** Answers one question. An answer of another kind than the question is a mistake of this package. */
function give(reading: OpenReading, question: CoreQuestion, answer: Answer): CoreQuestion {
  if (answer.kind === 'bytes' && question.kind === 'bytes') {
    const wanted = question.to - question.from;
    const { bytes, atEnd } = answer;
    return bytes.byteLength > wanted
      ? reading.giveBytes(bytes.subarray(0, wanted), false)
      : reading.giveBytes(bytes, atEnd);
  }
  if (answer.kind === 'table') return reading.giveTable(answer.bytes);
  // The core calls it: the reading stays where it is.
  if (answer.kind === 'module') return reading.giveCodecs(codecsOf(answer.host));
  if (answer.kind === 'pixels') return reading.givePixels(answer.image);
  if (answer.kind === 'refused') return reading.failPixels(answer.error);
  if (answer.kind === 'declined') return reading.decline(answer.reason ?? '');
  throw new TypeError(`${answer.kind} is no answer to a question for ${question.kind}`);
}

/** A question as the host gets it. */
function asked(question: CoreQuestion, reading: OpenReading, host: CoreHost): Question | Turn {
  if (question.kind === 'turn') return { kind: 'turn', host };
  if (question.kind !== 'pixels') return question as Question;
  return { ...question, bytes: () => reading.heldBytes() };
}

/**
 * The core's half of a read. Leaving it early (`return`, `throw`) frees what the reading holds.
 *
 * @throws ModuleLoadError when a module asks for itself, as another does that was loaded in its place
 */
export function* converse(host: CoreHost, call: ReadCall): Conversation {
  let reading: OpenReading | undefined;
  try {
    let place = host;
    let nameOfPlace = 'core';
    reading = new OpenReading(place, call);
    let question = reading.question();
    while (question.kind !== 'done') {
      const answer: Answer = yield asked(question, reading, place);
      const goesTo = question.kind === 'module' && question.name !== kCodecs && question.name;
      if (answer.kind === 'module' && goesTo) {
        if (goesTo === nameOfPlace)
          throw callersLoadError(nameOfPlace, new TypeError('it is another module'));
        // The reading moves: the module begins anew with the bytes that the host has.
        reading.close();
        reading = undefined;
        place = answer.host;
        nameOfPlace = goesTo;
        reading = new OpenReading(place, call);
        question = reading.question();
      } else {
        question = give(reading, question, answer);
      }
    }
    return reading.outcome(call.leavesNotes);
  } catch (error) {
    if (!(error instanceof CoreTrap)) throw error;
    // The reading went with its instance.
    reading = undefined;
    return { result: internalFailure(error, Math.max(0, call.sizeBytes)) };
  } finally {
    reading?.close();
  }
}

const kGoOn: Answer = { kind: 'declined' };

/**
 * Carries answers to a conversation, waiting for each.
 *
 * @param turn - called between the steps of long reads; it must keep other readings of the host from going on
 * @throws what `answer` or `turn` rejects with; the conversation is over then
 */
export async function drive(
  conversation: Conversation,
  answer: (question: Question) => Promise<Answer> | Answer,
  turn?: (host: CoreHost) => Promise<void>,
): Promise<Outcome> {
  try {
    let step = conversation.next();
    while (!step.done) {
      const question = step.value;
      if (question.kind === 'turn') await turn?.(question.host);
      step = conversation.next(question.kind === 'turn' ? kGoOn : await answer(question));
    }
    return step.value;
  } finally {
    conversation.return({} as Outcome);
  }
}

/** The same without waiting. */
export function driveSync(
  conversation: Conversation,
  answer: (question: Question) => Answer,
): Outcome {
  try {
    let step = conversation.next();
    while (!step.done) {
      const question = step.value;
      step = conversation.next(question.kind === 'turn' ? kGoOn : answer(question));
    }
    return step.value;
  } finally {
    conversation.return({} as Outcome);
  }
}
