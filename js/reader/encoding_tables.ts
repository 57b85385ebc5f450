/** The tables of the legacy encodings, which text in Unicode does not need. */

/** @throws Error when the module beside this one cannot be loaded */
export async function loadEncodingTables(): Promise<Uint8Array> {
  const { default: base64 } = await import('../encodings.js');
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
