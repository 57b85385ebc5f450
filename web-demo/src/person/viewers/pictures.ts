/** Pictures that a file brings along. */

/** Bytes of pictures that a view shows, each time it shows them: what names one ten thousand times would fill the memory. */
const kMaxPictureBytes = 64 * 1024 * 1024;

/** The pictures of a view, as addresses that the page may show. */
export class Pictures {
  #left = kMaxPictureBytes;
  readonly #addresses = new Map<Uint8Array, string>();

  /** Undefined beyond what a view may show. */
  address(bytes: Uint8Array, type: string): string | undefined {
    this.#left -= bytes.length;
    if (this.#left < 0) return undefined;
    const known = this.#addresses.get(bytes);
    if (known !== undefined) return known;
    let text = '';
    for (let at = 0; at < bytes.length; at += 8192)
      text += String.fromCharCode(...bytes.subarray(at, at + 8192));
    const address = `data:${type};base64,${btoa(text)}`;
    this.#addresses.set(bytes, address);
    return address;
  }
}
