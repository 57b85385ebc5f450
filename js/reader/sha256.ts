/** The host's SHA-256, which runs beside the core's read. */

/** Below this many bytes the core's own SHA-256 is done before the host's has started. */
const kMinBytes = 128 * 1024;

/**
 * Starts to hash bytes as they are now.
 *
 * @returns lower-case hex, or undefined when the host has no Web Crypto or refuses; undefined at once when it is not
 * worth it
 */
export function startSha256(bytes: Uint8Array): Promise<string | undefined> | undefined {
  const subtle = globalThis.crypto?.subtle;
  if (bytes.byteLength < kMinBytes || !subtle || !(bytes.buffer instanceof ArrayBuffer))
    return undefined;
  return subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>).then(
    (digest) =>
      Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join(''),
    () => undefined,
  );
}
