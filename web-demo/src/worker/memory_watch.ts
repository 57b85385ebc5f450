/** Finds out how much memory modules take: the package keeps its instances to itself. */

let recorded: WebAssembly.Memory[] = [];

class WatchedInstance extends WebAssembly.Instance {
  constructor(module: WebAssembly.Module, imports?: WebAssembly.Imports) {
    super(module, imports);
    for (const item of Object.values(this.exports)) {
      if (item instanceof WebAssembly.Memory) recorded.push(item);
    }
  }
}

/** Must run before the first instance is made. */
export function watchMemory(): void {
  WebAssembly.Instance = WatchedInstance;
}

/** From now on the memory of each instance that is made is added to `memories`. */
export function recordMemories(memories: WebAssembly.Memory[]): void {
  recorded = memories;
}
