// Builds the API reference into build/api. A link that leads nowhere is an error.
//
//   node scripts/docs/build.mjs

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { ensurePackages } from '../lib/packages.mjs';
import { kLogs, kRoot } from '../lib/project.mjs';
import { StepError, runMain } from '../lib/steps.mjs';

const kFolder = join(kRoot, 'scripts', 'docs');

/** The sources of what package.json exports. */
function entryPoints() {
  const { exports } = JSON.parse(readFileSync(join(kRoot, 'package.json'), 'utf8'));
  const types = Object.values(exports).flatMap(({ types: path }) => path ?? []);
  return types.map((path) => join(kRoot, path.replace('./dist/', 'js/').replace('.d.ts', '.ts')));
}

runMain(async () => {
  await ensurePackages(kFolder, 'TypeDoc', join(kLogs, 'npm.log'));
  const require = createRequire(join(kFolder, 'package.json'));
  const { Application } = await import(pathToFileURL(require.resolve('typedoc')).href);
  const app = await Application.bootstrapWithPlugins({
    entryPoints: entryPoints(),
    tsconfig: join(kRoot, 'tsconfig.json'),
    // The README's links lead to files of the repository, which are not part of the reference.
    readme: 'none',
    name: 'lectern',
    out: join(kRoot, 'build', 'api'),
    gitRevision: 'main',
    disableGit: true,
    sourceLinkTemplate: '{path}',
    excludePrivate: true,
    validation: { notExported: false, notDocumented: false, invalidLink: true, rewrittenLink: true },
    treatValidationWarningsAsErrors: true,
  });
  const project = await app.convert();
  if (!project) throw new StepError('the types do not compile');
  app.validate(project);
  await app.generateOutputs(project);
  if (app.logger.hasErrors() || app.logger.hasWarnings()) throw new StepError('the API reference has gaps');
});
