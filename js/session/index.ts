/** For agents' authors: what a conversation has read, names that are not read, and secrets that are hidden. All of it is off by default. */
export {
  type ChangeState,
  createLedger,
  type FileVersion,
  type LedgerCall,
  type LedgerEntry,
  type LedgerOptions,
  type ReadLedger,
} from './ledger.js';
export { makeNameTest, refuseNames, secretNames } from './names.js';
export type { LineRange } from './ranges.js';
export {
  type RedactedText,
  type RedactionEvent,
  type RedactionOptions,
  redactText,
  secretRules,
  withRedaction,
} from './redaction.js';
export type { SecretRule } from './secret_spans.js';
