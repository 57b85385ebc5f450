// JavaScript, because TypeScript does not know source phase imports yet. scripts/build.mjs copies it as it is.
import source module from '../pdf.wasm';

export default module;
