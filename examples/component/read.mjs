// Reads a file with the component, through JavaScript bindings of it:
//
//   npx @bytecodealliance/jco transpile lectern.component.wasm --name lectern -o lectern
//   node read.mjs lectern/lectern.js FILE
//
// The bindings are ES modules: package.json says "type": "module".
import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';

const [bindings, path] = process.argv.slice(2);
const { reader } = await import(pathToFileURL(bindings));
try {
  // A component counts with 64 bits: numbers are BigInts.
  const options = { provider: 'anthropic', limits: { maxLines: 100n } };
  const result = reader.read(await readFile(path), { filePath: path }, options);
  console.log(result.content);
  for (const { mimeType, data } of result.images) console.log(`${mimeType}, ${data.length} bytes`);
} catch (error) {
  // The failure that lectern.wit describes, which newer bindings put into an Error; any other Error means that the instance is lost.
  const failure = error.payload ?? error;
  if (failure instanceof Error) throw failure;
  console.error(`${failure.code}: ${failure.message}`);
  process.exitCode = 1;
}
