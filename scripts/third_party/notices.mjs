// The licences and the software bill of materials of the npm packages, from the sources that they were built from.
//
//   node scripts/third_party/notices.mjs        writes dist/THIRD_PARTY_LICENSES and dist/sbom.cdx.json
//
// A licence that is not where the table says is an error.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { indexPackageDirectory, kIndexPackage } from '../encodings/pack.mjs';
import { kRoot } from '../lib/project.mjs';
import { StepError, capture, runMain } from '../lib/steps.mjs';
import { kComponents } from './components.mjs';
import { SourceStore, kShippedSources } from './sources.mjs';
import { findEmscripten } from './toolchains.mjs';

const kPackage = JSON.parse(readFileSync(join(kRoot, 'package.json'), 'utf8'));

/** The text at a place, undefined when there is no such file; a part that is not found is an error. */
function textAt(tree, { file, from, to }) {
  const path = resolve(tree, file);
  if (!existsSync(path)) return undefined;
  let text = readFileSync(path, 'utf8').replaceAll('\r\n', '\n');
  for (const [mark, isStart] of [[from, true], [to, false]]) {
    if (!mark) continue;
    const at = text.search(mark);
    if (at < 0) throw new StepError(`${path} has no ${mark}`);
    text = isStart ? text.slice(at) : text.slice(0, at);
  }
  return text.replace(/^\n+|\s+$/g, '');
}

function licenseText(name, tree, places) {
  for (const place of places) {
    const text = textAt(tree, place);
    if (text) return text;
  }
  throw new StepError(`no licence of ${name}: none of ${places.map(({ file }) => file).join(', ')} in ${tree}`);
}

function versionIn(name, tree, { file, pattern, debian }) {
  if (debian) return capture('dpkg-query', ['-W', '-f', '${Version}', debian]);
  const match = readFileSync(join(tree, file), 'utf8').match(pattern);
  if (!match) throw new StepError(`no version of ${name} in ${join(tree, file)}`);
  return match.slice(1).find(Boolean);
}

/** Package URL of a pinned source: Debian's package, else the GitHub release. */
function purlOf({ origin, source, binary, member, url }, version) {
  if (origin === 'debian' && !member) {
    return `pkg:deb/debian/${binary ?? source}@${encodeURIComponent(version)}?arch=${binary ? 'all' : 'source'}`;
  }
  const release = url?.match(/github\.com\/([^/]+)\/([^/]+)\/(?:archive\/refs\/tags|releases\/download)\/([^/]+?)(?:\.tar\.gz)?(?:\/|$)/);
  return release ? `pkg:github/${release[1]}/${release[2]}@${release[3]}`.toLowerCase() : undefined;
}

/**
 * @typedef {object} Component
 * @property {string} name
 * @property {string} version
 * @property {string | {name: string}} license an SPDX expression, or the name of what SPDX does not list
 * @property {string[]} texts
 * @property {string} [within] the component that brings it
 * @property {string} [purl]
 * @property {{url: string, sha256: string}} [archive] what its source was unpacked from
 */

/**
 * @param {'emscripten' | 'wasi'} toolchainName what the package's modules are linked with
 * @returns {Promise<Component[]>} all that is in the package besides our own code
 */
