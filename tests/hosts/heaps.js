// The memories of all WebAssembly instances made after `watchHeaps` was called; import the package after that.

/** @returns {{bytes(): number, count(): number}} bytes of the largest memory so far, and how many instances there were */
export function watchHeaps() {
  const memories = [];
  const { Instance } = WebAssembly;
  WebAssembly.Instance = class extends Instance {
    constructor(module, imports) {
      super(module, imports);
      const memory = Object.values(this.exports).find(
        (value) => value instanceof WebAssembly.Memory,
      );
      if (memory) memories.push(memory);
    }
  };
  return {
    bytes: () => Math.max(0, ...memories.map(({ buffer }) => buffer.byteLength)),
    count: () => memories.length,
  };
}
