/** Chooses between the two modules. */

/** A module with one function that uses `i8x16.splat` and `i8x16.popcnt`. */
const kSimdModule = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15,
  253, 98, 11,
]);

/** Whether this host runs WebAssembly SIMD. */
export function hasSimd(): boolean {
  return WebAssembly.validate(kSimdModule);
}
