// The glue that Emscripten writes, as the package loads it.

import { StepError } from './steps.mjs';

/** What newer glue waits for, and the same without waiting: its modules are there when it is called. */
const kWaits = [
  ['async function Module(', 'function Module('],
  [
    'return new Promise(resolve=>{instantiateWasm(info,inst=>resolve(receiveInstance(inst)))})',
    'var exports;instantiateWasm(info,inst=>{exports=receiveInstance(inst)});return exports',
  ],
  ['async function run()', 'function run()'],
  [/wasmExports=(?:await )?createWasm\(\);await run\(\)/, 'wasmExports=createWasm();run()'],
];

/**
 * Glue whose function returns the instance. Emscripten 3 writes it so; 6 makes it a promise though nothing in it waits, and a
 * trapped instance is replaced within a call.
 * @param {string} glue
 * @throws {StepError} when it waits in another way
 */
export function withoutWaiting(glue) {
  if (!glue.includes(kWaits[0][0])) return glue;
  return kWaits.reduce((text, [waits, goesOn]) => {
    const changed = text.replace(waits, goesOn);
    if (changed === text) throw new StepError(`the glue of this Emscripten waits in an unknown way: no ${waits}`);
    return changed;
  }, glue);
}