export async function collectComponents(toolchainName) {
  const store = new SourceStore();
  const sources = await store.resolve(kShippedSources);
  const unnamed = kShippedSources.filter((name) => !kComponents.some(({ source }) => source === name));
  if (unnamed.length > 0) throw new StepError(`components.mjs does not name ${unnamed.join(', ')}`);
  const trees = {
    lectern: kRoot,
    ...(toolchainName === 'emscripten' && { emscripten: findEmscripten().root }),
    wasi: '/usr/share/doc',
    [kIndexPackage.name]: await indexPackageDirectory(),
    ...Object.fromEntries(Object.entries(sources).map(([name, { directory }]) => [name, directory])),
  };
  const linked = kComponents.filter(({ toolchain }) => [undefined, toolchainName].includes(toolchain));
  return linked.map(({ name, license, source, within, toolchain, version, texts }) => {
    const origin = source ?? within ?? toolchain;
    const tree = trees[origin];
    const component = {
      name,
      license,
      version: version ? versionIn(name, tree, version) : (sources[origin]?.version ?? kIndexPackage.version),
      texts: texts.map((places) => licenseText(name, tree, places)),
      within: within ?? (toolchain === name || toolchain === 'wasi' ? undefined : toolchain),
    };
    if (origin === kIndexPackage.name) {
      component.purl = `pkg:npm/${name}@${kIndexPackage.version}`;
      component.archive = { url: `${name}-${kIndexPackage.version}.tgz`, sha256: kIndexPackage.sha256 };
    } else if (origin in sources) {
      const pin = store.pin(origin);
      if (source) component.purl = purlOf(pin, component.version);
      component.archive = { url: pin.url ?? pin.file, sha256: pin.sha256 };
    }
    return component;
  });
}

const licenseName = (license) => license.name ?? license;

/** All licences as one text; what several components share is printed once. */
export function licensesText(components, packageName = kPackage.name) {
  const owners = new Map();
  const parts = components.map(({ name, version, license, texts }) => {
    const title = `${name} ${version} (${licenseName(license)})`;
    const body = texts.map((text) => {
      const owner = owners.get(text);
      if (owner) return `The same text as under ${owner}.`;
      owners.set(text, name);
      return text;
    });
    return `${'='.repeat(80)}\n${title}\n${'='.repeat(80)}\n\n${body.join('\n\n')}\n`;
  });
  const head = `The WebAssembly modules and tables of ${packageName} ${kPackage.version} contain the following software.\n`;
  return `${head}This software is based in part on the work of the Independent JPEG Group.\n\n${parts.join('\n')}`;
}

/** One SPDX identifier is an `id`, several an `expression`; a licence that SPDX does not list has its name. */
function licenseChoice(license) {
  if (license.name) return [{ license: { name: license.name } }];
  return [license.includes(' ') ? { expression: license } : { license: { id: license } }];
}

/** CycloneDX 1.6. It holds no time and no serial number: the same sources give the same file. */
export function sbom(components, packageName = kPackage.name) {
  const root = `${packageName}@${kPackage.version}`;
  const reference = ({ name, version }) => `${name}@${version}`;
  const inside = (owner) => components.filter(({ within }) => (within ?? packageName) === owner).map(reference);
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      lifecycles: [{ phase: 'build' }],
      component: {
        type: 'library',
        'bom-ref': root,
        name: packageName,
        version: kPackage.version,
        licenses: licenseChoice(kPackage.license),
        purl: `pkg:npm/${root}`,
      },
    },
    components: components.map((component) => ({
      type: 'library',
      'bom-ref': reference(component),
      name: component.name,
      version: component.version,
      licenses: licenseChoice(component.license),
      ...(component.purl && { purl: component.purl }),
      ...(component.archive && {
        externalReferences: [
          {
            type: 'source-distribution',
            url: component.archive.url,
            hashes: [{ alg: 'SHA-256', content: component.archive.sha256 }],
          },
        ],
      }),
    })),
    dependencies: [
      { ref: root, dependsOn: inside(packageName) },
      ...components.map((component) => ({ ref: reference(component), dependsOn: inside(component.name) })),
    ],
  };
}

/**
 * @param {string} [packageName]
 * @param {'emscripten' | 'wasi'} [toolchain] what its modules are linked with
 * @returns {Promise<Record<string, string>>} the files by their names in the package
 */
export async function notices(packageName = kPackage.name, toolchain = 'emscripten') {
  const components = await collectComponents(toolchain);
  return {
    THIRD_PARTY_LICENSES: licensesText(components, packageName),
    'sbom.cdx.json': `${JSON.stringify(sbom(components, packageName), null, 2)}\n`,
  };
}

async function main() {
  mkdirSync(join(kRoot, 'dist'), { recursive: true });
  for (const [name, text] of Object.entries(await notices())) writeFileSync(join(kRoot, 'dist', name), text);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) runMain(main);
