/**
 * Names of files as the system has them: bytes, which need not be UTF-8. They are kept in strings of which each character
 * is one byte, so that they can be compared, cut and joined.
 */
export type ByteText = string;

/** The bytes of a text. */
export function toByteText(text: string): ByteText {
  return Buffer.from(text).toString('latin1');
}

/** A path as bytes. */
export function bytesOf(path: string | Buffer): ByteText {
  return typeof path === 'string' ? toByteText(path) : path.toString('latin1');
}

/** The bytes as text; what is not UTF-8 becomes U+FFFD. */
export function toText(bytes: ByteText): string {
  return toBuffer(bytes).toString();
}

/** The bytes for a call of `node:fs`. */
export function toBuffer(bytes: ByteText): Buffer {
  return Buffer.from(bytes, 'latin1');
}
