// Prints what each import of the package adds to a page. docs/bundlers.md has the table.
//
//   node bench/size/imports.mjs
//
// The package must be built.

import { kEntries, sizesOf } from './import_sizes.mjs';

console.log('| import | minified | brotli |\n|---|---|---|');
for (const entry of kEntries) {
  const sizes = (await sizesOf(entry)).map((bytes) => bytes.toLocaleString('en-US'));
  console.log(`| \`${entry}\` | ${sizes.join(' | ')} |`);
}
