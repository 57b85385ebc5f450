/** Finds out how much memory modules take: the package keeps its instances to itself. */

let memories: WebAssembly.Memory[] = [];

class WatchedInstance extends WebAssembly.Instance {
  constructor(module: WebAssembly.Module, imports?: WebAssembly.Imports) {
    super(module, imports);
    for (const item of Object.values(this.exports)) {
      if (item instanceof WebAssembly.Memory) memories.push(item);
    }
  }
}

/** Must run before the first instance is made. */
export function watchMemory(): void {
  WebAssembly.Instance = WatchedInstance;
}

/** Forgets the instances made so far. */
export function forgetInstances(): void {
  memories = [];
}

/** Bytes that all instances since then hold. Memory of a module never shrinks: it is the most they ever held. */
export function instanceBytes(): number {
  return memories.reduce((sum, { buffer }) => sum + buffer.byteLength, 0);
}
