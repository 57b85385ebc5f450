// Writes what follows from schema/*.json. With --check it writes nothing and fails when a file is not what it would write.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { kRoot } from '../lib/project.mjs';
import { argumentFields, metadataFields, records, wit } from './component.mjs';
import { errorCodeHeader, limitsHeader, metadataHeader, namesSource, requestFieldsSource, requestHeader, resultFieldsSource } from './cpp.mjs';
import { flags, limitsPage } from './texts.mjs';
import { inputFields, requestTypes, resultTypes } from './typescript.mjs';

const kFiles = {
  'docs/limits.md': limitsPage,
  'js/tool/input_fields.ts': inputFields,
  'js/types/request_types.ts': requestTypes,
  'js/types/result_types.ts': resultTypes,
  'src/base/error_code.h': errorCodeHeader,
  'src/base/limits.h': limitsHeader,
  'src/base/metadata.h': metadataHeader,
  'src/base/names.cpp': namesSource,
  'src/base/request.h': requestHeader,
  'src/command/flags.json': flags,
  'src/component/argument_fields.cpp': argumentFields,
  'src/component/lectern.wit': wit,
  'src/component/metadata_fields.cpp': metadataFields,
  'src/component/records.h': records,
  'src/read/request_fields.cpp': requestFieldsSource,
  'src/read/result_fields.cpp': resultFieldsSource,
};

const isCheck = process.argv.includes('--check');
const stale = [];
for (const [path, text] of Object.entries(kFiles)) {
  const file = join(kRoot, path);
  const wanted = text();
  const found = existsSync(file) ? readFileSync(file, 'utf8') : '';
  if (found === wanted) continue;
  stale.push(path);
  if (!isCheck) writeFileSync(file, wanted);
}
if (isCheck && stale.length > 0) {
  console.error(`Not what schema/ says: ${stale.join(', ')}. Run: node scripts/schema/generate.mjs`);
  process.exitCode = 1;
} else {
  console.log(`${stale.length} of ${Object.keys(kFiles).length} generated files ${isCheck ? 'differ' : 'written'}`);
}
