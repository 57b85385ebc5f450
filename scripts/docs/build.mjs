// Builds the API reference into build/api. A link that leads nowhere is an error, and so is an export, or a member of one,
// without a comment.
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

/** Names of what is exported without a comment. Members of types without a name are documented by what they are part of. */
function uncommented(project, { ReflectionKind }) {
  const { Function: Call, Class, Interface, TypeAlias, Variable, Method, Property, TypeLiteral } = ReflectionKind;
  const isInside = (reflection, kind) =>
    reflection !== undefined && (reflection.kind === kind || isInside(reflection.parent, kind));
  const hasComment = ({ comment, signatures, type }) =>
    comment?.hasVisibleComponent() ||
    signatures?.some((signature) => signature.comment?.hasVisibleComponent()) ||
    type?.declaration?.signatures?.some((signature) => signature.comment?.hasVisibleComponent());
  return project
    .getReflectionsByKind(Call | Class | Interface | TypeAlias | Variable | Method | Property)
    .filter((reflection) => !isInside(reflection, TypeLiteral) && !hasComment(reflection))
    .filter(({ sources }) => sources?.every(({ fileName }) => !fileName.includes('node_modules')))
    .map((reflection) => reflection.getFullName());
}

runMain(async () => {
  await ensurePackages(kFolder, 'TypeDoc', join(kLogs, 'npm.log'));
  const require = createRequire(join(kFolder, 'package.json'));
  const typedoc = await import(pathToFileURL(require.resolve('typedoc')).href);
  const app = await typedoc.Application.bootstrapWithPlugins({
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
  const gaps = uncommented(project, typedoc);
  for (const name of gaps) app.logger.error(`${name} has no comment`);
  await app.generateOutputs(project);
  if (app.logger.hasErrors() || app.logger.hasWarnings()) throw new StepError('the API reference has gaps');
});
